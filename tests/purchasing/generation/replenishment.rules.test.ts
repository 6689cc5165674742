import { expect, test } from 'bun:test'
import {
  type Candidate,
  needOf,
  orderable,
  propose,
  type ReplenishmentPolicy,
} from '../../../server/purchasing/generation/replenishment.rules.ts'

const policy: ReplenishmentPolicy = { horizon_days: 28, top_up_to_moq: true, round_to_batch_size: true }
const noMinimums = { min_order_quantity: null, min_order_value_cents: null }
const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  variant_id: 'a',
  location_id: 'here',
  available: 20,
  incoming: 0,
  units_per_day: 2,
  lead_time_days: 14,
  review_period_days: 7,
  min_order_quantity: null,
  batch_size: null,
  unit_cost: '10.0000',
  purchase_unit: 'EA',
  purchase_unit_factor: 1,
  ...given,
})

test('stock that no longer covers lead time and review is raised to cover them and the horizon', () => {
  // 2 a day over 14 + 7 days is 42; 20 are available. Up to 2 × 49 = 98: 78 are short.
  expect(needOf(candidate(), policy)).toEqual({
    quantity: 78,
    no_need: null,
    reason:
      '20 units available and 0 units incoming do not cover the 21 days of lead time and review at 2 a day; 78 units bring it to 49 days of cover.',
  })
  expect(needOf(candidate({ incoming: 10 }), policy).quantity).toBe(68)
  expect(needOf(candidate({ available: -5 }), policy).quantity).toBe(103)
})

test('stock at the reorder point is ordered, stock one unit above it is not', () => {
  expect(needOf(candidate({ available: 42 }), policy).quantity).toBe(56)
  expect(needOf(candidate({ available: 43 }), policy)).toMatchObject({ quantity: 0, no_need: 'covered' })
  expect(needOf(candidate({ available: 20, incoming: 23 }), policy)).toMatchObject({ no_need: 'covered' })
})

test('what is generated is whole purchase units, which a minimum and a batch size must fit too', () => {
  const cases = { ...candidate(), purchase_unit: 'CA' as const, purchase_unit_factor: 12 }
  const quantities = (terms: Partial<Candidate>, to = policy) =>
    [0, 1, 12, 13].map((units) => orderable(units, { ...cases, ...terms }, to))
  expect(quantities({})).toEqual([0, 12, 12, 24])
  expect(quantities({ min_order_quantity: 25 })).toEqual([0, 36, 36, 36])
  expect(quantities({ batch_size: 10 })).toEqual([0, 60, 60, 60])
  expect(quantities({ batch_size: 24 })).toEqual([0, 24, 24, 24])
  expect(quantities({ batch_size: 10 }, { ...policy, round_to_batch_size: false })).toEqual([0, 12, 12, 24])
  expect(quantities({ purchase_unit: 'BX', purchase_unit_factor: 1 })).toEqual([0, 1, 12, 13])
})

test('the reason says which purchase units a need was raised to, and why', () => {
  const cases = (given: Partial<Candidate> = {}) =>
    needOf(candidate({ purchase_unit: 'CA', purchase_unit_factor: 12, ...given }), policy)
  // 78 are short.
  expect(cases()).toMatchObject({ quantity: 84 })
  expect(cases().reason).toEndWith('cover, ordered as 84, 7 cases of 12, because the supplier sells whole cases.')
  expect(cases({ min_order_quantity: 90 }).reason).toEndWith(
    "cover, ordered as 96, 8 cases of 12, because of the supplier's minimum and batch size and because the supplier sells whole cases.",
  )
  expect(cases({ available: 14 })).toMatchObject({ quantity: 84 })
  expect(cases({ available: 14 }).reason).toEndWith('49 days of cover.')
})

test('a variant that has not sold has no need, however low its stock', () => {
  for (const units_per_day of [null, 0])
    expect(needOf(candidate({ available: 0, units_per_day }), policy)).toMatchObject({
      quantity: 0,
      no_need: 'no_sales',
    })
})

test('fractional units are rounded up without floating-point error', () => {
  // 0.1 a day over 30 days is 3, not 3.0000000000000004.
  const slow = candidate({ units_per_day: 0.1, lead_time_days: 1, review_period_days: 1, available: 0 })
  expect(needOf(slow, policy).quantity).toBe(3)
  expect(needOf({ ...slow, units_per_day: 0.101 }, policy).quantity).toBe(4)
})

test('an unrounded sales rate gives an exact reorder point and target', () => {
  // A third a day over 14 and 7 days is 7 units: 7 are at the reorder point; over 27 days more the target is 16.
  const third = candidate({ units_per_day: 0.3333333333333333, lead_time_days: 14, review_period_days: 7, incoming: 0 })
  const open = { horizon_days: 27, top_up_to_moq: false, round_to_batch_size: false }
  expect(needOf({ ...third, available: 7 }, open)).toMatchObject({ quantity: 9, no_need: null })
  expect(needOf({ ...third, available: 7 }, open).reason).toContain('at 0.3333 a day')
  expect(needOf({ ...third, available: 8 }, open).no_need).toBe('covered')
  // A seventh a day over 28 days is 4 units, not the 5 that 0.1429 would round up to.
  const seventh = candidate({
    units_per_day: 0.1428571428571429,
    lead_time_days: 14,
    review_period_days: 7,
    incoming: 0,
  })
  expect(needOf({ ...seventh, available: 0 }, { ...open, horizon_days: 7 }).quantity).toBe(4)
})

test('minimum and batch size raise a need but never create one', () => {
  const terms = { ...candidate(), min_order_quantity: 24, batch_size: 10, unit_cost: null }
  expect(orderable(0, terms, policy)).toBe(0)
  expect(orderable(-3, terms, policy)).toBe(0)
  expect(orderable(1, terms, policy)).toBe(30)
  expect(orderable(31, terms, policy)).toBe(40)
  expect(orderable(1, terms, { ...policy, top_up_to_moq: false })).toBe(10)
  expect(orderable(1, terms, { ...policy, round_to_batch_size: false })).toBe(24)
  expect(orderable(7, terms, { ...policy, round_to_batch_size: false, top_up_to_moq: false })).toBe(7)
})

test('an order contains exactly the variants that need an order, at their cost', () => {
  const fine = candidate({ variant_id: 'b', available: 500 })
  expect(propose([fine], policy, noMinimums)).toBeNull()
  const proposal = propose([candidate(), fine], policy, noMinimums)!
  expect(proposal.lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([['a', 78]])
  expect(proposal).toMatchObject({ units: 78, value_cents: 78_000, topped_up_days: 0, remarks: [] })
  expect(propose([candidate({ unit_cost: null })], policy, noMinimums)!.value_cents).toBeNull()
})

test("a supplier's minimum is reached with the fewest additional days of cover, equally for every line", () => {
  const both = [candidate(), candidate({ variant_id: 'b', units_per_day: 1, available: 0 })]
  // 78 + 49 = 127 units; every day adds 3. 140 are reached after 5 days: 88 + 54 = 142.
  const proposal = propose(both, policy, { min_order_quantity: 140, min_order_value_cents: null })!
  expect(proposal.topped_up_days).toBe(5)
  expect(proposal.lines.map(({ quantity }) => quantity)).toEqual([88, 54])
  // 127 × 10.00 = 1,270.00; 1,290.01 takes 129.001 units: one day.
  const byValue = propose(both, policy, { min_order_quantity: null, min_order_value_cents: 129_001 })!
  expect(byValue).toMatchObject({ topped_up_days: 1, units: 130, value_cents: 130_000 })
})

test('a minimum that is out of reach, or not topped up to, is remarked and changes nothing', () => {
  const far = { min_order_quantity: 1_000_000, min_order_value_cents: null }
  const outOfReach = propose([candidate()], policy, far)!
  expect(outOfReach).toMatchObject({ units: 78, topped_up_days: 0 })
  expect(outOfReach.remarks).toEqual(["The order misses the supplier's minimum even with 365 days of cover."])
  const off = propose([candidate()], { ...policy, top_up_to_moq: false }, { ...far, min_order_quantity: 79 })!
  expect(off.units).toBe(78)
  expect(off.remarks).toEqual(["The order is below the supplier's minimum, and topping up is off."])
  const unpriced = propose([candidate({ unit_cost: null })], policy, { ...noMinimums, min_order_value_cents: 1 })!
  expect(unpriced.remarks).toHaveLength(1)
})

test('a container is filled with the most days of cover that need no second one', () => {
  const hundred = (lines: readonly { quantity: number }[]) =>
    Math.ceil(lines.reduce((sum, { quantity }) => sum + quantity, 0) / 100)
  // 78 units and 2 a day: 11 days bring 100, the twelfth would open a second container.
  expect(propose([candidate()], policy, noMinimums, hundred)).toMatchObject({ topped_up_days: 11, units: 100 })
  const second = propose([candidate()], policy, { min_order_quantity: 101, min_order_value_cents: null }, hundred)!
  expect(second.units).toBe(200)
})

test('a container without measures is not filled, and a remark says so', () => {
  const proposal = propose([candidate()], policy, noMinimums, () => null)!
  expect(proposal.units).toBe(78)
  expect(proposal.remarks).toEqual(['The container cannot be filled: a variant has no carton measures.'])
})

test('batches are never split to fill a container', () => {
  const hundred = (lines: readonly { quantity: number }[]) =>
    Math.ceil(lines.reduce((sum, { quantity }) => sum + quantity, 0) / 100)
  const proposal = propose([candidate({ batch_size: 24 })], policy, noMinimums, hundred)!
  // 96 = 4 × 24; the next batch would make 120.
  expect(proposal.units).toBe(96)
})

test('units in drafts and the basket count as supply, and the sentence says so', () => {
  // 20 + 10 of 42: up to 98 are 68 short.
  expect(needOf(candidate({ planned: 10 }), policy)).toEqual({
    quantity: 68,
    no_need: null,
    reason:
      '20 units available, 0 units incoming and 10 units in drafts or the basket do not cover the 21 days of lead time and review at 2 a day; 68 units bring it to 49 days of cover.',
  })
  expect(needOf(candidate({ planned: 23 }), policy)).toMatchObject({ quantity: 0, no_need: 'covered' })
})

test("a container that a year's cover would not fill is left unfilled, and a remark says so", () => {
  const proposal = propose([candidate()], policy, noMinimums, () => 1)!
  expect(proposal).toMatchObject({ units: 78, topped_up_days: 0 })
  expect(proposal.remarks).toEqual(['The container is not filled: even 365 more days of cover would not fill it.'])
})

test('sentences say one unit and one day, and what terms raised the quantity to', () => {
  const one = candidate({ available: 1, units_per_day: 1, lead_time_days: 1, review_period_days: 0 })
  expect(needOf(one, { ...policy, horizon_days: 1 }).reason).toBe(
    '1 unit available and 0 units incoming do not cover the 1 day of lead time and review at 1 a day; 1 unit brings it to 2 days of cover.',
  )
  expect(needOf({ ...one, batch_size: 12 }, { ...policy, horizon_days: 1 })).toMatchObject({
    quantity: 12,
    reason: expect.stringContaining(
      "brings it to 2 days of cover, ordered as 12 because of the supplier's minimum and batch size.",
    ),
  })
})

test('stock at a reorder point that the horizon does not extend is covered exactly', () => {
  const exact = candidate({ available: 42 })
  expect(needOf(exact, { ...policy, horizon_days: 0 })).toEqual({
    quantity: 0,
    no_need: 'covered',
    reason: '42 units available and 0 units incoming cover the 21 days exactly.',
  })
})

test('a minimum is reached by exactly its units or its value', () => {
  const at = (min_order_quantity: number | null, min_order_value_cents: number | null) =>
    propose([candidate()], policy, { min_order_quantity, min_order_value_cents })!.topped_up_days
  expect(at(78, null)).toBe(0)
  expect(at(79, null)).toBe(1)
  expect(at(null, 78_000)).toBe(0)
  expect(at(null, 78_001)).toBe(1)
  const off = { ...policy, top_up_to_moq: false }
  expect(propose([candidate()], off, { min_order_quantity: 78, min_order_value_cents: null })!.remarks).toEqual([])
})

test('one unknown cost makes the value of the whole order unknown', () => {
  const both = [candidate(), candidate({ variant_id: 'b', unit_cost: null })]
  expect(propose(both, policy, noMinimums)!.value_cents).toBeNull()
  const unpriced = propose(both, policy, { ...noMinimums, min_order_value_cents: 1 })!
  expect(unpriced.remarks).toEqual(["The order misses the supplier's minimum even with 365 days of cover."])
})
