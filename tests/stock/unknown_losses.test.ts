/** Units of unknown cost that a transfer loses, or that join stock which waits for a rate: each figure says what its cost lacks. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

const ordersOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
const setRate = (shop: KeptStock, currency: string, organization_currency_per_unit: number) =>
  shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency, rate_date: dayAgo(9), organization_currency_per_unit }],
  })

async function uncosted(shop: KeptStock, quantity: number) {
  const { sql } = shop.tenant.service.database
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  const body = { supplier_id: shop.ids.suppliers.Mill, location_id: shop.ids.locations.A }
  const line_items = [{ variant_id: shop.ids.variants.COAT, quantity }]
  const { id } = (await shop.tenant.post(ordersOf(shop), { ...body, line_items })).body.data
  await shop.tenant.post(`${ordersOf(shop)}/${id}/approve`)
  const delivered = await shop.deliver(id, [['COAT', quantity]], { received_at: noonAgo(3) })
  expect(delivered.status, delivered.text).toBe(200)
  return `${ordersOf(shop)}/${id}/deliveries/${delivered.body.data.delivery_id}`
}

/** Sends coats to B, of which some arrive, while B has 10 at 12.00 of its own. */
async function shortTransfer(shop: KeptStock, sent: number, came: number) {
  const added = await shop.session.post('/api/v1/stock-adjustments', {
    reason: 'initial_count',
    lines: [{ sku: 'COAT', location_id: shop.ids.locations.B, quantity: 10, unit_cost: 12 }],
  })
  expect(added.status, added.text).toBeLessThan(300)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 10, value: 120 })
  const transfer = await shop.ordered([['COAT', sent, 0]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: shop.ids.locations.A,
    location_id: shop.ids.locations.B,
  })
  await shop.tenant.post(`${ordersOf(shop)}/${transfer}/issue`)
  if (came > 0) expect((await shop.deliver(transfer, [['COAT', came]])).status).toBe(200)
  return transfer
}

async function lossOf(shop: KeptStock, transfer: string) {
  const rows = await shop.movements(`document_type=transfer_order_delivery&document_id=${transfer}&kind=write_off`)
  return rows.map(({ quantity_delta, unit_cost, cost_basis }) => [
    quantity_delta,
    unit_cost.cents,
    cost_basis,
    unit_cost.reason,
  ])
}

test.each([
  ['lack a rate', 'no exchange rate of SEK'],
  ['have no stated cost', 'no cost of them was stated'],
])('units that %s and are lost on a transfer are no loss at the average of its destination', async (lack, words) => {
  const shop = await keptStock({ COAT: 0 })
  if (lack === 'lack a rate') {
    const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
    await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })
  } else await uncosted(shop, 10)
  const transfer = await shortTransfer(shop, 4, 0)
  expect((await shop.tenant.patch(`${ordersOf(shop)}/${transfer}`, { status: 'closed' })).status).toBe(200)
  expect(await lossOf(shop, transfer)).toEqual([[-4, null, 'unknown', expect.stringContaining(words)]])
  // The stock at the destination keeps its value.
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 10, value: 120 })
  await shop.prove()
  await setRate(shop, 'SEK', 0.2)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 10, value: 120 })
  await shop.prove()
})

test('units that arrived by the same transfer wait for their rate, those that were lost do not change them', async () => {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })
  const transfer = await shortTransfer(shop, 5, 4)
  expect((await shop.tenant.patch(`${ordersOf(shop)}/${transfer}`, { status: 'closed' })).status).toBe(200)
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 14, value: null })
  await setRate(shop, 'SEK', 0.2)
  // 10 at 12.00 and 4 at 8.00.
  expect(await shop.stock('COAT', 'B')).toEqual({ units: 14, value: 152 })
  await shop.prove()
})

test('a receipt without a cost that joins stock without a rate says that its cost is not stated, and the stock says both', async () => {
  const shop = await keptStock({ COAT: 0 })
  const order = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(4) })
  const path = await uncosted(shop, 5)
  const reason = async () =>
    (await shop.tenant.get(`/api/v1/variants/${shop.ids.variants.COAT}`)).body.data.inventory_value.reason
  expect(await reason()).toMatch(/no exchange rate of SEK is on file.*, and no cost of them was stated/)
  const [row] = await shop.movements(`document_type=purchase_order_delivery&document_id=${path.split('/').at(-1)}`)
  const [line] = (await shop.tenant.get(path)).body.data.line_items
  for (const one of [row.unit_cost.reason, row.landed_unit_cost.reason, line.landed_reason]) {
    expect(one).toContain('no cost of them was stated')
    expect(one).not.toContain('SEK')
  }
  await setRate(shop, 'SEK', 0.2)
  // What is lacking is what the reason names, no more.
  expect(await shop.stock('COAT')).toEqual({ units: 15, value: null })
  expect([(await reason()).includes('SEK'), (await reason()).includes('no cost of them was stated')]).toEqual([
    false,
    true,
  ])
  expect(
    (await shop.tenant.patch(path, { line_items: [{ variant_id: shop.ids.variants.COAT, unit_cost: 6 }] })).status,
  ).toBe(200)
  await setRate(shop, 'NOK', 0.1)
  // 10 at 8.00 and 5 at 6.00.
  expect(await shop.stock('COAT')).toEqual({ units: 15, value: 110 })
  await shop.prove()
})
