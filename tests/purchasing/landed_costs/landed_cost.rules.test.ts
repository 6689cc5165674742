/** How cents are shared and rounded: no cent is lost, and none is invented. */
import { expect, test } from 'bun:test'
import { dutyCents, landedUnitCost, shareCents } from '../../../server/purchasing/landed_costs/landed_cost.rules.ts'

test('shares sum to the total: leftover cents go to the largest remainders, then to the first', () => {
  const cases: [number, string[], number[]][] = [
    [100, ['1', '1', '1'], [34, 33, 33]],
    // 33.33 and 66.67: the second has the larger remainder.
    [100, ['1', '2'], [33, 67]],
    [100, ['2', '1'], [67, 33]],
    // 1.5 each, and nothing for a weight of zero.
    [3, ['0', '1', '1'], [0, 2, 1]],
    // 0.5, 0.5, 1: one cent is left over.
    [2, ['1', '1', '2'], [1, 0, 1]],
    [5, ['1', '1', '1', '1'], [2, 1, 1, 1]],
    [200, ['0.5', '1.5'], [50, 150]],
    [0, ['1', '2'], [0, 0]],
    [100, ['7'], [100]],
  ]
  for (const [total, weights, shares] of cases) expect(shareCents(total, weights)).toEqual(shares)
})

test('without weights there is nothing to share by, so every share is zero', () => {
  expect(shareCents(100, ['0', '0'])).toEqual([0, 0])
  expect(shareCents(100, [])).toEqual([])
})

test('duty is rounded to the cent, half a cent up', () => {
  // 3 at 10.00 and 2.5%: 0.75.
  expect(dutyCents('10.0000', 3, 250)).toBe(75)
  expect(dutyCents('0.2000', 1, 250)).toBe(1)
  expect(dutyCents('0.1999', 1, 250)).toBe(0)
  expect(dutyCents('10.0000', 3, 0)).toBe(0)
})

test('the landed unit cost adds freight and duty of all units, divided by the units, to four decimals', () => {
  expect(landedUnitCost('10.0000', 3, 100, 50)).toBe('10.5000')
  expect(landedUnitCost('10.0000', 3, 100, 0)).toBe('10.3333')
  expect(landedUnitCost('0.0000', 1, 0, 1)).toBe('0.0100')
})
