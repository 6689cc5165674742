/** Work that no request waits for: every process looks once a minute which jobs are due. */
import type { AppContext } from './context.ts'
import { delete_deliveries } from '../outbox/delete_deliveries.ts'
import { delete_jobs } from '../jobs/delete_expired.ts'
import { generate_orders } from '../purchasing/generation/generate_orders.ts'
import { uploadJobs } from '../files/delete_uploads.ts'
import { type Job, runWhenDue } from '../jobs/job.ts'
import { refresh_cover } from '../ledger/refresh_cover.ts'

export const jobs: readonly Job[] = [refresh_cover, generate_orders, delete_deliveries, ...delete_jobs]

const look_seconds = 60

export interface Jobs {
  /** Lets the step under way end and starts no other. */
  stop: () => Promise<void>
}

export function startJobs({ db, files, settings }: AppContext): Jobs {
  if (!settings.JOBS) return { stop: () => Promise.resolve() }
  let is_stopping = false
  let looking: Promise<void> = Promise.resolve()
  const all = [...jobs, ...uploadJobs(files)]
  const look = async () => {
    for (const job of all) if (!is_stopping) await runWhenDue(db, job, () => is_stopping)
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, look_seconds * 1_000)
  return {
    stop: async () => {
      is_stopping = true
      clearInterval(timer)
      await looking
    },
  }
}
