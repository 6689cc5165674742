/** The orders of one paper, by a column of order numbers. */
import { expect, test } from 'bun:test'
import { splitOrders } from '../../../../server/selling/order_documents/split_orders.rules.ts'
import { problemsOf, readSheet } from './grids.ts'

const split = (...lines: string[]) => splitOrders(readSheet(lines))
const problems = (...lines: string[]) => split(...lines).map(problemsOf)
const header = 'PO | SKU | Qty | Price | Order date | Currency'

test('each number is an order of its own, with its lines numbered anew and its own problems', () => {
  const orders = split(header, 'A-1 | J-1 | 2 | 5.00', 'A-2 | J-2 | 3 | x', 'A-1 | J-3 | 4 | y', 'Total | | 9')
  expect(orders.map(({ values, lines }) => [values.reference!.text, lines.map((one) => [one.line_number, one.values.sku!.text])])).toEqual([
    ['A-1', [[1, 'J-1'], [2, 'J-3']]],
    ['A-2', [[1, 'J-2']]],
  ])
  expect(orders.map(({ problems: all }) => all.map(({ line_number, sentence }) => [line_number, sentence]))).toEqual([
    [[2, 'Line 2: “y” is no price.']],
    [[1, 'Line 1: “x” is no price.']],
  ])
  expect(orders.map(({ total_units, total_cents, values }) => [total_units, total_cents, values.total_units])).toEqual([[null, null, undefined], [null, null, undefined]])
}) // prettier-ignore

test('a total of the paper is that of all orders, to a cent for each line', () => {
  const lines = [header, 'A-1 | J-1 | 2 | 5.00', 'A-2 | J-2 | 3 | 5.00']
  for (const total of ['5 | 25.00', '5 | 25.02', '5 | 24.98'])
    expect([total, problems(...lines, `Total | | ${total}`)]).toEqual([total, [[], []]])
  const stated = (total: string) => problems(...lines, `Total | | ${total}`).map((all) => all.filter((one) => one.includes('all orders')))
  const both = (sentence: string) => [[sentence], [sentence]]
  expect(stated('6 | ')).toEqual(both('total_differs The lines of all orders add up to 5 units, and the paper states 6.'))
  expect(stated('5 | 25.03')).toEqual(both('total_differs The lines of all orders add up to 25, and the paper states 25.03.'))
  expect(problems(header, 'A-1 | J-1 | 2 | 5.00', 'A-2 | J-2 | 3', 'Total | | 5 | 25.00').flat()).toContain('price_missing The paper states a total of 25, and not every line has a price to compare it with.')
}) // prettier-ignore

test('lines with and without a number are not told apart, and one number is one order', () => {
  expect(problems(header, 'A-1 | J-1 | 2', ' | J-2 | 3')).toEqual([
    ['columns_disagree Some lines state the number of their order, and others do not.'],
  ])
  const [one, ...more] = split(header, 'A-1 | J-1 | 2 | 5.00 | 2026-11-01 | EUR', 'A-1 | J-2 | 3', 'Total | | 5')
  expect([more, one!.total_units, one!.values.reference!.text, one!.dates, one!.values.currency!.text]).toEqual([[], 5, 'A-1', { order_date: '2026-11-01' }, 'EUR'])
  expect(split('SKU | Qty', 'J-1 | 2')).toHaveLength(1)
}) // prettier-ignore

test('columns of an order state one value, and a date that is one', () => {
  const dated = (...dates: string[]) => problems('PO | SKU | Qty | Order date', ...dates.map((date) => `A-1 | J-1 | 2 | ${date}`))[0]
  expect([dated('2026-11-01', '2026-11-01'), dated('2026-11-01', '')]).toEqual([[], []])
  expect(dated('2026-11-01', '2026-11-02')).toEqual(['columns_disagree The order states several values of order_date: 2026-11-01, 2026-11-02.'])
  expect([dated('01/02/2026'), dated('01/02/2026', '13/02/2026')].map((all) => all!.length)).toEqual([1, 1])
  expect(dated('1', '2', '3', '4')![0]).toEndWith('order_date: 1, 2, 3.')
  expect(dated('z'.repeat(61))![0]).toContain(`“${'z'.repeat(60)}”`)
  expect(dated('soon')).toEqual(['date_unreadable order_date “soon” is no date, or one with two readings.'])
  expect(problems('PO Number: A-2', 'PO | SKU | Qty', 'A-1 | J-1 | 2')[0]).toContain('columns_disagree The order states several values of reference: A-1, A-2.')
  expect(problems('PO Number: A-1', 'PO | SKU | Qty', 'A-1 | J-1 | 2')).toEqual([[]])
}) // prettier-ignore
