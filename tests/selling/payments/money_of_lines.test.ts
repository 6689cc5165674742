/** Money on orders that are merged and split: it goes with the lines, and is refunded and paid out once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path } from '../support/orders.ts'
import { create } from '../returns/returned_shop.ts'
import { openPaidShop, type PaidShop, paymentsPath, proveBalances, provePayments, uses } from './paid_shop.ts'

setDefaultTimeout(120_000)

/** Agreed, paid, open and overpaid, in cents. */
async function balanceOf({ admin }: PaidShop, { order_id }: { order_id: string }): Promise<number[]> {
  const { agreed, paid, open, overpaid } = (await admin.get(`${path}/${order_id}/balance`)).body.data
  return [agreed, paid, open, overpaid].map(({ cents }) => cents)
}

const unallocated = async ({ admin, account_id }: PaidShop): Promise<number> =>
  (await admin.get(`/api/v1/sales/unallocated-money?trading_partner_id=${account_id}&currency=USD`)).body.data.total
    .cents

async function merge({ admin }: PaidShop, into: any, ...from: any[]): Promise<void> {
  const body = { from_order_ids: from.map(({ order_id }) => order_id) }
  expect((await admin.post(`${path}/${into.order_id}/merge`, body)).status).toBe(200)
}

/** Splits units of the only line off, and answers the new order. */
async function split({ admin }: PaidShop, order: any, quantity: number): Promise<any> {
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity }]
  const answer = await admin.post(`${path}/${order.order_id}/split`, { by: 'line', lines })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data.new_orders[0]
}

async function prove(shop: PaidShop): Promise<void> {
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
}

const units = (quantity: number) => ({ lines: [{ sku: 'J-S', quantity, unit_price_cents: 2_500 }] })

test('money of an account goes to the order that others are merged into, once, and to its invoice', async () => {
  const shop = await openPaidShop()
  const [into, first, second] = [
    await shop.wholesale(units(1)),
    await shop.wholesale(units(2)),
    await shop.wholesale(units(3)),
  ]
  const one = await shop.paid({ order_id: first.order_id, amount_cents: 4_000 })
  const other = await shop.paid({ order_id: second.order_id, amount_cents: 7_500 })
  await merge(shop, into, first, second)
  await merge(shop, into, first)
  expect(await balanceOf(shop, into)).toEqual([15_000, 11_500, 3_500, 0])
  expect(await balanceOf(shop, first)).toEqual([0, 0, 0, 0])
  expect(await unallocated(shop)).toBe(0)
  expect([uses(await shop.payment(one)), uses(await shop.payment(other))]).toEqual([
    [[into.name, 4_000]],
    [[into.name, 7_500]],
  ])
  const { sql } = shop.tenant.service.database
  const reasons = await sql`
    select distinct reason from payment_allocations
    where organization_id = ${shop.tenant.organization_id} and reason is not null`
  expect(reasons.map(({ reason }: any) => reason)).toEqual([`Merged into ${into.name}.`])
  await prove(shop)
})

test('what the rest of an order is paid too much goes to the part that is split off, and no more', async () => {
  const shop = await openPaidShop()
  const order = await shop.wholesale(units(4))
  const first = await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  const part = await split(shop, order, 2)
  // The rest comes to what was paid.
  expect([await balanceOf(shop, order), await balanceOf(shop, part)]).toEqual([
    [5_000, 5_000, 0, 0],
    [5_000, 0, 5_000, 0],
  ])
  const last = await split(shop, order, 1)
  expect([await balanceOf(shop, order), await balanceOf(shop, last)]).toEqual([
    [2_500, 2_500, 0, 0],
    [2_500, 2_500, 0, 0],
  ])
  expect(uses(await shop.payment(first))).toEqual([
    [order.name, 2_500],
    [last.name, 2_500],
  ])
  // What was too much before is still too much.
  const other = await shop.wholesale(units(4))
  await shop.paid({ order_id: other.order_id, amount_cents: 10_000 })
  const cancelled = { lines: [{ line_item_id: other.line_items[0].line_item_id, quantity: 1 }] }
  expect((await shop.act(other, 'cancel', cancelled)).status).toBe(200)
  const third = await split(shop, other, 1)
  expect([await balanceOf(shop, other), await balanceOf(shop, third)]).toEqual([
    [5_000, 7_500, 0, 2_500],
    [2_500, 2_500, 0, 0],
  ])
  expect(await unallocated(shop)).toBe(2_500)
  await prove(shop)
})

test('money of a consumer goes along too, is refunded with the merged lines, and paid out once', async () => {
  const shop = await openPaidShop()
  const place = () => shop.placed({ ordered_at: '2026-11-20T10:00:00Z', ...units(2) })
  const [into, from] = [await place(), await place()]
  await shop.paid({ order_id: into.order_id, amount_cents: 5_000 })
  const moved = await shop.paid({ order_id: from.order_id, amount_cents: 5_000 })
  await merge(shop, into, from)
  expect(await balanceOf(shop, into)).toEqual([10_000, 10_000, 0, 0])
  // It can be taken off and put back, and on no other order.
  const on = ({ order_id }: any) => [{ order_id, amount_cents: 5_000 }]
  expect((await shop.unapply(moved, on(into))).status).toBe(200)
  const stranger = await place()
  const strayed = await shop.apply(moved, on(stranger))
  expect([strayed.status, strayed.body.data]).toEqual([
    400,
    {
      field: 'allocations[0].order_id',
      rule: 'must be the order that was paid for, or one to which its lines and the money went',
    },
  ])
  expect((await shop.apply(moved, on(into))).status).toBe(200)
  const lines = (await shop.get(into)).line_items.map(({ line_item_id, quantity }: any) => ({ line_item_id, quantity }))
  expect((await shop.admin.post(`${path}/${into.order_id}/shipments`, { lines })).status).toBe(201)
  const refund = (cents: number) =>
    create(shop, {
      order_id: into.order_id,
      location_id: shop.ids.locations.Main,
      refund: { status: 'full', cents },
      lines: [{ sku: 'J-S', expected_quantity: 4 }],
    })
  expect((await refund(10_001)).body.data.refundable_cents).toBe(10_000)
  expect((await refund(8_000)).status).toBe(200)
  // 20.00 of both payments is left.
  expect((await shop.unapply(moved)).status).toBe(200)
  const over = await shop.payOut(moved, { amount_cents: 2_001 })
  expect([over.status, over.body.data]).toEqual([
    409,
    { reason: 'refunded', field: 'amount_cents', refundable_cents: 2_000 },
  ])
  expect((await shop.payOut(moved, { amount_cents: 2_000 })).status).toBe(200)
  expect((await shop.payOut(moved, { amount_cents: 1 })).body.data.refundable_cents).toBe(0)
  expect((await shop.admin.get(`${paymentsPath}/${moved.customer_payment_id}`)).body.data.order.name).toBe(from.name)
  await prove(shop)
})
