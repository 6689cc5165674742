/** Query plans over the stored figures of every variant: the first page reads its rows, a long window two sums a variant. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
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
  await sql`vacuum (analyze)`
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

testUnless(otherProcess, 'the first page of velocity reads the rows it shows, in the order of an index', async () => {
  const scans = await scansOf(() => tenant.get(`/api/v1/sales/velocity/table?limit=${pageRows}`))
  const own = scans.filter(({ table }) => table === 'variant_velocity')
  expect(own.map(({ index }) => index)).toContain('variant_velocity_by_pace')
  expect(rowsOf(scans, 'variant_velocity')).toBeLessThanOrEqual(2 * pageRows + 1)
  expect(rowsOf(scans, 'variants')).toBeLessThanOrEqual(pageRows)
})

testUnless(otherProcess, 'a long window of sales by product reads two sums of each variant and no rows', async () => {
  const query = {
    domain: 'sales',
    measures: ['net_sales'],
    dimensions: ['product'],
    time_range: { kind: 'absolute', start: first, end: addDays(last, -1) },
  }
  const scans = await scansOf(() => tenant.post('/api/v1/metrics/query', { query }))
  expect(rowsOf(scans, 'sales_before')).toBeGreaterThan(0)
  expect(rowsOf(scans, 'sales_before')).toBeLessThanOrEqual(2 * bulk.sold_variants)
  expect(rowsOf(scans, 'sales_daily')).toBe(0)
  expect(rowsOf(scans, 'sales_by_product')).toBe(0)
})
