import { DatabaseUnavailable } from '../../../db/client/database.ts'

export interface Settled {
  outcome: 'done' | 'unavailable' | 'failed'
  attempted?: 'no' | 'unknown'
  error?: unknown
  began_at: number
  took_ms: number
}

/** Runs one attempt to its end, successful or not, and returns how long it took. */
export async function settle(attempt: () => PromiseLike<unknown>): Promise<Settled> {
  const began_at = performance.now()
  try {
    await attempt()
    return { outcome: 'done', began_at, took_ms: performance.now() - began_at }
  } catch (error) {
    const took_ms = performance.now() - began_at
    if (!(error instanceof DatabaseUnavailable)) return { outcome: 'failed', error, began_at, took_ms }
    return { outcome: 'unavailable', attempted: error.attempted, error, began_at, took_ms }
  }
}

export function longest(all: Settled[]): number {
  return Math.max(0, ...all.map(({ took_ms }) => took_ms))
}

export async function rejection(promise: PromiseLike<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error('something other than an error was thrown', { cause: error })
  }
  throw new Error('nothing was thrown')
}
