/** SQL of the sums behind a supplier's scorecard. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import type { Measured, OpenOrders } from './scorecard.rules.ts'

export interface Scope {
  organization_id: string
  supplier_id: string
  time_zone: string
  /** Both days included. */
  from: string
  to: string
  today: string
}

/** Statuses of orders that the supplier has had. Orders on hold are left out, since we caused their delay. */
const placedStatuses = ['issued', 'partially_delivered', 'delivered', 'closed'] as const
const linesMax = limits.supplier_scorecard_lines_max

/**
 * First day of the window. If more lines were due than the scorecard reads, only the latest days that hold no more. Lines
 * count on their orders' dates, so that the lines themselves need not be read.
 */
export async function readFirstDay(
  sql: Sql,
  { organization_id, supplier_id, time_zone, from, to }: Scope,
): Promise<string> {
  const [row] = await sql<{ first_day: string }[]>`
    with daily as (
      select coalesce(o.expected_delivery_date, o.order_date, (o.created_at at time zone ${time_zone})::date) as day,
        sum(o.total_line_items) as lines
      from purchase_orders o
      where o.organization_id = ${organization_id} and o.supplier_id = ${supplier_id} and o.order_type = 'purchase'
        and o.status = any(${arrayLiteral(placedStatuses)}::text[]) and not o.on_hold
      group by day
    ), since as (
      select day, sum(lines) over (order by day desc) as lines from daily
      where day between ${from}::date and ${to}::date
    )
    select case when bool_or(lines > ${linesMax}) then least(max(day) filter (where lines > ${linesMax}) + 1, max(day))
      else ${from}::date end::text as first_day
    from since`
  return row!.first_day
}

/** Orders that may have a due line: the dates of the order and its lines overlap the window. */
const dueOrders = (sql: Sql, { organization_id, supplier_id, time_zone, from, to }: Scope): Fragment => sql`
  placed as materialized (
    select o.purchase_order_id, o.expected_delivery_date, o.currency = su.currency as is_comparable,
      o.status in ('issued', 'partially_delivered') as is_open,
      coalesce((o.issued_at at time zone ${time_zone})::date, o.order_date, (o.approved_at at time zone ${time_zone})::date)
        as placed_on
    from suppliers su
    join purchase_orders o on o.organization_id = su.organization_id and o.supplier_id = su.supplier_id
    where su.organization_id = ${organization_id} and su.supplier_id = ${supplier_id} and o.order_type = 'purchase'
      and o.status = any(${arrayLiteral(placedStatuses)}::text[]) and not o.on_hold
      and greatest(o.expected_delivery_date, o.last_line_due_on) >= ${from}::date
      and least(o.expected_delivery_date, o.first_line_due_on) <= ${to}::date
  )`

/**
 * Their due lines, by their own date or their order's. They are numbered, since grouping by number takes half the time of
 * grouping by id. Here and below, `offset 0` keeps lookups by key from becoming a join over the rows of all suppliers.
 */
const dueLines = (sql: Sql, { organization_id, from, to }: Scope): Fragment => sql`
  due as (
    select row_number() over () as n, o.purchase_order_id, l.line_id, l.variant_id, l.quantity,
      case when o.is_comparable then l.unit_cost end as unit_cost, o.is_open, o.placed_on,
      coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on
    from placed o
    cross join lateral (
      select * from purchase_order_lines l
      where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id offset 0
    ) l
    where coalesce(l.expected_delivery_date, o.expected_delivery_date) between ${from}::date and ${to}::date
  )`

/** Arrivals of the due lines, and the days they took. */
const arrivals = (sql: Sql, { organization_id, time_zone }: Scope): Fragment => sql`
  arrived as (
    select u.n, d.delivery_id, d.units, d.received_on <= u.due_on as is_on_time, d.received_on - u.placed_on as days
    from due u
    cross join lateral (
      select v.delivery_id, d.received_quantity as units, (v.received_at at time zone ${time_zone})::date as received_on
      from purchase_order_delivery_lines d
      join purchase_order_deliveries v on v.organization_id = d.organization_id and v.delivery_id = d.delivery_id
      where d.organization_id = ${organization_id} and d.purchase_order_id = u.purchase_order_id
        and d.line_id = u.line_id and d.received_quantity > 0 and v.removed_at is null offset 0
    ) d
  )`

/** Received units of each due line; units beyond the ordered quantity are not counted. */
const punctuality = (sql: Sql): Fragment => sql`
  line as (
    select max(quantity) as quantity, bool_or(is_open) as is_open, least(max(quantity), sum(units)) as received,
      least(max(quantity), sum(units_on_time)) as on_time
    from (
      select n, quantity, is_open, 0 as units, 0 as units_on_time from due
      union all
      select n, null, null, units, case when is_on_time then units else 0 end from arrived
    ) counted
    group by n
  ), punctuality as (
    select (select count(distinct purchase_order_id)::int from due) as orders,
      coalesce(sum(quantity), 0)::float8 as units_ordered, coalesce(sum(received), 0)::float8 as units_received,
      coalesce(sum(on_time), 0)::float8 as units_on_time,
      coalesce(sum(quantity - received) filter (where is_open), 0)::float8 as units_overdue
    from line
  )`

/** Lead time of each delivery of due lines; a delivery recorded before its order was placed is left out. */
const leadTimes = (sql: Sql): Fragment => sql`
  lead_times as (
    select count(*)::int as deliveries, avg(days)::float8 as average_days, stddev_samp(days)::float8 as deviation_days
    from (select distinct delivery_id, days from arrived where days >= 0) delivery
  )`

/** Variants ordered on more than one day: units of the last day, at that day's cost and at the first day's cost. */
const drift = (sql: Sql): Fragment => sql`
  bought as (
    select variant_id, quantity, unit_cost, placed_on, min(placed_on) over variant as first_on,
      max(placed_on) over variant as last_on
    from due where unit_cost is not null
    window variant as (partition by variant_id)
  ), edge as (
    select sum(quantity * unit_cost) filter (where placed_on = first_on)
        / sum(quantity) filter (where placed_on = first_on) as first_cost,
      sum(quantity) filter (where placed_on = last_on) as units,
      sum(quantity * unit_cost) filter (where placed_on = last_on) as last_cost
    from bought where first_on < last_on and placed_on in (first_on, last_on)
    group by variant_id
  ), drift as (
    select count(*)::int as variants, sum(units * first_cost)::text as first_cost, sum(last_cost)::text as last_cost
    from edge
  )`

/** One statement, because finding the due lines is the expensive part. */
const readDue = (sql: Sql, scope: Scope) => sql<Omit<Measured, 'open'>[]>`
  with ${dueOrders(sql, scope)}, ${dueLines(sql, scope)}, ${arrivals(sql, scope)}, ${punctuality(sql)}, ${leadTimes(sql)}, ${drift(sql)}
  select to_jsonb(p) as punctuality, to_jsonb(t) as lead_times, to_jsonb(d) as drift
  from punctuality p, lead_times t, drift d`

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
    and o.status = any(${arrayLiteral(openOrderStatuses)}::text[])
  group by o.currency order by o.currency`

export async function readScorecard(sql: Sql, scope: Scope): Promise<Measured> {
  const [[due], open] = await Promise.all([readDue(sql, scope), readOpen(sql, scope)])
  return { ...due!, open: [...open] }
}
