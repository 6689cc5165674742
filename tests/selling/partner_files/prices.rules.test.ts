/** The price that a buyer states, by its basis and the pack that it orders. */
import { expect, test } from 'bun:test'
import { packReadings, priceOfOne } from '../../../server/edi/documents/units.ts'
import { priceOf, priceOfPack } from '../../../server/selling/edi_orders/inbound/prices.rules.ts'
import { pricedUnits } from '../../../server/selling/edi_orders/units.rules.ts'

const usd = { currency: 'USD' }

test('a price without a basis is for the unit that is ordered', () => {
  expect(priceOf({ unit_price: null }, 12, 2400, usd)).toEqual({ requested: null, agreed: 2400, note: null })
  expect(priceOf({ unit_price: '288' }, 12, 2400, usd)).toEqual({ requested: 2400, agreed: 2400, note: null })
  expect(priceOf({ unit_price: '288' }, 12, null, usd)).toEqual({ requested: 2400, agreed: 2400, note: null })
  expect(priceOf({ unit_price: '276' }, 12, 2400, usd)).toEqual({
    requested: 2300,
    agreed: null,
    note: 'ordered at 23.00 USD, the agreed price is 24.00 USD',
  })
  expect(priceOf({ unit_price: '10' }, 3, 300, usd).note).toBe(
    'the price 10 USD for 3 units is no whole number of cents a unit',
  )
  expect(priceOf({ unit_price: '0.005' }, 1, 300, usd).note).toBe(
    'the price 0.005 USD is no whole number of cents a unit',
  )
})

test('a price for each in packs counts in the reading that the list has, or as the profile says', () => {
  const each = (unit_price: string, list: number | null, each_price: 'each' | 'ordered_unit' | null = null) =>
    priceOf({ unit_price, price_basis: 'PE' }, 12, list, { ...usd, each_price })
  expect(each('24', 2400)).toEqual({ requested: 2400, agreed: 2400, note: null })
  expect(each('288', 2400)).toEqual({ requested: 2400, agreed: 2400, note: null })
  expect(each('24', null).note).toBe(
    'the price 24 USD has the basis PE and is for packs of 12: 24.00 USD or 2.00 USD each',
  )
  expect(each('24', 300)).toMatchObject({ requested: null, agreed: null })
  expect(each('10', 300).note).toContain('10.00 USD each')
  expect(each('24', null, 'each')).toEqual({ requested: 2400, agreed: 2400, note: null })
  expect(each('24', null, 'ordered_unit')).toEqual({ requested: 200, agreed: 200, note: null })
})

test('a basis of several units divides the price, and an unknown one leaves it open', () => {
  expect(pricedUnits({ price_basis: 'HP' }, 1)).toEqual([100])
  expect(pricedUnits({ price_basis: 'TP' }, 12)).toEqual([1000, 12_000])
  expect(pricedUnits({}, 12)).toEqual([12])
  expect(pricedUnits({ price_basis: 'RE' }, 1)).toEqual([])
  expect(priceOf({ unit_price: '24', price_basis: 'RE' }, 1, 2400, usd)).toEqual({
    requested: null,
    agreed: null,
    note: 'the price 24 USD has the basis RE, which is no price for a number of units',
  })
})

test('a pack has a price of its own where it is for each pack', () => {
  expect([
    priceOfPack({ unit_price: '110' }, 'USD'),
    priceOfPack({ unit_price: '110', price_basis: 'PE' }, 'USD'),
  ]).toEqual([11_000, 11_000])
  expect([
    priceOfPack({ unit_price: null }, 'USD'),
    priceOfPack({ unit_price: '110', price_basis: 'HP' }, 'USD'),
  ]).toEqual([null, null])
})

test('a size of single units gives a pack two readings, unless it is one', () => {
  const readings = (inner: number | null, units: number | null, size_in_units?: number) =>
    packReadings({ inner_packs: inner, units_per_inner_pack: units, components: [], size_in_units })
  expect([readings(12, null), readings(12, 2), readings(null, 6), readings(null, null)]).toEqual([[12], [24], [6], []])
  expect([readings(1, null, 12), readings(12, 2, 6), readings(null, null, 12)]).toEqual([
    [1, 12],
    [24, 144],
    [1, 12],
  ])
  expect(packReadings(null)).toEqual([])
})

test('the price of one out of a dozen or a hundred is exact, and none where the basis is unknown', () => {
  expect([priceOfOne('120', null, 12), priceOfOne('120', 'UM', 12), priceOfOne('120', 'PE', 12)]).toEqual([
    '10',
    '10',
    '120',
  ])
  expect([priceOfOne('2350', 'HP', 1), priceOfOne('5', 'RE', 1), priceOfOne(null, 'PE', 1)]).toEqual([
    '23.5',
    null,
    null,
  ])
})
