import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Answer } from '../../support/service/tenant.ts'
import { path } from '../support/orders.ts'
import { openCreditedShop, proveCredits } from './credited_shop.ts'

setDefaultTimeout(120_000)

const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? status : body.code)).toSorted()

test('many allowances at once credit no more than the invoice bills', async () => {
  const shop = await openCreditedShop()
  const invoice = await shop.invoiced(await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.allow(invoice, { amount_cents: 1000 })))
  expect(codes(answers)).toEqual([201, 201, 'conflict', 'conflict', 'conflict', 'conflict'] as never)
  await proveCredits(shop)
})

test('one return credited twice at once gets one credit note, and two returns one each', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await shop.invoiced(order)
  const [first, second] = [await shop.takeBack(order, 1), await shop.takeBack(order, 1)]
  const answers = await Promise.all([first, first, second, second].map((returned) => shop.creditReturn(returned)))
  expect(codes(answers)).toEqual([201, 201, 'conflict', 'conflict'] as never)
  await proveCredits(shop)
})

test('a return, its credit note and a refund against a void of the shipment: one wins, and nothing is credited twice', async () => {
  const shop = await openCreditedShop()
  for (let i = 0; i < 3; i++) {
    const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] })
    const invoice = await shop.invoiced(order)
    const voiding = `${path}/${order.order_id}/shipments/${order.shipments[0].shipment_id}/void`
    const credit = async () => {
      const returned = await shop.takeBack(order, 1)
      return shop.creditReturn(returned)
    }
    const [credited, voided, allowed] = await Promise.allSettled([
      credit(),
      shop.admin.post(voiding, { reason: 'Never left' }),
      shop.allow(invoice, { amount_cents: 2500 }),
    ])
    const won = [credited, voided, allowed].filter((one) => one.status === 'fulfilled' && one.value.status < 300)
    expect(won.length).toBeGreaterThanOrEqual(1)
    await proveCredits(shop)
  }
})

test('credit notes of many orders at once have numbers without gaps', async () => {
  const shop = await openCreditedShop()
  const invoices = []
  for (let i = 0; i < 6; i++)
    invoices.push(await shop.invoiced(await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] })))
  // Every second one credits more than there is, and is refused.
  const answers = await Promise.all(
    invoices.map((invoice, i) => shop.allow(invoice, { amount_cents: i % 2 === 0 ? 1 : 2501 })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 201, 409])
  expect(answers.flatMap(({ body }) => body.data?.name?.slice(8) ?? []).toSorted()).toEqual(['0001', '0002', '0003'])
  await proveCredits(shop)
})
