/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/** The words of the catalogue. */
export const product_statuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const

/** What can happen to a product or a variant. */
export const catalogue_event_kinds = [
  'created',
  'updated',
  'price_changed',
  'cost_changed',
  'status_changed',
  'supplier_changed',
  'custom_field_changed',
] as const

export const sales_channel_types = ['online', 'store', 'wholesale', 'marketplace'] as const

export const custom_field_types = ['text', 'number', 'date', 'boolean', 'choice'] as const
