/** A printed order as the fields of an 850. Pure. */
import { isGtin } from '../../edi/documents/items.ts'
import type { PurchaseOrder850 } from '../../edi/documents/purchase_order_850.ts'
import type { Party } from '../../edi/documents/record.ts'
import type { PrintedLine, PrintedOrder } from '../../documents/printing/printed_order.ts'
import { readPaymentTerms } from '../../documents/printing/payment_terms.ts'

/** Terms that follow no pattern are sent as written. */
const termsOf = (text: string | null): PurchaseOrder850['terms'] =>
  text === null || text.trim() === '' ? null : (readPaymentTerms(text) ?? { description: text })

const party = (name: string): Party => ({ name, code: null, code_qualifier: null, address: null })

/** In the unit that the supplier sells, with its price; PO4 has the inner packs, or else the single units of one. */
function countedIn({ quantity, unit_cost, packed }: PrintedLine) {
  if (packed === undefined) return { quantity, unit: 'EA', unit_price: unit_cost, pack: null }
  const { purchase_unit: unit, purchase_unit_factor: factor, inner_pack_quantity: inner } = packed
  const inner_packs = inner === null ? factor : factor / inner
  const pack = { inner_packs, units_per_inner_pack: inner, components: [] }
  return { quantity: packed.purchase_quantity, unit, unit_price: packed.purchase_unit_cost, pack }
}

export const fieldsOf850 = (document: PrintedOrder): PurchaseOrder850 => ({
  purpose: document.is_cancellation ? 'cancellation' : document.is_replacement ? 'replacement' : 'original',
  order_type: 'SA',
  number: document.name,
  release_number: null,
  ordered_on: document.ordered_on,
  currency: document.currency,
  reference: document.reference,
  department: null,
  vendor_number: null,
  terms: termsOf(document.payment_terms),
  deliver_on: document.deliver_on,
  ship_from_on: document.ship_from_on,
  cancel_after: document.cancel_after,
  ship_not_before: null,
  ship_not_after: null,
  notes: document.notes,
  buyer: party(document.buyer.name),
  supplier: party(document.supplier!.name),
  ship_to: party(document.ship_to.name),
  bill_to: null,
  lines: document.lines.map((line, i) => ({
    line_reference: String(i + 1),
    ...countedIn(line),
    buyer_sku: line.sku,
    buyer_sku_qualifier: 'BP',
    supplier_sku: line.supplier_sku,
    gtin: isGtin(line.barcode) ? line.barcode : null,
    other_ids: [],
    title: line.title,
    deliver_on: line.deliver_on,
    doors: [],
  })),
  total: document.total_cost,
})
