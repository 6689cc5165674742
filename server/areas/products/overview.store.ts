/** The sums behind the overview's cards, over a filtered set of products. */
import type { Sql } from '../../contract/call.ts'
import { open_order_statuses } from '../../contract/stock.ts'
import { readFiltered } from '../../tables/page.ts'
import type { TableQuery } from '../../tables/table.ts'
import type { OverviewSums } from './overview.rules.ts'
import { productsTable } from './products_table.ts'

/**
 * What stood at `since` is what stands now less what was booked from then on: units by their deltas, cost by the deltas
 * at the cost that each movement carried (none where it carried none), prices by the first change since.
 */
const sums = (since: string) => `, scope as materialized (
  select x.variant_id, x.price_cents, p.currency = o.currency as is_home
  from filtered f
  join organizations o on o.organization_id = $1
  join products p on p.organization_id = $1 and p.product_id = f.product_id
  join variants x on x.organization_id = $1 and x.product_id = f.product_id),
stock as materialized (
  select l.variant_id, sum(l.on_hand) as on_hand, sum(l.on_hand * l.average_cost) as cost,
    sum(abs(l.on_hand)) filter (where l.average_cost is null) as uncosted_units
  from scope s join stock_levels l on l.organization_id = $1 and l.variant_id = s.variant_id
  group by l.variant_id),
moved as materialized (
  select m.variant_id, sum(m.quantity_delta) as units, sum(m.quantity_delta * m.landed_unit_cost) as cost,
    bool_or(m.kind = 'opening') as has_opening, bool_or(m.kind = 'cost_adjustment') as has_adjustment
  from stock_movements m
  join scope s on s.variant_id = m.variant_id
  where m.organization_id = $1 and m.occurred_at >= ${since}
  group by m.variant_id),
prices_then as materialized (
  select distinct on (e.variant_id) e.variant_id, e.previous_value::numeric as price_cents
  from catalogue_events e
  join scope s on s.variant_id = e.variant_id
  where e.organization_id = $1 and e.occurred_at >= ${since} and e.kind = 'price_changed' and e.field = 'price_cents'
    and (e.previous_value is null or e.previous_value ~ '^[0-9]{1,15}$')
  order by e.variant_id, e.occurred_at, e.event_id),
by_variant as (
  select s.is_home, s.price_cents, u.on_hand, u.on_hand - coalesce(m.units, 0) as on_hand_then,
    case when t.variant_id is null then s.price_cents else t.price_cents end as price_cents_then
  from scope s
  join stock u on u.variant_id = s.variant_id
  left join moved m on m.variant_id = s.variant_id
  left join prices_then t on t.variant_id = s.variant_id),
revenue as (
  select sum(on_hand * price_cents) filter (where is_home) as revenue_cents,
    coalesce(sum(abs(on_hand)) filter (where not is_home or price_cents is null), 0) as unpriced_units,
    sum(on_hand_then * price_cents_then) filter (where is_home) as revenue_then_cents,
    coalesce(sum(abs(on_hand_then)) filter (where not is_home or price_cents_then is null), 0) as unpriced_units_then,
    coalesce(sum(abs(on_hand)), 0) as units, coalesce(sum(abs(on_hand_then)), 0) as units_then
  from by_variant),
costs as (
  select sum(cost) as cost, coalesce(sum(uncosted_units), 0) as uncosted_units from stock),
movement as (
  select coalesce(sum(cost), 0) as cost, coalesce(bool_or(has_opening), false) as has_opening,
    coalesce(bool_or(has_adjustment), false) as has_adjustment
  from moved),
incoming as (
  select sum(d.units * d.unit_cost) filter (where d.is_home) as cost,
    coalesce(sum(d.units) filter (where not d.is_home or d.unit_cost is null), 0) as uncosted_units,
    coalesce(sum(d.units), 0) as units
  from (
    select greatest(ol.quantity - ol.delivered_quantity, 0) as units, ol.unit_cost, po.currency = o.currency as is_home
    from purchase_orders po
    join organizations o on o.organization_id = $1
    join purchase_order_lines ol on ol.organization_id = $1 and ol.purchase_order_id = po.purchase_order_id
    join scope s on s.variant_id = ol.variant_id
    where po.organization_id = $1 and po.order_type <> 'transfer'
      and po.status in (${open_order_statuses.map((status) => `'${status}'`).join(', ')})) d)
select o.currency, r.units::float8 as units, r.units_then::float8 as units_then,
  round(coalesce(c.cost, 0), 2)::float8 as cost, c.uncosted_units::float8 as uncosted_units,
  round(coalesce(c.cost, 0) - v.cost, 2)::float8 as cost_then, v.has_opening, v.has_adjustment,
  round(coalesce(i.cost, 0), 2)::float8 as incoming_cost, i.uncosted_units::float8 as uncosted_incoming_units,
  i.units::float8 as incoming_units, round(coalesce(r.revenue_cents, 0) / 100, 2)::float8 as revenue,
  r.unpriced_units::float8 as unpriced_units,
  round(coalesce(r.revenue_then_cents, 0) / 100, 2)::float8 as revenue_then,
  r.unpriced_units_then::float8 as unpriced_units_then
from organizations o, costs c, movement v, incoming i, revenue r
where o.organization_id = $1`

export async function readOverviewSums(
  sql: Sql,
  organization_id: string,
  query: TableQuery,
  now: string,
  days: number,
): Promise<OverviewSums> {
  const [found] = await readFiltered<OverviewSums>(sql, productsTable, organization_id, query, (param) =>
    sums(`${param(now)}::timestamptz - make_interval(days => ${param(days)}::int)`),
  )
  return found!
}
