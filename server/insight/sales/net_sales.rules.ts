/** Rows of net sales by category, channel type and period, with zeros where nothing was sold. Pure. */
import type { Period } from '../../calendar/retail_calendar.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
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

const notStarted = 'The period has not started.'

/** A period without sales is zero, unless it has not started. */
export function netSalesRows(
  groups: readonly GroupSales[],
  periods: readonly Period[],
  { today, currency }: { today: string; currency: string },
): NetSalesRow[] {
  return groups.flatMap(({ category_id, category, channel_type, periods: sold }) => {
    const sums = new Map(sold.map((one) => [one.period, one]))
    return periods.map(({ start }, i) => {
      const sum = sums.get(i)
      const key = { category_id, category, channel_type, period_start: start }
      if (sum !== undefined) {
        const net_sales = salesMoney(sum, currency)
        return { ...key, net_sales, net_items_sold: sum.net_units, reason: net_sales.reason }
      }
      if (start > today)
        return { ...key, net_sales: money(null, currency, notStarted), net_items_sold: null, reason: notStarted }
      return { ...key, net_sales: money(0, currency, ''), net_items_sold: 0, reason: null }
    })
  })
}
