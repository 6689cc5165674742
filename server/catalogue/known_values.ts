/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/** The words of the catalogue. */
export const productStatuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const

/** Kinds of changes of a product or a variant. */
export const catalogueEventKinds = [
  'created',
  'updated',
  'price_changed',
  'cost_changed',
  'status_changed',
  'supplier_changed',
  'custom_field_changed',
] as const

export const salesChannelTypes = ['online', 'store', 'wholesale', 'marketplace'] as const

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const
