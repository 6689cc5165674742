/** Figures of a supplier's scorecard: what was measured, and why a figure is missing. */
import { expect, test } from 'bun:test'
import {
  costDrift,
  fillRate,
  leadTime,
  onTimeRate,
  type OpenOrders,
  openValue,
  type Punctuality,
} from '../../../server/purchasing/suppliers/scorecard.rules.ts'

const punctuality = (changes: Partial<Punctuality> = {}): Punctuality => ({
  orders: 2,
  units_ordered: 16,
  units_received: 10,
  units_on_time: 7,
  units_overdue: 2,
  ...changes,
})

test('on time is the share of the units that were received or are overdue, to one decimal', () => {
  expect(onTimeRate(punctuality())).toEqual({
    value_pct: 58.3,
    reason: null,
    reason_code: null,
    orders: 2,
    units_due: 12,
    units_on_time: 7,
  })
  expect(onTimeRate(punctuality({ units_on_time: 0 })).value_pct).toBe(0)
  // 1 of 16 is 6.25 %: half is rounded up.
  expect(onTimeRate(punctuality({ units_received: 16, units_overdue: 0, units_on_time: 1 })).value_pct).toBe(6.3)
})

test('on time is unknown where nothing was due or nothing of it counts', () => {
  expect(onTimeRate(punctuality({ orders: 0 }))).toMatchObject({ value_pct: null, reason_code: 'nothing_due' })
  expect(onTimeRate(punctuality({ units_received: 0, units_overdue: 0 }))).toMatchObject({
    value_pct: null,
    reason_code: 'nothing_received',
    units_due: 0,
  })
})

test('the fill rate is the share of the ordered units that was received', () => {
  expect(fillRate(punctuality())).toEqual({
    value_pct: 62.5,
    reason: null,
    reason_code: null,
    units_ordered: 16,
    units_received: 10,
  })
  expect(fillRate(punctuality({ units_received: 0 })).value_pct).toBe(0)
  expect(fillRate(punctuality({ orders: 0 }))).toMatchObject({
    value_pct: null,
    reason: 'No order was due in the last 365 days.',
    reason_code: 'nothing_due',
  })
})

test('a deviation of lead times needs two deliveries, their average one', () => {
  const of = (average_days: number | null, deviation_days: number | null) =>
    leadTime({ deliveries: 3, average_days, deviation_days }, 30)
  expect(of(12.25, 1.55)).toEqual({
    average_days: 12.3,
    reason: null,
    reason_code: null,
    deviation_days: 1.6,
    deviation_reason: null,
    deviation_reason_code: null,
    deliveries: 3,
    stated_days: 30,
  })
  expect(of(12, 0)).toMatchObject({ deviation_days: 0, deviation_reason_code: null })
  expect(of(0, null)).toMatchObject({
    average_days: 0,
    reason_code: null,
    deviation_days: null,
    deviation_reason_code: 'one_delivery',
  })
  expect(of(null, null)).toMatchObject({
    average_days: null,
    reason_code: 'nothing_received',
    deviation_days: null,
    deviation_reason_code: 'nothing_received',
    deviation_reason: 'Nothing arrived of the orders due in the last 365 days.',
  })
})

test('drift is the change from the first cost to the last; without both, or from nothing, it is unknown', () => {
  const of = (first_cost: string | null, last_cost: string | null) => costDrift({ variants: 4, first_cost, last_cost })
  expect(of('80', '100')).toEqual({ value_pct: 25, reason: null, reason_code: null, variants: 4 })
  expect(of('80', '79.96').value_pct).toBe(-0.1)
  expect(of('80', '0').value_pct).toBe(-100)
  expect(of(null, '100')).toMatchObject({ value_pct: null, reason_code: 'bought_once', variants: 4 })
  expect(of('80', null).reason_code).toBe('bought_once')
  expect(of('0.0000', '100')).toMatchObject({ value_pct: null, reason_code: 'no_first_cost', variants: 4 })
})

const open = (changes: Partial<OpenOrders> = {}): OpenOrders => ({
  currency: 'EUR',
  orders: 2,
  overdue_orders: 1,
  units: 30,
  uncosted_units: 0,
  cost: '10.005',
  ...changes,
})

test('the value of open orders is in their currency, and zero in the supplier’s where there are none', () => {
  expect(openValue([open()], 'USD')).toEqual({
    value: { cents: 1_001, currency: 'EUR', reason: null, usd: null },
    reason_code: null,
    orders: 2,
    overdue_orders: 1,
    units: 30,
  })
  expect(openValue([], 'USD')).toEqual({
    value: { cents: 0, currency: 'USD', reason: null, usd: 0 },
    reason_code: null,
    orders: 0,
    overdue_orders: 0,
    units: 0,
  })
})

test('open orders without a cost, or in several currencies, have no value; their counts are added up all the same', () => {
  expect(openValue([open({ uncosted_units: 1 })], 'USD')).toMatchObject({
    value: { cents: null, currency: 'EUR', reason: '1 of 30 open units have no unit cost.' },
    reason_code: 'cost_missing',
  })
  expect(openValue([open(), open({ currency: 'USD', orders: 5, overdue_orders: 0, units: 1 })], 'USD')).toEqual({
    value: {
      cents: null,
      currency: null,
      reason: 'Open orders are in several currencies: EUR, USD.',
      usd: null,
    },
    reason_code: 'several_currencies',
    orders: 7,
    overdue_orders: 1,
    units: 31,
  })
})
