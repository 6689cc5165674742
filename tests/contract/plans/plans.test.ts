/**
 * Query plans of reads in a large organisation. The test takes every GET of the public and the session surface from its
 * declaration and the large tables from the database's statistics, so new operations are covered automatically.
 */
import { afterAll, beforeAll, expect } from 'bun:test'
import { publicOperations } from '../../../server/boot/operations.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { bulk, type Bulk, fillBulk, fillOtherOrganizations, largeTables } from '../../support/fixtures/bulk.ts'
import { readPlainly, reads } from '../../support/document/plain_reads.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { foldOrderSums } from '../../../server/purchasing/order_sums/fold_orders.ts'
import { insertShipment, placedIn } from '../../support/fixtures/records/edi_order_records.ts'
import { openSessionFixture, type SessionFixture } from '../../support/fixtures/session_fixture.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { readsManyRows, readsWholeTables, unexpected, unneeded } from './plan_exceptions.ts'

/** Tables of the hand-written cases; their size is the catalogue times days, locations or changes. */
const heavy = ['sales_daily', 'stock_movements', 'catalogue_events', 'stock_levels', 'purchase_order_lines']
/** The rows of one record, and the days of the 30 variants that a season is measured on. */
const rowsReadMax = 4_000
/** Other organisations, each with a row in every table; a table with at least `largeRows` rows counts as large. */
const otherOrganizations = 1_000
const largeRows = 900

let database: TestDatabase
let planner: Planner
let tenant: Tenant
let fixture: SessionFixture
let ids: Bulk
let large: string[]

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_every_get')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  fixture = await openSessionFixture(tenant, '')
  await fillOtherOrganizations(tenant, otherOrganizations)
  fixture.ids.set('shipment_id', await insertShipment(tenant, placedIn(fixture)))
  const { sql } = planner.service.database
  // The rows of bulk sales are counted exactly below.
  await sql`delete from sales_daily where organization_id = ${tenant.organization_id}`
  ids = await fillBulk(tenant)
  // The triggers of the bulk rows did not run.
  await sql`
    insert into purchase_order_changes (organization_id, purchase_order_id)
    select organization_id, purchase_order_id from purchase_orders where organization_id = ${tenant.organization_id}`
  while ((await sql.begin((tx) => foldOrderSums(tx as never, tenant.organization_id))) > 0);
  // Plans depend on these statistics, not on when autovacuum runs.
  await sql`vacuum (analyze)`
  large = await largeTables(tenant, largeRows)
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

interface Explained {
  text: string
  scans: Scan[]
}

/** Sends a request and explains every statement that it runs. */
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

testUnless(otherProcess, 'the hand-written cases detect a sequential scan and a scan of too many rows', async () => {
  const { sql } = tenant.service.database
  const bad = await planner.explain({
    text: 'select sum(units) from sales_daily where returned_units < $1',
    params: [2],
  })
  expect(faultsIn(bad)).toMatchObject([{ table: 'sales_daily', node: 'Seq Scan' }])
  // Index scans that only use the organisation.
  await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    const [row] = await tx.unsafe(
      `explain (analyze, format json) select count(*) from sales_daily where organization_id = $1 and costed_units > 9`,
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

testUnless(otherProcess, 'every read of one product or variant uses an index and reads few rows', async () => {
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
  'a list filtered by one variant, product, location or document reads its rows by an index',
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

testUnless(otherProcess, 'a week of forecast accuracy is computed with index-only scans', async () => {
  await tenant.service.database.sql`vacuum (analyze) sales_daily`
  const plans = await plansOf('/api/v1/inventory/forecast-accuracy?weeks=1&current_state=false')
  const scans = plans.flatMap((plan) => plan.scans).filter(({ table }) => table === 'sales_daily')
  expect(scans.map(({ node, index }) => [node, index])).toEqual([
    ['Index Only Scan', 'sales_daily_by_day'],
    ['Index Only Scan', 'sales_daily_by_day'],
  ])
  expect(Math.max(...scans.map(({ rows_read }) => rows_read))).toBe(7 * bulk.sold_variants)
})

testUnless(
  otherProcess,
  'sales of channels are read from sums by day, and of the rows one a day, however wide the window is',
  async () => {
    const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const year = `start_date=${dayFrom(-365)}&end_date=${dayFrom(0)}`
    for (const [query, rowsMax] of [
      [`start_date=${dayFrom(-1)}&end_date=${dayFrom(-1)}`, 2],
      [year, bulk.sold_days + 2],
      [`${year}&granularity=month`, bulk.sold_days + 2],
    ] as const) {
      const plans = await plansOf(`/api/v1/sales/performance/channels?${query}`)
      const scans = plans.flatMap((plan) => plan.scans).filter(({ table }) => table === 'sales_daily')
      expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
      expect(new Set(scans.map(({ index }) => index).filter((index) => index !== null))).toEqual(
        new Set(['sales_daily_by_day']),
      )
      // One row for each day with sales, and the first of all.
      expect(scans.reduce((sum, { rows_read }) => sum + rows_read, 0)).toBeLessThanOrEqual(rowsMax)
    }
  },
)

/** The statements of a page except its count, which must read every row that it counts. */
const withoutCounts = (plans: readonly Explained[]) => plans.filter(({ text }) => !/\bas filtered\b/.test(text))

testUnless(otherProcess, 'a page of a timeline reads the rows it shows, along an index', async () => {
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

testUnless(otherProcess, 'a page of a table reads few rows besides those it shows', async () => {
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

/** Reads of one record: paths with an id besides the organisation's. */
const readsOfOne = reads.filter(({ path }) => /\{(?!organization_id)\w+\}/.test(path))

interface Read {
  statements: Explained[]
  /** Number of objects in the response. */
  objects: number
}

async function readOf(operation: Operation): Promise<Read> {
  const { recorded, text } = await readPlainly({ planner, tenant, fixture }, operation)
  const statements = []
  for (const one of recorded) statements.push({ text: one.text, scans: await planner.explain(one) })
  return { statements, objects: text.match(/\{/g)?.length ?? 0 }
}

const sequential = (scans: readonly Scan[]) =>
  scans.filter(({ table, node }) => node === 'Seq Scan' && large.includes(table))

/** Scans that read many more rows than the response can contain. */
const tooWide = (scans: readonly Scan[], objects: number) =>
  scans.filter(({ table, rows_read }) => large.includes(table) && rows_read > 100 + 10 * objects)

const namesOf = (scans: readonly Scan[]) => scans.map((scan) => `${scan.table}: ${scan.node}, ${scan.rows_read} rows`)

testUnless(otherProcess, 'every table that the fixture fills is large', () => {
  expect(large).toEqual(expect.arrayContaining([...heavy, 'contacts', 'webhook_deliveries', 'stocktake_lines']))
})

testUnless(otherProcess, 'the walk detects a scan without an index and a read of the whole organisation', async () => {
  const params = [tenant.organization_id]
  const whole = await planner.explain({
    text: `select * from contacts where name = 'Nobody' and $1::uuid is not null`,
    params,
  })
  expect(namesOf(sequential(whole))).toEqual([`contacts: Seq Scan, ${otherOrganizations + 1} rows`])
  const wide = await planner.explain({
    text: `select * from variants where organization_id = $1 and sku > 'A' order by sku limit 500`,
    params,
  })
  expect(sequential(wide)).toEqual([])
  expect(namesOf(tooWide(wide, 3))).toEqual(['variants: Index Scan, 500 rows'])
})

testUnless(
  otherProcess,
  'no GET scans a large table sequentially, and a read of one record reads about as many rows as it returns',
  async () => {
    const scanning: Record<string, string[]> = {}
    const wide: Record<string, string[]> = {}
    for (const operation of reads) {
      const { statements, objects } = await readOf(operation)
      const whole = withoutCounts(statements).flatMap(({ scans }) => sequential(scans))
      if (whole.length > 0) scanning[operation.id] = namesOf(whole)
      if (!readsOfOne.includes(operation)) continue
      const many = withoutCounts(statements).flatMap(({ scans }) => tooWide(scans, objects))
      if (many.length > 0) wide[operation.id] = namesOf(many)
    }
    expect({
      scanning: unexpected(scanning, readsWholeTables),
      wide: unexpected(wide, readsManyRows),
      unneeded: [...unneeded(scanning, readsWholeTables), ...unneeded(wide, readsManyRows)],
    }).toEqual({ scanning: {}, wide: {}, unneeded: [] })
  },
  120_000,
)
