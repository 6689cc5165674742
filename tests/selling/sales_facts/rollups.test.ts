import { expect, setDefaultTimeout, test } from 'bun:test'
import { foldSalesDeltas } from '../../../server/selling/sales_facts/fold_sales.ts'
import { salesByChannel, salesByProduct } from '../../../server/selling/sales_facts/rollups.ts'
import { explainWrite } from '../../support/plans.ts'
import { openShop, placeOrder, type Shop, useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()
const march = { start: '2026-03-01', end: '2026-03-31' }

const byCategory = async ({ organization_id }: Shop): Promise<any[]> =>
  db().write(
    (sql) => sql`
      select c.name, sum(s.units)::int as units, sum(s.gross_sales_cents)::int as gross
      from (${salesByProduct(sql, organization_id, march)}) s
      join products p on p.organization_id = ${organization_id} and p.product_id = s.product_id
      join categories c on c.organization_id = ${organization_id} and c.category_id = p.category_id
      group by c.name order by c.name`,
  )

test('sums by category are exact before, between and after folds, and follow a product into another category', async () => {
  const shop = await openShop()
  const place = (day: string, sku: string, quantity: number) =>
    db().write((sql) => placeOrder(sql, shop, { day, lines: [{ sku, quantity, unit_price_cents: 100 }] }))
  await place('2026-02-28', 'J-S', 50)
  await place('2026-03-01', 'J-S', 2)
  await place('2026-03-31', 'J-M', 3)
  await place('2026-03-31', 'D-30', 4)
  const march5 = { name: 'Knitwear', units: 5, gross: 500 }
  expect(await byCategory(shop)).toEqual([{ name: 'Denim', units: 4, gross: 400 }, march5])
  await db().write((sql) => foldSalesDeltas(sql))
  expect(await byCategory(shop)).toEqual([{ name: 'Denim', units: 4, gross: 400 }, march5])
  await place('2026-03-15', 'D-32', 1)
  expect(await byCategory(shop)).toEqual([{ name: 'Denim', units: 5, gross: 500 }, march5])
  const { sql } = shop.tenant.service.database
  await sql`
    update products set category_id = ${shop.ids.categories.Knitwear!}
    where organization_id = ${shop.organization_id} and product_id = ${shop.ids.products.Jeans!}`
  expect(await byCategory(shop)).toEqual([{ name: 'Knitwear', units: 10, gross: 1000 }])
})

test('sums of a window are read by day through the keys of the sums', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  await sql.begin(async (tx) => {
    // A window is a small part of the days on which a product sold.
    await tx`
      insert into sales_by_product (organization_id, day, sales_channel_id, product_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select ${shop.organization_id}, date '2015-01-01' + n, ${shop.ids.sales_channels.Online!}, p.product_id, 'USD',
        1, 1, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0
      from generate_series(1, 2000) n, products p where p.organization_id = ${shop.organization_id}`
    await tx`analyze sales_by_product`
    await tx`set local enable_seqscan = off`
    const scans = await explainWrite(
      tx as never,
      (one) => one`select sum(units) from (${salesByProduct(one, shop.organization_id, march)}) p
        union all select sum(units) from (${salesByChannel(one, shop.organization_id, march)}) c`,
    )
    expect([...new Set(scans.map(({ index }) => index))].toSorted()).toEqual([
      'sales_by_channel_pk',
      'sales_by_product_pk',
      'sales_deltas_by_day',
    ])
  })
})
