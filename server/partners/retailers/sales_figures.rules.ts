/** Velocity and sell-through of an account as a whole. Pure. */
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'

export const windowDays = limits.retailer_window_weeks * 7

export const windowUntil = (last_report: string | null) =>
  last_report === null ? null : { start_date: addDays(last_report, 1 - windowDays), end_date: last_report }

export const rounded = (value: number, decimals: number): number =>
  Math.round((value + Math.sign(value) * Number.EPSILON) * 10 ** decimals) / 10 ** decimals + 0

interface Sales {
  last_report: string | null
  units: number | null
  known_days: number
  on_hand: number | null
}

function reasonsOf(sales: Sales | undefined) {
  const velocity =
    sales === undefined || sales.last_report === null
      ? 'The account has not reported any sell-out.'
      : sales.units === null || sales.known_days === 0
        ? 'The account reported no sales figure in the window.'
        : null
  if (velocity !== null) return { velocity, sell_through: velocity }
  const { units, on_hand } = sales!
  if (on_hand === null) return { velocity, sell_through: 'The account reported no shelf count in the window.' }
  return { velocity, sell_through: units! + on_hand > 0 ? null : 'Nothing was sold and nothing is on hand.' }
}

export function salesFiguresOf(sales: Sales | undefined) {
  const reasons = reasonsOf(sales)
  return {
    sales_velocity_per_week: reasons.velocity === null ? rounded((sales!.units! * 7) / sales!.known_days, 2) : null,
    sales_velocity_reason: reasons.velocity,
    sell_through_rate:
      reasons.sell_through === null ? rounded(sales!.units! / (sales!.units! + sales!.on_hand!), 4) : null,
    sell_through_reason: reasons.sell_through,
  }
}
