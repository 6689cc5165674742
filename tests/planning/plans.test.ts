/** Query plans of buy plans in a large organisation with 24 plans. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { bulk, fillBulk, fillOtherOrganizations } from '../support/fixtures/bulk.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { otherProcess, testUnless } from '../support/needs.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../support/plans.ts'
import { foldOrderSums } from '../../server/purchasing/order_sums/fold_orders.ts'
import { foldStatement, foldStockValues } from '../../server/stock/stock_values/fold_stock_values.ts'
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
  // The triggers did not run.
  await sql`
    insert into stock_value_changes (organization_id, variant_id)
    select distinct organization_id, variant_id from stock_levels where sequence > 0`
  await sql`
    insert into purchase_order_changes (organization_id, purchase_order_id)
    select organization_id, purchase_order_id from purchase_orders`
  await foldSums()
  await sql`vacuum (analyze)`
}

async function foldSums(): Promise<void> {
  const { sql } = database
  for (const { organization_id } of await sql<
    { organization_id: string }[]
  >`select organization_id from organizations`) {
    while ((await sql.begin((tx) => foldStockValues(tx as never, organization_id, 5_000))) > 0);
    while ((await sql.begin((tx) => foldOrderSums(tx as never, organization_id))) > 0);
  }
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

testUnless(otherProcess, 'reports of 24 plans read the cells of their newest versions once', async () => {
  const scans = await scansOf(`/api/v1/finance/reports/open-to-buy?fiscal_year=${fiscal_year}`)
  const rows = rowsOf(scans, cellTables)
  expect([rows > 0, rows <= planCount * cellCount]).toEqual([true, true])
})

const ofStock = ['stock_levels', 'stock_movements']

testUnless(otherProcess, 'the open-to-buy reads sums of sales and of stock, and what is not folded yet', async () => {
  const { sql } = database
  const { mfp_id } = (await tenant.get(plans)).body.data[0]
  const paths = [
    `/api/v1/otb/${mfp_id}/rollup`,
    `/api/v1/finance/reports/open-to-buy?fiscal_year=${fiscal_year}`,
    '/api/v1/commitments/cash-gate',
    '/api/v1/finance/reports/cash-from-the-buy',
  ]
  const folded = await sql<{ levels: number }[]>`
    select count(*)::int as levels from stock_value_levels where organization_id = ${tenant.organization_id}`
  expect(folded[0]!.levels).toBe(bulk.variants * bulk.warehouses + bulk.popup_levels)
  for (const path of paths) {
    const scans = await scansOf(path)
    // Sums by product are read for products that changed their category, which none has.
    expect([path, rowsOf(scans, ['sales_daily', 'sales_by_product'])]).toEqual([path, 0])
    // The first movement says when the ledger began.
    expect([path, rowsOf(scans, ofStock) <= 2]).toEqual([path, true])
  }
  const changed = 50
  await sql`
    update variants set price_cents = price_cents + 1 where organization_id = ${tenant.organization_id}
      and variant_id in (select variant_id from stock_levels where organization_id = ${tenant.organization_id}
        and sequence = 1 order by variant_id limit ${changed})`
  const scans = await scansOf(paths[0]!)
  const levels = rowsOf(scans, ['stock_levels'])
  expect([levels >= changed, levels <= changed * 3]).toEqual([true, true])
  const seq = scans.filter(({ table, node }) => ofStock.includes(table) && node === 'Seq Scan')
  expect(seq).toEqual([])
})

testUnless(otherProcess, 'a fold reads the levels and movements of the variants that changed', async () => {
  const { sql } = database
  const marks = await sql<{ variant_id: string }[]>`
    select variant_id from stock_value_changes where organization_id = ${tenant.organization_id}`
  expect(marks.length).toBeGreaterThan(0)
  const scans = await rolledBack(sql as never, (tx) =>
    explainWrite(tx, (one) =>
      foldStatement(
        one,
        tenant.organization_id,
        marks.map(({ variant_id }) => variant_id),
      ),
    ),
  )
  expect(rowsOf(scans, ofStock)).toBeLessThanOrEqual(marks.length * 6 + bulk.busy_movements)
})

const ofOrders = ['purchase_order_lines', 'purchase_order_delivery_lines', 'variants', 'products']

testUnless(
  otherProcess,
  'planning reads read sums of purchase orders, and the lines of those that changed',
  async () => {
    const { sql } = database
    const org = tenant.organization_id
    await foldSums()
    const { mfp_id } = (await tenant.get(plans)).body.data[0]
    const [{ commitment_id }] = await sql<[{ commitment_id: string }]>`
    insert into commitments (organization_id, commitment_id, name, currency)
    values (${org}, gen_random_uuid(), 'Season', 'USD') returning commitment_id`
    await sql`update purchase_orders set commitment_id = ${commitment_id} where organization_id = ${org}`
    await sql`vacuum (analyze) purchase_orders`
    const paths = [
      `/api/v1/otb/${mfp_id}/rollup`,
      `/api/v1/finance/reports/open-to-buy?fiscal_year=${fiscal_year}`,
      '/api/v1/commitments/cash-gate',
      '/api/v1/finance/reports/cash-from-the-buy',
      `/api/v1/commitments/${commitment_id}/money`,
      `/api/v1/mfp/${mfp_id}/plan-side`,
    ]
    for (const path of paths) expect([path, rowsOf(await scansOf(path), ofOrders)]).toEqual([path, 0])
    const changed = 3
    await sql`
    update purchase_order_lines set unit_cost = 7 where organization_id = ${org} and purchase_order_id in (
      select purchase_order_id from purchase_orders where organization_id = ${org} and status = 'issued'
      order by purchase_order_id limit ${changed})`
    const scans = await scansOf(paths[0]!)
    const lines = rowsOf(scans, ['purchase_order_lines'])
    expect([lines > 0, lines <= changed * bulk.lines_per_order]).toEqual([true, true])
    const whole = scans.filter(({ table, node, loops }) => ofOrders.includes(table) && node === 'Seq Scan' && loops > 0)
    expect(whole).toEqual([])
  },
)
