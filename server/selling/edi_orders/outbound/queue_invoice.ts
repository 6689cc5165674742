/** The invoice as a document (810), queued in the transaction that issues it, where the account takes one. */
import { readPaymentTerms } from '../../../documents/printing/payment_terms.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Invoice810, InvoiceCharge, InvoiceLine } from '../../../edi/documents/invoice_810.ts'
import type { Terms } from '../../../edi/documents/record.ts'
import { queueEdiDocument, takesEdiDocument } from '../../../interchanges/queue_document.ts'
import type { Invoice } from '../../invoices/model.ts'
import { type EdiDocumentLine, readEdiDocumentLines, readEdiDocumentOrder } from './document_lines.store.ts'
import { itemIdsOf, referencesOf, titleOf } from './item_ids.rules.ts'
import { documentUnit } from '../units.rules.ts'
import { readOrderTerms } from '../order_terms.ts'
import { billedAllowances } from './billed_allowances.rules.ts'
import { readParties } from './parties.store.ts'
import { decimalOf } from '../../../contract/money.ts'
import { contentsOf, packIdsOf, wholePacks } from './whole_packs.rules.ts'

/** Element 1300; and element 963, all taxes. */
export const [freightCode, discountCode] = ['D240', 'C310'] as const
const taxType = 'TX'

const termsOf = (text: string | null): Terms =>
  text === null || text.trim() === '' ? null : (readPaymentTerms(text) ?? { description: text })

export const chargeOf = (kind: InvoiceCharge['kind'], code: string, cents: number | null): InvoiceCharge[] =>
  cents === null || cents === 0 ? [] : [{ kind, code, amount: decimalOf(cents), description: null }]

type BilledLine = Pick<Invoice['lines'][number], 'line_item_id' | 'unit_price' | 'quantity'>

/** The price of each variant of a pack in cents; null where an item is billed at several. */
function pricesOf(billed: readonly BilledLine[], lines: ReadonlyMap<string, EdiDocumentLine>) {
  const byVariant = Map.groupBy(billed, ({ line_item_id }) => lines.get(line_item_id)!.variant_id)
  const isOne = [...byVariant.values()].every(
    (all) => new Set(all.map(({ unit_price }) => unit_price.cents)).size === 1,
  )
  return isOne ? new Map([...byVariant].map(([variant_id, [one]]) => [variant_id, one!.unit_price.cents!])) : null
}

/** The line of a prepack of which whole packs are billed, at one price; null where they are not. */
function packLine(
  position: number | null,
  billed: readonly BilledLine[],
  lines: ReadonlyMap<string, EdiDocumentLine>,
): InvoiceLine | null {
  const packs = wholePacks(position, billed, lines)
  const prices = packs === null ? null : pricesOf(billed, lines)
  if (packs === null || prices === null) return null
  const { line, items } = packs
  const cents = items.reduce((sum, one) => sum + prices.get(one.line.variant_id)! * one.units, 0)
  return {
    ...packIdsOf(packs),
    line_reference: line.line_reference,
    quantity: packs.packs,
    unit: line.unit,
    unit_price: decimalOf(cents),
    title: line.title,
    components: contentsOf(packs, ({ variant_id }) => decimalOf(prices.get(variant_id)!)),
  }
}

function itemLine(all: readonly BilledLine[], lines: ReadonlyMap<string, EdiDocumentLine>): InvoiceLine {
  const line = lines.get(all[0]!.line_item_id)!
  const billedUnits = all.reduce((sum, { quantity }) => sum + quantity, 0)
  const { unit, units } = documentUnit(line.buyer_line, [billedUnits])
  return {
    ...itemIdsOf(line),
    line_reference: line.buyer_line_reference,
    quantity: billedUnits / units,
    unit,
    unit_price: decimalOf(all[0]!.unit_price.cents! * units),
    title: titleOf(line),
  }
}

/**
 * One line for each line and item of the buyer at one price, in the unit of its order where that is whole; a prepack of which
 * whole packs are billed is one line.
 */
export function linesOf(
  billed: readonly BilledLine[],
  lines: ReadonlyMap<string, EdiDocumentLine>,
  allowances: ReadonlyMap<number, InvoiceCharge[]> = new Map(),
): Invoice810['lines'] {
  const positionOf = ({ line_item_id }: BilledLine) => lines.get(line_item_id)!.edi_position
  return [...Map.groupBy(billed, (one) => positionOf(one) ?? one.line_item_id).values()].flatMap((ofLine) => {
    const position = positionOf(ofLine[0]!)
    const packs = packLine(position, ofLine, lines)
    const keyOf = ({ line_item_id, unit_price }: BilledLine) =>
      `${lines.get(line_item_id)!.variant_id} ${unit_price.cents}`
    const [first, ...others] =
      packs === null ? [...Map.groupBy(ofLine, keyOf).values()].map((all) => itemLine(all, lines)) : [packs]
    // Those of a line of the buyer stand once, in the first line that bills it.
    const charges = position === null ? undefined : allowances.get(position)
    return [{ ...first!, ...(charges === undefined ? {} : { charges }) }, ...others]
  })
}

/** The last day on which units of the order left, and the bill of lading where all of its shipments travelled with one. */
async function readLeft(sql: Sql, organization_id: string, order_id: string) {
  const [row] = await sql<{ shipped_on: string | null; bill_of_lading: string | null }[]>`
    select max(f.shipped_on) as shipped_on,
      case when count(distinct coalesce(f.bill_of_lading, '')) = 1 then max(f.bill_of_lading) end as bill_of_lading
    from fulfilments f
    where f.organization_id = ${organization_id} and f.order_id = ${order_id}`
  return row!
}

export const taxesOf = (cents: number): Invoice810['taxes'] =>
  cents === 0 ? [] : [{ type: taxType, amount: decimalOf(cents), percent: null }]

/** What an 810 says of the order, whatever it bills or credits. */
export async function readHeader(
  sql: Sql,
  organization_id: string,
  { order_id, trading_partner_id }: { order_id: string; trading_partner_id: string },
) {
  const [order, lines, parties] = await Promise.all([
    readEdiDocumentOrder(sql, organization_id, order_id),
    readEdiDocumentLines(sql, organization_id, order_id),
    readParties(sql, organization_id, trading_partner_id),
  ])
  const { header } = order
  return {
    lines,
    header: {
      order_number: order.number,
      ordered_on: header?.ordered_on ?? order.ordered_on,
      vendor_number: header?.vendor_number ?? null,
      department: header?.department ?? null,
      bill_of_lading: null,
      supplier_reference: order.name,
      ...referencesOf(header),
      buyer: header?.buyer ?? parties.buyer,
      supplier: header?.supplier ?? parties.supplier,
      ship_to: header?.ship_to ?? null,
      bill_to: header?.bill_to ?? null,
      remit_to: null,
    },
  }
}

/** An invoice as an 810. */
export async function invoiceRecord(sql: Sql, organization_id: string, invoice: Invoice): Promise<Invoice810> {
  const {
    order: { order_id },
    account: { trading_partner_id },
  } = invoice
  const [{ header, lines }, { shipped_on, bill_of_lading }] = await Promise.all([
    readHeader(sql, organization_id, { order_id, trading_partner_id }),
    readLeft(sql, organization_id, order_id),
  ])
  const terms = await readOrderTerms(sql, organization_id, order_id)
  const billed = invoice.lines.map(({ line_item_id, quantity, discount }) => ({
    line_id: line_item_id,
    quantity,
    discount_cents: discount.cents!,
  }))
  const allowances = terms === null ? null : billedAllowances(billed, terms)
  const discount_cents = billed.reduce((sum, one) => sum + one.discount_cents, 0)
  return {
    ...header,
    bill_of_lading,
    kind: 'invoice',
    number: invoice.name,
    invoiced_on: invoice.issued_on,
    currency: invoice.currency,
    notes: null,
    terms: termsOf(invoice.terms),
    due_on: invoice.due_on,
    shipped_on,
    lines: linesOf(invoice.lines, lines, allowances?.lines),
    total: decimalOf(invoice.total.cents!),
    taxes: taxesOf(invoice.tax.cents ?? 0),
    charges: [
      ...(allowances === null ? chargeOf('allowance', discountCode, discount_cents) : allowances.header),
      ...chargeOf('charge', freightCode, invoice.freight.cents),
    ],
  }
}

export async function queueInvoice(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  invoice: Invoice,
): Promise<void> {
  const {
    order: { order_id },
    account: { trading_partner_id },
    invoice_id,
  } = invoice
  if (!(await takesEdiDocument(sql, organization_id, { trading_partner_id, document_type: '810' }))) return
  const record = await invoiceRecord(sql, organization_id, invoice)
  await queueEdiDocument(
    sql,
    { organization_id, now },
    { document_type: '810', trading_partner_id, order_id, invoice_id, record },
  )
}

/** Takes back the 810 of a voided invoice. One that is numbered or being sent is left: it may have arrived. */
export async function withdrawInvoice(sql: Sql, organization_id: string, invoice_id: number): Promise<void> {
  await sql`
    update edi_documents set state = 'withdrawn', next_attempt_at = null, ended_at = now(),
      sentence = 'Not sent: the invoice was voided before.'
    where organization_id = ${organization_id} and invoice_id = ${invoice_id} and document_type = '810'
      and state = 'queued' and interchange_id is null and (leased_until is null or leased_until < now())`
}
