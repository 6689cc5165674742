/**
 * Parts of printed documents: A4, parties, facts, a table whose header repeats on every page, page numbers. The fonts
 * cover Latin, Greek, Cyrillic, Arabic and more, so that names print correctly. The same document always renders to the
 * same bytes. Runs in the worker.
 */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { PrintedParty } from './printed_order.ts'

export type Page = InstanceType<typeof PDFDocument>

const require = createRequire(import.meta.url)
const fonts = {
  body: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}
export const edge = 46
const foot = 40
export const ink = '#1a1a1a'
export const grey = '#5f6368'
const ruleColor = '#c9ccd1'
export interface Column<Line> {
  head: string
  width: number
  align: 'left' | 'right'
  /** The cell's text, and the smaller grey lines below it. */
  read: (line: Line, place: number) => [string, string[]]
}

export const wide = (page: Page) => page.page.width - 2 * edge
export const bottom = (page: Page) => page.page.height - edge - foot

/** User text without control characters, which would move the cursor; only line breaks stay. */
export const clean = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/[^\P{C}\n]/gu, '')

const titleLengthMax = 300
/** A line must fit on one page, so longer titles are cut. */
export const short = (text: string): string =>
  text.length <= titleLengthMax ? text : `${text.slice(0, titleLengthMax).trimEnd()}…`

function rule(page: Page, y: number): void {
  page
    .moveTo(edge, y)
    .lineTo(page.page.width - edge, y)
    .lineWidth(0.6)
    .strokeColor(ruleColor)
    .stroke()
}

export function drawParties(page: Page, parties: readonly (readonly [string, PrintedParty])[]): void {
  const width = wide(page) / parties.length
  const top = page.y
  let end = top
  parties.forEach(([head, { name, details }], i) => {
    const at = edge + i * width
    drawCaptioned(page, head, { font: 'bold', text: clean(name) }, { at, top, width: width - 12 })
    page.font('body').fontSize(9)
    for (const detail of details) page.text(clean(detail), { width: width - 12 })
    end = Math.max(end, page.y)
  })
  page.y = end + 12
}

/** A text under its caption. */
function drawCaptioned(
  page: Page,
  caption: string,
  { font, text }: { font: 'body' | 'bold'; text: string },
  { at, top, width }: { at: number; top: number; width: number },
): void {
  page.font('body').fontSize(8).fillColor(grey).text(caption, at, top, { width })
  page.font(font).fontSize(9.5).fillColor(ink).text(text, { width })
}

export function drawFacts(page: Page, all: readonly (readonly [string, string | null])[]): void {
  const aRow = 4
  const width = wide(page) / aRow
  const facts = all.filter((fact): fact is [string, string] => fact[1] !== null)
  rule(page, page.y)
  for (let first = 0; first < facts.length; first += aRow) {
    const top = page.y + 6
    let end = top
    facts.slice(first, first + aRow).forEach(([head, value], i) => {
      const at = edge + i * width
      drawCaptioned(page, head, { font: 'body', text: value }, { at, top, width: width - 10 })
      end = Math.max(end, page.y)
    })
    page.y = end
  }
  page.y += 10
}

export function drawTableHead<Line>(page: Page, columns: readonly Column<Line>[]): void {
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

function heightOf(page: Page, { width, align }: Column<never>, [value, below]: [string, string[]]): number {
  const box = { width: width - 6, align }
  const own = page
    .font('body')
    .fontSize(9)
    .heightOfString(value === '' ? ' ' : value, box)
  page.fontSize(7.5)
  return below.reduce((sum, text) => sum + page.heightOfString(text, box), own)
}

export function drawLine<Line>(page: Page, columns: readonly Column<Line>[], line: Line, place: number): void {
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

function drawFooters(page: Page, name: string): void {
  const { count: pages } = page.bufferedPageRange()
  for (let i = 0; i < pages; i++) {
    page.switchToPage(i)
    // The footer is below the margin, where text would otherwise start a new page.
    page.page.margins.bottom = 0
    const at = page.page.height - edge - 10
    page.font('body').fontSize(8).fillColor(grey)
    page.text(clean(name), edge, at, { width: wide(page) / 2, lineBreak: false })
    const right = { width: wide(page) / 2, align: 'right', lineBreak: false } as const
    page.text(`Page ${i + 1} of ${pages}`, page.page.width / 2, at, right)
  }
}

export interface Sheet {
  title: string
  /** In the footer of every page. */
  name: string
  author: string
  /** The document's own date, so that it renders to the same bytes on every day. */
  made_on: string
}

interface Paper {
  size: 'A4' | [number, number]
  margins: { top: number; left: number; right: number; bottom: number }
}

/** The bytes of a PDF on paper of this size. */
export function drawPages(
  { title, author, made_on }: Omit<Sheet, 'name'>,
  paper: Paper,
  draw: (page: Page) => void,
): Promise<Uint8Array> {
  const createdAt = new Date(`${made_on}T00:00:00Z`)
  const page = new PDFDocument({
    ...paper,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    // No default font: pdfkit opens a font again on each use if it was loaded by both file and name.
    font: '',
    info: { Title: title, Author: clean(author), CreationDate: createdAt, ModDate: createdAt },
  })
  page.registerFont('body', fonts.body).registerFont('bold', fonts.bold)
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array>((done, failed) => {
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    page.on('end', () => done(Buffer.concat(chunks)))
    page.on('error', failed)
  })
  draw(page)
  page.end()
  return bytes
}

const a4: Paper = { size: 'A4', margins: { top: edge, left: edge, right: edge, bottom: edge + foot } }

/** The bytes of a PDF of what `draw` draws, with a footer on every page. */
export const drawSheet = (sheet: Sheet, draw: (page: Page) => void): Promise<Uint8Array> =>
  drawPages(sheet, a4, (page) => {
    draw(page)
    drawFooters(page, sheet.name)
  })
