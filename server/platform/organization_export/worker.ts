/** Writes requested exports to the file store: a kind of the queue (queue/kind.ts), whose attempts renew their lease. */
import { createHash } from 'node:crypto'
import { type Database, isConnectionError } from '../../../db/client/database.ts'
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { logger } from '../../observe/logs.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import {
  claimExports,
  type ExportJob,
  fileKeyOf,
  findExportGroups,
  finishExports,
  organizationExportsChannel,
  recordFile,
  renewLease,
} from './store.ts'
import { exportOrganization } from './write_export.ts'

/** Each export reads a whole organisation, and is one long transaction. */
const caps: Caps = { total: 1, organization: 1, destination: 1, organization_destination: 1, timed_out: 1 }

export interface ExportWorkContext {
  db: Database
  files: Files
}

async function writeFile({ db, files }: ExportWorkContext, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { organization_id, export_id } = job
  const digest = createHash('sha256')
  let byte_count = 0
  const put = (chunks: AsyncIterable<Uint8Array>) => files.store(organization_id, fileKeyOf(export_id), counted(chunks))
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      digest.update(chunk)
      byte_count += chunk.byteLength
      yield chunk
    }
  }
  const seconds_max = limits.organization_export_seconds_max
  const { taken_at, row_count } = await exportOrganization(db, organization_id, put, { seconds_max })
  signal.throwIfAborted()
  await recordFile(db.autocommit, job, { taken_at, row_count, byte_count, sha256: digest.digest('hex') })
}

/** Ends with the process, or where the lease is lost. */
async function attempt(
  context: ExportWorkContext,
  job: ExportJob,
  stopping: AbortSignal,
): Promise<{ is_done: boolean }> {
  const lost = new AbortController()
  const renew = async () => {
    if (!(await renewLease(context.db.autocommit, job))) lost.abort(new Error('another worker has the export'))
  }
  // An unreachable database is found by the export itself.
  const timer = setInterval(() => void renew().catch(() => {}), (limits.organization_export_lease_seconds * 1_000) / 4)
  try {
    await writeFile(context, job, AbortSignal.any([stopping, lost.signal]))
    return { is_done: true }
  } finally {
    clearInterval(timer)
  }
}

const exportWork = (context: ExportWorkContext, stopping: AbortSignal): Kind<ExportJob, { is_done: boolean }> => ({
  name: 'organization_exports',
  channel: organizationExportsChannel,
  caps,
  attempt_seconds_max: limits.organization_export_seconds_max,
  findGroups: () => findExportGroups(context.db.autocommit),
  claim: (allotments) => claimExports(context.db.autocommit, allotments),
  run: (job) => attempt(context, job, stopping),
  failed: (reason) => {
    const message = reason === 'timed_out' ? reason : reason.message
    const isExpected = stopping.aborted || (reason !== 'timed_out' && isConnectionError(reason))
    logger[isExpected ? 'warning' : 'error']('an export of an organisation was interrupted', { message })
    return { is_done: false }
  },
  evaluate: ({ is_done }) => ({ is_done }),
  finish: (ended) => finishExports(context.db.autocommit, ended),
})

/** Stopping interrupts a running export; the next process begins it again. */
export function startOrganizationExports(context: ExportWorkContext): Worker {
  const stopping = new AbortController()
  const worker = startQueue(context.db, exportWork(context, stopping.signal))
  return {
    settle: worker.settle,
    stop: () => {
      stopping.abort(new Error('the service is stopping'))
      return worker.stop()
    },
  }
}
