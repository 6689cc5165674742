/** Facts that receiving and cancelling a return read, and the rows that an arrival writes. */
import { return_lines, returns } from '../../../db/schema/selling/returns.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { checkAccountOf } from '../bound_keys.ts'
import type { ReturnedPart } from './returned_parts.rules.ts'
import type { ShippedUnits } from '../sales_facts/shipped_money.rules.ts'
import { readRefundable } from './return_facts.store.ts'

const returnColumns = selection(returns, 'r', [
  'return_id',
  'name',
  'state',
  'origin',
  'refund_is_stated',
  'refund_status',
  'refund_cents::float8',
  'sales_channel_id',
  'location_id',
  'order_id',
  'source_system',
])
const orderColumns = selection(sales_orders, 'o', ['trading_partner_id', 'currency'])
export type LockedReturn = RowOf<typeof returnColumns> & OuterRowOf<typeof orderColumns>

/** Locks the return, so that arrivals and cancellations of it follow each other; refuses an unknown id. */
export async function lockReturn(sql: Sql, caller: Caller, return_id: number): Promise<LockedReturn> {
  const [locked] = await sql<LockedReturn[]>`
    select ${returnColumns}, ${orderColumns}
    from returns r
    left join sales_orders o on o.organization_id = r.organization_id and o.order_id = r.order_id
    where r.organization_id = ${caller.organization_id} and r.return_id = ${return_id}
    for no key update of r`
  if (locked === undefined) refuse('return_not_on_file')
  checkAccountOf(caller, locked.trading_partner_id, 'return')
  return locked
}

const lineColumns = selection(return_lines, 'l', [
  'line_id',
  'variant_id',
  'order_line_id',
  'expected_quantity',
  'received_quantity',
  'restocked_quantity',
  'missing_quantity',
])
export type ReturnLineRow = RowOf<typeof lineColumns>

/** The lines of a return in their order, and the variants that are named. */
export async function readReturnLines(
  sql: Sql,
  organization_id: string,
  return_id: number,
  { skus, ids }: { skus: readonly string[]; ids: readonly string[] },
) {
  const [lines, variants] = await Promise.all([
    sql<ReturnLineRow[]>`
      select ${lineColumns} from return_lines l
      where l.organization_id = ${organization_id} and l.return_id = ${return_id} order by l.line_id`,
    findVariants(sql, organization_id, { ids, skus }),
  ])
  return { lines: [...lines], variants }
}

export interface ShippedFacts extends ShippedUnits {
  order_line_id: string
  /** Average cost of one shipped unit that did not come back, in the ledger's currency; null if any cost is unknown. */
  unit_cost: string | null
  /** Shipped units of the order line that arrived before, in any return; those that were charged, and the surplus. */
  charged_before: number
  surplus_before: number
  /** Shipped units that were not charged. They come back first. */
  surplus_quantity: number
  /** Of a bundle that left as its components: units in one bundle, and their average cost; null if any cost is unknown. */
  components: ReturnedPart[]
}

export interface ShippedOrder {
  lines: Map<string, ShippedFacts>
  /** What was paid for the goods of the order and not paid back yet. */
  refundable_cents: number
}

/**
 * The average cost of the shipped units of lines l that are still away, or of all of them where that is not known. Lines
 * of shipments in another currency state no cost; the ledger does.
 */
const costOfShipped = (sql: Sql, organization_id: string) => sql`
  select case when f.is_known and b.is_known and f.units > b.units and f.cost >= b.cost
    then round((f.cost - b.cost) / (f.units - b.units), 10)
    when f.is_known then round(f.cost / f.units, 10) end::text as unit_cost,
    (b.units - b.surplus)::float8 as charged_before, b.surplus::float8 as surplus_before
  from (
    select sum(s.quantity) as units, sum(s.quantity * coalesce(s.unit_cost, m.unit_cost)) as cost,
      count(*) > 0 and count(*) = count(coalesce(s.unit_cost, m.unit_cost)) as is_known
    from fulfilment_lines s
    left join stock_movements m on m.organization_id = ${organization_id} and m.document_type = 'fulfilment_request'
      and m.document_id = s.fulfilment_id::text and m.document_line_id = s.order_line_id::text
      and m.kind = 'fulfilment' and m.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.order_line_id = l.line_id
  ) f
  cross join (
    select coalesce(sum(n.received_quantity), 0) as units, coalesce(sum(n.surplus_quantity), 0) as surplus,
      coalesce(sum(n.received_quantity * n.unit_cost), 0) as cost, count(*) = count(n.unit_cost) as is_known
    from return_lines t
    join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = t.return_id
      and n.line_id = t.line_id and not n.is_excess
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
  ) b`

/** Components of lines l, with the average cost at which they left. */
const componentsOf = (sql: Sql, organization_id: string) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('variant_id', k.variant_id, 'units', k.units, 'unit_cost', x.unit_cost)
    order by k.variant_id), '[]') as components
  from order_line_components k
  cross join lateral (
    select case when count(*) = count(s.unit_cost) then round(sum(s.quantity * s.unit_cost) / sum(s.quantity), 10) end::text
      as unit_cost
    from fulfilment_components s
    where s.organization_id = ${organization_id} and s.order_line_id = k.line_id and s.variant_id = k.variant_id
  ) x
  where k.organization_id = ${organization_id} and k.line_id = l.line_id`

/**
 * Locks the order first: the money of units that arrive follows from what arrived before, in any return of it. What an
 * exchange promises for the return at hand is what its units take off.
 */
export async function readShipped(
  sql: Sql,
  organization_id: string,
  order_id: string,
  orderLineIds: readonly string[],
  return_id: number | null = null,
): Promise<ShippedOrder> {
  await sql`
    select from sales_orders where organization_id = ${organization_id} and order_id = ${order_id} for no key update`
  const refundable = readRefundable(sql, organization_id, [order_id], return_id)
  const rows = await sql<ShippedFacts[]>`
    select l.line_id as order_line_id, o.currency, f.parts, c.unit_cost, c.charged_before, c.surplus_before, u.surplus_quantity, k.components,
      (l.fulfilled_quantity - u.surplus_quantity) as charged_quantity
    from sales_orders o
    join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('quantity', s.quantity, 'net_cents',
          s.gross_sales_cents - s.discounts_cents, 'tax_cents', s.taxes_cents)
        order by s.fulfilment_id, s.line_number), '[]') as parts
      from fulfilment_lines s where s.organization_id = ${organization_id} and s.order_line_id = l.line_id
    ) f
    cross join lateral (select case when o.is_wholesale then 0 else l.over_shipped_quantity end as surplus_quantity) u
    cross join lateral (${costOfShipped(sql, organization_id)}) c
    cross join lateral (${componentsOf(sql, organization_id)}) k
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}
      and l.line_id = any(${[...orderLineIds]}::uuid[])`
  const [left] = await refundable
  return {
    lines: new Map(rows.map((row) => [row.order_line_id, row])),
    refundable_cents: left === undefined ? 0 : Math.max(left.refundable_cents - left.freight_left_cents, 0),
  }
}
