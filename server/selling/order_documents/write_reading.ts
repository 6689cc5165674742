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
import { findDuplicate } from '../orders/order_questions.ts'
import { createDraft, readPaperAccount } from './draft_order.ts'
import { matchLines } from './matching.rules.ts'
import { readCandidates } from './matching.store.ts'
import type { PaperReading } from './model.ts'
import { draftLines, headerOf, headerProblems, shapeReading } from './paper.rules.ts'
import type { ReadingJob } from './queue.store.ts'
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
}

const writeResult = (sql: Sql, { organization_id, document_id }: ReadingJob, result: Result) => sql`
  update order_documents set state = ${result.state}, order_id = ${result.order_id}, next_attempt_at = null,
    leased_until = null, ended_at = now(), read_at = now(), page_count = ${result.page_count},
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
  result: { reading: PaperReading; problems: Problem[]; page_count: number | null },
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

/** Currency of the account's orders. An account that takes no orders any more is a reason of its own. */
async function accountCurrency(sql: Sql, context: WriteContext, paper: Paper, problems: Problem[]): Promise<string> {
  try {
    return (await readPaperAccount(sql, context, paper)).currency ?? context.currency
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push({ code: 'order_refused', line_number: null, sentence: error.desc })
    return context.currency
  }
}

/** false: the attempt no longer counts. */
export async function writeReading(sql: Sql, job: ReadingJob, read: Reading | PaperFault): Promise<boolean> {
  const paper = await lockPaper(sql, job)
  if (paper === null) return false
  if (read instanceof PaperFault) {
    const problems: Problem[] = [{ code: read.code, line_number: null, sentence: read.sentence }]
    await refusePaper(sql, job, paper, { problems, reading: null, page_count: null })
    return true
  }
  const { organization_id } = job
  const { currency, time_zone, trading_partner_id } = paper
  const now = new Date(paper.now).toISOString()
  const context: WriteContext = { organization_id, now, actor: 'service:order_documents', currency, time_zone }
  const matched = matchLines(read, await readCandidates(sql, organization_id, trading_partner_id, read))
  const problems = [...matched.problems]
  const header = {
    currency: await accountCurrency(sql, context, paper, problems),
    duplicate: await findDuplicate(sql, organization_id, trading_partner_id, headerOf(read).reference),
  }
  problems.push(...headerProblems(read, header))
  const reading = shapeReading(read, matched)
  const result = { reading, problems, page_count: read.page_count }
  const isDrafted = problems.length === 0 && (await tryDraft(sql, context, { job, paper }, read, result))
  if (!isDrafted) await refusePaper(sql, job, paper, result)
  return true
}
