/** Money on account that goes back to the payer: bounded by what is unallocated, on the statement, and reversed like a payment. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { today } from '../credit_notes/credited_shop.ts'
import { create } from '../returns/returned_shop.ts'
import {
  daysFromNow,
  openPaidShop,
  type PaidShop,
  paymentsPath,
  proveBalances,
  provePayments,
  uses,
} from './paid_shop.ts'

setDefaultTimeout(120_000)

async function statement({ admin, account_id }: PaidShop, to = today()): Promise<any> {
  const query = `trading_partner_id=${account_id}&currency=USD&from=${daysFromNow(-30)}&to=${to}`
  const { body } = await admin.get(`/api/v1/sales/statements?${query}`)
  const { opening, closing, unallocated, entries } = body.data
  return {
    entries: entries.map(({ kind, amount, balance }: any) => [kind, amount.cents, balance.cents]),
    opening: opening.cents,
    closing: closing.cents,
    unallocated: unallocated.cents,
  }
}

test('unallocated money is paid out, as much as there is and no cent more, and is on the statement', async () => {
  const shop = await openPaidShop()
  const { invoice } = await shop.billed(2)
  const payment = await shop.paid({
    amount_cents: 7_000,
    paid_on: daysFromNow(-5),
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }],
  })
  const over = await shop.payOut(payment, { amount_cents: 2_001 })
  expect([over.status, over.body.code, over.body.data]).toEqual([
    409,
    'conflict',
    { reason: 'over_paid_out', field: 'amount_cents', unallocated_cents: 2_000 },
  ])
  expect(over.body.message.desc).toBe('amount_cents is 20.01 USD, and 20.00 USD of the payment is unallocated.')
  const part = await shop.payOut(payment, {
    amount_cents: 1_500,
    paid_on: daysFromNow(-2),
    method: 'bank_transfer',
    reference: ' WIRE-9 ',
  })
  expect(part.status).toBe(200)
  const [payout] = part.body.data.payouts
  expect(part.body.data).toMatchObject({
    kind: 'payment',
    amount: { cents: 7_000 },
    unallocated: { cents: 500 },
    pays_out: null,
    payouts: [{ paid_on: daysFromNow(-2), amount: { cents: 1_500 } }],
  })
  expect(await shop.payment(payout)).toMatchObject({
    kind: 'payout',
    account: { trading_partner_id: shop.account_id },
    amount: { cents: -1_500 },
    unallocated: { cents: 0 },
    paid_on: daysFromNow(-2),
    method: 'bank_transfer',
    reference: 'WIRE-9',
    pays_out: { customer_payment_id: payment.customer_payment_id, reason: 'Units were cancelled' },
    reverses: null,
    payouts: [],
    allocations: [],
  })
  expect((await shop.payOut(payment, { amount_cents: 501 })).body.data.unallocated_cents).toBe(500)
  const rest = await shop.payOut(payment, { amount_cents: 500 })
  expect([rest.body.data.unallocated.cents, rest.body.data.payouts.length]).toEqual([0, 2])
  expect(rest.body.message.desc).toBe('Paid out; 0.00 USD of the payment is unallocated.')
  expect((await shop.payOut(payment, { amount_cents: 1 })).body.data.unallocated_cents).toBe(0)
  expect(await statement(shop, daysFromNow(-1))).toMatchObject({ closing: -5_500, unallocated: 5_500 })
  expect(await statement(shop)).toEqual({
    opening: 0,
    entries: [
      ['payment', -7_000, -7_000],
      ['payout', 1_500, -5_500],
      ['invoice', 5_000, -500],
      ['payout', 500, 0],
    ],
    closing: 0,
    unallocated: 0,
  })
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('money that is paid out pays nothing else, and is unallocated again once the payout is reversed', async () => {
  const shop = await openPaidShop()
  const { invoice } = await shop.billed(2)
  const payment = await shop.paid({ amount_cents: 6_000 })
  const [payout] = (await shop.payOut(payment, { amount_cents: 2_000 })).body.data.payouts
  const use = (amount_cents: number) => [{ invoice_id: invoice.invoice_id, amount_cents }]
  expect((await shop.apply(payment, use(4_001))).body.data).toMatchObject({ unallocated_cents: 4_000 })
  expect((await shop.admin.get(`${paymentsPath}?is_unallocated=true`)).body.data.rows).toHaveLength(1)
  expect(uses((await shop.apply(payment, use(4_000))).body.data)).toEqual([[invoice.name, 4_000]])
  expect((await shop.admin.get(`${paymentsPath}?is_unallocated=true`)).body.data.rows).toEqual([])
  for (const act of [shop.apply(payout, use(1)), shop.unapply(payout), shop.payOut(payout, { amount_cents: 1 })])
    expect((await act).body.data).toMatchObject({ reason: 'payout' })
  const reversed = await shop.reverse(payout, { reason: 'Never sent' })
  expect(reversed.body.data).toMatchObject({ kind: 'reversed_payout', reversal: { reason: 'Never sent' } })
  expect(await shop.payment(reversed.body.data.reversal)).toMatchObject({
    kind: 'reversal',
    amount: { cents: 2_000 },
    pays_out: null,
    reverses: { customer_payment_id: payout.customer_payment_id },
  })
  expect((await shop.reverse(payout)).body.data.reason).toBe('reversed')
  expect(await shop.payment(payment)).toMatchObject({ unallocated: { cents: 2_000 }, payouts: [] })
  expect((await statement(shop)).entries.map(([kind, cents]: any) => [kind, cents])).toEqual([
    ['invoice', 5_000],
    ['payment', -6_000],
    ['payout', 2_000],
    ['payout_reversed', -2_000],
  ])
  expect(uses((await shop.apply(payment, use(1_000))).body.data)).toEqual([[invoice.name, 5_000]])
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('a payment that is reversed after its payout leaves the account owing what was paid out', async () => {
  const shop = await openPaidShop()
  const payment = await shop.paid({ amount_cents: 3_000 })
  const [payout] = (await shop.payOut(payment, { amount_cents: 1_000 })).body.data.payouts
  expect((await shop.reverse(payment)).body.data).toMatchObject({ kind: 'reversed_payment', unallocated: { cents: 0 } })
  expect(await statement(shop)).toMatchObject({ closing: 1_000, unallocated: -1_000 })
  expect((await shop.payOut(payment, { amount_cents: 1 })).body.data.reason).toBe('reversed')
  expect(await proveBalances(shop)).toEqual([])
  expect((await shop.reverse(payout)).status).toBe(200)
  expect(await statement(shop)).toMatchObject({ closing: 0, unallocated: 0 })
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('what a consumer paid is paid out, once it is taken off the order', async () => {
  const shop = await openPaidShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }] })
  const payment = await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  expect((await shop.payOut(payment, { amount_cents: 1 })).body.data.unallocated_cents).toBe(0)
  await shop.unapply(payment, [{ order_id: order.order_id, amount_cents: 2_500 }])
  const paid = await shop.payOut(payment, { amount_cents: 2_500 })
  expect(await shop.payment(paid.body.data.payouts[0])).toMatchObject({
    account: null,
    order: { order_id: order.order_id },
    amount: { cents: -2_500 },
  })
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('what refunds paid back of the money of a consumer is not paid out again', async () => {
  const shop = await openPaidShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }] })
  const first = await shop.paid({ order_id: order.order_id, amount_cents: 3_000 })
  const second = await shop.paid({ order_id: order.order_id, amount_cents: 2_000 })
  await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
  const made = await create(shop, {
    order_id: order.order_id,
    location_id: shop.ids.locations.Main,
    lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: 2 }],
    refund: { status: 'partial', cents: 3_400 },
  })
  expect(made.status).toBe(200)
  for (const payment of [first, second]) await shop.unapply(payment)
  const over = await shop.payOut(first, { amount_cents: 1_601 })
  expect([over.status, over.body.code, over.body.data]).toEqual([
    409,
    'conflict',
    { reason: 'refunded', field: 'amount_cents', refundable_cents: 1_600 },
  ])
  expect(over.body.message.desc).toBe(
    'amount_cents is 16.01 USD, and 16.00 USD of the payments for the order is left to be paid back after refunds, exchanges and payouts.',
  )
  const [payout] = (await shop.payOut(first, { amount_cents: 1_000 })).body.data.payouts
  expect((await shop.payOut(second, { amount_cents: 601 })).body.data.refundable_cents).toBe(600)
  expect((await shop.payOut(second, { amount_cents: 600 })).status).toBe(200)
  expect((await shop.payOut(first, { amount_cents: 1 })).body.data.refundable_cents).toBe(0)
  // A payout that never left, and a refund that is taken back, are left to be paid out again.
  expect((await shop.reverse(payout)).status).toBe(200)
  expect((await shop.payOut(first, { amount_cents: 1_001 })).body.data.refundable_cents).toBe(1_000)
  expect((await shop.refund(made.body.data, { status: 'none' })).status).toBe(200)
  expect((await shop.payOut(first, { amount_cents: 3_001 })).body.data.unallocated_cents).toBe(3_000)
  expect((await shop.payOut(first, { amount_cents: 3_000 })).status).toBe(200)
  await provePayments(shop)
})

test('what was paid out of a payment of a consumer that bounced is not paid out again of the next one', async () => {
  const shop = await openPaidShop()
  const order = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }] })
  const bounced = await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  await shop.unapply(bounced)
  expect((await shop.payOut(bounced, { amount_cents: 2_000 })).status).toBe(200)
  expect((await shop.reverse(bounced)).status).toBe(200)
  const again = await shop.paid({ order_id: order.order_id, amount_cents: 5_000 })
  await shop.unapply(again)
  expect((await shop.payOut(again, { amount_cents: 3_001 })).body.data).toEqual({
    reason: 'refunded',
    field: 'amount_cents',
    refundable_cents: 3_000,
  })
  expect((await shop.payOut(again, { amount_cents: 3_000 })).status).toBe(200)
  expect((await shop.payOut(again, { amount_cents: 1 })).body.data.refundable_cents).toBe(0)
  await provePayments(shop)
})

test('what a payout cannot mean is refused by its field, and a member pays nothing out', async () => {
  const shop = await openPaidShop()
  const payment = await shop.paid({ amount_cents: 3_000, paid_on: daysFromNow(-2) })
  const field = async (body: object) => {
    const answer = await shop.payOut(payment, { amount_cents: 100, ...body })
    expect(answer.status).toBe(400)
    return answer.body.data.field
  }
  expect(await field({ paid_on: daysFromNow(-3) })).toBe('paid_on')
  expect(await field({ paid_on: daysFromNow(1) })).toBe('paid_on')
  expect(await field({ reason: ' ' })).toBe('reason')
  expect(await field({ amount_cents: 0 })).toBe('amount_cents')
  const yen = await shop.paid({ amount_cents: 5_000, currency: 'JPY' })
  expect((await shop.payOut(yen, { amount_cents: 150 })).body.data.field).toBe('amount_cents')
  expect((await shop.payOut({ customer_payment_id: shop.account_id }, { amount_cents: 1 })).body.code).toBe('not_found')
  const [payout] = (await shop.payOut(payment, { amount_cents: 100, paid_on: daysFromNow(-2) })).body.data.payouts
  expect((await shop.reverse(payout, { reversed_on: daysFromNow(-3) })).body.data.field).toBe('reversed_on')
  const member = await newSession(shop.tenant, { role: 'member' })
  const body = { amount_cents: 1, reason: 'x' }
  expect((await member.post(`${paymentsPath}/${payment.customer_payment_id}/pay-out`, body)).status).toBe(403)
})

test('the statement file has the payout and its reversal', async () => {
  const shop = await openPaidShop()
  const payment = await shop.paid({ amount_cents: 3_000 })
  const [payout] = (await shop.payOut(payment, { amount_cents: 1_000, reference: 'WIRE-9' })).body.data.payouts
  await shop.reverse(payout)
  const { body } = await shop.admin.get(
    `/api/v1/sales/statements/file?trading_partner_id=${shop.account_id}&currency=USD`,
  )
  expect(body.data.row_count).toBe(3)
  const { pathname, search } = new URL(body.data.export_url)
  const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  const [page] = await pdfPages(new Uint8Array(await response.arrayBuffer()))
  for (const text of ['Payout WIRE-9', 'Reversed payout WIRE-9', '-10.00', 'Closing balance USD -30.00'])
    expect(page).toContain(text)
})
