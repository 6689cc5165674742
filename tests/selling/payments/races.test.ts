/** Writers that meet on the last open amount. Whatever comes first, the rows agree after. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openPaidShop, proveBalances, provePayments } from './paid_shop.ts'

setDefaultTimeout(180_000)

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

test('payments that meet on the last open amount pay it once', async () => {
  const shop = await openPaidShop()
  for (let round = 0; round < 3; round++) {
    const { invoice } = await shop.billed(2)
    const use = { amount_cents: 5_000, allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }] }
    const answers = await Promise.all([1, 2, 3].map(() => shop.pay(use)))
    expect(statuses(answers)).toEqual([201, 409, 409])
    expect((await shop.balance(invoice)).open.cents).toBe(0)
  }
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('a payment against a credit note, a void and a reversal leaves no invoice paid beyond what it bills', async () => {
  const shop = await openPaidShop()
  for (let round = 0; round < 3; round++) {
    const [credited, voided, reversed] = [
      (await shop.billed(2)).invoice,
      (await shop.billed(2)).invoice,
      (await shop.billed(2)).invoice,
    ]
    const use = ({ invoice_id }: any) => ({ amount_cents: 5_000, allocations: [{ invoice_id, amount_cents: 5_000 }] })
    const earlier = await shop.paid({ amount_cents: 5_000 })
    const answers = await Promise.all([
      shop.pay(use(credited)),
      shop.allow(credited, { amount_cents: 1_000 }),
      shop.pay(use(voided)),
      shop.voided(voided),
      shop.apply(earlier, use(reversed).allocations),
      shop.reverse(earlier),
    ])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    // A credit, a void and a reversal never wait for the account's money.
    expect([answers[1]!.status, answers[3]!.status, answers[5]!.status]).toEqual([201, 200, 200])
    const open = await Promise.all(
      [credited, voided, reversed].map(async (one) => (await shop.balance(one)).open.cents),
    )
    expect(open).toEqual([answers[0]!.status === 201 ? 0 : 4_000, 0, 5_000])
  }
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('payouts and applications that meet on the last unallocated money take it once', async () => {
  const shop = await openPaidShop()
  for (let round = 0; round < 3; round++) {
    const payment = await shop.paid({ amount_cents: 5_000 })
    const both = await Promise.all([1, 2, 3].map(() => shop.payOut(payment, { amount_cents: 3_000 })))
    expect(statuses(both)).toEqual([200, 409, 409])
    expect((await shop.payment(payment)).unallocated.cents).toBe(2_000)
    const { invoice } = await shop.billed(1)
    const answers = await Promise.all([
      shop.payOut(payment, { amount_cents: 2_000 }),
      shop.apply(payment, [{ invoice_id: invoice.invoice_id, amount_cents: 2_000 }]),
    ])
    expect(statuses(answers)).toEqual([200, 409])
    expect((await shop.payment(payment)).unallocated.cents).toBe(0)
    const [payout] = (await shop.payment(payment)).payouts
    expect(statuses(await Promise.all([shop.reverse(payout), shop.reverse(payout)]))).toEqual([200, 409])
  }
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('a refund and payouts that meet on the money of a consumer pay it back once', async () => {
  const shop = await openPaidShop()
  for (let round = 0; round < 4; round++) {
    const order = await shop.placed({
      lifecycle: 'open',
      lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 2_500 }],
    })
    const free = await shop.paid({ order_id: order.order_id, amount_cents: 3_000 })
    const onOrder = await shop.paid({ order_id: order.order_id, amount_cents: 2_000 })
    await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
    const back = await shop.takeBack(order, 2)
    await shop.unapply(free)
    const answers = await Promise.all([
      shop.refund(back, { status: 'partial', cents: 2_000 }),
      shop.payOut(free, { amount_cents: 2_000 }),
      shop.payOut(free, { amount_cents: 2_000 }),
      shop.unapply(onOrder).then(() => shop.payOut(onOrder, { amount_cents: 2_000 })),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const paidBack = answers.filter(({ status }) => status === 200).length * 2_000
    expect(paidBack).toBeLessThanOrEqual(5_000)
    expect(paidBack).toBeGreaterThanOrEqual(2_000)
  }
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('the verification names a balance that does not follow from documents, a payment and an invoice', async () => {
  const shop = await openPaidShop()
  const { invoice, order } = await shop.billed(2)
  const payment = await shop.paid({
    amount_cents: 5_000,
    allocations: [{ invoice_id: invoice.invoice_id, amount_cents: 5_000 }],
  })
  expect(await proveBalances(shop)).toEqual([])
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`update payment_allocations set amount_cents = 5001 where organization_id = ${organization_id}`
  expect((await proveBalances(shop)).map((one: any) => one.sentence)).toEqual([
    `payment ${payment.customer_payment_id} of 5000 pays 5001`,
    `${invoice.name} is paid by 5001, and bills 5000 less credit notes`,
  ])
  await sql`update payment_allocations set amount_cents = 5000 where organization_id = ${organization_id}`
  await sql`update customer_payments set trading_partner_id = null, order_id = ${order.order_id}
    where organization_id = ${organization_id}`
  expect((await proveBalances(shop)).map((one: any) => one.sentence)).toEqual([
    `account ${shop.account_id} owes 5000 USD by its documents, and 0 by its balances`,
    `payment ${payment.customer_payment_id} pays ${invoice.name}, which is of another payer, order or currency`,
  ])
})
