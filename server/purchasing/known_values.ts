/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/** Lifecycle states of a commitment. Orders can be assigned to one that is declared or approved. */
export const commitmentStatuses = ['declared', 'approved', 'closed', 'retired'] as const

export const basketSources = ['suggestion', 'manual'] as const

export type BasketSource = (typeof basketSources)[number]

export const purchaseOrderStatuses = [
  'draft',
  'approved',
  'issued',
  'partially_delivered',
  'delivered',
  'closed',
  'cancelled',
] as const

export type OrderStatus = (typeof purchaseOrderStatuses)[number]

export const orderTypes = ['purchase', 'manufacturing', 'transfer'] as const

export type OrderType = (typeof orderTypes)[number]

export const signalTypes = ['reschedule', 'quantity_change', 'price_change', 'rejection', 'confirmation'] as const

export const signalStates = ['pending', 'applied', 'dismissed'] as const

export const preferredContactMethods = ['email', 'phone'] as const

export const orderChannels = ['email', 'edi', 'link'] as const
