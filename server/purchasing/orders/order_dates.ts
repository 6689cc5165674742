/** The day of an order, and the days on which its goods move: none moves before the order was placed. */
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { checkDays } from '../../ledger/books.ts'
import type { LockedOrder } from './store.ts'

/** Refuses order dates before the books begin or far ahead; an order may be planned for a coming day. */
export const checkOrderDates = (
  sql: Sql,
  organization_id: string,
  now: string,
  orders: readonly { at: string; order_date?: string | null | undefined }[],
): Promise<void> =>
  checkDays(
    sql,
    organization_id,
    now,
    orders.map(({ at, order_date }) => ({ field: `${at}order_date`, day: order_date })),
    limits.order_date_days_ahead_max,
  )

/**
 * Refuses goods that move before the order date that was stated. Where none was, the order has the day of its recording,
 * which may be after its goods moved: it was placed by then, and has the day of the first of them.
 */
export async function dateByGoods(
  sql: Sql,
  { organization_id, time_zone }: Pick<Caller, 'organization_id' | 'time_zone'>,
  { purchase_order_id, order_date, is_order_date_stated }: LockedOrder,
  moves: readonly { field: string; at: string }[],
): Promise<void> {
  if (order_date === null) return
  const early = moves
    .map(({ field, at }) => ({ field, day: dayInTimeZone(time_zone, at) }))
    .filter(({ day }) => day < order_date)
  const [first] = early
  if (first === undefined) return
  if (is_order_date_stated)
    refuseField(first.field, `must not be before order_date, ${order_date}`, [`from ${order_date} on`])
  const [day] = early.map((one) => one.day).sort()
  await sql`
    update purchase_orders set order_date = ${day!}
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
}

/** Refuses an order date after the first day on which goods of the order moved. */
export async function checkBeforeGoods(
  sql: Sql,
  { organization_id, time_zone }: Pick<Caller, 'organization_id' | 'time_zone'>,
  { purchase_order_id, order_type, issued_at }: LockedOrder,
  order_date: string,
): Promise<void> {
  const [arrived] = await sql<{ received_at: string | null }[]>`
    select min(received_at) as received_at from purchase_order_deliveries
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} and removed_at is null`
  const moves = [
    { what: 'issued_at, when its goods left', at: order_type === 'transfer' ? issued_at : null },
    { what: 'received_at of its first delivery', at: arrived!.received_at },
  ]
  for (const { what, at } of moves) {
    const day = at === null ? null : dayInTimeZone(time_zone, at)
    if (day !== null && order_date > day)
      refuseField('order_date', `must not be after ${day}, the day of ${what}`, [`until ${day}`])
  }
}
