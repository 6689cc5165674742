/** Sales in a currency without an exchange rate: which figures need one, and where rows without a figure are. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { insertRows, moveStock } from '../../support/fixtures/catalogue.ts'
import { categoryOf, dollars, openSalesShop, type SalesShop } from './support.ts'

setDefaultTimeout(60_000)
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)
const [start, end] = [daysAgo(10), daysAgo(1)]
const window = `start_date=${start}&end_date=${end}`
const time_range = { kind: 'absolute', start, end }

const rowOf = ({ ids }: SalesShop, sku: string, currency: string, gross_sales_cents: number) => ({
  variant_id: ids.variants[sku],
  day: daysAgo(4),
  sales_channel_id: ids.sales_channels.Online,
  location_id: ids.locations.Main,
  currency,
  units: 2,
  returned_units: 0,
  gross_sales_cents,
  discounts_cents: 0,
  returns_cents: 0,
  taxes_cents: 0,
})

/** Every product sold in dollars; `foreign` also in francs, for which there is no rate. */
async function openShop(foreign: readonly string[]): Promise<SalesShop> {
  const shop = await openSalesShop()
  const inDollars = Object.keys(categoryOf).map((sku, i) => rowOf(shop, sku, 'USD', (i + 1) * 1000))
  await insertRows(shop.tenant, 'sales_daily', inDollars)
  const inFrancs = foreign.map((sku) => rowOf(shop, sku, 'CHF', 90_000))
  await insertRows(shop.tenant, 'sales_daily', inFrancs)
  return shop
}

async function read({ tenant }: SalesShop, path: string): Promise<any> {
  const answer = await tenant.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.data ?? answer.body
}

const fold = async ({ tenant }: SalesShop) => {
  while ((await foldSalesDeltas(tenant.service.database.sql as never)) > 0);
}

test('sales that were taken back need no exchange rate, in no read and before and after they are folded', async () => {
  const shop = await openShop([])
  await fold(shop)
  const { sql } = shop.tenant.service.database
  const expectAll = async (moment: string) => {
    const { cards, charts } = await read(shop, '/api/v1/sales/new-overview')
    const jeans = encodeURIComponent(JSON.stringify([{ key: 'product_title', operation: 'eq', value: 'Jeans' }]))
    const ofJeans = await read(shop, `/api/v1/sales/new-overview?charts=revenue&filter_args=${jeans}`)
    const variants = await read(shop, `/api/v1/sales/table?${window}&sort_args=sku`)
    const products = await read(shop, `/api/v1/sales/table?${window}&type=products&sort_args=net_sales`)
    const net = await read(shop, `/api/v1/sales/net-sales?${window}&grain=month`)
    const analytics = await read(shop, `/api/v1/sales/analytics?${window}`)
    const denim = net.rows.filter((row: any) => row.category === 'Denim')
    expect([
      moment,
      cards.find(({ key }: any) => key === 'net_sales').value,
      charts.revenue,
      ofJeans.charts.revenue.cents,
      variants.totals.net_sales.cents,
      variants.rows.map(({ net_sales }: any) => net_sales.cents),
      products.totals.net_sales.cents,
      products.rows.map(({ net_sales }: any) => net_sales.cents),
      denim.reduce((sum: number, { net_sales }: any) => sum + net_sales.cents, 0),
      analytics.Denim.revenue_total,
    ]).toEqual([
      moment,
      150,
      dollars(15_000),
      7000,
      15_000,
      [3000, 4000, 2000, 1000, 5000],
      15_000,
      [3000, 5000, 7000],
      7000,
      70,
    ])
  }
  await insertRows(shop.tenant, 'sales_daily', [rowOf(shop, 'D-30', 'CHF', 90_000)])
  expect((await read(shop, `/api/v1/sales/table?${window}`)).totals.net_sales.cents).toBeNull()
  const takeBack = () =>
    sql`delete from sales_daily where organization_id = ${shop.tenant.organization_id} and currency = 'CHF'`
  await takeBack()
  await expectAll('neither is folded')
  await insertRows(shop.tenant, 'sales_daily', [rowOf(shop, 'D-30', 'CHF', 90_000)])
  await fold(shop)
  await takeBack()
  await expectAll('the sale is folded')
  await fold(shop)
  await expectAll('both are folded')
})

test('rows without a figure for want of a rate come last in either direction', async () => {
  const shop = await openShop(['D-30', 'D-32'])
  for (const [direction, names] of [
    ['descending', ['Gift card', 'Jumper', 'Jeans']],
    ['ascending', ['Jumper', 'Gift card', 'Jeans']],
  ] as const)
    for (const key of ['net_sales', 'average_selling_price']) {
      const query = { domain: 'sales', measures: [key], dimensions: ['product'], time_range }
      const ordered = { ...query, order_by: { key, direction } }
      const { body } = await shop.tenant.post('/api/v1/metrics/query', { query: ordered })
      const found = body.data.rows.map((row: any) => row.product_name)
      expect([key, direction, found]).toEqual([key, direction, names])
    }
  const { charts } = await read(shop, '/api/v1/sales/new-overview?charts=sales_by_variant')
  expect(charts.sales_by_variant.map(({ value, net_sales }: any) => [value, net_sales.cents])).toEqual([
    ['X', 5000],
    ['J-M', 2000],
    ['J-S', 1000],
    ['D-30', null],
    ['D-32', null],
  ])
})

test('units lost to stockouts need no exchange rate, and their value does', async () => {
  const shop = await openShop(['D-30'])
  const [opened, sold] = [`${daysAgo(30)}T00:00:00Z`, `${daysAgo(5)}T00:00:00Z`]
  await moveStock(
    shop.tenant,
    shop.ids,
    ['D-30', 'D-32'].flatMap((sku) => [
      { sku, location: 'Main', kind: 'opening' as const, quantity: 9, occurred_at: opened },
      { sku, location: 'Main', kind: 'fulfilment' as const, quantity: -9, occurred_at: sold },
    ]),
  )
  const { rows } = await read(shop, `/api/v1/sales/table?${window}&sort_args=sku&fields=sku,stockout_losses`)
  // In stock on the five days before and on the day of the sale, which is one of the five days without stock.
  expect(rows.slice(0, 2).map(({ stockout_losses }: any) => stockout_losses)).toMatchObject([
    { stockout_days: 4, lost_units: 2.67, lost_sales: { cents: null }, variants_measured: 1, reason: null },
    { stockout_days: 4, lost_units: 1.33, lost_sales: dollars(2660), variants_measured: 1, reason: null },
  ])
  expect(rows[0].stockout_losses.lost_sales.reason).toContain('CHF')
})
