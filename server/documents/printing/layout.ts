/** Layout of the printed order: header and facts once, then its lines in a table. Runs in the worker. */
import { counted } from '../../contract/outcome.ts'
import { unitName } from '../../contract/units_of_measure.ts'
import { amount, count, money, paymentTerms, percent } from './figures.ts'
import type { PrintedOrder, PrintedLine, PrintedParty } from './printed_order.ts'
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

const titles = { purchase: 'Purchase order', manufacturing: 'Manufacturing order', transfer: 'Transfer order' }

/** Purchase units, with the single units below them. */
function quantityOf({ quantity, packed }: PrintedLine): [string, string[]] {
  if (packed === undefined) return [count(quantity), []]
  const { purchase_quantity, purchase_unit, purchase_unit_factor, inner_pack_quantity } = packed
  const inner = inner_pack_quantity === null ? [] : [`inner packs of ${count(inner_pack_quantity)}`]
  return [
    `${count(purchase_quantity)} ${unitName(purchase_unit, purchase_quantity)}`,
    [`of ${count(purchase_unit_factor)}: ${count(quantity)} units`, ...inner],
  ]
}

function columnsOf(document: PrintedOrder, width: number): Column<PrintedLine>[] {
  const priced = document.order_type !== 'transfer'
  const costs: Column<PrintedLine>[] = [
    {
      head: `Unit cost, ${document.currency}`,
      width: 76,
      align: 'right',
      read: ({ unit_cost, packed }) => {
        const cost = packed === undefined ? unit_cost : packed.purchase_unit_cost
        return [
          cost === null ? 'not agreed' : amount(cost, document.currency),
          packed ? [`for one ${unitName(packed.purchase_unit)}`] : [],
        ]
      },
    },
    {
      head: `Total, ${document.currency}`,
      width: 84,
      align: 'right',
      read: ({ total_cost }) => [total_cost === null ? '' : amount(total_cost, document.currency), []],
    },
  ]
  const isPacked = document.lines.some(({ packed }) => packed !== undefined)
  const quantityWidth = isPacked ? 78 : 52
  const fixed = 26 + 112 + quantityWidth + (priced ? 160 : 0)
  return [
    { head: '#', width: 26, align: 'left', read: (_line, place) => [String(place + 1), []] },
    {
      head: 'SKU',
      width: 112,
      align: 'left',
      read: ({ sku, supplier_sku }) => [clean(sku), supplier_sku === null ? [] : [`Yours: ${clean(supplier_sku)}`]],
    },
    {
      head: 'Description',
      width: width - fixed,
      align: 'left',
      read: ({ title, barcode, deliver_on }) => [
        short(clean(title)),
        [
          ...(barcode === null ? [] : [`Barcode ${clean(barcode)}`]),
          ...(deliver_on === null ? [] : [`Deliver by ${deliver_on}`]),
        ],
      ],
    },
    { head: isPacked ? 'Quantity' : 'Units', width: quantityWidth, align: 'right', read: quantityOf },
    ...(priced ? costs : []),
  ]
}

function drawHeader(page: Page, document: PrintedOrder): void {
  page.font('bold').fontSize(19).fillColor(ink)
  page.text(`${titles[document.order_type]} ${clean(document.name)}`, edge, edge, { width: wide(page) })
  page.font('body').fontSize(9.5).fillColor(grey)
  const revision = document.revision > 1 || document.is_replacement ? `, revision ${document.revision}` : ''
  const replaces = document.is_replacement ? '. Replaces the version sent before.' : ''
  page.text(`${clean(document.buyer.name)}, ${document.issued_on}${revision}${replaces}`, { width: wide(page) })
  if (document.mark !== null) {
    page
      .moveDown(0.4)
      .font('bold')
      .fontSize(13)
      .fillColor('#b3261e')
      .text(document.mark, { width: wide(page) })
  }
  page.moveDown(0.8)
}

const partiesOf = (document: PrintedOrder): [string, PrintedParty][] => [
  ['Buyer', document.buyer],
  ...(document.supplier === null ? [] : ([['Supplier', document.supplier]] as [string, PrintedParty][])),
  ...(document.ship_from === null ? [] : ([['Ship from', document.ship_from]] as [string, PrintedParty][])),
  ['Ship to', document.ship_to],
]

const factsOf = (document: PrintedOrder): [string, string | null][] => [
  ['Order date', document.ordered_on],
  ['Deliver by', document.deliver_on],
  ['Ship not before', document.ship_from_on],
  ['Ship not after', document.cancel_after],
  ['Payment terms', document.payment_terms === null ? null : paymentTerms(clean(document.payment_terms))],
  ['Deposit', document.deposit_bp === null ? null : percent(document.deposit_bp)],
  ['Incoterm', document.incoterm === null ? null : clean(document.incoterm)],
  ['Our reference', document.reference === null ? null : clean(document.reference)],
  ['Currency', document.order_type === 'transfer' ? null : document.currency],
]

function drawTotals(page: Page, document: PrintedOrder): void {
  const priced = document.order_type !== 'transfer'
  if (page.y + 60 > bottom(page)) page.addPage()
  page.y += 8
  const width = wide(page)
  page.font('bold').fontSize(10).fillColor(ink)
  const units = `${counted(document.total_units, 'unit')} on ${counted(document.lines.length, 'line')}`
  const hasTotal = priced && document.total_cost !== null && document.uncosted_lines === 0
  const total = hasTotal ? `    Total ${money(document.total_cost!, document.currency)}` : ''
  page.text(`${units}${total}`, edge, page.y, { width, align: 'right' })
  page.font('body').fontSize(9)
  if (priced && document.uncosted_lines > 0) {
    const lines = `${document.uncosted_lines} ${document.uncosted_lines === 1 ? 'line has' : 'lines have'}`
    page.fillColor(grey).text(`${lines} no cost agreed yet, so no total is stated.`, { width, align: 'right' })
  }
  if (document.notes === null) return
  page.moveDown(1).font('bold').fontSize(9).fillColor(ink).text('Notes', edge, page.y, { width })
  page.font('body').fontSize(9).text(clean(document.notes), { width })
}

/** Renders a document to the bytes of a PDF. */
export function layOut(document: PrintedOrder): Promise<Uint8Array> {
  const title = `${titles[document.order_type]} ${clean(document.name)}`
  const sheet = { title, name: document.name, author: document.buyer.name, made_on: document.issued_on }
  return drawSheet(sheet, (page) => {
    drawHeader(page, document)
    drawParties(page, partiesOf(document))
    drawFacts(page, factsOf(document))
    const columns = columnsOf(document, wide(page))
    drawTableHead(page, columns)
    document.lines.forEach((line, place) => drawLine(page, columns, line, place))
    drawTotals(page, document)
  })
}
