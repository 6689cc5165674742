/** Windows, cards and charts of the sales overview. Pure. */
import { type CostLack, withLacks } from './cost_lacks.rules.ts'
import { named } from '../../contract/openapi/named.ts'
import Big from 'big.js'
import { addDays, daysBetween, earlier, mondayOf } from '../../calendar/days.ts'
import { fiscalMonthOf, fiscalYearStart, type Period, periodOf, periodsIn } from '../../calendar/retail_calendar.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { periodBefore } from './channel_performance.rules.ts'
import { type Recorded, whyNotWhole, whyShorter, whyUnknown } from './recorded.rules.ts'
import { noRate } from './sales_basis.ts'

export const overviewPeriods = [
  'last_7_days',
  'last_28_days',
  'last_90_days',
  'last_365_days',
  'month_to_date',
  'year_to_date',
  'fiscal_month_to_date',
  'fiscal_year_to_date',
] as const
export type OverviewPeriod = (typeof overviewPeriods)[number]

const lastDays: Partial<Record<OverviewPeriod, number>> = {
  last_7_days: 7,
  last_28_days: 28,
  last_90_days: 90,
  last_365_days: 365,
}

/** First day of the month or year that contains a day. */
function startOf(day: string, period: OverviewPeriod, startMonth: number): string {
  if (period === 'month_to_date') return periodOf(day, 'month').start
  if (period === 'year_to_date') return `${day.slice(0, 4)}-01-01`
  const { start, fiscal_year } = fiscalMonthOf(day, startMonth)
  return period === 'fiscal_month_to_date' ? start : fiscalYearStart(fiscal_year, startMonth)
}

export interface OverviewWindows {
  window: Period
  previous: Period
  /** The same weekdays 52 weeks earlier, so that comparisons after a week 53 align by date. */
  last_year: Period
}

/**
 * Complete days up to yesterday, or a month or year up to today against as much of the one before; where sales are
 * recorded to an earlier day only, that is the last one of each.
 */
export function overviewWindows(
  period: OverviewPeriod,
  { today, recorded_through }: Pick<Recorded, 'today' | 'recorded_through'>,
  startMonth: number,
): OverviewWindows {
  const days = lastDays[period]
  const end = earlier(recorded_through, days === undefined ? today : addDays(today, -1))
  const window = { start: days === undefined ? startOf(end, period, startMonth) : addDays(end, 1 - days), end }
  const last_year = { start: addDays(window.start, -364), end: addDays(window.end, -364) }
  if (days !== undefined) return { window, previous: periodBefore(window), last_year }
  const start = startOf(addDays(window.start, -1), period, startMonth)
  const asMany = addDays(start, daysBetween(window.start, window.end))
  return { window, previous: { start, end: earlier(asMany, addDays(window.start, -1)) }, last_year }
}

/** Points of a chart: days of a month, weeks of a quarter, else months. */
export function pointsOf(window: Period): Period[] {
  const days = daysBetween(window.start, window.end) + 1
  return periodsIn(window, days <= 31 ? 'day' : days <= 100 ? 'week' : 'month')
}

export const forecastWeeks = 4
/** Mondays of the next complete weeks. */
export const nextWeeks = (today: string): string[] =>
  Array.from({ length: forecastWeeks }, (_, i) => addDays(mondayOf(today), 7 * (i + 1)))

/** Sums of one window or point. */
export interface OverviewSums {
  units: number
  returned_units: number
  gross: number
  discounts: number
  returns: number
  net: number
  costed_units: number
  cost: number
  unrated: string | null
  /** Why costs are unknown, where that was read. */
  lacks?: readonly CostLack[]
}

export const noSums: OverviewSums = {
  units: 0,
  returned_units: 0,
  gross: 0,
  discounts: 0,
  returns: 0,
  net: 0,
  costed_units: 0,
  cost: 0,
  unrated: null,
}

export const cardKeys = named('SalesCardKey', [
  'net_sales',
  'gross_sales',
  'net_items_sold',
  'average_price',
  'discount_rate',
  'return_rate',
  'gross_margin',
])
export type CardKey = (typeof cardKeys)[number]

interface Figure {
  value: number | null
  reason: string | null
}

const known = (value: number): Figure => ({ value: value + 0, reason: null })
const missing = (reason: string): Figure => ({ value: null, reason })
const ratio = (part: number, whole: number, factor: number) =>
  known(Number(Big(part).times(factor).div(whole).round(2, Big.roundHalfUp)))

const nothingSold = 'Nothing was sold in the window.'

interface CardRule {
  info: string
  unit: 'currency' | 'units' | 'percent'
  higher_better: boolean
  /** Whether the figure grows with the days of the window; a rate does not. */
  is_sum: boolean
  /** Whether the figure is made of amounts; those of units alone need no exchange rate. */
  reads_money: boolean
  figure: (sums: OverviewSums) => Figure
}

const cardRules: Record<CardKey, CardRule> = {
  net_sales: {
    info: 'Gross sales minus discounts and returns, excluding taxes.',
    unit: 'currency',
    higher_better: true,
    is_sum: true,
    reads_money: true,
    figure: ({ net }) => known(net / 100),
  },
  gross_sales: {
    info: 'Sales before discounts and returns, excluding taxes.',
    unit: 'currency',
    higher_better: true,
    is_sum: true,
    reads_money: true,
    figure: ({ gross }) => known(gross / 100),
  },
  net_items_sold: {
    info: 'Units sold minus units returned.',
    unit: 'units',
    higher_better: true,
    is_sum: true,
    reads_money: false,
    figure: ({ units, returned_units }) => known(units - returned_units),
  },
  average_price: {
    info: 'Gross sales minus discounts, per unit sold.',
    unit: 'currency',
    higher_better: true,
    is_sum: false,
    reads_money: true,
    figure: ({ gross, discounts, units }) =>
      units > 0 ? ratio(gross - discounts, units * 100, 1) : missing(nothingSold),
  },
  discount_rate: {
    info: 'Discounts as a percentage of gross sales.',
    unit: 'percent',
    higher_better: false,
    is_sum: false,
    reads_money: true,
    figure: ({ discounts, gross }) => (gross > 0 ? ratio(discounts, gross, 100) : missing(nothingSold)),
  },
  return_rate: {
    info: 'Units returned per hundred units sold.',
    unit: 'percent',
    higher_better: false,
    is_sum: false,
    reads_money: false,
    figure: ({ returned_units, units }) => (units > 0 ? ratio(returned_units, units, 100) : missing(nothingSold)),
  },
  gross_margin: {
    info: 'Net sales minus the cost of the units sold and not returned, as a percentage of net sales.',
    unit: 'percent',
    higher_better: true,
    is_sum: false,
    reads_money: true,
    figure: ({ net, cost, costed_units, units, returned_units, lacks = [] }) =>
      costed_units < units + returned_units
        ? missing(withLacks('The cost of some of the units is unknown.', lacks))
        : net > 0
          ? ratio(net - cost, net, 100)
          : missing('Net sales are not positive.'),
  },
}

const figureOf = (rule: CardRule, sums: OverviewSums, currency: string): Figure =>
  sums.unrated !== null && rule.reads_money ? missing(noRate(sums.unrated, currency)) : rule.figure(sums)

function changeOf(
  now: Figure,
  before: Figure,
  unlike: string | null,
): { change: number | null; change_reason: string | null } {
  const none = (change_reason: string) => ({ change: null, change_reason })
  if (now.value === null) return none('There is no current value to compare.')
  if (before.value === null) return none(unlike ?? 'There is no previous value to compare with.')
  if (before.value === 0 && now.value === 0) return { change: 0, change_reason: null }
  if (before.value <= 0) return none('The previous value is zero or negative.')
  const change = Big(now.value).minus(before.value).times(100).div(before.value).round(1, Big.roundHalfUp)
  return { change: Number(change) + 0, change_reason: null }
}

interface Compared extends Pick<Recorded, 'sales_begin_on'> {
  window: Period
  previous: Period
  currency: string
}

/** Why a card is not compared: the period before is not recorded as a whole, or has fewer days to sum. */
const whyNotCompared = ({ is_sum }: CardRule, { window, previous, ...recorded }: Compared): string | null =>
  whyNotWhole(previous, recorded) ?? (is_sum ? whyShorter(window, previous) : null)

export const cardsOf = (keys: readonly CardKey[], now: OverviewSums, before: OverviewSums, basis: Compared) =>
  keys.map((key) => {
    const rule = cardRules[key]
    const { currency } = basis
    const unlike = whyNotCompared(rule, basis)
    const current = figureOf(rule, now, currency)
    const previous = unlike === null ? figureOf(rule, before, currency) : missing(unlike)
    return {
      key,
      info: rule.info,
      value: current.value,
      reason: current.reason,
      previous_value: previous.value,
      previous_reason: previous.reason,
      ...changeOf(current, previous, unlike),
      unit: rule.unit === 'currency' ? currency : rule.unit,
      higher_better: rule.higher_better,
    }
  })

/** Net sales of each point; a point without sales is zero unless it is unknown. */
export const seriesOf = (
  points: readonly Period[],
  sums: ReadonlyMap<number, OverviewSums>,
  { currency, ...recorded }: { currency: string } & Recorded,
): { date: string; value: Money }[] =>
  points.map((point, i) => {
    const sum = sums.get(i)
    const unknown = sum === undefined ? whyUnknown(point, recorded) : null
    return {
      date: point.start,
      value: unknown === null ? netMoney(sum ?? noSums, currency) : money(null, currency, unknown),
    }
  })

export const netMoney = ({ net, unrated }: OverviewSums, currency: string): Money =>
  unrated === null ? money(net, currency, '') : money(null, currency, noRate(unrated, currency))

export const priceDays = 91

export interface Forecast {
  points: { date: string; units: number; value: Money }[] | null
  reason: string | null
}

/** Units of the forecast at the average net price of the last 13 weeks. */
export function forecastOf(
  weeks: readonly { week_start: string; units: number }[],
  recent: OverviewSums,
  currency: string,
): Forecast {
  if (weeks.length === 0) return { points: null, reason: 'There is no forecast of the coming weeks.' }
  const netUnits = recent.units - recent.returned_units
  const reason =
    recent.unrated !== null
      ? noRate(recent.unrated, currency)
      : 'Nothing was sold in the last 13 weeks, so there is no price to value the forecast at.'
  const isPriced = recent.unrated === null && netUnits > 0
  const cents = (units: number) =>
    isPriced ? Number(Big(units).times(recent.net).div(netUnits).round(0, Big.roundHalfUp)) : null
  return {
    points: weeks.map(({ week_start, units }) => ({
      date: week_start,
      units,
      value: money(cents(units), currency, reason),
    })),
    reason: null,
  }
}
