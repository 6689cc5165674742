/** Sections of the weekly trade report. Rows are sums of facts, and totals are sums of the same facts. Pure. */
import { type Actual, known, unknown } from '../../../contract/money.ts'
import Big from 'big.js'
import { changeFigure, columnsOf, moneyFigure, percentFigure, rowOf, valueFigure } from '../figures.rules.ts'
import type { ReportFigure, Section } from '../report.model.ts'
import type { TradeSales } from './trade_sales.store.ts'

export interface Sums {
  net: number
  gross: number
  discounts: number
  returns: number
  /** In cents, and not rounded. */
  cost: Big
  units: number
  returned_units: number
  costed_units: number
  unrated_currency: string | null
}

export const noSums: Sums = {
  net: 0,
  gross: 0,
  discounts: 0,
  returns: 0,
  cost: Big(0),
  units: 0,
  returned_units: 0,
  costed_units: 0,
  unrated_currency: null,
}

export const addSums = (one: Sums, other: Sums): Sums => ({
  net: one.net + other.net,
  gross: one.gross + other.gross,
  discounts: one.discounts + other.discounts,
  returns: one.returns + other.returns,
  cost: one.cost.plus(other.cost),
  units: one.units + other.units,
  returned_units: one.returned_units + other.returned_units,
  costed_units: one.costed_units + other.costed_units,
  unrated_currency: one.unrated_currency ?? other.unrated_currency,
})

const wholeCents = (cost: Big) => Number(cost.round(0, Big.roundHalfUp))

export const noCost = 'The cost of some units is unknown.'

export const noCategory = 'none'

/** The sums of a period by key; what was not sold is left out. */
export function sumsByKey(rows: readonly TradeSales[], period: number): Map<string, Sums> {
  const sumsOf = new Map<string, Sums>()
  for (const row of rows) {
    if (row.period !== period) continue
    const key = row.key ?? noCategory
    const { units, returned_units, costed_units } = row
    const before = sumsOf.get(key) ?? { ...noSums, units, returned_units, costed_units, cost: Big(row.known_cost) }
    const unrated_currency = before.unrated_currency ?? row.unrated_currency
    sumsOf.set(key, { ...before, [row.figure]: row.net_cents, unrated_currency })
  }
  return sumsOf
}

/** The plan of a row; null figures carry their reason. */
export interface RowPlan {
  sales: Actual
  margin: Actual
}

interface TradeRow {
  key: string
  label: string
  week: Sums
  last_year: Sums
  plan: RowPlan
  /** Why the margin is null where a cost is unknown; that it is, if absent. */
  no_cost?: string
}

const tradeColumns = columnsOf({
  net_sales: ['Net sales', 'money'],
  plan_net_sales: ['Planned net sales', 'money'],
  plan_variance_pct: ['Against plan', 'percent'],
  last_year_net_sales: ['Net sales last year', 'money'],
  last_year_change_pct: ['Against last year', 'percent'],
  net_units: ['Net units', 'units'],
  last_year_net_units: ['Net units last year', 'units'],
  units_sold: ['Units sold', 'units'],
  units_returned: ['Units returned', 'units'],
  gross_sales: ['Gross sales', 'money'],
  discounts: ['Discounts', 'money'],
  discount_rate_pct: ['Discount rate', 'percent'],
  returns_value: ['Returns', 'money'],
  return_rate_pct: ['Return rate', 'percent'],
  gross_margin: ['Gross margin', 'money'],
  plan_gross_margin: ['Planned gross margin', 'money'],
  gross_margin_pct: ['Gross margin rate', 'percent'],
})

/** Why the sales of a period are missing; null if they were recorded. */
export interface Unrecorded {
  week: string | null
  last_year: string | null
  /** The four weeks of stock cover. */
  recent: string | null
}

interface TradeBasis {
  currency: string
  unrecorded: Unrecorded
  /** Why a sum with sales in a currency without a rate is missing. */
  noRate: (unrated: string, currency: string) => string
}

function tradeCells(
  { week, last_year, plan, no_cost = noCost }: TradeRow,
  { currency, noRate, unrecorded }: TradeBasis,
): Record<string, ReportFigure> {
  const rated = (cents: number, of: 'week' | 'last_year' = 'week'): Actual => {
    const { unrated_currency } = of === 'week' ? week : last_year
    if (unrecorded[of] !== null) return unknown(unrecorded[of])
    return unrated_currency === null ? known(cents + 0) : unknown(noRate(unrated_currency, currency))
  }
  const units = (count: number, of: 'week' | 'last_year' = 'week') =>
    valueFigure(unrecorded[of] === null ? count : null, unrecorded[of])
  const [net, lastNet] = [rated(week.net), rated(last_year.net, 'last_year')]
  const isCosted = week.costed_units >= week.units + week.returned_units
  const margin = net.cents === null || isCosted ? rated(week.net - wholeCents(week.cost)) : unknown(no_cost)
  const rate = (part: Actual, whole: number, reason: string) =>
    part.cents === null ? valueFigure(null, part.reason) : percentFigure(part.cents, whole, reason)
  return {
    net_sales: moneyFigure(net, currency),
    plan_net_sales: moneyFigure(plan.sales, currency),
    plan_variance_pct: changeFigure(net, plan.sales, 'Planned net sales are not above zero.'),
    last_year_net_sales: moneyFigure(lastNet, currency),
    last_year_change_pct: changeFigure(net, lastNet, 'Net sales of last year are not above zero.'),
    net_units: units(week.units - week.returned_units),
    last_year_net_units: units(last_year.units - last_year.returned_units, 'last_year'),
    units_sold: units(week.units),
    units_returned: units(week.returned_units),
    gross_sales: moneyFigure(rated(week.gross), currency),
    discounts: moneyFigure(rated(week.discounts), currency),
    discount_rate_pct: rate(rated(week.discounts), week.gross, 'Gross sales are zero.'),
    returns_value: moneyFigure(rated(week.returns), currency),
    return_rate_pct: percentFigure(week.returned_units, week.units, unrecorded.week ?? 'Nothing was sold.'),
    gross_margin: moneyFigure(margin, currency),
    plan_gross_margin: moneyFigure(plan.margin, currency),
    gross_margin_pct: rate(margin, week.net, 'Net sales are not above zero.'),
  }
}

export const tradeSection = (
  rows: readonly TradeRow[],
  { as_of, note, ...basis }: TradeBasis & { as_of: string; note: string },
): Section => ({
  key: 'trade',
  label: 'Trade of the week',
  absence: null,
  as_of,
  data_source: 'Sales by day, buy plans',
  note,
  columns: tradeColumns,
  rows: rows.map((row) => rowOf(row.key, row.label, tradeCells(row, basis))),
})

export interface StockRow {
  key: string
  label: string
  on_hand: number
  /** Net units of the four weeks. */
  recent_units: number
}

/** Weeks for which the stock lasts at the pace of the last four weeks, to one decimal. */
const coverOf = ({ on_hand, recent_units }: StockRow): ReportFigure =>
  recent_units > 0
    ? valueFigure(Number(Big(on_hand).times(4).div(recent_units).round(1, Big.roundHalfUp)))
    : valueFigure(null, 'Nothing was sold in the four weeks.')

export const stockSection = (
  rows: readonly StockRow[],
  {
    as_of,
    note,
    reason,
    unrecorded,
  }: { as_of: string; note: string; reason: string | null; unrecorded: string | null },
): Section => ({
  key: 'stock',
  label: 'Stock cover',
  absence: null,
  as_of,
  data_source: 'Stock movements, stock levels, sales by day',
  note,
  columns: columnsOf({
    on_hand_units: ['Units on hand', 'units'],
    recent_net_units: ['Net units of four weeks', 'units'],
    weeks_of_cover: ['Weeks of cover', 'weeks'],
  }),
  rows: rows.map((row) =>
    rowOf(row.key, row.label, {
      on_hand_units: valueFigure(reason === null ? row.on_hand : null, reason),
      recent_net_units: valueFigure(unrecorded === null ? row.recent_units : null, unrecorded),
      weeks_of_cover: reason === null && unrecorded === null ? coverOf(row) : valueFigure(null, reason ?? unrecorded),
    }),
  ),
})
