/** The sums that a supplier's scorecard is made of. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { open_order_statuses } from '../../contract/stock.ts'
import type { Drift, LeadTimes, Measured, OpenOrders, Punctuality } from './scorecard.rules.ts'

export interface Scope {
  organization_id: string
  supplier_id: string
  /** Both days included. */
  from: string
  to: string
  today: string
}

/** What a supplier was told of and could have kept; a hold is ours, so what is held is nobody's delay. */
const answerable = ['issued', 'partially_delivered', 'delivered', 'closed'] as const
const list = (values: readonly string[]) => `{${values.join(',')}}`

/** Lines that were due, by their own day or their order's, with the day on which the order was placed. */
const dueLines = (sql: Sql, { organization_id, supplier_id, from, to }: Scope): Fragment => sql`
  due as materialized (
    select o.purchase_order_id, l.line_id, l.variant_id, l.quantity, l.unit_cost, o.currency,
      o.status in ('issued', 'partially_delivered') as is_open,
      coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on,
      coalesce((o.issued_at at time zone 'UTC')::date, o.order_date, (o.approved_at at time zone 'UTC')::date)
        as placed_on
    from purchase_orders o
    join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    where o.organization_id = ${organization_id} and o.supplier_id = ${supplier_id} and o.order_type = 'purchase'
      and o.status = any(${list(answerable)}::text[]) and not o.on_hold
      and coalesce(l.expected_delivery_date, o.expected_delivery_date) between ${from}::date and ${to}::date
  )`

/** What arrived of them, and on which day. */
const arrivals = (sql: Sql, { organization_id }: Scope): Fragment => sql`
  arrived as materialized (
    select d.purchase_order_id, d.line_id, d.delivery_id, d.received_quantity as units, u.placed_on, u.due_on,
      (v.received_at at time zone 'UTC')::date as arrived_on
    from due u
    join purchase_order_delivery_lines d on d.organization_id = ${organization_id}
      and d.purchase_order_id = u.purchase_order_id and d.line_id = u.line_id
    join purchase_order_deliveries v on v.organization_id = ${organization_id} and v.delivery_id = d.delivery_id
    where v.removed_at is null and d.received_quantity > 0
  )`

const readPunctuality = (sql: Sql, scope: Scope) => sql<Punctuality[]>`
  with ${dueLines(sql, scope)}, ${arrivals(sql, scope)}, came as (
    select purchase_order_id, line_id, sum(units) as units, sum(units) filter (where arrived_on <= due_on) as in_time
    from arrived group by purchase_order_id, line_id
  ), line as (
    select u.purchase_order_id, u.quantity, u.is_open, least(u.quantity, coalesce(c.units, 0)) as received,
      least(u.quantity, coalesce(c.in_time, 0)) as on_time
    from due u left join came c using (purchase_order_id, line_id)
  )
  select count(distinct purchase_order_id)::int as orders, coalesce(sum(quantity), 0)::float8 as units_ordered,
    coalesce(sum(received), 0)::float8 as units_received, coalesce(sum(on_time), 0)::float8 as units_on_time,
    coalesce(sum(quantity - received) filter (where is_open), 0)::float8 as units_overdue
  from line`

/** Of each delivery that brought something of what was due; one told before its order was placed measures nothing. */
const readLeadTimes = (sql: Sql, scope: Scope) => sql<LeadTimes[]>`
  with ${dueLines(sql, scope)}, ${arrivals(sql, scope)}, delivery as (
    select distinct delivery_id, arrived_on - placed_on as days from arrived where arrived_on >= placed_on
  )
  select count(*)::int as deliveries, avg(days)::float8 as average_days, stddev_samp(days)::float8 as deviation_days
  from delivery`

const readDrift = (sql: Sql, scope: Scope) => sql<Drift[]>`
  with ${dueLines(sql, scope)}, priced as (
    select u.variant_id, u.purchase_order_id, u.placed_on, sum(u.quantity) as units,
      sum(u.quantity * u.unit_cost) / sum(u.quantity) as cost
    from due u
    join suppliers su on su.organization_id = ${scope.organization_id} and su.supplier_id = ${scope.supplier_id}
    where u.unit_cost is not null and u.placed_on is not null and u.currency = su.currency
    group by u.variant_id, u.purchase_order_id, u.placed_on
  ), bought as (
    select variant_id,
      (array_agg(cost order by placed_on, purchase_order_id))[1] as first_cost,
      (array_agg(cost order by placed_on desc, purchase_order_id desc))[1] as last_cost,
      (array_agg(units order by placed_on desc, purchase_order_id desc))[1] as units
    from priced group by variant_id having count(*) > 1
  )
  select count(*)::int as variants, sum(units * first_cost)::text as first_cost,
    sum(units * last_cost)::text as last_cost
  from bought`

const readOpen = (sql: Sql, { organization_id, supplier_id, today }: Scope) => sql<OpenOrders[]>`
  select o.currency, count(distinct o.purchase_order_id)::int as orders,
    count(distinct o.purchase_order_id) filter (
      where coalesce(l.expected_delivery_date, o.expected_delivery_date) < ${today}::date)::int as overdue_orders,
    sum(l.quantity - l.delivered_quantity)::float8 as units,
    coalesce(sum(l.quantity - l.delivered_quantity) filter (where l.unit_cost is null), 0)::float8 as uncosted_units,
    coalesce(sum((l.quantity - l.delivered_quantity) * l.unit_cost), 0)::text as cost
  from purchase_orders o
  join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    and l.delivered_quantity < l.quantity
  where o.organization_id = ${organization_id} and o.supplier_id = ${supplier_id} and o.order_type = 'purchase'
    and o.status = any(${list(open_order_statuses)}::text[])
  group by o.currency order by o.currency`

export async function readScorecard(sql: Sql, scope: Scope): Promise<Measured> {
  const [[punctuality], [lead_times], [drift], open] = await Promise.all([
    readPunctuality(sql, scope),
    readLeadTimes(sql, scope),
    readDrift(sql, scope),
    readOpen(sql, scope),
  ])
  return { punctuality: punctuality!, lead_times: lead_times!, drift: drift!, open: [...open] }
}
