/** Amounts of rows with sizes across, which are those of all their lines together. */
import { expect, test } from 'bun:test'
import { linesOf, problemsOf, readSheet } from './grids.ts'

const header = 'Style | S | M | Price | Amount'
const read = (...rows: string[]) => readSheet([header, ...rows])
const differ = (row: string) => problemsOf(read(row)).map((one) => one.split(' ')[0])

test('an amount may differ by a cent for each line, and no more', () => {
  for (const amount of ['100.00', '100.02', '99.98'])
    expect([amount, differ(`J-1 | 2 | 3 | 20.00 | ${amount}`)]).toEqual([amount, []])
  for (const amount of ['100.03', '99.97', 'x'])
    expect([amount, differ(`J-1 | 2 | 3 | 20.00 | ${amount}`)]).toEqual([amount, ['amount_differs']])
  expect(differ('J-1 | 2 | 3 | 20.00 | ')).toEqual([])
  expect(differ('J-1 | 2 | 3 | 20.00 | 0.00')).toEqual([])
  expect(problemsOf(read('J-1 | 2 | 3 | 20.00 | 100.00', 'J-2 | | | 20.00 | 0.00'))).toEqual([])
})

test('a row without a price has that of its amount, where it is whole cents', () => {
  expect(linesOf(read('J-1 | 2 | 3 | | 100.00'))).toEqual([
    ['J-1', 2, 2_000],
    ['J-1', 3, 2_000],
  ])
  expect(read('J-1 | 2 | 3 | | 100.00').lines.map(({ derived }) => derived)).toEqual([
    ['unit_price_cents'],
    ['unit_price_cents'],
  ])
  expect(problemsOf(read('J-1 | 2 | 3 | | 100.01'))).toEqual([
    'price_ambiguous Line 1: its amount for 5 units is no price of whole cents.',
  ])
  expect(linesOf(read('J-1 | 2 | x3 | | 100.00'))).toEqual([
    ['J-1', 2, null],
    ['J-1', null, null],
  ])
  expect(problemsOf(read('J-1 | 2 | x3 | | 100.01'))).toEqual([])
})

test('each row is compared with its own lines, with or without what is off', () => {
  const rows = ['J-1 | 2 | 3 | 20.00 | 100.00', 'J-2 | 1 | | 30.00 | 31.00']
  expect(problemsOf(read(...rows))).toEqual([
    'amount_differs Line 3: the lines of its row add up to 30, and the row states 31.',
  ])
  const off = (amount: string) =>
    problemsOf(readSheet([`${header} | Discount %`, `J-1 | 2 | 3 | 20.00 | ${amount} | 10`]))
  expect([off('100.00'), off('90.00')]).toEqual([[], []])
  expect(off('110.00')).toEqual(['amount_differs Line 1: the lines of its row add up to 90, and the row states 110.'])
})

test('of the prices that packed units can mean, the one that gives the amount is read', () => {
  const packed = (amount: string) => linesOf(readSheet([`${header} | Unit`, `J-1 | 2 | 3 | 24.00 | ${amount} | dz`]))
  const read200 = [
    ['J-1', 24, 200],
    ['J-1', 36, 200],
  ]
  expect([packed('120.00'), packed('120.02'), packed('119.98')]).toEqual([read200, read200, read200])
  expect([packed('120.03')[0]![2], packed('1440.00')[0]![2]]).toEqual([null, 2_400])
})
