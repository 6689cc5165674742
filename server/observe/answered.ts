/** What is written down of an answered call: its log line, its figures and its row of the key's usage share one moment. */
import { type Exchange, pathOf } from '../door/exchange.ts'

export interface Answered {
  exchange: Exchange
  /** Without the query. */
  path: string
  /** ISO 8601, UTC. */
  at: string
  duration_ms: number
}

export const answeredNow = (exchange: Exchange): Answered => ({
  exchange,
  path: pathOf(exchange.request),
  at: new Date().toISOString(),
  duration_ms: performance.now() - exchange.started_ms,
})
