/** Usage of keys: one row per call, buffered here and written in batches, so that no request waits for it. */
import type { Database } from '../../db/client/database.ts'
import type { key_usage } from '../../db/schema/keys.ts'
import type { Sql } from '../contract/call.ts'
import type { Answered } from './answered.ts'
import { logger } from './logs.ts'

const batchRowsMax = 1_000
const waitingRowsMax = 50_000
const flushMilliseconds = 500
/** Paths may be far longer; their beginning is enough to distinguish calls. */
const pathLengthMax = 1_000

type UsageRow = typeof key_usage.$inferSelect

export interface Usage {
  record: (answered: Answered) => void
  flush: () => Promise<void>
  stop: () => Promise<void>
}

const special = /[\\"]/g
const quoted = (text: string) => `"${text.replaceAll(special, String.raw`\$&`)}"`

/** A column of the rows as a PostgreSQL array literal: half the cost of JSON on both sides. */
const column = (rows: readonly UsageRow[], of: (row: UsageRow) => string | number | null) =>
  `{${rows.map((row) => of(row) ?? 'NULL').join(',')}}`

/** Sorted by key, since rows of one key are adjacent in the index and so hit cached pages. */
const byKey = (a: UsageRow, b: UsageRow) => (a.api_key_id < b.api_key_id ? -1 : a.api_key_id > b.api_key_id ? 1 : 0)

async function insertRows(sql: Sql, gathered: readonly UsageRow[], mayBeThere: boolean): Promise<void> {
  const rows = gathered.toSorted(byKey)
  // Ids, codes and instants need no quoting; a method may be any word, including NULL.
  const of = (name: keyof UsageRow) => column(rows, (row) => row[name])
  await sql`
    insert into key_usage (organization_id, api_key_id, request_id, at, method, path, operation, status, code, duration_ms, address)
    select * from unnest(${of('organization_id')}::text::uuid[], ${of('api_key_id')}::text::uuid[],
      ${of('request_id')}::text::uuid[], ${of('at')}::text::timestamptz[],
      ${column(rows, (row) => quoted(row.method))}::text::text[], ${column(rows, (row) => quoted(row.path))}::text::text[], ${of('operation')}::text::text[],
      ${of('status')}::text::smallint[], ${of('code')}::text::text[], ${of('duration_ms')}::text::int[],
      ${column(rows, ({ address }) => (address === null ? null : quoted(address)))}::text::text[])
    ${mayBeThere ? sql`on conflict do nothing` : sql``}`
}

/** Whether the error is caused by the rows themselves, so that a retry cannot succeed. */
const isAboutValues = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')

/** Splits a failing batch until the invalid row is isolated, then drops it. */
async function writeRows(db: Pick<Database, 'write'>, rows: readonly UsageRow[], mayBeThere: boolean): Promise<void> {
  try {
    await db.write((sql) => insertRows(sql, rows, mayBeThere))
  } catch (error) {
    if (!isAboutValues(error)) throw error
    if (rows.length === 1) {
      logger.error('a usage row cannot be written', {
        request_id: rows[0]!.request_id,
        message: (error as Error).message,
      })
      return
    }
    const half = Math.ceil(rows.length / 2)
    await writeRows(db, rows.slice(0, half), mayBeThere)
    await writeRows(db, rows.slice(half), mayBeThere)
  }
}

/** Batches have a connection slot of their own; on the pipeline's connections, requests would queue behind them. */
export function startUsage(db: Pick<Database, 'write'>): Usage {
  let waiting: UsageRow[] = []
  let flushing: Promise<void> | null = null
  // After a failure some rows may have been written; only then is each checked for an existing one.
  let mayBeThere = false

  const flushOnce = async () => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, batchRowsMax)
      try {
        await writeRows(db, rows, mayBeThere)
        mayBeThere &&= waiting.length > 0
      } catch (error) {
        mayBeThere = true
        // The database is unreachable: rows are kept for a retry, up to a limit; the oldest are dropped first.
        waiting = [...rows, ...waiting].slice(-waitingRowsMax)
        logger.warning('usage rows are waiting', { rows: waiting.length, message: (error as Error).message })
        return
      }
    }
  }
  const flush = () =>
    (flushing ??= flushOnce().finally(() => {
      flushing = null
    }))
  const timer = setInterval(() => void flush(), flushMilliseconds)

  return {
    record: ({ exchange, path, at, duration_ms }) => {
      if (exchange.caller?.kind !== 'key' || waiting.length >= waitingRowsMax) return
      waiting.push({
        organization_id: exchange.caller.organization_id,
        api_key_id: exchange.caller.api_key_id,
        request_id: exchange.request_id,
        at,
        method: exchange.request.method,
        path: path.slice(0, pathLengthMax),
        operation: exchange.operation?.id ?? null,
        status: exchange.status,
        code: exchange.code,
        duration_ms: Math.round(duration_ms),
        address: exchange.address,
      })
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
