/** Variance figures as responses show them. */
import { Count, Money, Nullable, Num, OwnId, Reason, Shape, Text } from '../../contract/schema.ts'

const figures = {
  line_count: Count('Number of counted lines.', { examples: [240] }),
  variance_line_count: Count('Number of counted lines whose count differed from the system quantity.', {
    examples: [11],
  }),
  system_units: Num('System quantity of the counted lines, in units, read when each was counted.', {
    examples: [5210],
  }),
  counted_units: Num('Counted quantity, in units.', { examples: [5188] }),
  shrinkage_units: Num('Units missing on lines counted below the system quantity; never negative.', { examples: [30] }),
  overage_units: Num('Surplus units on lines counted above the system quantity; never negative.', { examples: [8] }),
  net_units: Num('Overage minus shrinkage, in units.', { examples: [-22] }),
  shrinkage_value: Money('Shrinkage at the unit cost of each line.'),
  overage_value: Money('Overage at the unit cost of each line.'),
  net_value: Money('Overage minus shrinkage, at the unit cost of each line.'),
  shrinkage_rate: Nullable(
    Num('Shrinkage units as a share of system units, rounded to four decimals; null when system units are zero.', {
      examples: [0.0058],
    }),
  ),
  overage_rate: Nullable(
    Num('Overage units as a share of system units, rounded to four decimals; null when system units are zero.', {
      examples: [0.0015],
    }),
  ),
  net_rate: Nullable(
    Num('Net units as a share of system units, rounded to four decimals; null when system units are zero.', {
      examples: [-0.0042],
    }),
  ),
  rate_reason: Reason,
  accuracy_rate: Nullable(
    Num('Share of counted lines whose count equals the system quantity; null when no line was counted.', {
      examples: [0.9542],
    }),
  ),
}

export const VarianceTotals = Shape(figures, {
  $id: 'VarianceTotals',
  description: 'Totals over every supplier, not only this page.',
})

export const SupplierVariance = Shape(
  {
    supplier_id: Nullable(OwnId('Id of the primary supplier; null for variants without one.')),
    supplier_name: Nullable(
      Text('Name of the supplier; null when `supplier_id` is null.', { examples: ['Northern Knits'] }),
    ),
    ...figures,
  },
  { $id: 'SupplierVariance' },
)
