import { expect, test } from 'bun:test'
import { recordedChange } from '../../../server/selling/order_timeline/change.rules.ts'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'

const line = (values: Partial<LockedLine> = {}) =>
  ({
    line_id: 'a',
    sku: 'J-S',
    quantity: 5,
    allocated_quantity: 0,
    fulfilled_quantity: 0,
    cancelled_quantity: 0,
    unit_price_cents: null,
    ...values,
  }) as LockedLine
const order = (lines: LockedLine[], values: Partial<LockedOrder> = {}) =>
  ({
    lifecycle: 'open',
    confirmed_at: null,
    reference: null,
    is_allocated_on_request: false,
    lines,
    ...values,
  }) as LockedOrder
const kind = (before: LockedOrder, after: LockedOrder) => recordedChange(before, after)?.kind ?? null
const shown = (before: LockedOrder, after: LockedOrder) =>
  recordedChange(before, after)?.changes.map(({ field, line_item_id, sku, previous_value, value }) =>
    [field, line_item_id, sku, previous_value, value].join(' '),
  ) ?? null
const plain = order([line()])

test('nothing is recorded where nothing changed, or only what a shipment records', () => {
  expect(recordedChange(plain, order([line()]))).toBeNull()
  const held = order([line({ allocated_quantity: 3 })], { lifecycle: 'allocated' })
  const shipped = order([line({ fulfilled_quantity: 3 })], { lifecycle: 'partially_fulfilled' })
  expect(recordedChange(held, shipped)).toBeNull()
  expect(recordedChange(shipped, held)).toBeNull()
  expect(shown(held, order([line({ fulfilled_quantity: 3, unit_price_cents: 9 })]))).toEqual([
    'unit_price_cents a J-S  9',
  ])
})

test('fields of the order and its lines are recorded with both values, a line that came or went with its quantity', () => {
  const after = order([line({ quantity: 4 }), line({ line_id: 'b', sku: 'J-M', quantity: 2 })], { reference: 'PO 2' })
  expect(shown(order([line()], { reference: 'PO 1' }), after)).toEqual([
    'reference   PO 1 PO 2',
    'quantity a J-S 5 4',
    'quantity b J-M  2',
  ])
  expect(shown(after, order([line({ quantity: 4 })], { reference: 'PO 2' }))).toEqual(['quantity b J-M 2 '])
  expect(recordedChange(plain, after)!.changes[0]).toEqual({
    field: 'reference',
    line_item_id: null,
    sku: null,
    previous_value: null,
    value: 'PO 2',
  })
})

test('the kind of a change is what it was for', () => {
  const confirmed = { confirmed_at: '2026-11-28T00:00:00Z' }
  const draft = order([line()], { lifecycle: 'draft' })
  expect(kind(draft, order([line({ verdict: 'accepted' })], confirmed))).toBe('confirmed')
  expect(kind(order([]), order([line({ allocated_quantity: 1 })], confirmed))).toBe('changed')
  expect(kind(order([line()], confirmed), order([line({ quantity: 4 })], confirmed))).toBe('changed')
  expect(kind(plain, order([line({ allocated_quantity: 1 })]))).toBe('allocated')
  expect(kind(order([line({ allocated_quantity: 2 })]), order([line({ allocated_quantity: 1 })]))).toBe('unallocated')
  expect(kind(plain, order([line()], { is_allocated_on_request: true }))).toBe('unallocated')
  expect(kind(plain, order([line({ cancelled_quantity: 1 })]))).toBe('cancelled')
  expect(kind(plain, order([], { lifecycle: 'cancelled' }))).toBe('cancelled')
  const cancelled = order([line()], { lifecycle: 'cancelled' })
  expect(kind(cancelled, order([line()], { lifecycle: 'cancelled', reference: 'PO' }))).toBe('changed')
  expect(kind(order([line({ allocated_quantity: 2 })]), order([line({ allocated_quantity: 1, quantity: 1 })]))).toBe(
    'changed',
  )
})
