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

const freight = async (shop: KeptStock, order: string, delivery_id: string, freight_cents: number) => {
  const path = `${ordersOf(shop)}/${order}/deliveries/${delivery_id}`
  expect((await shop.tenant.patch(path, { freight_cents })).status).toBe(200)
}
const rateSek = (shop: KeptStock) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency: 'SEK', rate_date: dayAgo(2), organization_currency_per_unit: 0.25 }],
  })

/** 10 at 10.00 and 1 of unknown cost, of which some leave for B; their cost becomes 12.00, and the average 10.1818. */
async function leftUnknown(shop: KeptStock, quantity: number) {
  const bought = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(bought, [['COAT', 10]], { received_at: noonAgo(2) })).body.data
  await shop.deliver(await shop.ordered([['COAT', 1, 48]], { supplier: 'SEK mill' }), [['COAT', 1]], {
    received_at: noonAgo(1),
  })
  return { bought, delivery_id, transfer: await left(shop, quantity) }
}
const worth = async (shop: KeptStock, transfer: string) => {
  const [line] = (await shop.tenant.get(`${ordersOf(shop)}/${transfer}`)).body.data.line_items
  const [a, b] = [await shop.stock('COAT', 'A'), await shop.stock('COAT', 'B')]
  const inTransit = line.in_transit_quantity * (line.unit_cost ?? 0)
  return { a: a.value, b: b.value, inTransit: Math.round(inTransit * 100) / 100 }
}

test('freight that is billed on the way at an unknown cost is part of it once that is known', async () => {
  const shop = await keptStock({ COAT: 0 })
  const { bought, delivery_id, transfer } = await leftUnknown(shop, 4)
  await freight(shop, bought, delivery_id, 5_000)
  await rateSek(shop)
  // 112.00 of goods: 71.27 here and 40.73 on the way; 50.00 of freight, 30.00 for 6 here and 20.00 for 4 on the way.
  expect(await worth(shop, transfer)).toEqual({ a: 101.27, b: 0, inTransit: 60.73 })
  expect((await shop.deliver(transfer, [['COAT', 4]])).status).toBe(200)
  expect(await worth(shop, transfer)).toEqual({ a: 101.27, b: 60.73, inTransit: 0 })
  await shop.prove()
})

test('units that arrived before the bill have none of the freight of those on the way, however they are corrected', async () => {
  const shop = await keptStock({ COAT: 0 })
  const { bought, delivery_id, transfer } = await leftUnknown(shop, 7)
  const first = (await shop.deliver(transfer, [['COAT', 3]])).body.data
  const other = await left(shop, 4)
  // The older 3 at B are sold, the newer 6 are of another purchase.
  const location_id = shop.ids.locations.B
  await shop.deliver(await shop.ordered([['COAT', 6, 10]], { location_id }), [['COAT', 6]])
  expect((await shop.ship(await shop.sold('COAT', 3, { location_id }), 'COAT', 3)).status).toBeLessThan(300)
  await freight(shop, bought, delivery_id, 5_000)
  const path = `${ordersOf(shop)}/${transfer}/deliveries/${first.delivery_id}`
  // Booked again after the bill, and had arrived before it.
  expect((await shop.tenant.patch(path, { not_in_count: true })).status).toBe(200)
  expect((await shop.deliver(transfer, [['COAT', 1]])).status).toBe(200)
  await rateSek(shop)
  // 40.00 of freight for the 8 on the way. At B came 6 at 10.00, 3 at 10.1818 and 1 at 15.1818, less 3 sold at 10.0606.
  expect(await worth(shop, transfer)).toEqual({ a: 0, b: 75.55, inTransit: 45.55 })
  expect(await worth(shop, other)).toEqual({ a: 0, b: 75.55, inTransit: 60.73 })
  await shop.prove()
})

test('freight that is taken back on the way leaves nothing', async () => {
  const shop = await keptStock({ COAT: 0 })
  const { bought, delivery_id, transfer } = await leftUnknown(shop, 4)
  await freight(shop, bought, delivery_id, 5_000)
  await freight(shop, bought, delivery_id, 0)
  await rateSek(shop)
  expect(await worth(shop, transfer)).toEqual({ a: 71.27, b: 0, inTransit: 40.73 })
  await shop.prove()
})

test('a delivery that is corrected keeps the freight of its units and of those on the way apart', async () => {
  const shop = await keptStock({ COAT: 0 })
  const bought = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(bought, [['COAT', 10]], { received_at: noonAgo(1) })).body.data
  const transfer = await left(shop, 10)
  const arrived = (await shop.deliver(transfer, [['COAT', 4]])).body.data
  await freight(shop, bought, delivery_id, 5_000)
  expect(await worth(shop, transfer)).toEqual({ a: 0, b: 60, inTransit: 90 })
  const path = `${ordersOf(shop)}/${transfer}/deliveries/${arrived.delivery_id}`
  const variant_id = shop.ids.variants.COAT
  const corrected = async (received_quantity: number) => {
    expect((await shop.tenant.patch(path, { line_items: [{ variant_id, received_quantity }] })).status).toBe(200)
    expect(await faults(shop)).toEqual([])
    return worth(shop, transfer)
  }
  // 2 more come at 15.00, with those that came at 10.00 and bear 20.00 of freight.
  expect(await corrected(6)).toEqual({ a: 0, b: 90, inTransit: 60 })
  expect(await corrected(6)).toEqual({ a: 0, b: 90, inTransit: 60 })
  // They came at 11.6667 each; the freight stays where it was billed.
  expect(await corrected(3)).toEqual({ a: 0, b: 55, inTransit: 95 })
  expect((await shop.tenant.delete(path)).status).toBe(204)
  expect(await worth(shop, transfer)).toEqual({ a: 0, b: 0, inTransit: 130 })
  expect(await faults(shop)).toEqual([])
  await shop.prove()
})
