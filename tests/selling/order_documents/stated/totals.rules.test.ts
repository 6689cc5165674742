/** Totals and amounts of rows with sizes across, beside the lines that they are of. */
import { expect, test } from 'bun:test'
import { readGrid } from '../../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'

const rowOf = (line: string, at: number): ReadRow =>
  line.split('|').map((text, i) => {
    const cell = `${String.fromCodePoint(65 + i)}${at + 1}`
    return text.trim() === '' ? null : { text: text.trim(), confidence: 1, place: { page: null, box: null, cell } }
  })
const read = (...lines: string[]) => readGrid(lines.map(rowOf), { page_count: null, is_recognised: false })
const problems = (...lines: string[]) => read(...lines).problems.map(({ code, sentence }) => `${code} ${sentence}`)
const header = 'SKU | Qty | Price'
const lines = [header, 'J-M | 10 | 24.00', 'J-L | 5 | 10.00']
const codes = (...totals: string[]) => problems(...lines, ...totals).map((one) => one.split(' ')[0])

test('one cell can state several totals, each of which is read as its own', () => {
  for (const total of [
    'Total units 15, total value 290.00',
    'Total units 15; total 290.00',
    'Total 15 pcs total 290.00',
  ]) {
    const { total_units, total_cents, problems: all } = read(...lines, total)
    expect([total, total_units, total_cents, all]).toEqual([total, 15, 29_000, []])
  }
  expect(read(...lines, 'Total units 16, total value 290.00').total_units).toBe(16)
  expect(codes('Total units 15, total value 290.05')).toEqual(['total_differs'])
  expect(read(...lines, 'Total, total 290.00').total_cents).toBe(29_000)
  expect(read(...lines, 'Total units 15, total value 290.00 | x').total_units).not.toBe(15)
})

test('a total of a part is that of the lines since one above it, or of all so far', () => {
  const parts = (first: string, second: string, last: string) =>
    problems(...lines, `Subtotal | | ${first}`, 'J-S1 | 2 | 5.00', 'J-S2 | 1 | 7.00', `Subtotal | | ${second}`, `Total | | ${last}`)
  expect(parts('290.00', '17.00', '307.00')).toEqual([])
  expect(parts('290.00', '307.00', '307.00')).toEqual([])
  expect(parts('290.04', '17.04', '307.04')).toEqual([])
  const differs = (text: string) => `total_differs The total “${text}” is not that of the lines above it.`
  expect(parts('291.00', '17.00', '307.00')).toEqual([differs('Subtotal 291.00')])
  expect(parts('290.00', '18.00', '307.00')).toEqual([differs('Subtotal 18.00')])
  expect(parts('290.00', '17.00', '308.00')).toContain(differs('Total 308.00'))
  const of = (head: string, first: string, subtotal: string, last = 'J-S1 | 2 | 5.00', total = 'Total | | 15.00') =>
    problems(head, first, subtotal, last, total).filter((one) => one.includes('of the lines above it'))
  const off = `${header} | Discount %`
  expect(of(off, 'J-M | 1 | 10.00 | 20', 'Subtotal | | 8.00', 'J-S1 | 2 | 5.00 |', 'Total | | 18.00')).toEqual([])
  expect(of(off, 'J-M | 1 | 10.00 | 20', 'Subtotal | | 12.00', 'J-S1 | 2 | 5.00 |', 'Total | | 18.00')).toEqual([differs('Subtotal 12.00')])
  // Without every price, with charges or with sizes across there is nothing to compare a part with.
  expect(of(header, 'J-M | 1 | ', 'Subtotal | | 8.00')).toEqual([])
  expect(of(header, 'J-M | x1 | 5.00', 'Subtotal | | 8.00')).toEqual([])
  expect(of('Style | S | M | Price', 'J | 1 | 2 | 5.00', 'Subtotal | | | 8.00', 'K | 1 | 1 | 5.00', 'Total | | | 25.00')).toEqual([])
  expect(problems(...lines, 'Subtotal | | 291.00', 'Freight | | 9.00', 'J-S1 | 2 | 5.00', 'Total | | 300.00').filter((one) => one.includes('above it'))).toEqual([])
  expect(of(header, 'J-M | 1 | 5.00', 'Subtotal pieces | | 8.00')).toEqual([])
  expect(of(header, 'J-M | 1 | 5.00', `Subtotal ${'x'.repeat(130)} | | 8.00`)[0]).toContain(`“Subtotal ${'x'.repeat(111)}”`)
  expect(problems(header, 'J-M | 1 | 12.345', 'Subtotal | | 8.00', 'J-S1 | 2 | 5.00', 'Total | | 9.00').some((one) => one.includes('above it'))).toBe(false)
}) // prettier-ignore

test('every total is that of the lines, with or without charges, to a cent for each line', () => {
  for (const total of ['290.00', '290.02', '289.98', 'USD 290.00', '$290.00', '290', '(290.00)'])
    expect([total, codes(`Total | | ${total}`)]).toEqual([total, []])
  expect(problems(...lines, 'Total | 15 | 290.00', 'Grand total | | 290.03')).toEqual([
    'total_differs The total “Grand total 290.03” is not that of the lines, 290, with the charges of the paper.',
  ])
  expect(codes('Subtotal | | 290.00', 'VAT 20 % | | 58.00', 'Total | | 348.00')).toEqual([])
  expect(codes('Subtotal | | 290.00', 'VAT 20 % | | 58.00', 'Total | | 348.05')).toEqual(['total_differs'])
  expect(codes('Subtotal | | 290.00', 'VAT 10 % | | 29.00', 'VAT 2 % | | 5.80', 'Total | | 324.80')).toEqual([])
  expect(codes('Subtotal | | 290.00', 'Discount | | -29.00', 'Total | | 261.00')).toEqual(['cell_unknown'])
  expect(codes('Subtotal | | 290.00', 'Discount | | -29.00', 'Total | | 250.00')).toEqual([
    'cell_unknown',
    'total_differs',
  ])
})

test('discounts of lines count, and a long total is named in short', () => {
  const off = (total: string) =>
    problems('SKU | Qty | Price | Discount %', 'J-M | 10 | 24.00 | 10', `Total | | ${total}`)
  expect([off('216.00'), off('240.00')]).toEqual([[], []])
  expect(off('230.00')).toContain(
    'total_differs The total “Total 230.00” is not that of the lines, 216, with the charges of the paper.',
  )
  expect(problems(...lines, `Total ${'x'.repeat(130)} | | 9.00`).join(' ')).toContain(`“Total ${'x'.repeat(114)}”`)
  expect(
    codes(...Array.from({ length: 7 }, () => 'Freight | | 1.00'), 'Total | | 297.00').filter(
      (code) => code === 'total_differs',
    ),
  ).toHaveLength(1)
  expect(problems(header, 'J-M | x1 | 24.00', 'Total | | 9.00').filter((one) => one.includes('“Total 9.00”'))).toEqual(
    [],
  )
})

test('a total of something else than money, of a part, or of lines without a price is not compared here', () => {
  for (const total of ['Total units | | 15', 'Total weight | | 12.50', 'Total cartons | | 3', 'Gesamtgewicht | | 4.00', 'Total | 15 |', 'Total lines | | 2'])
    expect([total, codes(total)]).toEqual([total, []])
  expect(problems('SKU | Qty', 'J-M | 10', 'Total amount | | 5.00')).toEqual([])
  expect(problems(header, 'J-M | 10 | 24.00', 'Subtotal | | 240.00', 'J-2 | 1 | 10.00', 'Total | | 250.00')).toEqual([])
}) // prettier-ignore

const across = (amount: string, price = '24.00') =>
  read('Style | M | L | Price | Amount', `JUMPER | 3 | 1 | ${price} | ${amount}`)
const figures = (amount: string, price?: string) => {
  const { lines: all, problems: found } = across(amount, price)
  return [
    ...all.map(({ unit_price_cents, derived }) => [unit_price_cents, ...derived].join(' ')),
    ...found.map(({ code, line_number, sentence }) => `${code} ${line_number} ${sentence}`),
  ]
}

test('the amount of a row across is that of its lines, or gives them their price', () => {
  const priced = ['2400', '2400']
  for (const amount of ['96.00', '96.02', '95.98', '0.00', '']) expect([amount, figures(amount)]).toEqual([amount, priced])
  expect(figures('96.03')).toEqual([...priced, 'amount_differs 1 Line 1: the lines of its row add up to 96, and the row states 96.03.'])
  expect(figures('n/a')).toEqual([...priced, 'amount_differs 1 Line 1: “n/a” is no amount.'])
  expect(figures('90.00', '')).toEqual(['2250 unit_price_cents', '2250 unit_price_cents'])
  expect(figures('90.01', '')).toEqual(['', '', 'price_ambiguous 1 Line 1: its amount for 4 units is no price of whole cents.'])
  expect(figures('0.00', '')).toEqual(['', ''])
  const two = read('Style | M | L | Price | Amount', 'A | 1 | | 5.00 | 5.00', 'B | 1 | 1 | 7.00 | 15.00')
  expect(two.problems.map(({ line_number }) => line_number)).toEqual([2])
  const off = (amount: string) => read('Style | M | L | Price | Discount % | Amount', `A | 1 | 1 | 10.00 | 10 | ${amount}`).problems.length
  expect([off('20.00'), off('18.00'), off('19.00')]).toEqual([0, 0, 1])
  const odd = read('Style | M | L | Price | Amount', 'A | x | 1 | 5.00 | 70.00')
  expect(odd.problems.map(({ code }) => code)).toEqual([])
  expect(figures('n/a '.padEnd(60, 'y'))[2]).toContain(`“n/a ${'y'.repeat(36)}”`)
  const packed = (amount: string) => read('Style | M | L | UOM | Price | Amount', `A | 1 | 1 | DZ | 24.00 | ${amount}`)
  expect(packed('576.00').lines.map(({ unit_price_cents }) => unit_price_cents)).toEqual([2_400, 2_400])
  expect(packed('48.00').lines.map(({ unit_price_cents, price_readings }) => [unit_price_cents, price_readings])).toEqual([[200, []], [200, []]])
  expect(packed('50.00').lines.map(({ unit_price_cents, price_readings }) => [unit_price_cents, price_readings.length])).toEqual([[null, 2], [null, 2]])
  expect(read('SKU | Qty | Price | Amount', 'A | 1 | 5.00 | 70.00').problems).toEqual([])
}) // prettier-ignore
