/** Money on orders that come to less than they were paid: shown on the order, listed for the account, moved and paid out. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path } from '../support/orders.ts'
import { create, receive, restocked } from '../returns/returned_shop.ts'
import { daysFromNow, openPaidShop, type PaidShop, proveBalances, provePayments, uses } from './paid_shop.ts'

setDefaultTimeout(120_000)

/** Agreed, invoiced, paid, paid back, open and overpaid, in cents. */
async function balanceOf({ admin }: PaidShop, { order_id }: { order_id: string }): Promise<number[]> {
  const { agreed, invoiced, paid, paid_back, open, overpaid } = (await admin.get(`${path}/${order_id}/balance`)).body
    .data
  return [agreed, invoiced, paid, paid_back, open, overpaid].map(({ cents }) => cents)
}

const moneyPath = '/api/v1/sales/unallocated-money'

/** Payment, order and cents of each row; the rows are the total. */
async function moneyOf({ admin, account_id }: PaidShop, currency = 'USD'): Promise<unknown[]> {
  const { body } = await admin.get(`${moneyPath}?trading_partner_id=${account_id}&currency=${currency}`)
  const { rows, total, account } = body.data
  expect(account.trading_partner_id).toBe(account_id)
  expect(total.cents).toBe(rows.reduce((sum: number, { amount }: any) => sum + amount.cents, 0))
  return rows.map(({ customer_payment_id, order, amount }: any) => [
    customer_payment_id,
    order?.name ?? null,
    amount.cents,
  ])
}

/** Agrees on fewer units of the only line. */
async function changed({ tenant }: PaidShop, order: any, quantity: number): Promise<void> {
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity }]
  expect((await tenant.patch(`${path}/${order.order_id}`, { lines })).status).toBe(200)
}

test('money of units that are cancelled is overpaid on the order, listed for the account, moved and paid out', async () => {
  const shop = await openPaidShop()
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const payment = await shop.paid({ order_id: order.order_id, amount_cents: 10_000 })
  expect(await balanceOf(shop, order)).toEqual([10_000, 0, 10_000, 0, 0, 0])
  expect(await moneyOf(shop)).toEqual([])
  await changed(shop, order, 3)
  expect(await balanceOf(shop, order)).toEqual([7_500, 0, 10_000, 0, 0, 2_500])
  expect(await moneyOf(shop)).toEqual([[payment.customer_payment_id, order.name, 2_500]])
  await shop.act(order, 'cancel')
  expect(await balanceOf(shop, order)).toEqual([0, 0, 10_000, 0, 0, 10_000])
  expect(await moneyOf(shop)).toEqual([[payment.customer_payment_id, order.name, 10_000]])
  await shop.unapply(payment, [{ order_id: order.order_id, amount_cents: 6_000 } as any])
  expect(await balanceOf(shop, order)).toEqual([0, 0, 4_000, 0, 0, 4_000])
  expect(await moneyOf(shop)).toEqual([
    [payment.customer_payment_id, null, 6_000],
    [payment.customer_payment_id, order.name, 4_000],
  ])
  const { invoice } = await shop.billed(1)
  const moved = await shop.apply(payment, [{ invoice_id: invoice.invoice_id, amount_cents: 2_500 }])
  expect(uses(moved.body.data)).toEqual([
    [order.name, 4_000],
    [invoice.name, 2_500],
  ])
  expect((await shop.payOut(payment, { amount_cents: 3_500 })).status).toBe(200)
  expect(await moneyOf(shop)).toEqual([[payment.customer_payment_id, order.name, 4_000]])
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('what is still to be invoiced is not overpaid, and the latest payment is overpaid first', async () => {
  const shop = await openPaidShop()
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 4 }] })
  const early = await shop.paid({ order_id: order.order_id, amount_cents: 3_000, paid_on: daysFromNow(-1) })
  const late = await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  expect(await balanceOf(shop, order)).toEqual([10_000, 0, 8_000, 0, 2_000, 0])
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  await shop.invoiced(order)
  expect(await balanceOf(shop, order)).toEqual([10_000, 2_500, 5_500, 0, 2_000, 0])
  await changed(shop, order, 3)
  expect(await balanceOf(shop, order)).toEqual([7_500, 2_500, 5_500, 0, 0, 500])
  await changed(shop, order, 1)
  expect(await balanceOf(shop, order)).toEqual([2_500, 2_500, 5_500, 0, 0, 5_500])
  expect(await moneyOf(shop)).toEqual([
    [early.customer_payment_id, order.name, 500],
    [late.customer_payment_id, order.name, 5_000],
  ])
  const onAccount = await shop.paid({ amount_cents: 700 })
  await shop.paid({ amount_cents: 900, currency: 'EUR' })
  const returned = await shop.paid({ amount_cents: 800 })
  await shop.reverse(returned)
  expect((await moneyOf(shop)).at(-1)).toEqual([onAccount.customer_payment_id, null, 700])
  expect((await moneyOf(shop, 'EUR')).map((row: any) => row[2])).toEqual([900])
  await provePayments(shop)
})

test('what a consumer was paid back before units were cancelled is not overpaid', async () => {
  const shop = await openPaidShop()
  const lines = [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }]
  const order = await shop.placed({ lifecycle: 'open', lines })
  await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const made = await create(shop, {
    order_id: order.order_id,
    location_id: shop.ids.locations.Main,
    lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: 1 }],
    refund: { status: 'full', cents: 5_000 },
  })
  expect(made.status).toBe(200)
  await receive(shop, made.body.data.id, { lines: [restocked('J-S', 1)] })
  expect(await balanceOf(shop, order)).toEqual([5_000, 0, 5_000, 0, 0, 0])
  await changed(shop, order, 1)
  expect(await balanceOf(shop, order)).toEqual([2_500, 0, 5_000, 2_500, 0, 0])
  const other = await shop.placed({ lifecycle: 'open', lines })
  await shop.paid({ order_id: other.order_id, amount_cents: 5_000 })
  await changed(shop, other, 1)
  expect(await balanceOf(shop, other)).toEqual([2_500, 0, 5_000, 0, 0, 2_500])
})

test('an unknown order, account or currency is refused', async () => {
  const shop = await openPaidShop()
  expect((await shop.admin.get(`${path}/${shop.account_id}/balance`)).body.code).toBe('order_not_on_file')
  const unknown = await shop.admin.get(`${moneyPath}?trading_partner_id=${shop.ids.locations.Main}&currency=USD`)
  expect([unknown.status, unknown.body.data.field]).toEqual([400, 'trading_partner_id'])
  const coin = await shop.admin.get(`${moneyPath}?trading_partner_id=${shop.account_id}&currency=ZZZ`)
  expect([coin.status, coin.body.data]).toEqual([400, { field: 'currency', rule: 'must be an ISO 4217 code' }])
})
