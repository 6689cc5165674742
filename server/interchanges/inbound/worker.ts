/** Reads interchanges: a kind of the queue (queue/kind.ts), those of an account one after another. */
import type { Database } from '../../../db/client/database.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import {
  claimInterchanges,
  type ClaimedInterchange,
  findDueGroups,
  finishInterchanges,
  readAttemptSeconds,
  type ReadOutcome,
} from './interchanges.store.ts'
import { readInterchange, type ReadTools } from './read.ts'
import { ediInterchangesChannel } from './receive.ts'

const caps: Caps = { total: 8, organization: 4, destination: 1, organization_destination: 1, timed_out: 4 }

const interchanges = (tools: ReadTools): Kind<ClaimedInterchange, ReadOutcome> => ({
  name: 'edi_interchanges',
  channel: ediInterchangesChannel,
  caps,
  attempt_seconds_max: readAttemptSeconds,
  findGroups: () => findDueGroups(tools.db.autocommit),
  claim: (allotments) => claimInterchanges(tools.db.autocommit, allotments),
  run: (job) => readInterchange(tools, job),
  failed: (reason) => ({
    result: 'failed',
    detail: reason === 'timed_out' ? 'it took too long' : reason.message,
  }),
  evaluate: ({ result }) => ({ is_done: result !== 'failed' }),
  finish: (ended) => tools.db.write((sql) => finishInterchanges(sql, ended)),
})

export const startEdiInterchanges = (tools: ReadTools & { db: Database }): Worker =>
  startQueue(tools.db, interchanges(tools))
