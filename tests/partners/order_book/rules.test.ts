import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { priorSeasonCode, sameDistance, seasonCodeOf } from '../../../server/partners/order_book/season.rules.ts'
import { sharesOf } from '../../../server/partners/order_book/size_curve.rules.ts'

test('the season before has the year before, in as many digits', () => {
  const codes = ['SS27', 'AW2027', 'SS-27', 'SS00', 'CORE', 'S1', 'SS100', 'AW2000', '27'].map(priorSeasonCode)
  expect(codes).toEqual(['SS26', 'AW2026', 'SS-26', null, null, null, null, 'AW1999', '26'])
  expect(seasonCodeOf(' ss27 ')).toBe('SS27')
})

test('the compared day is as far from its start, and never after the day itself', () => {
  expect(sameDistance('2026-11-21', '2027-02-01', '2026-02-01')).toBe('2025-11-21')
  expect(sameDistance('2026-11-21', '2026-02-01', '2026-06-01')).toBe('2026-11-21')
  expect(sameDistance('2026-11-21', null, '2026-06-01')).toBe(null)
})

test('shares of sizes add up to exactly 10,000 and none is a whole basis point off', () => {
  expect(
    sharesOf(
      new Map([
        ['S', 1],
        ['M', 1],
        ['L', 1],
      ]),
    ),
  ).toEqual({ S: 3_333, M: 3_333, L: 3_334 })
  expect(sharesOf(new Map([['S', 0]]))).toEqual({})
  const units = fc.dictionary(fc.string({ minLength: 1 }), fc.nat(1_000_000), { minKeys: 1, noNullPrototype: true })
  fc.assert(
    fc.property(units, (sizes) => {
      const entries = Object.entries(sizes)
      const total = entries.reduce((sum, [, one]) => sum + one, 0)
      fc.pre(total > 0)
      const shares = sharesOf(new Map(entries))
      expect(Object.values(shares).reduce((sum, one) => sum + one, 0)).toBe(10_000)
      for (const [size, one] of entries) expect(Math.abs(shares[size]! - (one * 10_000) / total)).toBeLessThan(1)
    }),
  )
})
