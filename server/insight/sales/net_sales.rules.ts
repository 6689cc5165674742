/** Rows of net sales by category, channel type and period, with zeros where nothing was sold. Pure. */
import type { Period } from '../../calendar/retail_calendar.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { type Recorded, whyUnknown } from './recorded.rules.ts'
import { salesMoney, type SalesSum } from './sales_basis.ts'

/** The sales of one category through one type of channel. */
export interface GroupSales {
  category_id: string | null
  category: string | null
  channel_type: string
  periods: (SalesSum & { period: number; net_units: number })[]
}

interface NetSalesRow {
  category_id: string | null
  category: string | null
  channel_type: string
  period_start: string
  net_sales: Money
  net_items_sold: number | null
  reason: string | null
}

/** A period without sales is zero, unless it is unknown. */
export function netSalesRows(
  groups: readonly GroupSales[],
  periods: readonly Period[],
  {
    currency,
    throughOf,
    ...recorded
  }: { currency: string; throughOf: (channel_type: string) => string } & Omit<Recorded, 'recorded_through'>,
): NetSalesRow[] {
  return groups.flatMap(({ category_id, category, channel_type, periods: sold }) => {
    const sums = new Map(sold.map((one) => [one.period, one]))
    const known = { ...recorded, recorded_through: throughOf(channel_type) }
    return periods.map((period, i) => {
      const sum = sums.get(i)
      const key = { category_id, category, channel_type, period_start: period.start }
      if (sum !== undefined) {
        const net_sales = salesMoney(sum, currency)
        return { ...key, net_sales, net_items_sold: sum.net_units, reason: net_sales.reason }
      }
      const reason = whyUnknown(period, known)
      if (reason !== null) return { ...key, net_sales: money(null, currency, reason), net_items_sold: null, reason }
      return { ...key, net_sales: money(0, currency, ''), net_items_sold: 0, reason: null }
    })
  })
}
