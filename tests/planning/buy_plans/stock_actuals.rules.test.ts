/** Stock of each month computed backwards from now, where the ledger begins and where a cost or price is missing. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import { monthStocks, whyNoStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.rules.ts'
import type { CategoryStock, MonthMoves } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'

const months = [
  { month: 1, weeks: null, start: '2026-10-01', end: '2026-10-31' },
  { month: 2, weeks: null, start: '2026-11-01', end: '2026-11-30' },
]
const moves = (month: number, cost: string, retail: string, fields: Partial<MonthMoves> = {}): MonthMoves => ({
  month,
  cost,
  retail,
  received_cost: '0',
  received_retail: '0',
  received_uncosted: 0,
  is_priced: true,
  ...fields,
})
const stock = (fields: Partial<CategoryStock> = {}): CategoryStock => ({
  category_id: 'c',
  cost: '1000',
  retail: '2000',
  is_costed: true,
  is_priced: true,
  moves: [
    moves(1, '50', '90', { received_cost: '70.5', received_retail: '140.4' }),
    moves(2, '-30.5', '-60'),
    moves(3, '100', '200'),
  ],
  ...fields,
})
const read = (fields: Partial<CategoryStock> = {}, began: string | null = '2026-01-01') =>
  monthStocks(stock(fields), months, began)

test('stock is computed backwards from now, and rounded half up only where it is shown', () => {
  expect(read()).toEqual([
    {
      // 1000 - 100 is the close of month 2; with the 30.5 that left in it, 930.5 its opening.
      opening_cost: known(881),
      opening_retail: known(1770),
      closing_cost: known(931),
      closing_retail: known(1860),
      received_cost: known(71),
      received_retail: known(140),
    },
    {
      opening_cost: known(931),
      opening_retail: known(1860),
      closing_cost: known(900),
      closing_retail: known(1800),
      received_cost: known(0),
      received_retail: known(0),
    },
  ])
})

test('a category without stock has none in every month, and never minus zero', () => {
  const none = {
    opening_cost: known(0),
    opening_retail: known(0),
    closing_cost: known(0),
    closing_retail: known(0),
    received_cost: known(0),
    received_retail: known(0),
  }
  expect(monthStocks(undefined, months, '2026-01-01')).toEqual([none, none])
  expect(read({ cost: '-0.4', moves: [] })[0]!.opening_cost.cents).toBe(0)
})

test('the opening stock of a month is known from the day after the ledger began', () => {
  const reason = (day: string) => unknown(`The ledger begins on ${day}; earlier stock is unknown.`, 'not_recorded')
  expect(read({}, '2026-10-31')[1]!.opening_cost).toEqual(known(931))
  const onDay = read({}, '2026-11-01')
  expect(onDay[1]).toMatchObject({ opening_cost: reason('2026-11-01'), opening_retail: reason('2026-11-01') })
  expect(onDay[1]).toMatchObject({ closing_cost: known(900), closing_retail: known(1800), received_cost: known(0) })
  expect(onDay[0]).toEqual({
    opening_cost: reason('2026-11-01'),
    opening_retail: reason('2026-11-01'),
    closing_cost: reason('2026-11-01'),
    closing_retail: reason('2026-11-01'),
    received_cost: reason('2026-11-01'),
    received_retail: reason('2026-11-01'),
  })
})

test('the closing stock and receipts of the month that the ledger began in are known, on its last day too', () => {
  for (const began of ['2026-10-01', '2026-10-31'])
    expect(read({}, began)[0]).toMatchObject({
      closing_cost: known(931),
      received_cost: known(71),
      received_retail: known(140),
    })
})

test('without a ledger no stock is known, and nothing was received', () => {
  const none = unknown('No stock has been recorded.', 'not_recorded')
  const found = monthStocks(undefined, months, null)
  expect(found[1]).toEqual({
    opening_cost: none,
    opening_retail: none,
    closing_cost: none,
    closing_retail: none,
    received_cost: known(0),
    received_retail: known(0),
  })
})

test('a missing cost leaves the cost unknown, a missing price what is at retail', () => {
  const uncosted = unknown('Some of the stock has no known cost.', 'no_unit_cost')
  const unpriced = unknown('Some of the stock has no price in a currency with a known exchange rate.', 'no_price')
  expect(read({ is_costed: false })[0]).toEqual({
    opening_cost: uncosted,
    opening_retail: known(1770),
    closing_cost: uncosted,
    closing_retail: known(1860),
    received_cost: known(71),
    received_retail: known(140),
  })
  expect(read({ is_priced: false })[0]).toEqual({
    opening_cost: known(881),
    opening_retail: unpriced,
    closing_cost: known(931),
    closing_retail: unpriced,
    received_cost: known(71),
    received_retail: known(140),
  })
})

test('receipts of a month in which something without a price moved are unknown at retail, unless nothing was received', () => {
  const unpriced = unknown(
    'Some of what moved in the month has no price in a currency with a known exchange rate.',
    'no_price',
  )
  const retailOf = (fields: Partial<MonthMoves>) =>
    read({ is_priced: false, moves: [moves(1, '50', '90', { is_priced: false, ...fields })] }).map(
      ({ received_retail }) => received_retail,
    )
  expect(retailOf({})).toEqual([known(0), known(0)])
  expect(retailOf({ received_cost: '70', received_retail: '140' })).toEqual([unpriced, known(0)])
  expect(retailOf({ received_uncosted: 1 })).toEqual([unpriced, known(0)])
})

test('one receipt of unknown cost leaves those of its month unknown', () => {
  const found = read({ moves: [moves(1, '50', '90', { received_cost: '70', received_uncosted: 1 })] })
  expect(found.map(({ received_cost }) => received_cost)).toEqual([
    unknown('Some of the receipts have no known cost.', 'no_unit_cost'),
    known(0),
  ])
})

test('stock at the end of a day is known from the day on which the ledger begins', () => {
  expect(whyNoStock('2026-03-01', null)).toBe('No stock has been recorded.')
  expect(whyNoStock('2026-03-01', '2026-03-02')).toBe('The ledger begins on 2026-03-02; earlier stock is unknown.')
  expect(whyNoStock('2026-03-01', '2026-03-01')).toBeNull()
})
