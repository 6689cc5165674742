/** An order's paper as the fields of an 850. Pure. */
import type { PurchaseOrder850 } from '../../edi/x12/purchase_order_850.ts'
import type { Paper } from '../../documents/printing/printed_order.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'

/** Terms that follow no pattern are sent as they are written. */
const termsOf = (text: string | null): PurchaseOrder850['terms'] =>
  text === null || text.trim() === '' ? null : (readPaymentTerms(text) ?? { description: text })

export const fieldsOf850 = (paper: Paper): PurchaseOrder850 => ({
  purpose: paper.is_cancellation ? 'cancellation' : paper.is_replacement ? 'replacement' : 'original',
  number: paper.name,
  ordered_on: paper.ordered_on,
  currency: paper.currency,
  reference: paper.reference,
  terms: termsOf(paper.payment_terms),
  deliver_on: paper.deliver_on,
  ship_from_on: paper.ship_from_on,
  cancel_after: paper.cancel_after,
  notes: paper.notes,
  buyer: { name: paper.buyer.name, code: null },
  supplier: { name: paper.supplier!.name, code: null },
  ship_to: { name: paper.ship_to.name, code: null },
  lines: paper.lines.map((line) => ({
    quantity: line.quantity,
    unit_price: line.unit_cost,
    buyer_sku: line.sku,
    supplier_sku: line.supplier_sku,
    gtin: line.barcode,
    title: line.title,
    deliver_on: line.deliver_on,
  })),
  total: paper.total_cost,
})
