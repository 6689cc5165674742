/** Errors of spreadsheets, and words in the place of a discount or an amount, are named by their cell. */
import { expect, test } from 'bun:test'
import { problemsOf, readPage, readSheet } from './grids.ts'

const of = (header: string, text: string) =>
  problemsOf(readSheet([`SKU | Qty | Price | ${header}`, `J-M | 10 | 24.00 | ${text}`]))
const error = (text: string, cell = 'D2') =>
  `cell_unknown The cell “${text}” (${cell}) has an error of the spreadsheet in place of a value.`

test('a cell with an error is named as one, in every column that is read', () => {
  for (const text of ['#REF!', '#N/A', '#DIV/0!', '#VALUE!', '#NAME?', '#NV', '#BEZUG!', '#VALEUR!', '########', '###'])
    for (const header of ['Discount %', 'Amount', 'Store', 'Description', 'Barcode', 'Ship date']) expect([text, header, of(header, text).includes(error(text))]).toEqual([text, header, true])
  expect(problemsOf(readSheet(['SKU | Qty | Price', 'J-M | #REF! | 24.00', 'J-L | 4 | 24.00']))).toContain(error('#REF!', 'B2'))
  expect(problemsOf(readSheet(['SKU | Qty | Colour | Price', 'J-M | #REF! | | 24.00', 'J-L | 4 | Navy | 24.00']))).toEqual([
    error('#REF!', 'B2'),
    'row_unreadable A row of the table could not be read: “J-M #REF! 24.00”.',
  ])
  expect(problemsOf(readSheet(['SKU | Qty | Price', 'J-M | 4 | 24.00', 'J-L | x1 | #N/A']))).toContain(error('#N/A', 'C3'))
  expect(problemsOf(readPage('SKU | Qty | Price | Discount', 'J-M | 4 | 24.00 | #REF!'))[0]).toBe('cell_unknown The cell “#REF!” has an error of the spreadsheet in place of a value.')
  for (const text of ['#1', '##', 'J #REF!', '#REF! x']) expect([text, of('Description', text)]).toEqual([text, []])
  expect(of('RRP', '#N/A')).toEqual([])
}) // prettier-ignore

test('words in the place of a discount or an amount are named, unless they say that there is none', () => {
  for (const header of ['Discount', 'Discount %', 'Amount']) {
    for (const text of ['half', 'special', 'as agreed', 'free']) expect([header, text, of(header, text)]).toEqual([header, text, [`cell_unknown The cell “${text}” (D2) is not understood.`]])
    for (const text of ['', '-', '–', 'n/a', 'NA', 'none', 'kein', 'aucun', 'k.A.']) expect([header, text, of(header, text)]).toEqual([header, text, []])
  }
  expect(of('Description', 'half')).toEqual([])
  expect(problemsOf(readSheet(['Style | M | L | Price | Amount', 'J | 3 | 1 | 5.00 | x']))).toEqual(['amount_differs Line 1: “x” is no amount.'])
  expect(of('Amount', 'y'.repeat(90))).toEqual([`cell_unknown The cell “${'y'.repeat(80)}” (D2) is not understood.`])
}) // prettier-ignore

test('a retail price is passed over by each of its names, and is never a price of the line', () => {
  for (const header of ['RRP', 'UVP', 'PVP', 'PPC', 'Recommended retail price', 'Prix public conseillé', 'Unverbindliche Preisempfehlung']) {
    const { lines, problems } = readSheet([`SKU | Qty | ${header}`, 'J-M | 10 | 49.00'])
    expect([header, lines.map((line) => line.unit_price_cents), problems]).toEqual([header, [null], []])
  }
}) // prettier-ignore
