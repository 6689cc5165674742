/** Lines of units that left in place of ordered ones: how many they have, and what they cancel. */
import { expect, test } from 'bun:test'
import { Refusal } from '../../../server/contract/refusals.ts'
import {
  shareOfReplaced,
  withoutStandIns,
  withStandIns,
} from '../../../server/selling/fulfilment/stand_ins/stand_ins.rules.ts'
import { unitsBack, unshippedOrder } from '../../../server/selling/fulfilment/void.rules.ts'
import type { ShipmentOnFile } from '../../../server/selling/fulfilment/voided_shipment.store.ts'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'

const line = (line_id: string, values: Partial<LockedLine> = {}) =>
  ({
    line_id,
    variant_id: line_id,
    sku: line_id.toUpperCase(),
    quantity: 5,
    fulfilled_quantity: 0,
    cancelled_quantity: 0,
    allocated_quantity: 0,
    over_shipped_quantity: 0,
    discount_cents: 0,
    tax_cents: 0,
    zeroed_quantity: null,
    instead_of_line_id: null,
    is_still_owed: null,
    shipped: [],
    ...values,
  }) as unknown as LockedLine

const standIn = (line_id: string, values: Partial<LockedLine> = {}) =>
  line(line_id, { quantity: 0, instead_of_line_id: 'a', is_still_owed: false, ...values })

const order = (...lines: LockedLine[]) => ({ lines, currency: 'EUR', lifecycle: 'fulfilled' }) as LockedOrder

const shipment = (units: Record<string, number>) =>
  ({
    lines: Object.entries(units).map(([order_line_id, quantity]) => ({ order_line_id, quantity, unit_cost: null })),
  }) as ShipmentOnFile

/** What a refusal says; null without one. */
function refusalOf(act: () => unknown): Record<string, unknown> | null {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.data!
    throw error
  }
  return null
}

/** Quantity, shipped, cancelled and over-shipped units of each line. */
const figures = ({ lines }: { lines: readonly LockedLine[] }) =>
  Object.fromEntries(
    lines.map((one) => [
      one.line_id,
      [one.quantity, one.fulfilled_quantity, one.cancelled_quantity, one.over_shipped_quantity],
    ]),
  )

const pack = (from: LockedOrder, units: Record<string, number>) =>
  Object.entries(units).map(([id, quantity]) => ({
    line: from.lines.find(({ line_id }) => line_id === id)!,
    carton_number: null,
    quantity,
  }))

test('units of a stand-in are agreed as far as they left, and as many ordered ones are cancelled', () => {
  const before = order(line('a', { fulfilled_quantity: 3 }))
  const from = order(line('a'), standIn('b', { discount_cents: 40, tax_cents: 20, zeroed_quantity: 4 }))
  const { from: after, packed } = withStandIns(before, from, pack(from, { a: 1, b: 2 }))
  expect(figures(after)).toEqual({ a: [5, 0, 2, 0], b: [2, 0, 0, 0] })
  expect(after.lines[1]).toMatchObject({ discount_cents: 20, tax_cents: 10, zeroed_quantity: null })
  expect(
    packed.map((one) => [one.line === after.lines.find(({ line_id }) => line_id === one.line.line_id), one.quantity]),
  ).toEqual([
    [true, 1],
    [true, 2],
  ])
  const owed = order(line('a'), standIn('b', { is_still_owed: true }))
  expect(figures(withStandIns(before, owed, pack(owed, { b: 9 })).from)).toEqual({ a: [5, 0, 0, 0], b: [9, 0, 0, 0] })
})

test('outstanding units of a stand-in ship first, and other lines stay as they are', () => {
  const before = order(line('a', { fulfilled_quantity: 3 }), standIn('b', { quantity: 2 }), line('c', { quantity: 1 }))
  const from = order(line('a'), standIn('b', { quantity: 2 }), line('c', { quantity: 1 }))
  const { from: same } = withStandIns(before, from, pack(from, { b: 2, c: 4 }))
  expect(same.lines).toEqual(from.lines)
  expect(figures(withStandIns(before, from, pack(from, { b: 3 })).from)).toMatchObject({
    a: [5, 0, 1, 0],
    b: [3, 0, 0, 0],
  })
})

test('as many ordered units are replaced as the shipment takes off their line', () => {
  const before = order(line('a', { fulfilled_quantity: 3 }))
  const from = order(line('a'), standIn('b'), standIn('c'))
  const tried = (units: Record<string, number>) => refusalOf(() => withStandIns(before, from, pack(from, units)))
  expect(tried({ b: 3 })).toBeNull()
  expect(tried({ a: 1, b: 1, c: 1 })).toBeNull()
  expect(tried({ b: 4 })).toMatchObject({
    rule: expect.stringContaining('units of A'),
    allowed: ['at most 3 units in place of A'],
  })
  expect(tried({ a: 1, b: 2, c: 1 })).toMatchObject({ allowed: ['at most 2 units in place of A'] })
  expect(tried({ a: 4, b: 1 })).toMatchObject({ allowed: ['at most 0 units in place of A'] })
  const moved = order(standIn('b'))
  expect(figures(withStandIns(order(), moved, pack(moved, { b: 2 })).from)).toEqual({ b: [2, 0, 0, 0] })
})

test('units that left again are not agreed any more, and what they replaced is owed', () => {
  const lines = [line('a', { cancelled_quantity: 3 }), standIn('b', { quantity: 3, fulfilled_quantity: 1 })]
  expect(figures({ lines: withoutStandIns(lines, new Map([['b', 2]]), 'EUR') })).toEqual({
    a: [5, 0, 1, 0],
    b: [1, 1, 0, 0],
  })
  expect(withoutStandIns(lines, new Map([['a', 2]]), 'EUR')).toEqual(lines)
  const owed = [line('a', { cancelled_quantity: 3 }), standIn('b', { quantity: 2, is_still_owed: true })]
  expect(figures({ lines: withoutStandIns(owed, new Map([['b', 2]]), 'EUR') })).toEqual({
    a: [5, 0, 3, 0],
    b: [0, 0, 0, 0],
  })
})

test('a stand-in keeps what others of its units shipped, what was added to it, and what is cancelled of it', () => {
  const left = (values: Partial<LockedLine>, units: number) =>
    figures({ lines: withoutStandIns([standIn('b', values)], new Map([['b', units]]), 'EUR') }).b
  expect(left({ quantity: 2, fulfilled_quantity: 1 }, 2)).toEqual([1, 1, 0, 0])
  expect(left({ quantity: 2, fulfilled_quantity: 2 }, 1)).toEqual([2, 2, 0, 0])
  expect(left({ quantity: 2, fulfilled_quantity: 3 }, 1)).toEqual([2, 3, 0, 1])
  expect(left({ quantity: 5 }, 2)).toEqual([3, 0, 0, 0])
  expect(left({ quantity: 2, cancelled_quantity: 1 }, 2)).toEqual([1, 0, 1, 0])
})

test('ordered units that shipped after they were replaced are no surplus once they are owed again', () => {
  const lines = [
    line('a', { cancelled_quantity: 3, fulfilled_quantity: 4, over_shipped_quantity: 2 }),
    standIn('b', { quantity: 3 }),
  ]
  expect(figures({ lines: withoutStandIns(lines, new Map([['b', 3]]), 'EUR') }).a).toEqual([5, 4, 0, 0])
  const fewer = [line('a', { cancelled_quantity: 1 }), standIn('b', { quantity: 3 })]
  expect(figures({ lines: withoutStandIns(fewer, new Map([['b', 3]]), 'EUR') }).a).toEqual([5, 0, 0, 0])
})

test('discount and tax of replaced units and of those that are left add up', () => {
  const ordered = line('a', { quantity: 3, discount_cents: 100, tax_cents: 50 })
  const [first, second, third] = [0, 1, 2].map((earlier) => shareOfReplaced(ordered, 1, earlier, 'EUR'))
  expect([first, second, third].map((one) => one!.discount_cents)).toEqual([33, 34, 33])
  expect(first!.tax_cents + second!.tax_cents + third!.tax_cents).toBe(50)
  const part = { ...ordered, cancelled_quantity: 1 }
  expect(shareOfReplaced(part, 2, 0, 'EUR')).toEqual({ discount_cents: 67, tax_cents: 33 })
})

test('an order as if a shipment had not left gets back its units and those that it replaced', () => {
  const before = order(
    line('a', { quantity: 3, cancelled_quantity: 2, fulfilled_quantity: 1 }),
    standIn('b', { quantity: 2, fulfilled_quantity: 2 }),
    line('c', { quantity: 1 }),
    line('d', { quantity: 1, fulfilled_quantity: 2, over_shipped_quantity: 1 }),
  )
  const gone = shipment({ a: 1, b: 2, d: 2 })
  const from = unshippedOrder(before, gone)
  expect(figures(from)).toEqual({ a: [3, 0, 0, 0], b: [0, 0, 0, 0], c: [1, 0, 0, 0], d: [1, 0, 0, 0] })
  expect([...unitsBack(before, from, gone)]).toEqual([
    ['a', 3],
    ['b', 2],
    ['d', 2],
  ])
})
