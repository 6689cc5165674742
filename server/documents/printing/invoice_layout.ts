/** Layout of the printed invoice and credit note: header and facts once, its lines in a table, then the sums. Runs in the worker. */
import { counted } from '../../contract/outcome.ts'
import { amount, count, money, paymentTerms } from './figures.ts'
import type { PrintedInvoice, PrintedInvoiceLine } from './printed_invoice.ts'
import {
  bottom,
  clean,
  type Column,
  drawFacts,
  drawLine,
  drawParties,
  drawSheet,
  drawTableHead,
  edge,
  grey,
  ink,
  type Page,
  short,
  wide,
} from './sheet.ts'

function columnsOf({ currency }: PrintedInvoice, width: number): Column<PrintedInvoiceLine>[] {
  const fixed = 26 + 112 + 52 + 76 + 84
  return [
    { head: '#', width: 26, align: 'left', read: (_line, place) => [String(place + 1), []] },
    {
      head: 'SKU',
      width: 112,
      align: 'left',
      read: ({ sku, buyer_sku }) => [clean(sku), buyer_sku === null ? [] : [`Yours: ${clean(buyer_sku)}`]],
    },
    {
      head: 'Description',
      width: width - fixed,
      align: 'left',
      read: ({ title, barcode, discount }) => [
        short(clean(title)),
        [
          ...(barcode === null ? [] : [`Barcode ${clean(barcode)}`]),
          ...(discount === null ? [] : [`Discount ${amount(discount, currency)}`]),
        ],
      ],
    },
    { head: 'Units', width: 52, align: 'right', read: ({ quantity }) => [count(quantity), []] },
    {
      head: `Price, ${currency}`,
      width: 76,
      align: 'right',
      read: ({ unit_price }) => [unit_price === null ? '' : amount(unit_price, currency), []],
    },
    { head: `Amount, ${currency}`, width: 84, align: 'right', read: (line) => [amount(line.amount, currency), []] },
  ]
}

const titleOf = ({ kind, name }: PrintedInvoice) => `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${clean(name)}`

function drawHeader(page: Page, invoice: PrintedInvoice): void {
  page.font('bold').fontSize(19).fillColor(ink)
  page.text(titleOf(invoice), edge, edge, { width: wide(page) })
  page.font('body').fontSize(9.5).fillColor(grey)
  page.text(`${clean(invoice.seller.name)}, ${invoice.issued_on}`, { width: wide(page) })
  if (invoice.mark !== null)
    page
      .moveDown(0.4)
      .font('bold')
      .fontSize(13)
      .fillColor('#b3261e')
      .text(invoice.mark, { width: wide(page) })
  page.moveDown(0.8)
}

const factsOf = (invoice: PrintedInvoice): [string, string | null][] => [
  [invoice.kind === 'invoice' ? 'Invoice date' : 'Date', invoice.issued_on],
  ['Credits invoice', invoice.credited === null ? null : clean(invoice.credited.invoice_name)],
  ['Reason', invoice.credited === null ? null : clean(invoice.credited.reason)],
  ['Due date', invoice.due_on],
  ['Payment terms', invoice.payment_terms === null ? null : paymentTerms(clean(invoice.payment_terms))],
  ['Currency', invoice.currency],
  ['Our order', clean(invoice.order_name)],
  ['Your reference', invoice.order_reference === null ? null : clean(invoice.order_reference)],
]

function drawTotals(page: Page, invoice: PrintedInvoice): void {
  const { currency, net, tax, freight, total } = invoice
  if (page.y + 80 > bottom(page)) page.addPage()
  page.y += 8
  const right = { width: wide(page), align: 'right' } as const
  page.font('body').fontSize(9).fillColor(grey)
  page.text(`${counted(invoice.total_units, 'unit')} on ${counted(invoice.lines.length, 'line')}`, edge, page.y, right)
  page
    .fontSize(10)
    .fillColor(ink)
    .text(`Goods ${money(net, currency)}`, right)
  if (freight !== null) page.text(`Freight ${money(freight, currency)}`, right)
  if (tax !== null) page.text(`Tax ${money(tax, currency)}`, right)
  const word = invoice.kind === 'invoice' ? 'Total' : 'Total credited'
  page.font('bold').text(`${word} ${money(total, currency)}`, right)
}

/** Renders an invoice to the bytes of a PDF. */
export function layOutInvoice(invoice: PrintedInvoice): Promise<Uint8Array> {
  const sheet = {
    title: titleOf(invoice),
    name: invoice.name,
    author: invoice.seller.name,
    made_on: invoice.issued_on,
  }
  return drawSheet(sheet, (page) => {
    drawHeader(page, invoice)
    drawParties(page, [
      ['Seller', invoice.seller],
      ['Bill to', invoice.buyer],
      ...(invoice.ship_to === null ? [] : [['Ship to', invoice.ship_to] as const]),
    ])
    drawFacts(page, factsOf(invoice))
    const columns = columnsOf(invoice, wide(page))
    drawTableHead(page, columns)
    invoice.lines.forEach((line, place) => drawLine(page, columns, line, place))
    drawTotals(page, invoice)
  })
}
