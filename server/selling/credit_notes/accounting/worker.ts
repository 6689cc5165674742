/**
 * Posts credit notes to accounting systems as JSON, over the connection that takes invoices and under the same rules: see
 * invoices/accounting/worker.ts. A system upserts by credit_note_id and ignores a revision that is not higher.
 */
import type { Database } from '../../../../db/client/database.ts'
import type { Sql } from '../../../contract/sql.ts'
import { limits } from '../../../contract/limits.ts'
import { sending, type SendResult } from '../../../documents/channel.ts'
import { type PostingTools, postWithToken } from '../../../documents/channels/post_with_token.ts'
import type { Kind } from '../../../queue/kind.ts'
import { startQueue, type Worker } from '../../../queue/worker.ts'
import { postingCaps, readPostingConnection } from '../../invoices/accounting/worker.ts'
import { readCreditNotes } from '../credit_note.store.ts'
import {
  claimCreditPostings,
  type ClaimedCreditPosting,
  findDueCreditPostings,
  finishCreditPostings,
} from './attempts.store.ts'
import { creditPostingsChannel } from './postings.store.ts'

/** The request body: the credit note as its read returns it, without the states of this service's own deliveries. */
async function messageOf(
  sql: Sql,
  { organization_id, credit_note_id, revision }: ClaimedCreditPosting,
): Promise<Uint8Array> {
  const [note] = await readCreditNotes(sql, organization_id, [credit_note_id])
  const { ledger: _ledger, edi: _edi, ...record } = note!
  return Buffer.from(JSON.stringify({ credit_note_id, revision, credit_note: record }), 'utf8')
}

async function post(sql: Sql, tools: PostingTools, job: ClaimedCreditPosting): Promise<SendResult> {
  const connection = await readPostingConnection(sql, job)
  return postWithToken(tools, connection, {
    message_id: `credit-note-${job.credit_note_id}-${job.revision}`,
    body: () => messageOf(sql, job),
  })
}

const postings = (db: Database, tools: PostingTools): Kind<ClaimedCreditPosting, SendResult> => ({
  name: 'credit note postings',
  channel: creditPostingsChannel,
  caps: postingCaps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueCreditPostings(db.autocommit),
  claim: (allotments) => claimCreditPostings(db.autocommit, allotments),
  run: (job) => post(db.autocommit, tools, job),
  ...sending,
  finish: (ended) => db.write((sql) => finishCreditPostings(sql, ended)),
})

export const startCreditPostings = (db: Database, tools: PostingTools): Worker => startQueue(db, postings(db, tools))
