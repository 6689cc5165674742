/** What posted counts say of a supplier's stock: sums of its lines, and the rates that they make. Pure. */
import { moneyFromDecimal } from '../../contract/money.ts'
import { Money, Nullable, Num, OwnId, Reason, Shape, type Static, Text, Whole } from '../../contract/schema.ts'

const figures = {
  line_count: Whole('Lines that were counted.', { examples: [240] }),
  variance_line_count: Whole('Lines whose count differed from the system.', { examples: [11] }),
  system_units: Num('Units in the system when they were counted.', { examples: [5210] }),
  counted_units: Num('Units counted.', { examples: [5188] }),
  shrinkage_units: Num('Units missing, over the lines that fell short; not negative.', { examples: [30] }),
  overage_units: Num('Units too many, over the lines that exceeded the system.', { examples: [8] }),
  net_units: Num('Overage less shrinkage.', { examples: [-22] }),
  shrinkage_value: Money('Shrinkage at the unit cost of each line.'),
  overage_value: Money('Overage at the unit cost of each line.'),
  net_value: Money('Overage less shrinkage, at unit cost.'),
  shrinkage_rate: Nullable(
    Num('Shrinkage units as a share of system units, to four decimals.', { examples: [0.0058] }),
  ),
  overage_rate: Nullable(Num('Overage units as a share of system units.', { examples: [0.0015] })),
  net_rate: Nullable(Num('Net units as a share of system units.', { examples: [-0.0042] })),
  rate_reason: Reason,
  accuracy_rate: Nullable(
    Num('Share of the counted lines that agreed with the system; null where no line was counted.', {
      examples: [0.9542],
    }),
  ),
}

export const VarianceTotals = Shape(figures, { description: 'The figures over every supplier, not only this page.' })

export const SupplierVariance = Shape({
  supplier_id: Nullable(OwnId('The primary supplier; null for variants that have none.')),
  supplier_name: Nullable(Text('Its name; null beside a null supplier_id.', { examples: ['Northern Knits'] })),
  ...figures,
})

export interface VarianceSums {
  line_count: number
  variance_line_count: number
  uncosted_line_count: number
  system_units: number
  counted_units: number
  shrinkage_units: number
  overage_units: number
  /** Over the lines whose cost is known, decimal text. */
  shrinkage_value: string
  overage_value: string
  net_value: string
}

const share = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null)

/** Sums to the published figures. One line without a cost leaves all three values unknown: they would be too small. */
export function varianceFigures(sums: VarianceSums, currency: string): Static<typeof VarianceTotals> {
  const { uncosted_line_count: uncosted, shrinkage_value, overage_value, net_value, ...units } = sums
  const lines = uncosted === 1 ? '1 line that differs has' : `${uncosted} lines that differ have`
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
    rate_reason: sums.system_units > 0 ? null : 'The system held no units to compare with.',
    accuracy_rate: share(sums.line_count - sums.variance_line_count, sums.line_count),
  }
}
