/**
 * Fetches what accounts deliver to folders and SFTP servers: a kind of the queue (queue/kind.ts) whose jobs never end.
 * A job's lease keeps two workers from one connection. Each file is stored in a transaction before it is put aside.
 */
import type { Database } from '../../../db/client/database.ts'
import { limits } from '../../contract/limits.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import { readFile } from '../inbound/reading/reader.ts'
import { receiveInterchanges } from '../inbound/receive.ts'
import type { Tools } from '../outbound/worker.ts'
import type { FetchedFile } from '../transports/transport.ts'
import { readConnection } from '../transports/transports.ts'
import {
  claimConnections,
  type ClaimedConnection,
  findDueGroups,
  finishConnections,
  type PollOutcome,
} from './connections.store.ts'

/** The notification channel that wakes workers. */
export const ediConnectionsChannel = 'edi_connections'

const caps: Caps = { total: 16, organization: 4, destination: 1, organization_destination: 1, timed_out: 8 }

const nothing: PollOutcome = { fault: null, is_timed_out: false, is_more: false }

async function storeFile(
  db: Database,
  { organization_id, trading_partner_id }: ClaimedConnection,
  { file_name, ...sent }: FetchedFile,
): Promise<void> {
  const read = await readFile(organization_id, sent)
  await db.write(async (sql) => {
    const [clock] = await sql<{ now: string }[]>`select now() as now`
    const now = new Date(clock!.now).toISOString()
    await receiveInterchanges(sql, { organization_id, now }, { read, file_name, delivered_by: trading_partner_id })
  })
}

async function poll({ db, secrets, transports }: Tools, job: ClaimedConnection): Promise<PollOutcome> {
  const connection = await readConnection(db.autocommit, secrets, job.organization_id, job.trading_partner_id)
  if (connection === undefined) return nothing
  const fetch = transports[connection.transport].fetch
  if (fetch === undefined) return nothing
  const is_more = await fetch(connection.connection, (file) => storeFile(db, job, file))
  return { ...nothing, is_more }
}

const connections = (tools: Tools): Kind<ClaimedConnection, PollOutcome> => ({
  name: 'edi_connections',
  channel: ediConnectionsChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueGroups(tools.db.autocommit),
  claim: (allotments) => claimConnections(tools.db.autocommit, allotments),
  run: (job) => poll(tools, job),
  failed: (reason) => ({
    fault: reason === 'timed_out' ? 'it took too long' : reason.message,
    is_timed_out: reason === 'timed_out',
    is_more: false,
  }),
  evaluate: ({ fault, is_timed_out }) => ({ is_done: fault === null, is_timed_out }),
  finish: (ended) => tools.db.write((sql) => finishConnections(sql, ended)),
})

export const startEdiConnections = (tools: Tools): Worker => startQueue(tools.db, connections(tools))
