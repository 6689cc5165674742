/** Rows, columns and sheets that a person does not see: what looks like part of the order stops the draft, the rest passes. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { codesOf, linesOf, openShop, type Reader, sentencesOf } from '../case_shop.ts'
import { openReader } from '../paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

interface Hiding {
  rows?: number[]
  columns?: number[]
  /** Further sheets with what hides them. */
  sheets?: Record<string, [hidden: 0 | 1 | 2, rows: unknown[][]]>
  kind?: 'xlsx' | 'biff8'
}

/** An order whose rows (from 1) and columns (from 0) may be hidden. */
function bookOf(rows: unknown[][], { rows: hidden = [], columns = [], sheets = {}, kind = 'xlsx' }: Hiding): Uint8Array {
  const book = XLSX.utils.book_new()
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  sheet['!rows'] = rows.map((_, i) => ({ hidden: hidden.includes(i + 1) }))
  sheet['!cols'] = (rows[0] as unknown[]).map((_, i) => ({ wch: 10, hidden: columns.includes(i) }))
  XLSX.utils.book_append_sheet(book, sheet, 'Order')
  book.Workbook = { Sheets: [{ Hidden: 0 }, ...Object.values(sheets).map(([state]) => ({ Hidden: state }))] }
  for (const [name, [, more]] of Object.entries(sheets)) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(more), name)
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: kind }) as ArrayBuffer)
} // prettier-ignore

const table = [
  ['SKU', 'Qty', 'Price', 'Season'],
  ['JUMPER-M', 10, 24, 'SS27'],
  ['JUMPER-L', 4, 24, 'SS27'],
]
const all = [
  ['JUMPER-M', 10, 2_400],
  ['JUMPER-L', 4, 2_400],
]

test('a hidden row with an ordered item stops the draft by its number, and one that orders nothing passes', async () => {
  const shop = await openShop(reader)
  const hidden = await shop.read(bookOf(table, { rows: [3] }))
  expect([codesOf(hidden), sentencesOf(hidden)]).toEqual([['refused', 'cell_unknown'], 'The row 3 is hidden, and B3 has “4”: show or delete what is hidden.'])
  const two = await shop.read(bookOf([...table, ['JUMPER-L', 1, 24, '']], { rows: [2, 4] }))
  expect(sentencesOf(two)).toContain('The rows 2, 4 are hidden, and ')
  for (const [row, quantity] of [['JUMPER-L', 0], ['JUMPER-L', null], [null, null]] as const) {
    const read = await shop.read(bookOf([...table.slice(0, 2), [row, quantity, row === null ? null : 24, '']], { rows: [3] }))
    expect([row, quantity, codesOf(read), linesOf(read.order)]).toEqual([row, quantity, ['read'], [all[0]!]])
  }
  const above = await shop.read(bookOf([['PO Number', '4711', '', ''], ...table], { rows: [1] }))
  expect([codesOf(above), sentencesOf(above).includes('“4711”')]).toEqual([['refused', 'cell_unknown'], true])
}) // prettier-ignore

test('a hidden column with figures stops the draft by its letter, and an empty one or one that tells nothing passes', async () => {
  const shop = await openShop(reader)
  for (const kind of ['xlsx', 'biff8'] as const) {
    const price = await shop.read(bookOf(table, { columns: [2], kind }), `order.${kind}`)
    expect([kind, codesOf(price), sentencesOf(price)]).toEqual([kind, ['refused', 'cell_unknown'], 'The column C is hidden, and C2 has “24”: show or delete what is hidden.'])
  }
  const stated = await shop.read(bookOf([[...table[0]!, 'Notes'], [...table[1]!, 'in dozens']], { columns: [4] }))
  expect([codesOf(stated), sentencesOf(stated).includes('“in dozens”')]).toEqual([['refused', 'cell_unknown'], true])
  for (const [rows, columns] of [[table, [3]], [table.map((row, i) => [...row, i === 0 ? 'Ship date' : null]), [4]], [table.map((row) => [...row, null]), [4]]] as [unknown[][], number[]][]) {
    const read = await shop.read(bookOf(rows, { columns }))
    expect([codesOf(read), linesOf(read.order)]).toEqual([['read'], all])
  }
}) // prettier-ignore

test('hidden and very hidden sheets with lines or facts of an order stop it by their names, and lists of choices pass', async () => {
  const shop = await openShop(reader)
  for (const state of [1, 2] as const)
    for (const kind of ['xlsx', 'biff8'] as const) {
      const lines = await shop.read(bookOf(table, { sheets: { More: [state, [['SKU', 'Qty'], ['JUMPER-M', 7]]] }, kind }), `order.${kind}`)
      expect([state, kind, sentencesOf(lines)]).toEqual([state, kind, 'The sheet More is hidden, and More!A2 has “JUMPER-M”: show or delete what is hidden.'])
      const fact = await shop.read(bookOf(table, { sheets: { Data: [state, [['Ship Date', '2027-01-15']]] }, kind }), `order.${kind}`)
      expect([state, kind, codesOf(fact)]).toEqual([state, kind, ['refused', 'cell_unknown']])
    }
  const lists = { Lists: [2, [['Sizes', 'Colours'], ['S', 'Navy'], ['M', 'Red']]], Blank: [1, []], Items: [1, [['SKU', 'Price'], ['JUMPER-M', 24]]] } as Hiding['sheets'] & object
  const read = await shop.read(bookOf(table, { sheets: lists }))
  expect([codesOf(read), linesOf(read.order)]).toEqual([['read'], all])
}) // prettier-ignore
