/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const stocktakeStatuses = ['open', 'posted'] as const

/** Why stock was adjusted by hand. */
export const adjustmentReasons = [
  'damaged',
  'expired',
  'lost',
  'theft',
  'found',
  'sample',
  'promotion',
  'donation',
  'internal_use',
  'write_off',
  'initial_count',
  'correction',
  'other',
] as const

export type AdjustmentReason = (typeof adjustmentReasons)[number]
