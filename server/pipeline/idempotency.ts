/**
 * Step 13. One write is one transaction: the claim of its Idempotency-Key, the work and the stored response commit
 * together or not at all, so a failed write releases its key and a crash loses no completed work.
 */
import { createHash } from 'node:crypto'
import type { KeyCaller, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Operation } from '../contract/operation.ts'
import { refuse, refuseField } from '../contract/refusals.ts'

export interface Claim {
  idempotency_key: string
  fingerprint: Uint8Array
}

export interface RememberedAnswer {
  status: number
  text: string | null
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Runtimes pass headers as one character per byte. Valid UTF-8 is decoded as UTF-8, everything else as Latin-1. */
function textOf(header: string): string {
  if (!/[\u0080-\u00ff]/.test(header)) return header
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

const isTooLong = (key: string): boolean =>
  key.length > limits.idempotency_key_length_max && Array.from(key).length > limits.idempotency_key_length_max

/** Reads the header; null when the write runs unguarded. */
export function readIdempotencyKey(request: Request, need: Operation['idempotency']): string | null {
  const header = request.headers.get('idempotency-key')
  const key = header && textOf(header)
  const required = need === 'required'
  if (need === 'none') return null
  if (key === null || key === '') {
    if (required) refuse('idempotency_key_required')
    if (key === '')
      refuseField(
        'Idempotency-Key',
        `is empty; send 1 to ${limits.idempotency_key_length_max} characters or leave it out`,
      )
    return null
  }
  if (isTooLong(key)) {
    if (required)
      refuse('idempotency_key_required', {
        desc: `The Idempotency-Key is longer than ${limits.idempotency_key_length_max} characters.`,
      })
    return null
  }
  // Two headers of this name arrive joined by a comma and a space, so a key must not contain that.
  if (key.includes(', '))
    refuseField('Idempotency-Key', 'is given more than once, or contains a comma followed by a space')
  return key
}

/** The request fingerprint: method, path, query and body bytes. */
export function fingerprintOf(request: Request, body: Uint8Array): Uint8Array {
  const url = request.url
  return createHash('sha256')
    .update(`${request.method} ${url.slice(url.indexOf('/', 8))}\n`)
    .update(body)
    .digest()
}

interface RememberedRow {
  operation: string
  same: boolean
  status: number
  answer: string
  expired: boolean
  within_a_day: boolean
}

/** A key can have two rows: any write of the last 24 hours, and a key-required write of the last 30 days. */
const findRemembered = (sql: Sql, caller: KeyCaller, operation: Operation, claim: Claim) => sql<RememberedRow[]>`
  select operation, fingerprint = ${claim.fingerprint} as same, status, answer, forget_at <= now() as expired,
    first_seen_at > now() - make_interval(hours => ${limits.idempotency_hours}) as within_a_day
  from remembered_writes
  where organization_id = ${caller.organization_id} and api_key_id = ${caller.api_key_id}
    and idempotency_key = ${claim.idempotency_key}
  order by operation = ${operation.id} desc, first_seen_at desc`

/** Whether this transaction holds the lock of a key now; no other one waits for it. */
export const tryLockKey = (sql: Sql, name: string) => sql<{ acquired: boolean }[]>`
  select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as acquired`

/**
 * Claims the key for this transaction, or returns the stored response. Refuses when another request has claimed it or
 * when it was used for a different request.
 */
export async function claimKey(
  sql: Sql,
  caller: KeyCaller,
  operation: Operation,
  claim: Claim,
): Promise<RememberedAnswer | null> {
  // Two statements, sent together: the second must see what was committed before the lock was granted.
  const [[lock], rows] = await Promise.all([
    tryLockKey(sql, `${caller.api_key_id} ${claim.idempotency_key}`),
    findRemembered(sql, caller, operation, claim),
  ])
  const isRequired = operation.idempotency === 'required'
  // After a day, the row of a key-required write applies only to other key-required writes.
  const row = rows.find(({ expired, within_a_day }) => !expired && (isRequired || within_a_day))
  const late = row !== undefined && !row.within_a_day
  if (lock?.acquired !== true) refuse(late ? 'idempotency_key_in_flight' : 'idempotency_in_flight')
  if (row === undefined) {
    if (rows.some(({ expired }) => expired)) await forgetExpired(sql, caller, claim)
    return null
  }
  if (!row.same || row.operation !== operation.id) refuse(late ? 'idempotency_key_reused' : 'idempotency_conflict')
  return { status: row.status, text: row.status === 204 ? null : row.answer }
}

const forgetExpired = (sql: Sql, caller: KeyCaller, claim: Claim) => sql`
  delete from remembered_writes
  where organization_id = ${caller.organization_id} and api_key_id = ${caller.api_key_id}
    and idempotency_key = ${claim.idempotency_key} and forget_at <= now()`

/** Stores the response under the key: 24 hours, or 30 days on the key-required writes. */
export const rememberAnswer = async (
  sql: Sql,
  caller: KeyCaller,
  operation: Operation,
  claim: Claim,
  answer: RememberedAnswer,
) => {
  const hours = operation.idempotency === 'required' ? limits.idempotency_required_days * 24 : limits.idempotency_hours
  await sql`
    insert into remembered_writes
      (organization_id, api_key_id, idempotency_key, operation, fingerprint, status, answer, forget_at)
    values (${caller.organization_id}, ${caller.api_key_id}, ${claim.idempotency_key}, ${operation.id},
      ${claim.fingerprint}, ${answer.status}, ${answer.text ?? ''}, now() + make_interval(hours => ${hours}))`
}
