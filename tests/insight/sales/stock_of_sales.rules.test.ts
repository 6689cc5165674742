/** Sell-through and what stockouts cost, where stock is known in part. */
import { expect, test } from 'bun:test'
import {
  markdownOf,
  percent,
  sellThroughOf,
  stockoutLossesOf,
  type VariantFacts,
} from '../../../server/insight/sales/table/stock_of_sales.rules.ts'
import type { LostUnits } from '../../../server/insight/sales/table/stock_of_sales.store.ts'

const facts = (values: Partial<VariantFacts> = {}): VariantFacts => ({
  units: 0,
  returned_units: 0,
  opening: 0,
  opened: 0,
  received: 0,
  began_on: '2026-11-01',
  is_sold_before: false,
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
    reason_code: null,
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
  expect(sellThroughOf([facts()]).reason_code).toBe('no_stock')
  expect(sellThroughOf([facts()])).toMatchObject({ percentage: null, opening_on_hand: 0, received: 0, reason: none })
  expect(sellThroughOf([facts({ opening: -1 })])).toMatchObject({ percentage: null, opening_on_hand: -1, reason: none })
  expect(sellThroughOf([facts({ received: 1 })]).percentage).toBe(0)
  expect(sellThroughOf([facts({ opening: 4, units: 6 })])).toMatchObject({ percentage: 150, reason: null })
  expect(sellThroughOf([facts({ opened: 4, units: 1, returned_units: 3 })]).percentage).toBe(-50)
})

test('sell-through needs a ledger that began before the first sale', () => {
  const unknown = { percentage: null, opening_on_hand: null, received: null }
  const noLedger = { ...unknown, reason_code: 'not_recorded', reason: 'No stock has been recorded.' }
  expect(sellThroughOf([])).toMatchObject({ ...noLedger, net_items_sold: 0 })
  expect(sellThroughOf([facts({ began_on: null })])).toMatchObject(noLedger)
  expect(sellThroughOf([facts({ began_on: null, units: 2 })])).toMatchObject({ ...noLedger, net_items_sold: 2 })
  const begun = facts({ began_on: '2026-11-02', units: 1, opening: 4 })
  expect(sellThroughOf([{ ...begun, is_sold_before: true }])).toMatchObject({
    ...unknown,
    reason_code: 'sold_before_the_ledger',
    reason: 'Units were sold in the window before the first stock was recorded, so the stock is unknown.',
  })
  expect(sellThroughOf([begun]).percentage).toBe(25)
  const both = [{ ...begun, is_sold_before: true }, facts({ began_on: null, units: 1 })]
  for (const variants of [both, both.toReversed()])
    expect(sellThroughOf(variants)).toMatchObject({ ...noLedger, net_items_sold: 2 })
  expect(sellThroughOf([begun, { ...begun, is_sold_before: true }]).percentage).toBeNull()
})

test('a variant that neither sold nor was in stock has no part in the sell-through, one that sold or came back has', () => {
  const known = facts({ units: 1, opening: 4 })
  expect(sellThroughOf([known, facts({ began_on: null })]).percentage).toBe(25)
  for (const values of [{ units: 1 }, { returned_units: 1 }])
    expect(sellThroughOf([known, facts({ began_on: null, ...values })]).reason).toBe('No stock has been recorded.')
})

const lost = (values: Partial<LostUnits> = {}): LostUnits => ({
  row_id: 'row',
  tracked_days: 4,
  stockout_days: 2,
  lost_units: '4.10',
  lost_cents: '400',
  unrated_currency: null,
  ...values,
})
const never = lost({ stockout_days: 4, lost_units: null, lost_cents: null })
const untracked = lost({ tracked_days: 0, stockout_days: 0, lost_units: null, lost_cents: null })
const losses = (...variants: LostUnits[]) => {
  const { lost_sales, ...others } = stockoutLossesOf(variants, 'USD')
  return { ...others, lost_sales: lost_sales.cents ?? lost_sales.reason }
}

test('losses are those of the variants whose stock is known', () => {
  expect(losses(never, lost(), untracked, lost({ lost_units: '0.20', stockout_days: 1 }))).toEqual({
    variants: 4,
    variants_measured: 2,
    days_measured: 8,
    stockout_days: 3,
    lost_units: 4.3,
    lost_sales: 800,
    reason_code: null,
    reason: null,
  })
  expect(losses(lost({ stockout_days: 0, lost_units: '0.00', lost_cents: '0' }))).toMatchObject({
    variants_measured: 1,
    lost_units: 0,
    lost_sales: 0,
    reason: null,
  })
})

test('lost sales without an exchange rate are unknown, and lost units are known', () => {
  expect(losses(lost(), lost({ lost_cents: null, unrated_currency: 'EUR' }))).toMatchObject({
    lost_units: 8.2,
    lost_sales: 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.',
    reason_code: 'no_exchange_rate',
    reason: null,
  })
})

test('losses that no variant has known are missing, and say why', () => {
  const missing = (variants: LostUnits[], reason_code: string, reason: string) =>
    expect(losses(...variants)).toEqual({
      variants: variants.length,
      variants_measured: 0,
      days_measured: 0,
      stockout_days: null,
      lost_units: null,
      lost_sales: reason,
      reason_code: reason_code as never,
      reason,
    })
  const neverInStock = 'There was no stock on any day of the window, so how much would have sold is unknown.'
  missing([untracked], 'not_in_the_ledger', 'The stock is unknown: the ledger covers no day of the window.')
  missing([never], 'out_of_stock', neverInStock)
  for (const variants of [
    [untracked, never],
    [never, untracked],
  ])
    missing(variants, 'out_of_stock', neverInStock)
  missing([], 'no_variants', 'The product has no variants.')
})

test('the markdown rate counts the units with a regular price, and states how many have none', () => {
  const sold = (units: number, priced_units: number, markdown_units: number) => ({
    units,
    priced_units,
    markdown_units,
  })
  const known = { reason_code: null, reason: null }
  expect(markdownOf([sold(8, 6, 2)])).toEqual({ rate: 33.33, marked_down_units: 2, unpriced_units: 2, ...known })
  expect(markdownOf([sold(8, 6, 2), sold(2, 2, 0)])).toMatchObject({ rate: 25, unpriced_units: 2 })
  expect(markdownOf([sold(1, 1, 0)])).toEqual({ rate: 0, marked_down_units: 0, unpriced_units: 0, ...known })
  const none = { rate: null, marked_down_units: 0 }
  const nothingSold = { reason_code: 'nothing_sold' as const, reason: 'Nothing was sold in the window.' }
  for (const variants of [[], [sold(0, 0, 0)]])
    expect(markdownOf(variants)).toEqual({ ...none, unpriced_units: 0, ...nothingSold })
  const reason = 'No unit that was sold has a known regular price.'
  expect(markdownOf([sold(3, 0, 0)])).toEqual({ ...none, unpriced_units: 3, reason_code: 'no_price', reason })
})
