/** The Usage view of a key: one row a call, gathered here and written in batches off the request's path. */
import type { Database } from '../../db/client.ts'
import type { Sql } from '../contract/call.ts'
import { type Exchange, pathOf } from '../door/exchange.ts'
import { logger } from './logs.ts'

const batch_rows_max = 1_000
const waiting_rows_max = 50_000
const flush_milliseconds = 500

interface UsageRow {
  organization_id: string
  api_key_id: string
  request_id: string
  at: string
  method: string
  path: string
  operation: string | null
  status: number
  code: string | null
  duration_ms: number
  address: string | null
}

export interface Usage {
  record: (exchange: Exchange, duration_ms: number) => void
  flush: () => Promise<void>
  stop: () => Promise<void>
}

async function insertRows(sql: Sql, rows: UsageRow[]): Promise<void> {
  await sql`
    insert into key_usage (organization_id, api_key_id, request_id, at, method, path, operation, status, code, duration_ms, address)
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (organization_id uuid, api_key_id uuid,
      request_id uuid, at timestamptz, method text, path text, operation text, status smallint, code text,
      duration_ms int, address text)
    on conflict do nothing`
}

/** Batches go through a slot of their own: on the door's connections callers would wait behind them. */
export function startUsage(db: Pick<Database, 'write'>): Usage {
  let waiting: UsageRow[] = []
  let flushing: Promise<void> | null = null

  const flushOnce = async () => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, batch_rows_max)
      try {
        await db.write((sql) => insertRows(sql, rows))
      } catch (error) {
        // The database is away: the rows wait for it, up to a bound, oldest dropped first.
        waiting = [...rows, ...waiting].slice(-waiting_rows_max)
        logger.warning('usage rows are waiting', { rows: waiting.length, message: (error as Error).message })
        return
      }
    }
  }
  const flush = () =>
    (flushing ??= flushOnce().finally(() => {
      flushing = null
    }))
  const timer = setInterval(() => void flush(), flush_milliseconds)

  return {
    record: (exchange, duration_ms) => {
      if (exchange.caller?.kind !== 'key' || waiting.length >= waiting_rows_max) return
      waiting.push({
        organization_id: exchange.caller.organization_id,
        api_key_id: exchange.caller.api_key_id,
        request_id: exchange.request_id,
        at: new Date().toISOString(),
        method: exchange.request.method,
        path: pathOf(exchange.request),
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
