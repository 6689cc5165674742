/** `npm run verify` proves what is kept by product; each table is damaged here, and the row is named. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { findWrongProductSums } from '../../../server/insight/product_sums/verify_product_sums.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { openSalesShop, randomSales, type SalesShop, sell } from '../sales/support.ts'
import { refresh } from '../velocity/velocity_fixture.ts'

setDefaultTimeout(120_000)

const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)

async function openShop(): Promise<SalesShop> {
  const shop = await openSalesShop()
  await moveStock(
    shop.tenant,
    shop.ids,
    ['J-S', 'J-M', 'D-30'].map((sku, i) => ({
      sku,
      location: i === 1 ? 'Store' : 'Main',
      kind: 'receipt',
      quantity: 300 + i,
      occurred_at: `${daysAgo(200 - i * 60)}T08:00:00Z`,
    })),
  )
  await sell(shop, randomSales(daysAgo(150), daysAgo(1), 5))
  return shop
}

const wrongOf = ({ tenant }: SalesShop) =>
  findWrongProductSums(tenant.service.database.sql as never, tenant.organization_id)

test('sums by product are proven before, between and after folds of corrections, late rows and another time zone', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  expect(await wrongOf(shop)).toEqual([])
  await refresh(tenant)
  const [storedSum] = await sql`
    select (select count(*)::int from sales_before where organization_id = ${org}) as sales,
      (select count(*)::int from product_sales_before where organization_id = ${org}) as product_sales,
      (select count(*)::int from product_stock_before where organization_id = ${org}) as stock,
      (select count(*)::int from product_figures where organization_id = ${org}) as figures,
      (select count(*)::int from product_velocity where organization_id = ${org}) as velocities`
  for (const [table, rows] of Object.entries(storedSum!)) expect([table, rows > 0]).toEqual([table, true])
  for (const change of [
    () => sql`update sales_daily set units = units + 2 where organization_id = ${org} and day < ${daysAgo(60)}::date`,
    () => sql`delete from sales_daily where organization_id = ${org} and variant_id = ${ids.variants['D-32']!}`,
    () =>
      moveStock(tenant, ids, [
        { sku: 'D-32', location: 'Main', kind: 'receipt', quantity: 12, occurred_at: `${daysAgo(120)}T23:30:00Z` },
        { sku: 'J-S', location: 'Main', kind: 'fulfilment', quantity: -4, occurred_at: `${daysAgo(0)}T00:00:00Z` },
      ]),
    () => sql`update variants set price_cents = 4900 where organization_id = ${org} and sku = 'J-S'`,
    () => sql`update organizations set time_zone = 'Pacific/Kiritimati' where organization_id = ${org}`,
  ]) {
    await change()
    expect(await wrongOf(shop)).toEqual([])
    await refresh(tenant)
    expect(await wrongOf(shop)).toEqual([])
  }
})

test('a damaged row is named with its table, product and day, and both figures', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  await refresh(tenant)
  const jumper = ids.products.Jumper!
  const [day] = await sql<{ before: string }[]>`
    select before::text as before from sales_before_days where organization_id = ${org} order by before desc limit 1`
  const { before } = day!
  for (const [table_name, row, damage] of [
    [
      'product_sales_before',
      `product ${jumper} USD before ${before}`,
      () => sql`
        update product_sales_before set units = units + 1
        where organization_id = ${org} and product_id = ${jumper} and before = ${before}::date`,
    ],
    [
      'product_stock_before',
      `product ${jumper} before ${before}`,
      () => sql`
        delete from product_stock_before
        where organization_id = ${org} and product_id = ${jumper} and before = ${before}::date`,
    ],
    [
      'product_figures',
      `product ${jumper}`,
      () => sql`
        update product_figures set on_hand = on_hand - 1 where organization_id = ${org} and product_id = ${jumper}`,
    ],
    [
      'product_velocity',
      `product ${jumper} over 13 weeks`,
      () => sql`
        update product_velocity set units = units + 5
        where organization_id = ${org} and product_id = ${jumper} and weeks = 13`,
    ],
    [
      'sales_before',
      `variant ${ids.variants['J-M']} USD before ${before}`,
      () => sql`
        update sales_before set returned_units = returned_units + 1
        where organization_id = ${org} and variant_id = ${ids.variants['J-M']!} and before = ${before}::date`,
    ],
  ] as const) {
    const known = (await wrongOf(shop)).length
    await damage()
    const wrong = await wrongOf(shop)
    expect(wrong.length).toBeGreaterThan(known)
    const named = wrong.find((one) => one.table_name === table_name)!
    expect([named.row, named.organization_id]).toEqual([row, org])
    expect(named.found).not.toBe(named.expected)
  }
})
