import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { returnsPath } from '../returns/returned_shop.ts'
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
