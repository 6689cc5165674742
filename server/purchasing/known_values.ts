/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

/** Lifecycle states of a commitment. Orders can be assigned to one that is declared or approved. */
export const commitment_statuses = ['declared', 'approved', 'closed', 'retired'] as const

export const basket_sources = ['suggestion', 'manual'] as const

export type BasketSource = (typeof basket_sources)[number]

export const purchase_order_statuses = [
  'draft',
  'approved',
  'issued',
  'partially_delivered',
  'delivered',
  'closed',
  'cancelled',
] as const

export type OrderStatus = (typeof purchase_order_statuses)[number]

export const order_types = ['purchase', 'manufacturing', 'transfer'] as const

export type OrderType = (typeof order_types)[number]

export const signal_types = ['reschedule', 'quantity_change', 'price_change', 'rejection', 'confirmation'] as const

export const signal_states = ['pending', 'applied', 'dismissed'] as const

export const preferred_contact_methods = ['email', 'phone'] as const

export const order_channels = ['email', 'edi', 'link'] as const
