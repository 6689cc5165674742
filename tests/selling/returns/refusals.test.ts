import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newTenant } from '../../support/service/tenant.ts'
import { readSales, useDatabase } from '../support/sales.ts'
import { create, createdReturn, openReturnedShop, receive, returnsPath, stockOf } from './returned_shop.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

test('a return that breaks a rule is refused with its code and field, and nothing is written', async () => {
  const shop = await openReturnedShop(db(), { quantity: 3, shipped: 2 })
  const { order_id, lines: placed } = shop.order
  const location_id = shop.ids.locations.Main
  const ofOrder = { order_id, location_id, lines: [{ sku: 'J-S', expected_quantity: 1 }] }
  const bySku = { location_id, lines: [{ sku: 'J-M', expected_quantity: 1 }] }
  const line = (rest: object) => ({ ...ofOrder, lines: [{ expected_quantity: 1, ...rest }] })
  const cases: [body: object, status: number, code: string, field: string | undefined][] = [
    [{ location_id }, 400, 'return_needs_an_order_or_a_sku', 'lines'],
    [{ location_id, lines: [{ expected_quantity: 1 }] }, 400, 'return_needs_an_order_or_a_sku', 'lines[0].sku'],
    [
      { location_id, lines: [{ order_line_item_id: placed[0]!.line_id, expected_quantity: 1 }] },
      400,
      'return_needs_an_order_or_a_sku',
      'order_id',
    ],
    [{ order_id, location_id }, 400, 'bad_request', 'lines'],
    [line({}), 400, 'bad_request', 'lines[0].order_line_item_id'],
    [line({ sku: 'J-S', variant_id: shop.ids.variants['J-S'] }), 400, 'bad_request', 'lines[0].sku'],
    [line({ sku: 'J-S', expected_quantity: 0 }), 400, 'quantity_not_positive', 'lines[0].expected_quantity'],
    [line({ sku: 'J-S', expected_quantity: -1 }), 400, 'quantity_not_positive', 'lines[0].expected_quantity'],
    [line({ sku: 'j-s' }), 400, 'variant_unknown', 'lines[0].sku'],
    [line({ variant_id: order_id }), 400, 'variant_unknown', 'lines[0].variant_id'],
    [line({ sku: 'J-M' }), 400, 'variant_not_on_order', 'lines[0].sku'],
    [line({ order_line_item_id: order_id }), 400, 'variant_not_on_order', 'lines[0].order_line_item_id'],
    [{ ...ofOrder, refund: { status: 'partial' } }, 400, 'refund_needs_an_amount', 'refund.cents'],
    [{ ...ofOrder, refund: { status: 'full', cents: null } }, 400, 'refund_needs_an_amount', 'refund.cents'],
    [{ ...ofOrder, refund: { status: 'full' } }, 400, 'refund_needs_an_amount', 'refund.cents'],
    [{ ...ofOrder, refund: { status: 'none', cents: 100 } }, 400, 'bad_request', 'refund.status'],
    [{ ...ofOrder, refund: { status: 'full', cents: 100, tax_cents: 101 } }, 400, 'bad_request', 'refund.cents'],
    [{ ...ofOrder, refund: { status: 'full', cents: 100, currency: 'EUR' } }, 400, 'bad_request', 'refund.currency'],
    [{ ...ofOrder, expected_on: '2026-02-30' }, 400, 'date_unreadable', 'expected_on'],
    [{ ...ofOrder, order_id: uuidv7() }, 404, 'order_not_on_file', undefined],
    [line({ sku: 'J-S', expected_quantity: 3 }), 409, 'return_more_than_sold', 'lines[0].expected_quantity'],
    [
      { ...ofOrder, lines: [1, 2].map((expected_quantity) => ({ sku: 'J-S', expected_quantity })) },
      409,
      'return_more_than_sold',
      'lines[1].expected_quantity',
    ],
    [line({ sku: 'D-30' }), 409, 'return_before_shipment', 'lines[0].expected_quantity'],
    [{ ...ofOrder, location_id: undefined }, 409, 'return_needs_a_place', undefined],
    [{ ...ofOrder, location_id: order_id }, 400, 'bad_request', 'location_id'],
    [{ ...ofOrder, sales_channel_id: shop.ids.sales_channels.Online }, 400, 'bad_request', 'sales_channel_id'],
    [{ ...bySku, sales_channel_id: order_id }, 400, 'bad_request', 'sales_channel_id'],
    [{ ...bySku, reason: 'moths' }, 400, 'bad_request', 'reason'],
    [{ ...bySku, origin: 'moon' }, 400, 'bad_request', 'origin'],
  ]
  const before = await readSales(db().reads, shop)
  for (const [body, ...expected] of cases) {
    const answer = await create(shop, body)
    expect([JSON.stringify(body), answer.status, answer.body.code, answer.body.data?.field]).toEqual([
      JSON.stringify(body),
      ...expected,
    ])
  }
  const more = await create(shop, line({ sku: 'J-S', expected_quantity: 3 }))
  expect(more.body.data.returnable_quantity).toBe(2)
  expect((await shop.tenant.get(returnsPath)).body.data.filtered_max_size).toBe(0)
  expect(await readSales(db().reads, shop)).toEqual(before)
})

test('an arrival that breaks a rule is refused with its code and field, and nothing moves', async () => {
  const shop = await openReturnedShop(db())
  const made = await createdReturn(shop, 2)
  const good = { sku: 'J-S', received_quantity: 1, restocked_quantity: 1, disposition: 'restock' }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const line = (rest: object) => ({ lines: [good, { ...good, ...rest }] })
  const cases: [body: object, status: number, code: string, field: string | undefined][] = [
    [line({ sku: 'NOPE' }), 400, 'variant_unknown', 'lines[1].sku'],
    [line({ received_quantity: 0 }), 400, 'quantity_not_positive', 'lines[1].received_quantity'],
    [line({ restocked_quantity: -1 }), 400, 'quantity_not_positive', 'lines[1].restocked_quantity'],
    [line({ restocked_quantity: 2 }), 400, 'restocked_beyond_received', 'lines[1].restocked_quantity'],
    [{ ...line({}), received_at: '20 March' }, 400, 'date_unreadable', 'received_at'],
    [{ ...line({}), received_at: tomorrow }, 400, 'bad_request', 'received_at'],
    [{ lines: [{ received_quantity: 1, disposition: 'restock' }] }, 400, 'bad_request', 'lines[0].sku'],
    [{ lines: [{ sku: 'J-S', received_quantity: 1 }] }, 400, 'bad_request', 'lines[0].disposition'],
    [line({ disposition: 'burn' }), 400, 'bad_request', 'lines[1].disposition'],
    [line({ id: shop.order.order_id }), 400, 'bad_request', 'lines[1].id'],
    [line({ id: made.lines[0].id, sku: 'J-M' }), 400, 'bad_request', 'lines[1].sku'],
    [{ ...line({}), location_id: shop.order.order_id }, 400, 'bad_request', 'location_id'],
    [{ lines: [] }, 400, 'bad_request', 'lines'],
  ]
  for (const [body, ...expected] of cases) {
    const answer = await receive(shop, made.id, body)
    expect([JSON.stringify(body), answer.status, answer.body.code, answer.body.data?.field]).toEqual([
      JSON.stringify(body),
      ...expected,
    ])
  }
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 0, ledger: 0 })
  const read = await shop.tenant.get(`${returnsPath}/${made.id}`)
  expect(read.body.data).toEqual(made)
})

test('a return of another organisation is not on file', async () => {
  const shop = await openReturnedShop(db())
  const made = await createdReturn(shop, 1)
  const stranger = await newTenant()
  const own = `${returnsPath}/${made.id}`
  const answers = [
    await stranger.get(own),
    await stranger.post(`${own}/cancel`),
    await stranger.post(`${own}/receive`, {
      lines: [{ sku: 'J-S', received_quantity: 1, disposition: 'restock' }],
    }),
    await shop.tenant.get(`${returnsPath}/1`),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'return_not_on_file']))
  const theirs = await create(
    { tenant: stranger },
    { order_id: shop.order.order_id, lines: [{ sku: 'J-S', expected_quantity: 1 }] },
  )
  expect(theirs.body.code).toBe('order_not_on_file')
})
