/** The record of a finished call, shared by its log line, its metrics and its usage row. */
import { type Exchange, pathOf } from '../pipeline/exchange.ts'

export interface Answered {
  exchange: Exchange
  /** Without the query. */
  path: string
  /** ISO 8601, UTC, by the database's clock if known, so that the records of all processes are in one order. */
  at: string
  duration_ms: number
}

export function answeredNow(exchange: Exchange): Answered {
  const now_ms = performance.now()
  const { admitted, request, started_ms } = exchange
  const at = admitted === null ? Date.now() : Date.parse(admitted.now) + now_ms - admitted.at_ms
  return { exchange, path: pathOf(request), at: new Date(at).toISOString(), duration_ms: now_ms - started_ms }
}
