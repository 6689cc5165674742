/**
 * Money of a consumer order leaves sales once. Units that are cancelled leave the day of the order; what was refunded beyond
 * what is left of the goods was paid back for them, and counts back on the current day. Orders that were split count as one.
 */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { sqlShare } from '../../../contract/money/shares.ts'
import type { Sql } from '../../../contract/sql.ts'
import { addSales } from '../../sales_facts/add_sales.ts'
import type { SalesPart } from '../../sales_facts/sales_figures.rules.ts'
import { countBack, type CountedMoney, type RefundedPart } from './refunds_of_cancelled.rules.ts'
import { insertRefunds } from './write_refunds.ts'

interface Author {
  organization_id: string
  actor: string
  now: string
}

/** The order with those that it was split from and into. */
const familyOf = (sql: Sql, organization_id: string, order_id: string) => sql`
  with recursive family as (
    select ${order_id}::uuid as order_id
    union
    select case when k.order_id = f.order_id then k.from_order_id else k.order_id end from family f
    join order_links k on k.organization_id = ${organization_id} and k.kind = 'split_from'
      and f.order_id in (k.order_id, k.from_order_id)
  )`

/** Goods of the orders that are agreed and not cancelled, and what counted as units arrived without a refund. */
const readMoney = (sql: Sql, organization_id: string, order_id: string) => sql<CountedMoney[]>`
  ${familyOf(sql, organization_id, order_id)}
  select coalesce(sum(g.net), 0)::float8 as goods_cents, coalesce(sum(g.tax), 0)::float8 as goods_tax_cents,
    coalesce(sum(a.net), 0)::float8 as arrived_cents, coalesce(sum(a.tax), 0)::float8 as arrived_tax_cents
  from family f
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = f.order_id
  cross join lateral (
    select sum(u.units * n.unit_price_cents
        - ${sqlShare(sql, { cents: sql`n.discount_cents`, part: sql`u.units`, whole: sql`n.quantity`, currency: sql`o.currency` })}) as net,
      sum(${sqlShare(sql, { cents: sql`n.tax_cents`, part: sql`u.units`, whole: sql`n.quantity`, currency: sql`o.currency` })}) as tax
    from order_lines n
    cross join lateral (select n.quantity - n.cancelled_quantity as units) u
    where n.organization_id = ${organization_id} and n.order_id = o.order_id and n.quantity > 0
  ) g
  cross join lateral (
    select sum(n.value_cents) as net, sum(n.tax_cents) as tax
    from returns b
    join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = b.return_id
    where b.organization_id = ${organization_id} and b.order_id = o.order_id
  ) a`

/** What refunds of the orders took off goods, by line, and what of it was counted back, the newest refund first. */
const readRefunded = (sql: Sql, organization_id: string, order_id: string) => sql<RefundedPart[]>`
  ${familyOf(sql, organization_id, order_id)}
  select r.return_id::float8 as return_id, r.order_id, r.sales_channel_id, r.location_id, r.currency, l.variant_id,
    l.order_line_id, l.return_line_id,
    coalesce(sum(l.amount_cents) filter (where k.is_refund), 0)::float8 as amount_cents,
    coalesce(sum(l.tax_cents) filter (where k.is_refund), 0)::float8 as tax_cents,
    coalesce(sum(l.amount_cents) filter (where r.reverses = 'receipts'), 0)::float8 as unarrived_cents,
    coalesce(sum(l.tax_cents) filter (where r.reverses = 'receipts'), 0)::float8 as unarrived_tax_cents,
    coalesce(-sum(l.amount_cents) filter (where r.reverses = 'cancelled'), 0)::float8 as back_cents,
    coalesce(-sum(l.tax_cents) filter (where r.reverses = 'cancelled'), 0)::float8 as back_tax_cents
  from family f
  join refunds r on r.organization_id = ${organization_id} and r.order_id = f.order_id
  join refund_lines l on l.organization_id = ${organization_id} and l.refund_id = r.refund_id
  cross join lateral (select r.reverses is null or r.reverses = 'refund' as is_refund) k
  group by r.return_id, r.order_id, r.sales_channel_id, r.location_id, r.currency, l.variant_id, l.order_line_id,
    l.return_line_id
  order by max(r.refund_id::text) filter (where k.is_refund) desc nulls last, l.variant_id, l.return_line_id`

/** Of these orders, those that were refunded, or of whose family one was. */
export const readRefundedOrders = async (sql: Sql, organization_id: string, orderIds: readonly string[]) => {
  const rows = await sql<{ order_id: string }[]>`
    select o.order_id from unnest(${arrayLiteral(orderIds)}::uuid[]) o (order_id)
    where exists (select from refunds r where r.organization_id = ${organization_id} and r.order_id = o.order_id)
      or exists (select from order_links k where k.organization_id = ${organization_id} and k.kind = 'split_from'
        and o.order_id in (k.order_id, k.from_order_id))`
  return rows.map(({ order_id }) => order_id)
}

/**
 * Counts back what refunds took off beyond the goods that are left, or takes off again what was counted back too much;
 * answers how the sales of the current day change. The order is locked and written.
 */
export async function countBackCancelled(sql: Sql, author: Author, order_id: string): Promise<SalesPart[]> {
  const { organization_id } = author
  const [[money], refunded] = await Promise.all([
    readMoney(sql, organization_id, order_id),
    readRefunded(sql, organization_id, order_id),
  ])
  return insertRefunds(sql, author, countBack(money!, refunded))
}

/** After a refund of an order changed: what had counted back follows it. */
export async function recountCancelled(sql: Sql, author: Author, { order_id }: { order_id: string | null }) {
  const { organization_id } = author
  if (order_id === null) return
  await sql`
    select from sales_orders where organization_id = ${organization_id} and order_id = ${order_id} for no key update`
  const refunded = await readRefunded(sql, organization_id, order_id)
  if (refunded.some(({ back_cents, back_tax_cents }) => back_cents !== 0 || back_tax_cents !== 0))
    await addSales(sql, organization_id, await countBackCancelled(sql, author, order_id))
}
