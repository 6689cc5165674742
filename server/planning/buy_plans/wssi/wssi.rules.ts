/**
 * Weekly sales, stock and intake of a category at retail: plan, actual and re-projection. What is over is actual; the rest of
 * the year starts from the stock of now, less what is expected to sell and be marked down, plus the orders that are due. Pure.
 */
import Big from 'big.js'
import { addDays } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { type Actual, add, known, sumActuals, unknown } from '../../../contract/money.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import type { SalesActual } from '../actuals/sales_actuals.store.ts'
import type { MonthStock } from '../actuals/stock_actuals.rules.ts'
import type { Cell } from '../cells/cells.store.ts'
import type { DueOrder } from '../open_to_buy/open_to_buy.rules.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'
import { plannedOn, planOfWeek, type WssiFigures } from './wssi_plan.rules.ts'
import { forecastOfDays, type WssiWeek } from './wssi_weeks.rules.ts'

export const projectionBases = ['actual', 'forecast', 'plan'] as const
export type ProjectionBasis = (typeof projectionBases)[number]

export interface WssiBasis {
  weeks: readonly WssiWeek[]
  months: readonly PlanMonth[]
  today: string
  /** Why the sales of a week up to its last recorded day are unknown; null where they are what was recorded. */
  noSales: (week: WssiWeek) => string | null
  /** Why sales in a currency without a rate are unknown. */
  noRate: (currency: string) => string
}

export interface WssiFacts {
  cells: readonly Cell[]
  /** Of each week, in their order. */
  stocks: readonly MonthStock[]
  /** Rows of the weeks and channels, up to the last recorded day of each week. */
  sales: readonly SalesActual[]
  orders: readonly DueOrder[]
  /** Units expected by Monday, and what one of them brings in cents. */
  forecast: { byMonday: ReadonlyMap<string, number>; price: Big | null }
}

export interface Cover {
  weeks: number | null
  code: FigureCause | null
}

export interface WssiRow {
  plan: WssiFigures
  actual: WssiFigures | null
  /** Units sold whose markdown is not measured, since they have no regular price. */
  unpriced_units: number
  projection: WssiFigures
  /** Where the sales of days to come are from; null where rows differ. */
  basis: ProjectionBasis | null
  plan_cover: Cover
  projected_cover: Cover
}

const noDay: Actual = known(0)

function soldIn(week: WssiWeek, { sales }: WssiFacts, { noSales, noRate }: WssiBasis) {
  const why = noSales(week)
  const own = sales.filter(({ month }) => month === week.number)
  const sum = (figure: 'units' | 'priced_units') => own.reduce((units, one) => units + one[figure], 0)
  const unpriced_units = sum('units') - sum('priced_units')
  if (why !== null)
    return { sales: unknown(why, 'not_recorded'), markdown: unknown(why, 'not_recorded'), unpriced_units: 0 }
  const amount = (figure: 'sales' | 'markdown') =>
    sumActuals(
      own.map((one) =>
        one.unrated_currency === null ? known(one[figure]) : unknown(noRate(one.unrated_currency), 'no_exchange_rate'),
      ),
    )
  const markdown = amount('markdown')
  const isUnpriced = markdown.cents !== null && sum('units') > 0 && sum('priced_units') === 0
  return {
    sales: amount('sales'),
    markdown: isUnpriced ? unknown('None of the units sold has a regular price.', 'no_price') : markdown,
    unpriced_units,
  }
}

/** Null where the week has not begun. The stock at the end of a running week is not yet known. */
function actualOf(week: WssiWeek, facts: WssiFacts, basis: WssiBasis) {
  const { sales, markdown, unpriced_units } = soldIn(week, facts, basis)
  const { opening_retail, received_retail, closing_retail } = facts.stocks[week.number - 1]!
  const closing_stock = week.phase === 'past' ? closing_retail : unknown('The week is not over.', 'not_recorded')
  return {
    figures: { opening_stock: opening_retail, sales, markdown, intake: received_retail, closing_stock },
    unpriced_units,
  }
}

/** What days to come sell: by the forecast where it covers them all, and otherwise by the plan. */
function expectedOn(days: Period, { cells, forecast }: WssiFacts, { months }: WssiBasis) {
  if (days.end < days.start) return { sales: noDay, markdown: noDay, basis: 'actual' as const }
  const markdown = plannedOn(days, cells, months, 'markdown')
  const units = forecastOfDays(days, forecast.byMonday)
  if (units === null || forecast.price === null)
    return { sales: plannedOn(days, cells, months, 'sales'), markdown, basis: 'plan' as const }
  const cents = Number(forecast.price.times(units).round(0, Big.roundHalfUp))
  return { sales: known(cents), markdown, basis: 'forecast' as const }
}

/** Orders that are due in the week; overdue and undated ones in the running week. Drafts do not count. */
const intakeDue = (week: WssiWeek, orders: readonly DueOrder[]): Actual =>
  sumActuals(
    orders
      .filter(({ status }) => status !== 'draft')
      .filter(({ due_on, is_overdue }) =>
        due_on === null || is_overdue ? week.phase === 'current' : week.start <= due_on && due_on <= week.end,
      )
      .map(({ at_retail }) => at_retail),
  )

const closingOf = (opening: Actual, intake: Actual, sales: Actual, markdown: Actual) =>
  add([1, opening], [1, intake], [-1, sales], [-1, markdown])

function projected(
  week: WssiWeek,
  before: Actual,
  facts: WssiFacts,
  basis: WssiBasis,
): { figures: WssiFigures; basis: ProjectionBasis } {
  if (week.phase === 'future') {
    const expected = expectedOn(week, facts, basis)
    const intake = intakeDue(week, facts.orders)
    const { sales, markdown } = expected
    const closing_stock = closingOf(before, intake, sales, markdown)
    return { figures: { opening_stock: before, sales, markdown, intake, closing_stock }, basis: expected.basis }
  }
  const { figures } = actualOf(week, facts, basis)
  if (week.phase === 'past') return { figures: pastOf(week, figures), basis: 'actual' }
  const unsold = { start: addDays(week.actual_through ?? addDays(week.start, -1), 1), end: week.end }
  const toSell = expectedOn(unsold, facts, basis)
  const toLeave = expectedOn({ start: addDays(basis.today, 1), end: week.end }, facts, basis)
  const due = intakeDue(week, facts.orders)
  const soldBefore = week.actual_through === null ? { sales: noDay, markdown: noDay } : figures
  const stockNow = facts.stocks[week.number - 1]!.closing_retail
  return {
    figures: {
      opening_stock: figures.opening_stock,
      sales: add([1, soldBefore.sales], [1, toSell.sales]),
      markdown: add([1, soldBefore.markdown], [1, toSell.markdown]),
      intake: add([1, figures.intake], [1, due]),
      closing_stock: closingOf(stockNow, due, toLeave.sales, toLeave.markdown),
    },
    basis: toSell.basis,
  }
}

/** A week that is over and recorded in part has no sales as a whole. */
function pastOf(week: WssiWeek, figures: WssiFigures): WssiFigures {
  const { actual_through } = week
  if (actual_through === null || actual_through === week.end) return figures
  const partly = unknown(`Sales are recorded until ${actual_through}.`, 'not_recorded')
  return { ...figures, sales: partly, markdown: partly }
}

export const coverWeeks = 4

/** How many weeks the closing stock lasts, at the pace of the four weeks that follow. */
export function coversOf(figures: readonly WssiFigures[]): Cover[] {
  return figures.map(({ closing_stock }, i) => {
    const next = figures.slice(i + 1, i + 1 + coverWeeks)
    const missing = (code: FigureCause): Cover => ({ weeks: null, code })
    if (next.length < coverWeeks) return missing('no_plan')
    const sold = sumActuals(next.flatMap(({ sales, markdown }) => [sales, markdown]))
    for (const one of [closing_stock, sold]) if (one.cents === null) return missing(one.cause!)
    if (sold.cents! <= 0) return missing('nothing_sold')
    const weeks = Big(Math.max(closing_stock.cents!, 0)).times(coverWeeks).div(sold.cents!).round(1, Big.roundHalfUp)
    return { weeks: Number(weeks), code: null }
  })
}

type Uncovered = Omit<WssiRow, 'plan_cover' | 'projected_cover'>

function withCovers(rows: readonly Uncovered[]): WssiRow[] {
  const [plan, projection] = [coversOf(rows.map((one) => one.plan)), coversOf(rows.map((one) => one.projection))]
  return rows.map((row, i) => ({ ...row, plan_cover: plan[i]!, projected_cover: projection[i]! }))
}

/** Every week of the plan, in order. */
export function wssiOf(facts: WssiFacts, basis: WssiBasis): WssiRow[] {
  const { weeks, months } = basis
  const [first] = weeks
  const { opening_retail, closing_retail } = facts.stocks[0]!
  // A year that has not begun opens with the stock of now.
  const yearOpening = first!.phase === 'future' ? closing_retail : opening_retail
  let before = yearOpening
  const rows = weeks.map((week): Uncovered => {
    const projection = projected(week, before, facts, basis)
    before = projection.figures.closing_stock
    const actual = week.phase === 'future' ? null : actualOf(week, facts, basis)
    return {
      plan: planOfWeek(week, facts.cells, months, yearOpening),
      actual: actual?.figures ?? null,
      unpriced_units: actual?.unpriced_units ?? 0,
      projection: projection.figures,
      basis: projection.basis,
    }
  })
  return withCovers(rows)
}

const names = ['opening_stock', 'sales', 'markdown', 'intake', 'closing_stock'] as const

const sumFigures = (figures: readonly WssiFigures[]) =>
  Object.fromEntries(names.map((name) => [name, sumActuals(figures.map((one) => one[name]))])) as unknown as WssiFigures

/** The sum of at least one category, week by week. */
export function totalOf(categories: readonly (readonly WssiRow[])[]): WssiRow[] {
  const rows = categories[0]!.map((first, i): Uncovered => {
    const own = categories.map((rowsOfOne) => rowsOfOne[i]!)
    return {
      plan: sumFigures(own.map(({ plan }) => plan)),
      actual: first.actual === null ? null : sumFigures(own.map(({ actual }) => actual!)),
      unpriced_units: own.reduce((units, one) => units + one.unpriced_units, 0),
      projection: sumFigures(own.map(({ projection }) => projection)),
      basis: own.every(({ basis }) => basis === first.basis) ? first.basis : null,
    }
  })
  return withCovers(rows)
}
