/** What was paid for units that come back, where they left in several shipments. */
import { expect, test } from 'bun:test'
import { paidBetween } from '../../../server/selling/sales_facts/shipped_money.rules.ts'

const parts = [
  { quantity: 3, net_cents: 100, tax_cents: 10 },
  { quantity: 2, net_cents: 80, tax_cents: 8 },
]
const paid = (charged_quantity: number, before: number, after: number) => {
  const { net_cents, tax_cents } = paidBetween({ parts, charged_quantity, currency: 'USD' }, before, after)
  return [net_cents, tax_cents]
}

test('units that shipped first come back first, at what was paid for them', () => {
  expect(paid(5, 0, 0)).toEqual([0, 0])
  expect(paid(5, 0, 1)).toEqual([33, 3])
  expect(paid(5, 0, 3)).toEqual([100, 10])
  expect(paid(5, 3, 4)).toEqual([40, 4])
  expect(paid(5, 0, 4)).toEqual([140, 14])
  expect(paid(5, 0, 5)).toEqual([180, 18])
})

test('units that come back one after another are paid as much as if they came together', () => {
  expect([paid(5, 0, 1), paid(5, 1, 2), paid(5, 2, 3)]).toEqual([
    [33, 3],
    [34, 4],
    [33, 3],
  ])
  expect(paid(5, 2, 4)).toEqual([73, 7])
})

test('more units than shipped bring nothing more', () => {
  expect(paid(5, 4, 9)).toEqual([40, 4])
  expect(paid(5, 5, 9)).toEqual([0, 0])
})

test('the surplus shipped last and was not charged, so the charged units of a shipment take all of its money', () => {
  expect(paid(4, 3, 4)).toEqual([80, 8])
  expect(paid(4, 4, 5)).toEqual([0, 0])
  expect(paid(2, 0, 1)).toEqual([50, 5])
  expect(paid(2, 0, 2)).toEqual([100, 10])
  expect(paid(2, 2, 5)).toEqual([0, 0])
  expect(paid(3, 3, 5)).toEqual([0, 0])
  expect(paid(0, 0, 5)).toEqual([0, 0])
})
