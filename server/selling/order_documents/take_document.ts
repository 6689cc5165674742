import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { writeContext } from '../../records/write_context.ts'
import { Order } from '../orders/model.ts'
import { documentSubject, readOrderPaper, type WholeOrderPaper } from './document.store.ts'
import { findDuplicate } from '../orders/order_questions.ts'
import { createDraft, type DraftPaper } from './draft_order.ts'
import { OrderPaperPath, type PaperReading } from './model.ts'
import { type DraftLine, draftLines, headerOf } from './paper.rules.ts'
import type { Problem } from './reading/reading.ts'

interface Taken extends DraftPaper {
  state: string
  problems: Problem[]
}

/** Refused papers of one file wait for each other, so that only one of them becomes an order. */
async function lockFile(sql: Sql, organization_id: string, { row }: WholeOrderPaper): Promise<void> {
  const lock = `order paper ${organization_id} ${row.account.trading_partner_id} ${row.sha256}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
  const [same] = await sql<{ document_id: string; state: string }[]>`
    select document_id, state from order_documents
    where organization_id = ${organization_id} and trading_partner_id = ${row.account.trading_partner_id}
      and sha256 = ${row.sha256} and document_id <> ${row.document_id} and state in ('queued', 'read', 'taken')
      and part_number = (
        select part_number from order_documents
        where organization_id = ${organization_id} and document_id = ${row.document_id})`
  if (same !== undefined)
    refuse('conflict', {
      desc: 'The same file was filed again for the account, and is queued or has become an order.',
      data: { document_id: same.document_id, state: same.state },
    })
}

async function lockPaper(sql: Sql, organization_id: string, document_id: string): Promise<Taken> {
  const [paper] = await sql<Taken[]>`
    select trading_partner_id, sales_channel_id, location_id, state, problems from order_documents
    where organization_id = ${organization_id} and document_id = ${document_id}
    for update`
  return paper!
}

const stateWords: Record<string, string> = {
  queued: 'is not read yet',
  read: 'became an order when it was read',
  failed: 'could not be read; file it again',
  taken: 'was taken already',
}

/** Leaves out lines whose variant was archived, which no order can take. */
async function usableLines(sql: Sql, organization_id: string, reading: PaperReading): Promise<DraftLine[]> {
  const lines = draftLines(reading)
  const rows = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and variant_id = any(${lines.map(({ variant_id }) => variant_id)}::uuid[])
      and archived_at is null`
  const usable = new Set(rows.map(({ variant_id }) => variant_id))
  return lines.filter(({ variant_id }) => usable.has(variant_id))
}

async function openPoints(
  sql: Sql,
  organization_id: string,
  paper: Taken,
  reference: string | null,
): Promise<Problem[]> {
  const problems = paper.problems.filter(({ code }) => code !== 'order_duplicate')
  const duplicate = await findDuplicate(sql, organization_id, paper.trading_partner_id, reference)
  if (duplicate === null) return problems
  const sentence = `${duplicate} of this account already has the reference ${reference}.`
  return [...problems, { code: 'order_duplicate', line_number: null, sentence }]
}

export const takeOrderPaper = operation({
  id: 'orders.take_document',
  route: 'POST /api/v1/sales/orders/documents/{document_id}/take',
  summary: 'Take a refused order paper',
  desc: ({ name }) => `Order ${name} created from the paper; it is a draft.`,
  description:
    'Creates a draft sales order from a refused order paper: every line whose variant and quantity are known, as it was read. Each reason of the refusal becomes an open exception of the order, so that nothing is lost silently. Correct the draft and confirm it. Fails with `conflict` if the paper is not refused, if none of its lines can be ordered, or if the same file was filed again and is queued or has become an order.',
  capability: 'trading-partner connectivity',
  status: 201,
  params: OrderPaperPath,
  answer: Order,
  refusals: ['order_document_not_on_file', 'conflict'],
  conflict:
    'The document was not refused, has no line that can be ordered, or was filed again and is queued or has become an order.',
  emits: ['order.created', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { document_id }, now }) {
    const { organization_id } = caller
    const whole = await readOrderPaper(sql, caller, document_id)
    const { row } = whole
    await lockFile(sql, organization_id, whole)
    const paper = await lockPaper(sql, organization_id, row.document_id)
    if (paper.state !== 'refused')
      refuse('conflict', { desc: `${row.file_name} ${stateWords[paper.state]}.`, data: { state: paper.state } })
    const { reading } = whole
    const lines = reading === null ? [] : await usableLines(sql, organization_id, reading)
    if (reading === null || lines.length === 0)
      refuse('conflict', {
        desc: `${row.file_name} has no line that can be ordered. Create the order with POST /api/v1/sales/orders.`,
        data: { state: paper.state },
      })
    const context = writeContext(caller, now)
    const { actor } = context
    const header = headerOf({ values: reading.values, dates: reading })
    const problems = await openPoints(sql, organization_id, paper, header.reference)
    const order = await createDraft(
      sql,
      context,
      { ...paper, problems },
      { header, lines },
      (order_id) => sql`
        update order_documents set state = 'taken', order_id = ${order_id}, taken_by = ${actor}, taken_at = ${now}
        where organization_id = ${organization_id} and document_id = ${row.document_id}`,
    )
    const subject = { type: documentSubject, id: row.document_id }
    const settled = { kind: 'document_unreadable', subject, resolution: 'taken', resolved_by: actor } as const
    await resolveExceptions(sql, organization_id, now, settled)
    return order
  },
})
