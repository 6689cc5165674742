import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { returnsPath } from '../returns/returned_shop.ts'
import { path } from '../support/orders.ts'
import { openPaidShop, type PaidShop, provePayments } from './paid_shop.ts'

setDefaultTimeout(120_000)

const full = (cents: number) => ({ status: 'full', cents })
const returnOf = ({ tenant, ids }: PaidShop, order: any, cents: number) =>
  tenant.post(
    returnsPath,
    {
      order_id: order.order_id,
      location_id: ids.locations.Main,
      lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: 1 }],
      refund: full(cents),
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )

test('an unpaid order on terms is credited, not refunded; a refund is at most what was paid and not paid back', async () => {
  const shop = await openPaidShop()
  const { order, invoice } = await shop.billed(4, { terms: 'net_30' })
  const unpaid = await returnOf(shop, order, 1)
  expect([unpaid.status, unpaid.body.code, unpaid.body.data]).toEqual([
    409,
    'conflict',
    { field: 'refund.cents', reason: 'unpaid', refundable_cents: 0 },
  ])
  expect(unpaid.body.message.desc).toContain('credit note')
  const back = await shop.takeBack(order, 1)
  expect((await shop.refund(back, full(1))).body.data.reason).toBe('unpaid')
  const payment = await shop.paid({ order_id: order.order_id, amount_cents: 3_000 })
  expect((await shop.refund(back, full(2_500))).status).toBe(200)
  expect((await returnOf(shop, order, 501)).body.data).toEqual({
    field: 'refund.cents',
    reason: 'unpaid',
    refundable_cents: 500,
  })
  // A correction takes back what it replaces.
  expect((await shop.refund(back, full(3_001))).body.data.refundable_cents).toBe(3_000)
  expect((await shop.refund(back, full(3_000))).status).toBe(200)
  await shop.unapply(payment)
  expect((await shop.refund(back, full(3_001))).body.data).toMatchObject({ reason: 'unpaid', refundable_cents: 0 })
  expect((await shop.balance(invoice)).paid.cents).toBe(0)
  await provePayments(shop)
})

test('without a payment on file, orders that are not on terms are refunded up to their total, and with one up to it', async () => {
  const shop = await openPaidShop()
  for (const terms of ['prepaid', ' Due_On_Receipt ']) {
    const { order } = await shop.billed(2, { terms })
    expect((await returnOf(shop, order, 5_001)).body.data).toEqual({ field: 'refund.cents', refundable_cents: 5_000 })
    expect((await returnOf(shop, order, 5_000)).status).toBe(200)
  }
  const consumer = await shop.placed({
    lifecycle: 'open',
    lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }],
  })
  const shipped = await shop.ship(consumer, [{ sku: 'J-S', quantity: 2 }])
  const payment = await shop.paid({ order_id: consumer.order_id, amount_cents: 1_000 })
  expect((await returnOf(shop, shipped, 1_001)).body.data.reason).toBe('unpaid')
  expect((await returnOf(shop, shipped, 1_000)).status).toBe(200)
  await shop.reverse(payment)
  expect((await returnOf(shop, shipped, 1)).body.data).toMatchObject({ reason: 'unpaid', refundable_cents: 0 })
})

test('tax and freight that only the invoice states are paid and paid back like those of the order', async () => {
  const shop = await openPaidShop()
  const order = await shop.sold({ terms: 'net_30', lines: [{ sku: 'J-S', quantity: 2 }] })
  const invoice = await shop.invoiced(order, { tax_cents: 200, freight_cents: 900 })
  expect(invoice.total.cents).toBe(6_100)
  const credited = await shop.takeBack(order, 1)
  expect((await shop.creditReturn(credited)).body.data.credit_notes[0].total.cents).toBe(3_050)
  await shop.paid({ order_id: order.order_id, amount_cents: 3_050 })
  expect((await returnOf(shop, order, 3_051)).body.data).toEqual({ field: 'refund.cents', refundable_cents: 3_050 })
  const back = await returnOf(shop, order, 3_050)
  expect([back.status, back.body.data?.refund?.cents]).toEqual([200, 3_050])
  await provePayments(shop)
})

test('what a void credits of an invoice is not paid back', async () => {
  const shop = await openPaidShop()
  const { order, invoice } = await shop.billed(2, { terms: 'net_30' })
  expect(invoice.total.cents).toBe(5_000)
  await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  const { shipment_id } = order.shipments[0]
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
    reason: 'One was in the parcel',
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  expect(corrected.status).toBe(200)
  expect((await returnOf(shop, order, 2_501)).body.data.refundable_cents).toBe(2_500)
  await provePayments(shop)
})
