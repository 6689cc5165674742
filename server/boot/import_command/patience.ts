/** Waits out a database that does not answer for a while, such as one that restarts: an import may run for many minutes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable, isFullError, isUnavailable } from '../../../db/client/database.ts'
import { showInsteadOfProgress } from '../progress_bar.ts'

const secondsMax = 60
const pauseMs = 500

/** Whether an attempt has certainly written nothing and may succeed if it is repeated. */
function isRepeatable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.attempted === 'no'
  return isUnavailable(error) && !isFullError(error)
}

/** Repeats the work for up to a minute while the database does not answer, and says so; throws what it last said. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + secondsMax * 1_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isRepeatable(error) || performance.now() > until) throw error
    }
    showInsteadOfProgress(`The database does not answer. Trying again for up to ${secondsMax} seconds.`)
    await sleep(pauseMs)
  }
}
