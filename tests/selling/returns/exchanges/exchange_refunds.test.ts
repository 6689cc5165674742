/** The refund that settles an exchange is at most what was paid and not paid back, as every refund. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openOrderShop, type OrderShop, proveBooks } from '../../support/orders.ts'
import { returnsPath } from '../returned_shop.ts'
import { cancel, exchange, net, refusal, sold, takeBack, today } from './exchange_shop.ts'

setDefaultTimeout(60_000)

async function pay({ admin }: OrderShop, { order_id }: { order_id: string }, amount_cents: number): Promise<string> {
  const body = { order_id, amount_cents, currency: 'USD', paid_on: today() }
  const answer = await admin.post('/api/v1/sales/payments', body)
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.data.customer_payment_id
}

const refund = (shop: OrderShop, { order_id }: { order_id: string }, cents: number) =>
  shop.tenant.post(
    returnsPath,
    {
      order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ sku: 'J-S', expected_quantity: 1 }],
      refund: { status: 'full', cents },
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )

/** A replacement at a price: a unit that comes back is worth 14.50. */
const at = (unit_price_cents: number) => [{ sku: 'J-L', quantity: 1, unit_price_cents }]

test('no more is paid back than payments paid, to the cent, and a refusal names what is left', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 3)
  await pay(shop, order, 1_000)
  const [first, second] = [await takeBack(shop, order), await takeBack(shop, order)]
  const over = await exchange(shop, first, 'refund', at(449))
  expect(refusal(over)).toEqual([409, 'conflict', 'unpaid'])
  expect(over.body.data).toEqual({
    reason: 'unpaid',
    field: 'settlement',
    difference_cents: 1_001,
    refundable_cents: 1_000,
  })
  expect(over.body.message.desc).toContain('The customer is owed 10.01 USD, and 10.00 USD of the payments')
  expect((await exchange(shop, first, 'refund', at(450))).status).toBe(201)
  // What the exchange paid back, and set against its replacement, is there for no other.
  const other = await exchange(shop, second, 'refund', at(1_449))
  expect([other.status, other.body.data.refundable_cents]).toEqual([409, 0])
  const refunded = await refund(shop, order, 1)
  expect([refunded.status, refunded.body.data]).toMatchObject([409, { reason: 'unpaid', refundable_cents: 0 }])
  // What the customer owes needs no payment.
  expect((await exchange(shop, second, 'charge', at(1_451))).status).toBe(201)
  await proveBooks(shop)
})

test('what was refunded before counts, and a cancelled exchange gives back what it took', async () => {
  const shop = await openOrderShop()
  const order = await sold(shop, 3)
  await pay(shop, order, 1_500)
  expect((await refund(shop, order, 1_000)).status).toBe(200)
  const back = await takeBack(shop, order)
  const over = await exchange(shop, back, 'refund', at(949))
  expect([over.status, over.body.data.refundable_cents]).toEqual([409, 500])
  const before = await net(shop)
  expect((await exchange(shop, back, 'refund', at(950))).status).toBe(201)
  expect((await refund(shop, order, 1)).status).toBe(409)
  expect((await cancel(shop, back)).status).toBe(200)
  expect(await net(shop)).toEqual(before)
  const again = await refund(shop, order, 501)
  expect([again.status, again.body.data.refundable_cents]).toEqual([409, 500])
  expect((await refund(shop, order, 500)).status).toBe(200)
  await proveBooks(shop)
})

test('a payment that was reversed leaves nothing to pay back; without one on file the order counts as paid', async () => {
  const shop = await openOrderShop()
  const [order, unpaid] = [await sold(shop, 1), await sold(shop, 1)]
  const payment = await pay(shop, order, 1_450)
  await shop.admin.post(`/api/v1/sales/payments/${payment}/reverse`, { reason: 'Returned by the bank' })
  const back = await takeBack(shop, order)
  const over = await exchange(shop, back, 'refund', at(1_449))
  expect([over.status, over.body.data.refundable_cents]).toEqual([409, 0])
  const even = await exchange(shop, back, 'none', at(1_450))
  expect(even.status).toBe(201)
  expect((await exchange(shop, await takeBack(shop, unpaid), 'refund', at(1))).status).toBe(201)
  await proveBooks(shop)
})
