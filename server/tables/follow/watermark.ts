/** Watermarks of followed lists: what they say, and where an instant starts. Opaque to clients. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { isInstant } from '../../contract/schema.ts'
import type { FollowedRecord } from '../known_values.ts'

/** All that precede it are answered: a transaction, and within it a record; or a key, while all records are read. */
export interface Position {
  reads_keys: boolean
  xid: string
  id: string
  /** Milliseconds: nothing that is still to be answered is older. */
  at: number
}

export interface FollowScope {
  organization_id: string
  record_type: FollowedRecord
  account: string | null
}

/** A watermark is good for one list of one organisation (and account), in one database. */
export const scopeOf = ({ organization_id, record_type, account }: FollowScope, identity: string): string =>
  createHash('sha256')
    .update(JSON.stringify([organization_id, record_type, account, identity]))
    .digest('hex')
    .slice(0, 16)

export const writeWatermark = (scope: string, { reads_keys, xid, id, at }: Position): string =>
  Buffer.from(JSON.stringify([scope, reads_keys ? 1 : 0, xid, id, at])).toString('base64url')

function readWatermark(text: string): { scope: unknown; position: Position } | null {
  try {
    const [scope, keys, xid, id, at] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const isWhole =
      typeof xid === 'string' && /^\d{1,19}$/.test(xid) && typeof id === 'string' && Number.isSafeInteger(at)
    if (!isWhole || !/^[0-9a-f-]*$/.test(id)) return null
    return { scope, position: { reads_keys: keys === 1, xid, id, at: at as number } }
  } catch {
    return null
  }
}

const startOver = 'Start over: discard your copy and read all records with updated_since=1970-01-01T00:00:00Z.'

interface Now {
  /** The oldest transaction that is still open: all before it are visible. */
  horizon: string
  at: number
  identity: string
  /** From when on this database has written changes; null if that is not recorded. */
  started_at: string | null
}

async function readNow(sql: Sql): Promise<Now> {
  const [row] = await sql<Now[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, (extract(epoch from now()) * 1000)::float8 as at,
      i.identity, (select l.started_at from record_change_logs l where l.identity = i.identity) as started_at
    from (select database_identity() as identity) i`
  return { ...row!, at: Math.trunc(row!.at) }
}

const daysAgo = (at: number, days: number) => at - days * 86_400_000

/** Start of the changes since an instant; all records if the changes do not reach back that far. */
async function startAt(
  sql: Sql,
  { organization_id, record_type }: FollowScope,
  instant: string,
  { horizon, at, started_at }: Now,
): Promise<Position> {
  const since = Date.parse(instant) - limits.changes_overlap_seconds * 1_000
  const isRecorded = started_at !== null && since >= Math.max(Date.parse(started_at), daysAgo(at, limits.changes_days))
  if (!isRecorded) return { reads_keys: true, xid: horizon, id: '', at }
  const [first] = await sql<{ xid: string }[]>`
    select c.changed_in::text as xid from record_changes c
    where c.organization_id = ${organization_id} and c.record_type = ${record_type}
      and c.changed_at >= ${new Date(since).toISOString()}::timestamptz and c.changed_in < ${horizon}::text::xid8
    order by c.changed_in, c.record_id limit 1`
  return { reads_keys: false, xid: first?.xid ?? horizon, id: '', at: Math.min(at, since) }
}

/** Start of a read, and the horizon below which it stays. */
export async function readSince(
  sql: Sql,
  scope: FollowScope,
  updated_since: string,
): Promise<Now & { start: Position }> {
  // A + in a query string arrives as a space.
  const instant = updated_since.replace(' ', '+')
  const watermark = isInstant(instant) ? null : readWatermark(updated_since)
  if (watermark === null && !isInstant(instant))
    refuseField('updated_since', 'must be a watermark of this list or an ISO 8601 instant')
  const now = await readNow(sql)
  if (watermark === null) return { ...now, start: await startAt(sql, scope, instant, now) }
  const { position } = watermark
  if (watermark.scope !== scopeOf(scope, now.identity) || BigInt(position.xid) > BigInt(now.horizon))
    refuse('watermark_expired', {
      desc: `The watermark is of another list or account, or the database was restored since. ${startOver}`,
    })
  // A day of grace: instants of as many days ago are taken, and the page that begins there takes its time.
  if (position.at < daysAgo(now.at, limits.changes_days + 1))
    refuse('watermark_expired', { desc: `The watermark is older than ${limits.changes_days} days. ${startOver}` })
  return { ...now, start: position }
}
