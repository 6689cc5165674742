/** Which warehouse learns what of an order, and when a message is a new one. */
import { expect, test } from 'bun:test'
import { composeInbounds } from '../../../server/purchasing/generation/inbound.rules.ts'
import type { Connection, InboundOrder, SentInbound } from '../../../server/purchasing/generation/inbound.store.ts'

const orderOf = (given: Partial<InboundOrder> = {}) =>
  ({
    purchase_order_id: 'o',
    name: 'PO-1',
    external_id: null,
    order_type: 'purchase',
    status: 'issued',
    on_hold: false,
    hold_reason: null,
    order_date: '2026-11-01',
    expected_delivery_date: '2026-12-01',
    location_id: 'here',
    location_name: 'Here',
    supplier_id: 's',
    supplier_name: 'Mill',
    source_location_id: null,
    source_location_name: null,
    lines: [
      {
        line_id: 'a',
        variant_id: 'va',
        quantity: 10,
        delivered_quantity: 4,
        expected_delivery_date: '2026-12-05',
        sku: 'A',
        barcode: null,
        title: 'Jumper, M',
        carton_quantity: 5,
        hs_code: '6110',
      },
      {
        line_id: 'b',
        variant_id: 'vb',
        quantity: 3,
        delivered_quantity: 5,
        expected_delivery_date: null,
        sku: 'B',
        barcode: '1',
        title: 'Jumper, L',
        carton_quantity: null,
        hs_code: null,
      },
    ],
    ...given,
  }) as InboundOrder

const connection = (location_id: string): Connection => ({
  connection_id: `c-${location_id}`,
  name: 'Warehouse',
  location_id,
  location_name: location_id === 'here' ? 'Here' : 'There',
})
const [here, there] = [connection('here'), connection('there')]
const tools = { digest: (text: string) => text, newId: () => 'new' }
const plan = (order: InboundOrder, connections: Connection[], sent: SentInbound[] = []) =>
  composeInbounds(order, connections, sent, tools)
const fingerprintOf = (order: InboundOrder, one: Connection) => plan(order, [one])[0]!.fingerprint
const sentTo = (location_id: string, given: Partial<SentInbound> = {}): SentInbound => ({
  inbound_id: `i-${location_id}`,
  location_id,
  revision: 2,
  is_called_off: false,
  fingerprint: 'old',
  state: 'sent',
  ...given,
})
const shape = (steps: ReturnType<typeof plan>) =>
  steps.map(({ action, message }) => [
    action,
    message.location.location_id,
    message.inbound_id,
    message.revision,
    message.total_expected_units,
  ])

test('the first message says which units are still to come, at the date of the line or else of the order', () => {
  const [first, ...others] = plan(orderOf(), [here])
  expect(others).toEqual([])
  expect(first).toMatchObject({ action: 'created', connection: here })
  expect(first!.message).toEqual({
    inbound_id: 'new',
    revision: 1,
    status: 'expected',
    location: { location_id: 'here', name: 'Here' },
    purchase_order: { id: 'o', name: 'PO-1', external_id: null, order_type: 'purchase', order_date: '2026-11-01' },
    supplier: { supplier_id: 's', name: 'Mill' },
    source_location: null,
    expected_delivery_date: '2026-12-01',
    total_expected_units: 6,
    line_items: [
      {
        line_id: 'a',
        variant_id: 'va',
        sku: 'A',
        barcode: null,
        title: 'Jumper, M',
        ordered_quantity: 10,
        received_quantity: 4,
        expected_quantity: 6,
        expected_delivery_date: '2026-12-05',
        hs_code: '6110',
        units_per_carton: 5,
      },
      {
        line_id: 'b',
        variant_id: 'vb',
        sku: 'B',
        barcode: '1',
        title: 'Jumper, L',
        ordered_quantity: 3,
        received_quantity: 5,
        // More arrived than was ordered: nothing more is expected.
        expected_quantity: 0,
        expected_delivery_date: '2026-12-01',
        hs_code: null,
        units_per_carton: null,
      },
    ],
  })
})

test('a supplier or a source is named only if the order has one', () => {
  const transfer = orderOf({
    supplier_id: null,
    supplier_name: null,
    source_location_id: 'x',
    source_location_name: 'X',
  })
  expect(plan(transfer, [here])[0]!.message).toMatchObject({
    supplier: null,
    source_location: { location_id: 'x', name: 'X' },
  })
})

test('a changed order is a new revision; an unchanged one is sent again only if it failed', () => {
  const fingerprint = fingerprintOf(orderOf(), here)
  expect(shape(plan(orderOf(), [here], [sentTo('here')]))).toEqual([['amended', 'here', 'i-here', 3, 6]])
  expect(shape(plan(orderOf(), [here], [sentTo('here', { fingerprint })]))).toEqual([
    ['unchanged', 'here', 'i-here', 2, 6],
  ])
  expect(shape(plan(orderOf(), [here], [sentTo('here', { fingerprint, state: 'failed' })]))).toEqual([
    ['resent', 'here', 'i-here', 2, 6],
  ])
  // The same content over another connection is a new message.
  expect(fingerprintOf(orderOf(), { ...here, connection_id: 'other' })).not.toBe(fingerprint)
})

test('a warehouse that still expects an order which goes elsewhere learns that it does not come', () => {
  expect(shape(plan(orderOf(), [there, here], [sentTo('there')]))).toEqual([
    ['created', 'here', 'new', 1, 6],
    ['called_off', 'there', 'i-there', 3, 0],
  ])
  // Without a warehouse at the new destination as well.
  const [calledOff] = plan(orderOf(), [there], [sentTo('there')])
  expect(calledOff!.message).toMatchObject({ status: 'called_off', line_items: [{ expected_quantity: 0 }, {}] })
  // One that never got a message learns nothing.
  expect(shape(plan(orderOf(), [here, there]))).toEqual([['created', 'here', 'new', 1, 6]])
})

test('a call-off is sent once, and again only if it failed', () => {
  const done = sentTo('there', { is_called_off: true })
  expect(shape(plan(orderOf(), [here, there], [done]))).toEqual([['created', 'here', 'new', 1, 6]])
  expect(plan(orderOf(), [here, there], [{ ...done, state: 'failed' }])).toHaveLength(2)
})

test('an order that ended is called off at its own destination too', () => {
  for (const status of ['closed', 'cancelled'] as const)
    expect(shape(plan(orderOf({ status }), [here], [sentTo('here')]))).toEqual([['called_off', 'here', 'i-here', 3, 0]])
})

test('an order that cannot be sent is refused: ended and not expected, a draft, or without a warehouse', () => {
  const refused = (order: InboundOrder, connections: Connection[], sent: SentInbound[] = []) => {
    try {
      plan(order, connections, sent)
      return null
    } catch (error) {
      return (error as { desc: string }).desc
    }
  }
  expect(refused(orderOf({ status: 'closed' }), [here])).toStartWith('PO-1 is closed and cannot be sent')
  expect(refused(orderOf({ status: 'closed' }), [here], [sentTo('here', { is_called_off: true })])).toStartWith(
    'PO-1 is closed and cannot be sent',
  )
  expect(refused(orderOf({ status: 'draft' }), [here], [sentTo('here')])).toStartWith('PO-1 is a draft')
  expect(refused(orderOf({ status: 'draft' }), [here])).toStartWith('PO-1 is a draft')
  expect(refused(orderOf(), [there])).toBe(
    'Here has no warehouse connection, so PO-1 cannot be sent. An administrator can connect a warehouse in the app.',
  )
  expect(() => plan(orderOf(), [])).toThrow(
    expect.objectContaining({ code: 'conflict', data: { act: 'push_to_wms', status: 'issued', location_id: 'here' } }),
  )
})
