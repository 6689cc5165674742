import { expect, test } from 'bun:test'
import {
  changeOf,
  scoreOverrides,
  spreadUnits,
  weekFault,
} from '../../../server/insight/forecasts/overrides/overrides.rules.ts'

test('units are spread by weights to whole units that sum to the total', () => {
  expect(spreadUnits(10, [1, 1, 2])).toEqual([3, 2, 5])
  expect(spreadUnits(10, [3, 3, 3])).toEqual([4, 3, 3])
  expect(spreadUnits(100, [0.1, 0.2, 0.7])).toEqual([10, 20, 70])
  // The larger fraction gets the unit that remains, wherever it stands.
  expect(spreadUnits(5, [10, 10.5, 29.5])).toEqual([1, 1, 3])
  expect(spreadUnits(2, [1, 2, 1])).toEqual([1, 1, 0])
  expect(spreadUnits(1, [1, 2])).toEqual([0, 1])
  expect(spreadUnits(7, [0, 5])).toEqual([0, 7])
  expect(spreadUnits(0, [1, 5])).toEqual([0, 0])
  for (let total = 0; total < 60; total++)
    expect(spreadUnits(total, [0.07, 3.21, 11.4, 0, 2.5, 2.5])!.reduce((sum, one) => sum + one, 0)).toBe(total)
})

test('nothing is spread without a weight', () => {
  expect(spreadUnits(10, [])).toBeNull()
  expect(spreadUnits(10, [0, 0])).toBeNull()
})

test('a week can be overridden until it is over, and two years ahead', () => {
  // 29 November 2026 is a Sunday.
  expect(weekFault('2026-11-23', '2026-11-29')).toBeNull()
  expect(weekFault('2026-11-23', '2026-11-30')).toBe('over')
  expect(weekFault('2026-11-30', '2026-11-30')).toBeNull()
  expect(weekFault('2026-11-29', '2026-11-29')).toBe('not_a_monday')
  expect(weekFault('2028-11-20', '2026-11-29')).toBeNull()
  expect(weekFault('2028-11-27', '2026-11-29')).toBe('too_far')
})

test('what is in force already is not changed', () => {
  const none = { units: null, reason: null }
  const removed = { units: null, reason: 'Cancelled' }
  const five = { units: 5, reason: 'Press' }
  expect(changeOf(none, 5, 'Press')).toBe('created')
  expect(changeOf(none, 0, 'Press')).toBe('created')
  expect(changeOf(removed, 5, 'Press')).toBe('created')
  expect(changeOf(none, null, 'Press')).toBeNull()
  expect(changeOf(removed, null, 'Cancelled')).toBeNull()
  expect(changeOf(five, 5, 'Press')).toBeNull()
  expect(changeOf(five, 6, 'Press')).toBe('corrected')
  expect(changeOf(five, 5, 'Television')).toBe('corrected')
  expect(changeOf(five, null, 'Press')).toBe('removed')
})

test('overrides are compared with the forecasts that they replaced', () => {
  const sums = { overrides: 3, override_units: 30.5, statistical_units: 24, actual_units: 32 }
  expect(scoreOverrides({ ...sums, override_error: 6, statistical_error: 8 })).toEqual({
    ...sums,
    override_error: 6,
    statistical_error: 8,
    override_bias: -0.0469,
    statistical_bias: -0.25,
    bias_reason_code: null,
    value_added: 0.25,
    value_added_reason_code: null,
  })
  expect(scoreOverrides({ ...sums, override_error: 9, statistical_error: 6 }).value_added).toBe(-0.5)
})

test('a score that is not known has its cause', () => {
  const none = {
    overrides: 0,
    override_units: 0,
    statistical_units: 0,
    actual_units: 0,
    override_error: 0,
    statistical_error: 0,
  }
  expect(scoreOverrides(none)).toMatchObject({
    override_bias: null,
    statistical_bias: null,
    bias_reason_code: 'no_override',
    value_added: null,
    value_added_reason_code: 'no_override',
  })
  expect(scoreOverrides({ ...none, overrides: 1, override_units: 2, override_error: 2 })).toMatchObject({
    override_bias: null,
    bias_reason_code: 'nothing_sold',
    value_added: null,
    value_added_reason_code: 'forecast_exact',
  })
})
