/** Layout of the pick list: a table for each location, then the orders that the units are for. Runs in the worker. */
import { count } from './figures.ts'
import type { PickedLine, PickedOrder, PrintedPickList } from './printed_pick_list.ts'
import {
  bottom,
  clean,
  type Column,
  drawLine,
  drawSheet,
  drawTableHead,
  edge,
  grey,
  ink,
  type Page,
  short,
  wide,
} from './sheet.ts'

const lineColumns = (width: number): Column<PickedLine>[] => [
  { head: '', width: 18, align: 'left', read: () => ['☐', []] },
  {
    head: 'SKU',
    width: 120,
    align: 'left',
    read: ({ sku, barcode }) => [clean(sku), barcode === null ? [] : [`Barcode ${clean(barcode)}`]],
  },
  {
    head: 'Description',
    width: width - 18 - 120 - 52 - 130,
    align: 'left',
    read: ({ title, bundles }) => [
      short(clean(title)),
      bundles.length === 0 ? [] : [`Component of ${clean(bundles.join(', '))}`],
    ],
  },
  { head: 'Units', width: 52, align: 'right', read: ({ units }) => [count(units), []] },
  { head: 'For', width: 130, align: 'left', read: ({ orders }) => [clean(orders.join(', ')), []] },
]

const orderColumns = (width: number): Column<PickedOrder>[] => [
  {
    head: 'Order',
    width: 120,
    align: 'left',
    read: ({ name, reference }) => [clean(name), reference === null ? [] : [clean(reference)]],
  },
  {
    head: 'Ship to',
    width: width - 120 - 130 - 70 - 52,
    align: 'left',
    read: ({ ship_to, notes }) => [
      ship_to === null ? '' : clean(ship_to.name),
      [...(ship_to?.details ?? []).map(clean), ...(notes === null ? [] : [short(clean(notes))])],
    ],
  },
  {
    head: 'Shipping method',
    width: 130,
    align: 'left',
    read: ({ shipping_method }) => [shipping_method === null ? '' : clean(shipping_method), []],
  },
  { head: 'Ship by', width: 70, align: 'left', read: ({ ship_by }) => [ship_by ?? '', []] },
  { head: 'Units', width: 52, align: 'right', read: ({ units }) => [count(units), []] },
]

const titleOf = ({ orders }: PrintedPickList) =>
  orders.length === 1 ? `Pick list ${clean(orders[0]!.name)}` : `Pick list of ${count(orders.length)} orders`

function drawHeading(page: Page, text: string): void {
  // A heading stays with the first line of its table.
  if (page.y + 70 > bottom(page)) page.addPage()
  page.y += 8
  page
    .font('bold')
    .fontSize(11)
    .fillColor(ink)
    .text(clean(text), edge, page.y, { width: wide(page) })
  page.moveDown(0.3)
}

function drawTable<Line>(page: Page, columns: readonly Column<Line>[], lines: readonly Line[]): void {
  drawTableHead(page, columns)
  lines.forEach((line, place) => drawLine(page, columns, line, place))
}

/** Renders a pick list to the bytes of a PDF. */
export function layOutPickList(list: PrintedPickList): Promise<Uint8Array> {
  const title = titleOf(list)
  const units = list.orders.reduce((sum, order) => sum + order.units, 0)
  const sheet = { title, name: title, author: list.organization, made_on: list.made_on }
  return drawSheet(sheet, (page) => {
    page
      .font('bold')
      .fontSize(19)
      .fillColor(ink)
      .text(title, edge, edge, { width: wide(page) })
    page.font('body').fontSize(9.5).fillColor(grey)
    page.text(`${clean(list.organization)}, ${list.made_on}, ${count(units)} units of orders`, { width: wide(page) })
    for (const { location, lines } of list.places) {
      drawHeading(page, location)
      drawTable(page, lineColumns(wide(page)), lines)
    }
    drawHeading(page, 'Orders')
    drawTable(page, orderColumns(wide(page)), list.orders)
    if (list.left_out.length === 0) return
    page.y += 8
    page.font('body').fontSize(9).fillColor(grey)
    for (const sentence of list.left_out) page.text(clean(sentence), edge, page.y, { width: wide(page) })
  })
}
