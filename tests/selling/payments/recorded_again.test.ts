/** After a reversal, a payment of the same external_id is recorded again if that is said, and never by a mere repeat. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { today } from '../credit_notes/credited_shop.ts'
import { openPaidShop, paymentsPath, proveBalances, provePayments } from './paid_shop.ts'

setDefaultTimeout(120_000)

test('a payment that was reversed is named to a repeat, and recorded again as a new one if that is said', async () => {
  const shop = await openPaidShop()
  const body = { external_id: 'bank-1', amount_cents: 2_000 }
  const first = await shop.paid({ ...body, record_again: true })
  expect((await shop.paid({ ...body, record_again: true })).customer_payment_id).toBe(first.customer_payment_id)
  await shop.reverse(first)
  for (const repeated of [body, { ...body, amount_cents: 1_900 }, { ...body, record_again: false }]) {
    const refused = await shop.pay(repeated)
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      409,
      'conflict',
      {
        reason: 'reversed',
        field: 'external_id',
        customer_payment_id: first.customer_payment_id,
        reversed_on: today(),
      },
    ])
  }
  const second = await shop.paid({ ...body, amount_cents: 1_900, record_again: true })
  expect(second).toMatchObject({ kind: 'payment', external_id: 'bank-1', amount: { cents: 1_900 } })
  // Repeats of it answer it, with and without the word; the content of the first one is another payment.
  for (const repeated of [{}, { record_again: true }])
    expect((await shop.paid({ ...body, amount_cents: 1_900, ...repeated })).customer_payment_id).toBe(
      second.customer_payment_id,
    )
  for (const repeated of [body, { ...body, record_again: true }])
    expect((await shop.pay(repeated)).body.data).toEqual({
      reason: 'external_id',
      field: 'external_id',
      customer_payment_id: second.customer_payment_id,
    })
  await shop.reverse(second)
  expect((await shop.pay(body)).body.data.customer_payment_id).toBe(second.customer_payment_id)
  const third = await shop.paid({ ...body, record_again: true })
  const { rows } = (await shop.admin.get(`${paymentsPath}?external_id=bank-1`)).body.data
  expect(rows.map(({ customer_payment_id, kind }: any) => [customer_payment_id, kind])).toEqual([
    [third.customer_payment_id, 'payment'],
    [second.customer_payment_id, 'reversed_payment'],
    [first.customer_payment_id, 'reversed_payment'],
  ])
  await provePayments(shop)
  expect(await proveBalances(shop)).toEqual([])
})

test('a payment that is recorded again by several at once is recorded once', async () => {
  const shop = await openPaidShop()
  const body = { external_id: 'bank-1', amount_cents: 2_000 }
  await shop.reverse(await shop.paid(body))
  const answers = await Promise.all([1, 2, 3].map(() => shop.pay({ ...body, record_again: true })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((one) => one.body.data.customer_payment_id)).size).toBe(1)
  expect((await shop.admin.get(`${paymentsPath}?external_id=bank-1`)).body.data.rows).toHaveLength(2)
  await provePayments(shop)
})
