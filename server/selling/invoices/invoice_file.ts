/** An invoice as PDF. An invoice never changes, so the file is always the same, but for the banner of a void one. */
import { amountIn } from '../../contract/money.ts'
import type { Sql } from '../../contract/sql.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import type { PrintedInvoice } from '../../documents/printing/printed_invoice.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { MadeFile } from '../../tables/made_file.ts'
import { printedParties, withoutAddresses } from '../parties/parties.rules.ts'
import { readParties } from '../parties/parties.store.ts'
import { readInvoice, readInvoices } from './invoice.store.ts'
import { type Invoice, InvoicePath } from './model.ts'
import { readOrderReference, readPrintedTitles } from './printed.store.ts'

async function printedInvoice(sql: Sql, organization_id: string, invoice: Invoice): Promise<PrintedInvoice> {
  const { lines, tax, freight, total } = invoice
  const { order_id } = invoice.order
  const [order_reference, parties, titles] = await Promise.all([
    readOrderReference(sql, organization_id, order_id),
    invoice.parties ?? readParties(sql, organization_id, order_id).then(withoutAddresses),
    readPrintedTitles(
      sql,
      organization_id,
      lines.map(({ variant_id }) => variant_id),
    ),
  ])
  return {
    kind: 'invoice',
    name: invoice.name,
    mark: invoice.state === 'void' ? 'VOID: please do not pay' : null,
    issued_on: invoice.issued_on,
    due_on: invoice.due_on,
    currency: invoice.currency,
    payment_terms: invoice.terms,
    order_name: invoice.order.name,
    credited: null,
    order_reference,
    ...printedParties(parties),
    lines: lines.map(({ sku, buyer_sku, variant_id, quantity, unit_price, discount, amount }) => ({
      sku,
      buyer_sku,
      ...titles.get(variant_id)!,
      quantity,
      unit_price: amountIn(unit_price.cents!, invoice.currency),
      discount: discount.cents === 0 ? null : amountIn(discount.cents!, invoice.currency),
      amount: amountIn(amount.cents!, invoice.currency),
    })),
    total_units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    net: amountIn(
      lines.reduce((sum, { amount }) => sum + amount.cents!, 0),
      invoice.currency,
    ),
    tax: tax.cents === null ? null : amountIn(tax.cents, invoice.currency),
    freight: freight.cents === null ? null : amountIn(freight.cents, invoice.currency),
    total: amountIn(total.cents!, invoice.currency),
  }
}

export const invoiceFile = {
  name: 'invoice',
  async make(sql, organization_id, query) {
    const [invoice] = await readInvoices(sql, organization_id, [Number(query.invoice_id)])
    if (invoice === undefined) return null
    const printed = await printedInvoice(sql, organization_id, invoice)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, printed) }
  },
} satisfies MadeFile

export const getInvoiceFile = sessionOperation({
  id: 'session.get_invoice_file',
  route: 'GET /api/v1/sales/invoices/{invoice_id}/file',
  summary: 'Get the file of an invoice',
  description:
    'Returns a URL from which the invoice can be downloaded as PDF for 60 minutes without a key. A void invoice is marked as such.',
  service: 'sales',
  params: InvoicePath,
  answer: ExportLink,
  refusals: ['invoice_not_on_file'],
  async run(call) {
    const { sql, caller, params } = call
    const { invoice_id, name, lines } = await readInvoice(sql, caller, params.invoice_id)
    return linkFile(call, {
      table: invoiceFile.name,
      query: { invoice_id },
      file_name: `${fileNameOf(name)}.pdf`,
      row_count: lines.length,
    })
  },
})
