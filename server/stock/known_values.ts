/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

export const stocktakeStatuses = ['open', 'posted'] as const

export const locationKinds = named('LocationKind', ['warehouse', 'store'])
/** Why stock was adjusted by hand. */
export const adjustmentReasons = named('AdjustmentReason', [
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
])

export type AdjustmentReason = (typeof adjustmentReasons)[number]
