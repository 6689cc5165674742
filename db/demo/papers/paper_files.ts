/** Orders on paper as retailers send them: a printed page as PDF, a workbook, and a CSV file. */
import * as XLSX from '@e965/xlsx'
import PDFDocument from 'pdfkit'

export interface PaperLine {
  sku: string
  description: string
  quantity: number
  price_cents: number
}

export interface OrderPaper {
  reference: string
  order_date: string
  ship_date: string
  lines: readonly PaperLine[]
}

const money = (cents: number) => (cents / 100).toFixed(2)
const unitsOf = ({ lines }: OrderPaper) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
const centsOf = ({ lines }: OrderPaper) => lines.reduce((sum, one) => sum + one.quantity * one.price_cents, 0)

const cells = ({ sku, description, quantity, price_cents }: PaperLine, i: number) =>
  [String(i + 1), sku, description, String(quantity), money(price_cents), money(quantity * price_cents)] as const

const headers = ['Line', 'SKU', 'Description', 'Qty', 'Unit price', 'Amount']
/** Left edges of the columns, in points. */
const edges = [48, 80, 220, 380, 430, 500]

export function paperPdf(paper: OrderPaper): Promise<Uint8Array> {
  const info = { Title: paper.reference, CreationDate: new Date(`${paper.order_date}T09:00:00Z`) }
  const page = new PDFDocument({ size: 'LETTER', margin: 0, info })
  const put = (text: string, x: number, y: number, size = 9) =>
    page.font('Helvetica').fontSize(size).text(text, x, y, { lineBreak: false })
  put('NORTHGATE', 48, 52, 16)
  put('Purchase order', 48, 76, 12)
  put(`PO number: ${paper.reference}`, 48, 108)
  put(`Order date: ${paper.order_date}`, 328, 108)
  put('Currency: USD', 48, 126)
  put(`Ship date: ${paper.ship_date}`, 328, 126)
  for (const [i, header] of headers.entries()) put(header, edges[i]!, 166)
  for (const [row, line] of paper.lines.entries())
    for (const [i, text] of cells(line, row).entries()) put(text, edges[i]!, 188 + row * 20)
  const below = 202 + paper.lines.length * 20
  put(`Total units: ${unitsOf(paper)}`, 48, below)
  put(`Total amount: USD ${money(centsOf(paper))}`, 48, below + 18)
  return new Promise((resolve) => {
    const parts: Uint8Array[] = []
    page.on('data', (part: Uint8Array) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.end()
  })
}

export function paperWorkbook(paper: OrderPaper): Uint8Array {
  const rows = [
    ['Purchase order', paper.reference],
    ['Order date', paper.order_date],
    ['Ship date', paper.ship_date],
    ['Currency', 'USD'],
    [],
    ['SKU', 'Description', 'Quantity', 'Unit price'],
    ...paper.lines.map(({ sku, description, quantity, price_cents }) => [
      sku,
      description,
      quantity,
      price_cents / 100,
    ]),
  ]
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Order')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

export const paperCsv = ({ reference, lines }: OrderPaper): Uint8Array =>
  Buffer.from(
    [
      'PO number,SKU,Quantity,Unit price',
      ...lines.map(({ sku, quantity, price_cents }) => [reference, sku, quantity, money(price_cents)].join(',')),
    ].join('\n'),
  )
