/**
 * Reads what an order has left to invoice, and writes an invoice. The order's row is locked by the caller. What was credited
 * because a shipment was voided is billed again once the units ship.
 */
import { invoice_lines, invoices } from '../../../db/schema/selling/fulfilments.ts'
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { readDiscountsOfGoods } from '../edi_orders/order_terms.ts'
import type { BillableLine, BillableOrder, ComposedLine } from './rules.ts'

const orderColumns = selection(sales_orders, 'o', ['currency', 'freight_cents::float8', 'freight_tax_cents::float8'])
const lineColumns = selection(order_lines, 'l', [
  'line_id',
  'variant_id',
  'buyer_sku',
  'quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'unit_price_cents::float8',
  'discount_cents::float8',
  'tax_cents::float8',
  'invoiced_quantity',
])

type SelectedOrder = RowOf<typeof orderColumns> & {
  terms: string | null
  invoiced_tax_cents: number
  invoiced_freight_cents: number
}

const selectOrder = (sql: Sql, organization_id: string, order_id: string) => sql<SelectedOrder[]>`
  select ${orderColumns}, coalesce(o.terms, p.payment_terms) as terms, b.invoiced_tax_cents, b.invoiced_freight_cents
  from sales_orders o
  left join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  cross join lateral (
    select coalesce(sum(d.tax_cents), 0)::float8 as invoiced_tax_cents,
      coalesce(sum(d.freight_cents), 0)::float8 as invoiced_freight_cents
    from (
      select i.tax_cents, i.freight_cents from invoices i
      where i.organization_id = ${organization_id} and i.order_id = o.order_id and i.state = 'issued'
      union all
      select -c.tax_cents, -c.freight_cents from credit_notes c
      where c.organization_id = ${organization_id} and c.order_id = o.order_id and c.kind = 'void'
    ) d
  ) b
  where o.organization_id = ${organization_id} and o.order_id = ${order_id}`

const selectLines = (sql: Sql, organization_id: string, order_id: string) => sql<
  (RowOf<typeof lineColumns> & { invoiced_discount_cents: number; historical_quantity: number })[]
>`
  select ${lineColumns}, d.invoiced_discount_cents, h.historical_quantity
  from order_lines l
  cross join lateral (
    select coalesce(sum(b.discount_cents), 0)::float8 as invoiced_discount_cents
    from (
      select n.discount_cents from invoice_lines n
      join invoices i on i.organization_id = ${organization_id} and i.invoice_id = n.invoice_id
      where n.organization_id = ${organization_id} and n.order_line_id = l.line_id and i.state = 'issued'
      union all
      select -k.discount_cents from credit_note_lines k
      join credit_notes c on c.organization_id = ${organization_id} and c.credit_note_id = k.credit_note_id
      where k.organization_id = ${organization_id} and k.order_line_id = l.line_id and c.kind = 'void'
    ) b
  ) d
  cross join lateral (
    select coalesce(sum(t.quantity), 0)::float8 as historical_quantity
    from fulfilment_lines t
    join fulfilments f on f.organization_id = ${organization_id} and f.fulfilment_id = t.fulfilment_id
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id and f.is_historical
  ) h
  where l.organization_id = ${organization_id} and l.order_id = ${order_id}
  order by l.line_number`

export async function readBillable(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<BillableOrder & { terms: string | null }> {
  const [[order], lines] = await Promise.all([
    selectOrder(sql, organization_id, order_id),
    selectLines(sql, organization_id, order_id),
  ])
  const isOver = lines.some(({ fulfilled_quantity, quantity }) => fulfilled_quantity > quantity)
  const ofGoods = isOver ? await readDiscountsOfGoods(sql, organization_id, order_id) : new Map<string, number>()
  const billable = lines.map((line) => ({ ...line, discount_of_goods_cents: ofGoods.get(line.line_id) ?? 0 }))
  return { ...order!, lines: billable satisfies readonly BillableLine[] }
}

const invoiceRows = recordset(invoices, [
  'invoice_year',
  'invoice_number',
  'name',
  'order_id',
  'trading_partner_id',
  'currency',
  'terms',
  'issued_at',
  'issued_on',
  'due_on',
  'parties',
  'tax_cents',
  'freight_cents',
  'total_cents',
  'created_by',
])
export type NewInvoice = RecordsetRow<typeof invoiceRows>

const lineRows = recordset(invoice_lines, [
  'line_number',
  'order_line_id',
  'variant_id',
  'buyer_sku',
  'quantity',
  'unit_price_cents',
  'discount_cents',
  'amount_cents',
])

/** Writes the invoice and counts its units on the lines of the order; returns its id. */
export async function insertInvoice(
  sql: Sql,
  organization_id: string,
  invoice: NewInvoice,
  lines: readonly ComposedLine[],
): Promise<number> {
  const [inserted] = await sql<{ invoice_id: number }[]>`
    insert into invoices (organization_id, ${invoiceRows.names}, state, created_at)
    select ${organization_id}, ${invoiceRows.values}, 'issued', n.issued_at from ${invoiceRows.from([invoice])}
    returning invoice_id::float8 as invoice_id`
  const { invoice_id } = inserted!
  await sql`
    insert into invoice_lines (organization_id, invoice_id, ${lineRows.names})
    select ${organization_id}, ${invoice_id}, ${lineRows.values}
    from ${lineRows.from(lines.map((line, i) => ({ ...line, line_number: i + 1 })))} order by n.line_number`
  await countInvoiced(sql, organization_id, invoice_id, 1)
  return invoice_id
}

/** Adds the units of the invoice to the invoiced units of its order lines, or takes them away. */
export const countInvoiced = (sql: Sql, organization_id: string, invoice_id: number, sign: 1 | -1) => sql`
  update order_lines l set invoiced_quantity = l.invoiced_quantity + ${sign}::int * n.quantity
  from invoice_lines n
  where n.organization_id = ${organization_id} and n.invoice_id = ${invoice_id}
    and l.organization_id = ${organization_id} and l.line_id = n.order_line_id`
