/** Units and prices of a buyer's line in units of ours. */
import { expect, test } from 'bun:test'
import { decimalOf } from '../../../server/contract/money.ts'
import {
  documentUnit,
  centsOf,
  isPrepack,
  packSizeOf,
  unitsPer,
} from '../../../server/selling/edi_orders/units.rules.ts'

type Pack = Parameters<typeof packSizeOf>[0]['pack']
const pack = (inner_packs: number | null, units_per_inner_pack: number | null, ...quantities: number[]) =>
  ({ inner_packs, units_per_inner_pack, components: quantities.map((quantity) => ({ quantity })) }) as unknown as Pack
const per = (unit: string, of: Pack = null) => unitsPer({ unit, pack: of })

test('a prepack states the items that it contains', () => {
  expect([null, pack(1, 2), pack(null, null, 3)].map((one) => isPrepack({ pack: one }))).toEqual([false, false, true])
})

test('a pack has its inner packs times their units, each 1 where it is not stated', () => {
  const size = (of: Pack) => packSizeOf({ pack: of })
  expect([size(pack(2, 6)), size(pack(2, null)), size(pack(null, 6))]).toEqual([12, 2, 6])
  expect([size(null), size(pack(null, null)), size(pack(2, 6, 3))]).toEqual([null, null, null])
})

test('single units, pairs and dozens say how many units they are, others by their pack', () => {
  expect(['EA', 'UN', 'PC', 'PR', 'DZ', 'CA'].map((unit) => per(unit))).toEqual([1, 1, 1, 1, 12, null])
  expect([per('CA', pack(2, 6)), per('EA', pack(2, 6))]).toEqual([12, 1])
})

test('a prepack is counted in packs, of all of its units', () => {
  expect(per('PK', pack(null, null, 1, 2, 3))).toBe(6)
  expect(per('EA', pack(null, null, 1, 2, 3))).toBeNull()
})

test('a price is a whole number of cents for each unit, up to 1,000,000.00', () => {
  const prices: [string, number | null][] = [
    ['89', 8_900],
    ['89.00', 8_900],
    ['0', 0],
    ['0.005', null],
    ['-1', null],
    ['x', null],
    ['', null],
    ['1000000.00', 100_000_000],
    ['1000000.01', null],
  ]
  expect(prices.map(([text]) => centsOf(text, 'USD'))).toEqual(prices.map(([, cents]) => cents))
  expect([centsOf('12.00', 'USD', 12), centsOf('10.00', 'USD', 3)]).toEqual([100, null])
})

test('cents are written with two decimals', () => {
  expect([decimalOf(8_900), decimalOf(5), decimalOf(0)]).toEqual(['89.00', '0.05', '0.00'])
})

test('a document is in the unit of its order where every quantity is whole in it', () => {
  const packed = (units_per_inner_pack: number) => ({
    unit: 'CA',
    pack: { inner_packs: 1, units_per_inner_pack, components: [] },
  })
  const single = { unit: 'EA', units: 1 }
  expect(documentUnit(packed(12), [12, 24])).toEqual({ unit: 'CA', units: 12 })
  expect(documentUnit(packed(12), [12, 23])).toEqual(single)
  expect(documentUnit(packed(1), [])).toEqual({ unit: 'CA', units: 1 })
  expect(documentUnit(packed(0), [])).toEqual(single)
  expect(documentUnit({ unit: 'CA', pack: null }, [])).toEqual(single)
  expect(documentUnit(null, [])).toEqual(single)
})
