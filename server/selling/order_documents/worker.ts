/**
 * Reads filed order papers: a kind of the queue (queue/kind.ts). The reading itself holds no connection; its result is
 * written in one transaction under the attempt's number, so that a paper never becomes two orders.
 */
import { type Database, isConnectionError } from '../../../db/client/database.ts'
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { collect } from '../../files/collect.ts'
import { logger } from '../../observe/logs.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import {
  type Attempt,
  claimOrderPapers,
  findOrderPaperGroups,
  finishOrderPapers,
  orderPapersChannel,
  type ReadingJob,
} from './queue.store.ts'
import { PaperFault, type Reading } from './reading/reading.ts'
import { type PaperLimits, readPaper } from './reading/read_paper.ts'
import { readParties } from './parties.store.ts'
import { sourceKey } from './source_file.ts'
import { writeReading } from './write_reading.ts'

/** Recognising text uses a whole core. */
const caps: Caps = { total: 1, organization: 1, destination: 1, organization_destination: 1, timed_out: 1 }

export interface ReadingTools {
  db: Database
  files: Files
  /** Tighter than the service's own, for tests. */
  limits?: Partial<PaperLimits>
}

async function readStored({ db, files, limits: own }: ReadingTools, job: ReadingJob): Promise<Reading | PaperFault> {
  const chunks = await files.streamStored(job.organization_id, sourceKey(job.sha256))
  if (chunks === null) throw new Error('the file of the paper is not in the store')
  try {
    return await readPaper(await collect(chunks), job.format, own, await readParties(db.autocommit, job))
  } catch (error) {
    if (error instanceof PaperFault) return error
    throw error
  }
}

async function attempt(tools: ReadingTools, job: ReadingJob): Promise<Attempt> {
  // Attempts that end with their process record no failure; a paper that ends it each time is given up.
  if (job.attempt > limits.order_document_attempts_max) return { end: 'failed', is_final: true }
  const read = await readStored(tools, job)
  const isWritten = await tools.db.write((sql) => writeReading(sql, job, read))
  return { end: isWritten ? 'ended' : 'lost' }
}

const readings = (tools: ReadingTools): Kind<ReadingJob, Attempt> => ({
  name: 'order_documents',
  channel: orderPapersChannel,
  caps,
  attempt_seconds_max: limits.order_document_attempt_seconds_max,
  findGroups: () => findOrderPaperGroups(tools.db.autocommit),
  claim: (allotments) => claimOrderPapers(tools.db.autocommit, allotments),
  run: (job) => attempt(tools, job),
  failed: (reason) => {
    const message = reason === 'timed_out' ? reason : reason.message
    const isExpected = reason !== 'timed_out' && isConnectionError(reason)
    logger[isExpected ? 'warning' : 'error']('the reading of an order paper was interrupted', { message })
    return { end: 'failed', is_final: false }
  },
  evaluate: (outcome) => ({
    is_done: outcome.end !== 'failed',
    is_final: outcome.end === 'failed' && outcome.is_final,
  }),
  finish: (ended) => tools.db.write((sql) => finishOrderPapers(sql, ended)),
})

export const startReadings = (tools: ReadingTools): Worker => startQueue(tools.db, readings(tools))
