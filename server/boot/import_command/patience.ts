/** Waits out a database that does not answer for a while, such as one that restarts: an import may run for many minutes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable, isBusyError, isConnectionError } from '../../../db/client/database.ts'
import { errorCode } from '../../../db/client/errors.ts'

const secondsMax = 60
const pauseMs = 500

/** A full disk of the database or of the files: it does not pass by itself. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** What failed has certainly written nothing, and may succeed when it is done again. */
function isRepeatable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.attempted === 'no'
  return isConnectionError(error) || (isBusyError(error) && !fullDisk.has(errorCode(error)!))
}

/** Repeats the work for up to a minute while the database does not answer; throws what it last said. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + secondsMax * 1_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isRepeatable(error) || performance.now() > until) throw error
    }
    await sleep(pauseMs)
  }
}
