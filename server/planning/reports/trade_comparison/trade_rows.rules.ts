/** The rows of a period: categories that sold or had stock in any of the periods, and their total. Pure. */
import { addSums, noCategory, noSums, type Sums } from '../weekly_trade/trade_report.rules.ts'
import type { TradeComparisonRow } from './trade_comparison.model.ts'
import { actualsOf, changesOf, type FigureBasis, shownFigures } from './trade_comparison.rules.ts'

interface TradeFacts {
  /** By category of each window, and the units on hand at its end; each window is followed by that of last year. */
  sums: readonly ReadonlyMap<string, Sums>[]
  units: readonly ReadonlyMap<string, number>[]
  /** Why the stock at the end of each window is unknown. */
  noStock: readonly (string | null)[]
  /** Categories by name. */
  names: readonly { key: string; name: string }[]
}

const shownKeys = ({ sums, units, names }: TradeFacts) =>
  [...names, { key: noCategory, name: null }].filter(
    ({ key }) => sums.some((one) => one.has(key)) || units.some((one) => (one.get(key) ?? 0) !== 0),
  )

/** Rows of the period at a position; `noSales` says why its sales, and those of last year, are unknown. */
export function rowsOfPeriod(
  facts: TradeFacts,
  position: number,
  {
    noSales,
    ...rest
  }: Omit<FigureBasis, 'noSales' | 'noStock'> & {
    noSales: readonly [now: string | null, before: string | null]
  },
): TradeComparisonRow[] {
  const actuals = (side: 0 | 1, key: string | null) => {
    const at = 2 * position + side
    const [sums, units] = [facts.sums[at]!, facts.units[at]!]
    const basis = { ...rest, noSales: noSales[side], noStock: facts.noStock[at]! }
    return key === null
      ? actualsOf(
          [...sums.values()].reduce(addSums, noSums),
          [...units.values()].reduce((sum, one) => sum + one, 0),
          basis,
        )
      : actualsOf(sums.get(key) ?? noSums, units.get(key) ?? 0, basis)
  }
  return [...shownKeys(facts), { key: null, name: null }].map(({ key, name }) => {
    const [now, before] = [actuals(0, key), actuals(1, key)]
    return {
      is_total: key === null,
      category_id: key === noCategory ? null : key,
      category: name,
      figures: shownFigures(now, rest.currency),
      last_year: shownFigures(before, rest.currency),
      change: changesOf(now, before),
    }
  })
}
