/** What a return takes of an order, and how its refund is divided over taxes and lines. */
import { expect, test } from 'bun:test'
import type { NewReturn, NewReturnLine, ReturnRequest } from '../../../server/selling/returns/new_return.model.ts'
import {
  type OrderFacts,
  type OrderLineFacts,
  composeReturn,
  type ReturnFacts,
} from '../../../server/selling/returns/compose_return.rules.ts'

const line = (line_id: string, values: Partial<OrderLineFacts> = {}): OrderLineFacts => ({
  line_id,
  order_id: 'o',
  variant_id: 'v',
  shipped_quantity: 4,
  returned_quantity: 0,
  net_cents: 4_000,
  tax_cents: 400,
  ...values,
})
const order = (lines: OrderLineFacts[], origin = 'api'): OrderFacts => ({
  order_id: 'o',
  origin,
  currency: 'EUR',
  customer_id: 'customer',
  sales_channel_id: 'shop',
  refundable_cents: 100_000,
  freight_left_cents: 0,
  payments_left_cents: null,
  lines,
})
const facts = (of: OrderFacts | null = null, values: Partial<ReturnFacts> = {}): ReturnFacts => ({
  currency: 'USD',
  orders: new Map(of === null ? [] : [['o', of]]),
  variants: {
    by_id: new Map([
      ['v', { variant_id: 'v' }],
      ['w', { variant_id: 'w' }],
    ]),
    by_sku: new Map([['J-M', { variant_id: 'v' }]]),
  },
  locations: new Map([
    ['here', { name: 'Here', is_active: true }],
    ['closed', { name: 'Closed', is_active: false }],
  ]),
  sales_channels: new Set(['web']),
  only_warehouse_id: 'only',
  ...values,
})
type Line = Partial<NewReturnLine>
const lines = (...all: Line[]) => all.map((one) => ({ expected_quantity: 1, ...one }))
const plan = (request: ReturnRequest, of: OrderFacts | null = null, values: Partial<ReturnFacts> = {}) =>
  composeReturn(request, 'api', facts(of, values))
const ofOrder = (orderLines: OrderLineFacts[], ...all: Line[]) =>
  plan({ order_id: 'o', lines: lines(...all) }, order(orderLines)).lines.map(
    (one) => `${one.order_line_id}:${one.expected_quantity}`,
  )
const refused = (act: () => unknown, refusal: { code?: string; desc?: string; data?: object }) =>
  expect(act).toThrow(expect.objectContaining(refusal))

test('a return without an order names variants by SKU or id, and has the currency of the organisation', () => {
  const planned = plan({ lines: lines({ sku: 'J-M', expected_quantity: 2 }, { variant_id: 'w' }) })
  expect(planned).toEqual({
    origin: 'api',
    reason: 'unknown',
    refund_status: 'none',
    refund_is_stated: false,
    refund_is_paid_out: false,
    refund_cents: null,
    refund_currency: null,
    refund_freight_cents: 0,
    order_id: null,
    customer_id: null,
    sales_channel_id: null,
    location_id: 'only',
    currency: 'USD',
    expected_on: null,
    source_system: null,
    external_id: null,
    lines: [
      { variant_id: 'v', order_line_id: null, expected_quantity: 2, refund_cents: 0, refund_tax_cents: 0 },
      { variant_id: 'w', order_line_id: null, expected_quantity: 1, refund_cents: 0, refund_tax_cents: 0 },
    ],
  })
})

test('a return of an order has its currency, customer and channel, and what the request states', () => {
  const request = {
    order_id: 'o',
    location_id: 'here',
    origin: 'manual',
    reason: 'defective',
    expected_on: '2026-12-01',
    source_system: 'file',
    external_id: 'R-1',
    lines: lines({ sku: 'J-M' }),
  } as ReturnRequest
  expect(plan(request, order([line('a')]))).toMatchObject({
    order_id: 'o',
    customer_id: 'customer',
    sales_channel_id: 'shop',
    currency: 'EUR',
    location_id: 'here',
    origin: 'manual',
    reason: 'defective',
    expected_on: '2026-12-01',
    source_system: 'file',
    external_id: 'R-1',
  })
})

test('a line without an order needs a variant of the organisation, by one name', () => {
  const one = (values: Line) => () => plan({ lines: lines(values) })
  const needs = 'return_needs_an_order_or_a_sku'
  refused(() => plan({}), { code: needs, data: { field: 'lines' } })
  refused(one({}), { code: needs, data: { field: 'lines[0].sku' } })
  refused(one({ order_line_item_id: 'a', sku: 'J-M' }), { code: needs, data: { field: 'order_id' } })
  refused(one({ sku: 'J-M', variant_id: 'v' }), { desc: 'lines[0].sku cannot be sent with variant_id.' })
  refused(one({ sku: 'X' }), { code: 'variant_unknown', data: { field: 'lines[0].sku' } })
  refused(one({ variant_id: 'x' }), {
    desc: 'lines[0].variant_id must be a variant of this organisation.',
    data: { field: 'lines[0].variant_id' },
  })
})

test('a line is of at least one unit', () => {
  for (const expected_quantity of [0, -1])
    refused(() => plan({ lines: lines({ sku: 'J-M', expected_quantity }) }), {
      code: 'quantity_not_positive',
      desc: 'lines[0].expected_quantity must be at least 1.',
      data: { field: 'lines[0].expected_quantity' },
    })
})

test('a variant fills the lines of the order in their order, with what shipped and did not come back', () => {
  const two = () => [line('a', { returned_quantity: 1 }), line('b')]
  expect(ofOrder(two(), { sku: 'J-M', expected_quantity: 2 })).toEqual(['a:2'])
  expect(ofOrder(two(), { sku: 'J-M', expected_quantity: 3 })).toEqual(['a:3'])
  expect(ofOrder(two(), { sku: 'J-M', expected_quantity: 4 })).toEqual(['a:3', 'b:1'])
})

test('lines of one request take from each other, and together take no more than can be returned', () => {
  const two = () => [line('a', { returned_quantity: 1 }), line('b')]
  expect(ofOrder(two(), { variant_id: 'v', expected_quantity: 5 })).toEqual(['a:3', 'b:2'])
  expect(ofOrder(two(), { sku: 'J-M', expected_quantity: 2 }, { sku: 'J-M', expected_quantity: 5 })).toEqual([
    'a:2',
    'a:1',
    'b:4',
  ])
  expect(ofOrder(two(), { order_line_item_id: 'b' }, { sku: 'J-M', expected_quantity: 6 })).toEqual([
    'b:1',
    'a:3',
    'b:3',
  ])
  refused(() => ofOrder(two(), { sku: 'J-M', expected_quantity: 2 }, { sku: 'J-M', expected_quantity: 6 }), {
    code: 'return_more_than_sold',
    desc: 'lines[1].expected_quantity is 6, and 5 of the shipped units can still be returned.',
    data: { field: 'lines[1].expected_quantity', returnable_quantity: 5 },
  })
})

test('the next return on the same facts can take what the first one left', () => {
  const one = order([line('a')])
  const same = facts(one)
  const request = { order_id: 'o', lines: lines({ sku: 'J-M', expected_quantity: 3 }) }
  composeReturn(request, 'api', same)
  expect(one.lines[0]!.returned_quantity).toBe(3)
  refused(() => composeReturn(request, 'api', same), {
    data: { field: 'lines[0].expected_quantity', returnable_quantity: 1 },
  })
})

test('a line that came back more often than it shipped has nothing left, and takes nothing from others', () => {
  const two = [line('a', { returned_quantity: 6 }), line('b')]
  expect(ofOrder(two, { sku: 'J-M', expected_quantity: 4 })).toEqual(['b:4'])
})

test('a line id and a variant must both fit', () => {
  const two = [line('a'), line('b', { variant_id: 'w' })]
  expect(ofOrder(two, { order_line_item_id: 'b' })).toEqual(['b:1'])
  expect(ofOrder(two, { order_line_item_id: 'b', variant_id: 'w' })).toEqual(['b:1'])
  refused(() => ofOrder(two, { order_line_item_id: 'b', sku: 'J-M' }), {
    code: 'variant_not_on_order',
    desc: 'lines[0].order_line_item_id is not on the order.',
    data: { field: 'lines[0].order_line_item_id' },
  })
  refused(() => ofOrder([line('a')], { variant_id: 'w' }), {
    desc: 'lines[0].variant_id is not on the order.',
    data: { field: 'lines[0].variant_id' },
  })
  refused(() => ofOrder([line('a', { variant_id: 'w' })], { sku: 'J-M' }), { data: { field: 'lines[0].sku' } })
  refused(() => ofOrder(two, {}), {
    desc: 'lines[0].order_line_item_id is required unless sku or variant_id is given. Allowed: order_line_item_id, sku, variant_id.',
  })
})

test('an order, and at least one line of it, must be there', () => {
  refused(() => plan({ order_id: 'x', lines: lines({ sku: 'J-M' }) }), { code: 'order_not_on_file' })
  refused(() => ofOrder([line('a')]), { desc: 'lines must have at least one line.' })
})

test('units come back only after some of them shipped', () => {
  const unshipped = line('a', { shipped_quantity: 0 })
  refused(() => ofOrder([unshipped], { sku: 'J-M' }), {
    code: 'return_before_shipment',
    desc: 'lines[0] is of units that have not shipped yet.',
    data: { field: 'lines[0].expected_quantity' },
  })
  expect(ofOrder([unshipped, line('b')], { sku: 'J-M' })).toEqual(['b:1'])
})

const refund = (values: NonNullable<NewReturn['refund']>, orderLines?: OrderLineFacts[]) => {
  const all = lines({ sku: 'J-M', expected_quantity: 1 }, { variant_id: 'w', expected_quantity: 2 })
  const planned = orderLines
    ? plan({ order_id: 'o', lines: all, refund: values }, order(orderLines))
    : plan({ lines: all, refund: values })
  const { refund_cents, refund_currency, refund_freight_cents } = planned
  const split = planned.lines.map((one) => `${one.refund_cents}+${one.refund_tax_cents}`)
  return `${refund_cents} ${refund_currency} ${refund_freight_cents} ${split.join(' ')}`
}

test('a refund without an order has no taxes unless they are stated, and is divided by units', () => {
  expect(refund({ status: 'partial', cents: 300 })).toBe('300 USD 0 100+0 200+0')
  expect(refund({ status: 'full', cents: 390, tax_cents: 30, freight_cents: 60 })).toBe('390 USD 60 100+10 200+20')
  expect(refund({ status: 'partial', cents: 90, tax_cents: 30, freight_cents: 60 })).toBe('90 USD 60 0+10 0+20')
})

test('a refund of an order is divided by what was paid for the units, with its share of the taxes paid', () => {
  // One of four units of a, paid 1,000 and 100; two of two of w, paid 3,000 and 300.
  const paid = () => [line('a'), line('b', { variant_id: 'w', shipped_quantity: 2, net_cents: 3_000, tax_cents: 300 })]
  expect(refund({ status: 'full', cents: 4_400 }, paid())).toBe('4400 EUR 0 1000+100 3000+300')
  expect(refund({ status: 'partial', cents: 2_300, freight_cents: 100 }, paid())).toBe('2300 EUR 100 500+50 1500+150')
  expect(refund({ status: 'partial', cents: 400, tax_cents: 0 }, paid())).toBe('400 EUR 0 100+0 300+0')
})

test('what a refund exceeds the goods that are left is freight, unless it says how much is', () => {
  const of = (values: object, left: Partial<OrderFacts> = {}) => {
    const charged = { ...order([line('a')]), refundable_cents: 1_600, freight_left_cents: 500, ...left }
    const refund = { status: 'full' as const, ...values }
    const request = { order_id: 'o', refund, lines: lines({ sku: 'J-M' }) }
    const { refund_freight_cents, lines: of } = plan(request, charged)
    return [refund_freight_cents, of[0]!.refund_cents, of[0]!.refund_tax_cents]
  }
  expect(of({ cents: 1_100 })).toEqual([0, 1_000, 100])
  expect(of({ cents: 1_101 })).toEqual([1, 1_000, 100])
  expect(of({ cents: 1_600 })).toEqual([500, 1_000, 100])
  expect(of({ cents: 1_600, freight_cents: 0 })).toEqual([0, 1_455, 145])
  expect(of({ cents: 1_600, freight_cents: 60 })).toEqual([60, 1_400, 140])
  expect(of({ cents: 1_600, tax_cents: 1_500 })).toEqual([100, 0, 1_500])
  expect(of({ cents: 400 }, { refundable_cents: 400 })).toEqual([400, 0, 0])
  expect(of({ cents: 1_600 }, { freight_left_cents: 0 })).toEqual([0, 1_455, 145])
})

test('freight that one return paid back is not left for the next', () => {
  const shared = { ...order([line('a')]), refundable_cents: 2_000, freight_left_cents: 500 }
  const freightOf = (refund: object) =>
    plan({ order_id: 'o', refund: { status: 'partial', ...refund }, lines: lines({ sku: 'J-M' }) }, shared)
      .refund_freight_cents
  expect([freightOf({ cents: 1_400, freight_cents: 300 }), freightOf({ cents: 600 })]).toEqual([300, 200])
})

test('a refund of units that were free is divided by units', () => {
  const free = [line('a', { net_cents: 0, tax_cents: 0 }), line('b', { variant_id: 'w', net_cents: 0, tax_cents: 0 })]
  expect(refund({ status: 'partial', cents: 300 }, free)).toBe('300 EUR 0 100+0 200+0')
})

test('a refund has an amount that covers its taxes and freight', () => {
  const needs = { code: 'refund_needs_an_amount', data: { field: 'refund.cents' } }
  refused(() => refund({ status: 'full' }), needs)
  refused(() => refund({ status: 'partial', cents: null }), needs)
  const covers = { desc: 'refund.cents must be at least the sum of tax_cents and freight_cents.' }
  refused(() => refund({ status: 'full', cents: 99, tax_cents: 40, freight_cents: 60 }), covers)
  refused(() => refund({ status: 'full', cents: 99, tax_cents: 100 }), covers)
  refused(() => refund({ status: 'full', cents: 99, freight_cents: 100 }), covers)
})

test('a refund takes at most what is left of the order, and several returns share it', () => {
  const shared = { ...order([line('a')]), refundable_cents: 1_500 }
  const takeBack = (cents: number) =>
    plan({ order_id: 'o', lines: lines({ sku: 'J-M' }), refund: { status: 'partial', cents } }, shared).refund_cents
  refused(() => takeBack(1_501), {
    code: 'conflict',
    desc: 'refund.cents is 15.01 EUR, and 15.00 EUR of what was paid for the order is left to be paid back.',
    data: { field: 'refund.cents', refundable_cents: 1_500 },
  })
  expect([takeBack(1_000), takeBack(500)]).toEqual([1_000, 500])
  refused(() => takeBack(1), { code: 'conflict', data: { field: 'refund.cents', refundable_cents: 0 } })
  expect(takeBack(0)).toBe(0)
})

test('a refund takes at most what payments paid where they are on file, and several returns share it', () => {
  const shared = { ...order([line('a')]), refundable_cents: 1_500, payments_left_cents: 1_000 }
  const takeBack = (cents: number) =>
    plan({ order_id: 'o', lines: lines({ sku: 'J-M' }), refund: { status: 'partial', cents } }, shared).refund_cents
  refused(() => takeBack(1_001), {
    code: 'conflict',
    desc: 'refund.cents is 10.01 EUR, and 10.00 EUR of the payments for the order is left to be paid back. Credit what was not paid with a credit note for the return.',
    data: { field: 'refund.cents', reason: 'unpaid', refundable_cents: 1_000 },
  })
  expect([takeBack(600), takeBack(400)]).toEqual([600, 400])
  refused(() => takeBack(1), {
    code: 'conflict',
    data: { field: 'refund.cents', reason: 'unpaid', refundable_cents: 0 },
  })
  expect(takeBack(0)).toBe(0)
})

test('money has left if the request says so, a channel reports it or an import has it', () => {
  const paidOut = (values: Partial<ReturnRequest>, is_paid_out?: boolean) =>
    plan({
      lines: lines({ sku: 'J-M' }),
      refund: { status: 'full', cents: 5, is_paid_out },
      ...values,
    } as ReturnRequest).refund_is_paid_out
  expect([paidOut({}), paidOut({ origin: 'manual' })]).toEqual([false, false])
  expect([paidOut({ origin: 'channel_refund' }), paidOut({ origin: 'import' }), paidOut({}, true)]).toEqual([
    true,
    true,
    true,
  ])
  expect(paidOut({ origin: 'channel_refund' }, false)).toBe(false)
})

test('that nothing is paid back is stated, or not', () => {
  const stated = (values: Partial<ReturnRequest>) => plan({ lines: lines({ sku: 'J-M' }), ...values }).refund_is_stated
  expect([stated({}), stated({ refund: { status: 'none' } })]).toEqual([false, true])
  expect(stated({ refund: { status: 'partial', cents: 0 } })).toBe(true)
})

test('no refund has no amount', () => {
  expect(refund({ status: 'none' })).toBe('null null 0 0+0 0+0')
  expect(refund({ status: 'none', cents: null })).toBe('null null 0 0+0 0+0')
  for (const amount of [{ cents: 0 }, { cents: 5 }, { tax_cents: 0 }, { freight_cents: 0 }])
    refused(() => refund({ status: 'none', ...amount }), {
      desc: 'refund.status must be partial or full if an amount is given.',
    })
})

test('a refund is in the currency of the order, else of the organisation', () => {
  const both = () => [line('a'), line('b', { variant_id: 'w' })]
  expect(refund({ status: 'partial', cents: 0, currency: 'USD' }).split(' ')[1]).toBe('USD')
  expect(refund({ status: 'partial', cents: 0, currency: 'EUR' }, both()).split(' ')[1]).toBe('EUR')
  refused(() => refund({ status: 'none', currency: 'EUR' }), {
    desc: 'refund.currency must be the currency of the organisation. Allowed: USD.',
  })
  refused(() => refund({ status: 'none', currency: 'USD' }, both()), {
    desc: 'refund.currency must be the currency of the order. Allowed: EUR.',
  })
})

test('the refund of an order of a channel is stated by the channel alone', () => {
  const planned = (of: string, origin?: string) => () =>
    plan(
      {
        order_id: 'o',
        ...(origin === undefined ? {} : { origin }),
        lines: lines({ sku: 'J-M' }),
        refund: { status: 'full', cents: 5 },
      } as ReturnRequest,
      order([line('a')], of),
    )
  refused(planned('channel'), {
    code: 'refund_is_the_channels',
    data: { field: 'refund.status', status: 'full' },
  })
  expect(planned('channel', 'channel_refund')().refund_cents).toBe(5)
  expect(planned('api')().refund_cents).toBe(5)
})

test('a return arrives at an active location, at the only warehouse where none is named', () => {
  const at = (location_id: string) => () => plan({ location_id, lines: lines({ sku: 'J-M' }) })
  expect(at('here')().location_id).toBe('here')
  refused(at('x'), { desc: 'location_id must be a location of this organisation.' })
  refused(at('closed'), { desc: 'location_id must be an active location; Closed is inactive.' })
  refused(() => plan({ lines: lines({ sku: 'J-M' }) }, null, { only_warehouse_id: null }), {
    code: 'return_needs_a_place',
  })
})

test('a return without an order may count on a channel of the organisation', () => {
  const on = (sales_channel_id: string) => () => plan({ sales_channel_id, lines: lines({ sku: 'J-M' }) })
  expect(on('web')().sales_channel_id).toBe('web')
  refused(on('x'), { desc: 'sales_channel_id must be a sales channel of this organisation.' })
  refused(() => plan({ order_id: 'o', sales_channel_id: 'web', lines: lines({ sku: 'J-M' }) }, order([line('a')])), {
    desc: 'sales_channel_id can be set only on a return without an order.',
  })
})

test('a day that cannot be read is refused', () => {
  refused(() => plan({ expected_on: '2026-02-30', lines: lines({ sku: 'J-M' }) }), { code: 'date_unreadable' })
})

test('what a return takes of a line is taken of that line alone, for the returns after it', () => {
  const both = [line('a'), line('b')]
  plan({ order_id: 'o', lines: lines({ order_line_item_id: 'b', expected_quantity: 3 }) }, order(both))
  expect(both.map(({ returned_quantity }) => returned_quantity)).toEqual([0, 3])
})
