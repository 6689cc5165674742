import { afterAll, beforeAll, expect } from 'bun:test'
import { publicOperations } from '../../server/boot/operations.ts'
import { bulk, type Bulk, fillBulk } from '../support/bulk.ts'
import { type Planner, type Scan, startPlanner } from '../support/plans.ts'
import { newTenant, type Tenant } from '../support/tenant.ts'
import { otherProcess, testUnless } from '../support/needs.ts'

/** Tables that grow with the catalogue times days, places or changes: none is read whole for one thing's sake. */
const heavy = ['sales_daily', 'stock_movements', 'catalogue_events', 'stock_levels', 'purchase_order_lines']
/** One thing's own rows, and the days of the 30 variants that a season is measured on; little beside any heavy table. */
const rowsReadMax = 4_000

let planner: Planner
let tenant: Tenant
let ids: Bulk

beforeAll(async () => {
  if (otherProcess !== null) return
  planner = await startPlanner()
  tenant = await newTenant({ service: planner.service })
  ids = await fillBulk(tenant)
}, 30_000)

afterAll(async () => {
  if (otherProcess === null) await planner.stop()
})

interface Explained {
  text: string
  scans: Scan[]
}

/** Sends a request and explains every statement that it ran. */
async function plansOf(path: string): Promise<Explained[]> {
  planner.take()
  const answer = await tenant.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  const statements = planner.take()
  expect([path, statements.length > 0]).toEqual([path, true])
  return Promise.all(statements.map(async (one) => ({ text: one.text, scans: await planner.explain(one) })))
}

const faultsIn = (scans: readonly Scan[]) =>
  scans.filter((scan) => heavy.includes(scan.table) && (scan.node === 'Seq Scan' || scan.rows_read > rowsReadMax))

async function expectNarrow(paths: readonly string[]): Promise<void> {
  const faults: Record<string, Scan[]> = {}
  for (const path of paths) {
    const found = (await plansOf(path)).flatMap(({ scans }) => faultsIn(scans))
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
}

const filter = (key: string, operation: string, value: unknown) =>
  `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation, value }]))}`

testUnless(otherProcess, 'a plan that reads a heavy table whole is noticed, by its scan and by its rows', async () => {
  const { sql } = tenant.service.database
  const bad = await planner.explain({
    text: 'select sum(units) from sales_daily where returned_units < $1',
    params: [2],
  })
  expect(faultsIn(bad)).toMatchObject([{ table: 'sales_daily', node: 'Seq Scan' }])
  // By an index, but by one that knows only the organisation.
  await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    const [row] = await tx.unsafe(
      `explain (analyze, format json) select count(*) from sales_daily where organization_id = $1 and returned_units > 9`,
      [tenant.organization_id],
    )
    expect(JSON.stringify(row)).toContain(`"Rows Removed by Filter":${bulk.sold_variants * bulk.sold_days}`)
  })
  const wide = await planner.explain({
    text: 'select * from sales_daily where organization_id = $1 and day > $2::date',
    params: [tenant.organization_id, '1999-01-01'],
  })
  expect(faultsIn(wide).length).toBe(1)
})

testUnless(otherProcess, 'every read of one product or one variant reads that one, by an index', async () => {
  const fill = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'organization_id' ? tenant.organization_id : String((ids as unknown as Record<string, string>)[name]),
    )
  const paths = publicOperations
    .filter(({ method, path }) => method === 'GET' && /\{(variant_id|product_id)\}/.test(path))
    .filter(({ path }) => !/\{(?!variant_id|product_id|organization_id)/.test(path))
    .map(({ path }) => fill(path))
  expect(paths.length).toBeGreaterThanOrEqual(9)
  await expectNarrow(paths)
})

testUnless(
  otherProcess,
  'what a parameter narrows to one variant, product, location or document is read by an index',
  async () => {
    await expectNarrow([
      `/api/v1/inventory/position?variant_id=${ids.variant_id}`,
      `/api/v1/inventory/position?variant_id=${ids.variant_id}&location_id=${ids.warehouse_id}`,
      `/api/v1/inventory/allocation-matrix?variant_ids=${ids.variant_id}`,
      `/api/v1/inventory/movements?variant_id=${ids.variant_id}&location_id=${ids.warehouse_id}`,
      '/api/v1/inventory/movements?document_type=ledger_opening&document_id=bulk%207',
      `/api/v1/variants/events?product_id=${ids.product_id}`,
      `/api/v1/variants/events?kind=cost_changed`,
      `/api/v1/variants/table?${filter('product_id', 'eq', ids.product_id)}`,
      `/api/v1/variants/table?${filter('sku', 'eq', 'SKU-77')}`,
      `/api/v1/inventory/table?${filter('variant_id', 'eq', ids.variant_id)}`,
      `/api/v1/inventory/table?${filter('product_id', 'eq', ids.product_id)}`,
      `/api/v1/inventory/table?${filter('location_id', 'eq', ids.popup_id)}`,
      `/api/v1/inventory/table?view=combined&${filter('product_id', 'eq', ids.product_id)}`,
    ])
  },
)

testUnless(otherProcess, 'a week of the forecast is summed along indexes that hold all it reads', async () => {
  await tenant.service.database.sql`vacuum (analyze) sales_daily`
  const plans = await plansOf('/api/v1/inventory/forecast-accuracy?weeks=1&current_state=false')
  const scans = plans.flatMap((plan) => plan.scans).filter(({ table }) => table === 'sales_daily')
  expect(scans.map(({ node, index }) => [node, index])).toEqual([
    ['Index Only Scan', 'sales_daily_by_day'],
    ['Index Only Scan', 'sales_daily_by_day'],
  ])
  expect(Math.max(...scans.map(({ rows_read }) => rows_read))).toBe(7 * bulk.sold_variants)
})

testUnless(otherProcess, 'sales of channels are read by the index over days, however wide the window is', async () => {
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const year = `start_date=${dayFrom(-366)}&end_date=${dayFrom(0)}`
  for (const [query, rowsMax] of [
    [`start_date=${dayFrom(-1)}&end_date=${dayFrom(-1)}`, 3 * bulk.sold_variants],
    [year, (bulk.sold_days + 1) * bulk.sold_variants],
    [`${year}&granularity=month`, (bulk.sold_days + 1) * bulk.sold_variants],
  ] as const) {
    const plans = await plansOf(`/api/v1/sales/performance/channels?${query}`)
    const scans = plans.flatMap((plan) => plan.scans).filter(({ table }) => table === 'sales_daily')
    expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
    expect(new Set(scans.map(({ index }) => index).filter((index) => index !== null))).toEqual(
      new Set(['sales_daily_by_day']),
    )
    // The rows of the two windows and one of each day: none is read twice.
    expect(scans.reduce((sum, { rows_read }) => sum + rows_read, 0)).toBeLessThanOrEqual(rowsMax)
  }
})

/** The statements of a page that are not its count, which must look at every row it counts. */
const withoutCounts = (plans: readonly Explained[]) => plans.filter(({ text }) => !/\bas filtered\b/.test(text))

testUnless(otherProcess, 'a page of a timeline reads the rows it shows, in the order of an index', async () => {
  const pair = `variant_id=${ids.variant_id}&location_id=${ids.warehouse_id}`
  for (const [path, table] of [
    ['/api/v1/variants/events?limit=20&offset=10', 'catalogue_events'],
    ['/api/v1/variants/events?limit=20&kind=cost_changed', 'catalogue_events'],
    [`/api/v1/variants/events?limit=20&product_id=${ids.product_id}`, 'catalogue_events'],
    [`/api/v1/variants/${ids.variant_id}/events?limit=20`, 'catalogue_events'],
    [`/api/v1/inventory/movements?limit=20&${pair}`, 'stock_movements'],
    ['/api/v1/inventory/movements?limit=20&document_type=ledger_opening&document_id=bulk%207', 'stock_movements'],
  ] as const) {
    const pages = withoutCounts(await plansOf(path)).filter(({ text }) => text.includes(table))
    expect([path, pages.length]).toEqual([path, 1])
    const wide = pages[0]!.scans.filter((scan) => scan.table === table && scan.rows_read > 40)
    expect([path, wide]).toEqual([path, []])
  }
})

testUnless(otherProcess, 'a page of a table makes only the rows it shows', async () => {
  const faults: Record<string, Scan[]> = {}
  for (const path of [
    '/api/v1/products/table?limit=10',
    '/api/v1/variants/table?limit=10',
    '/api/v1/variants/table?limit=10&sort_args=-sku&offset=500',
    '/api/v1/inventory/table?limit=10',
    '/api/v1/inventory/table?limit=10&view=combined',
    '/api/v1/variants/custom-fields?limit=10',
  ]) {
    const found = withoutCounts(await plansOf(path)).flatMap(({ scans }) => faultsIn(scans))
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
})
