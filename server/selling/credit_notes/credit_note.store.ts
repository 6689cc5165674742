/** Reads credit notes as every operation shows them: two statements for any number of them. */
import { credit_note_lines, credit_notes } from '../../../db/schema/selling/credit_notes.ts'
import { invoices } from '../../../db/schema/selling/fulfilments.ts'
import { returns } from '../../../db/schema/selling/returns.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { money } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { CreditNote } from './model.ts'

const noteColumns = selections(
  selection(credit_notes, 'c', [
    'credit_note_id',
    'name',
    'kind',
    'state',
    'reason',
    'issued_at',
    'issued_on',
    'currency',
    'tax_cents::float8',
    'freight_cents::float8',
    'total_cents::float8',
    'parties',
    'invoice_id::float8',
    'order_id',
    'trading_partner_id',
    'return_id::float8',
    'fulfilment_id',
    'created_by',
    'cancelled_at',
    'cancelled_on',
    'cancelled_by',
    'cancel_reason',
    'ledger_state',
    'ledger_name',
    'ledger_external_id',
    'ledger_external_url',
    'ledger_sentence',
    'ledger_posted_at',
  ]),
  selection(invoices, 'i', ['name as invoice_name']),
  selection(trading_partners, 'p', ['name as account_name']),
  selection(sales_orders, 'o', ['name as order_name']),
)
const returnColumns = selection(returns, 'r', ['name as return_name'])
/** The 810 of the credit note, the latest if it was made again. */
const documentColumns = selection(edi_documents, 'd', [
  'document_id::float8',
  'state as document_state',
  'sentence as document_sentence',
  'sent_at',
])
type SelectedNote = RowOf<typeof noteColumns> & OuterRowOf<typeof returnColumns> & OuterRowOf<typeof documentColumns>

const selectNotes = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedNote[]>`
  select ${noteColumns}, ${returnColumns}, ${documentColumns}
  from credit_notes c
  join invoices i on i.organization_id = ${organization_id} and i.invoice_id = c.invoice_id
  join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = c.trading_partner_id
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = c.order_id
  left join returns r on r.organization_id = ${organization_id} and r.return_id = c.return_id
  left join lateral (
    select n.* from edi_documents n
    where n.organization_id = ${organization_id} and n.credit_note_id = c.credit_note_id
    order by n.created_at desc, n.document_id desc limit 1
  ) d on true
  where c.organization_id = ${organization_id} and c.credit_note_id = any(${arrayLiteral(ids)}::uuid[])`

const lineColumns = selections(
  selection(credit_note_lines, 'l', [
    'credit_note_id',
    'line_number',
    'invoice_line_number',
    'order_line_id as line_item_id',
    'variant_id',
    'return_line_id',
    'quantity',
    'unit_price_cents::float8',
    'discount_cents::float8',
    'amount_cents::float8',
    'tax_cents::float8',
  ]),
  selection(variants, 'v', ['sku']),
)
type SelectedLine = RowOf<typeof lineColumns>

const selectLines = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedLine[]>`
  select ${lineColumns}
  from credit_note_lines l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.credit_note_id = any(${arrayLiteral(ids)}::uuid[])
  order by l.credit_note_id, l.line_number`

const ledgerSentences: Record<string, string> = {
  not_connected: 'No accounting system is connected.',
  queued: 'Waiting to be posted to the accounting system.',
  posted: 'Posted to the accounting system.',
  failed: 'The accounting system has not accepted the credit note.',
}

/** An 810 that has left cannot be taken back: the account must hear of the cancellation by other means. */
function networkSentence({ state, document_state, document_sentence }: SelectedNote): string {
  if (document_sentence === null) return 'The credit note is not sent over EDI.'
  const hasLeft = document_state !== 'withdrawn' && document_state !== 'failed' && document_state !== 'rejected'
  return state === 'cancelled' && hasLeft
    ? `${document_sentence} The credit note was cancelled later; tell the account, since an 810 cannot be taken back.`
    : document_sentence
}

const shapeLine = (
  { credit_note_id: _id, unit_price_cents, discount_cents, amount_cents, tax_cents, ...line }: SelectedLine,
  currency: string,
): CreditNote['lines'][number] => ({
  line_number: line.line_number,
  invoice_line_number: line.invoice_line_number,
  line_item_id: line.line_item_id,
  variant_id: line.variant_id,
  sku: line.sku,
  return_line_id: line.return_line_id,
  quantity: line.quantity,
  unit_price: money(unit_price_cents, currency, 'An allowance has no unit price.'),
  discount: money(discount_cents, currency, ''),
  amount: money(amount_cents, currency, ''),
  tax: money(tax_cents, currency, ''),
})

const shapeNote = (row: SelectedNote, lines: readonly SelectedLine[]): CreditNote => ({
  credit_note_id: row.credit_note_id,
  name: row.name,
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  issued_at: row.issued_at,
  issued_on: row.issued_on,
  currency: row.currency,
  tax: money(row.tax_cents, row.currency, ''),
  freight: money(row.freight_cents, row.currency, ''),
  total: money(row.total_cents, row.currency, ''),
  parties: row.parties,
  invoice: { invoice_id: row.invoice_id, name: row.invoice_name },
  account: { name: row.account_name, trading_partner_id: row.trading_partner_id },
  order: { name: row.order_name, order_id: row.order_id },
  return: row.return_id === null ? null : { id: row.return_id, name: row.return_name! },
  shipment_id: row.fulfilment_id,
  created_by: row.created_by,
  cancelled_at: row.cancelled_at,
  cancelled_on: row.cancelled_on,
  cancelled_by: row.cancelled_by,
  cancel_reason: row.cancel_reason,
  ledger: {
    state: row.ledger_state,
    sentence: row.ledger_sentence ?? ledgerSentences[row.ledger_state]!,
    ledger: row.ledger_name,
    external_id: row.ledger_external_id,
    external_url: row.ledger_external_url,
    posted_at: row.ledger_posted_at,
  },
  edi: {
    state: row.document_state ?? 'not_connected',
    sentence: networkSentence(row),
    document_id: row.document_id,
    sent_at: row.sent_at,
  },
  lines: lines.map((line) => shapeLine(line, row.currency)),
})

/** In the order of the ids. */
export async function readCreditNotes(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<CreditNote[]> {
  if (ids.length === 0) return []
  const [rows, lines] = await Promise.all([
    selectNotes(sql, organization_id, ids),
    selectLines(sql, organization_id, ids),
  ])
  const byId = new Map(rows.map((row) => [row.credit_note_id, row]))
  const linesOf = Map.groupBy(lines, ({ credit_note_id }) => credit_note_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [shapeNote(row, linesOf.get(id) ?? [])]
  })
}

export async function readCreditNote(sql: Sql, organization_id: string, credit_note_id: string): Promise<CreditNote> {
  const [note] = await readCreditNotes(sql, organization_id, [credit_note_id])
  return note ?? refuse('not_found', { desc: 'No credit note of this organisation has that id.' })
}
