/** The row of the inventory tables, and the columns that all of them publish. */
import { Nullable, OwnId, Shape, Text, Whole } from '../../contract/schema.ts'
import { stock_healths } from '../../contract/stock.ts'
import type { Column } from '../../tables/table.ts'
import { product_statuses } from '../../catalogue/model.ts'
import { cover_fields, not_sold_reason } from '../../ledger/cover.model.ts'

export const InventoryRow = Shape({
  product_id: OwnId('The product.'),
  variant_id: Nullable(OwnId('The variant; null where rows are products.')),
  sku: Nullable(Text('Stock keeping unit; null where rows are products.', { examples: ['JUMPER-M'] })),
  product_title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
  variant_title: Nullable(Text('Title of the variant; null where rows are products.')),
  location_id: Nullable(OwnId('The location; null where rows sum over locations.')),
  location_name: Nullable(Text('Its name; null where rows sum over locations.')),
  on_hand_qty: Whole('Units on hand.'),
  incoming_qty: Whole('Units on order.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  ...cover_fields,
})

export const coverReason = (days_of_cover: string) =>
  `case when ${days_of_cover} is null then '${not_sold_reason.replaceAll("'", "''")}' end`

/** What a level, or a sum of levels, is called in SQL. */
export interface Figures {
  on_hand: string
  incoming: string
  committed: string
  available: string
  days_of_cover: string
  health: string
  /** Joins that these read. */
  needs: readonly string[]
}

const sorted = { sort: true, not_null: true } as const

export const figureColumns = (of: Figures): Record<string, Column> => {
  const { needs } = of
  const units = (expression: string, description: string): Column => ({
    type: 'integer',
    expression,
    needs,
    ...sorted,
    description,
  })
  return {
    on_hand_qty: units(of.on_hand, 'Units on hand.'),
    incoming_qty: units(of.incoming, 'Units on order.'),
    committed_qty: units(of.committed, 'Units promised to orders.'),
    available_qty: units(of.available, 'Units on hand less those committed.'),
    days_of_cover: {
      type: 'number',
      expression: of.days_of_cover,
      needs,
      sort: true,
      description: 'Days that the available units last.',
    },
    health: {
      type: 'text',
      expression: of.health,
      needs,
      filter: ['eq', 'neq', 'in', 'not_in'],
      ...sorted,
      values: stock_healths,
      description: 'Health of the stock.',
    },
    cover_reason: {
      type: 'text',
      expression: coverReason(of.days_of_cover),
      needs,
      filter: ['is_empty', 'is_not_empty'],
      description: 'Why days of cover is missing.',
    },
  }
}

/** Of products p and categories c. */
export const product_columns: Record<string, Column> = {
  product_title: {
    type: 'text',
    expression: 'p.title',
    needs: ['p'],
    search: true,
    ...sorted,
    description: 'Title of the product.',
  },
  product_status: {
    type: 'text',
    expression: 'p.status',
    needs: ['p'],
    filter: ['eq', 'neq', 'in', 'not_in'],
    not_null: true,
    values: product_statuses,
    description: 'Status of the product.',
  },
  vendor: { type: 'text', expression: 'p.vendor', needs: ['p'], description: 'Vendor of the product.' },
  category_id: { type: 'id', expression: 'p.category_id', needs: ['p'], description: 'Category of the product.' },
  category: { type: 'text', expression: 'c.name', needs: ['c'], description: 'Name of the category.' },
}

/** Of variants v. */
export const variant_columns: Record<string, Column> = {
  sku: {
    type: 'text',
    expression: 'v.sku',
    needs: ['v'],
    search: true,
    ...sorted,
    description: 'Stock keeping unit.',
  },
  variant_title: {
    type: 'text',
    expression: 'v.title',
    needs: ['v'],
    search: true,
    ...sorted,
    description: 'Title of the variant.',
  },
  product_id: { type: 'id', expression: 'v.product_id', needs: ['v'], not_null: true, description: 'The product.' },
}
