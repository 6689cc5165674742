/** Works on imports: a kind of the queue (queue/kind.ts), whose attempts are slices of an import. */
import { isUnavailable } from '../../../db/client/database.ts'
import { limits } from '../../contract/limits.ts'
import { logger } from '../../observe/logs.ts'
import type { Caps, Group, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import { FileFault } from '../../files/file_fault.ts'
import { preview } from './preview.ts'
import { run } from './run.ts'
import {
  AttemptLost,
  claimImports,
  endTask,
  findImportGroups,
  finishSlices,
  type ImportJob,
  importsChannel,
  type Slice,
} from './store.ts'
import { undo } from './undo.ts'
import { beginWork, type WorkContext } from './work.ts'

/** Reading and checking is work of one thread, so few imports are worked on at once. */
const caps: Caps = { total: 2, organization: 1, destination: 1, organization_destination: 1, timed_out: 2 }

const steps = { preview, run, undo }

async function workOn(context: WorkContext, job: ImportJob): Promise<Slice> {
  try {
    const work = await beginWork(context, job)
    return work === null ? { end: 'ended' } : await steps[job.task](work)
  } catch (error) {
    if (error instanceof AttemptLost) return { end: 'ended' }
    if (!(error instanceof FileFault)) throw error
    const fault = error.facts
    await context.db.write((sql) => endTask(sql, job, { state: 'failed', fault }))
    return { end: 'ended' }
  }
}

/** Works on a slice of an import, wherever it runs: in this thread, or in one of its own. */
export type RunImport = (job: ImportJob) => Promise<Slice>

function failed(reason: 'timed_out' | Error): Slice {
  const message = reason === 'timed_out' ? reason : reason.message
  const isExpected = reason !== 'timed_out' && isUnavailable(reason)
  logger[isExpected ? 'warning' : 'error']('an import was interrupted', { message })
  return { end: 'failed', message }
}

export const runImports =
  (context: WorkContext): RunImport =>
  async (job) => {
    try {
      return await workOn(context, job)
    } catch (error) {
      return failed(error as Error)
    }
  }

type QueueContext = Pick<WorkContext, 'db' | 'organization_id'>

async function findGroups({ db, organization_id }: QueueContext): Promise<Group[]> {
  const groups = await findImportGroups(db.autocommit)
  return organization_id === undefined ? groups : groups.filter((group) => group.organization_id === organization_id)
}

const importWork = (context: QueueContext, run: RunImport): Kind<ImportJob, Slice> => ({
  name: 'imports',
  channel: importsChannel,
  caps,
  attempt_seconds_max: limits.import_attempt_seconds_max,
  findGroups: () => findGroups(context),
  claim: (allotments) => claimImports(context.db.autocommit, allotments),
  run,
  failed,
  evaluate: ({ end }) => ({ is_done: end !== 'failed' }),
  finish: (ended) => finishSlices(context.db.autocommit, ended),
})

export const startImportQueue = (context: QueueContext, run: RunImport): Worker =>
  startQueue(context.db, importWork(context, run))

export const startImports = (context: WorkContext): Worker => startImportQueue(context, runImports(context))
