/** A sum of figures is unknown if one of its parts is, for the reasons of its parts, beside what is known of it. */
import { expect, test } from 'bun:test'
import { add, joinReasons, known, sumActuals, unknown } from '../../../server/contract/money.ts'

const noRate = unknown('No rate.', 'no_exchange_rate')
const noCost = unknown('No cost.', 'no_unit_cost')

test('known parts make a known sum; nothing is a measured zero', () => {
  expect(sumActuals([known(3), known(-3)])).toEqual(known(0))
  expect(sumActuals([])).toEqual(known(0))
  expect(add([1, known(5)], [-1, known(7)])).toEqual(known(-2))
})

test('an unknown part makes the sum unknown, with its cause and with the sum of the others', () => {
  expect(sumActuals([known(3), noRate, known(4)])).toMatchObject({ ...noRate, known_part: 7 })
  expect(sumActuals([noRate, known(0)])).toMatchObject({ ...noRate, known_part: 0 })
  expect(sumActuals([unknown('Why.')])).toEqual({ cents: null, reason: 'Why.' })
  expect(sumActuals([unknown('Why.'), noCost])).toEqual({ cents: null, reason: 'Why. No cost.', cause: 'no_unit_cost' })
})

test('a sum of sums keeps what is known of each', () => {
  const one = sumActuals([known(3), noRate])
  expect(sumActuals([one, known(4)])).toMatchObject({ ...noRate, known_part: 7 })
  expect(sumActuals([one, noCost])).toEqual({
    cents: null,
    reason: 'No rate. No cost.',
    cause: 'no_exchange_rate',
    known_part: 3,
  })
})

test('a difference has no known part, as what it lacks may be on either side', () => {
  expect(add([1, known(5)], [-1, noRate])).toEqual(noRate)
  expect(add([-1, known(5)], [1, noRate])).toEqual(noRate)
})

test('each reason is named once, at most three of them, and the others are counted', () => {
  expect(joinReasons(['A.', 'B.', 'A.'])).toBe('A. B.')
  expect(joinReasons(['A.', 'B.', 'C.'])).toBe('A. B. C.')
  expect(joinReasons(['A.', 'B.', 'C.', 'D.'])).toBe('A. B. C. 1 more cause.')
  expect(joinReasons(['A.', 'B.', 'C.', 'D.', 'E.'])).toBe('A. B. C. 2 more causes.')
})
