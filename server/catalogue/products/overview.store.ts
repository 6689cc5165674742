/** Sums for the overview cards, over a filtered set of products. */
import type { Sql } from '../../contract/call.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import { readFiltered } from '../../tables/page.ts'
import type { TableQuery } from '../../tables/table.ts'
import type { SumsNow, SumsThen } from './overview.rules.ts'
import { productsTable } from './products_table.ts'

/** The variants of the filtered products, with their price where it is in the organisation's currency. */
const scope = `, scope as materialized (
  select x.variant_id, case when p.currency = o.currency then x.price_cents end as price_cents,
    p.currency = o.currency as is_home
  from filtered f
  join organizations o on o.organization_id = $1
  join products p on p.organization_id = $1 and p.product_id = f.product_id
  join variants x on x.organization_id = $1 and x.product_id = f.product_id)`

const sumsNow = `${scope},
stock as (
  select round(coalesce(sum(l.on_hand * l.average_cost), 0), 2) as cost, coalesce(sum(abs(l.on_hand)), 0) as units,
    coalesce(sum(abs(l.on_hand)) filter (where l.average_cost is null), 0) as uncosted_units,
    round(coalesce(sum(l.on_hand * s.price_cents), 0) / 100, 2) as revenue,
    coalesce(sum(abs(l.on_hand)) filter (where s.price_cents is null), 0) as unpriced_units
  from scope s join stock_levels l on l.organization_id = $1 and l.variant_id = s.variant_id),
incoming as (
  select round(coalesce(sum(d.units * d.unit_cost) filter (where d.is_home), 0), 2) as cost,
    coalesce(sum(d.units), 0) as units,
    coalesce(sum(d.units) filter (where not d.is_home or d.unit_cost is null), 0) as uncosted_units
  from (
    select greatest(ol.quantity - ol.delivered_quantity, 0) as units, ol.unit_cost, po.currency = o.currency as is_home
    from purchase_orders po
    join organizations o on o.organization_id = $1
    join purchase_order_lines ol on ol.organization_id = $1 and ol.purchase_order_id = po.purchase_order_id
    join scope s on s.variant_id = ol.variant_id
    where po.organization_id = $1 and po.order_type <> 'transfer'
      and po.status in (${openOrderStatuses.map((status) => `'${status}'`).join(', ')})) d)
select o.currency, t.cost::float8 as cost, t.units::float8 as units, t.uncosted_units::float8 as uncosted_units,
  t.revenue::float8 as revenue, t.unpriced_units::float8 as unpriced_units, i.cost::float8 as incoming_cost,
  i.units::float8 as incoming_units, i.uncosted_units::float8 as uncosted_incoming_units
from organizations o, stock t, incoming i
where o.organization_id = $1`

/**
 * Rebuilds the sums as of `since` by subtracting everything booked since: units by quantity delta, cost by delta times
 * the cost of the movement (none if it has none) and by cost adjustments of units on hand, prices by the first change.
 */
const sumsThen = (since: string) => `${scope},
prices as materialized (
  select distinct on (e.variant_id) e.variant_id, e.previous_value::numeric as price_cents
  from catalogue_events e
  join scope s on s.variant_id = e.variant_id
  where e.organization_id = $1 and e.occurred_at >= ${since} and e.kind = 'price_changed' and e.field = 'price_cents'
    and (e.previous_value is null or e.previous_value ~ '^[0-9]{1,15}$')
  order by e.variant_id, e.occurred_at, e.entry),
priced as materialized (
  select s.variant_id,
    case when not s.is_home then null when t.variant_id is null then s.price_cents else t.price_cents end as price_cents
  from scope s left join prices t on t.variant_id = s.variant_id),
current as (
  select coalesce(sum(l.on_hand * l.average_cost), 0) as cost, coalesce(sum(l.on_hand), 0) as units,
    coalesce(sum(l.on_hand * s.price_cents), 0) as revenue_cents,
    coalesce(sum(l.on_hand) filter (where s.price_cents is null), 0) as unpriced_units
  from priced s join stock_levels l on l.organization_id = $1 and l.variant_id = s.variant_id),
moved as (
  select coalesce(sum(m.quantity_delta * m.landed_unit_cost), 0) as cost, coalesce(sum(m.quantity_delta), 0) as units,
    coalesce(sum(m.quantity_delta * s.price_cents), 0) as revenue_cents,
    coalesce(sum(m.quantity_delta) filter (where s.price_cents is null), 0) as unpriced_units,
    coalesce(bool_or(m.kind = 'opening'), false) as has_opening
  from priced s join stock_movements m on m.variant_id = s.variant_id
  where m.organization_id = $1 and m.occurred_at >= ${since}),
adjusted as (
  select coalesce(sum(m.adjusted_cost), 0) as cost
  from priced s join stock_movements m on m.variant_id = s.variant_id
  where m.organization_id = $1 and m.kind = 'cost_adjustment' and m.adjusted_stock = 'on_hand'
    and m.occurred_at >= ${since})
select round(n.cost - m.cost - a.cost, 2)::float8 as cost, (n.units - m.units)::float8 as units,
  round((n.revenue_cents - m.revenue_cents) / 100, 2)::float8 as revenue,
  abs(n.unpriced_units - m.unpriced_units)::float8 as unpriced_units, m.has_opening
from current n, moved m, adjusted a`

export async function readOverviewSums(
  sql: Sql,
  organization_id: string,
  query: TableQuery,
  now: string,
  days: number,
): Promise<{ at_present: SumsNow; before: SumsThen }> {
  const [[at_present], [before]] = await Promise.all([
    readFiltered<SumsNow>(sql, productsTable, organization_id, query, () => sumsNow),
    readFiltered<SumsThen>(sql, productsTable, organization_id, query, (param) =>
      sumsThen(`${param(now)}::timestamptz - make_interval(days => ${param(days)}::int)`),
    ),
  ])
  return { at_present: at_present!, before: before! }
}
