/** What of invoices can still be credited. The order's row is locked by the caller. */
import { invoice_lines, invoices } from '../../../db/schema/selling/fulfilments.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { CreditableInvoice } from './credit.rules.ts'

const invoiceColumns = selection(invoices, 'i', ['invoice_id::float8', 'name', 'currency'])
type SelectedInvoice = RowOf<typeof invoiceColumns> &
  Omit<CreditableInvoice, 'invoice_id' | 'name' | 'currency' | 'lines'>

const lineColumns = selections(
  selection(invoice_lines, 'l', [
    'invoice_id::float8',
    'line_number as invoice_line_number',
    'order_line_id',
    'variant_id',
    'quantity',
    'unit_price_cents::float8',
    'amount_cents::float8',
  ]),
  selection(variants, 'v', ['sku']),
)
type SelectedLine = RowOf<typeof lineColumns> & { credited_units: number; credited_cents: number }

/** Invoices of the order that are not void, oldest first, with what credit notes in force have credited of them. */
export async function readCreditable(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<CreditableInvoice[]> {
  const [rows, lines] = await Promise.all([
    sql<SelectedInvoice[]>`
      select ${invoiceColumns}, coalesce(i.tax_cents, 0)::float8 as tax_cents,
        coalesce(i.freight_cents, 0)::float8 as freight_cents, c.credited_tax_cents, c.credited_freight_cents
      from invoices i
      cross join lateral (
        select coalesce(sum(n.tax_cents), 0)::float8 as credited_tax_cents,
          coalesce(sum(n.freight_cents), 0)::float8 as credited_freight_cents
        from credit_notes n
        where n.organization_id = ${organization_id} and n.invoice_id = i.invoice_id and n.state = 'issued'
      ) c
      where i.organization_id = ${organization_id} and i.order_id = ${order_id} and i.state = 'issued'
      order by i.issued_at, i.invoice_id`,
    sql<SelectedLine[]>`
      select ${lineColumns}, c.credited_units, c.credited_cents
      from invoices i
      join invoice_lines l on l.organization_id = ${organization_id} and l.invoice_id = i.invoice_id
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      cross join lateral (
        select coalesce(sum(k.quantity), 0)::float8 as credited_units,
          coalesce(sum(k.amount_cents), 0)::float8 as credited_cents
        from credit_note_lines k
        join credit_notes n on n.organization_id = ${organization_id} and n.credit_note_id = k.credit_note_id
        where k.organization_id = ${organization_id} and k.invoice_id = l.invoice_id
          and k.invoice_line_number = l.line_number and n.state = 'issued'
      ) c
      where i.organization_id = ${organization_id} and i.order_id = ${order_id} and i.state = 'issued'
      order by l.invoice_id, l.line_number`,
  ])
  const linesOf = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  return rows.map((row) => ({ ...row, lines: linesOf.get(row.invoice_id) ?? [] }))
}

/** Names of credit notes in force: those that a return has, or allowances on lines of an order. */
export const readNamesOf = (
  sql: Sql,
  organization_id: string,
  of: { return_id: number } | { allowances_of: string },
) => sql<{ credit_note_id: string; name: string }[]>`
  select c.credit_note_id, c.name from credit_notes c
  where c.organization_id = ${organization_id} and c.state = 'issued'
    and ${'return_id' in of ? sql`c.return_id = ${of.return_id}` : sql`c.order_id = ${of.allowances_of} and c.kind = 'allowance'`}
  order by c.credit_year, c.credit_number`

/**
 * Net sales of a wholesale order: what shipped, less what refunds, units that arrived and credit notes have taken off. A
 * credit note takes off no more than that.
 */
export async function readNetSales(sql: Sql, organization_id: string, order_id: string): Promise<number> {
  const [row] = await sql<{ net_cents: number }[]>`
    select (s.cents - r.cents - a.cents - c.cents)::float8 as net_cents
    from (
      select coalesce(sum(n.gross_sales_cents - n.discounts_cents), 0) as cents
      from fulfilments f
      join fulfilment_lines n on n.organization_id = ${organization_id} and n.fulfilment_id = f.fulfilment_id
      where f.organization_id = ${organization_id} and f.order_id = ${order_id}
    ) s
    cross join (
      select coalesce(sum(n.amount_cents), 0) as cents
      from refunds f
      join refund_lines n on n.organization_id = ${organization_id} and n.refund_id = f.refund_id
      where f.organization_id = ${organization_id} and f.order_id = ${order_id}
    ) r
    cross join (
      select coalesce(sum(n.value_cents), 0) as cents
      from returns b
      join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = b.return_id
      where b.organization_id = ${organization_id} and b.order_id = ${order_id}
    ) a
    cross join (
      select coalesce(sum(n.amount_cents), 0) as cents
      from credit_notes k
      join credit_note_lines n on n.organization_id = ${organization_id} and n.credit_note_id = k.credit_note_id
      where k.organization_id = ${organization_id} and k.order_id = ${order_id} and k.state = 'issued'
        and k.kind <> 'void'
    ) c`
  return row!.net_cents
}

/** What credit notes in force credit of a return, in cents. */
export async function readCreditedCents(sql: Sql, organization_id: string, return_id: number): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum(c.total_cents), 0)::float8 as cents from credit_notes c
    where c.organization_id = ${organization_id} and c.return_id = ${return_id} and c.state = 'issued'`
  return row!.cents
}
