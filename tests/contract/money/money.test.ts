import { expect, test } from 'bun:test'
import Big from 'big.js'
import fc from 'fast-check'
import { centsOf, centsOfUnits } from '../../../server/contract/money.ts'

test('a cost of any size, sign and number of decimals is rounded exactly, half up, to cents', () => {
  const exact = (amount: string) => Number(Big(amount).times(100).round(0, Big.roundHalfUp))
  for (const [amount, cents] of [
    ['0.0049', 0],
    ['0.0050', 1],
    ['-0.0049', 0],
    ['-0.0050', -1],
    ['31.4950', 3_150],
    ['31.4949', 3_149],
    ['12', 1_200],
    ['12.5', 1_250],
    ['99999999999.9999', 10_000_000_000_000],
  ] as const)
    expect([amount, centsOf(amount)]).toEqual([amount, cents])
  const digits = (least: number, most: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
  fc.assert(
    fc.property(fc.boolean(), digits(1, 12), digits(1, 6), (negative, whole, part) => {
      const amount = `${negative ? '-' : ''}${whole}.${part}`
      expect(centsOf(amount) + 0).toBe(exact(amount) + 0)
    }),
    { seed: 3, numRuns: 2_000 },
  )
})

test('the value of units is summed exactly and rounded once, whatever its size', () => {
  expect(centsOfUnits([])).toBe(0)
  const [large, less] = ['99999999999.9999', '99999999999.9998']
  expect(
    centsOfUnits([
      { cost: large, units: 2_000_000 },
      { cost: less, units: -2_000_000 },
    ]),
  ).toBe(20_000)
  expect(centsOfUnits(Array.from({ length: 3 }, () => ({ cost: '0.0033', units: 1 })))).toBe(1)
  const cost = fc
    .tuple(fc.nat(99_999_999_999), fc.nat(9_999))
    .map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`)
  const held = fc.array(fc.record({ cost, units: fc.integer({ min: -5, max: 2_000_000 }) }), { maxLength: 5 })
  fc.assert(
    fc.property(held, (all) => {
      const sum = all.reduce((total, one) => total.plus(Big(one.cost).times(one.units)), Big(0))
      expect(centsOfUnits(all)).toBe(Number(sum.times(100).round(0, Big.roundHalfUp)) + 0)
    }),
    { seed: 5, numRuns: 1_000 },
  )
})
