/** The content of a printed invoice. */
import type { PrintedParty } from './printed_order.ts'

export interface PrintedInvoiceLine {
  sku: string
  buyer_sku: string | null
  barcode: string | null
  title: string
  quantity: number
  /** Decimal text, as all amounts. */
  unit_price: string
  /** null without a discount. */
  discount: string | null
  amount: string
}

export interface PrintedInvoice {
  kind: 'invoice'
  name: string
  /** Banner for a document that must not be acted on. */
  mark: string | null
  issued_on: string
  due_on: string | null
  currency: string
  payment_terms: string | null
  order_name: string
  /** The account's own reference of the order. */
  order_reference: string | null
  seller: PrintedParty
  buyer: PrintedParty
  /** null if the goods go to the buyer's own address. */
  ship_to: PrintedParty | null
  lines: PrintedInvoiceLine[]
  total_units: number
  net: string
  tax: string | null
  freight: string | null
  total: string
}
