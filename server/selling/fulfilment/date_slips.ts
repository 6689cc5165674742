/** Exceptions of kind `date_slip`: the last day of an order's ship window, or to cancel it, passed before all had shipped. */
import type { Sql } from '../../contract/sql.ts'
import { counted } from '../../contract/outcome.ts'
import { type NewException, resolveExceptions } from '../../exceptions/open.ts'
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { outstandingOf } from '../orders/rules.ts'

type Dates = Pick<LockedOrder, 'ship_window_end' | 'cancel_date'>

/** Whether the ship window of the order, or the cancel date of the line, which else is that of the order, has passed. */
export const isPast = (
  { ship_window_end, cancel_date }: Dates,
  line: Pick<LockedLine, 'cancel_date'>,
  today: string,
): boolean => [ship_window_end, line.cancel_date ?? cancel_date].some((day) => day !== null && day < today)

const isOutstanding = (line: LockedLine) => outstandingOf(line) > 0

/** The latest of the days that have passed for an outstanding line; null if none has. */
export function passedOn({ ship_window_end, cancel_date, lines }: Dates & Pick<LockedOrder, 'lines'>, today: string) {
  const days = [ship_window_end, ...lines.filter(isOutstanding).map((line) => line.cancel_date ?? cancel_date)]
  return days.reduce((last, day) => (day !== null && day < today && (last === null || day > last) ? day : last), null)
}

export function slipOf(order: LockedOrder, day: string, today: string, isReleased: boolean): NewException {
  const { order_id, name, ship_window_end, lifecycle } = order
  const outstanding = order.lines.filter(isOutstanding)
  const past = outstanding.filter((line) => isPast(order, line, today))
  const units = past.reduce((sum, line) => sum + outstandingOf(line), 0)
  const of = past.length === outstanding.length ? name : `${counted(past.length, 'line')} of ${name}`
  const what = day === ship_window_end ? `The ship window of ${name} ended` : `The cancel date of ${of} passed`
  const still = lifecycle === 'draft' ? 'before it was confirmed' : `with ${counted(units, 'unit')} still to ship`
  const released = isReleased ? ' The stock held for it was released.' : ''
  return {
    kind: 'date_slip',
    severity: 'warning',
    subject: { type: orderSubject, id: order_id },
    sentence: `${what} on ${day} ${still}.${released}`,
  }
}

interface Settled {
  organization_id: string
  now: string
  resolved_by: string
}

/** Resolves the slip of an order whose dates changed, or that ended. Only an order that slipped can have one. */
export async function resolveSlip(
  sql: Sql,
  { organization_id, now, resolved_by }: Settled,
  { order_id, date_slip_on }: Pick<LockedOrder, 'order_id' | 'date_slip_on'>,
  resolution: 'dates_changed' | 'fulfilled' | 'cancelled' | 'superseded',
): Promise<void> {
  if (date_slip_on === null) return
  const subject = { type: orderSubject, id: order_id }
  await resolveExceptions(sql, organization_id, now, { kind: 'date_slip', subject, resolution, resolved_by })
}
