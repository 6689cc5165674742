/** Velocity of products as stored: sums of what the rows of variants show, in every order, whatever changed since. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { deleteCreated } from '../../../server/catalogue/product_records/undo.store.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import {
  daysAgo,
  fillHistory,
  type History,
  move,
  newHistory,
  path,
  readTable,
  refresh,
  sell,
} from './velocity_fixture.ts'

setDefaultTimeout(120_000)

/** Stored by an index, ranked, computed from stored figures, and from the stock of the moment. */
const sorts = ['-units_per_day', '-lost_revenue', 'trend_percentage', '-trend_percentage', 'weeks_of_cover']

const total = (rows: readonly any[], field: string) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)
const cents = (rows: readonly any[], field: string) => rows.reduce((sum, row) => sum + (row[field].cents ?? 0), 0)
const near = (figure: number) => Number(figure.toFixed(4))

/** What rows are sorted by. */
const valueOf = (row: any, key: string) =>
  typeof row[key] === 'object' && row[key] !== null ? row[key].cents : row[key]

async function expectOrders({ tenant }: History, type: string, after: string): Promise<void> {
  for (const sort_args of sorts) {
    const { rows } = (await readTable(tenant, { type, sort_args })).body.data
    const key = sort_args.replace('-', '')
    const id = type === 'products' ? 'product_id' : 'variant_id'
    const sign = sort_args === key ? 1 : -1
    const sorted = rows.toSorted((a: any, b: any) => {
      const [x, y] = [valueOf(a, key), valueOf(b, key)]
      if (x === y) return sign * (a[id] < b[id] ? -1 : 1)
      if (x === null || y === null) return x === null ? 1 : -1
      return sign * (x - y)
    })
    const idsOf = (some: any[]) => some.map((row) => row[id])
    expect([after, type, sort_args, idsOf(rows)]).toEqual([after, type, sort_args, idsOf(sorted)])
    // A page is a part of the same order.
    const page = (await readTable(tenant, { type, sort_args, limit: 2, offset: 1 })).body.data
    expect([after, sort_args, idsOf(page.rows)]).toEqual([after, sort_args, idsOf(rows.slice(1, 3))])
  }
}

/** Pages of the products by net sales, from the rows of sales alone: the sales table reads their order where it is stored. */
async function expectSalesOrder({ tenant }: History, after: string): Promise<void> {
  const { organization_id, service } = tenant
  const sold = await service.database.sql<{ product_id: string; net_sales: number }[]>`
    select p.product_id,
      coalesce(sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents), 0)::float8 / 100 as net_sales
    from products p
    left join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
    left join sales_daily s on s.organization_id = v.organization_id and s.variant_id = v.variant_id
      and s.day between ${daysAgo(28)}::date and ${daysAgo(1)}::date
    where p.organization_id = ${organization_id}
    group by p.product_id order by net_sales, p.product_id`
  for (const [sort_args, expected, offset] of [
    ['net_sales', sold, 0],
    ['-net_sales', sold.toReversed(), 0],
    ['-net_sales', sold.toReversed(), sold.length - 1],
  ] as const) {
    const query = `type=products&fields=product_id,net_sales&sort_args=${sort_args}&limit=2&offset=${offset}`
    const { rows } = (await tenant.get(`/api/v1/sales/table?${query}`)).body.data
    const shown = rows.map((row: any) => ({ product_id: row.product_id, net_sales: row.net_sales.cents / 100 }))
    expect([after, query, shown]).toEqual([after, query, expected.slice(offset, offset + 2)])
  }
}

async function expectSums(history: History, after: string): Promise<void> {
  const { tenant } = history
  const [variants, products] = [
    (await readTable(tenant, { sort_args: 'sku' })).body.data.rows,
    (await readTable(tenant, { type: 'products', sort_args: 'product_title' })).body.data.rows,
  ]
  for (const row of products) {
    const own = variants.filter(({ product_id }: any) => product_id === row.product_id)
    const paces = own.filter((one: any) => one.units_per_day !== null)
    expect([after, row.product_title, row]).toEqual([
      after,
      row.product_title,
      expect.objectContaining({
        variant_count: own.length,
        measured_variants: total(own, 'measured_variants'),
        units_sold: total(own, 'units_sold'),
        units_per_day: own.length > 0 && paces.length === 0 ? null : near(total(own, 'units_per_day')),
        in_stock_days: total(own, 'in_stock_days'),
        stockout_days: total(own, 'stockout_days'),
        untracked_days: total(own, 'untracked_days'),
        previous_units_sold: total(own, 'previous_units_sold'),
        available_qty: total(own, 'available_qty'),
      }),
    ])
    const asSold = (one: any) => near(one.as_sold_units_per_day)
    expect([after, asSold(row)]).toEqual([after, near(own.reduce((sum: number, one: any) => sum + asSold(one), 0))])
    expect([after, near(row.lost_units ?? 0)]).toEqual([after, near(total(own, 'lost_units'))])
    expect([after, row.net_sales.cents]).toEqual([after, cents(own, 'net_sales')])
  }
  for (const type of ['variants', 'products']) {
    const totals = (await tenant.get(`${path}/table/totals?type=${type}`)).body.data
    // The same, chosen by a filter that every row meets.
    const all = encodeURIComponent(JSON.stringify([{ key: 'product_status', operation: 'neq', value: 'ARCHIVED' }]))
    expect([after, totals]).toEqual([
      after,
      (await tenant.get(`${path}/table/totals?type=${type}&filter_args=${all}`)).body.data,
    ])
    expect([after, totals.rows, totals.variant_count]).toEqual([
      after,
      (type === 'products' ? products : variants).length,
      variants.length,
    ])
    expect([after, totals.units_sold, near(totals.units_per_day), near(totals.as_sold_units_per_day)]).toEqual([
      after,
      total(variants, 'units_sold'),
      near(total(variants, 'units_per_day')),
      near(total(variants, 'as_sold_units_per_day')),
    ])
    expect([after, totals.unknown_velocities]).toEqual([
      after,
      variants.filter((row: any) => row.units_per_day === null).length,
    ])
    expect([after, near(totals.lost_units), totals.lost_revenue.cents, totals.net_sales.cents]).toEqual([
      after,
      near(total(variants, 'lost_units')),
      cents(variants, 'lost_revenue'),
      cents(variants, 'net_sales'),
    ])
  }
}

async function newProduct({ tenant, ids }: History, title: string): Promise<void> {
  ids.products[title] = crypto.randomUUID()
  await insertRows(tenant, 'products', [
    { product_id: ids.products[title], handle: title, title, status: 'ACTIVE', currency: 'USD' },
  ])
}

async function newVariant({ tenant, ids }: History, sku: string, product: string): Promise<void> {
  ids.variants[sku] = crypto.randomUUID()
  await insertRows(tenant, 'variants', [
    { variant_id: ids.variants[sku], product_id: ids.products[product], sku, title: sku, position: 9 },
  ])
}

test('products are the sums of their variants in every order, stored, changing and changed', async () => {
  const history = await newHistory()
  const { tenant, ids } = history
  const { sql } = tenant.service.database
  const measure = () => refresh(tenant)
  await fillHistory(history, 31)
  const sold = { channel: 'Web', location: 'North', gross_sales_cents: 9_000 }
  const steps: [string, () => PromiseLike<unknown>][] = [
    ['nothing is stored', async () => {}],
    ['stored', measure],
    ['sales of a variant', () => sell(history, [{ sku: 'C1', day: daysAgo(2), units: 30, ...sold }])],
    [
      'stock of another',
      () =>
        move(history, [
          { sku: 'B1', location: 'South', kind: 'receipt', quantity: 12, occurred_at: `${daysAgo(9)}T05:00:00Z` },
        ]),
    ],
    ['stored again', measure],
    ['a product without variants', () => newProduct(history, 'E')],
    ['a product without variants, and nothing changed', measure],
    ['another product without variants', () => newProduct(history, 'F')],
    ['its first variant', () => newVariant(history, 'E1', 'E')],
    ['which sells', () => sell(history, [{ sku: 'E1', day: daysAgo(5), units: 4, ...sold }])],
    ['stored with it', measure],
    ['a further variant of an old product', () => newVariant(history, 'A3', 'A')],
    ['stored with that', measure],
    [
      'whose import is undone',
      () => sql.begin((tx) => deleteCreated(tx as never, tenant.organization_id, [ids.variants.A3!], [])),
    ],
    ['stored without', measure],
    [
      'sales of every variant are taken back',
      () => sql`
      delete from sales_daily where organization_id = ${tenant.organization_id} and day >= ${daysAgo(10)}::date`,
    ],
    ['stored for good', measure],
    [
      'a variant of another product',
      () => sql`
      update variants set product_id = ${ids.products.E!}
      where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.D1!}`,
    ],
    ['stored there', measure],
  ]
  for (const [name, step] of steps) {
    await step()
    await expectSums(history, name)
    await expectOrders(history, 'products', name)
    await expectOrders(history, 'variants', name)
    // Running sums of sales stay with the product that a variant left; no operation moves one.
    if (!['a variant of another product', 'stored there'].includes(name)) await expectSalesOrder(history, name)
  }
})

test('every field of every row is the same before and after it is stored', async () => {
  const history = await newHistory()
  await fillHistory(history, 23)
  const read = async () => {
    const all = []
    for (const type of ['variants', 'products'])
      for (const weeks of [4, 26]) all.push((await readTable(history.tenant, { type, weeks })).body.data.rows)
    return all
  }
  const live = await read()
  await refresh(history.tenant)
  expect(await read()).toEqual(live)
  // A variant that changes, but not its figures, puts every read on the way of changes.
  const { sql } = history.tenant.service.database
  await sql`
    insert into velocity_changes (organization_id, variant_id)
    values (${history.tenant.organization_id}, ${history.ids.variants.B1!})`
  expect(await read()).toEqual(live)
})

test('units reserved change the order of cover at once, without a movement', async () => {
  const history = await newHistory()
  const { tenant, ids } = history
  await fillHistory(history, 17)
  await refresh(tenant)
  await expectOrders(history, 'variants', 'stored')
  await tenant.service.database.sql`
    update stock_levels set committed = on_hand
    where organization_id = ${tenant.organization_id} and variant_id in (${ids.variants.A1!}, ${ids.variants.C1!})`
  await expectOrders(history, 'variants', 'reserved')
  await expectOrders(history, 'products', 'reserved')
})
