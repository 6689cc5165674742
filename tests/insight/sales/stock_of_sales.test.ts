/** Sell-through, stockouts and return rates: the same in every read that shows them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { refresh } from '../velocity/velocity_fixture.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { openSalesShop, type SalesShop, sell } from './support.ts'

setDefaultTimeout(60_000)
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)
const at = (days: number) => `${daysAgo(days)}T00:00:00Z`

async function read({ tenant }: SalesShop, path: string): Promise<any> {
  const answer = await tenant.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.data
}

const sale = (sku: string, channel: string, days: number, units: number) => ({
  sku,
  channel,
  location: 'Main',
  day: daysAgo(days),
  units,
  gross_sales_cents: units * 1000,
})

test('stock that opens the ledger within the window counts in the sell-through of metrics as it does in the table', async () => {
  const shop = await openSalesShop()
  await moveStock(shop.tenant, shop.ids, [
    { sku: 'J-S', location: 'Main', kind: 'opening', quantity: 20, occurred_at: at(60) },
    { sku: 'D-30', location: 'Main', kind: 'opening', quantity: 10, occurred_at: at(8) },
    { sku: 'J-M', location: 'Main', kind: 'opening', quantity: 30, occurred_at: at(7) },
    { sku: 'D-30', location: 'Main', kind: 'receipt', quantity: 6, occurred_at: at(6) },
    { sku: 'D-32', location: 'Main', kind: 'opening', quantity: 50, occurred_at: at(0) },
  ])
  await sell(shop, [sale('J-S', 'Online', 5, 5), sale('D-30', 'Online', 5, 4)])
  for (const length of [10, 40]) {
    const [start, end] = [daysAgo(length), daysAgo(1)]
    const page = await read(shop, `/api/v1/sales/table?type=products&start_date=${start}&end_date=${end}`)
    const shown = page.rows.flatMap(({ product_title, sell_through }: any) =>
      sell_through.percentage === null ? [] : [[product_title, sell_through.percentage]],
    )
    const query = { domain: 'sales', measures: ['sell_through'], time_range: { kind: 'absolute', start, end } }
    const ask = async (dimensions: string[]) =>
      (await shop.tenant.post('/api/v1/metrics/query', { query: { ...query, dimensions } })).body.data.rows
    for (const store of ['rows', 'sums']) {
      if (store === 'sums') await refresh(shop.tenant)
      const byProduct = (await ask(['product'])).map((row: any) => [row.product_name, row.sell_through])
      expect([length, store, byProduct]).toEqual([
        length,
        store,
        [
          ['Jeans', 25],
          ['Jumper', 10],
        ],
      ])
      expect(byProduct.toSorted()).toEqual(shown.toSorted())
      expect(await ask([])).toEqual([{ sell_through: 13.64, sell_through_reason: null }])
    }
  }
})

test('a day with sales in another channel is no stockout, whatever channel the table is limited to', async () => {
  const shop = await openSalesShop()
  await moveStock(shop.tenant, shop.ids, [
    { sku: 'J-S', location: 'Main', kind: 'opening', quantity: 9, occurred_at: at(30) },
    { sku: 'J-S', location: 'Main', kind: 'fulfilment', quantity: -9, occurred_at: at(6) },
    { sku: 'J-M', location: 'Main', kind: 'opening', quantity: 9, occurred_at: at(6) },
  ])
  await sell(shop, [
    sale('J-S', 'Online', 8, 8),
    sale('J-S', 'Shop', 4, 1),
    sale('J-S', 'Shop', 3, 1),
    sale('J-M', 'Shop', 8, 1),
    sale('J-M', 'Online', 5, 3),
  ])
  const window = `start_date=${daysAgo(10)}&end_date=${daysAgo(1)}`
  const online = encodeURIComponent(JSON.stringify([{ key: 'channel_type', operation: 'eq', value: 'online' }]))
  const rowsOf = async (filter: string) => {
    const { rows } = await read(shop, `/api/v1/sales/table?${window}&sort_args=sku&${filter}`)
    return new Map<string, any>(rows.map((row: any) => [row.sku, row]))
  }
  const [all, some] = [await rowsOf(''), await rowsOf(`filter_args=${online}`)]
  expect(all.get('J-S').stockout_losses).toMatchObject({ stockout_days: 4, lost_units: 6.67 })
  expect(some.get('J-S').stockout_losses).toMatchObject({ stockout_days: 4, lost_units: 5.33 })
  // Sold in a store before its stock was known, so its stock is unknown online as well.
  expect([all, some].map((one) => one.get('J-M').sell_through.percentage)).toEqual([null, null])
})

test('stock that moves as a day begins was there until the day before, in the table as in velocity', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  await sql`update organizations set time_zone = 'Asia/Tokyo' where organization_id = ${shop.tenant.organization_id}`
  const inTokyo = (days: number) => `${daysAgo(days)}T00:00:00+09:00`
  await moveStock(shop.tenant, shop.ids, [
    { sku: 'J-S', location: 'Main', kind: 'opening', quantity: 8, occurred_at: inTokyo(40) },
    { sku: 'J-S', location: 'Main', kind: 'fulfilment', quantity: -8, occurred_at: inTokyo(20) },
    { sku: 'J-S', location: 'Main', kind: 'receipt', quantity: 5, occurred_at: inTokyo(10) },
  ])
  await sell(shop, [sale('J-S', 'Online', 22, 6)])
  const [velocity] = (await read(shop, '/api/v1/sales/velocity/table?search=J-S')).rows
  const { rows } = await read(shop, '/api/v1/sales/table?search=J-S')
  const { stockout_days, lost_units, lost_sales } = rows[0].stockout_losses
  expect([velocity.stockout_days, velocity.lost_units, velocity.lost_revenue.cents]).toEqual([10, 3.33, 3330])
  expect([stockout_days, lost_units, lost_sales.cents]).toEqual([10, 3.33, 3330])
})

test('lost units and sales are those of velocity to the cent, of variants and of products', async () => {
  const shop = await openSalesShop()
  const skus = ['J-S', 'J-M', 'D-30', 'D-32']
  await moveStock(
    shop.tenant,
    shop.ids,
    skus.flatMap((sku, i) => [
      { sku, location: 'Main', kind: 'opening' as const, quantity: 9, occurred_at: at(60) },
      { sku, location: 'Main', kind: 'fulfilment' as const, quantity: -9, occurred_at: at(19 - i) },
    ]),
  )
  await sell(
    shop,
    skus.map((sku, i) => ({ ...sale(sku, 'Online', 25, 7 - i), gross_sales_cents: 33_333 + 101 * i })),
  )
  for (const type of ['variants', 'products']) {
    const sorted = type === 'variants' ? 'sku' : 'product_title'
    const table = await read(shop, `/api/v1/sales/table?type=${type}&sort_args=${sorted}`)
    const velocity = await read(shop, `/api/v1/sales/velocity/table?type=${type}&sort_args=${sorted}`)
    const lost = table.rows.map(({ stockout_losses: of }: any) => [
      of.stockout_days,
      of.lost_units,
      of.lost_sales.cents,
    ])
    expect([type, lost]).toEqual([
      type,
      velocity.rows.map((row: any) => [
        row.lost_units === null ? null : row.stockout_days,
        row.lost_units,
        row.lost_revenue.cents,
      ]),
    ])
    expect(lost.filter(([days]: any) => days > 0).length).toBe(type === 'variants' ? 4 : 2)
  }
})

test('return rates of rows, totals, metrics and the summary of returns are rounded in the same way', async () => {
  const shop = await openSalesShop()
  await sell(shop, [{ ...sale('X', 'Online', 5, 800), returned_units: 57 }])
  const window = `start_date=${daysAgo(10)}&end_date=${daysAgo(1)}`
  const { rows, totals } = await read(shop, `/api/v1/sales/table?${window}`)
  const query = {
    domain: 'sales',
    measures: ['return_rate'],
    time_range: { kind: 'absolute', start: daysAgo(10), end: daysAgo(1) },
  }
  const metric = (await shop.tenant.post('/api/v1/metrics/query', { query })).body.data.rows[0]
  const summary = await read(shop, `/api/v1/sales/returns/summary?${window}`)
  const row = rows.find(({ sku }: any) => sku === 'X')
  expect([row, totals, metric, summary].map(({ return_rate }) => return_rate)).toEqual([7.13, 7.13, 7.13, 7.13])
})
