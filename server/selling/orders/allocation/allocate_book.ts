/**
 * Allocates the open order book of every organisation: the order whose ship window ends first comes first, then the
 * older order, then the account tier. Orders beyond the horizon wait (allocation_horizon.ts). Each transaction takes a few orders for which some stock is available. What expired
 * stays without holds where the account's setting releases them (fulfilment/expire_ship_windows.ts).
 */
import type { Sql } from '../../../contract/sql.ts'
import { limits } from '../../../contract/limits.ts'
import { forEachDue, type Job, type Only, within } from '../../../jobs/job.ts'
import { bundlesAvailable, isAssembled } from '../../../ledger/bundles/parts.ts'
import { allocateLines, settleShortages, shortageOf } from './allocation.ts'
import { opensLater } from './allocation_horizon.ts'
import { releaseLeftOver } from '../../fulfilment/held_units/overheld.ts'
import { isPast } from '../../fulfilment/date_slips.ts'
import { lockFree, type LockedLine, type LockedOrder, saveOrders, withLines } from '../locked_order.store.ts'
import { announceOrders } from '../order.store.ts'
import { mayHoldMore, unallocatedOf } from '../rules.ts'

const actor = 'service:allocation'

/** Whether the line l of order o could hold a unit at least: of its own variant, of the parts it keeps, or of its bundle's. */
const isAvailable = (sql: Sql, organization_id: string) => sql`case
  when l.allocated_quantity = 0 and l.fulfilled_quantity = 0
    and ${isAssembled(sql, organization_id, sql`l.variant_id`)}
  then (l.variant_id, coalesce(l.location_id, o.location_id)) in (
    select a.bundle_variant_id, a.location_id from (${bundlesAvailable(sql, organization_id)}) a)
  when l.allocated_quantity + l.fulfilled_quantity > 0 and exists (select from order_line_components k
    where k.organization_id = ${organization_id} and k.line_id = l.line_id)
  then not exists (select from order_line_components k
    left join stock_levels s on s.organization_id = ${organization_id} and s.variant_id = k.variant_id
      and s.location_id = coalesce(l.location_id, o.location_id)
    where k.organization_id = ${organization_id} and k.line_id = l.line_id
      and coalesce(s.on_hand - s.committed, 0) < k.units)
  else exists (select from stock_levels s
    where s.organization_id = ${organization_id} and s.variant_id = l.variant_id
      and s.location_id = coalesce(l.location_id, o.location_id) and s.on_hand > s.committed) end`

/** Orders with a line that wants units, at a location that has some available; the most urgent ones first. */
const mostUrgent = (sql: Sql, organization_id: string) => sql`
  join organizations g on g.organization_id = ${organization_id}
  left join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  where o.organization_id = ${organization_id} and o.lifecycle in ('open', 'partially_allocated', 'partially_fulfilled')
    and not o.is_allocated_on_request
    and not exists (select from order_holds h
      where h.organization_id = ${organization_id} and h.order_id = o.order_id and h.released_at is null)
    and not ${opensLater(sql)}
    and (p.auto_release_holds and o.ship_window_end < (now() at time zone g.time_zone)::date) is not true
    and exists (
      select from order_lines l
      where l.organization_id = ${organization_id} and l.order_id = o.order_id and ${isAvailable(sql, organization_id)}
        and l.quantity - l.cancelled_quantity - l.fulfilled_quantity + l.over_shipped_quantity > l.allocated_quantity
        and (p.auto_release_holds
          and coalesce(l.cancel_date, o.cancel_date) < (now() at time zone g.time_zone)::date) is not true)
  order by coalesce(o.ship_window_end, o.cancel_date, o.requested_ship_date) nulls last, o.ordered_on,
    p.account_tier nulls last, o.ordered_at, o.order_id
  limit ${limits.sales_orders_allocated_at_once_max}`

/** Lines that stay without holds: their day has passed, and the account's setting releases holds then. */
async function findLeftOut(
  sql: Sql,
  organization_id: string,
  orders: readonly LockedOrder[],
): Promise<Set<LockedLine>> {
  const accounts = [...new Set(orders.flatMap(({ trading_partner_id }) => trading_partner_id ?? []))]
  const rows = await sql<{ trading_partner_id: string; today: string }[]>`
    select p.trading_partner_id, (now() at time zone g.time_zone)::date::text as today
    from trading_partners p
    join organizations g on g.organization_id = ${organization_id}
    where p.organization_id = ${organization_id} and p.auto_release_holds
      and p.trading_partner_id = any(${accounts}::uuid[])`
  const releasing = new Map(rows.map(({ trading_partner_id, today }) => [trading_partner_id, today]))
  return new Set(
    orders.flatMap((order) => {
      const today = releasing.get(order.trading_partner_id ?? '')
      return today === undefined ? [] : order.lines.filter((line) => isPast(order, line, today))
    }),
  )
}

/** Allocates the most urgent orders of an organisation; returns how many of them hold more than before. */
export async function allocateUrgent(sql: Sql, organization_id: string, now: string): Promise<number> {
  const locked = await withLines(sql, organization_id, await lockFree(sql, mostUrgent(sql, organization_id)))
  // Of an order that was put on hold while this waited, the statement has not seen the hold.
  const before = locked.filter(mayHoldMore)
  if (before.length === 0) return 0
  const leftOut = await findLeftOut(sql, organization_id, before)
  const wants = (line: LockedLine) => (leftOut.has(line) ? 0 : unallocatedOf(line))
  const after = await allocateLines(sql, organization_id, before, { wants })
  const changes = before
    .map((order, i) => ({ before: order, after: after[i]! }))
    .filter((change) => shortageOf(change.after) < shortageOf(change.before))
  if (changes.length === 0) return 0
  const saved = await saveOrders(sql, { organization_id, now, actor }, changes)
  await settleShortages(sql, { organization_id, now, resolved_by: actor }, saved)
  await announceOrders(
    sql,
    organization_id,
    saved.map(({ order_id }) => ({ order_id, event: 'order.updated' })),
  )
  return saved.length
}

const readDue = (sql: Sql, _now: string, only: Only) => sql<{ organization_id: string }[]>`
  select g.organization_id from organizations g
  where exists (select from sales_orders o where o.organization_id = g.organization_id
    and o.lifecycle in ('open', 'partially_allocated', 'allocated', 'partially_fulfilled'))
    and ${within(sql, only, sql`g.organization_id`)}
  order by g.organization_id`

export const allocateBookJob: Job = {
  name: 'allocate_sales_orders',
  every_seconds: 300,
  run: (step) =>
    forEachDue(step, readDue, async ({ organization_id }) => {
      while ((await step((sql, now) => releaseLeftOver(sql, organization_id, now))) > 0);
      while ((await step((sql, now) => allocateUrgent(sql, organization_id, now))) > 0);
    }),
}
