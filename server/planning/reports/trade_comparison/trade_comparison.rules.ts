/** Figures of a period and of last year, and how they changed. Every null has its sentence and its code. Pure. */
import Big from 'big.js'
import { type Actual, known, money, unknown } from '../../../contract/money.ts'
import type { MissingCause } from '../../../contract/money/causes.ts'
import { percentFigure } from '../figures.rules.ts'
import { noCost, type Sums } from '../weekly_trade/trade_report.rules.ts'
import type { TradeChange, TradeFigures } from './trade_comparison.model.ts'

export interface TradeActuals {
  net_sales: Actual
  units_sold: Actual
  units_returned: Actual
  net_units: Actual
  gross_margin: Actual
  on_hand_units: Actual
}

export interface FigureBasis {
  currency: string
  /** Why a sum with sales in a currency without a rate is missing. */
  noRate: (unrated: string, currency: string) => string
  /** Why the sales of the period, and the stock at its end, are unknown. */
  noSales: string | null
  noStock: string | null
}

/** What a period sold, and what was on hand at its end. */
export function actualsOf(
  sums: Sums,
  on_hand: number,
  { currency, noRate, noSales, noStock }: FigureBasis,
): TradeActuals {
  const units = (count: number): Actual => (noSales === null ? known(count) : unknown(noSales, 'not_recorded'))
  const amount = (cents: number): Actual => {
    if (noSales !== null) return unknown(noSales, 'not_recorded')
    const { unrated_currency } = sums
    return unrated_currency === null
      ? known(cents + 0)
      : unknown(noRate(unrated_currency, currency), 'no_exchange_rate')
  }
  const net_sales = amount(sums.net)
  const isCosted = sums.costed_units >= sums.units + sums.returned_units
  const cost = Number(sums.cost.round(0, Big.roundHalfUp))
  return {
    net_sales,
    units_sold: units(sums.units),
    units_returned: units(sums.returned_units),
    net_units: units(sums.units - sums.returned_units),
    gross_margin: net_sales.cents === null || isCosted ? amount(sums.net - cost) : unknown(noCost, 'no_unit_cost'),
    on_hand_units: noStock === null ? known(on_hand) : unknown(noStock, 'not_recorded'),
  }
}

const codeOf = (figure: Actual): MissingCause | null => (figure.cents === null ? (figure.cause ?? null) : null)

export function shownFigures(actuals: TradeActuals, currency: string): TradeFigures {
  const { net_sales, gross_margin, on_hand_units } = actuals
  const amount = ({ cents, reason }: Actual) => money(cents, currency, reason ?? '')
  const isRated = gross_margin.cents !== null && net_sales.cents !== null && net_sales.cents > 0
  return {
    net_sales: amount(net_sales),
    net_sales_reason_code: codeOf(net_sales),
    units_sold: actuals.units_sold.cents,
    units_returned: actuals.units_returned.cents,
    net_units: actuals.net_units.cents,
    units_reason_code: codeOf(actuals.net_units),
    gross_margin: amount(gross_margin),
    gross_margin_reason_code: codeOf(gross_margin),
    gross_margin_percentage: isRated ? percentFigure(gross_margin.cents, net_sales.cents, '').value : null,
    gross_margin_percentage_reason_code: codeOf(gross_margin) ?? (isRated ? null : 'no_net_sales'),
    on_hand_units: on_hand_units.cents,
    on_hand_reason_code: codeOf(on_hand_units),
  }
}

export const changeCodes = ['not_recorded', 'no_exchange_rate', 'no_unit_cost', 'not_above_zero'] as const
type ChangeCode = (typeof changeCodes)[number]

/** In percent of last year, of which a figure that is not above zero has none. */
function changeOf(now: Actual, before: Actual): [percentage: number | null, code: ChangeCode | null] {
  const missing = codeOf(now) ?? codeOf(before)
  if (now.cents === null || before.cents === null) return [null, missing as ChangeCode]
  if (before.cents <= 0) return [null, 'not_above_zero']
  return [percentFigure(now.cents - before.cents, before.cents, '').value, null]
}

export function changesOf(now: TradeActuals, before: TradeActuals): TradeChange {
  const [net_sales_percentage, net_sales_reason_code] = changeOf(now.net_sales, before.net_sales)
  const [net_units_percentage, net_units_reason_code] = changeOf(now.net_units, before.net_units)
  const [gross_margin_percentage, gross_margin_reason_code] = changeOf(now.gross_margin, before.gross_margin)
  const [on_hand_percentage, on_hand_reason_code] = changeOf(now.on_hand_units, before.on_hand_units)
  return {
    net_sales_percentage,
    net_sales_reason_code,
    net_units_percentage,
    net_units_reason_code,
    gross_margin_percentage,
    gross_margin_reason_code,
    on_hand_percentage,
    on_hand_reason_code,
  }
}
