/**
 * Reports orders whose ship window passed, or the cancel date of an outstanding line, once for each such day, and releases
 * the holds of those lines where the account's setting says so and no warehouse holds a request. Nothing is cancelled.
 */
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { limits } from '../../contract/limits.ts'
import { openExceptions } from '../../exceptions/open.ts'
import { forEachDue, type Job, type Only, within } from '../../jobs/job.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import { holdsOf, sumHolds } from '../orders/allocation/allocation.ts'
import { lockFree, type LockedOrder, saveOrders, withLines } from '../orders/locked_order.store.ts'
import { announceOrders } from '../orders/order.store.ts'
import { isPast, passedOn, resolveSlip, slipOf } from './date_slips.ts'

const resolved_by = 'service:ship_windows'

/** Whether the holds of `o` must be released: the account's setting, a hold, and no warehouse that was asked to ship. */
const isToRelease = (sql: Sql, organization_id: string, today: string) => sql`
  p.auto_release_holds
    and exists (
      select from order_lines l
      where l.organization_id = ${organization_id} and l.order_id = o.order_id and l.allocated_quantity > 0
        and (o.ship_window_end < ${today}::date or coalesce(l.cancel_date, o.cancel_date) < ${today}::date))
    and not exists (
      select from warehouse_requests r
      where r.organization_id = ${organization_id} and r.order_id = o.order_id and r.status = 'requested')`

/** Orders of which a day may have passed: theirs, or that of a line. */
const withPassedDay = (sql: Sql, organization_id: string, today: string) => sql`
  select order_id from sales_orders where organization_id = ${organization_id}
    and lifecycle not in ('fulfilled', 'cancelled') and ship_window_end < ${today}::date
  union
  select order_id from sales_orders where organization_id = ${organization_id}
    and lifecycle not in ('fulfilled', 'cancelled') and cancel_date < ${today}::date
  union
  select order_id from order_lines where organization_id = ${organization_id} and cancel_date < ${today}::date`

/** Orders with a passed day that was not reported yet, or whose holds were not released for it. */
const expired = (sql: Sql, organization_id: string, today: string) => sql`
  left join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  cross join lateral (
    select greatest(case when o.ship_window_end < ${today}::date then o.ship_window_end end,
      (select max(coalesce(l.cancel_date, o.cancel_date)) from order_lines l
        where l.organization_id = ${organization_id} and l.order_id = o.order_id
          and coalesce(l.cancel_date, o.cancel_date) < ${today}::date
          and l.quantity - l.cancelled_quantity - l.fulfilled_quantity + l.over_shipped_quantity > 0)) as passed_on
    offset 0) d
  where o.organization_id = ${organization_id} and o.lifecycle not in ('fulfilled', 'cancelled')
    and o.order_id in (${withPassedDay(sql, organization_id, today)}) and d.passed_on is not null
    and (o.date_slip_on is distinct from d.passed_on
      or (o.holds_released_on is distinct from d.passed_on and ${isToRelease(sql, organization_id, today)}))
  order by o.order_id
  limit ${limits.sales_orders_allocated_at_once_max}`

/** Finds the locked orders that release their holds. A request cannot be made meanwhile: it locks the order first. */
async function findReleasing(
  sql: Sql,
  organization_id: string,
  today: string,
  orders: readonly LockedOrder[],
): Promise<Set<string>> {
  const ids = orders.map(({ order_id }) => order_id)
  const rows = await sql<{ order_id: string }[]>`
    select o.order_id from sales_orders o
    join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
    where o.organization_id = ${organization_id} and o.order_id = any(${ids}::uuid[])
      and ${isToRelease(sql, organization_id, today)}`
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Holds of the lines whose day has passed. */
async function releaseHolds(
  sql: Sql,
  context: { organization_id: string; now: string },
  today: string,
  orders: LockedOrder[],
) {
  if (orders.length === 0) return
  const { organization_id } = context
  const released = orders.flatMap((order) => order.lines.filter((line) => isPast(order, line, today)))
  await reserveAvailable(sql, organization_id, sumHolds(holdsOf(released)))
  const isReleased = new Set(released)
  const changes = orders.map((before) => {
    const lines = before.lines.map((line) =>
      isReleased.has(line) ? { ...line, allocated_quantity: 0, location_id: null } : line,
    )
    return { before, after: { ...before, lines } }
  })
  await saveOrders(sql, { ...context, actor: resolved_by }, changes)
}

const markedRows = recordset(sales_orders, ['order_id', 'date_slip_on', 'holds_released_on'])

const mark = (sql: Sql, organization_id: string, rows: Parameters<typeof markedRows.from>[0]) => sql`
  update sales_orders o set date_slip_on = n.date_slip_on, holds_released_on = n.holds_released_on
  from ${markedRows.from(rows)}
  where o.organization_id = ${organization_id} and o.order_id = n.order_id`

/** Handles a few expired orders; returns how many. */
export async function expireOrders(sql: Sql, organization_id: string, today: string, now: string): Promise<number> {
  const locked = await withLines(sql, organization_id, await lockFree(sql, expired(sql, organization_id, today)))
  if (locked.length === 0) return 0
  const releasing = await findReleasing(sql, organization_id, today, locked)
  const context = { organization_id, now }
  const orders = locked.map((order) => ({ order, day: passedOn(order, today)! }))
  const released = orders.filter(({ order, day }) => releasing.has(order.order_id) && order.holds_released_on !== day)
  await releaseHolds(
    sql,
    context,
    today,
    released.map(({ order }) => order),
  )
  const slipped = orders.filter(({ order, day }) => order.date_slip_on !== day)
  for (const { order } of slipped) await resolveSlip(sql, { ...context, resolved_by }, order, 'superseded')
  const isReleased = new Set(released.map(({ order }) => order.order_id))
  await openExceptions(
    sql,
    organization_id,
    now,
    slipped.map(({ order, day }) => slipOf(order, day, today, isReleased.has(order.order_id))),
  )
  await mark(
    sql,
    organization_id,
    orders.map(({ order, day }) => ({
      order_id: order.order_id,
      date_slip_on: day,
      holds_released_on: isReleased.has(order.order_id) ? day : order.holds_released_on,
    })),
  )
  if (released.length > 0)
    await announceOrders(
      sql,
      organization_id,
      released.map(({ order: { order_id } }) => ({ order_id, event: 'order.updated' })),
    )
  return orders.length
}

/** Time zones are at most a day apart from the database's. */
const readDue = (sql: Sql, _now: string, only: Only) => sql<{ organization_id: string; time_zone: string }[]>`
  select g.organization_id, g.time_zone from organizations g
  where ${within(sql, only, sql`g.organization_id`)} and exists (
    select from sales_orders o where o.organization_id = g.organization_id
      and o.lifecycle not in ('fulfilled', 'cancelled') and o.ship_window_end <= current_date + 1
    union all
    select from sales_orders o where o.organization_id = g.organization_id
      and o.lifecycle not in ('fulfilled', 'cancelled') and o.cancel_date <= current_date + 1
    union all
    select from order_lines l where l.organization_id = g.organization_id and l.cancel_date <= current_date + 1)
  order by g.organization_id`

export const expireShipWindowsJob: Job = {
  name: 'expire_ship_windows',
  every_seconds: 900,
  run: (step) =>
    forEachDue(step, readDue, async ({ organization_id, time_zone }) => {
      while (
        (await step((sql, now) => expireOrders(sql, organization_id, dayInTimeZone(time_zone, now), now))) ===
        limits.sales_orders_allocated_at_once_max
      );
    }),
}
