/** What receiving and cancelling read of a return, and what an arrival writes. */
import { return_lines, returns } from '../../../db/schema/selling/returns.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { checkAccountOf } from '../bound_keys.ts'

const returnColumns = selection(returns, 'r', [
  'return_id',
  'name',
  'state',
  'refund_status',
  'sales_channel_id',
  'location_id',
  'order_id',
  'source_system',
])
const orderColumns = selection(sales_orders, 'o', ['trading_partner_id', 'currency'])
export type LockedReturn = RowOf<typeof returnColumns> & OuterRowOf<typeof orderColumns>

/** Locks the return, so that arrivals and cancellations of it follow each other; refuses an unknown id. */
export async function lockReturn(sql: Sql, caller: Caller, return_id: number): Promise<LockedReturn> {
  const [found] = await sql<LockedReturn[]>`
    select ${returnColumns}, ${orderColumns}
    from returns r
    left join sales_orders o on o.organization_id = r.organization_id and o.order_id = r.order_id
    where r.organization_id = ${caller.organization_id} and r.return_id = ${return_id}
    for update of r`
  if (found === undefined) refuse('return_not_on_file')
  checkAccountOf(caller, found.trading_partner_id, 'return')
  return found
}

const lineColumns = selection(return_lines, 'l', [
  'line_id',
  'variant_id',
  'order_line_id',
  'expected_quantity',
  'received_quantity',
  'restocked_quantity',
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

export interface ShippedFacts {
  order_line_id: string
  shipped_quantity: number
  net_cents: number
  tax_cents: number
  /** What one of the shipped units cost on average; null if that is not known of all. */
  unit_cost: string | null
  /** Units of the order line that arrived before, in any return. */
  received_before: number
}

/** Locks the order first: the money of units that arrive follows from what arrived before, in any return of it. */
export async function readShipped(
  sql: Sql,
  organization_id: string,
  order_id: string,
  orderLineIds: readonly string[],
): Promise<Map<string, ShippedFacts>> {
  await sql`
    select from sales_orders where organization_id = ${organization_id} and order_id = ${order_id} for no key update`
  const rows = await sql<ShippedFacts[]>`
    select l.line_id as order_line_id, f.shipped_quantity, f.net_cents, f.tax_cents, f.unit_cost, r.received_before
    from order_lines l
    cross join lateral (
      select coalesce(sum(s.quantity), 0)::float8 as shipped_quantity,
        coalesce(sum(s.gross_sales_cents - s.discounts_cents), 0)::float8 as net_cents,
        coalesce(sum(s.taxes_cents), 0)::float8 as tax_cents,
        case when count(*) = count(s.unit_cost)
          then round(sum(s.quantity * s.unit_cost) / sum(s.quantity), 4)::text end as unit_cost
      from fulfilment_lines s where s.organization_id = ${organization_id} and s.order_line_id = l.line_id
    ) f
    cross join lateral (
      select coalesce(sum(t.received_quantity), 0)::float8 as received_before from return_lines t
      where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
    ) r
    where l.organization_id = ${organization_id} and l.line_id = any(${[...orderLineIds]}::uuid[])`
  return new Map(rows.map((row) => [row.order_line_id, row]))
}
