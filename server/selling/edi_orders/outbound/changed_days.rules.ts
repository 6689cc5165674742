/** The days of an order in the acknowledgement of a change. Pure. */
import type { ChangeAcknowledgement865, ShipDays } from '../../../edi/documents/change_acknowledgement_865.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'

const dayFields = ['requested_ship_date', 'ship_window_start', 'ship_window_end', 'cancel_date'] as const
type OrderDays = Pick<LockedOrder, (typeof dayFields)[number]>

const nameOfDay = {
  requested_ship_date: 'ship_from_on',
  ship_window_start: 'ship_not_before',
  ship_window_end: 'ship_not_after',
  cancel_date: 'cancel_after',
} as const satisfies Record<keyof OrderDays, keyof ShipDays>

const wordsOfDay = {
  requested_ship_date: 'requested ship date',
  ship_window_start: 'ship not before date',
  ship_window_end: 'ship not after date',
  cancel_date: 'cancel after date',
} as const satisfies Record<keyof OrderDays, string>

export type DatedAnswer = Pick<ChangeAcknowledgement865, 'days' | 'notes'>

/**
 * The days that stand once a change has moved one, and in words each that was taken away: X12 has a date of each kind, and no
 * code to end one. What the other orders into which the order was split do not share is left to the lines; undefined if
 * nothing is left.
 */
export function changedDays(
  before: OrderDays,
  after: OrderDays,
  others: readonly OrderDays[] = [],
): DatedAnswer | undefined {
  if (dayFields.every((name) => before[name] === after[name])) return undefined
  const shared = dayFields.filter((name) => others.every((other) => other[name] === after[name]))
  const days = shared.flatMap((name) => (after[name] === null ? [] : [[nameOfDay[name], after[name]]]))
  const ended = shared.flatMap((name) =>
    before[name] === null || after[name] !== null ? [] : [`The ${wordsOfDay[name]} ${before[name]} no longer applies.`],
  )
  if (days.length + ended.length === 0) return undefined
  return {
    ...(days.length === 0 ? {} : { days: Object.fromEntries(days) as ShipDays }),
    ...(ended.length === 0 ? {} : { notes: ended.join(' ') }),
  }
}
