/**
 * Writes of the app, which sends one again under its Idempotency-Key if the network failed under it. The response
 * can contain a secret that is shown once, so it is stored encrypted. Other rules are those of `../idempotency.ts`.
 */
import { limits } from '../../contract/limits.ts'
import type { SecretTools, SessionCaller } from '../../contract/call.ts'
import type { Operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { type Claim, type RememberedAnswer, tryLockKey } from '../idempotency.ts'

interface SessionWriteRow {
  operation: string
  same: boolean
  status: number
  encrypted_answer: Uint8Array
}

/** What the response is encrypted for. */
const purposeOf = ({ user_id }: SessionCaller, { idempotency_key }: Claim): string => `${user_id} ${idempotency_key}`

const find = (sql: Sql, { organization_id, user_id }: SessionCaller, { idempotency_key, fingerprint }: Claim) =>
  sql<SessionWriteRow[]>`
    select operation, fingerprint = ${fingerprint} as same, status, encrypted_answer
    from remembered_session_writes
    where organization_id = ${organization_id} and user_id = ${user_id} and idempotency_key = ${idempotency_key}
      and forget_at > now()`

/** Claims the key for this transaction, or returns the stored response. */
export async function claimSessionKey(
  sql: Sql,
  caller: SessionCaller,
  operation: Operation,
  claim: Claim,
  secrets: SecretTools,
): Promise<RememberedAnswer | null> {
  // Two statements, sent together: the second must see what was committed before the lock was granted.
  const [[lock], [row]] = await Promise.all([
    tryLockKey(sql, `${caller.organization_id} ${purposeOf(caller, claim)}`),
    find(sql, caller, claim),
  ])
  if (lock?.acquired !== true) refuse('idempotency_in_flight')
  if (row === undefined) return null
  if (!row.same || row.operation !== operation.id) refuse('idempotency_conflict')
  const text = row.status === 204 ? null : secrets.decrypt(row.encrypted_answer, purposeOf(caller, claim))
  return { status: row.status, text }
}

/** Stores the response under the key; a row that has expired gives way to it. */
export async function rememberSessionAnswer(
  sql: Sql,
  caller: SessionCaller,
  operation: Operation,
  claim: Claim,
  { status, text }: RememberedAnswer,
  secrets: SecretTools,
): Promise<void> {
  const { organization_id, user_id } = caller
  const { idempotency_key, fingerprint } = claim
  const encrypted_answer = secrets.encrypt(text ?? '', purposeOf(caller, claim))
  await sql`
    insert into remembered_session_writes
      (organization_id, user_id, idempotency_key, operation, fingerprint, status, encrypted_answer, forget_at)
    values (${organization_id}, ${user_id}, ${idempotency_key}, ${operation.id}, ${fingerprint}, ${status},
      ${encrypted_answer}, now() + make_interval(hours => ${limits.idempotency_hours}))
    on conflict on constraint remembered_session_writes_pk do update
      set operation = excluded.operation, fingerprint = excluded.fingerprint, status = excluded.status,
        encrypted_answer = excluded.encrypted_answer, first_seen_at = now(), forget_at = excluded.forget_at`
}
