/** Known values, checked by the database. This file imports nothing. */

/** Tables whose rows are counted by organisation as they are written; see row_counts.ts. */
export const countedTables = [
  'catalogue_events',
  'contacts',
  'customers',
  'invoices',
  'products',
  'purchase_orders',
  'returns',
  'sales_daily',
  'stock_levels',
  'stock_movements',
  'suppliers',
  'variants',
] as const

export type CountedTable = (typeof countedTables)[number]

export const isCountedTable = (name: string): name is CountedTable =>
  (countedTables as readonly string[]).includes(name)

/** Records whose lists can be followed by `updated_since`; see follow/changes.ts. Subjects of exceptions have the same names. */
export const followedRecords = ['sales_order', 'return', 'product', 'variant', 'purchase_order'] as const

export type FollowedRecord = (typeof followedRecords)[number]
