/** Reads invoices as every operation shows them: three statements for any number of invoices. */
import { edi_documents } from '../../../db/schema/wholesale/edi.ts'
import { invoice_lines, invoices } from '../../../db/schema/selling/fulfilments.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { money } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { boundAccount, type OrderReader } from '../orders/order.store.ts'
import { readApart } from '../edi_orders/apart.store.ts'
import type { Invoice } from './model.ts'

const invoiceColumns = selections(
  selection(invoices, 'i', [
    'invoice_id::float8',
    'name',
    'state',
    'issued_at',
    'issued_on',
    'due_on',
    'currency',
    'terms',
    'parties',
    'tax_cents::float8',
    'freight_cents::float8',
    'total_cents::float8',
    'trading_partner_id',
    'order_id',
    'created_by',
    'voided_at',
    'voided_by',
    'void_reason',
    'ledger_state',
    'ledger_name',
    'ledger_external_id',
    'ledger_external_url',
    'ledger_sentence',
    'ledger_posted_at',
  ]),
  selection(trading_partners, 'p', ['name as account_name']),
  selection(sales_orders, 'o', ['name as order_name']),
)
/** The 810 of the invoice, the latest if it was made again. */
const documentColumns = selection(edi_documents, 'd', [
  'document_id::float8',
  'state as document_state',
  'sentence as document_sentence',
  'sent_at',
])
type SelectedInvoice = RowOf<typeof invoiceColumns> & OuterRowOf<typeof documentColumns>

const selectInvoices = (sql: Sql, organization_id: string, ids: readonly number[]) => sql<SelectedInvoice[]>`
  select ${invoiceColumns}, ${documentColumns}
  from invoices i
  join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = i.trading_partner_id
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = i.order_id
  left join lateral (
    select n.* from edi_documents n
    where n.organization_id = ${organization_id} and n.invoice_id = i.invoice_id and n.document_type = '810'
    order by n.created_at desc, n.document_id desc limit 1
  ) d on true
  where i.organization_id = ${organization_id} and i.invoice_id = any(${[...ids]}::bigint[])`

const lineColumns = selections(
  selection(invoice_lines, 'l', [
    'invoice_id::float8',
    'line_number',
    'order_line_id as line_item_id',
    'variant_id',
    'buyer_sku',
    'quantity',
    'unit_price_cents::float8',
    'discount_cents::float8',
    'amount_cents::float8',
  ]),
  selection(variants, 'v', ['sku']),
)
type SelectedLine = RowOf<typeof lineColumns>

const selectLines = (sql: Sql, organization_id: string, ids: readonly number[]) => sql<SelectedLine[]>`
  select ${lineColumns}
  from invoice_lines l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.invoice_id = any(${[...ids]}::bigint[])
  order by l.invoice_id, l.line_number limit ${limits.invoice_page_lines_max + 1}`

const ledgerSentences: Record<string, string> = {
  not_connected: 'No accounting system is connected.',
  queued: 'Waiting to be posted to the accounting system.',
  posted: 'Posted to the accounting system.',
  failed: 'The accounting system has not accepted the invoice.',
}

/** An 810 that has left cannot be taken back: the account must hear of the void by other means. */
function networkSentence({ state, document_state, document_sentence }: SelectedInvoice): string {
  if (document_sentence === null) return 'The invoice is not sent over EDI.'
  const hasLeft = document_state !== 'withdrawn' && document_state !== 'failed' && document_state !== 'rejected'
  return state === 'void' && hasLeft
    ? `${document_sentence} The invoice was voided later; tell the account, since an 810 cannot be taken back.`
    : document_sentence
}

function shapeLine(line: SelectedLine, currency: string): Invoice['lines'][number] {
  const { line_number, line_item_id, variant_id, sku, buyer_sku, quantity } = line
  return {
    line_number,
    line_item_id,
    variant_id,
    sku,
    buyer_sku,
    quantity,
    unit_price: money(line.unit_price_cents, currency, ''),
    discount: money(line.discount_cents, currency, ''),
    amount: money(line.amount_cents, currency, ''),
  }
}

function shapeInvoice(
  row: SelectedInvoice,
  lines: readonly SelectedLine[],
  apart: ReadonlyMap<string, string[]>,
): Invoice {
  const { currency } = row
  return {
    invoice_id: row.invoice_id,
    name: row.name,
    state: row.state,
    issued_at: row.issued_at,
    issued_on: row.issued_on,
    due_on: row.due_on,
    currency,
    terms: row.terms,
    parties: row.parties,
    tax: money(row.tax_cents, currency, 'No tax was supplied.'),
    freight: money(row.freight_cents, currency, 'No freight was supplied.'),
    total: money(row.total_cents, currency, ''),
    allowances_apart: apart.get(row.order_id) ?? [],
    account: { name: row.account_name, trading_partner_id: row.trading_partner_id },
    order: { name: row.order_name, order_id: row.order_id },
    created_by: row.created_by,
    voided_at: row.voided_at,
    voided_by: row.voided_by,
    void_reason: row.void_reason,
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
    lines: lines.map((line) => shapeLine(line, currency)),
  }
}

/** In the order of the ids; refuses a page with too many lines, which only a list can ask for. */
export async function readInvoices(sql: Sql, organization_id: string, ids: readonly number[]): Promise<Invoice[]> {
  if (ids.length === 0) return []
  const [rows, lines, apart] = await Promise.all([
    selectInvoices(sql, organization_id, ids),
    selectLines(sql, organization_id, ids),
    readApart(
      sql,
      organization_id,
      sql`select distinct i.order_id from invoices i
        where i.organization_id = ${organization_id} and i.invoice_id = any(${[...ids]}::bigint[])`,
    ),
  ])
  if (lines.length > limits.invoice_page_lines_max)
    refuseField('limit', `must be lower: the page has more than ${limits.invoice_page_lines_max} invoice lines`)
  const byId = new Map(rows.map((row) => [row.invoice_id, row]))
  const linesOf = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [shapeInvoice(row, linesOf.get(id) ?? [], apart)]
  })
}

/** Refuses an unknown id, and to a key of one account an invoice of another. */
export async function readInvoice(sql: Sql, caller: OrderReader, invoice_id: number): Promise<Invoice> {
  const [invoice] = await readInvoices(sql, caller.organization_id, [invoice_id])
  const bound = boundAccount(caller)
  if (invoice === undefined || (bound !== null && invoice.account.trading_partner_id !== bound))
    refuse('invoice_not_on_file')
  return invoice
}
