/** Reports as workbooks: what a person sees of the cells and sheets is read, and what is hidden is not taken without a word. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
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
