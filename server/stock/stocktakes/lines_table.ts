/** The lines of one count: what the system held, what was counted, and what the difference is worth. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import { moneyFromDecimal, unitCost } from '../../contract/money.ts'
import { Instant, Money, Nullable, OwnId, Shape, type Static, Text, UnitCost, Whole } from '../../contract/schema.ts'
import { defineTable } from '../../tables/table.ts'

const StocktakeLine = Shape({
  variant_id: OwnId('The variant; with `location_id` it addresses the line.'),
  location_id: OwnId('The location.'),
  location_name: Text('Name of the location.', { examples: ['Main warehouse'] }),
  product_id: OwnId('The product of the variant.'),
  product_title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
  variant_title: Text('Title of the variant.', { examples: ['M'] }),
  sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
  barcode: Nullable(Text('Barcode.')),
  system_quantity: Whole('Units in the system when the line was counted; when it was made, while it is not.', {
    examples: [12],
  }),
  counted_quantity: Nullable(Whole('Units counted; null while the line is not counted.', { examples: [10] })),
  counted_at: Nullable(Instant('When it was last counted.')),
  variance_quantity: Nullable(Whole('Units counted less those in the system.', { examples: [-2] })),
  moved_quantity: Nullable(
    Whole(
      'Units that moved since the system quantity was read, up to posting; null where a posted line was not counted.',
      {
        examples: [0],
      },
    ),
  ),
  unit_cost: UnitCost('What a unit costs, as known when the line was counted and frozen at posting.'),
  variance_value: Money('The variance at unit cost.'),
})

interface Selected extends Omit<Static<typeof StocktakeLine>, 'unit_cost' | 'variance_value'> {
  unit_cost: string | null
  currency: string
}

function shapeLine({ unit_cost, currency, ...line }: Selected): Static<typeof StocktakeLine> {
  const is_counted = line.variance_quantity !== null
  const reason = is_counted ? 'No unit cost is known.' : 'The line is not counted.'
  // A line that agrees is worth nothing either way, whatever a unit costs.
  const known_cost = unit_cost ?? (line.variance_quantity === 0 ? '0' : null)
  const value = is_counted && known_cost !== null ? Big(known_cost).times(line.variance_quantity!).toFixed(4) : null
  return {
    ...line,
    unit_cost: unitCost(is_counted ? unit_cost : null, currency, reason),
    variance_value: moneyFromDecimal(value, currency, reason),
  }
}

export const linesTable = defineTable({
  name: 'stocktake_lines',
  row: StocktakeLine,
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
  select: `n.variant_id, n.location_id, o.name as location_name, v.product_id, p.title as product_title,
    v.title as variant_title, v.sku, v.barcode, n.system_quantity, n.counted_quantity, n.counted_at,
    n.variance_quantity,
    case when s.status = 'posted' then n.moved_quantity else coalesce(l.on_hand, 0) - n.system_quantity end
      as moved_quantity,
    n.unit_cost, s.currency`,
  shape: shapeLine,
  columns: {
    sku: {
      type: 'text',
      expression: 'v.sku',
      needs: ['v'],
      sort: true,
      search: true,
      not_null: true,
      description: 'Stock keeping unit.',
    },
    barcode: { type: 'text', expression: 'v.barcode', needs: ['v'], search: true, description: 'Barcode.' },
    variant_id: { type: 'id', expression: 'n.variant_id', not_null: true, description: 'The variant.' },
    variant_title: {
      type: 'text',
      expression: 'v.title',
      needs: ['v'],
      sort: true,
      search: true,
      not_null: true,
      description: 'Title of the variant.',
    },
    product_id: { type: 'id', expression: 'v.product_id', needs: ['v'], not_null: true, description: 'The product.' },
    product_title: {
      type: 'text',
      expression: 'p.title',
      needs: ['p'],
      sort: true,
      search: true,
      not_null: true,
      description: 'Title of the product.',
    },
    location_id: { type: 'id', expression: 'n.location_id', not_null: true, description: 'The location.' },
    location_name: {
      type: 'text',
      expression: 'o.name',
      needs: ['o'],
      sort: true,
      not_null: true,
      description: 'Name of the location.',
    },
    system_quantity: {
      type: 'integer',
      expression: 'n.system_quantity',
      sort: true,
      not_null: true,
      description: 'Units in the system.',
    },
    counted_quantity: {
      type: 'integer',
      expression: 'n.counted_quantity',
      sort: true,
      description: 'Units counted; is_empty finds the lines not counted.',
    },
    variance_quantity: {
      type: 'integer',
      expression: 'n.variance_quantity',
      sort: true,
      description: 'Units counted less those in the system.',
    },
    variance_value: {
      type: 'number',
      expression: 'case when n.variance_quantity = 0 then 0 else n.variance_quantity * n.unit_cost end',
      sort: true,
      description: 'The variance at unit cost, in units of the currency.',
    },
    counted_at: { type: 'instant', expression: 'n.counted_at', sort: true, description: 'When it was last counted.' },
  },
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
