/** Enumerations and shared sentences of the catalogue. */
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
export const custom_field_types = ['text', 'number', 'date', 'boolean', 'choice'] as const

export const no_price_reason = 'No variant has a price.'
export const no_cost_reason = 'The cost of some units on hand is unknown.'
