/** The table of variants, shared by its page, a product's variants and its export. */
import { limits } from '../../contract/limits.ts'
import { money, moneyFromDecimal, unitCost } from '../../contract/money.ts'
import {
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  UnitCost,
  Whole,
} from '../../contract/schema.ts'
import { defineTable } from '../../tables/table.ts'
import { catalogueFilters, thisVariant } from '../filters/catalogue_filters.ts'
import { lacks_of_variants } from '../completeness/missing_fields.ts'
import { no_cost_reason, product_statuses } from '../model.ts'
import { variants_columns } from './variants_columns.ts'

const VariantRow = Shape({
  variant_id: OwnId('The variant.'),
  product_id: OwnId('The product it belongs to.'),
  product_title: Text('Title of the product.'),
  sku: Text('Stock keeping unit, unique within the organisation.'),
  barcode: Nullable(Text('Barcode, as a GTIN where one is assigned.')),
  title: Text('Title of the variant.'),
  option_values: Type.Record(Type.String(), Type.String(), {
    description: 'Option name to value, e.g. {"Size": "M"}.',
  }),
  position: Whole('Its place among the variants of the product, from 1.'),
  status: OpenChoice(product_statuses, 'Status of the product.'),
  vendor: Nullable(Text('Vendor of the product.')),
  category_id: Nullable(OwnId('Category of the product.')),
  category: Nullable(Text('Name of the category.')),
  supplier_id: Nullable(OwnId('Its primary supplier.')),
  supplier: Nullable(Text('Name of the primary supplier.')),
  price: Money('Selling price.'),
  compare_at_price: Money('The price it is compared with, before a markdown.'),
  unit_cost: UnitCost('What a unit costs to buy.'),
  weight_kg: Nullable(Num('What a unit weighs, in kilograms.')),
  on_hand_qty: Whole('Units on hand over all locations.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  incoming_qty: Whole('Units on order.'),
  inventory_value: Money(
    "What the units on hand cost, at each location's moving average, in the organisation's currency; null where any of them has no known cost.",
  ),
  last_updated_at: Instant('When the variant last changed.'),
})

type Computed = 'price' | 'compare_at_price' | 'unit_cost' | 'weight_kg' | 'inventory_value'
type Selected = Omit<Static<typeof VariantRow>, Computed> & {
  price_cents: number | null
  compare_at_price_cents: number | null
  unit_cost: string | null
  weight_kg: number | null
  currency: string
  inventory_value: string | null
  stock_currency: string
}

const stock_sums = `coalesce(sum(l.on_hand), 0)::float8 as on_hand_qty, coalesce(sum(l.committed), 0)::float8 as committed_qty,
      coalesce(sum(l.available), 0)::float8 as available_qty, coalesce(sum(l.incoming), 0)::float8 as incoming_qty,
      coalesce(sum(l.on_hand * l.average_cost), 0) as inventory_value,
      coalesce(bool_or(l.on_hand <> 0 and l.average_cost is null), false) as has_uncosted`

const joins = {
  p: { sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id' },
  c: {
    sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
    after: ['p'],
  },
  o: { sql: 'join organizations o on o.organization_id = v.organization_id' },
  su: {
    sql: `left join supplier_variants sv
    on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id and sv.is_primary
    left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id`,
  },
  s: {
    sql: `left join lateral (
    select ${stock_sums}
    from stock_levels l
    where l.organization_id = v.organization_id and l.variant_id = v.variant_id) s on true`,
    whole: `left join (
    select l.variant_id, ${stock_sums}
    from stock_levels l where l.organization_id = $1 group by l.variant_id) s on s.variant_id = v.variant_id`,
  },
  k: { sql: '', whole: lacks_of_variants },
}

export const variantsTable = defineTable({
  name: 'variants',
  row: VariantRow,
  base: { table: 'variants', alias: 'v', key: ['variant_id'] },
  joins,
  select: `v.variant_id, v.product_id, p.title as product_title, v.sku, v.barcode, v.title, v.option_values, v.position,
    p.status, p.vendor, p.category_id, c.name as category, su.supplier_id, su.name as supplier,
    v.price_cents::float8 as price_cents, v.compare_at_price_cents::float8 as compare_at_price_cents, v.unit_cost,
    v.weight_kg::float8 as weight_kg, p.currency, coalesce(s.on_hand_qty, 0) as on_hand_qty,
    coalesce(s.committed_qty, 0) as committed_qty, coalesce(s.available_qty, 0) as available_qty,
    coalesce(s.incoming_qty, 0) as incoming_qty,
    case when s.has_uncosted then null else coalesce(s.inventory_value, 0) end as inventory_value,
    o.currency as stock_currency, v.last_updated_at`,
  shape: ({
    price_cents,
    compare_at_price_cents,
    unit_cost,
    currency,
    inventory_value,
    stock_currency,
    ...row
  }: Selected) => ({
    ...row,
    price: money(price_cents, currency, 'The variant has no price.'),
    compare_at_price: money(compare_at_price_cents, currency, 'The variant has no price to compare with.'),
    unit_cost: unitCost(unit_cost, currency, 'The variant has no cost.'),
    inventory_value: moneyFromDecimal(inventory_value, stock_currency, no_cost_reason),
  }),
  columns: variants_columns,
  filters: catalogueFilters(thisVariant),
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
