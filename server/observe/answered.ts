/** What is written down of an answered call: its log line, its figures and its row of the key's usage share one moment. */
import { type Exchange, pathOf } from '../door/exchange.ts'

export interface Answered {
  exchange: Exchange
  /** Without the query. */
  path: string
  /** ISO 8601, UTC, by the database's clock where it told the time: processes whose clocks differ write one history. */
  at: string
  duration_ms: number
}

export function answeredNow(exchange: Exchange): Answered {
  const now_ms = performance.now()
  const { admitted, request, started_ms } = exchange
  const at = admitted === null ? Date.now() : Date.parse(admitted.now) + now_ms - admitted.at_ms
  return { exchange, path: pathOf(request), at: new Date(at).toISOString(), duration_ms: now_ms - started_ms }
}
