/** Query plans of metrics in a large organisation: a narrow window reads its own rows, by an index. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { bulk, fillBulk, fillOtherOrganizations } from '../../support/fixtures/bulk.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

let database: TestDatabase
let planner: Planner
let tenant: Tenant

/** Sums as the fold would make them; bulk rows are written without triggers. */
const sums = `row_count, units, returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units,
  known_cost_cents, priced_units, known_regular_value_cents, known_markdown_units`
const summed = `count(*), sum(units), 0, sum(gross_sales_cents), 0, 0, 0, 0, 0, 0, 0, 0`

async function fillSums(): Promise<void> {
  const { sql } = database
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into sales_by_channel (organization_id, day, sales_channel_id, currency, ${sums})
      select organization_id, day, sales_channel_id, currency, ${summed} from sales_daily group by 1, 2, 3, 4
      on conflict do nothing`)
    await tx.unsafe(`insert into sales_by_product (organization_id, day, sales_channel_id, product_id, currency, ${sums})
      select s.organization_id, s.day, s.sales_channel_id, v.product_id, s.currency, ${summed} from sales_daily s
      join variants v using (organization_id, variant_id) group by 1, 2, 3, 4, 5 on conflict do nothing`)
    await tx.unsafe(`update purchase_orders set order_date = expected_delivery_date - 30 where organization_id = $1`, [
      tenant.organization_id,
    ])
  })
  await sql`vacuum (analyze)`
}

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_metrics')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fillOtherOrganizations(tenant, 200)
  await fillBulk(tenant)
  await fillSums()
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

const today = new Date().toISOString().slice(0, 10)

async function scansOf(query: object): Promise<Scan[]> {
  planner.take()
  const answer = await tenant.post(path, { query })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const statements = planner.take()
  const scans: Scan[] = []
  for (const one of statements) scans.push(...(await planner.explain(one)))
  return scans
}

const twoDays = { kind: 'absolute', start: addDays(today, -9), end: addDays(today, -8) }
const rowsOf = (scans: readonly Scan[], table: string) =>
  scans.filter((scan) => scan.table === table).reduce((sum, { rows_read }) => sum + rows_read, 0)
/**
 * Figures read no row of a day. The coverage beside them looks one up for the first day of all, and one for the newest day
 * of the channel.
 */
const daysLookedUp = 2
const sequential = (scans: readonly Scan[], tables: readonly string[]) =>
  scans.filter(({ table, node }) => node === 'Seq Scan' && tables.includes(table)).map(({ table }) => table)

testUnless(otherProcess, 'sales by channel read the sums by channel alone', async () => {
  const scans = await scansOf({
    domain: 'sales',
    measures: ['net_sales', 'return_rate'],
    dimensions: ['sales_channel'],
    grain: 'week',
    time_range: { kind: 'relative', amount: 1, unit: 'year' },
  })
  expect(rowsOf(scans, 'sales_daily')).toBeLessThanOrEqual(daysLookedUp)
  expect(scans.map(({ table }) => table)).not.toContain('sales_by_product')
  expect(rowsOf(scans, 'sales_by_channel')).toBeGreaterThan(0)
  // Once for the figures, and once for the coverage of the window.
  expect(rowsOf(scans, 'sales_by_channel')).toBeLessThanOrEqual(2 * bulk.sold_days)
})

testUnless(otherProcess, 'sales by product and category read the days of the window by an index', async () => {
  const [sums, byCategory] = ['sales_by_product', 'sales_by_category'] as const
  for (const dimensions of [['product'], ['category'], ['category', 'sales_channel']]) {
    const scans = await scansOf({
      domain: 'sales',
      measures: ['net_sales'],
      dimensions,
      grain: 'day',
      time_range: twoDays,
    })
    expect(rowsOf(scans, 'sales_daily')).toBeLessThanOrEqual(daysLookedUp)
    // The sums by category are too few here for an index to be worth it; those by product are left alone for them.
    expect(sequential(scans, [sums])).toEqual([])
    if (dimensions[0] === 'category') {
      expect(scans.map(({ table }) => table)).toContain(byCategory)
      expect(rowsOf(scans, sums)).toBe(0)
      continue
    }
    expect(rowsOf(scans, sums)).toBeGreaterThan(0)
    expect(rowsOf(scans, sums)).toBeLessThanOrEqual(2 * bulk.sold_variants)
  }
})

testUnless(otherProcess, 'sales by location read the days of the window by an index', async () => {
  for (const dimensions of [['location'], ['location', 'category']]) {
    const scans = await scansOf({ domain: 'sales', measures: ['net_sales'], dimensions, time_range: twoDays })
    expect(sequential(scans, ['sales_daily'])).toEqual([])
    expect(rowsOf(scans, 'sales_daily')).toBeGreaterThan(bulk.sold_variants)
    expect(rowsOf(scans, 'sales_daily')).toBeLessThanOrEqual(2 * bulk.sold_variants + daysLookedUp)
  }
})

testUnless(otherProcess, 'movements of a window are read by an index that holds them', async () => {
  const scans = await scansOf({
    domain: 'movements',
    measures: ['units_in', 'units_out'],
    dimensions: ['movement_kind'],
    grain: 'day',
    time_range: twoDays,
  })
  const own = scans.filter(({ table }) => table === 'stock_movements')
  expect(own.map(({ node, index }) => [node, index])).toEqual([['Index Only Scan', 'stock_movements_by_instant']])
  expect(rowsOf(scans, 'stock_movements')).toBeLessThanOrEqual(16)
})

testUnless(otherProcess, 'purchase orders of a window are read by an index', async () => {
  const scans = await scansOf({
    domain: 'purchasing',
    measures: ['purchase_orders', 'units_ordered', 'order_cost'],
    dimensions: ['supplier'],
    grain: 'day',
    time_range: twoDays,
  })
  expect(sequential(scans, ['purchase_orders'])).toEqual([])
  // A sixtieth of the orders is of one day; the orders are read for their number and for their lines.
  expect(rowsOf(scans, 'purchase_orders')).toBeLessThanOrEqual((2 * 2 * bulk.orders) / 60 + 10)
})

testUnless(otherProcess, 'no fact is read twice by one query', async () => {
  const scans = await scansOf({
    domain: 'sales',
    measures: ['net_sales', 'units_sold', 'gross_margin_pct', 'return_rate', 'average_selling_price'],
    dimensions: ['category'],
    time_range: twoDays,
  })
  // What is not folded yet is read for the figures, and for the coverage, which is of all products.
  for (const [table, times] of Object.entries({ sales_by_product: 1, sales_by_channel: 1, sales_deltas: 2 }))
    expect([table, scans.filter((scan) => scan.table === table).length]).toEqual([table, times])
})
