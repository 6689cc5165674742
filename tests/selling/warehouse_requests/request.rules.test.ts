/** What a warehouse is asked to ship, and what of it is left. */
import { expect, test } from 'bun:test'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'
import {
  calledOff,
  contentOf,
  expectedOf,
  isSame,
  type RequestMessage,
  restOf,
} from '../../../server/selling/warehouse_requests/request.rules.ts'

const line = (line_id: string, values: Partial<LockedLine> = {}) =>
  ({
    line_id,
    variant_id: `v-${line_id}`,
    sku: `sku-${line_id}`,
    parts: [{ variant_id: `v-${line_id}`, sku: `sku-${line_id}`, units: 1 }],
    buyer_sku: 'B',
    door_reference: 'D',
    quantity: 10,
    allocated_quantity: 0,
    fulfilled_quantity: 0,
    cancelled_quantity: 0,
    over_shipped_quantity: 0,
    ...values,
  }) as LockedLine
const header = {
  order_id: 'o',
  name: 'SO-1',
  reference: 'R',
  door_reference: 'D',
  requested_ship_date: '2026-12-01',
  ship_window_start: '2026-12-01',
  ship_window_end: '2026-12-05',
  cancel_date: '2026-12-10',
  notes: 'Ring twice.',
}
const order = (...lines: LockedLine[]) => ({ ...header, location_id: 'l', lines }) as unknown as LockedOrder
const facts = {
  location_name: 'Here',
  account_name: 'Shop',
  variants: ['a', 'b'].map((id) => ({ variant_id: `v-${id}`, barcode: `bar-${id}`, title: `Title ${id}` })),
}
const held = order(
  line('a', { allocated_quantity: 4, fulfilled_quantity: 2 }),
  line('b', { allocated_quantity: 1 }),
  line('c'),
)

test('a request is for the units that the order holds, line by line', () => {
  const requested = { buyer_sku: 'B', door_reference: 'D' }
  expect(contentOf(held, facts)).toEqual({
    status: 'requested',
    location: { location_id: 'l', name: 'Here' },
    order: { ...header, account_name: 'Shop' },
    total_units: 5,
    line_items: [
      {
        ...requested,
        line_item_id: 'a',
        variant_id: 'v-a',
        sku: 'sku-a',
        barcode: 'bar-a',
        title: 'Title a',
        quantity: 4,
        shipped_quantity: 2,
      },
      {
        ...requested,
        line_item_id: 'b',
        variant_id: 'v-b',
        sku: 'sku-b',
        barcode: 'bar-b',
        title: 'Title b',
        quantity: 1,
        shipped_quantity: 0,
      },
    ],
  })
})

test('a line of a bundle says what each one is picked of, and any other line nothing', () => {
  const parts = [
    { variant_id: 'v-x', sku: 'X', units: 2 },
    { variant_id: 'v-y', sku: 'Y', units: 1 },
  ]
  const content = contentOf(
    order(line('a', { allocated_quantity: 3, parts }), line('b', { allocated_quantity: 1 })),
    facts,
  )
  expect(content.total_units).toBe(4)
  expect(content.line_items.map(({ quantity, components }) => [quantity, components])).toEqual([
    [
      3,
      [
        { variant_id: 'v-x', sku: 'X', quantity: 2 },
        { variant_id: 'v-y', sku: 'Y', quantity: 1 },
      ],
    ],
    [1, undefined],
  ])
})

const message: RequestMessage = { request_id: 'r', revision: 3, ...contentOf(held, facts) }

test('a request that is called off is the next revision, of no units', () => {
  const off = calledOff(message)
  expect([off.request_id, off.revision, off.status, off.total_units]).toEqual(['r', 4, 'called_off', 0])
  expect(off.line_items.map(({ sku, quantity, shipped_quantity }) => [sku, quantity, shipped_quantity])).toEqual([
    ['sku-a', 0, 2],
    ['sku-b', 0, 0],
  ])
})

test('a message is the same whatever its id and revision, and differs by any content', () => {
  expect(isSame(message, contentOf(held, facts))).toBe(true)
  expect(isSame({ ...message, revision: 9 }, contentOf(held, facts))).toBe(true)
  expect(isSame(message, contentOf(held, { ...facts, account_name: null }))).toBe(false)
  expect(isSame(calledOff(message), contentOf(held, facts))).toBe(false)
})

test('the rest is what was requested, has not shipped since and is still to ship', () => {
  const rest = (values: Partial<LockedLine>) => restOf(message, order(line('a', values)))
  expect(rest({ fulfilled_quantity: 2 })).toEqual([{ sku: 'sku-a', units: 4 }])
  expect(rest({ fulfilled_quantity: 5 })).toEqual([{ sku: 'sku-a', units: 1 }])
  expect(rest({ fulfilled_quantity: 6 })).toEqual([])
  expect(rest({ fulfilled_quantity: 7 })).toEqual([])
  expect(rest({ fulfilled_quantity: 2, cancelled_quantity: 6 })).toEqual([{ sku: 'sku-a', units: 2 }])
  expect(restOf(message, order())).toEqual([])
  expect(restOf(message, order(line('z', { cancelled_quantity: 10 }), line('a', { fulfilled_quantity: 2 })))).toEqual([
    { sku: 'sku-a', units: 4 },
  ])
  const expected = (values: Partial<LockedLine>) => [...expectedOf(message, order(line('a', values)))]
  expect(expected({ fulfilled_quantity: 2 })).toEqual([['a', 4]])
  expect(expected({ fulfilled_quantity: 1 })).toEqual([['a', 4]])
  expect(expected({ fulfilled_quantity: 5 })).toEqual([['a', 1]])
  expect(expected({ fulfilled_quantity: 7 })).toEqual([['a', 0]])
  expect([...expectedOf(calledOff(message), order(line('a', { fulfilled_quantity: 3 })))]).toEqual([['a', 0]])
  expect([...expectedOf(message, order(line('z')))]).toEqual([])
})

test('a line says on which days of its own it ships or is cancelled, and of those of its order nothing', () => {
  const sent = (values: Partial<LockedLine>) =>
    contentOf(order(line('a', { allocated_quantity: 1, ...values })), facts).line_items[0]!
  const none = { requested_ship_date: null, cancel_date: null }
  expect(sent({ ...none, requested_ship_date: '2026-12-02' })).toMatchObject({ requested_ship_date: '2026-12-02' })
  expect('cancel_date' in sent({ ...none, requested_ship_date: '2026-12-02' })).toBe(false)
  expect(sent({ ...none, cancel_date: '2026-12-09' })).toMatchObject({ cancel_date: '2026-12-09' })
  expect('requested_ship_date' in sent({ ...none, cancel_date: '2026-12-09' })).toBe(false)
})
