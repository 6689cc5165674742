/**
 * Writes the outcome of a reading, in one transaction under the number of the attempt: the paper as read with its draft
 * order, or as refused with its reasons. A worker that has lost its lease writes nothing.
 */
import { order_documents } from '../../../db/schema/selling/order_documents.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { Refusal } from '../../contract/refusals.ts'
import { openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { documentSubject } from './document.store.ts'
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { findDuplicate } from '../orders/order_questions.ts'
import { readVariants } from '../orders/references.store.ts'
import { createDraft, readPaperAccount } from './draft_order.ts'
import { withLearnedDates } from './learned.rules.ts'
import { layoutOf, readLearned } from './learned.store.ts'
import { type Candidates, matchLines } from './matching.rules.ts'
import { readCandidates } from './matching.store.ts'
import type { PaperReading } from './model.ts'
import { draftLines, headerOf, headerProblems, shapeReading } from './paper.rules.ts'
import type { ReadingJob } from './queue.store.ts'
import { splitOrders } from './split_orders.rules.ts'
import { PaperFault, type Problem, type Reading } from './reading/reading.ts'

const paperColumns = selections(
  selection(order_documents, 'd', [
    'document_id',
    'file_name',
    'trading_partner_id',
    'sales_channel_id',
    'location_id',
  ]),
  selection(organizations, 'g', ['currency', 'time_zone']),
)
type Paper = RowOf<typeof paperColumns>

/** Under the attempt's lease; null where it was lost. */
const lockPaper = async (sql: Sql, { organization_id, document_id, attempt }: ReadingJob) => {
  const [paper] = await sql<(Paper & { now: string })[]>`
    select ${paperColumns}, now() as now
    from order_documents d
    join organizations g on g.organization_id = d.organization_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id} and d.attempts = ${attempt}
      and d.state = 'queued' and d.leased_until is not null
    for update of d`
  return paper ?? null
}

interface Result {
  state: 'read' | 'refused'
  order_id: string | null
  problems: readonly Problem[]
  reading: PaperReading | null
  page_count: number | null
  layout: string | null
}

const writeResult = (sql: Sql, { organization_id, document_id }: ReadingJob, result: Result) => sql`
  update order_documents set state = ${result.state}, order_id = ${result.order_id}, next_attempt_at = null,
    leased_until = null, ended_at = now(), read_at = now(), page_count = ${result.page_count}, layout = ${result.layout},
    line_count = ${result.reading?.lines.length ?? null},
    matched_line_count = ${result.reading?.lines.filter(({ variant_id }) => variant_id !== null).length ?? null},
    problems = ${JSON.stringify(result.problems)}::text::jsonb,
    reading = ${result.reading === null ? null : JSON.stringify(result.reading)}::text::jsonb
  where organization_id = ${organization_id} and document_id = ${document_id}`

async function refusePaper(
  sql: Sql,
  job: ReadingJob,
  paper: Paper & { now: string },
  result: Omit<Result, 'state' | 'order_id'>,
) {
  await writeResult(sql, job, { ...result, state: 'refused', order_id: null })
  const { length } = result.problems
  const sentence = `${paper.file_name} was not taken over as an order: ${result.problems[0]!.sentence}${length > 1 ? ` There are ${length - 1} more reasons.` : ''}`
  const subject = { type: documentSubject, id: job.document_id }
  await openExceptions(sql, job.organization_id, new Date(paper.now).toISOString(), [
    { kind: 'document_unreadable', severity: 'warning', subject, sentence },
  ])
}

/** false where the orders of the account refuse the draft, with the reason among the problems. */
async function tryDraft(
  sql: Sql,
  context: WriteContext,
  { job, paper }: { job: ReadingJob; paper: Paper },
  read: Reading,
  result: { reading: PaperReading; problems: Problem[]; page_count: number | null; layout: string },
): Promise<boolean> {
  const { reading, problems } = result
  const draft = { header: headerOf(read), lines: draftLines(reading) }
  try {
    await createDraft(sql, context, { ...paper, problems: [] }, draft, (order_id) =>
      writeResult(sql, job, { ...result, state: 'read', order_id }),
    )
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push({ code: 'order_refused', line_number: null, sentence: error.desc })
    return false
  }
}

/** null: an account that takes no orders any more, which is a reason of its own. */
async function findPaperAccount(sql: Sql, context: WriteContext, paper: Paper, problems: Problem[]) {
  try {
    return await readPaperAccount(sql, context, paper)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push({ code: 'order_refused', line_number: null, sentence: error.desc })
    return null
  }
}

/** Prices of the account's list, where a price of the paper has several readings. */
async function readListPrices(
  sql: Sql,
  { organization_id, time_zone, now }: WriteContext,
  { lines }: Reading,
  { variants }: Candidates,
  list: { price_list_id: string | null; currency: string },
): Promise<ReadonlyMap<string, number>> {
  if (lines.every(({ price_readings }) => price_readings.length === 0)) return new Map()
  const named = { ids: variants.map(({ variant_id }) => variant_id), skus: [] }
  const rows = await readVariants(sql, organization_id, named, { ...list, day: dayInTimeZone(time_zone, now) })
  return new Map(
    rows.flatMap(({ variant_id, list_price_cents: cents }) => (cents === null ? [] : [[variant_id, cents]])),
  )
}

async function writeOrder(
  sql: Sql,
  context: WriteContext,
  { job, paper }: { job: ReadingJob; paper: Paper & { now: string } },
  stated: Reading,
): Promise<void> {
  const { organization_id } = job
  const { trading_partner_id } = paper
  const refused: Problem[] = []
  const account = await findPaperAccount(sql, context, paper, refused)
  const currency = account?.currency ?? context.currency
  const corrections = await readLearned(sql, organization_id, trading_partner_id, stated)
  const { reading: read, learned } = withLearnedDates(stated, corrections)
  const candidates = await readCandidates(sql, organization_id, trading_partner_id, read, corrections.variants)
  const list = { price_list_id: account?.price_list_id ?? null, currency }
  const list_prices = await readListPrices(sql, context, read, candidates, list)
  const matched = matchLines(read, { ...candidates, list_prices })
  const header = {
    currency,
    duplicate: await findDuplicate(sql, organization_id, trading_partner_id, headerOf(read).reference),
  }
  const problems = [...matched.problems, ...refused, ...headerProblems(read, header)]
  const reading = shapeReading(read, matched, learned)
  const result = { reading, problems, page_count: read.page_count, layout: layoutOf(stated) }
  const isDrafted = problems.length === 0 && (await tryDraft(sql, context, { job, paper }, read, result))
  if (!isDrafted) await refusePaper(sql, job, paper, result)
}

/** A paper for a further order of the file; null where an earlier filing of the file became one. */
async function addPart(sql: Sql, job: ReadingJob, part_number: number): Promise<string | null> {
  const { organization_id, document_id } = job
  const id = uuidv7()
  const { count } = await sql`
    insert into order_documents (organization_id, document_id, trading_partner_id, sales_channel_id, location_id,
      file_name, format, byte_count, sha256, state, filed_by, filed_at, part_of, part_number)
    select organization_id, ${id}, trading_partner_id, sales_channel_id, location_id, file_name, format, byte_count,
      sha256, 'refused', filed_by, filed_at, document_id, ${part_number}
    from order_documents d
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}
      and not exists (
        select from order_documents e
        where e.organization_id = ${organization_id} and e.trading_partner_id = d.trading_partner_id
          and e.sha256 = d.sha256 and e.part_number = ${part_number} and e.state in ('queued', 'read', 'taken'))`
  return count === 0 ? null : id
}

/** false: the attempt no longer counts. */
export async function writeReading(sql: Sql, job: ReadingJob, read: Reading | PaperFault): Promise<boolean> {
  const paper = await lockPaper(sql, job)
  if (paper === null) return false
  if (read instanceof PaperFault) {
    const problems: Problem[] = [{ code: read.code, line_number: null, sentence: read.sentence }]
    await refusePaper(sql, job, paper, { problems, reading: null, page_count: null, layout: null })
    return true
  }
  const { organization_id } = job
  const { currency, time_zone } = paper
  const now = new Date(paper.now).toISOString()
  const context: WriteContext = { organization_id, now, actor: 'service:order_documents', currency, time_zone }
  for (const [i, part] of splitOrders(read).entries()) {
    const document_id = i === 0 ? job.document_id : await addPart(sql, job, i + 1)
    if (document_id === null) continue
    await writeOrder(sql, context, { job: { ...job, document_id }, paper: { ...paper, document_id } }, part)
  }
  return true
}
