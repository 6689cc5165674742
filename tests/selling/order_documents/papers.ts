/** Order papers with known content, in the layouts that retailers send: text PDF, scan, photograph, CSV and workbooks. */
import { createCanvas, GlobalFonts, ImageData, loadImage } from '@napi-rs/canvas'
import * as XLSX from '@e965/xlsx'
import PDFDocument from 'pdfkit'
import { fileURLToPath } from 'node:url'

export interface PaperLine {
  sku: string
  buyer_sku: string
  barcode: string
  style: string
  color: string
  size: string
  quantity: number
  price_cents: number
}

export interface Paper {
  reference: string
  order_date: string
  ship_date: string
  cancel_date: string
  door: string
  lines: PaperLine[]
}

export const layouts = ['text_pdf', 'scan', 'photo', 'csv', 'workbook', 'size_workbook'] as const
export type Layout = (typeof layouts)[number]

/** A small generator of numbers, so that a run can be repeated. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const unitsOf = ({ lines }: Paper): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)
export const centsOf = ({ lines }: Paper): number =>
  lines.reduce((sum, { quantity, price_cents }) => sum + quantity * price_cents, 0)

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

const styles = ['Harbor Jumper', 'Linden Shirt', 'Aspen Parka', 'Marlow Denim']
const styleCodes = ['HBR', 'LDN', 'ASP', 'MRL']
const colors = ['Navy', 'Olive', 'Ecru']
export const sizes = ['S', 'M', 'L', 'XL'] as const

/** Every item that the papers can order. */
export const items: Omit<PaperLine, 'quantity'>[] = styles.flatMap((style, s) =>
  colors.flatMap((color, c) =>
    sizes.map((size, z) => {
      const number = 100 + s * 20 + c * 5
      const base = `501234${String(number * 10 + z).padStart(6, '0')}`
      return {
        sku: `${styleCodes[s]!}-${number}-${color.slice(0, 3).toUpperCase()}-${size}`,
        buyer_sku: `${771000 + number * 10 + z}`,
        barcode: `${base}${checkDigit(base)}`,
        style,
        color,
        size,
        price_cents: 2_450 + s * 1_125 + z * 50,
      }
    }),
  ),
)

export function paperOf(seed: number, lineCount = 4 + (seed % 5) * 3): Paper {
  const next = numbers(seed * 7_919 + 13)
  const pool = items.toSorted(() => next() - 0.5)
  return {
    reference: `PO-${77_000 + seed}`,
    order_date: '2026-11-20',
    ship_date: `2027-01-${String(10 + (seed % 15))}`,
    cancel_date: `2027-02-${String(10 + (seed % 15))}`,
    door: `DC-${10 + seed}`,
    lines: pool.slice(0, lineCount).map((item) => ({ ...item, quantity: 1 + Math.floor(next() * 60) })),
  }
}

interface Table {
  /** Left edge of each column, as a share of the width of the text. */
  at: number[]
  headers: string[]
  rights: boolean[]
  row: (line: PaperLine, i: number) => string[]
}

const tables: readonly Table[] = [
  {
    at: [0, 0.06, 0.3, 0.58, 0.7, 0.84],
    headers: ['Line', 'SKU', 'Description', 'Qty', 'Unit price', 'Amount'],
    rights: [false, false, false, true, true, true],
    row: (line, i) => [
      String(i + 1),
      line.sku,
      `${line.style}, ${line.color}, ${line.size}`,
      String(line.quantity),
      money(line.price_cents),
      money(line.price_cents * line.quantity),
    ],
  },
  {
    at: [0, 0.16, 0.36, 0.52, 0.6, 0.7, 0.84],
    headers: ['Our item', 'EAN', 'Style', 'Size', 'Units', 'Cost', 'Ext cost'],
    rights: [false, false, false, false, true, true, true],
    row: (line) => [
      line.buyer_sku,
      line.barcode,
      line.style,
      line.size,
      String(line.quantity),
      money(line.price_cents),
      money(line.price_cents * line.quantity),
    ],
  },
]

const facts = (paper: Paper): [string, string][] => [
  [`PO number: ${paper.reference}`, `Order date: ${paper.order_date}`],
  [`Ship to: ${paper.door}`, `Ship date: ${paper.ship_date}`],
  ['Currency: USD', `Cancel date: ${paper.cancel_date}`],
]

interface Ink {
  text: (text: string, x: number, y: number, size: number, right?: boolean) => void
}

/** Writes a page in points, 612 by 792. */
function writePage(ink: Ink, paper: Paper, table: Table): void {
  const [left, width] = [48, 516]
  ink.text('NORTHERN OUTFITTERS', left, 52, 16)
  ink.text('Purchase order', left, 76, 12)
  facts(paper).forEach(([first, second], i) => {
    ink.text(first, left, 108 + i * 18, 10)
    ink.text(second, left + 280, 108 + i * 18, 10)
  })
  const put = (texts: readonly string[], y: number) =>
    texts.forEach((text, i) => {
      const right = table.rights[i] === true
      const edge = right ? (table.at[i + 1] ?? 1) - 0.02 : table.at[i]!
      ink.text(text, left + edge * width, y, 10, right)
    })
  put(table.headers, 186)
  paper.lines.forEach((line, i) => put(table.row(line, i), 208 + i * 20))
  const below = 208 + paper.lines.length * 20 + 14
  ink.text(`Total units: ${unitsOf(paper)}`, left, below, 10)
  ink.text(`Total amount: USD ${money(centsOf(paper))}`, left, below + 18, 10)
  ink.text('Goods are accepted at the stated door only.', left, below + 60, 9)
}

const tableOf = (paper: Paper) => tables[Number(paper.reference.slice(-1)) % tables.length]!

const font = fileURLToPath(new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url))
GlobalFonts.registerFromPath(font, 'Paper')

const finished = (document: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const parts: Uint8Array[] = []
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.end()
  })

export function textPdf(paper: Paper, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', margin: 0, ...options })
  const ink: Ink = {
    text: (text, x, y, size, right) => {
      document.font('Helvetica').fontSize(size)
      document.text(text, right === true ? x - document.widthOfString(text) : x, y, { lineBreak: false })
    },
  }
  writePage(ink, paper, tableOf(paper))
  return finished(document)
}

/** A printed page at so many dots an inch. */
function printed(paper: Paper, dpi: number) {
  const scale = dpi / 72
  const canvas = createCanvas(Math.round(612 * scale), Math.round(792 * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#151515'
  const ink: Ink = {
    text: (text, x, y, size, right) => {
      context.font = `${size * scale}px Paper`
      context.textAlign = right === true ? 'right' : 'left'
      context.fillText(text, x * scale, (y + size) * scale)
    },
  }
  writePage(ink, paper, tableOf(paper))
  return canvas
}

/** A slightly turned page with noise, as JPEG. */
export async function scanned(paper: Paper, { turn = 0.4, dpi = 150 } = {}): Promise<Uint8Array> {
  const page = printed(paper, dpi)
  const canvas = createCanvas(page.width, page.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f6f6f4'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(page, -page.width / 2, -page.height / 2)
  const next = numbers(Number(paper.reference.slice(-3)) + 1)
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let i = 0; i < image.data.length; i += 4) {
    const noise = (next() - 0.5) * 26
    for (let k = 0; k < 3; k++) image.data[i + k] = image.data[i + k]! + noise
  }
  context.putImageData(image, 0, 0)
  return canvas.encode('jpeg', 80)
}

export async function scannedPdf(papers: readonly Paper[], turn = 0.4): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false })
  for (const paper of papers) {
    const image = await scanned(paper, { turn })
    document.addPage().image(Buffer.from(image), 0, 0, { width: 612, height: 792 })
  }
  return finished(document)
}

/** A page on a dark table, seen at an angle, with a shadow across it. */
export async function photographed(paper: Paper): Promise<Uint8Array> {
  const page = printed(paper, 220)
  const [width, height] = [1_900, 2_500]
  // Read once: each read of the canvas is a call into native code.
  const [pageWidth, pageHeight] = [page.width, page.height]
  const { data: source } = page.getContext('2d').getImageData(0, 0, pageWidth, pageHeight)
  const next = numbers(Number(paper.reference.slice(-3)) + 7)
  const lean = () => (next() - 0.5) * 60
  const corners = [
    [150 + lean(), 160 + lean()],
    [1_740 + lean(), 130 + lean()],
    [1_790 + lean(), 2_330 + lean()],
    [110 + lean(), 2_360 + lean()],
  ] as const
  const data = new Uint8ClampedArray(width * height * 4)
  const toPage = projectionTo(corners, pageWidth, pageHeight)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = toPage(x, y)
      const isPage = u >= 0 && v >= 0 && u < pageWidth - 1 && v < pageHeight - 1
      const light = 1 - 0.45 / (1 + Math.exp((x * 0.7 + y * 0.5 - 1_700) / 160)) - 0.05 * next()
      const value = (isPage ? sample(source, pageWidth, u, v) * 0.92 : 62) * light
      const at = (y * width + x) * 4
      data[at] = value
      data[at + 1] = value * 0.98
      data[at + 2] = value * 0.94
      data[at + 3] = 255
    }
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
  return canvas.encode('jpeg', 85)
}

function sample(data: Uint8ClampedArray, width: number, u: number, v: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)]
  const [fx, fy] = [u - x, v - y]
  const at = (column: number, row: number) => data[(row * width + column) * 4]!
  const above = at(x, y) * (1 - fx) + at(x + 1, y) * fx
  const below = at(x, y + 1) * (1 - fx) + at(x + 1, y + 1) * fx
  return above * (1 - fy) + below * fy
}

/** From the photograph to the page, by bisecting its sides: a projection of four corners. */
function projectionTo(corners: readonly (readonly [number, number])[], width: number, height: number) {
  const [a, b, c, d] = corners as [[number, number], [number, number], [number, number], [number, number]]
  const to = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const rows = [a, b, c, d].flatMap(([x, y], i) => {
    const [u, v] = to[i] as [number, number]
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ]
  })
  for (let i = 0; i < 8; i++) {
    const pivot = rows.findIndex((row, k) => k >= i && Math.abs(row[i]!) > 1e-9)
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    for (let k = 0; k < 8; k++) {
      if (k === i) continue
      const share = rows[k]![i]! / rows[i]![i]!
      for (let j = i; j < 9; j++) rows[k]![j]! -= share * rows[i]![j]!
    }
  }
  const h = rows.map((row, i) => row[8]! / row[i]!)
  return (x: number, y: number): [number, number] => {
    const depth = h[6]! * x + h[7]! * y + 1
    return [(h[0]! * x + h[1]! * y + h[2]!) / depth, (h[3]! * x + h[4]! * y + h[5]!) / depth]
  }
}

export async function upsideDown(image: Uint8Array): Promise<Uint8Array> {
  const source = await loadImage(Buffer.from(image))
  const canvas = createCanvas(source.width, source.height)
  const context = canvas.getContext('2d')
  context.translate(source.width, source.height)
  context.rotate(Math.PI)
  context.drawImage(source, 0, 0)
  return canvas.encode('jpeg', 85)
}

export function csvPaper(paper: Paper): Uint8Array {
  const lines = [
    'Northern Outfitters;;;;',
    `PO number;${paper.reference};;Currency;USD`,
    `Ship date;${paper.ship_date};;Cancel date;${paper.cancel_date}`,
    '',
    'Barcode;Description;Quantity;Unit price;Amount',
    ...paper.lines.map((line) =>
      [
        line.barcode,
        `"${line.style}; ${line.color}"`,
        line.quantity,
        (line.price_cents / 100).toFixed(2).replace('.', ','),
        ((line.price_cents * line.quantity) / 100).toFixed(2).replace('.', ','),
      ].join(';'),
    ),
    `Total;;${unitsOf(paper)};;${(centsOf(paper) / 100).toFixed(2).replace('.', ',')}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

const bookOf = (rows: unknown[][]): Uint8Array => {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Order')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

export const workbookPaper = (paper: Paper): Uint8Array =>
  bookOf([
    ['Northern Outfitters purchase order'],
    ['PO number', paper.reference, null, 'Order date', paper.order_date],
    ['Ship to:', paper.door, null, 'Ship date', paper.ship_date],
    ['Currency', 'USD', null, 'Cancel date', paper.cancel_date],
    [],
    ['#', 'Vendor SKU', 'Our SKU', 'Product', 'Ordered', 'Unit cost', 'Line total'],
    ...paper.lines.map((line, i) => [
      i + 1,
      line.sku,
      Number(line.buyer_sku),
      line.style,
      line.quantity,
      line.price_cents / 100,
      (line.quantity * line.price_cents) / 100,
    ]),
    ['Total', null, null, null, unitsOf(paper), null, centsOf(paper) / 100],
  ])

/** Styles and colours down, sizes across. Its items have one price in all sizes. */
export function sizeWorkbook(paper: Paper): Uint8Array {
  const groups = Map.groupBy(paper.lines, ({ style, color, price_cents }) => `${style}|${color}|${price_cents}`)
  return bookOf([
    ['PO number:', paper.reference, 'Cancel date:', paper.cancel_date],
    ['Ship date:', paper.ship_date],
    [],
    ['Style', 'Colour', ...sizes, 'Total units', 'Price'],
    ...[...groups.values()].map((lines) => [
      lines[0]!.style,
      lines[0]!.color,
      ...sizes.map((size) => lines.find((line) => line.size === size)?.quantity ?? null),
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
      lines[0]!.price_cents / 100,
    ]),
    ['Total units', null, null, null, null, null, unitsOf(paper)],
  ])
}

export async function fileOf(layout: Layout, paper: Paper): Promise<{ file_name: string; bytes: Uint8Array }> {
  if (layout === 'text_pdf') return { file_name: 'order.pdf', bytes: await textPdf(paper) }
  if (layout === 'scan') return { file_name: 'scan.pdf', bytes: await scannedPdf([paper]) }
  if (layout === 'photo') return { file_name: 'photo.jpg', bytes: await photographed(paper) }
  if (layout === 'csv') return { file_name: 'order.csv', bytes: csvPaper(paper) }
  if (layout === 'workbook') return { file_name: 'order.xlsx', bytes: workbookPaper(paper) }
  return { file_name: 'sizes.xlsx', bytes: sizeWorkbook(paper) }
}
