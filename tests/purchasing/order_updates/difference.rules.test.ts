/** What a request changes of an order: fields and lines sent as they are count as not sent. */
import { expect, test } from 'bun:test'
import { type Change, orderDifference } from '../../../server/purchasing/order_updates/difference.rules.ts'
import type { LineToChange, OrderToChange } from '../../../server/purchasing/order_updates/update.rules.ts'

const order: OrderToChange & Record<'billed_freight_cents' | 'billed_duty_cents', number | null> = {
  name: 'PO-1',
  order_type: 'purchase',
  status: 'draft',
  issued_at: null,
  approved_at: null,
  ended_at: null,
  external_id: 'X',
  supplier_id: 'mill',
  location_id: 'here',
  source_location_id: null,
  currency: 'USD',
  order_date: '2026-11-01',
  is_order_date_stated: true,
  expected_delivery_date: '2026-12-01',
  cancel_date: null,
  ship_window_start: null,
  commitment_id: null,
  notes: 'N',
  container_type_id: null,
  freight_per_container_cents: null,
  billed_freight_cents: 500,
  billed_duty_cents: null,
}
const line = (line_id: string, unit_cost: string | null = '10.5000'): LineToChange => ({
  line_id,
  variant_id: `variant of ${line_id}`,
  quantity: 10,
  confirmed_quantity: null,
  in_transit_quantity: 0,
  delivered_quantity: 0,
  unit_cost,
  purchase_unit: 'EA',
  purchase_unit_factor: 1,
  inner_pack_quantity: null,
  duty_bp: null,
  expected_delivery_date: null,
  has_deliveries: false,
})
const difference = (change: Change) => orderDifference(order, [line('a'), line('b', null)], change)

test('only fields with another value are changes', () => {
  expect(difference({ notes: 'N', external_id: 'X', billed_freight_cents: 500, cancel_date: null })).toEqual({})
  expect(difference({ notes: 'M', external_id: 'X', billed_freight_cents: 501, cancel_date: '2026-12-02' })).toEqual({
    notes: 'M',
    billed_freight_cents: 501,
    cancel_date: '2026-12-02',
  })
})

test('lines that are all sent as they are change nothing, whatever the scale of their cost', () => {
  expect(difference({ line_items: [] })).toEqual({})
  expect(
    difference({
      line_items: [
        { line_id: 'a', quantity: 10, unit_cost: 10.5 },
        { line_id: 'b', unit_cost: null },
      ],
    }),
  ).toEqual({})
})

test('next to a changed line, one that is sent as it is keeps its place and only its id', () => {
  expect(
    difference({
      line_items: [
        { line_id: 'a', quantity: 10 },
        { line_id: 'b', quantity: 11, unit_cost: null, confirmed_quantity: null },
      ],
    }),
  ).toEqual({ line_items: [{ line_id: 'a' }, { line_id: 'b', quantity: 11 }] })
  expect(difference({ line_items: [{ line_id: 'b', unit_cost: 0 }] })).toEqual({
    line_items: [{ line_id: 'b', unit_cost: 0 }],
  })
})

test('a new line, and one that the order does not have, are changes', () => {
  const added = { variant_id: 'v', quantity: 1 }
  expect(difference({ line_items: [added] })).toEqual({ line_items: [added] })
  expect(difference({ line_items: [{ line_id: 'z', quantity: 10 }] }).line_items).toHaveLength(1)
  expect(difference({ line_items: [{ line_id: 'z' }] })).toEqual({ line_items: [{ line_id: 'z' }] })
})

test('a line that is named twice is passed on, so that it is refused', () => {
  expect(difference({ line_items: [{ line_id: 'a' }, { line_id: 'a' }] }).line_items).toHaveLength(2)
})

test('with another supplier or source every cost that is sent counts, even if it stays the same', () => {
  const line_items = [{ line_id: 'a', unit_cost: 10.5 }]
  expect(difference({ supplier_id: 'mill', line_items })).toEqual({})
  expect(difference({ supplier_id: 'other', line_items })).toEqual({ supplier_id: 'other', line_items })
  expect(difference({ source_location_id: 'there', line_items })).toEqual({ source_location_id: 'there', line_items })
  expect(difference({ location_id: 'there', line_items })).toEqual({ location_id: 'there' })
})

test('removed lines are a change unless there are none', () => {
  expect(difference({ removed_line_ids: [] })).toEqual({})
  expect(difference({ removed_line_ids: ['a'], line_items: [] })).toEqual({ removed_line_ids: ['a'] })
})
