/** Layout of carton labels: 4 by 6 inches, one carton a page, the bar code (GS1-128) of its SSCC below. Runs in the worker. */
import barCodes from 'bwip-js/node'
import type { PrintedCartonLabel, PrintedCartonLabels } from './printed_carton_labels.ts'
import type { PrintedParty } from './printed_order.ts'
import { clean, drawPages, grey, ink, type Page } from './sheet.ts'

const inch = 72
const width = 4 * inch
const height = 6 * inch
const margin = 10
/** GS1 asks for 0.495 to 0.94 mm: 0.508 mm are whole dots of printers with 300 dots an inch, and four of those with 203. */
const moduleWidth = 0.02 * inch
/** GS1 asks for 31.75 mm. */
const barHeight = 1.3 * inch
const fontSizeMin = 5
/** No margin below: text at the foot of a label would begin a page. */
const paper = {
  size: [width, height] as [number, number],
  margins: { top: margin, left: margin, right: margin, bottom: 0 },
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Text in a box, in the largest size that shows all of it; only what no legible size shows ends in an ellipsis. */
function drawText(page: Page, text: string, box: Box, largest: number, font: 'body' | 'bold' = 'body'): void {
  let size = largest
  page.font(font).fillColor(ink)
  const fits = () => {
    page.fontSize(size)
    const words = text.split(/\s+/)
    const isWhole = words.every((word) => page.widthOfString(word) <= box.width)
    return isWhole && page.heightOfString(text, { width: box.width }) <= box.height
  }
  while (!fits() && size > fontSizeMin) size -= 0.5
  page.text(text, box.x, box.y, { width: box.width, height: box.height, ellipsis: true })
}

function drawField(page: Page, caption: string, text: string | null, box: Box, largest: number): void {
  page.font('body').fontSize(6).fillColor(grey).text(caption, box.x, box.y, { width: box.width, lineBreak: false })
  if (text === null) return
  drawText(page, clean(text), { ...box, y: box.y + 8, height: box.height - 9 }, largest, 'bold')
}

function drawParty(page: Page, caption: string, { name, details }: PrintedParty, box: Box): void {
  page.font('body').fontSize(6).fillColor(grey).text(caption, box.x, box.y, { width: box.width, lineBreak: false })
  drawText(page, clean(name), { ...box, y: box.y + 9, height: 22 }, 9, 'bold')
  drawText(page, details.map(clean).join('\n'), { ...box, y: box.y + 32, height: box.height - 33 }, 8)
}

const line = (page: Page, x: number, y: number, toX: number, toY: number) =>
  page.moveTo(x, y).lineTo(toX, toY).lineWidth(0.8).strokeColor(ink).stroke()

/** Bars and spaces in turn, in modules; the library checks the code and adds what GS1-128 begins and ends with. */
const barsOf = (sscc: string): number[] =>
  (barCodes.raw({ bcid: 'gs1-128', text: `(00)${sscc}` }) as { sbs: number[] }[])[0]!.sbs

function drawBarCode(page: Page, sscc: string, top: number): void {
  const widths = barsOf(sscc)
  let x = (width - widths.reduce((sum, one) => sum + one, 0) * moduleWidth) / 2
  widths.forEach((modules, i) => {
    if (i % 2 === 0) page.rect(x, top, modules * moduleWidth, barHeight)
    x += modules * moduleWidth
  })
  page.fill('#000000')
  const readable = `(00) ${sscc}`
  const box = { x: margin, y: top + barHeight + 4, width: width - 2 * margin, height: 16 }
  page.font('bold').fontSize(12).fillColor(ink)
  page.text(readable, box.x, box.y, { width: box.width, align: 'center', lineBreak: false })
}

function drawLabel(page: Page, all: PrintedCartonLabels, label: PrintedCartonLabel): void {
  const half = width / 2
  const [parties, carrier, order, store, code] = [margin, 104, 158, 208, 262] as const
  const right = width - margin
  for (const y of [carrier, order, store, code]) line(page, margin, y - 4, right, y - 4)
  line(page, half, parties, half, store - 4)
  const left = { x: margin, width: half - margin - 6 }
  const other = { x: half + 6, width: half - margin - 6 }
  drawParty(page, 'SHIP FROM', all.ship_from, { ...left, y: parties, height: carrier - parties - 6 })
  drawParty(page, 'SHIP TO', all.ship_to, { ...other, y: parties, height: carrier - parties - 6 })
  drawField(page, 'CARRIER', all.carrier, { ...left, y: carrier, height: 24 }, 10)
  drawField(page, 'BILL OF LADING', all.bill_of_lading, { ...left, y: carrier + 25, height: 24 }, 10)
  drawField(page, 'TRACKING NUMBER', label.tracking_number, { ...other, y: carrier, height: 24 }, 10)
  drawField(page, 'WEIGHT', label.weight, { ...other, y: carrier + 25, height: 24 }, 10)
  const dept = all.department === null ? [] : [`Dept ${all.department}`]
  drawField(page, 'PURCHASE ORDER', [all.order_number, ...dept].join('\n'), { ...left, y: order, height: 44 }, 12)
  drawField(page, 'CARTON', `${label.place} of ${all.carton_count}`, { ...other, y: order, height: 44 }, 18)
  const { store: forStore } = label
  const named = forStore === null ? null : [forStore.code, forStore.name].filter((one) => one !== null && one !== '')
  const storeBox = { x: margin, y: store, width: right - margin, height: 48 }
  drawField(page, 'FOR STORE (BY)', named?.join('\n') ?? null, storeBox, 16)
  page.font('body').fontSize(6).fillColor(grey)
  page.text('SERIAL SHIPPING CONTAINER CODE (SSCC)', margin, code, { width: right - margin, lineBreak: false })
  drawBarCode(page, label.sscc, code + 14)
  page.font('body').fontSize(7).fillColor(grey)
  page.text(clean(all.name), margin, height - margin - 9, { width: right - margin, align: 'right', lineBreak: false })
}

/** Renders the labels to the bytes of a PDF. */
export function layOutCartonLabels(all: PrintedCartonLabels): Promise<Uint8Array> {
  const title = `Carton labels of ${clean(all.name)}`
  const sheet = { title, author: all.ship_from.name, made_on: all.shipped_on }
  return drawPages(sheet, paper, (page) => {
    all.labels.forEach((label, i) => {
      if (i > 0) page.addPage()
      drawLabel(page, all, label)
    })
  })
}
