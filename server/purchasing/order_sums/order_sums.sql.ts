/**
 * Purchase orders by category, exact at once. Triggers append each order, variant or product to `purchase_order_changes`
 * that a statement changed; a job sums these orders again (fold_orders.ts). Reads take the sums of the others and measure
 * changed orders from their lines, so a write shows in the next read.
 *
 * What may change by itself stays out of the sums and is read beside them: an order's state, dates, supplier, currency and
 * commitment, the day of a delivery and whether it was removed, and exchange rates.
 */
import type { Sql } from '../../contract/sql.ts'

/**
 * Orders with a variant that the changes in `noted` (variant_id, product_id) name: every line of a product, for its
 * category; outstanding lines of a variant, for its price. By index: how many changes there are differs from what the
 * statistics of a table promise that every fold empties.
 */
export const ordersOfVariants = (sql: Sql, organization_id: string) => sql`
  select l.purchase_order_id from noted c
  cross join lateral (
    select l.purchase_order_id from variants v
    join purchase_order_lines l on l.organization_id = ${organization_id} and l.variant_id = v.variant_id
    where v.organization_id = ${organization_id} and v.product_id = c.product_id offset 0
  ) l
  union
  select l.purchase_order_id from noted c
  cross join lateral (
    select l.purchase_order_id from purchase_order_lines l
    where l.organization_id = ${organization_id} and l.variant_id = c.variant_id and l.delivered_quantity < l.quantity
    offset 0
  ) l`

/**
 * Variant v and product p of each line l, looked up by key: of an organisation that the statistics do not know yet the
 * planner expects one row, and would join all of its variants with all of its lines.
 */
const productOfLine = (sql: Sql, organization_id: string) => sql`
  cross join lateral (
    select v.product_id, v.price_cents from variants v
    where v.organization_id = ${organization_id} and v.variant_id = l.variant_id offset 0
  ) v
  cross join lateral (
    select p.category_id, p.currency from products p
    where p.organization_id = ${organization_id} and p.product_id = v.product_id offset 0
  ) p`

/** The rows of `purchase_order_sums` for the orders in `measured` (purchase_order_id). */
export const measuredOrderSums = (sql: Sql, organization_id: string) => sql`
  select l.purchase_order_id, p.category_id, k.due_on, k.price_currency,
    coalesce(sum(l.quantity * l.unit_cost), 0) as ordered_cost, (count(*) filter (where u.units > 0))::int as outstanding_lines,
    sum(u.units) as outstanding_units, coalesce(sum(u.units * l.unit_cost), 0) as outstanding_cost,
    (count(*) filter (where u.units > 0 and l.unit_cost is null))::int as outstanding_uncosted_lines,
    coalesce(sum(u.units * v.price_cents::numeric), 0) as outstanding_retail,
    (count(*) filter (where u.units > 0 and v.price_cents is null))::int as outstanding_unpriced_lines,
    (count(*) filter (where u.undated > 0))::int as undated_lines,
    coalesce(sum(u.undated * l.unit_cost), 0) as undated_cost,
    (count(*) filter (where u.undated > 0 and l.unit_cost is null))::int as undated_uncosted_lines
  from measured m
  cross join lateral (
    select l.purchase_order_id, l.line_id, l.variant_id, l.quantity, l.delivered_quantity, l.unit_cost,
      l.expected_delivery_date
    from purchase_order_lines l
    where l.organization_id = ${organization_id} and l.purchase_order_id = m.purchase_order_id offset 0
  ) l
  ${productOfLine(sql, organization_id)}
  left join lateral (
    select sum(n.received_quantity) as units
    from purchase_order_delivery_lines n
    join purchase_order_deliveries d on d.organization_id = ${organization_id} and d.delivery_id = n.delivery_id
      and d.removed_at is null
    where n.organization_id = ${organization_id} and n.purchase_order_id = l.purchase_order_id and n.line_id = l.line_id
      and l.delivered_quantity > 0
  ) r on true
  cross join lateral (
    select greatest(l.quantity - l.delivered_quantity, 0)::bigint as units,
      greatest(l.delivered_quantity - coalesce(r.units, 0), 0) as undated
  ) u
  cross join lateral (
    select case when u.units > 0 then l.expected_delivery_date end as due_on,
      case when u.units > 0 then p.currency end as price_currency
  ) k
  group by l.purchase_order_id, p.category_id, k.due_on, k.price_currency`

/** The rows of `purchase_order_delivery_sums` for the orders in `measured` (purchase_order_id). */
export const measuredDeliverySums = (sql: Sql, organization_id: string) => sql`
  select l.purchase_order_id, l.delivery_id, p.category_id, count(*)::int as received_lines,
    coalesce(sum(l.received_quantity * l.unit_cost), 0) as received_cost,
    (count(*) filter (where l.unit_cost is null))::int as received_uncosted_lines
  from measured m
  cross join lateral (
    select l.purchase_order_id, n.delivery_id, l.variant_id, l.unit_cost, n.received_quantity
    from purchase_order_lines l
    join purchase_order_delivery_lines n on n.organization_id = ${organization_id}
      and n.purchase_order_id = l.purchase_order_id and n.line_id = l.line_id and n.received_quantity > 0
    where l.organization_id = ${organization_id} and l.purchase_order_id = m.purchase_order_id offset 0
  ) l
  ${productOfLine(sql, organization_id)}
  group by l.purchase_order_id, l.delivery_id, p.category_id`

/** Parts of a statement, after `wanted` (purchase_order_id): which of these orders the sums hold, and which not. */
const keptAndMeasured = (sql: Sql, organization_id: string) => sql`
  noted as materialized (
    select c.purchase_order_id, c.variant_id, c.product_id from purchase_order_changes c
    where c.organization_id = ${organization_id}
  ), changed as materialized (
    select c.purchase_order_id from noted c
    union
    ${ordersOfVariants(sql, organization_id)}
  ), measured as materialized (
    select w.purchase_order_id from wanted w join changed c on c.purchase_order_id = w.purchase_order_id
  )`

/**
 * Parts of a statement, after `wanted`: purchase_order_id, and what else of the orders the statement needs. `order_sum` has
 * all this with the orders by category, due date and currency of the price, a key perhaps twice. A later join with
 * purchase_orders would be planned for the few rows that a condition on days promises. Sums are looked up by order, so that
 * orders that ended long ago are not read.
 */
export const orderSums = (sql: Sql, organization_id: string) => sql`
  ${keptAndMeasured(sql, organization_id)}, order_sum as (
    select w.*, s.category_id, s.due_on, s.price_currency, s.ordered_cost, s.outstanding_lines, s.outstanding_units,
      s.outstanding_cost, s.outstanding_uncosted_lines, s.outstanding_retail, s.outstanding_unpriced_lines,
      s.undated_lines, s.undated_cost, s.undated_uncosted_lines
    from wanted w
    cross join lateral (
      select * from purchase_order_sums s
      where s.organization_id = ${organization_id} and s.purchase_order_id = w.purchase_order_id offset 0
    ) s
    where w.purchase_order_id not in (select purchase_order_id from measured)
    union all
    select w.*, s.category_id, s.due_on, s.price_currency, s.ordered_cost, s.outstanding_lines, s.outstanding_units,
      s.outstanding_cost, s.outstanding_uncosted_lines, s.outstanding_retail, s.outstanding_unpriced_lines,
      s.undated_lines, s.undated_cost, s.undated_uncosted_lines
    from (${measuredOrderSums(sql, organization_id)}) s
    join wanted w on w.purchase_order_id = s.purchase_order_id
  )`

/** `order_sum`, and `delivery_sum` with the deliveries that were not removed, by category. */
export const orderAndDeliverySums = (sql: Sql, organization_id: string) => sql`
  ${orderSums(sql, organization_id)}, delivery_sum as (
    select s.*, d.received_at
    from (
      select w.*, s.delivery_id, s.category_id, s.received_lines, s.received_cost, s.received_uncosted_lines
      from wanted w
      cross join lateral (
        select * from purchase_order_delivery_sums s
        where s.organization_id = ${organization_id} and s.purchase_order_id = w.purchase_order_id offset 0
      ) s
      where w.purchase_order_id not in (select purchase_order_id from measured)
      union all
      select w.*, s.delivery_id, s.category_id, s.received_lines, s.received_cost, s.received_uncosted_lines
      from (${measuredDeliverySums(sql, organization_id)}) s
      join wanted w on w.purchase_order_id = s.purchase_order_id
    ) s
    join purchase_order_deliveries d on d.organization_id = ${organization_id} and d.delivery_id = s.delivery_id
      and d.removed_at is null
  )`
