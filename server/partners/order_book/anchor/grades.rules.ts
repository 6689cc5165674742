/**
 * How the plans of record of a season grade styles: by the planned sales of their category. The categories with the
 * largest planned sales that make up the first 80 per cent are A, those up to 95 per cent B, all others C. Pure.
 */
import Big from 'big.js'
import type { DollarRates } from '../../../exchange_rates/dollar_rates.ts'

export const grades = ['A', 'B', 'C'] as const
type Grade = (typeof grades)[number]

const percentBefore = { A: 80, B: 95 }

/** Planned sales of a category at cost, in cents of its commitment's currency. */
export interface PlannedSales {
  category_id: string | null
  currency: string
  planned_sales_cents: number
}

export interface PlanGrades {
  grades_state: 'served' | 'not_on_plan' | 'unreadable'
  grades_reason: string | null
  /** By category id, empty for no category. */
  grades: ReadonlyMap<string, Grade>
}

const withoutGrades = (grades_state: 'not_on_plan' | 'unreadable', grades_reason: string): PlanGrades => ({
  grades_state,
  grades_reason,
  grades: new Map(),
})

/** Categories with equal planned sales have the same grade, since each is ranked by those that are larger alone. */
function rank(sales: ReadonlyMap<string, Big>, total: Big): Map<string, Grade> {
  const gradeOf = (own: Big): Grade => {
    const before = [...sales.values()].filter((one) => one.gt(own)).reduce((sum, one) => sum.plus(one), Big(0))
    const within = (percent: number) => before.times(100).lt(total.times(percent))
    return within(percentBefore.A) ? 'A' : within(percentBefore.B) ? 'B' : 'C'
  }
  return new Map([...sales].map(([key, own]) => [key, own.eq(0) ? 'C' : gradeOf(own)]))
}

/** Sales of one currency are compared as they are; several are converted at the rates. */
export function gradesOf(cells: readonly PlannedSales[], rates: DollarRates, day: string): PlanGrades {
  if (cells.length === 0)
    return withoutGrades('not_on_plan', 'No commitment of the season has a locked version of its plan.')
  const isMixed = new Set(cells.map(({ currency }) => currency)).size > 1
  const sales = new Map<string, Big>()
  for (const { category_id, currency, planned_sales_cents } of cells) {
    const rate = isMixed ? rates.get(currency) : Big(1)
    if (!rate)
      return withoutGrades('unreadable', `No exchange rate from ${currency} to US dollars is in force on ${day}.`)
    const key = category_id ?? ''
    sales.set(key, (sales.get(key) ?? Big(0)).plus(rate.times(planned_sales_cents)))
  }
  const total = [...sales.values()].reduce((sum, one) => sum.plus(one), Big(0))
  if (total.eq(0)) return withoutGrades('unreadable', 'The plans of the season plan no sales.')
  return { grades_state: 'served', grades_reason: null, grades: rank(sales, total) }
}
