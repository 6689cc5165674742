/** The cards over the filtered products: values, what they exclude, and their change. */
import { expect, test } from 'bun:test'
import { overviewCards, type SumsNow, type SumsThen } from '../../../server/catalogue/products/overview.rules.ts'

const now = (changes: Partial<SumsNow> = {}): SumsNow => ({
  currency: 'EUR',
  units: 10,
  cost: 1_200,
  uncosted_units: 0,
  revenue: 3_000,
  unpriced_units: 0,
  incoming_units: 4,
  incoming_cost: 400,
  uncosted_incoming_units: 0,
  unrated_incoming_units: 0,
  unrated_currencies: [],
  ...changes,
})
const then = (changes: Partial<SumsThen> = {}): SumsThen => ({
  units: 8,
  cost: 900,
  revenue: 2_000,
  unpriced_units: 0,
  has_opening: false,
  ...changes,
})
const cards = (changes: Partial<SumsNow> = {}, before: Partial<SumsThen> = {}) => {
  const [cost, incoming, revenue] = overviewCards(now(changes), then(before))
  return { cost: cost!, incoming: incoming!, revenue: revenue! }
}

test('cost and revenue are compared with 28 days before; orders have no such history', () => {
  const { cost, incoming, revenue } = cards()
  expect(cost).toMatchObject({
    key: 'current_inventory_cost',
    value: 1_200,
    reason: null,
    previous_value: 900,
    previous_reason: null,
    change: 33.3,
    change_reason: null,
    unit: 'EUR',
    higher_better: false,
  })
  expect(incoming).toMatchObject({
    key: 'incoming_stock_cost',
    value: 400,
    previous_value: null,
    previous_reason: 'Orders have no history of the units outstanding on an earlier day.',
    change: null,
    change_reason: 'There is no previous value to compare with.',
    unit: 'EUR',
    higher_better: false,
  })
  expect(revenue).toMatchObject({
    key: 'expected_revenue',
    value: 3_000,
    previous_value: 2_000,
    change: 50,
    higher_better: true,
  })
})

test('units without a cost or a price are excluded with the reason; without any there is no value', () => {
  expect(cards({ uncosted_units: 9 }).cost).toMatchObject({
    value: 1_200,
    reason: '9 of 10 units are excluded because they have no known cost.',
    previous_value: 900,
  })
  expect(cards({ uncosted_units: 10 }).cost).toMatchObject({
    value: null,
    reason: 'None of the 10 units has a known cost.',
    previous_value: null,
    previous_reason: 'None of the units has a known cost.',
    change: null,
    change_reason: 'There is no current value to compare.',
  })
  expect(cards({ unpriced_units: 1 }, { unpriced_units: 8 }).revenue).toMatchObject({
    reason: '1 of 10 units are excluded because they have no price in EUR.',
    previous_value: null,
    previous_reason: 'None of the 8 units has a price in EUR.',
    change_reason: 'There is no previous value to compare with.',
  })
  const unrated = { unrated_incoming_units: 2, unrated_currencies: ['GBP', 'SEK'] }
  const ofIncoming = (sums: Partial<SumsNow>) => {
    const { value, reason } = cards(sums).incoming
    return [value !== null, reason]
  }
  const lacksRate = '2 are in GBP and SEK, without an exchange rate to EUR'
  expect(ofIncoming(unrated)).toEqual([true, `2 of 4 units are excluded: ${lacksRate}.`])
  expect(ofIncoming({ ...unrated, uncosted_incoming_units: 1 })).toEqual([
    true,
    `3 of 4 units are excluded: 1 have no unit cost; ${lacksRate}.`,
  ])
  expect(ofIncoming({ ...unrated, uncosted_incoming_units: 2 })).toEqual([
    false,
    `None of the 4 units has a cost in EUR: 2 have no unit cost; ${lacksRate}.`,
  ])
  expect(cards({ uncosted_incoming_units: 1 }).incoming.reason).toBe('1 of 4 units are excluded: 1 have no unit cost.')
  expect(cards({ units: 0, cost: 0, uncosted_units: 0 }).cost).toMatchObject({ value: 0, reason: null })
})

test('where a ledger was opened since, the earlier stock is unknown', () => {
  const { cost, revenue } = cards({}, { has_opening: true })
  const reason = 'The ledger of some of this stock was opened within the last 28 days, so its earlier stock is unknown.'
  for (const card of [cost, revenue])
    expect(card).toMatchObject({ previous_value: null, previous_reason: reason, change: null })
})

test('a change is relative to the size of the earlier value; from zero it is only known to be zero', () => {
  expect(cards({ cost: 850 }).cost.change).toBe(-5.6)
  expect(cards({ cost: -450 }, { cost: -900 }).cost.change).toBe(50)
  expect(cards({ cost: 0 }, { cost: 0 }).cost).toMatchObject({ change: 0, change_reason: null })
  expect(cards({}, { cost: 0 }).cost).toMatchObject({
    change: null,
    change_reason: 'The previous value is zero, so a percentage change cannot be computed.',
  })
})
