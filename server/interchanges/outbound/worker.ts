/**
 * Sends documents to accounts: a kind of the queue (queue/kind.ts), grouped by account, one document of an account at a
 * time in each worker, so that one partner's flood leaves the slots to all others. Every attempt sends the same bytes.
 */
import type { Database } from '../../../db/client/database.ts'
import { limits } from '../../contract/limits.ts'
import { sending } from '../../documents/channel.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import { ediDocumentsChannel } from '../queue_document.ts'
import { readConnection, type Transports } from '../transports/transports.ts'
import { readEdiAccount } from '../account.store.ts'
import {
  claimEdiDocuments,
  type ClaimedEdiDocument,
  findDueGroups,
  finishEdiDocuments,
  type SendOutcome,
} from './documents.store.ts'
import { type Archived, writeEdiDocument } from './write.ts'

export const caps: Caps = { total: 32, organization: 8, destination: 1, organization_destination: 1, timed_out: 8 }

export interface Tools {
  db: Database
  secrets: SecretBox
  transports: Transports
}

const refused = (detail: string): SendOutcome => ({ is_sent: false, status: null, detail, is_final: true })
const stored: SendOutcome = { is_sent: true, is_stored: true, status: null, detail: null }

async function handOver(tools: Tools, document: ClaimedEdiDocument, archived: Archived): Promise<SendOutcome> {
  const { db, secrets, transports } = tools
  const { organization_id, trading_partner_id } = document
  const account = await readEdiAccount(db.autocommit, organization_id, trading_partner_id)
  if (account === undefined || account.transport === 'stored') return stored
  const connection = await readConnection(db.autocommit, secrets, organization_id, trading_partner_id)
  if (connection === undefined)
    return refused('The transport of the account has no connection. Save its EDI profile again.')
  const { interchange_id, file_name, content: bytes } = archived
  const shipment = { organization_id, trading_partner_id, interchange_id, file_name, bytes }
  return transports[connection.transport].send(shipment, connection.connection)
}

async function send(tools: Tools, document: ClaimedEdiDocument): Promise<SendOutcome> {
  try {
    const archived = await tools.db.write((sql) => writeEdiDocument(sql, document))
    // The document was withdrawn, or another worker has it: nothing is recorded under this attempt.
    return archived === null ? refused('taken over') : await handOver(tools, document, archived)
  } catch (error) {
    if (error instanceof X12Error) return refused(error.message)
    throw error
  }
}

const documents = (tools: Tools): Kind<ClaimedEdiDocument, SendOutcome> => ({
  name: 'edi_documents',
  channel: ediDocumentsChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueGroups(tools.db.autocommit),
  claim: (allotments) => claimEdiDocuments(tools.db.autocommit, allotments),
  run: (document) => send(tools, document),
  ...sending,
  finish: (ended) => tools.db.write((sql) => finishEdiDocuments(sql, ended)),
})

export const startEdiDocuments = (tools: Tools): Worker => startQueue(tools.db, documents(tools))
