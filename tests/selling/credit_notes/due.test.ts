/** A return says that a credit note is due until all of its units that were sold are credited. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { returnsPath } from '../returns/returned_shop.ts'
import {
  type CreditedShop,
  netByDay,
  openCreditedShop,
  proveCredits,
  receivedOn,
  shippedOn,
  today,
} from './credited_shop.ts'

setDefaultTimeout(60_000)

async function invoicedOrder(shop: CreditedShop, quantity = 3): Promise<any> {
  const order = await shop.sold({ terms: 'prepaid', lines: [{ sku: 'J-S', quantity }] })
  await shop.invoiced(order)
  return order
}

const isDue = async ({ tenant }: CreditedShop, { id }: { id: number }) =>
  (await tenant.get(`${returnsPath}/${id}`)).body.data.credit.is_due

const arrive = ({ tenant }: CreditedShop, { id }: { id: number }, units: number, disposition: string) =>
  tenant.post(`${returnsPath}/${id}/receive`, {
    received_at: receivedOn,
    lines: [{ sku: 'J-S', received_quantity: units, disposition }],
  })

test('a credit note that is cancelled is due again, by itself and with its exchange', async () => {
  const shop = await openCreditedShop()
  const order = await invoicedOrder(shop)
  const returned = await shop.takeBack(order, 1)
  expect(await isDue(shop, returned)).toBe(true)
  const [note] = (await shop.creditReturn(returned)).body.data.credit_notes
  expect(await isDue(shop, returned)).toBe(false)
  await shop.cancel(note)
  expect(await isDue(shop, returned)).toBe(true)
  await shop.creditReturn(returned)
  expect(await isDue(shop, returned)).toBe(false)

  const exchanged = await shop.takeBack(order, 1)
  const address = `${returnsPath}/${exchanged.id}/exchange`
  const lines = [{ sku: 'J-S', quantity: 1, unit_price_cents: 2500 }]
  expect((await shop.admin.post(address, { settlement: 'credit_note', lines })).status).toBe(201)
  expect(await isDue(shop, exchanged)).toBe(false)
  expect((await shop.admin.post(`${address}/cancel`, { reason: 'Agreed otherwise' })).status).toBe(200)
  await shop.receive(exchanged, 1)
  expect(await isDue(shop, exchanged)).toBe(true)
  await shop.creditReturn(exchanged)
  expect(await isDue(shop, exchanged)).toBe(false)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 7500, [today()]: -5000 })
  await proveCredits(shop)
})

test('units that come after the credit note are due, and those that are missing are not', async () => {
  const shop = await openCreditedShop()
  const returned = await shop.takeBack(await invoicedOrder(shop), 3)
  await arrive(shop, returned, 2, 'missing')
  await shop.creditReturn(returned)
  expect(await isDue(shop, returned)).toBe(false)
  await arrive(shop, returned, 2, 'restock')
  expect(await isDue(shop, returned)).toBe(true)
  await shop.creditReturn(returned)
  expect(await isDue(shop, returned)).toBe(false)
  await proveCredits(shop)
})

test('nothing is due once a refund or none is stated, or the return is cancelled', async () => {
  const shop = await openCreditedShop()
  const order = await invoicedOrder(shop)
  const stated = await shop.takeBack(order, 1, { refund: { status: 'none' } })
  const refunded = await shop.takeBack(order, 1, { refund: { status: 'partial', cents: 100 } })
  const cancelled = await shop.takeBack(order, 1)
  await shop.creditReturn(cancelled)
  await shop.tenant.post(`${returnsPath}/${cancelled.id}/cancel`)
  expect([await isDue(shop, stated), await isDue(shop, refunded), await isDue(shop, cancelled)]).toEqual([
    false,
    false,
    false,
  ])
  await proveCredits(shop)
})

test('units that came back beyond all that shipped are neither due nor in the way of the others', async () => {
  const shop = await openCreditedShop()
  const returned = await shop.takeBack(await invoicedOrder(shop, 2), 2)
  expect((await arrive(shop, returned, 3, 'restock')).body.data).toMatchObject({ state: 'closed', units_received: 3 })
  const { status, body } = await shop.creditReturn(returned)
  expect([status, body.data.credit_notes[0].lines[0].quantity]).toEqual([201, 2])
  expect(await isDue(shop, returned)).toBe(false)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [receivedOn]: -5000 })
  await proveCredits(shop)
})
