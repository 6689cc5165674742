/**
 * Fetches what accounts deliver to folders and SFTP servers: a kind of the queue (queue/kind.ts) whose jobs never end.
 * A job's lease keeps two workers from one connection. Each file is stored in a transaction before it is put aside.
 */
import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import { EdiFileFault, readFile, type ReadFile, type SentFile } from '../inbound/reading/reader.ts'
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

/** A file that cannot be read to its end is stored all the same, so that it does not hold up those after it. */
async function readOrKeep(organization_id: string, sent: SentFile): Promise<ReadFile> {
  // The bytes move to the thread that reads them.
  const whole = new Uint8Array(sent.bytes)
  try {
    return await readFile(organization_id, sent)
  } catch (error) {
    if (!(error instanceof EdiFileFault)) throw error
    const hash = new Uint8Array(createHash('sha256').update(whole).digest())
    return { parts: [], rule: error.rule, hash, whole: sent.is_too_large === true ? null : whole }
  }
}

async function storeFile(
  { db, secrets }: Tools,
  { organization_id, trading_partner_id }: ClaimedConnection,
  { file_name, ...sent }: FetchedFile,
): Promise<void> {
  const read = await readOrKeep(organization_id, sent)
  await db.write(async (sql) => {
    const [clock] = await sql<{ now: string }[]>`select now() as now`
    const now = new Date(clock!.now).toISOString()
    const delivered_by = trading_partner_id
    await receiveInterchanges(
      sql,
      { organization_id, now },
      { read, file_name, delivered_by, encrypt: secrets.encrypt },
    )
  })
}

async function poll(tools: Tools, job: ClaimedConnection): Promise<PollOutcome> {
  const { db, secrets, transports } = tools
  const connection = await readConnection(db.autocommit, secrets, job.organization_id, job.trading_partner_id)
  if (connection === undefined) return nothing
  const fetch = transports[connection.transport].fetch
  if (fetch === undefined) return nothing
  const is_more = await fetch(connection.connection, (file) => storeFile(tools, job, file))
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
