/** What orders were paid before their invoices, and what of it is more than they come to. */
import { sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { orderSums } from '../payables.store.ts'

const columns = selection(sales_orders, 'o', ['order_id', 'name', 'trading_partner_id', 'currency'])

export type OrderBalanceRow = RowOf<typeof columns> & {
  agreed_cents: number
  invoiced_cents: number
  /** On the order itself; money on its invoices is in their balances. */
  paid_cents: number
  /** Paid back for units that were cancelled after their refund. */
  paid_back_cents: number
}

/** What refunds of orders o paid back for units that are cancelled: it counts back in sales, and is owed no more. */
const paidBack = (sql: Sql, organization_id: string) => sql`
  select coalesce(sum(0 - f.freight_cents - n.cents), 0) as cents
  from refunds f
  cross join lateral (
    select coalesce(sum(i.amount_cents + i.tax_cents), 0) as cents
    from refund_lines i where i.organization_id = ${organization_id} and i.refund_id = f.refund_id
  ) n
  where f.organization_id = ${organization_id} and f.order_id = o.order_id and f.reverses = 'cancelled'`

export const readOrderBalances = (sql: Sql, organization_id: string, orderIds: readonly string[]) => sql<
  OrderBalanceRow[]
>`
  select ${columns}, l.cents::float8 as agreed_cents, b.cents::float8 as invoiced_cents, p.cents::float8 as paid_cents,
    k.cents::float8 as paid_back_cents
  from sales_orders o
  ${orderSums(sql, organization_id)}
  cross join lateral (${paidBack(sql, organization_id)}) k
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(orderIds)}::uuid[])
  order by o.order_id`
