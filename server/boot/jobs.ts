/** Work that no request waits for: every process looks once a minute which jobs are due. */
import type { AppContext } from './context.ts'
import { deleteDeliveriesJob } from '../outbox/delete_deliveries.ts'
import { deleteJobs } from '../jobs/delete_expired.ts'
import { generateOrders } from '../purchasing/generation/generate_orders.ts'
import { uploadJobs } from '../files/delete_uploads.ts'
import { deleteImportsJob } from '../imports/delete_imports.ts'
import { type Job, runWhenDue } from '../jobs/job.ts'
import { refreshCoverJob } from '../ledger/refresh_cover.ts'

export const jobs: readonly Job[] = [
  refreshCoverJob,
  generateOrders,
  deleteDeliveriesJob,
  deleteImportsJob,
  ...deleteJobs,
]

const lookSeconds = 60

export interface Jobs {
  /** Lets the step under way end and starts no other. */
  stop: () => Promise<void>
}

export function startJobs({ db, files, settings }: AppContext): Jobs {
  if (!settings.JOBS) return { stop: () => Promise.resolve() }
  let isStopping = false
  let looking: Promise<void> = Promise.resolve()
  const all = [...jobs, ...uploadJobs(files)]
  const look = async () => {
    for (const job of all) if (!isStopping) await runWhenDue(db, job, () => isStopping)
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookSeconds * 1_000)
  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await looking
    },
  }
}
