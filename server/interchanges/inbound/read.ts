/**
 * Reads one interchange. Each set is recorded with its effect in one transaction, so a crash repeats nothing that is
 * recorded; one broken set stops none of the others. When all are recorded, the groups are acknowledged and the
 * interchange ends, again in one transaction.
 */
import type { Database } from '../../../db/client/database.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import { acknowledgeInterchange, readTa1 } from '../../edi/documents/interchange_acknowledgement_ta1.ts'
import type { Interchange } from '../../edi/x12/envelope.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import type { Segment } from '../../edi/x12/segments.ts'
import { type EdiAccount, type OwnSide, readEdiAccount, readOwnSide } from '../account.store.ts'
import { aboutInterchange, openOnce } from '../exceptions.ts'
import type { EdiDocumentHandler } from '../handler.ts'
import { takeInterchangeAnswer } from './acknowledged.ts'
import { queueAnswer } from './inbound_documents.store.ts'
import {
  checkLease,
  type ClaimedInterchange,
  endRead,
  isTransient,
  LeaseLost,
  readRecordedSets,
  type RecordedSet,
  type ReadOutcome,
} from './interchanges.store.ts'
import { readContent } from './reading/reader.ts'
import type { ReadSet } from './reading/task.ts'
import { acknowledgementsOf, keyText, readSentence, type Rejection } from './sets.rules.ts'
import { takeSet } from './take_set.ts'

export interface ReadTools {
  db: Database
  handlers: readonly EdiDocumentHandler[]
}

export interface ReadPlace {
  job: ClaimedInterchange
  account: EdiAccount
  own: OwnSide
  /** A handler that fails again makes its set wait for a person. */
  is_last_attempt: boolean
}

/** An attempt that has worked for so long leaves the rest to another one, so that it ends within its lease. */
const budgetMs = 15_000

/** Takes every set that is not recorded; null when all are. */
async function takeSets(
  tools: ReadTools,
  place: ReadPlace,
  sets: readonly ReadSet[],
  interchange: Interchange,
): Promise<ReadOutcome | null> {
  const { organization_id, interchange_id } = place.job
  const started = performance.now()
  const recorded = await readRecordedSets(tools.db.autocommit, organization_id, interchange_id)
  // One that a person has read again is received, and recorded again.
  const done = new Set(
    recorded.flatMap(({ group_control_number, set_control_number, state }) =>
      state === 'received' ? [] : [keyText({ group: group_control_number, set: set_control_number })],
    ),
  )
  let fault: Error | null = null
  for (const set of sets) {
    if (done.has(keyText(set.key))) continue
    if (performance.now() - started > budgetMs) return { result: 'more', detail: null }
    try {
      await takeSet(tools, place, set, interchange)
    } catch (error) {
      if (isTransient(error)) throw error
      fault = error as Error
    }
  }
  return fault === null ? null : { result: 'failed', detail: fault.message }
}

/**
 * Acknowledges the groups and the envelope, applies the account's acknowledgements of our interchanges, and ends the
 * interchange.
 */
async function endInterchange(sql: Sql, place: ReadPlace, interchange: Interchange): Promise<void> {
  const { job, account } = place
  const { organization_id, interchange_id } = job
  const now = await checkLease(sql, job)
  const recorded = await readRecordedSets(sql, organization_id, interchange_id)
  if (job.read_at === null) await acknowledge(sql, place, interchange, recorded, now)
  const sentence = readSentence(
    account.name,
    recorded.map(({ state }) => state),
  )
  await endRead(sql, job, { state: 'read', sentence })
}

/** Once: an interchange of which documents are read again has its acknowledgements. */
async function acknowledge(
  sql: Sql,
  { job, account }: ReadPlace,
  interchange: Interchange,
  recorded: readonly RecordedSet[],
  now: string,
): Promise<void> {
  const { organization_id, trading_partner_id } = job
  const byKey = new Map(
    recorded.map((one) => [keyText({ group: one.group_control_number, set: one.set_control_number }), one]),
  )
  if (account.documents_taken.includes('997'))
    for (const answer of acknowledgementsOf(
      interchange,
      ({ key }) => (byKey.get(keyText(key))?.record ?? null) as Rejection | null,
    ))
      await queueAnswer(sql, job, now, '997', answer)
  if (interchange.acknowledgement_requested && interchange.groups.length > 0)
    await queueAnswer(sql, job, now, 'TA1', acknowledgeInterchange(interchange))
  const from = { organization_id, trading_partner_id, account_name: account.name, now }
  const answers = interchange.acknowledgements.flatMap(answerIn)
  for (const answer of answers) await takeInterchangeAnswer(sql, from, answer)
}

/** A broken acknowledgement says nothing; it is kept with its interchange. */
function answerIn(segment: Segment) {
  try {
    return [readTa1(segment)]
  } catch (error) {
    if (error instanceof X12Error) return []
    throw error
  }
}

/** Nothing of it is processed, since its envelope is not what it says. */
async function rejectInterchange(
  sql: Sql,
  { job, account }: ReadPlace,
  interchange: Interchange | null,
  reason: string,
): Promise<void> {
  const { organization_id, interchange_id } = job
  const now = await checkLease(sql, job)
  if (interchange?.acknowledgement_requested)
    await queueAnswer(sql, job, now, 'TA1', acknowledgeInterchange(interchange))
  const sentence = `Rejected: ${reason}`
  await endRead(sql, job, { state: 'rejected', sentence })
  await openOnce(sql, organization_id, now, {
    kind: 'document_unreadable',
    severity: 'blocking',
    subject: aboutInterchange(interchange_id),
    sentence: `The interchange${job.control_number === null ? '' : ` ${job.control_number}`} of ${account.name} was rejected: ${reason} Ask ${account.name} to send it again.`,
  })
}

const read: ReadOutcome = { result: 'read', detail: null }

async function readClaimed(tools: ReadTools, job: ClaimedInterchange): Promise<ReadOutcome> {
  const { db } = tools
  const { organization_id, trading_partner_id } = job
  const [account, own] = await Promise.all([
    readEdiAccount(db.autocommit, organization_id, trading_partner_id),
    readOwnSide(db.autocommit, organization_id),
  ])
  if (account === undefined) return { result: 'failed', detail: 'the account has no EDI profile any more' }
  const is_last_attempt = job.round_failures >= limits.edi_read_retry_seconds.length
  const place = { job, account, own, is_last_attempt }
  const supported = ['997', ...tools.handlers.map(({ document_type }) => document_type)]
  const { interchange, rejected, sets } = await readContent(organization_id, job.content, supported, {
    readings: account,
  })
  if (interchange === null || rejected !== null) {
    await db.write((sql) => rejectInterchange(sql, place, interchange, rejected ?? 'It is empty.'))
    return read
  }
  const left = await takeSets(tools, place, sets, interchange)
  if (left !== null) return left
  await db.write((sql) => endInterchange(sql, place, interchange))
  return read
}

export async function readInterchange(tools: ReadTools, job: ClaimedInterchange): Promise<ReadOutcome> {
  try {
    return await readClaimed(tools, job)
  } catch (error) {
    // The worker that has the lease now records the end.
    if (error instanceof LeaseLost) return read
    throw error
  }
}
