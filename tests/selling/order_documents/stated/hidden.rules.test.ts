/** What of hidden rows, columns and sheets could be part of an order. */
import { expect, test } from 'bun:test'
import { readGrid } from '../../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { Hidden, ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'
import { cellOf } from './grids.ts'

const rowOf = (line: string, at: number): ReadRow =>
  line
    .split('|')
    .map((text, i) => (text.trim() === '' ? null : cellOf(text.trim(), `${String.fromCodePoint(65 + i)}${at}`)))
const table = ['SKU | Qty | Price', 'J-M | 10 | 24.00'].map((line, i) => rowOf(line, i + 1))
const problemsOf = (...hidden: Hidden[]) =>
  readGrid(table, { page_count: null, is_recognised: false }, { hidden, parties: ['Nord'] }).problems.map(
    ({ code, sentence }) => `${code} ${sentence}`,
  )
const row = (line: string, number = 5): Hidden => ({ kind: 'row', name: String(number), rows: [rowOf(line, number)] })
const column = (...texts: string[]): Hidden => ({
  kind: 'column',
  name: 'D',
  rows: texts.map((text, i) => [text === '' ? null : cellOf(text, `D${i + 1}`)]),
})
const sheet = (...lines: string[]): Hidden => ({
  kind: 'sheet',
  name: 'More',
  rows: lines.map((line, i) => rowOf(line, i + 1)),
})
const said = (text: string) => `cell_unknown The ${text}: show or delete what is hidden.`

test('a row with a figure or with text that may change the order is named, and one that orders nothing is not', () => {
  expect(problemsOf(row('J-L | 4 | 24.00'))).toEqual([said('row 5 is hidden, and B5 has “4”')])
  expect(problemsOf(row('JL | 4'))).toEqual([said('row 5 is hidden, and B5 has “4”')])
  expect(problemsOf(row('Order cancelled'))).toEqual([said('row 5 is hidden, and A5 has “Order cancelled”')])
  expect(problemsOf(row('Ladies | Order cancelled'))[0]).toContain('“Order cancelled”')
  for (const line of ['J-L | 0 | 24.00', 'J-L | | 24.00', 'SKU | Qty | Price', 'Ladies', 'Nord', '']) expect([line, problemsOf(row(line))]).toEqual([line, []])
  expect(problemsOf(row('J-L | 1 | 0'))).toHaveLength(1)
}) // prettier-ignore

test('rows are named together, at most five of them', () => {
  const rows = [5, 6, 7, 8, 9].map((number) => row('J-L | 4', number))
  expect(problemsOf(...rows.slice(0, 2))).toEqual([said('rows 5, 6 are hidden, and B5 has “4”')])
  expect(problemsOf(...rows)).toEqual([said('rows 5, 6, 7, 8, 9 are hidden, and B5 has “4”')])
  expect(problemsOf(row('J-L | 0', 4), ...rows, row('J-L | 4', 10))).toEqual([said('rows 5, 6, 7, 8, 9 and 1 more are hidden, and B5 has “4”')])
  expect(problemsOf(row('J-L | 4'), column('Cost', '9.00'))).toHaveLength(2)
  expect(problemsOf(row(`J-L | 4${'x'.repeat(90)}`))[0]).toContain(`“4${'x'.repeat(79)}”`)
}) // prettier-ignore

test('a column with values below its header is named, unless it is one that is passed over', () => {
  expect(problemsOf(column('Cost', '9.00'))).toEqual([said('column D is hidden, and D2 has “9.00”')])
  expect(problemsOf(column('Cost', '', 'in dozens'))).toEqual([said('column D is hidden, and D3 has “in dozens”')])
  expect(problemsOf(column('Key', '17'))).toEqual([said('column D is hidden, and D2 has “17”')])
  expect(problemsOf(column('Stand 7'))).toEqual([said('column D is hidden, and D1 has “Stand 7”')])
  expect(problemsOf(column('Stand x', '', 'Ladies'))).toEqual([said('column D is hidden, and D1 has “Stand x”')])
  for (const texts of [['Cost'], ['', 'Cost'], ['Season', 'SS27', '9'], ['RRP', '49.00'], ['Group'], ['', ''], ['Ladies', 'Ladies', 'Nord']]) expect([texts, problemsOf(column(...texts))]).toEqual([texts, []])
  expect(problemsOf(column('Ladies', 'Cost', '9.00'))).toHaveLength(1)
}) // prettier-ignore

test('a sheet with lines or with facts of an order is named, and any other one is not', () => {
  expect(problemsOf(sheet('SKU | Qty', 'J-L | 4'))).toEqual([said('sheet More is hidden, and A2 has “J-L”')])
  expect(problemsOf(sheet('PO Number | 77'))).toEqual([said('sheet More is hidden, and B1 has “77”')])
  for (const lines of [['Sizes | Colours', 'S | Navy'], ['SKU | Price', 'J-L | 24.00'], ['SKU | Qty', 'J-L | 0'], ['SKU | Qty'], ['12 | 14']]) expect([lines, problemsOf(sheet(...lines))]).toEqual([lines, []])
  const { place, ...cell } = cellOf('4', null)
  expect(problemsOf({ kind: 'row', name: '5', rows: [[{ ...cell, place: { ...place, cell: null } }]] })[0]).toContain('and a cell has “4”')
}) // prettier-ignore
