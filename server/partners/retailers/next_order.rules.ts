/** When an account is expected to order next. Pure. */
import { addDays, daysBetween } from '../../calendar/days.ts'

export const nextOrderMethods = ['order_interval', 'stock_cover'] as const

export interface OrderingFacts {
  /** Days on which the account ordered, in order, each once. */
  order_days: readonly string[]
  /** Units on hand at the account at the end of a day, and units that it sells per day; null where unknown. */
  stock: number | null
  stock_on: string | null
  units_per_day: number | null
  transit_time_days: number | null
}

const orderDaysMin = 3

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median number of days between two orders; null with fewer than three order days. */
export function orderIntervalOf(order_days: readonly string[]): number | null {
  if (order_days.length < orderDaysMin) return null
  return medianOf(order_days.slice(1).map((day, i) => daysBetween(order_days[i]!, day)))
}

/** The day on which an order must be placed so that it arrives before the stock is sold. */
function coverDay({ stock, stock_on, units_per_day, transit_time_days }: OrderingFacts): string | null {
  if (stock === null || stock_on === null || transit_time_days === null) return null
  if (units_per_day === null || units_per_day <= 0) return null
  return addDays(stock_on, Math.floor(stock / units_per_day) - transit_time_days)
}

const weeksUntil = (today: string, day: string) => Math.round((daysBetween(today, day) / 7) * 10) / 10

export function nextOrderOf(facts: OrderingFacts, today: string) {
  const interval = orderIntervalOf(facts.order_days)
  const expected = interval === null ? coverDay(facts) : addDays(facts.order_days.at(-1)!, Math.round(interval))
  const method = interval === null ? 'stock_cover' : 'order_interval'
  if (expected === null)
    return {
      next_estimated_sale_order_date: null,
      next_estimated_sale_order_in_weeks: null,
      next_estimated_sale_order_method: null,
      next_estimated_sale_order_reason:
        'The account ordered on fewer than three days of the last year, and its stock, velocity or transit time is unknown.',
    }
  const day = expected < today ? today : expected
  return {
    next_estimated_sale_order_date: day,
    next_estimated_sale_order_in_weeks: weeksUntil(today, day),
    next_estimated_sale_order_method: method,
    next_estimated_sale_order_reason: null,
  }
}
