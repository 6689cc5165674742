/**
 * Query plans over the stored figures of variants and products: the first page reads its rows, a long window two sums of each
 * product, and figures of the catalogue those of products.
 */
import { afterAll, beforeAll, expect } from 'bun:test'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { foldProductChanges, productMarks } from '../../../server/catalogue/product_figures/measure_products.ts'
import { storeProducts } from '../../../server/insight/velocity/product_figures.ts'
import { bulk, fillBulk } from '../../support/fixtures/bulk.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const today = new Date().toISOString().slice(0, 10)
/** Two of the days with sums, and the window between them. */
const [first, last] = [addDays(today, -90), today]
const pageRows = 20

let database: TestDatabase
let planner: Planner
let tenant: Tenant

/** As the job leaves them; bulk rows are written without triggers. */
async function fillFigures(): Promise<void> {
  const { sql } = database
  const { organization_id } = tenant
  await sql`delete from velocity_changes`
  await sql`insert into velocity_windows (organization_id, end_exclusive) values (${organization_id}, ${today}::date)`
  await sql`
    insert into variant_velocity (organization_id, end_exclusive, weeks, variant_id, units, units_per_day, basis,
      in_stock_days, stockout_days, untracked_days, lost_units, lost_cents, net_cents, previous_units,
      previous_units_per_day, previous_basis)
    select v.organization_id, ${today}::date, w.weeks, v.variant_id, n, n / 28.0, 'in_stock_days', 28, 0, 0, 0, 0, n * 100, n,
      n / 28.0, 'in_stock_days'
    from (select *, row_number() over (order by variant_id) as n from variants where organization_id = ${organization_id}) v,
      (values (4), (13), (26)) w (weeks)`
  await sql`analyze`
  const [products] = await sql<{ ids: string }[]>`
    select array_agg(product_id)::text as ids from products where organization_id = ${organization_id}`
  await storeProducts(sql as never, organization_id, today, products!.ids)
  await sql`delete from row_count_deltas where organization_id = ${organization_id} and table_name = 'products'`
  await sql`
    insert into row_counts (organization_id, table_name, row_count) values (${organization_id}, 'products', ${bulk.products})
    on conflict on constraint row_counts_pk do update set row_count = excluded.row_count`
  await sql`
    insert into sales_before_days (organization_id, before)
    select ${organization_id}, ${last}::date - 5 * n from generate_series(0, 18) n`
  await sql`
    insert into sales_before (organization_id, before, variant_id, currency, row_count, units, returned_units,
      gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
      known_regular_value_cents, known_markdown_units)
    select s.organization_id, d.before, s.variant_id, s.currency, count(*), sum(s.units), sum(s.returned_units),
      sum(s.gross_sales_cents), 0, 0, 0, 0, 0, 0, 0, 0
    from sales_before_days d
    join sales_daily s on s.organization_id = d.organization_id and s.day < d.before group by 1, 2, 3, 4`
  await fillSumsOfProducts()
  await sql`vacuum (analyze)`
}

async function fillSumsOfProducts(): Promise<void> {
  const { sql } = database
  const { organization_id } = tenant
  await sql`
    insert into product_sales_before (organization_id, before, product_id, currency, row_count, units, returned_units,
      gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
      known_regular_value_cents, known_markdown_units)
    select s.organization_id, s.before, v.product_id, s.currency, sum(s.row_count), sum(s.units), 0,
      sum(s.gross_sales_cents), 0, 0, 0, 0, 0, 0, 0, 0
    from sales_before s join variants v using (organization_id, variant_id) group by 1, 2, 3, 4`
  await sql`update sales_before_days set stock_before_at = before::timestamp at time zone 'UTC'`
  await sql`
    insert into product_stock_before (organization_id, before, product_id, moved, received)
    select d.organization_id, d.before, v.product_id, sum(m.quantity_delta), 0
    from sales_before_days d
    join stock_movements m on m.organization_id = d.organization_id and m.occurred_at < d.stock_before_at
    join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id group by 1, 2, 3`
  await sql`
    insert into price_measures (organization_id, variant_id, end_exclusive, reason_code, reason, sold_rows, sold_checksum, ledger_rows)
    select organization_id, variant_id, ${mondayOf(today)}::date, 'too_few_weeks', 'Too few weeks.', 0, 0, 0 from variants
    where organization_id = ${organization_id}`
  await sql`delete from product_changes`
  await sql`
    insert into product_changes (organization_id, product_id)
    select organization_id, product_id from products where organization_id = ${organization_id}`
  while ((await sql.begin((tx) => foldProductChanges(tx as never, organization_id))) === productMarks);
}

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_velocity')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fillBulk(tenant)
  await fillFigures()
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(ask: () => Promise<{ status: number }>): Promise<Scan[]> {
  planner.take()
  expect((await ask()).status).toBe(200)
  const statements = planner.take()
  const scans: Scan[] = []
  for (const one of statements) scans.push(...(await planner.explain(one)))
  return scans
}
const rowsOf = (scans: readonly Scan[], table: string) =>
  scans.filter((scan) => scan.table === table).reduce((sum, { rows_read }) => sum + rows_read, 0)

/** Marks one variant of the last rows as changed, and takes the mark back. */
async function whileChanging(work: () => Promise<void>): Promise<void> {
  const { sql } = database
  await sql`
    insert into velocity_changes (organization_id, variant_id)
    select organization_id, variant_id from variant_velocity where organization_id = ${tenant.organization_id}
    order by units limit 1`
  try {
    await work()
  } finally {
    await sql`delete from velocity_changes`
  }
}

testUnless(otherProcess, 'the first page of velocity reads the rows it shows, in the order of an index', async () => {
  const read = async (more: number) => {
    const scans = await scansOf(() => tenant.get(`/api/v1/sales/velocity/table?limit=${pageRows}`))
    const own = scans.filter(({ table }) => table === 'variant_velocity')
    expect(own.map(({ index }) => index)).toContain('variant_velocity_by_pace')
    expect(rowsOf(scans, 'variant_velocity')).toBeLessThanOrEqual(2 * pageRows + 1 + more)
    expect(rowsOf(scans, 'variants')).toBeLessThanOrEqual(pageRows + more)
  }
  await read(0)
  await whileChanging(() => read(1))
})

testUnless(
  otherProcess,
  'the first page of products reads the products it shows and no figure of a variant',
  async () => {
    const scans = await scansOf(() => tenant.get(`/api/v1/sales/velocity/table?type=products&limit=${pageRows}`))
    const own = scans.filter(({ table }) => table === 'product_velocity')
    expect(own.map(({ index }) => index)).toContain('product_velocity_by_pace')
    // Besides the page, the products are counted: all are stored.
    expect(rowsOf(scans, 'product_velocity')).toBeLessThanOrEqual(2 * pageRows + bulk.products)
    expect(rowsOf(scans, 'variant_velocity')).toBe(0)
    const [products] = await database.sql<{ variants: number }[]>`
    select max(n)::int as variants from (select count(*) as n from variants where organization_id = ${tenant.organization_id} group by product_id) p`
    await whileChanging(async () => {
      const changing = await scansOf(() => tenant.get(`/api/v1/sales/velocity/table?type=products&limit=${pageRows}`))
      expect(rowsOf(changing, 'variant_velocity')).toBeLessThanOrEqual(10 * products!.variants)
    })
  },
)

testUnless(otherProcess, 'totals without a filter sum the products, not their variants', async () => {
  const scans = await scansOf(() => tenant.get('/api/v1/sales/velocity/table/totals'))
  expect(rowsOf(scans, 'variant_velocity')).toBe(0)
  expect(rowsOf(scans, 'variants')).toBe(0)
})

const longWindow = (measure: string) => ({
  domain: 'sales',
  measures: [measure],
  dimensions: ['product'],
  time_range: { kind: 'absolute', start: first, end: addDays(last, -1) },
})

testUnless(otherProcess, 'a long window of sales by product reads two sums of each product and no rows', async () => {
  const scans = await scansOf(() => tenant.post('/api/v1/metrics/query', { query: longWindow('net_sales') }))
  expect(rowsOf(scans, 'product_sales_before')).toBeGreaterThan(0)
  expect(rowsOf(scans, 'product_sales_before')).toBeLessThanOrEqual(2 * bulk.products)
  for (const table of ['sales_before', 'sales_by_product', 'variants'])
    expect([table, rowsOf(scans, table)]).toEqual([table, 0])
  // The first recorded day, which the coverage states, is one look into the index over days.
  expect(rowsOf(scans, 'sales_daily')).toBe(1)
})

testUnless(
  otherProcess,
  'sell-through of a long window reads two sums of each product, and not the ledger',
  async () => {
    const scans = await scansOf(() => tenant.post('/api/v1/metrics/query', { query: longWindow('sell_through') }))
    expect(rowsOf(scans, 'product_stock_before')).toBeGreaterThan(0)
    expect(rowsOf(scans, 'product_stock_before')).toBeLessThanOrEqual(2 * bulk.products)
    expect(rowsOf(scans, 'stock_levels')).toBe(0)
    // The first row of the ledger.
    expect(rowsOf(scans, 'stock_movements')).toBeLessThanOrEqual(1)
  },
)

testUnless(otherProcess, 'the product overview reads figures of products, and the ledger of four weeks', async () => {
  const path = `/api/v1/organizations/${tenant.organization_id}/products/overview`
  const scans = await scansOf(() => tenant.get(path))
  expect(rowsOf(scans, 'stock_levels')).toBe(0)
  expect(rowsOf(scans, 'product_figures')).toBeLessThanOrEqual(4 * bulk.products)
  // One variant moves every three hours.
  expect(rowsOf(scans, 'stock_movements')).toBeLessThanOrEqual(28 * 8 + 1)
})

testUnless(otherProcess, 'completeness reads figures of products, and the variants of its page alone', async () => {
  const scans = await scansOf(() => tenant.get('/api/v1/products/completeness?limit=8'))
  expect(rowsOf(scans, 'product_figures')).toBeLessThanOrEqual(2 * bulk.products)
  const variantsEach = bulk.variants / bulk.products
  for (const table of ['variants', 'supplier_variants'])
    expect([table, rowsOf(scans, table) <= 8 * variantsEach]).toEqual([table, true])
})

testUnless(otherProcess, 'the default page of sales shows stored estimates and reads the sales it shows', async () => {
  const scans = await scansOf(() => tenant.get('/api/v1/sales/table'))
  expect(rowsOf(scans, 'price_measures')).toBeLessThanOrEqual(8)
  // Sales of four weeks of eight variants, for the figures of the rows and for those of their stock.
  expect(rowsOf(scans, 'sales_daily')).toBeLessThanOrEqual(2 * 8 * 28)
  expect(rowsOf(scans, 'variants')).toBeLessThanOrEqual(3 * 8)
})

testUnless(otherProcess, 'an order by sell-through or markdown reads the days of the window once', async () => {
  const [start, end] = [addDays(today, -14), addDays(today, -1)]
  const { sql } = database
  const { organization_id } = tenant
  const [count] = await sql<{ sold: number; moved: number; levels: number }[]>`
    select (select count(*)::int from sales_daily where organization_id = ${organization_id}
        and day between ${start}::date and ${end}::date) as sold,
      (select count(*)::int from stock_movements where organization_id = ${organization_id}
        and occurred_at >= ${start}::date::timestamp at time zone 'UTC') as moved,
      (select count(*)::int from stock_levels where organization_id = ${organization_id}) as levels`
  const page = async (sort: string) =>
    scansOf(() =>
      tenant.get(`/api/v1/sales/table?start_date=${start}&end_date=${end}&limit=8&fields=sku&sort_args=${sort}`),
    )
  const others = await page('sku')
  for (const sort of ['-sell_through_percentage', 'markdown_rate']) {
    const scans = await page(sort)
    const more = (table: string) => rowsOf(scans, table) - rowsOf(others, table)
    // Of variants whose ledger began in the window, the sales before it are one look each.
    expect([sort, more('sales_daily') <= 1.1 * count!.sold, more('variants') <= 2 * bulk.variants]).toEqual([
      sort,
      true,
      true,
    ])
    // The first movement of each level is one look into an index.
    expect([sort, more('stock_movements') <= count!.moved + 2 * count!.levels]).toEqual([sort, true])
    expect([sort, more('stock_levels') <= count!.levels]).toEqual([sort, true])
  }
})
