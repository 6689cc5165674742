/** Revenue by category and month, in units of the organisation's currency. Pure. */
import { earlier, later } from '../../calendar/days.ts'
import {
  type FiscalMonth,
  fiscalMonthOf,
  fiscalMonthsOf,
  type Period,
  periodsIn,
} from '../../calendar/retail_calendar.ts'
import { money } from '../../contract/money.ts'
import { type Recorded, whyUnknown } from './recorded.rules.ts'
import { noRate, type SalesSum } from './sales_basis.ts'

export interface Month extends Period {
  key: string
}

const twoDigits = (month: number) => String(month).padStart(2, '0')

/** The calendar months of a window, cut to it. */
export const calendarMonths = (window: Period): Month[] =>
  periodsIn(window, 'month').map((period) => ({ ...period, key: period.start.slice(0, 7) }))

/** The part of a window that lies in a fiscal year, by fiscal month. */
export function fiscalMonths(window: Period, year: 'this' | 'last', today: string, startMonth: number): Month[] {
  const { fiscal_year } = fiscalMonthOf(today, startMonth)
  const keyOf = ({ fiscal_year: own, month }: FiscalMonth) => `FY${own}-${twoDigits(month)}`
  return fiscalMonthsOf(year === 'this' ? fiscal_year : fiscal_year - 1, startMonth)
    .map((month) => ({
      key: keyOf(month),
      start: later(month.start, window.start),
      end: earlier(month.end, window.end),
    }))
    .filter(({ start, end }) => start <= end)
}

export interface Group {
  currency: string
  revenue_total: number | null
  revenue_monthly: Record<string, number | null>
  reason: string | null
}

/** Sums of a category by the index of the month; null for products without one. */
export interface CategorySales {
  category: string | null
  months: (SalesSum & { month: number })[]
}

interface Basis extends Recorded {
  months: readonly Month[]
  currency: string
}

const notStarted = 'The month has not started.'
const outsideYear = 'No day of the window is in the fiscal year.'

/** An amount in units of the currency; exact for cents that are exact. */
function amountOf({ net_cents, unrated_currency }: SalesSum, currency: string) {
  const reason = unrated_currency === null ? '' : noRate(unrated_currency, currency)
  const { cents, reason: missing } = money(unrated_currency === null ? net_cents : null, currency, reason)
  return { amount: cents === null ? null : cents / 100, reason: missing }
}

/** Months without sales are zero, unless they are unknown; those are null and leave the total as it is. */
function groupOf(sold: readonly (SalesSum & { month: number })[], { months, currency, ...recorded }: Basis): Group {
  const why = (month: Month) => (month.start > recorded.today ? notStarted : whyUnknown(month, recorded))
  const byMonth = new Map(sold.map((one) => [one.month, one]))
  const figures = months.map((month, i) => {
    const { key } = month
    const sum = byMonth.get(i)
    if (sum !== undefined) return { key, ...amountOf(sum, currency) }
    const reason = why(month)
    return { key, amount: reason === null ? 0 : null, reason }
  })
  const total = sold.reduce<SalesSum>(
    (all, one) => ({
      net_cents: all.net_cents + one.net_cents,
      unrated_currency: all.unrated_currency ?? one.unrated_currency,
    }),
    { net_cents: 0, unrated_currency: null },
  )
  const isKnown = sold.length > 0 || months.some((month) => why(month) === null)
  const { amount, reason } = isKnown
    ? amountOf(total, currency)
    : { amount: null, reason: months.length === 0 ? outsideYear : why(months[0]!) }
  return {
    currency,
    revenue_total: amount,
    revenue_monthly: Object.fromEntries(figures.map(({ key, amount: value }) => [key, value])),
    reason: reason ?? figures.find((figure) => figure.reason !== null)?.reason ?? null,
  }
}

export const overallKey = 'Overall'
export const withoutCategoryKey = 'No category'
const mark = ' (category)'
const reserved = [overallKey, withoutCategoryKey]

/** Whether a name is that of another key of the response, or of such a category once it is marked. */
const isReserved = (name: string): boolean =>
  reserved.includes(name) || (name.endsWith(mark) && isReserved(name.slice(0, -mark.length)))

/** A category that is named like another key of the response is marked as a category. */
const keyOfCategory = (category: string | null) =>
  category === null ? withoutCategoryKey : isReserved(category) ? `${category}${mark}` : category

export function analyticsOf(categories: readonly CategorySales[], basis: Basis): Record<string, Group> {
  const sums = new Map<number, SalesSum & { month: number }>()
  for (const { months } of categories)
    for (const { month, net_cents, unrated_currency } of months) {
      const sum = sums.get(month) ?? { month, net_cents: 0, unrated_currency: null }
      sums.set(month, {
        month,
        net_cents: sum.net_cents + net_cents,
        unrated_currency: sum.unrated_currency ?? unrated_currency,
      })
    }
  return Object.fromEntries([
    [overallKey, groupOf([...sums.values()], basis)],
    ...categories.map(({ category, months }) => [keyOfCategory(category), groupOf(months, basis)] as const),
  ])
}

/** Figures of a fixed pattern, the same for everyone: what a chart can be built with before there are sales. */
const sampleCents: Record<string, readonly number[]> = {
  Denim: [1_820_000, 1_910_000, 2_240_000, 2_105_000],
  Knitwear: [3_150_000, 2_480_000, 1_360_000, 2_075_000],
}

export const sampleSales = (months: readonly Month[]): CategorySales[] =>
  Object.entries(sampleCents).map(([category, cents]) => ({
    category,
    months: months.map(({ key }, month) => ({
      month,
      net_cents: cents[Number(key.slice(-2)) % cents.length]!,
      unrated_currency: null,
    })),
  }))

/** The days of consecutive months as one window. */
export const windowOfMonths = (months: readonly Month[]): Period => ({
  start: months[0]!.start,
  end: months.at(-1)!.end,
})
