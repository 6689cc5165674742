/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

/** Lifecycle states of a commitment. Orders can be assigned to one that is declared or approved. */
export const commitmentStatuses = named('CommitmentStatus', ['declared', 'approved', 'closed', 'retired'])

export const basketSources = ['suggestion', 'manual'] as const

export type BasketSource = (typeof basketSources)[number]

export const purchaseOrderStatuses = named('PurchaseOrderStatus', [
  'draft',
  'approved',
  'issued',
  'partially_delivered',
  'delivered',
  'closed',
  'cancelled',
])

export type OrderStatus = (typeof purchaseOrderStatuses)[number]

export const orderTypes = named('PurchaseOrderType', ['purchase', 'manufacturing', 'transfer'])

export type OrderType = (typeof orderTypes)[number]

export const signalTypes = named('SupplierSignalType', [
  'reschedule',
  'quantity_change',
  'price_change',
  'rejection',
  'confirmation',
])

export const signalStates = named('SupplierSignalState', ['pending', 'applied', 'dismissed'])

export const preferredContactMethods = ['email', 'phone'] as const

export const orderChannels = named('OrderChannel', ['email', 'edi', 'link'])

export const supplierInvoiceKinds = named('SupplierInvoiceKind', ['invoice', 'credit_note'])

export const supplierInvoiceStates = named('SupplierInvoiceState', ['recorded', 'void'])

/** Of a line of an invoice: goods of an order, or a charge. */
export const supplierInvoiceLineKinds = named('SupplierInvoiceLineKind', ['goods', 'freight', 'duty', 'tax', 'other'])

/** How an invoice agrees with order and deliveries; of several, the first in this list. */
export const supplierInvoiceMatches = named('SupplierInvoiceMatch', [
  'short',
  'price_difference',
  'price_unknown',
  'not_received',
  'over',
  'total_difference',
  'matched',
])
