/**
 * Lists that a client follows: `updated_since` returns what changed, in the order of the transactions, and a watermark to go on
 * from. Rows of record_changes (triggers write them) count up to the oldest transaction that is still open, so nothing can
 * commit below a watermark later. A client that starts, or starts over, reads all records by key first.
 */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Instant, Shape, Text, Type } from '../../contract/schema.ts'
import type { FollowedRecord } from '../known_values.ts'
import { runStatement } from '../page.ts'
import type { Param } from '../table.ts'
import { type Position, readSince, scopeOf, writeWatermark } from './watermark.ts'

export const followQuery = {
  updated_since: Type.Optional(
    Text(
      `Only records that changed since: the \`watermark\` of the last answer, or an ISO 8601 instant to start from. Rows come in the order in which they changed, \`deleted\` has what was deleted, and \`watermark\` goes on from there; ask again until both are empty. Counts stay those of the whole list. Cannot be combined with filters, search, sorting or an offset. A watermark is good for ${limits.changes_days} days.`,
      { minLength: 1, maxLength: 400, examples: ['2026-11-01T00:00:00+00:00'] },
    ),
  ),
}

/** Fields of a response to `updated_since`, beside those of the page. */
export const followedFields = {
  watermark: Type.Optional(
    Text('Only with `updated_since`: send it as `updated_since` to go on.', {
      examples: ['eyJzIjoiNmYxYzIwIiwiYSI6MTc5NTczNjQwMH0'],
    }),
  ),
  deleted: Type.Optional(
    Type.Array(
      Shape(
        {
          id: Text('Id of the record.', { examples: ['019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'] }),
          deleted_at: Instant('Time at which it was deleted.'),
        },
        { $id: 'DeletedRecord' },
      ),
      { description: 'Only with `updated_since`: records that were deleted since, in the order of their deletion.' },
    ),
  ),
}

export interface Followed {
  record_type: FollowedRecord
  table: string
  key: string
  key_type: 'uuid' | 'bigint'
}

/** `condition` limits the rows of the table, b, as the account limits what changed. */
export interface AccountScope {
  trading_partner_id: string
  condition: (param: Param) => string
}

export interface Changes {
  /** In the order in which they changed; some may be gone by the time they are read. */
  ids: string[]
  deleted: { id: string; deleted_at: string }[]
  watermark: string
}

/**
 * Everything else that selects or orders rows would hide that a row left the selection. The defaults of the operation, such as
 * its order, are in every query.
 */
export function checkFollowed(query: object, defaults: object = {}, ...allowed: readonly string[]): void {
  const usual: Record<string, unknown> = { offset: 0, ...defaults }
  const other = Object.entries(query).find(
    ([key, value]) =>
      !['updated_since', 'limit', ...allowed].includes(key) && value !== undefined && value !== usual[key],
  )
  if (other !== undefined)
    refuseField(other[0], 'cannot be combined with updated_since', ['updated_since', 'limit', ...allowed])
}

interface Reading {
  sql: Sql
  organization_id: string
  followed: Followed
  account: AccountScope | undefined
  limit: number
}

/** Parameters of a statement: the organisation and the type of the record, and what `param` adds. */
function startOf({ organization_id, followed }: Reading) {
  const params: unknown[] = [organization_id, followed.record_type]
  const param: Param = (value) => `$${params.push(value)}`
  return { params, param }
}

/**
 * The records with the next keys, without those that changed since reading began: their change follows. Rows of a restored
 * backup may have the number of a transaction that is still to come. OFFSET 0 makes it a lookup for each row, not a join.
 */
async function readByKey(reading: Reading, from: string, after: string | null): Promise<string[]> {
  const { sql, followed, account, limit } = reading
  const { table, key, key_type } = followed
  const { params, param } = startOf(reading)
  const rows = await runStatement<{ id: string }>(sql, {
    text: `select b.${key}::text as id from ${table} b
    where b.organization_id = $1 ${account === undefined ? '' : `and ${account.condition(param)}`}
      ${after === null ? '' : `and b.${key} > ${param(after)}::${key_type}`}
      and not exists (select from record_changes c
        where c.organization_id = $1 and c.record_type = $2 and c.record_id = b.${key}::text
          and c.changed_in >= ${param(from)}::text::xid8 and c.changed_in < pg_snapshot_xmax(pg_current_snapshot()) offset 0)
    order by b.${key} limit ${limit}`,
    params,
  })
  return rows.map(({ id }) => id)
}

interface Change {
  id: string
  changed_in: string
  changed_at: string
  is_deleted: boolean
  is_there: boolean
}

interface Batch {
  /** Only the last of several changes of a record. */
  found: Change[]
  /** The last that was looked at; null if these were all. */
  end: { xid: string; id: string; changed_at: string } | null
}

/** Rows that one statement looks at, and how many of these a request sends before it answers a repeated record. */
const batchRows = 1_000
const batchesMax = 100

/**
 * The next changes below the horizon. The rows of the batch come first, so that many changes of few records cost as
 * much.
 */
async function readInOrder(reading: Reading, { xid, id }: Position, horizon: string): Promise<Batch> {
  const { sql, followed, account, limit } = reading
  const { table, key, key_type } = followed
  const { params, param } = startOf(reading)
  const ofAccount = account === undefined ? '' : `and c.trading_partner_id = ${param(account.trading_partner_id)}::uuid`
  const below = `${param(horizon)}::text::xid8`
  type Row = Partial<Change> & { rows: number; end_xid: string; end_id: string; end_at: string }
  const rows = await runStatement<Row>(sql, {
    text: `with batch as materialized (
      select c.record_id, c.changed_in, c.changed_at, c.is_deleted from record_changes c
      where c.organization_id = $1 and c.record_type = $2 ${ofAccount}
        and (c.changed_in, c.record_id) > (${param(xid)}::text::xid8, ${param(id)}::text) and c.changed_in < ${below}
      order by c.changed_in, c.record_id limit ${batchRows}
    ), found as (
      select c.* from batch c
      where not exists (select from record_changes n
        where n.organization_id = $1 and n.record_type = $2 and n.record_id = c.record_id
          and n.changed_in > c.changed_in and n.changed_in < ${below} offset 0)
      order by c.changed_in, c.record_id limit ${limit}
    )
    select b.rows, e.changed_in::text as end_xid, e.record_id as end_id, e.changed_at as end_at,
      c.record_id as id, c.changed_in::text, c.changed_at, c.is_deleted, exists (select from ${table} b
        where b.organization_id = $1 and b.${key} = c.record_id::${key_type} offset 0) as is_there
    from (select count(*)::int as rows from batch) b
    cross join lateral (select * from batch order by changed_in desc, record_id desc limit 1) e
    left join found c on true
    order by c.changed_in, c.record_id`,
    params,
  })
  const [first] = rows
  const isFull = first?.rows === batchRows
  return {
    found: rows.filter((row): row is Row & Change => row.id !== null),
    end: isFull ? { xid: first!.end_xid, id: first!.end_id, changed_at: first!.end_at } : null,
  }
}

/** The next page of changes, with the position that follows it: of the last row, of the batch, or the horizon. */
async function readPage(reading: Reading, start: Position, { horizon, at }: { horizon: string; at: number }) {
  const positionOf = (xid: string, id: string, changed_at: string): Position => ({
    reads_keys: false,
    xid,
    id,
    at: Date.parse(changed_at),
  })
  let position = start
  for (let i = 0; i < batchesMax; i += 1) {
    const { found, end } = await readInOrder(reading, position, horizon)
    const last = found.length === reading.limit ? found.at(-1) : undefined
    if (last !== undefined) position = positionOf(last.changed_in, last.id, last.changed_at)
    else if (end !== null) position = positionOf(end.xid, end.id, end.changed_at)
    else position = { reads_keys: false, xid: horizon, id: '', at }
    const ids = found.filter(({ is_there }) => is_there).map(({ id }) => id)
    const deleted = found
      .filter(({ is_there, is_deleted }) => !is_there && is_deleted)
      .map(({ id, changed_at }) => ({ id, deleted_at: changed_at }))
    if (ids.length + deleted.length > 0 || (last === undefined && end === null)) return { ids, deleted, position }
  }
  return { ids: [position.id], deleted: [], position }
}

/** Reads the changes since a watermark or an instant; refuses a watermark that is too old or of another database. */
export async function readChanges(
  sql: Sql,
  organization_id: string,
  followed: Followed,
  { updated_since, limit }: { updated_since: string; limit: number },
  account?: AccountScope,
): Promise<Changes> {
  const reading = { sql, organization_id, followed, account, limit }
  const scope = { organization_id, record_type: followed.record_type, account: account?.trading_partner_id ?? null }
  const now = await readSince(sql, scope, updated_since)
  const watermark = (position: Position) => writeWatermark(scopeOf(scope, now.identity), position)
  let { start } = now
  if (start.reads_keys) {
    const ids = await readByKey(reading, start.xid, start.id === '' ? null : start.id)
    if (ids.length === limit) return { ids, deleted: [], watermark: watermark({ ...start, id: ids.at(-1)! }) }
    start = { ...start, reads_keys: false, id: '' }
    if (ids.length > 0) return { ids, deleted: [], watermark: watermark(start) }
  }
  const { position, ...changes } = await readPage(reading, start, now)
  return { ...changes, watermark: watermark(position) }
}
