/**
 * Layout of the printed order: A4, header and facts once, lines in a table whose header repeats on every page, page
 * numbers. The fonts cover Latin, Greek, Cyrillic, Arabic and more, so that names print correctly. The same document
 * always renders to the same bytes. Runs in the worker.
 */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { amount, count, money, paymentTerms, percent } from './figures.ts'
import type { PrintedOrder, PrintedLine, PrintedParty } from './printed_order.ts'

type Page = InstanceType<typeof PDFDocument>

const require = createRequire(import.meta.url)
const fonts = {
  body: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}
const edge = 46
const foot = 40
const ink = '#1a1a1a'
const grey = '#5f6368'
const ruleColor = '#c9ccd1'
const titles = { purchase: 'Purchase order', manufacturing: 'Manufacturing order', transfer: 'Transfer order' }

interface Column {
  head: string
  width: number
  align: 'left' | 'right'
  /** The cell's text, and the smaller grey lines below it. */
  read: (line: PrintedLine, place: number) => [string, string[]]
}

const wide = (page: Page) => page.page.width - 2 * edge
const bottom = (page: Page) => page.page.height - edge - foot

/** User text without control characters, which would move the cursor; only line breaks stay. */
const clean = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/[^\P{C}\n]/gu, '')

const titleLengthMax = 300
/** A line must fit on one page, so longer titles are cut. */
const short = (text: string): string =>
  text.length <= titleLengthMax ? text : `${text.slice(0, titleLengthMax).trimEnd()}…`

function columnsOf(document: PrintedOrder, width: number): Column[] {
  const priced = document.order_type !== 'transfer'
  const costs: Column[] = [
    {
      head: `Unit cost, ${document.currency}`,
      width: 76,
      align: 'right',
      read: ({ unit_cost }) => [unit_cost === null ? 'not agreed' : amount(unit_cost), []],
    },
    {
      head: `Total, ${document.currency}`,
      width: 84,
      align: 'right',
      read: ({ total_cost }) => [total_cost === null ? '' : amount(total_cost), []],
    },
  ]
  const fixed = 26 + 112 + 52 + (priced ? 160 : 0)
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
    { head: 'Units', width: 52, align: 'right', read: ({ quantity }) => [count(quantity), []] },
    ...(priced ? costs : []),
  ]
}

function rule(page: Page, y: number): void {
  page
    .moveTo(edge, y)
    .lineTo(page.page.width - edge, y)
    .lineWidth(0.6)
    .strokeColor(ruleColor)
    .stroke()
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

function drawParties(page: Page, document: PrintedOrder): void {
  const parties: [string, PrintedParty][] = [
    ['Buyer', document.buyer],
    ...(document.supplier === null ? [] : ([['Supplier', document.supplier]] as [string, PrintedParty][])),
    ...(document.ship_from === null ? [] : ([['Ship from', document.ship_from]] as [string, PrintedParty][])),
    ['Ship to', document.ship_to],
  ]
  const width = wide(page) / parties.length
  const top = page.y
  let end = top
  parties.forEach(([head, { name, details }], i) => {
    const at = edge + i * width
    page
      .font('body')
      .fontSize(8)
      .fillColor(grey)
      .text(head, at, top, { width: width - 12 })
    page
      .font('bold')
      .fontSize(9.5)
      .fillColor(ink)
      .text(clean(name), { width: width - 12 })
    page.font('body').fontSize(9)
    for (const detail of details) page.text(clean(detail), { width: width - 12 })
    end = Math.max(end, page.y)
  })
  page.y = end + 12
}

function factsOf(document: PrintedOrder): [string, string][] {
  const facts: [string, string | null][] = [
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
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function drawFacts(page: Page, document: PrintedOrder): void {
  const aRow = 4
  const width = wide(page) / aRow
  const facts = factsOf(document)
  rule(page, page.y)
  for (let first = 0; first < facts.length; first += aRow) {
    const top = page.y + 6
    let end = top
    facts.slice(first, first + aRow).forEach(([head, value], i) => {
      const at = edge + i * width
      page
        .font('body')
        .fontSize(8)
        .fillColor(grey)
        .text(head, at, top, { width: width - 10 })
      page
        .font('body')
        .fontSize(9.5)
        .fillColor(ink)
        .text(value, { width: width - 10 })
      end = Math.max(end, page.y)
    })
    page.y = end
  }
  page.y += 10
}

function drawTableHead(page: Page, columns: readonly Column[]): void {
  rule(page, page.y)
  const top = page.y + 4
  let at = edge
  page.font('bold').fontSize(8).fillColor(ink)
  for (const { head, width, align } of columns) {
    page.text(head, at + 2, top, { width: width - 6, align, lineBreak: false })
    at += width
  }
  page.y = top + 13
  rule(page, page.y)
}

const lineGap = 3

function heightOf(page: Page, { width, align }: Column, [value, below]: [string, string[]]): number {
  const box = { width: width - 6, align }
  const own = page
    .font('body')
    .fontSize(9)
    .heightOfString(value === '' ? ' ' : value, box)
  page.fontSize(7.5)
  return below.reduce((sum, text) => sum + page.heightOfString(text, box), own)
}

function drawLine(page: Page, columns: readonly Column[], line: PrintedLine, place: number): void {
  const cells = columns.map((column) => ({ column, cell: column.read(line, place) }))
  const height = Math.max(...cells.map(({ column, cell }) => heightOf(page, column, cell))) + 2 * lineGap
  if (page.y + height > bottom(page)) {
    page.addPage()
    drawTableHead(page, columns)
  }
  const top = page.y + lineGap
  let at = edge
  for (const { column, cell } of cells) {
    const box = { width: column.width - 6, align: column.align }
    page
      .font('body')
      .fontSize(9)
      .fillColor(ink)
      .text(cell[0], at + 2, top, box)
    page.fontSize(7.5).fillColor(grey)
    for (const text of cell[1]) page.text(text, box)
    at += column.width
  }
  page.y = top + height - lineGap
  rule(page, page.y)
}

function drawTotals(page: Page, document: PrintedOrder): void {
  const priced = document.order_type !== 'transfer'
  if (page.y + 60 > bottom(page)) page.addPage()
  page.y += 8
  const width = wide(page)
  page.font('bold').fontSize(10).fillColor(ink)
  const units = `${count(document.total_units)} units on ${count(document.lines.length)} ${document.lines.length === 1 ? 'line' : 'lines'}`
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

function drawFooters(page: Page, document: PrintedOrder): void {
  const { count: pages } = page.bufferedPageRange()
  for (let i = 0; i < pages; i++) {
    page.switchToPage(i)
    // The footer is below the margin, where text would otherwise start a new page.
    page.page.margins.bottom = 0
    const at = page.page.height - edge - 10
    page.font('body').fontSize(8).fillColor(grey)
    page.text(clean(document.name), edge, at, { width: wide(page) / 2, lineBreak: false })
    const right = { width: wide(page) / 2, align: 'right', lineBreak: false } as const
    page.text(`Page ${i + 1} of ${pages}`, page.page.width / 2, at, right)
  }
}

/** Renders a document to the bytes of a PDF. */
export function layOut(document: PrintedOrder): Promise<Uint8Array> {
  const made = new Date(`${document.issued_on}T00:00:00Z`)
  const title = `${titles[document.order_type]} ${clean(document.name)}`
  const page = new PDFDocument({
    size: 'A4',
    margins: { top: edge, left: edge, right: edge, bottom: edge + foot },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // No default font: pdfkit opens a font again on each use if it was loaded by both file and name.
    font: '',
    info: { Title: title, Author: clean(document.buyer.name), CreationDate: made, ModDate: made },
  })
  page.registerFont('body', fonts.body).registerFont('bold', fonts.bold)
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array>((done, failed) => {
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    page.on('end', () => done(Buffer.concat(chunks)))
    page.on('error', failed)
  })
  drawHeader(page, document)
  drawParties(page, document)
  drawFacts(page, document)
  const columns = columnsOf(document, wide(page))
  drawTableHead(page, columns)
  document.lines.forEach((line, place) => drawLine(page, columns, line, place))
  drawTotals(page, document)
  drawFooters(page, document)
  page.end()
  return bytes
}
