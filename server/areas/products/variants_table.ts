/** The table of variants, shared by its page, a product's variants and its export. */
import { moneyFromDecimal, money } from '../../contract/money.ts'
import { limits } from '../../contract/limits.ts'
import {
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { defineTable } from '../../tables/table.ts'
import { product_statuses } from './model.ts'

export const VariantRow = Shape({
  variant_id: OwnId('The variant.'),
  product_id: OwnId('The product it belongs to.'),
  product_title: Text('Title of the product.'),
  sku: Text('Stock keeping unit, unique within the organisation.'),
  barcode: Nullable(Text('Barcode, as a GTIN where one is assigned.')),
  title: Text('Title of the variant.'),
  option_values: Type.Record(Type.String(), Type.String(), {
    description: 'Option name to value, e.g. {"Size": "M"}.',
  }),
  status: OpenChoice(product_statuses, 'Status of the product.'),
  vendor: Nullable(Text('Vendor of the product.')),
  category_id: Nullable(OwnId('Category of the product.')),
  category: Nullable(Text('Name of the category.')),
  price: Money('Selling price.'),
  unit_cost: Money('What a unit costs to buy.'),
  on_hand_qty: Whole('Units on hand over all locations.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  incoming_qty: Whole('Units on order.'),
  last_updated_at: Instant('When the variant last changed.'),
})

type Selected = Omit<Static<typeof VariantRow>, 'price' | 'unit_cost'> & {
  price_cents: number | null
  unit_cost: string | null
  currency: string
}

const stock = `
  left join lateral (
    select coalesce(sum(l.on_hand), 0)::int as on_hand_qty, coalesce(sum(l.committed), 0)::int as committed_qty,
      coalesce(sum(l.available), 0)::int as available_qty, coalesce(sum(l.incoming), 0)::int as incoming_qty
    from stock_levels l
    where l.organization_id = v.organization_id and l.variant_id = v.variant_id
  ) s on true`

export const variantsTable = defineTable({
  name: 'variants',
  row: VariantRow,
  base: { table: 'variants', alias: 'v', key: ['variant_id'] },
  joins: {
    p: { sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id' },
    c: {
      sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
      after: ['p'],
    },
    s: { sql: stock },
  },
  select: `v.variant_id, v.product_id, p.title as product_title, v.sku, v.barcode, v.title, v.option_values, p.status,
    p.vendor, p.category_id, c.name as category, v.price_cents::float8 as price_cents, v.unit_cost, p.currency,
    s.on_hand_qty, s.committed_qty, s.available_qty, s.incoming_qty, v.last_updated_at`,
  shape: ({ price_cents, unit_cost, currency, ...row }: Selected) => ({
    ...row,
    price: money(price_cents, currency, 'The variant has no price.'),
    unit_cost: moneyFromDecimal(unit_cost, currency, 'The variant has no cost.'),
  }),
  columns: {
    sku: {
      type: 'text',
      expression: 'v.sku',
      sort: true,
      search: true,
      not_null: true,
      description: 'Stock keeping unit.',
    },
    barcode: { type: 'text', expression: 'v.barcode', search: true, description: 'Barcode.' },
    title: {
      type: 'text',
      expression: 'v.title',
      sort: true,
      search: true,
      not_null: true,
      description: 'Title of the variant.',
    },
    product_id: { type: 'id', expression: 'v.product_id', not_null: true, description: 'The product.' },
    product_title: {
      type: 'text',
      expression: 'p.title',
      needs: ['p'],
      sort: true,
      search: true,
      not_null: true,
      description: 'Title of the product.',
    },
    status: {
      type: 'text',
      expression: 'p.status',
      needs: ['p'],
      filter: ['eq', 'neq', 'in', 'not_in'],
      values: product_statuses,
      description: 'Status of the product.',
    },
    vendor: { type: 'text', expression: 'p.vendor', needs: ['p'], sort: true, description: 'Vendor of the product.' },
    category_id: { type: 'id', expression: 'p.category_id', needs: ['p'], description: 'Category of the product.' },
    price_cents: { type: 'integer', expression: 'v.price_cents', sort: true, description: 'Selling price in cents.' },
    unit_cost: { type: 'number', expression: 'v.unit_cost', sort: true, description: 'Cost of a unit.' },
    on_hand_qty: {
      type: 'integer',
      expression: 's.on_hand_qty',
      needs: ['s'],
      sort: true,
      not_null: true,
      description: 'Units on hand over all locations.',
    },
    last_updated_at: {
      type: 'instant',
      expression: 'v.last_updated_at',
      sort: true,
      not_null: true,
      description: 'When the variant last changed.',
    },
  },
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
