import { expect, test } from 'bun:test'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'
import { leftOut, orderOf, placesOf } from '../../../server/selling/pick_lists/pick_list.rules.ts'

const line = (sku: string, allocated_quantity: number, values: object = {}) =>
  ({
    variant_id: sku,
    sku,
    allocated_quantity,
    location_id: 'm',
    parts: [{ variant_id: sku, sku, units: 1 }],
    ...values,
  }) as unknown as LockedLine
const order = (name: string, lines: LockedLine[], values: object = {}) =>
  ({ name, hold: null, lines, ...values }) as unknown as LockedOrder
const bundle = (sku: string, quantity: number) =>
  line(sku, quantity, {
    parts: [
      { variant_id: 'B', sku: 'B', units: 1 },
      { variant_id: 'A', sku: 'A', units: 2 },
    ],
  })
const texts = new Map(['A', 'B', 'C'].map((id) => [id, { barcode: null, title: `Title ${id}` }]))
const locations = new Map([
  ['m', 'Main'],
  ['a', 'Annex'],
])

test('what is held is picked by location and SKU, each with the units of each order', () => {
  const one = order('SO-1', [bundle('SET', 2), bundle('BOX', 1), line('A', 3), line('C', 0)])
  const two = order('SO-2', [line('A', 1), line('B', 5, { location_id: 'a' })])
  expect(placesOf([one, two], locations, texts)).toEqual([
    {
      location: 'Annex',
      lines: [{ sku: 'B', barcode: null, title: 'Title B', units: 5, orders: ['SO-2: 5'], bundles: [] }],
    },
    {
      location: 'Main',
      lines: [
        {
          sku: 'A',
          barcode: null,
          title: 'Title A',
          units: 10,
          orders: ['SO-1: 9', 'SO-2: 1'],
          bundles: ['BOX', 'SET'],
        },
        { sku: 'B', barcode: null, title: 'Title B', units: 3, orders: ['SO-1: 3'], bundles: ['BOX', 'SET'] },
      ],
    },
  ])
})

test('an order is left out if it is on hold or holds nothing', () => {
  expect(leftOut(order('SO-1', [line('A', 0), line('B', 1)]))).toBeNull()
  expect(leftOut(order('SO-1', [line('A', 0)]))).toBe('SO-1 holds no stock.')
  expect(leftOut(order('SO-1', [line('A', 1)], { hold: { reason: 'fraud' } }))).toBe('SO-1 is on hold (fraud).')
})

test('an order is to ship by the day that was requested, else by the end of its window, else by its cancel date', () => {
  const dated = (requested_ship_date: string | null, ship_window_end: string | null, cancel_date: string | null) =>
    orderOf(order('SO-1', [line('A', 2), line('B', 3)], { requested_ship_date, ship_window_end, cancel_date }), null)
  expect(dated('1', '2', '3')).toMatchObject({ ship_by: '1', units: 5 })
  expect(dated(null, '2', '3').ship_by).toBe('2')
  expect(dated(null, null, '3').ship_by).toBe('3')
  expect(dated(null, null, null).ship_by).toBeNull()
})
