/** Query plans of buy plans in a large organisation with 24 plans. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { bulk, fillBulk, fillOtherOrganizations } from '../support/fixtures/bulk.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { otherProcess, testUnless } from '../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../support/plans.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { fiscal_year, plans } from './planning_fixture.ts'

const planCount = 24
const cellCount = bulk.categories * 5 * 12

let database: TestDatabase
let planner: Planner
let tenant: Tenant

/** Plans of every category in five channels, each with a version. */
async function fillPlans(): Promise<void> {
  const { sql } = database
  const org = tenant.organization_id
  const id = (kind: string, n: string) => `md5('${org} ${kind} ' || ${n})::uuid`
  const cells = `generate_series(0, ${bulk.categories - 1}) c, generate_series(1, 5) h, generate_series(1, 12) m`
  const cell = `${id('cell', `c || ' ' || h || ' ' || m`)}, ${id('category', 'c')}, ${id('channel', 'h')}, m, 1000`
  const columns = 'cell_id, category_id, sales_channel_id, month, sales_cents'
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const statement of [
      `insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
        select '${org}', ${id('channel', 'h')}, 'Channel ' || h, 'store' from generate_series(1, 5) h`,
      `insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
          baseline_source, created_by)
        select '${org}', ${id('plan', 'n')}, 'Plan ' || n, ${fiscal_year}, 2, 'retail_4_5_4', 'USD', 'empty', 'bulk'
        from generate_series(1, ${planCount}) n`,
      `insert into buy_plan_cells (organization_id, mfp_id, ${columns})
        select '${org}', ${id('plan', 'n')}, ${cell} from generate_series(1, ${planCount}) n, ${cells}`,
      `insert into buy_plan_versions (organization_id, version_id, mfp_id, number, label, kind, fiscal_year, cell_count,
          locked_at, locked_by)
        select '${org}', ${id('version', 'n')}, ${id('plan', 'n')}, 1, 'First', 'reforecast', ${fiscal_year},
          ${cellCount}, now(), 'bulk' from generate_series(1, ${planCount}) n`,
      `insert into buy_plan_version_cells (organization_id, version_id, ${columns})
        select '${org}', ${id('version', 'n')}, ${cell} from generate_series(1, ${planCount}) n, ${cells}`,
    ])
      await tx.unsafe(statement)
  })
  await sql`vacuum (analyze)`
}

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_buy_plans')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fillOtherOrganizations(tenant, 200)
  await fillBulk(tenant)
  await fillPlans()
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(path: string): Promise<Scan[]> {
  planner.take()
  const answer = await tenant.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  const scans: Scan[] = []
  for (const one of planner.take()) scans.push(...(await planner.explain(one)))
  return scans
}

const rowsOf = (scans: readonly Scan[], tables: readonly string[]) =>
  scans.filter(({ table }) => tables.includes(table)).reduce((sum, { rows_read }) => sum + rows_read, 0)
const cellTables = ['buy_plan_cells', 'buy_plan_version_cells']

testUnless(otherProcess, 'a read of one plan reads the cells of that plan alone', async () => {
  const { mfp_id } = (await tenant.get(plans)).body.data[0]
  for (const [path, times] of [
    [`${plans}/${mfp_id}/table`, 2],
    [`${plans}/${mfp_id}/table?view=live`, 2],
    [`${plans}/${mfp_id}/plan-side`, 2],
    [`${plans}/${mfp_id}/versions`, 3],
    [`/api/v1/otb/${mfp_id}/rollup`, 2],
  ] as const) {
    const rows = rowsOf(await scansOf(path), cellTables)
    expect([path, rows > 0 && rows <= times * cellCount]).toEqual([path, true])
  }
})

testUnless(
  otherProcess,
  'the open-to-buy reads sums of sales, and each level and movement of the year once',
  async () => {
    const { mfp_id } = (await tenant.get(plans)).body.data[0]
    const scans = await scansOf(`/api/v1/otb/${mfp_id}/rollup`)
    // Sums by product are read for products that changed their category, which none has.
    expect(rowsOf(scans, ['sales_daily', 'sales_by_product'])).toBe(0)
    const levels = bulk.variants * bulk.warehouses + bulk.popup_levels
    expect(rowsOf(scans, ['stock_levels'])).toBeLessThanOrEqual(levels * 2)
    const movements = scans.filter(({ table }) => table === 'stock_movements')
    expect(movements.every(({ node }) => node !== 'Seq Scan')).toBe(true)
  },
)
