/** The 4-5-4 months of a commitment's plan: every fiscal month from the first to the last that has a cell. Pure. */
import { fiscalMonthsOf, type FiscalMonth } from '../calendar/retail_calendar.ts'

export interface MonthKey {
  fiscal_year: number
  /** 1 is the first month of the fiscal year. */
  month: number
}

/** Consecutive months have consecutive numbers, over the ends of years. */
const numberOf = ({ fiscal_year, month }: MonthKey) => fiscal_year * 12 + month - 1

export function monthsBetween(keys: readonly MonthKey[]): MonthKey[] {
  if (keys.length === 0) return []
  const numbers = keys.map(numberOf)
  const first = numbers.reduce((one, other) => Math.min(one, other))
  const last = numbers.reduce((one, other) => Math.max(one, other))
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    fiscal_year: Math.floor((first + i) / 12),
    month: ((first + i) % 12) + 1,
  }))
}

export function planOfRecordMonths(keys: readonly MonthKey[], startMonth: number): FiscalMonth[] {
  const months = monthsBetween(keys)
  const years = new Map(
    [...new Set(months.map(({ fiscal_year }) => fiscal_year))].map((year) => [year, fiscalMonthsOf(year, startMonth)]),
  )
  return months.map(({ fiscal_year, month }) => years.get(fiscal_year)![month - 1]!)
}
