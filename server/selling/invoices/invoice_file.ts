/** An invoice as PDF. An invoice never changes, so the file is always the same, but for the banner of a void one. */
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { products, variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
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

const orderColumns = selection(sales_orders, 'o', ['reference'])
const titleColumns = selections(
  selection(variants, 'v', ['variant_id', 'barcode', 'title as variant_title']),
  selection(products, 'r', ['title as product_title']),
)

const readOrder = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof orderColumns>[]>`
  select ${orderColumns} from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id = ${order_id}`

const readTitles = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof titleColumns>[]>`
  select ${titleColumns}
  from variants v
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
  where v.organization_id = ${organization_id} and v.variant_id = any(${[...ids]}::uuid[])`

const decimal = (cents: number): string => (cents / 100).toFixed(2)

async function printedInvoice(sql: Sql, organization_id: string, invoice: Invoice): Promise<PrintedInvoice> {
  const { lines, tax, freight, total } = invoice
  const { order_id } = invoice.order
  const [[order], parties, titles] = await Promise.all([
    readOrder(sql, organization_id, order_id),
    invoice.parties ?? readParties(sql, organization_id, order_id).then(withoutAddresses),
    readTitles(sql, organization_id, [...new Set(lines.map(({ variant_id }) => variant_id))]),
  ])
  const titleOf = new Map(titles.map((row) => [row.variant_id, row]))
  return {
    kind: 'invoice',
    name: invoice.name,
    mark: invoice.state === 'void' ? 'VOID: please do not pay' : null,
    issued_on: invoice.issued_on,
    due_on: invoice.due_on,
    currency: invoice.currency,
    payment_terms: invoice.terms,
    order_name: invoice.order.name,
    order_reference: order!.reference,
    ...printedParties(parties),
    lines: lines.map(({ sku, buyer_sku, variant_id, quantity, unit_price, discount, amount }) => {
      const { barcode, product_title, variant_title } = titleOf.get(variant_id)!
      return {
        sku,
        buyer_sku,
        barcode,
        title: `${product_title}, ${variant_title}`,
        quantity,
        unit_price: decimal(unit_price.cents!),
        discount: discount.cents === 0 ? null : decimal(discount.cents!),
        amount: decimal(amount.cents!),
      }
    }),
    total_units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    net: decimal(lines.reduce((sum, { amount }) => sum + amount.cents!, 0)),
    tax: tax.cents === null ? null : decimal(tax.cents),
    freight: freight.cents === null ? null : decimal(freight.cents),
    total: decimal(total.cents!),
  }
}

export const invoiceFile: MadeFile = {
  name: 'invoice',
  async make(sql, organization_id, query) {
    const [invoice] = await readInvoices(sql, organization_id, [Number(query.invoice_id)])
    if (invoice === undefined) return null
    const printed = await printedInvoice(sql, organization_id, invoice)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, printed) }
  },
}

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
