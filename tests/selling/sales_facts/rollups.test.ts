import { expect, setDefaultTimeout, test } from 'bun:test'
import { foldOldest, foldSalesDeltas, moveProductSums } from '../../../server/selling/sales_facts/fold_sales.ts'
import { salesByCategory, salesByChannel, salesByProduct } from '../../../server/selling/sales_facts/rollups.ts'
import { explainWrite, rolledBack } from '../../support/plans.ts'
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

test('sums by category are those of the products in them at once, and after folds and moves in any order', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  const read = (): Promise<any[]> =>
    db().write(
      (tx) => tx`
        select c.name, sum(s.units)::int as units from (${salesByCategory(tx, shop.organization_id, march)}) s
        left join categories c on c.organization_id = ${shop.organization_id} and c.category_id = s.category_id
        group by c.name having sum(s.row_count) <> 0 order by c.name`,
    )
  const expected = () => sql<any[]>`
    select c.name, sum(s.units)::int as units from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join products p on p.organization_id = s.organization_id and p.product_id = v.product_id
    left join categories c on c.organization_id = s.organization_id and c.category_id = p.category_id
    where s.organization_id = ${shop.organization_id} and s.day between ${march.start} and ${march.end}
    group by c.name order by c.name`
  const { Knitwear, Denim } = shop.ids.categories
  const steps = {
    sell: (day: number) =>
      db().write((tx) =>
        placeOrder(tx, shop, {
          day: `2026-03-${String(1 + (day % 28)).padStart(2, '0')}`,
          lines: [
            { sku: 'J-S', quantity: 1 + day, unit_price_cents: 100 },
            { sku: 'D-30', quantity: 100, unit_price_cents: 100 },
          ],
        }),
      ),
    recategorise: (to: number) => sql`
      update products set category_id = ${[Knitwear!, Denim!, null][to % 3]!}
      where organization_id = ${shop.organization_id} and product_id = ${shop.ids.products.Jumper!}`,
    fold: () => db().write((tx) => foldSalesDeltas(tx)),
    move: () => db().write((tx) => moveProductSums(tx)),
  }
  const order =
    'sell recategorise fold recategorise sell move recategorise fold sell fold recategorise recategorise move'
  for (const [i, name] of order.split(' ').entries()) {
    await steps[name as keyof typeof steps](i)
    expect([name, i, await read()]).toEqual([name, i, [...(await expected())]])
  }
})

test('a category that changes while sums are folded or moved is not lost', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  const { Knitwear, Denim } = shop.ids.categories
  const recategorise = (to: string) => sql`
    update products set category_id = ${to}
    where organization_id = ${shop.organization_id} and product_id = ${shop.ids.products.Jumper!}`
  const read = (): Promise<any[]> =>
    db().write(
      (tx) => tx`
        select s.category_id, sum(s.units)::int as units
        from (${salesByCategory(tx, shop.organization_id, march)}) s group by 1 having sum(s.row_count) <> 0`,
    )
  for (let i = 0; i < 12; i++) {
    await db().write((tx) =>
      placeOrder(tx, shop, { day: '2026-03-02', lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 100 }] }),
    )
    const category_id = [Knitwear!, Denim!][i % 2]!
    await Promise.all([
      recategorise(category_id),
      db().write((tx) => foldSalesDeltas(tx)),
      db().write((tx) => moveProductSums(tx)),
    ])
    expect(await read()).toEqual([{ category_id, units: i + 1 }])
  }
})

test('sums of a window are read by day through the keys of the sums', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  await rolledBack(sql, async (tx) => {
    // What decides the plan is all here: autovacuum would analyse meanwhile, and other tests leave rows.
    await tx`lock table sales_by_product, sales_by_channel, sales_deltas in share update exclusive mode`
    // A window is a small part of the days on which a product sold.
    await tx`
      insert into sales_by_product (organization_id, day, sales_channel_id, product_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select ${shop.organization_id}, date '2015-01-01' + n, ${shop.ids.sales_channels.Online!}, p.product_id, 'USD',
        1, 1, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0
      from generate_series(1, 2000) n, products p where p.organization_id = ${shop.organization_id}`
    await tx`
      insert into sales_by_channel (organization_id, day, sales_channel_id, currency, row_count, units, returned_units,
        gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
        known_regular_value_cents, known_markdown_units)
      select ${shop.organization_id}, date '2015-01-01' + n, ${shop.ids.sales_channels.Online!}, 'USD', 1, 1, 0, 100, 0, 0,
        0, 0, 0, 0, 0, 0
      from generate_series(1, 2000) n`
    await tx`
      insert into sales_deltas (organization_id, day, sales_channel_id, product_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select organization_id, day, sales_channel_id, product_id, currency, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0
      from sales_by_product where organization_id = ${shop.organization_id}`
    await tx`analyze sales_by_product, sales_by_channel, sales_deltas`
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
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

/** A sale that a fold has counted, so that its product has a category in the sums. */
async function placeOnce(shop: Shop): Promise<void> {
  await db().write((sql) =>
    placeOrder(sql, shop, { day: '2026-03-01', lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 100 }] }),
  )
  await db().write((sql) => foldSalesDeltas(sql))
}

test('a fold reads each delta once, even when the statistics take the table for empty', async () => {
  const shop = await openShop()
  await placeOnce(shop)
  const { sql } = shop.tenant.service.database
  const deltas = 2_000
  await rolledBack(sql, async (tx) => {
    // Autovacuum would write statistics of its own meanwhile.
    await tx`lock table sales_deltas in share update exclusive mode`
    await tx`
      insert into sales_deltas (organization_id, day, sales_channel_id, product_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select organization_id, day + n, sales_channel_id, product_id, currency, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0
      from sales_by_product, generate_series(1, ${deltas}::int) n where organization_id = ${shop.organization_id}`
    // As a vacuum leaves them while the table is empty.
    await tx`
      select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1, 'reltuples', 0::real)
      from pg_class where relname like 'sales_deltas%' and relkind in ('r', 'i')`
    await tx`
      select pg_clear_attribute_stats('public', 'sales_deltas', attname::text, false)
      from pg_attribute where attrelid = 'sales_deltas'::regclass and attnum > 0 and not attisdropped`
    const scans = await explainWrite(tx, (one) => foldOldest(one, deltas / 2))
    const read = scans.filter(({ table }) => table === 'sales_deltas').map(({ rows_read }) => rows_read)
    expect(read.length).toBeGreaterThanOrEqual(2)
    for (const rows of read) expect(rows).toBeLessThanOrEqual(2 * deltas)
  })
})
