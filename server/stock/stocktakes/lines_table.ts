/** The lines of a stocktake: system quantity, counted quantity and the value of the variance. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import { moneyFromDecimal, unitCost } from '../../contract/money.ts'
import { Instant, Money, Nullable, OwnId, Text, UnitCost, Whole } from '../../contract/schema.ts'
import {
  comparedAmount,
  computed,
  field,
  filterable,
  numberPart,
  searchable,
  sortable,
  textPart,
} from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

const valued = {
  cost: textPart('n.unit_cost'),
  variance: numberPart('n.variance_quantity'),
  currency: textPart('s.currency'),
}
interface Valued {
  cost: string | null
  /** null while the line is not counted. */
  variance: number | null
  currency: string | null
}

const reasonOf = ({ variance }: Valued) => (variance === null ? 'The line is not counted.' : 'No unit cost is known.')

const costOf = (line: Valued) => unitCost(line.variance === null ? null : line.cost, line.currency, reasonOf(line))

function varianceValue(line: Valued): Money {
  const { cost, variance, currency } = line
  // A line that agrees is worth nothing either way, whatever a unit costs.
  const knownCost = cost ?? (variance === 0 ? '0' : null)
  const value = variance === null || knownCost === null ? null : Big(knownCost).times(variance).toFixed()
  return moneyFromDecimal(value, currency, reasonOf(line))
}

export const linesTable = defineTable({
  name: 'stocktake_lines',
  row_name: 'StocktakeLine',
  base: { table: 'stocktake_lines', alias: 'n', key: ['stocktake_id', 'variant_id', 'location_id'] },
  joins: {
    s: { sql: 'join stocktakes s on s.organization_id = n.organization_id and s.stocktake_id = n.stocktake_id' },
    v: { sql: 'join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id' },
    p: {
      sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id',
      after: ['v'],
    },
    o: { sql: 'join locations o on o.organization_id = n.organization_id and o.location_id = n.location_id' },
    l: {
      sql: `left join stock_levels l on l.organization_id = n.organization_id and l.variant_id = n.variant_id
        and l.location_id = n.location_id`,
    },
  },
  fields: {
    variant_id: field(OwnId('The variant; with `location_id` it addresses the line.'), 'n.variant_id', filterable),
    location_id: field(OwnId('The location.'), 'n.location_id', filterable),
    location_name: field(Text('Name of the location.', { examples: ['Main warehouse'] }), 'o.name', sortable),
    product_id: field(OwnId('Product of the variant.'), 'v.product_id', filterable),
    product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', searchable),
    variant_title: field(Text('Title of the variant.', { examples: ['M'] }), 'v.title', searchable),
    sku: field(Text('Stock keeping unit.', { examples: ['JUMPER-M'] }), 'v.sku', searchable),
    barcode: field(Nullable(Text('Barcode.')), 'v.barcode', { ...filterable, search: true }),
    system_quantity: field(
      Whole('Units in the system when the line was counted; until then, when the line was created.', {
        examples: [12],
      }),
      'n.system_quantity',
      sortable,
    ),
    counted_quantity: field(
      Nullable(Whole('Units counted; null while the line is not counted.', { examples: [10] })),
      'n.counted_quantity',
      sortable,
    ),
    counted_at: field(Nullable(Instant('Time of the last count of the line.')), 'n.counted_at', sortable),
    variance_quantity: field(
      Nullable(Whole('Units counted less those in the system.', { examples: [-2] })),
      'n.variance_quantity',
      sortable,
    ),
    moved_quantity: field(
      Nullable(
        Whole(
          'Units that moved since the system quantity was read, up to posting; null where a posted line was not counted.',
          { examples: [0] },
        ),
      ),
      `case when s.status = 'posted' then n.moved_quantity else coalesce(l.on_hand, 0) - n.system_quantity end`,
    ),
    unit_cost: computed(
      UnitCost('Unit cost, as known when the line was counted and frozen at posting.'),
      valued,
      costOf,
    ),
    variance_value: computed(Money('Variance at unit cost.'), valued, varianceValue, {
      ...sortable,
      compare: comparedAmount('case when n.variance_quantity = 0 then 0 else n.variance_quantity * n.unit_cost end'),
    }),
  },
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
