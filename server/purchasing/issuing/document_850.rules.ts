/** A printed order as the fields of an 850. Pure. */
import type { PurchaseOrder850 } from '../../edi/x12/purchase_order_850.ts'
import type { PrintedOrder } from '../../documents/printing/printed_order.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'

/** Terms that follow no pattern are sent as written. */
const termsOf = (text: string | null): PurchaseOrder850['terms'] =>
  text === null || text.trim() === '' ? null : (readPaymentTerms(text) ?? { description: text })

export const fieldsOf850 = (document: PrintedOrder): PurchaseOrder850 => ({
  purpose: document.is_cancellation ? 'cancellation' : document.is_replacement ? 'replacement' : 'original',
  number: document.name,
  ordered_on: document.ordered_on,
  currency: document.currency,
  reference: document.reference,
  terms: termsOf(document.payment_terms),
  deliver_on: document.deliver_on,
  ship_from_on: document.ship_from_on,
  cancel_after: document.cancel_after,
  notes: document.notes,
  buyer: { name: document.buyer.name, code: null },
  supplier: { name: document.supplier!.name, code: null },
  ship_to: { name: document.ship_to.name, code: null },
  lines: document.lines.map((line) => ({
    quantity: line.quantity,
    unit_price: line.unit_cost,
    buyer_sku: line.sku,
    supplier_sku: line.supplier_sku,
    gtin: line.barcode,
    title: line.title,
    deliver_on: line.deliver_on,
  })),
  total: document.total_cost,
})
