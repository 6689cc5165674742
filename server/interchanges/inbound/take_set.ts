/** Records one transaction set with its effect: what its handler does with it, or why it was rejected. */
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { type Interchange, sentAt } from '../../edi/x12/envelope.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import type { FunctionalAcknowledgement997 } from '../../edi/documents/functional_acknowledgement_997.ts'
import { aboutEdiDocument, openOnce } from '../exceptions.ts'
import type { HandlerOutcome } from '../handler.ts'
import type { EdiDocumentState } from '../known_values.ts'
import { takeAcknowledgement } from './acknowledged.ts'
import { insertInbound, updateInbound } from './inbound_documents.store.ts'
import { checkLease, isTransient } from './interchanges.store.ts'
import type { ReadPlace, ReadTools } from './read.ts'
import type { Refused } from './check_set.rules.ts'
import type { ReadSet } from './reading/task.ts'

async function recordRefused(
  sql: Sql,
  { job, account }: ReadPlace,
  { key, transaction: { type } }: ReadSet,
  { state, sentence, rejection }: Refused,
): Promise<void> {
  const now = await checkLease(sql, job)
  const record = { ...rejection }
  const document_id = await insertInbound(sql, job, now, {
    key,
    document_type: type,
    state,
    sentence,
    record,
    problems: [],
  })
  await openOnce(sql, job.organization_id, now, {
    kind: 'document_unreadable',
    severity: state === 'rejected' ? 'blocking' : 'warning',
    subject: aboutEdiDocument(document_id),
    sentence: `In interchange ${job.control_number} of ${account.name}: ${sentence}`,
  })
}

/** Runs the handler in the transaction that records the document. */
async function recordHandled(
  sql: Sql,
  tools: ReadTools,
  { job, account, own }: ReadPlace,
  { key, transaction, record: json, problems }: ReadSet,
  interchange: Interchange,
): Promise<void> {
  const { organization_id, trading_partner_id } = job
  const now = await checkLease(sql, job)
  const document_type = transaction.type
  const received = { key, document_type, state: 'received', sentence: 'Received.', record: null, problems } as const
  const document_id = await insertInbound(sql, job, now, received)
  const record = JSON.parse(json!) as object
  const handler = tools.handlers.find((one) => one.document_type === document_type)
  let outcome: HandlerOutcome
  if (handler === undefined) {
    const from = { organization_id, trading_partner_id, account_name: account.name, now }
    outcome = await takeAcknowledgement(sql, from, document_id, record as FunctionalAcknowledgement997)
  } else {
    const { currency, time_zone } = own
    const context = { organization_id, actor: `edi:${account.name}`, now, currency, time_zone }
    outcome = await handler.handle(sql, context, {
      document_id,
      document_type,
      control_number: interchange.control_number,
      sent_at: sentAt(interchange),
      account: { trading_partner_id, name: account.name },
      record,
      problems,
    })
  }
  if (outcome.state === 'rejected') throw new X12Error(outcome.sentence)
  await updateInbound(sql, organization_id, document_id, outcome)
}

const reasonOf = (fault: Error): string => (fault instanceof Refusal ? fault.desc : fault.message).slice(0, 300)

/** A set that its handler refuses, or fails on every time, waits for a person; its neighbours are not held up. */
async function recordHeld(sql: Sql, { job, account }: ReadPlace, set: ReadSet, fault: Error): Promise<void> {
  const now = await checkLease(sql, job)
  const { key, transaction, problems } = set
  const state: EdiDocumentState = 'held'
  const sentence = `The ${transaction.type} could not be processed: ${reasonOf(fault)}`
  const held = { key, document_type: transaction.type, state, sentence, record: null, problems }
  const document_id = await insertInbound(sql, job, now, held)
  await openOnce(sql, job.organization_id, now, {
    kind: 'edi_held',
    severity: 'blocking',
    subject: aboutEdiDocument(document_id),
    sentence: `In interchange ${job.control_number} of ${account.name}: ${sentence} Ask ${account.name} to send it again once the cause is fixed.`,
  })
}

export async function takeSet(
  tools: ReadTools,
  place: ReadPlace,
  set: ReadSet,
  interchange: Interchange,
): Promise<void> {
  const { db } = tools
  const { refused, transaction } = set
  const { type } = transaction
  if (refused !== null) {
    await db.write((sql) => recordRefused(sql, place, set, refused))
    return
  }
  try {
    await db.write((sql) => recordHandled(sql, tools, place, set, interchange))
  } catch (error) {
    if (error instanceof X12Error) {
      const { message, faults } = error
      const sentence = `The ${type} was rejected: ${message}`
      await db.write((sql) =>
        recordRefused(sql, place, set, { state: 'rejected', sentence, rejection: { faults, codes: [] } }),
      )
    } else if (error instanceof Refusal || (place.is_last_attempt && !isTransient(error)))
      await db.write((sql) => recordHeld(sql, place, set, error as Error))
    else throw error
  }
}
