/** What a table of variants can be filtered, sorted and searched by. `v`, `p`, `c` and `s` are joins of variants_table. */
import type { Column } from '../../tables/table.ts'
import { product_statuses } from '../model.ts'

const units = (name: string, description: string): Column => ({
  type: 'integer',
  expression: `coalesce(s.${name}, 0)`,
  needs: ['s'],
  sort: true,
  not_null: true,
  description,
})
const ofProduct = (column: Omit<Column, 'needs'>): Column => ({ ...column, needs: ['p'] })

export const variants_columns: Record<string, Column> = {
  sku: {
    type: 'text',
    expression: 'v.sku',
    sort: true,
    search: true,
    not_null: true,
    description: 'Stock keeping unit.',
  },
  variant_id: { type: 'id', expression: 'v.variant_id', not_null: true, description: 'The variant.' },
  barcode: { type: 'text', expression: 'v.barcode', search: true, description: 'Barcode.' },
  title: {
    type: 'text',
    expression: 'v.title',
    sort: true,
    search: true,
    not_null: true,
    description: 'Title of the variant.',
  },
  position: {
    type: 'integer',
    expression: 'v.position',
    sort: true,
    not_null: true,
    description: 'Place among the variants of the product.',
  },
  product_id: { type: 'id', expression: 'v.product_id', not_null: true, description: 'The product.' },
  product_title: ofProduct({
    type: 'text',
    expression: 'p.title',
    sort: true,
    search: true,
    not_null: true,
    description: 'Title of the product.',
  }),
  product_status: ofProduct({
    type: 'text',
    expression: 'p.status',
    filter: ['eq', 'neq', 'in', 'not_in'],
    values: product_statuses,
    description: 'Status of the product.',
  }),
  vendor: ofProduct({ type: 'text', expression: 'p.vendor', sort: true, description: 'Vendor of the product.' }),
  category: {
    type: 'text',
    expression: 'c.name',
    needs: ['c'],
    sort: true,
    filter: false,
    description: 'Name of the category.',
  },
  category_id: ofProduct({ type: 'id', expression: 'p.category_id', description: 'Category of the product.' }),
  subcategory_id: ofProduct({ type: 'id', expression: 'p.subcategory_id', description: 'Subcategory of the product.' }),
  class: ofProduct({ type: 'text', expression: 'p.class', sort: true, description: 'Merchandising class.' }),
  country_of_origin: ofProduct({
    type: 'text',
    expression: 'p.country_of_origin',
    description: 'ISO 3166-1 alpha-2 code.',
  }),
  tags: ofProduct({
    type: 'text_list',
    expression: 'p.tags',
    description: 'Tags of the product; `eq` holds where the tag is among them.',
  }),
  platform_tags: ofProduct({
    type: 'text_list',
    expression: 'p.platform_tags',
    description: 'Tags of the store platform; `eq` holds where the tag is among them.',
  }),
  price_cents: { type: 'integer', expression: 'v.price_cents', sort: true, description: 'Selling price in cents.' },
  unit_cost: { type: 'number', expression: 'v.unit_cost', sort: true, description: 'Cost of a unit.' },
  on_hand_qty: units('on_hand_qty', 'Units on hand over all locations.'),
  committed_qty: units('committed_qty', 'Units promised to orders.'),
  available_qty: units('available_qty', 'Units on hand less those committed.'),
  incoming_qty: units('incoming_qty', 'Units on order.'),
  last_updated_at: {
    type: 'instant',
    expression: 'v.last_updated_at',
    sort: true,
    not_null: true,
    description: 'When the variant last changed.',
  },
}
