/** Exceptions of kind `date_slip`: the last day of an order's ship window, or to cancel it, passed before all had shipped. */
import type { Sql } from '../../contract/sql.ts'
import { counted } from '../../contract/outcome.ts'
import { type NewException, resolveExceptions } from '../../exceptions/open.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { outstandingOf } from '../orders/rules.ts'

type Dates = Pick<LockedOrder, 'ship_window_end' | 'cancel_date'>

/** The latest of the days that have passed; null if none has. */
export function passedOn({ ship_window_end, cancel_date }: Dates, today: string): string | null {
  const passed = [ship_window_end, cancel_date].filter((day) => day !== null && day < today)
  return passed.reduce((last, day) => (last === null || day! > last ? day : last), null)
}

export function slipOf(order: LockedOrder, day: string, isReleased: boolean): NewException {
  const { order_id, name, ship_window_end, lifecycle } = order
  const units = order.lines.reduce((sum, line) => sum + outstandingOf(line), 0)
  const what = day === ship_window_end ? `The ship window of ${name} ended` : `The cancel date of ${name} passed`
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
