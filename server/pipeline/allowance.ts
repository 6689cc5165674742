/** Step 4: the rate limit, reported in three headers and refused when spent. */
import { refuse } from '../contract/refusals.ts'
import type { Exchange } from './exchange.ts'

export interface Spent {
  spent: number
  window_ends_at: number
  window_seconds_left: number
}

export type Allowance = 'read' | 'write'

export const allowanceOf = ({ request: { method } }: Exchange): Allowance =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

/** `whose` starts the refusal's sentence, such as "This key has spent its". */
export function spendAllowance(
  exchange: Exchange,
  whose: string,
  allowance: Allowance,
  limit: number,
  row: Spent,
): void {
  exchange.headers['X-RateLimit-Limit'] = String(limit)
  exchange.headers['X-RateLimit-Remaining'] = String(Math.max(0, limit - row.spent))
  exchange.headers['X-RateLimit-Reset'] = String(row.window_ends_at)
  if (row.spent <= limit) return
  refuse('rate_limited', {
    desc: `${whose} ${limit} ${allowance}s of this minute. Wait ${row.window_seconds_left} seconds.`,
    retry_after_seconds: row.window_seconds_left,
  })
}
