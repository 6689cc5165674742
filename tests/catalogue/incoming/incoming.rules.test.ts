import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { daysLate, supplyOf } from '../../../server/catalogue/incoming/incoming.rules.ts'

const line = (quantity: number, confirmed: number | null, in_transit: number, delivered: number) => ({
  variant_id: 'v',
  quantity,
  confirmed_quantity: confirmed,
  in_transit_quantity: in_transit,
  delivered_quantity: delivered,
  unit_cost: null,
})

test('the units still to come are shipped first, then confirmed, then only ordered', () => {
  const supply = (...given: Parameters<typeof line>) => Object.values(supplyOf(line(...given)))
  expect(supply(100, null, 0, 0)).toEqual([0, 0, 100])
  expect(supply(100, 80, 0, 0)).toEqual([0, 80, 20])
  expect(supply(100, 80, 30, 0)).toEqual([30, 50, 20])
  expect(supply(100, 80, 30, 60)).toEqual([30, 0, 10])
  expect(supply(100, 120, 0, 0)).toEqual([0, 100, 0])
  expect(supply(100, 100, 300, 40)).toEqual([60, 0, 0])
  expect(supply(10, 10, 5, 12)).toEqual([0, 0, 0])
})

test('the three classes are never negative and always sum to the outstanding units', () => {
  const units = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.option(units), units, units, (quantity, ...rest) => {
      const parts = Object.values(supplyOf(line(quantity, ...rest)))
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.max(quantity - rest[2], 0))
    }),
    { numRuns: 300, seed: 20_261_121 },
  )
})

test('lateness is whole days, over months and leap days, and never negative', () => {
  expect(daysLate('2026-11-20', '2026-11-21')).toBe(1)
  expect(daysLate('2026-11-21', '2026-11-21')).toBe(0)
  expect(daysLate('2026-12-24', '2026-11-21')).toBe(0)
  expect(daysLate('2028-02-28', '2028-03-01')).toBe(2)
})
