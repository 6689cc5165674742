/** Days without a time, as files state what happened to an order. Pure. */
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { OrderGroup } from './order_rows.ts'

/** A date without a time is read as the beginning of its day; so is a time of midnight, as spreadsheets write dates. */
const isDayAlone = (at: string, time_zone: string): boolean =>
  dayInTimeZone(time_zone, new Date(Date.parse(at) - 1).toISOString()) !== dayInTimeZone(time_zone, at)

/** A day alone is not before what it follows on that day: it has the latest of these times. Any other time stays. */
function notBefore(at: string, followed: readonly (string | null)[], time_zone: string): string {
  const later = followed.filter((one): one is string => one !== null && Date.parse(one) > Date.parse(at))
  if (later.length === 0 || !isDayAlone(at, time_zone)) return at
  const day = dayInTimeZone(time_zone, at)
  const ofDay = later.filter((one) => dayInTimeZone(time_zone, one) === day)
  return ofDay.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? at
}

/** The rows of an order, in which a day alone on that of the order, or of a shipment that came back, is not before it. */
export function withTimesOfDays(group: OrderGroup, time_zone: string): OrderGroup {
  const { values, rows } = group
  const { ordered_at } = values
  const after = (at: string | null, followed: readonly (string | null)[]) =>
    at === null ? null : notBefore(at, followed, time_zone)
  const shippedAfter = (at: string | null) => after(at, [ordered_at])
  const shipped = [...rows.map((row) => row.values.shipped_at ?? null), values.shipped_at].map(shippedAfter)
  return {
    ...group,
    values: {
      ...values,
      shipped_at: shippedAfter(values.shipped_at),
      cancelled_at: after(values.cancelled_at, [ordered_at]),
      refunded_at: after(values.refunded_at, [ordered_at, ...shipped]),
    },
    rows: rows.map((row, i) => ({ ...row, values: { ...row.values, shipped_at: shipped[i]! } })),
  }
}
