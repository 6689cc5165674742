/** Shares of money: whole units of the currency that add up to the whole. */
import { expect, test } from 'bun:test'
import { shareOf, splitCents } from '../../../server/contract/money/shares.ts'

const steps = { USD: 1, KWD: 1, JPY: 100 } as const

test('a share is rounded half up to the smallest unit; all takes all, and none has no share', () => {
  for (const [currency, step] of Object.entries(steps)) {
    const share = (amount: number, part: number, whole: number) => shareOf(amount * step, part, whole, currency) / step
    expect(share(100, 1, 3)).toBe(33)
    expect(share(100, 2, 3)).toBe(67)
    expect(share(5, 1, 2)).toBe(3)
    expect(share(100, 3, 3)).toBe(100)
    expect(share(100, 0, 3)).toBe(0)
    expect(share(100, 1, 0)).toBe(0)
    expect(share(5, 0, 0)).toBe(0)
    // Beyond what a double multiplies exactly.
    expect(share(900_000_000_001, 999_999, 1_000_000)).toBe(899_999_100_001)
  }
  expect(shareOf(9_007_199_254_740_991, 7, 7, 'USD')).toBe(9_007_199_254_740_991)
})

test('the share of half a yen is a yen, and that of less is none', () => {
  expect([shareOf(100, 1, 2, 'JPY'), shareOf(100, 49, 100, 'JPY'), shareOf(100, 50, 100, 'JPY')]).toEqual([100, 0, 100])
})

test('an amount that the currency cannot have, as was stored before, is divided in hundredths', () => {
  expect(shareOf(150, 1, 3, 'JPY')).toBe(50)
  expect(shareOf(150, 3, 3, 'JPY')).toBe(150)
  expect(splitCents(101, [1, 1], 'JPY')).toEqual([51, 50])
})

test('parts of an amount add up to it, by their weights', () => {
  for (const [currency, step] of Object.entries(steps)) {
    const split = (amount: number, weights: number[]) =>
      splitCents(amount * step, weights, currency).map((part) => part / step)
    expect(split(100, [1, 1, 1])).toEqual([33, 34, 33])
    expect(split(100, [3, 1])).toEqual([75, 25])
    expect(split(100, [0, 2])).toEqual([0, 100])
    expect(split(0, [1, 2])).toEqual([0, 0])
    expect(split(100, [])).toEqual([])
    for (let amount = 0; amount < 40; amount++)
      for (const weights of [[1, 1, 1], [2, 3, 5, 7], [0, 1, 0], [13]])
        expect(split(amount, weights).reduce((sum, part) => sum + part, 0)).toBe(amount)
  }
})
