/**
 * Posts invoices to accounting systems as JSON: a kind of the queue (queue/kind.ts), retried after one, ten and sixty
 * minutes. Address, token and invoice are read when the message is sent, so a connection deactivated in the meantime
 * gets nothing. Messages arrive at least once: a system upserts by invoice_id and ignores a revision that is not higher.
 */
import type { Database } from '../../../../db/client/database.ts'
import { accounting_connections } from '../../../../db/schema/selling/accounting.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { limits } from '../../../contract/limits.ts'
import { sending, type SendResult } from '../../../documents/channel.ts'
import { type PostingTools, postWithToken } from '../../../documents/channels/post_with_token.ts'
import type { Caps, Kind } from '../../../queue/kind.ts'
import { startQueue, type Worker } from '../../../queue/worker.ts'
import { readInvoices } from '../invoice.store.ts'
import { claimPostings, type ClaimedPosting, findDuePostings, finishPostings } from './attempts.store.ts'
import { postingsChannel } from './postings.store.ts'

/** A destination is one organisation's accounting system. */
export const postingCaps: Caps = {
  total: 32,
  organization: 4,
  destination: 4,
  organization_destination: 4,
  timed_out: 8,
}

const connectionColumns = selection(accounting_connections, 'c', ['url', 'encrypted_token', 'is_active'])

/** The request body: the invoice as its read returns it, without the states of this service's own deliveries. */
async function messageOf(sql: Sql, { organization_id, invoice_id, revision }: ClaimedPosting): Promise<Uint8Array> {
  const [invoice] = await readInvoices(sql, organization_id, [invoice_id])
  const { ledger: _ledger, edi: _edi, ...record } = invoice!
  return Buffer.from(JSON.stringify({ invoice_id, revision, invoice: record }), 'utf8')
}

/** The connection of a posting as it is now. */
export async function readPostingConnection(
  sql: Sql,
  { organization_id, accounting_connection_id }: Pick<ClaimedPosting, 'organization_id' | 'accounting_connection_id'>,
) {
  const [connection] = await sql<RowOf<typeof connectionColumns>[]>`
    select ${connectionColumns} from accounting_connections c
    where organization_id = ${organization_id} and accounting_connection_id = ${accounting_connection_id}`
  return connection && { ...connection, id: accounting_connection_id, hook_url: connection.url }
}

async function post(sql: Sql, tools: PostingTools, job: ClaimedPosting): Promise<SendResult> {
  const connection = await readPostingConnection(sql, job)
  return postWithToken(tools, connection, {
    message_id: `invoice-${job.invoice_id}-${job.revision}`,
    body: () => messageOf(sql, job),
  })
}

const postings = (db: Database, tools: PostingTools): Kind<ClaimedPosting, SendResult> => ({
  name: 'invoice postings',
  channel: postingsChannel,
  caps: postingCaps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDuePostings(db.autocommit),
  claim: (allotments) => claimPostings(db.autocommit, allotments),
  run: (job) => post(db.autocommit, tools, job),
  ...sending,
  finish: (ended) => db.write((sql) => finishPostings(sql, ended)),
})

export const startPostings = (db: Database, tools: PostingTools): Worker => startQueue(db, postings(db, tools))
