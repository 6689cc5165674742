/** What a voided shipment undoes in the ledger, in the sales, and on the lines of its order. */
import { expect, test } from 'bun:test'
import {
  reversalsOf,
  salesOnFile,
  unshippedLine,
  unshippedOrder,
} from '../../../server/selling/fulfilment/void.rules.ts'
import type {
  BookedRow,
  ShipmentLineOnFile,
  ShipmentOnFile,
} from '../../../server/selling/fulfilment/voided_shipment.store.ts'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'

const gone = (order_line_id: string, quantity: number, unit_cost: string | null = '2', variant_id = order_line_id) =>
  ({
    order_line_id,
    variant_id,
    quantity,
    unit_cost,
    gross_sales_cents: 100 * quantity,
    discounts_cents: 10,
    taxes_cents: 5,
    regular_unit_price_cents: 150,
  }) as ShipmentLineOnFile

const shipment = (lines: ShipmentLineOnFile[], more: Partial<ShipmentOnFile> = {}) =>
  ({
    fulfilment_id: 'f',
    name: 'SO-1-1',
    shipped_on: '2026-03-02',
    location_id: 'main',
    lines,
    components: [],
    ...more,
  }) as unknown as ShipmentOnFile

const row = (variant_id: string, more: Partial<BookedRow> = {}) =>
  ({
    movement_id: 7,
    variant_id,
    kind: 'fulfilment',
    quantity_delta: -3,
    unit_cost: '2',
    landed_unit_cost: '2.5',
    unrated_currency: null,
    document_line_id: 'l',
    ...more,
  }) as unknown as BookedRow

const line = (line_id: string, values: Partial<LockedLine> = {}) =>
  ({
    line_id,
    quantity: 5,
    fulfilled_quantity: 4,
    cancelled_quantity: 0,
    allocated_quantity: 0,
    over_shipped_quantity: 0,
    instead_of_line_id: null,
    shipped: [],
    ...values,
  }) as unknown as LockedLine

test('each row is reversed by one of the same line and cost that names it', () => {
  const on = shipment([gone('a', 3)])
  expect(reversalsOf(on, [row('a')])).toMatchObject([
    {
      quantity_delta: 3,
      unit_cost: '2',
      landed_unit_cost: '2.5',
      unrated_currency: null,
      document_line_id: 'l',
      document: { type: 'fulfilment_request', id: 'f', name: 'SO-1-1' },
      reverses_movement_id: 7,
    },
  ])
  expect(reversalsOf(on, [row('a', { document_line_id: null, landed_unit_cost: null })])).toMatchObject([
    { document_line_id: '', landed_unit_cost: '2' },
  ])
})

test('a cost that was unknown is the one that the line or the component has by now', () => {
  const unknown = { unit_cost: null, landed_unit_cost: null, unrated_currency: 'EUR' }
  const known = shipment([gone('a', 3)], { components: [{ variant_id: 'part', unit_cost: '9' }] })
  expect(reversalsOf(known, [row('a', unknown), row('part', unknown), row('other', unknown)])).toMatchObject([
    { unit_cost: '2', landed_unit_cost: '2', unrated_currency: null },
    { unit_cost: '9', landed_unit_cost: '9', unrated_currency: null },
    { unit_cost: null, landed_unit_cost: null, unrated_currency: null },
  ])
  const still = shipment([gone('a', 1), gone('b', 3, null)])
  expect(reversalsOf(still, [row('b', unknown), row('b', { unrated_currency: 'EUR' })])).toMatchObject([
    { unit_cost: null, unrated_currency: 'EUR' },
    { unit_cost: '2', unrated_currency: null },
  ])
})

test('a line has shipped fewer units, and keeps what others of its shipments left', () => {
  const shipped = [
    { quantity: 1, unit_cost: '2' },
    { quantity: 1, unit_cost: '3' },
    { quantity: 2, unit_cost: '2' },
  ]
  const left = unshippedLine(line('a', { shipped, over_shipped_quantity: 0 }), [gone('a', 1, '3'), gone('a', 2)])
  expect(left).toMatchObject({
    fulfilled_quantity: 1,
    over_shipped_quantity: 0,
    shipped: [{ quantity: 1, unit_cost: '2' }],
  })
  expect(unshippedLine(line('a', { shipped }), [gone('a', 1)]).shipped).toEqual(shipped.slice(1))
  expect(unshippedLine(line('a', { shipped }), [gone('a', 2, '3')]).shipped).toEqual(shipped)
  expect(shipped).toHaveLength(3)
  const over = line('a', { quantity: 3, fulfilled_quantity: 4, cancelled_quantity: 2, over_shipped_quantity: 3 })
  expect(unshippedLine(over, [gone('a', 1)]).over_shipped_quantity).toBe(2)
})

test('lines that the shipment did not have stay, and a day that passed is reported again for an order that was fulfilled', () => {
  const order = (lifecycle: string) =>
    ({
      lifecycle,
      currency: 'EUR',
      date_slip_on: '2026-03-01',
      lines: [line('a'), line('b')],
    }) as unknown as LockedOrder
  const [first, second] = unshippedOrder(order('fulfilled'), shipment([gone('a', 1), gone('a', 2)])).lines
  expect([first!.fulfilled_quantity, second]).toEqual([1, line('b')])
  expect(unshippedOrder(order('fulfilled'), shipment([gone('a', 1)])).date_slip_on).toBeNull()
  expect(unshippedOrder(order('partially_fulfilled'), shipment([gone('a', 1)])).date_slip_on).toBe('2026-03-01')
})

test('sales of an account count on the day of the shipment where it left, and those of consumers do not follow from it', () => {
  const order = { is_wholesale: true, sales_channel_id: 'shop', currency: 'EUR' } as LockedOrder
  const on = shipment([gone('a', 2)])
  const [part] = salesOnFile(order, on)
  expect(part).toMatchObject({
    variant_id: 'a',
    day: '2026-03-02',
    sales_channel_id: 'shop',
    location_id: 'main',
    currency: 'EUR',
    units: 2,
    gross_sales_cents: 200,
  })
  expect(salesOnFile({ ...order, is_wholesale: false }, on)).toEqual([])
})
