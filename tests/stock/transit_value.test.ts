/** Units in transit are proven to be worth what left for there, less what arrived, with what was billed meanwhile. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { transitValueFaultsOf } from '../../server/ledger/verify.rules.ts'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

const ordersOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`

/** A transfer that left A for B. */
async function left(shop: KeptStock, quantity: number) {
  const transfer = await shop.ordered([['COAT', quantity, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
  })
  expect((await shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)).status).toBe(200)
  return transfer
}

const faults = async ({ tenant }: KeptStock) => {
  const { organization_id, service } = tenant
  const proof = await verifyLedger(service.database.sql as never, { organization_id })
  return proof.faults.map(({ kind, sentence }) => [kind, sentence])
}

const damage = ({ tenant }: KeptStock, change: string) =>
  tenant.service.database.sql.unsafe(
    `update purchase_order_lines set unit_cost = ${change}
     where organization_id = '${tenant.organization_id}' and in_transit_quantity > 0`,
  )

test('what left, arrived in part and was billed on the way adds up, and a line at another cost is found', async () => {
  const shop = await keptStock({ COAT: 0 })
  const bought = await shop.ordered([['COAT', 12, 10]])
  const { delivery_id } = (await shop.deliver(bought, [['COAT', 12]], { received_at: noonAgo(1) })).body.data
  const first = await left(shop, 7)
  expect((await shop.deliver(first, [['COAT', 3]])).status).toBe(200)
  await left(shop, 2)
  expect(await faults(shop)).toEqual([])
  const bill = await shop.tenant.patch(`${ordersOf(shop)}/${bought}/deliveries/${delivery_id}`, {
    freight_cents: 1_000,
  })
  expect(bill.status).toBe(200)
  expect(await faults(shop)).toEqual([])
  await damage(shop, 'unit_cost + 0.5')
  const [fault, ...others] = await faults(shop)
  expect([fault![0], others]).toEqual(['in_transit_value_wrong', []])
  expect(fault![1]).toMatch(/^the units in transit are worth 6[78].*, but the movements come to 65$/)
})

test('units on the way at an unknown cost are not compared, and are once it is known', async () => {
  const shop = await keptStock({ COAT: 0 })
  const bought = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(bought, [['COAT', 10]], { received_at: noonAgo(1) })
  await left(shop, 4)
  expect(await faults(shop)).toEqual([])
  const rates = [{ currency: 'SEK', rate_date: dayAgo(2), organization_currency_per_unit: 0.2 }]
  await shop.session.post('/api/v1/exchange-rates', { rates })
  expect(await faults(shop)).toEqual([])
})

test('a difference of a division by units is none', () => {
  const of = (value: string) =>
    transitValueFaultsOf({ variant_id: 'v', location_id: 'l', value, moved: '10' }).map(({ kind }) => kind)
  expect([of('10'), of('10.0001'), of('9.9999')]).toEqual([[], [], []])
  expect([of('10.00010001'), of('9.99989')]).toEqual([['in_transit_value_wrong'], ['in_transit_value_wrong']])
})

test('freight that is billed on the way leaves an unknown cost unknown, and never 0', async () => {
  const shop = await keptStock({ COAT: 0 })
  const bought = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(bought, [['COAT', 10]], { received_at: noonAgo(2) })).body.data
  await shop.deliver(await shop.ordered([['COAT', 1, 40]], { supplier: 'SEK mill' }), [['COAT', 1]], {
    received_at: noonAgo(1),
  })
  const transfer = await left(shop, 4)
  const bill = await shop.tenant.patch(`${ordersOf(shop)}/${bought}/deliveries/${delivery_id}`, {
    freight_cents: 5_000,
  })
  expect(bill.status).toBe(200)
  const [line] = (await shop.tenant.get(`${ordersOf(shop)}/${transfer}`)).body.data.line_items
  expect([line.in_transit_quantity, line.unit_cost]).toEqual([4, null])
  expect((await shop.deliver(transfer, [['COAT', 4]])).status).toBe(200)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 4, value: null })
  expect(await faults(shop)).toEqual([])
})
