/** Costs that have no end, such as a third of a dollar: what they come to together is exact, whatever becomes of the units. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'
import { proveSales } from '../support/prove_sales.ts'

setDefaultTimeout(60_000)

/** A case of three costs 1.00: a unit in the supplier's currency is worth 0.3333333333. */
async function thirds(stock = 0) {
  const shop = await keptStock({ COAT: stock })
  const rates = [{ currency: 'EUR', rate_date: dayAgo(9), organization_currency_per_unit: 0.3333333333 }]
  expect((await shop.session.post('/api/v1/exchange-rates', { rates })).status).toBe(200)
  const order = await shop.ordered([['COAT', 3_000, 1]], { supplier: 'EUR mill' })
  return { shop, order, path: pathOf(shop, order) }
}

const pathOf = ({ tenant }: KeptStock, order: string) =>
  `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${order}`

/** Cost of sales by the ledger of sales, in cents. */
async function costOfSales({ tenant }: KeptStock) {
  const [row] = await tenant.service.database.sql`
    select coalesce(round(sum(known_cost_cents)), 0)::float8 as cost from sales_daily
    where organization_id = ${tenant.organization_id}`
  return row!.cost
}

/** The second route: what the ledger's rows come to, and what the stock at each location does. */
async function values({ tenant, ids }: KeptStock) {
  const rows = await tenant.service.database.sql`
    select round(sum(m.quantity_delta * coalesce(m.landed_unit_cost, 0)
      + case when m.adjusted_stock = 'on_hand' then m.adjusted_cost else 0 end), 4)::float8 as moved
    from stock_movements m where m.organization_id = ${tenant.organization_id}`
  const [level] = await tenant.service.database.sql`
    select round(sum(on_hand * average_cost), 4)::float8 as held from stock_levels
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.COAT!}`
  return [rows[0]!.moved, level!.held]
}

async function prove(shop: KeptStock): Promise<void> {
  await shop.prove()
  const { organization_id, service } = shop.tenant
  const { sales } = await proveSales(service.database.sql as never, { organization_id, is_full: true })
  expect(sales.faults).toEqual([])
}

test('1,000 cases of 3 at 1.00 come to 1,000.00, in parts too, and a unit cost has the decimals that its value needs', async () => {
  const { shop, order, path } = await thirds()
  for (const units of [1, 999, 2_000]) expect((await shop.deliver(order, [['COAT', units]])).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 3_000, value: 1_000 })
  expect(await values(shop)).toEqual([1_000, 1_000])
  const { deliveries } = (await shop.tenant.get(path)).body.data
  expect(deliveries[0].line_items[0]).toMatchObject({ unit_cost: 0.3333, landed_unit_cost: 0.3333 })
  const { stock } = (await shop.tenant.get(`/api/v1/variants/${shop.ids.variants.COAT}`)).body.data
  expect(stock[0].average_cost).toMatchObject({ cents: 33, usd: 0.3333333333 })
  const [movement] = await shop.movements(
    `document_type=purchase_order_delivery&document_id=${deliveries[0].delivery_id}`,
  )
  expect(movement.unit_cost.usd).toBe(0.3333333333)
  await prove(shop)
})

test('a transfer and a shipment of all of it take exactly what came', async () => {
  const { shop, order } = await thirds()
  await shop.deliver(order, [['COAT', 3_000]])
  const { A, B } = shop.ids.locations
  const transfer = await shop.ordered([['COAT', 1_501, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: A,
    location_id: B,
  })
  await shop.tenant.post(`${pathOf(shop, transfer)}/issue`)
  for (const units of [1, 1_500]) await shop.deliver(transfer, [['COAT', units]])
  expect(await shop.stock('COAT')).toEqual({ units: 1_499, value: 499.67 })
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 1_501, value: 500.33 })
  expect(await values(shop)).toEqual([1_000, 1_000])
  await shop.ship(await shop.sold('COAT', 1_499), 'COAT', 1_499)
  expect(await costOfSales(shop)).toBe(49_967)
  expect(await shop.stock('COAT')).toEqual({ units: 0, value: 0 })
  await prove(shop)
})

test('a corrected quantity and a removed delivery leave what was there before, to the last decimal', async () => {
  const { shop, order, path } = await thirds(7)
  const { delivery_id } = (await shop.deliver(order, [['COAT', 2_000]])).body.data
  const correct = (body: object) => shop.tenant.patch(`${path}/deliveries/${delivery_id}`, body)
  const variant_id = shop.ids.variants.COAT
  expect((await correct({ line_items: [{ variant_id, received_quantity: 3_000 }] })).status).toBe(200)
  // 7 at 12.00 are 84.00.
  expect(await shop.stock('COAT')).toEqual({ units: 3_007, value: 1_084 })
  // 1,000.01 EUR are 333.3366666 USD, which 3,000 units share.
  expect((await correct({ freight_cents: 100_001 })).status).toBe(200)
  expect(await values(shop)).toEqual([1_417.3367, 1_417.3367])
  expect(await shop.stock('COAT')).toEqual({ units: 3_007, value: 1_417.34 })
  await prove(shop)
  expect((await shop.tenant.delete(`${path}/deliveries/${delivery_id}`)).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 7, value: 84 })
  const [level] = await shop.tenant.service.database.sql`
    select average_cost::text as cost from stock_levels where organization_id = ${shop.tenant.organization_id}
      and variant_id = ${variant_id!}`
  expect(Math.abs(Number(level!.cost) - 12)).toBeLessThan(1e-6)
  const [late] = await shop.tenant.service.database.sql`
    select sum(adjusted_cost)::text as cost from stock_movements
    where organization_id = ${shop.tenant.organization_id} and adjusted_cost is not null`
  expect(Number(late!.cost)).toBe(0)
  await prove(shop)
})

test('a cost that is sent as it is shown leaves the exact one', async () => {
  const { shop, order, path } = await thirds()
  const { delivery_id } = (await shop.deliver(order, [['COAT', 3_000]], { received_at: noonAgo(2) })).body.data
  const variant_id = shop.ids.variants.COAT
  await shop.tenant.patch(`${path}/deliveries/${delivery_id}`, { line_items: [{ variant_id, unit_cost: 1 }] })
  expect(await shop.movements(`document_type=cost_correction&document_id=${delivery_id}`)).toEqual([])
  expect(await shop.stock('COAT')).toEqual({ units: 3_000, value: 1_000 })
})
