/** Invoices in short, as orders and customers show them. */
import { invoices } from '../../../db/schema/selling/fulfilments.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import { money } from '../../contract/money.ts'
import type { InvoiceSummary } from '../orders/model.ts'

const columns = selection(invoices, 'i', [
  'order_id',
  'invoice_id::float8',
  'name',
  'state',
  'issued_on',
  'due_on',
  'currency',
  'total_cents::float8',
])
type Selected = RowOf<typeof columns>

const shapeSummary = ({ order_id: _order, currency, total_cents, ...row }: Selected): InvoiceSummary => ({
  ...row,
  total: money(total_cents, currency, ''),
})

/** By order, oldest first. */
export async function readInvoicesOf(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, InvoiceSummary[]>> {
  const rows = await sql<Selected[]>`
    select ${columns} from invoices i
    where i.organization_id = ${organization_id} and i.order_id = any(${arrayLiteral(orderIds)}::uuid[])
    order by i.order_id, i.issued_at, i.invoice_id`
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([order_id, of]) => [order_id, of.map(shapeSummary)]))
}

/** The latest ones, newest first; none without an account, since consumer orders are not invoiced. */
export async function readInvoicesOfAccount(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string | null,
): Promise<InvoiceSummary[]> {
  if (trading_partner_id === null) return []
  const rows = await sql<Selected[]>`
    select ${columns} from invoices i
    where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    order by i.issued_at desc, i.invoice_id desc limit ${limits.customer_records_max}`
  return rows.map(shapeSummary)
}
