/** Which parts of a split order a change concerns. */
import { expect, test } from 'bun:test'
import type { LineAfter } from '../../../server/selling/edi_orders/inbound/change.rules.ts'
import { divideChange, type PartOrder } from '../../../server/selling/edi_orders/inbound/split_change.rules.ts'

/** An order with lines as position: quantity and shipped units. */
const order = (name: string, lifecycle: string, lines: Record<number, [number, number]>): PartOrder =>
  ({
    order_id: name,
    name,
    lifecycle,
    lines: Object.entries(lines).map(([position, [quantity, fulfilled_quantity]]) => ({
      edi_position: Number(position),
      quantity,
      fulfilled_quantity,
      cancelled_quantity: 0,
      over_shipped_quantity: 0,
      allocated_quantity: 0,
    })),
  }) as unknown as PartOrder

const after = (position: number, quantity = 5, line_reference: string | null = String(position)) =>
  ({ position, change: 'changed', line: { quantity, line_reference } }) as LineAfter

function divided(orders: PartOrder[], ...changed: LineAfter[]) {
  const parts = divideChange(orders, changed)
  return 'fault' in parts
    ? parts.fault
    : parts.map((part) => [part.order.name, ...part.changed.map(({ position }) => position)])
}

test('a changed line goes to the order that has it, and the first order comes first', () => {
  const orders = [order('A', 'open', { 1: [4, 0] }), order('B', 'allocated', { 2: [3, 0] })]
  expect(divided(orders, after(2))).toEqual([['B', 2]])
  expect(divided(orders, after(2), after(1))).toEqual([
    ['A', 1],
    ['B', 2],
  ])
  expect(divided(orders)).toEqual([])
})

test('of orders that have a line, the one with units left to ship takes the change', () => {
  const shipped = order('A', 'partially_fulfilled', { 1: [4, 4], 2: [1, 0] })
  const part = order('B', 'open', { 1: [3, 1] })
  expect(divided([shipped, part], after(1))).toEqual([['B', 1]])
  expect(divided([order('A', 'open', { 1: [4, 3] }), part], after(1))).toBe(
    'units of line 1 are left to ship on A and B',
  )
  expect(divided([order('A', 'open', { 1: [4, 3] }), part], after(1, 5, null))).toContain('line 1 are left')
  expect(divided([shipped, order('B', 'fulfilled', { 1: [3, 3] })], after(1))).toBe(
    'line 1 has shipped or is cancelled on A and B',
  )
})

test('more of a line that has shipped goes to its order, as long as that is not over', () => {
  const other = order('B', 'open', { 2: [3, 0] })
  expect(divided([order('A', 'partially_fulfilled', { 1: [4, 4] }), other], after(1))).toEqual([['A', 1]])
  expect(divided([order('A', 'fulfilled', { 1: [4, 4] }), other], after(1))).toBe(
    'line 1 has shipped or is cancelled on A',
  )
  expect(divided([order('A', 'cancelled', { 1: [4, 0] }), other], after(1))).toContain('line 1 has shipped')
})

test('a line that the buyer takes off is taken off all orders that are not over', () => {
  const orders = [
    order('A', 'open', { 1: [4, 0] }),
    order('B', 'open', { 1: [3, 0] }),
    order('C', 'fulfilled', { 1: [1, 1] }),
  ]
  expect(divided(orders, after(1, 0))).toEqual([
    ['A', 1],
    ['B', 1],
  ])
  expect(divided(orders.slice(2), after(1, 0))).toBe('line 1 has shipped or is cancelled on C')
})

test('a new line goes to the first order, else to the only one that can take it', () => {
  const over = order('A', 'fulfilled', { 1: [4, 4] })
  const [second, third] = [order('B', 'open', { 2: [3, 0] }), order('C', 'open', { 2: [3, 0] })]
  expect(divided([order('A', 'open', { 1: [4, 0] }), second, third], after(9))).toEqual([['A', 9]])
  expect(divided([over, second], after(9))).toEqual([['B', 9]])
  expect(divided([over, second, third], after(9))).toBe('line 9 can be added to B or C')
  expect(divided([over, order('B', 'cancelled', {})], after(9))).toBe('nothing is left to ship of A and B')
})
