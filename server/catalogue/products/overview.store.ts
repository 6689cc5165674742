/** Sums for the overview cards, over a filtered set of products. */
import type { Sql } from '../../contract/call.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import { readFiltered } from '../../tables/page.ts'
import type { TableQuery } from '../../tables/table.ts'
import type { SumsNow, SumsThen } from './overview.rules.ts'
import { productFigures } from '../product_figures/product_figures.sql.ts'
import { stockOfVariants } from '../variant_stock/variant_stock.sql.ts'
import { productsTable } from './products_table.ts'

/** The figures of the filtered products, and whether their prices are in the organisation's currency. */
const scope = `${productFigures('stock')},
owned as materialized (
  select g.*, p.currency = o.currency as is_home
  from figures g
  join organizations o on o.organization_id = $1
  join products p on p.organization_id = $1 and p.product_id = g.product_id)`

/** Lines of orders are looked up by product only where some products are left out. */
const ofFiltered = `join variants x on x.organization_id = $1 and x.variant_id = ol.variant_id
    join filtered f on f.product_id = x.product_id`

/**
 * Here, `offset 0` keeps the lookups of lines by order from becoming a join of all orders with all lines, and the order
 * of the key leads to its index: until PostgreSQL has counted the rows of the organisation, others look as narrow.
 */
const sumsNow = (isEveryProduct: boolean) => `${scope},
stock as (
  select round(coalesce(sum(g.cost), 0), 2) as cost, coalesce(sum(g.counted_units), 0) as units,
    coalesce(sum(g.uncosted_units), 0) as uncosted_units,
    round(coalesce(sum(g.revenue_cents) filter (where g.is_home), 0) / 100, 2) as revenue,
    coalesce(sum(case when g.is_home then g.unpriced_units else g.counted_units end), 0) as unpriced_units
  from owned g),
rates as materialized (
  select distinct on (r.currency) r.currency, r.organization_currency_per_unit as rate
  from exchange_rates r join organizations o on o.organization_id = $1
  where r.organization_id = $1 and r.rate_date <= (now() at time zone o.time_zone)::date
  order by r.currency, r.rate_date desc),
incoming as (
  select round(coalesce(sum(d.units * d.unit_cost * d.rate), 0), 2) as cost, coalesce(sum(d.units), 0) as units,
    coalesce(sum(d.units) filter (where d.unit_cost is null), 0) as uncosted_units,
    coalesce(sum(d.units) filter (where d.unit_cost is not null and d.rate is null), 0) as unrated_units,
    coalesce(array_agg(distinct d.currency) filter (where d.units > 0 and d.unit_cost is not null and d.rate is null), '{}')
      as unrated_currencies
  from (
    select greatest(ol.quantity - ol.delivered_quantity, 0) as units, ol.unit_cost, po.currency,
      case when po.currency = o.currency then 1 else r.rate end as rate
    from purchase_orders po
    join organizations o on o.organization_id = $1
    left join rates r on r.currency = po.currency
    cross join lateral (
      select * from purchase_order_lines l
      where l.organization_id = $1 and l.purchase_order_id = po.purchase_order_id
      order by l.purchase_order_id, l.line_id offset 0) ol
    ${isEveryProduct ? '' : ofFiltered}
    where po.organization_id = $1 and po.order_type <> 'transfer'
      and po.status in (${openOrderStatuses.map((status) => `'${status}'`).join(', ')})) d)
select o.currency, t.cost::float8 as cost, t.units::float8 as units, t.uncosted_units::float8 as uncosted_units,
  t.revenue::float8 as revenue, t.unpriced_units::float8 as unpriced_units, i.cost::float8 as incoming_cost,
  i.units::float8 as incoming_units, i.uncosted_units::float8 as uncosted_incoming_units,
  i.unrated_units::float8 as unrated_incoming_units, i.unrated_currencies
from organizations o, stock t, incoming i
where o.organization_id = $1`

/**
 * Rebuilds the sums as of `since` by subtracting everything booked since: units by quantity delta, cost by delta times
 * the cost of the movement (none if it has none) and by cost adjustments of units on hand, prices by the first change.
 * Only variants with movements or new prices are read, so that the work follows the days and not the catalogue.
 */
const sumsThen = (since: string) => `${scope},
prices as materialized (
  select distinct on (e.variant_id) e.variant_id, x.product_id, x.price_cents as price_now,
    e.previous_value::numeric as price_then
  from catalogue_events e
  join variants x on x.organization_id = $1 and x.variant_id = e.variant_id
  where e.organization_id = $1 and e.occurred_at >= ${since} and e.kind = 'price_changed' and e.field = 'price_cents'
    and (e.previous_value is null or e.previous_value ~ '^[0-9]{1,15}$')
  order by e.variant_id, e.occurred_at, e.entry),
repriced as (
  select coalesce(sum(s.on_hand * (coalesce(t.price_then, 0) - coalesce(t.price_now, 0))), 0) as revenue_cents,
    coalesce(sum(s.on_hand * ((t.price_then is null)::int - (t.price_now is null)::int)), 0) as unpriced_units
  from prices t
  join owned g on g.product_id = t.product_id and g.is_home
  join (${stockOfVariants}) s on s.variant_id = t.variant_id),
current as (
  select coalesce(sum(g.cost), 0) as cost, coalesce(sum(g.on_hand), 0) as units,
    coalesce(sum(g.revenue_cents) filter (where g.is_home), 0) as revenue_cents,
    coalesce(sum(case when g.is_home then g.unpriced_on_hand else g.on_hand end), 0) as unpriced_units
  from owned g),
moves as materialized (
  select m.variant_id, sum(m.quantity_delta) as units, sum(m.quantity_delta * m.landed_unit_cost) as cost,
    bool_or(m.kind = 'opening') as has_opening
  from stock_movements m where m.organization_id = $1 and m.occurred_at >= ${since} group by m.variant_id),
moved as (
  select coalesce(sum(m.cost), 0) as cost, coalesce(sum(m.units), 0) as units,
    coalesce(sum(m.units * m.price_cents::numeric), 0) as revenue_cents,
    coalesce(sum(m.units) filter (where m.price_cents is null), 0) as unpriced_units,
    coalesce(bool_or(m.has_opening), false) as has_opening
  from (
    select m.*, case when not g.is_home then null when t.variant_id is null then x.price_cents else t.price_then end
        as price_cents
    from moves m
    join variants x on x.organization_id = $1 and x.variant_id = m.variant_id
    join owned g on g.product_id = x.product_id
    left join prices t on t.variant_id = m.variant_id) m),
adjusted as (
  select coalesce(sum(m.adjusted_cost), 0) as cost
  from stock_movements m
  join variants x on x.organization_id = $1 and x.variant_id = m.variant_id
  join filtered f on f.product_id = x.product_id
  where m.organization_id = $1 and m.kind = 'cost_adjustment' and m.adjusted_stock = 'on_hand'
    and m.occurred_at >= ${since})
select round(n.cost - m.cost - a.cost, 2)::float8 as cost, (n.units - m.units)::float8 as units,
  round((n.revenue_cents + r.revenue_cents - m.revenue_cents) / 100, 2)::float8 as revenue,
  abs(n.unpriced_units + r.unpriced_units - m.unpriced_units)::float8 as unpriced_units, m.has_opening
from current n, repriced r, moved m, adjusted a`

export async function readOverviewSums(
  sql: Sql,
  organization_id: string,
  query: TableQuery,
  now: string,
  days: number,
): Promise<{ at_present: SumsNow; before: SumsThen }> {
  const [[at_present], [before]] = await Promise.all([
    readFiltered<SumsNow>(sql, productsTable, organization_id, query, () =>
      sumsNow(query.filter_args === undefined && !query.search),
    ),
    readFiltered<SumsThen>(sql, productsTable, organization_id, query, (param) =>
      sumsThen(`${param(now)}::timestamptz - make_interval(days => ${param(days)}::int)`),
    ),
  ])
  return { at_present: at_present!, before: before! }
}
