/**
 * Incoming stock: undelivered units of open order lines, by certainty. Shipped units are in transit; units that the
 * supplier confirmed beyond those delivered and shipped are confirmed; the rest is on order. `incoming` of a level is
 * their sum, updated by refreshIncoming whenever an order changes.
 */
import { stock_levels } from '../../db/schema/stock.ts'
import { literals } from '../../db/sql/fragment.ts'
import { recordset, type RecordsetRow } from '../../db/sql/recordset.ts'
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import type { Sql } from '../contract/call.ts'
import { openOrderStatuses } from '../contract/stock.ts'
import { checkUnits } from './bounds.ts'

/** As literals: with parameters the planner could not estimate how few orders are open. */
const openStatuses = literals(openOrderStatuses)

/** The open lines of these variants with their order, and in_transit, confirmed and on_order, which sum to units. */
export const openSupply = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql`
  select o.purchase_order_id, o.name, o.order_type, o.expected_delivery_date as due, o.location_id, l.variant_id,
    w.units, s.in_transit, a.confirmed, w.units - s.in_transit - a.confirmed as on_order
  from purchase_order_lines l
  join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  cross join lateral (select greatest(l.quantity - l.delivered_quantity, 0) as units) w
  cross join lateral (select least(greatest(l.in_transit_quantity, 0), w.units) as in_transit) s
  cross join lateral (
    select least(greatest(coalesce(l.confirmed_quantity, 0) - l.delivered_quantity - s.in_transit, 0),
      w.units - s.in_transit) as confirmed
  ) a
  where l.organization_id = ${organization_id} and l.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    and l.delivered_quantity < l.quantity
    and o.status in (${openStatuses})`

const pairRows = recordset(stock_levels, ['variant_id', 'location_id'], { alias: 'p' })
type Pair = RecordsetRow<typeof pairRows>

const openUnits = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql`
  select variant_id, location_id, sum(units)::float8 as units
  from (${openSupply(sql, organization_id, variant_ids)}) one group by variant_id, location_id`

/** Pairs whose `incoming` differs from the sum of the open lines; missing levels are created. */
const findChanged = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql<
  (Pair & { units: number })[]
>`
  with supply as materialized (${openUnits(sql, organization_id, variant_ids)}
  ), level as materialized (
    select variant_id, location_id, incoming from stock_levels
    where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
  ), made as (
    insert into stock_levels (organization_id, variant_id, location_id)
    select ${organization_id}::uuid, s.variant_id, s.location_id
    from supply s left join level l using (variant_id, location_id) where l.variant_id is null
    order by s.variant_id, s.location_id
    on conflict do nothing
  )
  select variant_id, location_id, coalesce(s.units, 0) as units from supply s full join level l using (variant_id, location_id)
  where l.incoming is distinct from coalesce(s.units, 0)`

/**
 * Updates `incoming` of these variants where it changed. Only those levels are locked, in the ledger's order: a write
 * that has moved stock before holds locks already, and two such writes could otherwise deadlock. The sums are computed
 * after locking.
 */
export async function refreshIncoming(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<void> {
  const changed = [...(await findChanged(sql, organization_id, variant_ids))]
  if (changed.length === 0) return
  await checkUnits(sql, organization_id, changed, 'on the way')
  const pairs = changed.map(({ variant_id, location_id }): Pair => ({ variant_id, location_id }))
  await sql`
    select from stock_levels where organization_id = ${organization_id} and (variant_id, location_id) in (
      select ${pairRows.values} from ${pairRows.from(pairs)})
    order by variant_id, location_id for update`
  const ofChanged = [...new Set(changed.map(({ variant_id }) => variant_id))]
  await sql`
    with supply as materialized (${openUnits(sql, organization_id, ofChanged)}
    ), changed as materialized (
      select ${pairRows.values}, coalesce(s.units, 0) as units
      from ${pairRows.from(pairs)}
      left join supply s using (variant_id, location_id)
    )
    update stock_levels l set incoming = c.units from changed c
    where l.organization_id = ${organization_id} and l.variant_id = c.variant_id and l.location_id = c.location_id
      and l.incoming <> c.units`
}
