/** What a paper is as a whole: the dates of its lines, its layout, and texts on no row. */
import { expect, test } from 'bun:test'
import { cellOf, linesOf, problemsOf, readSheet } from './grids.ts'

test('the date of a line is read by all dates of the paper, and named where it is none', () => {
  const header = 'SKU | Qty | Ship date | Cancel date'
  const dates = (...rows: string[]) =>
    readSheet([header, ...rows]).lines.map(({ requested_ship_date, cancel_date }) => [requested_ship_date, cancel_date])
  expect(dates('J-1 | 2 | 01/02/2027 | 13/02/2027', 'J-2 | 2')).toEqual([
    ['2027-02-01', '2027-02-13'],
    [null, null],
  ])
  expect(dates('J-1 | 2 | 01/02/2027')).toEqual([[null, null]])
  expect(problemsOf(readSheet([header, 'J-1 | 2 | 2027-02-01', `J-2 | 2 | ${'z'.repeat(61)}`]))).toEqual([
    `date_unreadable Line 2: “${'z'.repeat(60)}” is no date, or one with two readings.`,
  ])
  const labelled = readSheet(['Cancel date: 01/03/2027', header, 'J-1 | 2 | 13/02/2027'])
  expect(labelled.dates.cancel_date).toBe('2027-03-01')
})

test('a layout is known by the headers of its first table, and a store has at most 120 characters', () => {
  const found = readSheet(['SKU | | Qty: | Store', `J-1 | | 2 | ${'7'.repeat(121)}`, 'SKU | Qty', 'J-2 | 1'])
  expect(found.layout).toBe('sku||qty|store')
  expect(found.lines.map(({ door_reference }) => door_reference?.length)).toEqual([120, undefined])
})

test('what a price is for does not tell the decimal mark', () => {
  const price = (text: string) => linesOf(readSheet(['SKU | Qty | Price', `J-1 | 2 | ${text}`]))[0]![2]
  expect([price('24,00 / 1'), price('24.00/10'), price('2.400,00/100')]).toEqual([2_400, 240, 2_400])
})

test('texts on no row are labels, and name a currency', () => {
  const read = (text: string) =>
    readSheet(['SKU | Qty | Price', 'J-1 | 2 | 24.00'], [cellOf(text, 'header of the page')])
  expect(read('PO Number: 77120').values.reference!.text).toBe('77120')
  expect([read('Prices in EUR').values.currency!.text, read('Prices in EUR').currency_marks]).toEqual(['EUR', ['EUR']])
  expect(Object.keys(read('Springfield').values)).toEqual([])
})
