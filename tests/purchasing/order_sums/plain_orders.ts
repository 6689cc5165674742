/** What planning reads of purchase orders, by plain SQL over their lines and deliveries: a second route to the sums. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { addDays } from '../../../server/calendar/days.ts'
import type { Period } from '../../../server/calendar/retail_calendar.ts'
import type { OrderFact } from '../../../server/commitment_grids/known_values.ts'
import { limits } from '../../../server/contract/limits.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { openOrderStatuses } from '../../../server/contract/stock.ts'
import type { OrderDue } from '../../../server/planning/buy_plans/open_to_buy/orders_due.store.ts'
import type { IntakeFact } from '../../../server/planning/plan_of_record/intake_facts.store.ts'
import type { OrderedFact, ReceiptFact } from '../../../server/planning/cash/cash_facts.store.ts'

export interface Scope {
  organization_id: string
  time_zone: string
}

/**
 * Lines with units outstanding. Costs and prices in another currency are converted at the newest rate. Transfers move
 * stock that was already bought, so they are left out.
 */
export const plainOrdersDue = (sql: Sql, { organization_id, time_zone }: Scope): PromiseLike<OrderDue[]> => sql<
  OrderDue[]
>`
  with rates as (
    select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
    where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
    order by currency, rate_date desc
  ), due as (
    select o.purchase_order_id, p.category_id, coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on,
      sum(l.units)::float8 as units, sum(l.units * l.unit_cost) as cost, bool_and(l.unit_cost is not null) as is_costed,
      sum(l.units * v.price_cents * case when p.currency = g.currency then 1 else r.rate end) as retail,
      bool_and(v.price_cents is not null) as is_priced,
      min(p.currency) filter (where p.currency <> g.currency and r.rate is null) as unrated_price_currency
    from purchase_orders o
    join organizations g on g.organization_id = ${organization_id}
    cross join lateral (
      select l.variant_id, l.quantity - l.delivered_quantity as units, l.unit_cost, l.expected_delivery_date
      from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
        and l.quantity > l.delivered_quantity offset 0
    ) l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    left join rates r on r.currency = p.currency
    where o.organization_id = ${organization_id} and o.status in ${sql(['draft', ...openOrderStatuses])}
      and o.order_type <> 'transfer'
    group by 1, 2, 3
  )
  select d.purchase_order_id, o.name, o.status, o.on_hold, o.cancel_date, d.category_id, d.due_on, d.units,
    coalesce(round(d.cost * f.rate * 100), 0)::float8 as cost, coalesce(round(d.retail), 0)::float8 as retail,
    d.is_costed, d.is_priced, case when f.rate is null then o.currency end as unrated_currency,
    d.unrated_price_currency
  from due d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
  join organizations g on g.organization_id = ${organization_id}
  left join rates c on c.currency = o.currency
  cross join lateral (select case when o.currency = g.currency then 1 else c.rate end as rate) f
  order by d.due_on nulls last, o.name, d.purchase_order_id`

/** Open orders, and those delivered or paid for in the last year. Transfers move stock that was already bought. */
const counted = (sql: Sql, { organization_id, time_zone }: Scope) => sql`
  recent as (
    select purchase_order_id from purchase_order_deliveries
    where organization_id = ${organization_id} and removed_at is null
      and received_at >= now() - make_interval(days => ${limits.cash_payable_days})
    union
    select purchase_order_id from supplier_payments
    where organization_id = ${organization_id} and purchase_order_id is not null
      and paid_on >= (now() at time zone ${time_zone})::date - ${limits.cash_payable_days}::int
  ), counted as (
    select o.purchase_order_id from purchase_orders o
    where o.organization_id = ${organization_id} and o.order_type <> 'transfer'
      and o.status in ${sql([...openOrderStatuses])}
    union
    select o.purchase_order_id from recent r
    join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = r.purchase_order_id
    where o.order_type <> 'transfer' and o.status <> 'draft'
  )`

/** Deliveries of the orders, the oldest first, then the units that are still expected, in order of their due dates. */
export const plainReceipts = (sql: Sql, scope: Scope) => sql<ReceiptFact[]>`
  with ${counted(sql, scope)}, receipts as (
    select d.purchase_order_id, false as is_expected, (d.received_at at time zone ${scope.time_zone})::date as day,
      d.received_at as at, d.delivery_id as part, n.received_quantity as units, l.unit_cost
    from counted c
    join purchase_order_deliveries d on d.organization_id = ${scope.organization_id}
      and d.purchase_order_id = c.purchase_order_id and d.removed_at is null
    join purchase_order_delivery_lines n on n.organization_id = ${scope.organization_id}
      and n.delivery_id = d.delivery_id and n.received_quantity > 0
    join purchase_order_lines l on l.organization_id = ${scope.organization_id}
      and l.purchase_order_id = n.purchase_order_id and l.line_id = n.line_id
    union all
    select o.purchase_order_id, true, coalesce(l.expected_delivery_date, o.expected_delivery_date), null, null,
      l.quantity - l.delivered_quantity, l.unit_cost
    from counted c
    join purchase_orders o on o.organization_id = ${scope.organization_id}
      and o.purchase_order_id = c.purchase_order_id and o.status in ${sql([...openOrderStatuses])}
    join purchase_order_lines l on l.organization_id = ${scope.organization_id}
      and l.purchase_order_id = c.purchase_order_id and l.quantity > l.delivered_quantity
  )
  select purchase_order_id, is_expected, day::text as day, coalesce(sum(units * unit_cost) * 100, 0)::text as value,
    bool_and(unit_cost is not null) as is_costed
  from receipts
  group by purchase_order_id, is_expected, day, at, part
  order by purchase_order_id, is_expected, at, part, day nulls first`

/** What was ordered in the last year by category and supplier: it divides the open buy. */
export const plainOrdered = (sql: Sql, { organization_id, time_zone }: Scope) => sql<OrderedFact[]>`
  with rates as (
    select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
    where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
    order by currency, rate_date desc
  )
  select s.category_id, s.supplier_id, round(sum(s.amount * f.rate) * 100)::float8 as cents
  from (
    select p.category_id, o.supplier_id, o.currency, sum(l.quantity * l.unit_cost) as amount
    from purchase_orders o
    join purchase_order_lines l on l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    where o.organization_id = ${organization_id} and o.order_type <> 'transfer'
      and o.status not in ('draft', 'cancelled') and l.unit_cost is not null
      and coalesce(o.order_date, (o.created_at at time zone ${time_zone})::date)
        >= (now() at time zone ${time_zone})::date - ${limits.cash_payable_days}::int
    group by p.category_id, o.supplier_id, o.currency
  ) s
  join organizations g on g.organization_id = ${organization_id}
  left join rates r on r.currency = s.currency
  cross join lateral (select case when s.currency = g.currency then 1 else r.rate end as rate) f
  where f.rate is not null
  group by s.category_id, s.supplier_id
  order by s.category_id nulls last, s.supplier_id nulls last`

/** Amounts by month, dated on its first day. Overdue and undated orders count in the current month. */
export const plainIntakeFacts = (
  sql: Sql,
  { organization_id, time_zone }: Scope,
  commitment_ids: readonly string[],
  months: readonly Period[],
  today: string,
): PromiseLike<IntakeFact[]> => {
  const [start, end] = [months[0]!.start, months.at(-1)!.end]
  const starts = arrayLiteral(months.map((month) => month.start))
  const due = sql`coalesce(l.expected_delivery_date, o.expected_delivery_date)`
  return sql<IntakeFact[]>`
    with ordered as (
      select o.commitment_id, l.variant_id, l.unit_cost, o.currency, o.currency = k.currency as is_own_currency,
        l.quantity - l.delivered_quantity as units, greatest(${due}, ${today}::date) as day, 'on_order' as band
      from purchase_orders o
      join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
      join purchase_order_lines l on l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
      where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
        and o.order_type <> 'transfer' and o.status in ${sql([...openOrderStatuses])}
        and l.quantity > l.delivered_quantity
    ), received as (
      select o.commitment_id, l.variant_id, l.unit_cost, o.currency, o.currency = k.currency as is_own_currency,
        r.received_quantity as units, (d.received_at at time zone ${time_zone})::date as day, 'received' as band
      from purchase_order_deliveries d
      join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
        and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[]) and o.order_type <> 'transfer'
      join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
      join purchase_order_delivery_lines r on r.organization_id = ${organization_id} and r.delivery_id = d.delivery_id
        and r.received_quantity > 0
      join purchase_order_lines l on l.organization_id = ${organization_id}
        and l.purchase_order_id = r.purchase_order_id and l.line_id = r.line_id
      where d.organization_id = ${organization_id} and d.removed_at is null
        and d.received_at >= ${addDays(start, -1)}::timestamptz and d.received_at < ${addDays(end, 2)}::timestamptz
    ), facts as (select * from ordered union all select * from received)
    select f.commitment_id, false as is_own, f.band, p.category_id, c.name as category,
      ((${starts}::date[])[width_bucket(f.day, ${starts}::date[])])::text as day,
      f.currency, coalesce(sum(f.units * f.unit_cost), 0)::text as order_amount,
      coalesce(sum(f.units * f.unit_cost) filter (where f.is_own_currency), 0)::text as amount,
      (count(*) filter (where f.unit_cost is null))::int as uncosted_lines,
      (count(*) filter (where f.unit_cost is not null and not f.is_own_currency))::int as foreign_lines
    from facts f
    join variants v on v.organization_id = ${organization_id} and v.variant_id = f.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    left join categories c on c.organization_id = ${organization_id} and c.category_id = p.category_id
    where f.day >= ${start}::date and f.day <= ${end}::date
    group by 1, 3, 4, 5, 6, 7`
}

/**
 * Outstanding units count on their due date, received units on the days of their deliveries; units that were recorded as
 * delivered without a delivery have no day. Transfers move stock that was already bought, so they are left out. The facts of
 * one order can be told apart from those of the others.
 */
export const plainOrderFacts = (
  sql: Sql,
  { organization_id, time_zone }: Scope,
  commitment_ids: readonly string[],
  ownOrderId: string | null = null,
): PromiseLike<OrderFact[]> => sql<OrderFact[]>`
  with lines as materialized (
    select o.commitment_id, o.purchase_order_id, o.status, o.currency = k.currency as is_own_currency, l.line_id,
      l.unit_cost, l.quantity, l.delivered_quantity, p.category_id,
      coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on
    from purchase_orders o
    join commitments k on k.organization_id = ${organization_id} and k.commitment_id = o.commitment_id
    cross join lateral (
      select * from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id offset 0
    ) l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    where o.organization_id = ${organization_id} and o.commitment_id = any(${arrayLiteral(commitment_ids)}::uuid[])
      and o.order_type <> 'transfer'
  ), receipts as (
    select l.commitment_id, l.category_id, l.unit_cost, l.is_own_currency, l.line_id, l.purchase_order_id,
      (d.received_at at time zone ${time_zone})::date as day, r.received_quantity as units
    from lines l
    join purchase_order_delivery_lines r on r.organization_id = ${organization_id}
      and r.purchase_order_id = l.purchase_order_id and r.line_id = l.line_id
    join purchase_order_deliveries d on d.organization_id = ${organization_id} and d.delivery_id = r.delivery_id
      and d.removed_at is null
  ), facts as (
    select commitment_id, purchase_order_id, category_id, unit_cost, is_own_currency, due_on as day,
      quantity - delivered_quantity as units, case status when 'draft' then 'drafted' else 'on_order' end as band
    from lines where status in ${sql(['draft', ...openOrderStatuses])}
    union all
    select commitment_id, purchase_order_id, category_id, unit_cost, is_own_currency, day, units, 'received'
    from receipts
    union all
    select l.commitment_id, l.purchase_order_id, l.category_id, l.unit_cost, l.is_own_currency, null,
      l.delivered_quantity - coalesce(r.units, 0), 'received'
    from lines l
    left join (
      select purchase_order_id, line_id, sum(units) as units from receipts group by purchase_order_id, line_id
    ) r on r.purchase_order_id = l.purchase_order_id and r.line_id = l.line_id
  )
  select f.commitment_id, (f.purchase_order_id is not distinct from ${ownOrderId}::uuid) as is_own,
    f.band, f.category_id, c.name as category, f.day,
    coalesce(sum(f.units * f.unit_cost) filter (where f.is_own_currency), 0)::text as amount,
    (count(*) filter (where f.unit_cost is null))::int as uncosted_lines,
    (count(*) filter (where f.unit_cost is not null and not f.is_own_currency))::int as foreign_lines
  from facts f
  left join categories c on c.organization_id = ${organization_id} and c.category_id = f.category_id
  where f.units > 0
  group by f.commitment_id, is_own, f.band, f.category_id, c.name, f.day`
