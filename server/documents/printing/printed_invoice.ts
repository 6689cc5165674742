/** The content of a printed invoice, or of a credit note, whose amounts are what is credited. */
import type { PrintedParty } from './printed_order.ts'

export interface PrintedInvoiceLine {
  sku: string
  buyer_sku: string | null
  barcode: string | null
  title: string
  quantity: number
  /** Decimal text, as all amounts; null for an allowance. */
  unit_price: string | null
  /** null without a discount. */
  discount: string | null
  amount: string
}

export interface PrintedInvoice {
  kind: 'invoice' | 'credit_note'
  name: string
  /** Banner for a document that must not be acted on. */
  mark: string | null
  issued_on: string
  due_on: string | null
  currency: string
  payment_terms: string | null
  order_name: string
  /** Of a credit note: the invoice that it credits, and why; null for an invoice. */
  credited: { invoice_name: string; reason: string } | null
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
