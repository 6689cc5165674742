/** Variance figures of a supplier's counted lines: sums and rates. Pure. */
import { moneyFromDecimal } from '../../contract/money.ts'
import type { Static } from '../../contract/schema.ts'
import type { VarianceTotals } from './variance.model.ts'

export interface VarianceSums {
  line_count: number
  variance_line_count: number
  uncosted_line_count: number
  system_units: number
  counted_units: number
  shrinkage_units: number
  overage_units: number
  /** Over the lines with a known unit cost; decimal text. */
  shrinkage_value: string
  overage_value: string
  net_value: string
}

const share = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null)

/** One line without a unit cost makes all three values null: the sums would be too small. */
export function varianceFigures(sums: VarianceSums, currency: string): Static<typeof VarianceTotals> {
  const { uncosted_line_count: uncosted, shrinkage_value, overage_value, net_value, ...units } = sums
  const lines = uncosted === 1 ? '1 line with a variance has' : `${uncosted} lines with a variance have`
  const value = (amount: string) =>
    moneyFromDecimal(uncosted === 0 ? amount : null, currency, `${lines} no known unit cost.`)
  const net_units = sums.overage_units - sums.shrinkage_units
  return {
    ...units,
    net_units,
    shrinkage_value: value(shrinkage_value),
    overage_value: value(overage_value),
    net_value: value(net_value),
    shrinkage_rate: share(sums.shrinkage_units, sums.system_units),
    overage_rate: share(sums.overage_units, sums.system_units),
    net_rate: share(net_units, sums.system_units),
    rate_reason: sums.system_units > 0 ? null : 'The system quantity is zero.',
    accuracy_rate: share(sums.line_count - sums.variance_line_count, sums.line_count),
  }
}
