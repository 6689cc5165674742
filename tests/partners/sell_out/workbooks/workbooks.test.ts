/** Reports as workbooks: what a person sees of the cells and sheets is read, and what is hidden is not taken without a word. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { partsAround, sheetXml, zip } from '../../../files/spreadsheet_files.ts'
import { header, monday, reasonOf, refusedFor, retail, sunday } from '../retail.ts'

setDefaultTimeout(120_000)

interface Shape {
  formats?: Record<string, string>
  hidden_rows?: number[]
  before?: XLSX.WorkSheet
}

const rowsOf = (...units: number[]) => [
  header.split(','),
  ...units.map((count, i) => [monday(0), sunday(0), ['0117', '0118', '0119'][i], '771-S', count, null]),
]

function bookOf(rows: unknown[][], { formats = {}, hidden_rows = [], before }: Shape = {}): Uint8Array {
  const [book, sheet] = [XLSX.utils.book_new(), XLSX.utils.aoa_to_sheet(rows)]
  for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format
  sheet['!rows'] = rows.map((_, i) => ({ hidden: hidden_rows.includes(i + 1) }))
  if (before !== undefined) XLSX.utils.book_append_sheet(book, before, 'Before')
  XLSX.utils.book_append_sheet(book, sheet, 'Report')
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ Hidden: name === 'Before' ? 2 : 0 })) }
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

test('a unit, a scale or a currency in the format of a cell is read as if it stood in the cell', async () => {
  const shop = await retail()
  await shop.declare()
  for (const format of ['0 "dz"', '0,', '0 "x 12"', '0.0,"k"', ';;;']) {
    const { status, body } = await shop.send(bookOf(rowsOf(5), { formats: { E2: format } }))
    expect([format, status, body.data.rows_added, body.data.not_matched.total]).toEqual([format, 200, 0, 1])
  }
  for (const format of ['0', '0 "pcs"', '#,##0', '0;[Red]-0']) {
    const { status, body } = await shop.send(bookOf(rowsOf(5), { formats: { E2: format } }))
    expect([format, status, body.data.not_matched.total]).toEqual([format, 200, 0])
  }
})

test('a hidden row with values refuses the report by its number, and a hidden sheet before it is not the report', async () => {
  const shop = await retail()
  await shop.declare()
  const hidden = await shop.send(bookOf(rowsOf(5, 6, 7), { hidden_rows: [3, 4] }))
  expect([...reasonOf(hidden), hidden.body.message.desc]).toEqual([
    ...refusedFor('unreadable_file'),
    'The file has hidden rows with values (3, 4); show or delete them.',
  ])
  const blank = await shop.send(bookOf([...rowsOf(5), [null, null]], { hidden_rows: [3] }))
  expect([blank.status, blank.body.data.rows_submitted]).toEqual([200, 1])
  const before = XLSX.utils.aoa_to_sheet(rowsOf(90, 91))
  const seen = await shop.send(bookOf(rowsOf(6), { before }))
  expect([seen.status, seen.body.data.rows_submitted]).toEqual([200, 1])
})

test('a formula without its result is unreadable, and a note that is not understood refuses the report', async () => {
  const shop = await retail()
  await shop.declare()
  const row = (units: string) => `<row>${[monday(0), sunday(0), '0117', '771-S'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}${units}<c><v>9</v></c></row>`
  const heads = `<row>${header.split(',').map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const due = await shop.send(zip(partsAround(sheetXml(heads + row('<c><f>3+4</f><v></v></c>')))))
  expect([due.status, due.body.data.rows_added, due.body.data.faults.map(({ value }: any) => value)]).toEqual([200, 0, ['=3+4']])
  const bookWithNote = (text: string) => {
    const sheet = XLSX.utils.aoa_to_sheet(rowsOf(5))
    XLSX.utils.cell_add_comment(sheet.E2, text, 'Ann')
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, sheet, 'Report')
    return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  }
  const { status, body } = await shop.send(bookWithNote('in cartons'))
  expect([status, body.data.reason, body.message.desc]).toEqual([400, 'unreadable_file', 'The workbook has the note, text box, header or footer “in cartons”, which is not understood. Remove it, or put what it says in a column.'])
  expect((await shop.send(bookWithNote('Weekly sales'))).status).toBe(200)
}) // prettier-ignore
