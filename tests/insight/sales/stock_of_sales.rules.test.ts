/** Sell-through and what stockouts cost, where stock is known in part. */
import { expect, test } from 'bun:test'
import {
  percent,
  sellThroughOf,
  stockoutLossesOf,
  type VariantFacts,
} from '../../../server/insight/sales/table/stock_of_sales.rules.ts'

const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
const facts = (values: Partial<VariantFacts> = {}): VariantFacts => ({
  sold: new Map(),
  sold_on: new Set(),
  units: 0,
  returned_units: 0,
  net_cents: 0,
  unrated_currency: null,
  opening: 0,
  opened: 0,
  received: 0,
  began_on: '2026-11-01',
  tracked: new Set(days),
  in_stock: new Set(days),
  ...values,
})

test('a percentage is rounded half up to two decimals', () => {
  expect([percent(1, 3), percent(1, 800), percent(1, 1), percent(-1, 3)]).toEqual([33.33, 0.13, 100, -33.33])
  expect(Object.is(percent(-1, 1_000_000), 0)).toBe(true)
})

test('sell-through is the net units sold of what was on hand, opened and received', () => {
  const one = facts({ units: 6, returned_units: 1, opening: 10, opened: 2, received: 8 })
  expect(sellThroughOf([one])).toEqual({
    percentage: 25,
    basis: 'opening_on_hand_plus_receipts',
    net_items_sold: 5,
    opening_on_hand: 12,
    received: 8,
    reason: null,
  })
  expect(sellThroughOf([one, facts({ opening: 30, units: 5 })])).toMatchObject({
    percentage: 20,
    net_items_sold: 10,
    opening_on_hand: 42,
    received: 8,
  })
})

test('without stock there is no sell-through', () => {
  const none = 'There was no stock: nothing was on hand at the start of the window and nothing was received in it.'
  expect(sellThroughOf([facts()])).toMatchObject({ percentage: null, opening_on_hand: 0, received: 0, reason: none })
  expect(sellThroughOf([facts({ opening: -1 })])).toMatchObject({ percentage: null, opening_on_hand: -1, reason: none })
  expect(sellThroughOf([facts({ received: 1 })]).percentage).toBe(0)
})

test('sell-through needs a ledger that began before the first sale', () => {
  const unknown = { percentage: null, opening_on_hand: null, received: null }
  const noLedger = { ...unknown, reason: 'No stock has been recorded.' }
  expect(sellThroughOf([])).toMatchObject({ ...noLedger, net_items_sold: 0 })
  expect(sellThroughOf([facts({ began_on: null })])).toMatchObject(noLedger)
  expect(sellThroughOf([facts({ began_on: null, units: 2 })])).toMatchObject({ ...noLedger, net_items_sold: 2 })
  const sold = (day: string) =>
    sellThroughOf([facts({ began_on: '2026-11-02', sold_on: new Set([day]), units: 1, opening: 4 })])
  expect(sold('2026-11-01')).toMatchObject({
    ...unknown,
    reason: 'Units were sold in the window before the first stock was recorded, so the stock is unknown.',
  })
  expect(sold('2026-11-02').percentage).toBe(25)
  const first = facts({ began_on: '2026-11-02', sold_on: new Set(['2026-11-01', '2026-11-03']), units: 2, opening: 4 })
  expect(sellThroughOf([first]).percentage).toBeNull()
})

test('a variant that neither sold nor was in stock has no part in the sell-through, one that sold or came back has', () => {
  const known = facts({ units: 1, opening: 4 })
  expect(sellThroughOf([known, facts({ began_on: null })]).percentage).toBe(25)
  for (const values of [{ units: 1 }, { returned_units: 1 }])
    expect(sellThroughOf([known, facts({ began_on: null, ...values })]).reason).toBe('No stock has been recorded.')
})

const losses = (...variants: VariantFacts[]) => {
  const { lost_sales, ...others } = stockoutLossesOf(variants, days, 'USD')
  return { ...others, lost_sales: lost_sales.cents ?? lost_sales.reason }
}
const firstTwo = new Set(days.slice(0, 2))

test('a stockout loses what sold on a day in stock, at the average price', () => {
  const one = facts({ units: 3, net_cents: 2_500, in_stock: firstTwo })
  // 3 units in 2 days: 3 more in the 2 days without stock.
  expect(losses(one)).toEqual({
    variants: 1,
    variants_measured: 1,
    days_measured: 4,
    stockout_days: 2,
    lost_units: 3,
    lost_sales: 2_500,
    reason: null,
  })
  // 1 unit in 3 days loses 0.33, which are 330 of 1,000 cents.
  expect(losses(facts({ units: 1, net_cents: 1_000, in_stock: new Set(days.slice(0, 3)) }))).toMatchObject({
    stockout_days: 1,
    lost_units: 0.33,
    lost_sales: 330,
  })
})

test('lost sales are rounded half up to the cent', () => {
  expect(losses(facts({ units: 2, net_cents: 201, in_stock: new Set(days.slice(0, 2)) })).lost_sales).toBe(201)
  // 0.33 units at 50 cents.
  expect(losses(facts({ units: 1, net_cents: 50, in_stock: new Set(days.slice(0, 3)) })).lost_sales).toBe(17)
})

test('a day with sales is no stockout, whatever the ledger says', () => {
  expect(losses(facts({ units: 3, in_stock: firstTwo, sold_on: new Set([days[2]!]) })).stockout_days).toBe(1)
})

test('days that the ledger does not cover count for nothing, and neither do sales on them', () => {
  const covered = new Set(days.slice(1))
  const one = facts({
    units: 5,
    net_cents: 5_000,
    tracked: covered,
    in_stock: new Set([days[1]!, days[2]!]),
    sold: new Map([
      [days[0]!, 3],
      [days[1]!, 2],
    ]),
  })
  // 2 units in 2 days: 1 in the third.
  expect(losses(one)).toMatchObject({ days_measured: 3, stockout_days: 1, lost_units: 1, lost_sales: 1_000 })
})

test('nothing is lost without a stockout or without sales, also where no rate is known', () => {
  const none = { stockout_days: 0, lost_units: 0, lost_sales: 0 }
  expect(losses(facts({ units: 3, net_cents: 300, unrated_currency: 'EUR' }))).toMatchObject(none)
  expect(losses(facts({ in_stock: firstTwo }))).toMatchObject({ ...none, stockout_days: 2 })
  expect(losses(facts({ in_stock: firstTwo, unrated_currency: 'EUR' })).lost_sales).toBe(0)
})

test('lost sales without an exchange rate are unknown, and lost units are known', () => {
  const unrated = facts({ units: 2, net_cents: 200, in_stock: firstTwo, unrated_currency: 'EUR' })
  const expected = {
    lost_units: 4,
    lost_sales: 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.',
    reason: null,
  }
  expect(losses(facts({ units: 2, net_cents: 200, in_stock: firstTwo }), unrated)).toMatchObject(expected)
})

test('losses are those of the variants whose stock is known', () => {
  const known = facts({ units: 2, net_cents: 200, in_stock: firstTwo })
  const never = facts({ in_stock: new Set() })
  const untracked = facts({ tracked: new Set() })
  expect(losses(never, known, untracked, known)).toEqual({
    variants: 4,
    variants_measured: 2,
    days_measured: 8,
    stockout_days: 4,
    lost_units: 4,
    lost_sales: 400,
    reason: null,
  })
})

test('losses that no variant has known are missing, and say why', () => {
  const missing = (variants: VariantFacts[], reason: string) =>
    expect(losses(...variants)).toEqual({
      variants: variants.length,
      variants_measured: 0,
      days_measured: 0,
      stockout_days: null,
      lost_units: null,
      lost_sales: reason,
      reason,
    })
  missing([facts({ tracked: new Set() })], 'The stock is unknown: the ledger covers no day of the window.')
  missing(
    [facts({ in_stock: new Set() })],
    'There was no stock on any day of the window, so how much would have sold is unknown.',
  )
  missing([], 'The product has no variants.')
})
