/** Layout of the packing slip: header and facts once, then what is packed. Runs in the worker. */
import { count } from './figures.ts'
import type { PackedUnits, PrintedPackingSlip } from './printed_packing_slip.ts'
import {
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
  short,
  wide,
} from './sheet.ts'

const columnsOf = (width: number): Column<PackedUnits>[] => [
  { head: '#', width: 26, align: 'left', read: (_line, place) => [String(place + 1), []] },
  {
    head: 'SKU',
    width: 130,
    align: 'left',
    read: ({ sku, buyer_sku }) => [clean(sku), buyer_sku === null ? [] : [`Yours: ${clean(buyer_sku)}`]],
  },
  {
    head: 'Description',
    width: width - 26 - 130 - 130 - 52,
    align: 'left',
    read: ({ title, barcode }) => [short(clean(title)), barcode === null ? [] : [`Barcode ${clean(barcode)}`]],
  },
  { head: 'Carton', width: 130, align: 'left', read: ({ carton }) => [carton === null ? '' : clean(carton), []] },
  { head: 'Units', width: 52, align: 'right', read: ({ quantity }) => [count(quantity), []] },
]

/** Renders a packing slip to the bytes of a PDF. */
export function layOutPackingSlip(slip: PrintedPackingSlip): Promise<Uint8Array> {
  const title = `Packing slip ${clean(slip.name)}`
  const sheet = { title, name: slip.name, author: slip.seller.name, made_on: slip.shipped_on }
  return drawSheet(sheet, (page) => {
    page
      .font('bold')
      .fontSize(19)
      .fillColor(ink)
      .text(title, edge, edge, { width: wide(page) })
    page.moveDown(0.8)
    drawParties(page, [['From', slip.seller], ...(slip.ship_to === null ? [] : [['Ship to', slip.ship_to] as const])])
    drawFacts(page, [
      ['Shipped on', slip.shipped_on],
      ['Carrier', slip.carrier === null ? null : clean(slip.carrier)],
      ['Tracking number', slip.tracking_number === null ? null : clean(slip.tracking_number)],
      ['Our order', clean(slip.order_name)],
      ['Your reference', slip.order_reference === null ? null : clean(slip.order_reference)],
    ])
    const columns = columnsOf(wide(page))
    drawTableHead(page, columns)
    slip.lines.forEach((line, place) => drawLine(page, columns, line, place))
    page.y += 8
    const units = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    page.font('body').fontSize(9).fillColor(grey)
    page.text(`${count(units)} ${units === 1 ? 'unit' : 'units'}`, edge, page.y, { width: wide(page), align: 'right' })
  })
}
