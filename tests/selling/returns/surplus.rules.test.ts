/** Surplus units that came back and count as returned after all. */
import { expect, test } from 'bun:test'
import type { ShippedFacts } from '../../../server/selling/returns/receipt.store.ts'
import { divideArrived, recounted } from '../../../server/selling/returns/surplus/surplus.rules.ts'
import { limited } from '../../../server/selling/sales_facts/shipped_money.rules.ts'

const facts = (more: Partial<ShippedFacts> = {}): ShippedFacts => ({
  currency: 'USD',
  order_line_id: 'L-1',
  unit_cost: null,
  charged_before: 1,
  surplus_before: 2,
  surplus_quantity: 0,
  components: [],
  parts: [{ quantity: 5, net_cents: 10_000, tax_cents: 500 }],
  charged_quantity: 5,
  ...more,
})
const row = { order_line_id: 'L-1', surplus_quantity: 2, value_cents: 2000, tax_cents: 100, refund_is_stated: false }
const shippedOf = (one: ShippedFacts, refundable_cents = 1_000_000) => ({
  lines: new Map([[one.order_line_id, one]]),
  refundable_cents,
})

test('as many units as are no surplus any more count, at what was paid for the next ones', () => {
  const [{ from, to }] = recounted([row], shippedOf(facts())) as any
  expect(from).toBe(row)
  expect(to).toEqual({ ...row, surplus_quantity: 0, value_cents: 6000, tax_cents: 300 })
  const [one] = recounted([row], shippedOf(facts({ surplus_quantity: 1 })))
  expect(one!.to).toEqual({ ...row, surplus_quantity: 1, value_cents: 4000, tax_cents: 200 })
})

test('what is surplus as before is not recounted, nor are units of another line', () => {
  expect(recounted([row], shippedOf(facts({ surplus_quantity: 2 })))).toEqual([])
  expect(recounted([row], shippedOf(facts({ surplus_quantity: 3 })))).toEqual([])
  expect(recounted([{ ...row, order_line_id: 'L-2' }], shippedOf(facts()))).toEqual([])
  expect(recounted([{ ...row, order_line_id: null }], shippedOf(facts()))).toEqual([])
})

test('the units that came last are recounted first', () => {
  const last = { ...row, surplus_quantity: 1, value_cents: 0, tax_cents: 0 }
  const changes = recounted([last, row], shippedOf(facts({ surplus_before: 3, surplus_quantity: 1 })))
  expect(changes.map(({ to }) => [to.surplus_quantity, to.value_cents])).toEqual([
    [0, 2000],
    [1, 4000],
  ])
  expect(recounted([last, row], shippedOf(facts({ surplus_before: 3, surplus_quantity: 2 })))).toHaveLength(1)
})

test('a stated refund leaves the money, and no more is valued than is left to pay back', () => {
  const [stated] = recounted([{ ...row, refund_is_stated: true }], shippedOf(facts()))
  expect(stated!.to).toEqual({ ...row, refund_is_stated: true, surplus_quantity: 0 })
  const two = [
    { ...row, surplus_quantity: 1 },
    { ...row, surplus_quantity: 1 },
  ]
  const changes = recounted(two, shippedOf(facts(), 3150))
  expect(changes.map(({ to }) => [to.value_cents, to.tax_cents])).toEqual([
    [4000, 200],
    [3000, 150],
  ])
})

test('amounts are limited in proportion, to the cent', () => {
  const paid = { net_cents: 2000, tax_cents: 100 }
  expect(limited(paid, 2100, 'USD')).toEqual(paid)
  expect(limited(paid, 2099, 'USD')).toEqual({ net_cents: 1999, tax_cents: 100 })
  expect(limited(paid, 0, 'USD')).toEqual({ net_cents: 0, tax_cents: 0 })
})

test('what shipped beyond the order comes back first, and what came back beyond all that shipped is in excess', () => {
  const shipped = { surplus_quantity: 2, charged_quantity: 3 }
  /** Surplus, charged units and units in excess. */
  const of = (units: number, charged: number, surplus: number) =>
    Object.values(divideArrived(units, shipped, { charged, surplus })).join(' ')
  expect([of(1, 0, 0), of(2, 0, 0), of(3, 0, 0)]).toEqual(['1 0 0', '2 0 0', '2 1 0'])
  expect([of(1, 0, 2), of(3, 0, 2), of(4, 0, 2)]).toEqual(['0 1 0', '0 3 0', '0 3 1'])
  expect([of(5, 0, 0), of(6, 0, 0)]).toEqual(['2 3 0', '2 3 1'])
  expect([of(1, 3, 2), of(1, 3, 3), of(1, 2, 3)]).toEqual(['0 0 1', '0 0 1', '0 1 0'])
})

test('units beyond all that shipped stay surplus when less of the shipment is', () => {
  const beyond = facts({ charged_before: 5, surplus_before: 3, surplus_quantity: 0, charged_quantity: 6 })
  const [one] = recounted([{ ...row, surplus_quantity: 3 }], shippedOf(beyond))
  expect(one!.to.surplus_quantity).toBe(2)
  expect(recounted([row], shippedOf(facts({ charged_before: 5, surplus_before: 2, charged_quantity: 5 })))).toEqual([])
})
