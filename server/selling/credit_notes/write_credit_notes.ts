/** Issues and cancels credit notes, and counts them in sales. The order's row is locked by the caller. */
import { uuidv7 } from 'uuidv7'
import { credit_note_lines, credit_notes } from '../../../db/schema/selling/credit_notes.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { amountIn } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { queueCreditMemos, withdrawCreditMemos } from '../edi_orders/outbound/queue_credit_memo.ts'
import { takeDocumentNumbers } from '../document_numbers.store.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { readParties } from '../parties/parties.store.ts'
import { freeOverpaid } from '../payments/free_allocations.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import { refundedReturn, type SalesPart } from '../sales_facts/sales_figures.rules.ts'
import { queueCreditPostings } from './accounting/postings.store.ts'
import { type ComposedCredit, creditNoteName } from './credit.rules.ts'
import { readNetSales } from './creditable.store.ts'
import type { creditNoteKinds } from '../known_values.ts'

export interface CreditContext {
  organization_id: string
  actor: string
  now: string
  /** The day of `now` in the organisation's time zone. */
  today: string
}

interface Cause {
  kind: (typeof creditNoteKinds)[number]
  reason: string
  return_id: number | null
  fulfilment_id: string | null
  /** The location on which it counts; null for that of the order's first shipment. */
  location_id: string | null
}

const noteRows = recordset(credit_notes, [
  'credit_note_id',
  'credit_year',
  'credit_number',
  'name',
  'kind',
  'invoice_id',
  'order_id',
  'trading_partner_id',
  'return_id',
  'fulfilment_id',
  'currency',
  'reason',
  'issued_at',
  'issued_on',
  'sales_channel_id',
  'location_id',
  'tax_cents',
  'freight_cents',
  'total_cents',
  'parties',
  'created_by',
])

const lineRows = recordset(credit_note_lines, [
  'credit_note_id',
  'line_number',
  'invoice_id',
  'invoice_line_number',
  'order_line_id',
  'variant_id',
  'return_id',
  'return_line_id',
  'quantity',
  'unit_price_cents',
  'discount_cents',
  'amount_cents',
  'tax_cents',
])

/** Wholesale sales count where a shipment left, and so does an allowance on them. */
async function locationOf(sql: Sql, organization_id: string, { order_id, location_id }: LockedOrder): Promise<string> {
  const [row] = await sql<{ location_id: string }[]>`
    select location_id from fulfilments
    where organization_id = ${organization_id} and order_id = ${order_id} order by shipped_at, fulfilment_id limit 1`
  return row?.location_id ?? location_id!
}

/** Refuses a credit beyond what the order has left in sales: units that arrived, and refunds, took it off already. */
async function checkNetSales(
  sql: Sql,
  { organization_id }: CreditContext,
  { order_id, name, currency }: LockedOrder,
  credits: readonly ComposedCredit[],
): Promise<void> {
  const amount = credits.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + line.amount_cents, 0), 0)
  const left_cents = Math.max(await readNetSales(sql, organization_id, order_id), 0)
  if (amount > left_cents)
    refuse('conflict', {
      desc: `The credit is ${amountIn(amount, currency)} ${currency} before tax and freight, and ${amountIn(left_cents, currency)} ${currency} is left of ${name} after what came back, was refunded or was credited.`,
      data: { reason: 'credited', left_cents },
    })
}

/** Issues a credit note for each invoice; returns their ids. What a void credits has left sales with the shipment. */
export async function issueCreditNotes(
  sql: Sql,
  context: CreditContext,
  order: LockedOrder,
  cause: Cause,
  credits: readonly ComposedCredit[],
): Promise<string[]> {
  const { organization_id, actor, now, today } = context
  if (cause.kind !== 'void') await checkNetSales(sql, context, order, credits)
  const parties = await readParties(sql, organization_id, order.order_id)
  const location_id = cause.location_id ?? (await locationOf(sql, organization_id, order))
  const credit_year = Number(today.slice(0, 4))
  const numbers = await takeDocumentNumbers(sql, organization_id, {
    document_type: 'credit_note',
    year: credit_year,
    count: credits.length,
  })
  const notes = credits.map(({ lines, ...credit }, i) => {
    const credit_number = numbers[i]!
    return {
      lines,
      note: {
        ...credit,
        ...cause,
        credit_note_id: uuidv7(),
        credit_year,
        credit_number,
        name: creditNoteName(credit_year, credit_number),
        order_id: order.order_id,
        trading_partner_id: order.trading_partner_id!,
        currency: order.currency,
        issued_at: now,
        issued_on: today,
        sales_channel_id: order.sales_channel_id,
        location_id,
        parties,
        created_by: actor,
      },
    }
  })
  await sql`
    insert into credit_notes (organization_id, ${noteRows.names}, state, created_at)
    select ${organization_id}, ${noteRows.values}, 'issued', n.issued_at
    from ${noteRows.from(notes.map(({ note }) => note))}`
  const lines = notes.flatMap(({ lines: all, note: { credit_note_id, invoice_id, return_id } }) =>
    all.map((line, i) => ({
      ...line,
      credit_note_id,
      invoice_id,
      line_number: i + 1,
      return_id: line.return_line_id === null ? null : return_id,
    })),
  )
  await sql`
    insert into credit_note_lines (organization_id, ${lineRows.names})
    select ${organization_id}, ${lineRows.values} from ${lineRows.from(lines)}`
  const ids = notes.map(({ note }) => note.credit_note_id)
  if (cause.kind !== 'void') await countInSales(sql, organization_id, ids, today, 1)
  await freeOverpaid(
    sql,
    context,
    notes.map(({ note }) => note.invoice_id),
  )
  await queueCredits(sql, context, order, ids)
  return ids
}

/** What others hear of them: the accounting system, and an account that takes an 810. */
async function queueCredits(
  sql: Sql,
  { organization_id, now }: CreditContext,
  order: LockedOrder,
  ids: readonly string[],
): Promise<void> {
  await queueCreditPostings(sql, organization_id, ids)
  const { trading_partner_id, ...rest } = order
  await queueCreditMemos(sql, { organization_id, now }, { ...rest, trading_partner_id: trading_partner_id! }, ids)
}

const countedColumns = selection(credit_notes, 'c', ['sales_channel_id', 'location_id', 'currency'])
const countedLineColumns = selection(credit_note_lines, 'l', [
  'variant_id',
  'amount_cents::float8',
  'tax_cents::float8',
])

/** Takes the money of credit notes off the sales of a day, or counts it back. */
async function countInSales(sql: Sql, organization_id: string, ids: readonly string[], day: string, sign: 1 | -1) {
  const rows = await sql<(RowOf<typeof countedColumns> & RowOf<typeof countedLineColumns>)[]>`
    select ${countedColumns}, ${countedLineColumns}
    from credit_note_lines l
    join credit_notes c on c.organization_id = ${organization_id} and c.credit_note_id = l.credit_note_id
    where l.organization_id = ${organization_id} and l.credit_note_id = any(${arrayLiteral(ids)}::uuid[])`
  const parts = rows.map(({ amount_cents, tax_cents, ...key }): SalesPart =>
    refundedReturn({ ...key, day }, { amount_cents: sign * amount_cents, tax_cents: sign * tax_cents }),
  )
  await addSales(sql, organization_id, parts)
}

/** Withdraws credit notes in force on the current day. Their numbers stay. */
export async function cancelCreditNotes(
  sql: Sql,
  { organization_id, actor, now, today }: CreditContext,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update credit_notes set state = 'cancelled', cancelled_at = ${now}::timestamptz, cancelled_on = ${today}::date,
      cancelled_by = ${actor}, cancel_reason = ${reason}
    where organization_id = ${organization_id} and credit_note_id = any(${arrayLiteral(ids)}::uuid[])`
  await countInSales(sql, organization_id, ids, today, -1)
  await queueCreditPostings(sql, organization_id, ids)
  await withdrawCreditMemos(sql, organization_id, ids)
}
