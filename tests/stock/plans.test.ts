/** Query plans over what jobs keep of stock and forecasts: a long window reads sums of days and weeks, no rows beneath them. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { addDays, mondayOf } from '../../server/calendar/days.ts'
import { sumOrganization } from '../../server/stock/forecast_errors/sum_weeks.ts'
import { readMovedHere } from '../../server/stock/imports/moved_here.ts'
import { setByImport } from '../../server/stock/adjustments/set_stock.ts'
import { countOrganization } from '../../server/stock/stock_days/count_stock.ts'
import { bulk, fillBulk } from '../support/fixtures/bulk.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { otherProcess, testUnless } from '../support/needs.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../support/plans.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const today = new Date().toISOString().slice(0, 10)
const thisWeek = mondayOf(today)
const weeks = 13

let database: TestDatabase
let planner: Planner
let tenant: Tenant

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_stock')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fillBulk(tenant)
  const { sql } = database
  const { organization_id } = tenant
  await sql`delete from velocity_changes`
  await sql`
    insert into weekly_forecasts (organization_id, variant_id, sales_channel_id, week_start, origin_week, forecast_units)
    select ${organization_id}, s.variant_id, s.sales_channel_id, ${thisWeek}::date - 7 * n, ${thisWeek}::date - 7 * n - 7, 3
    from (select distinct variant_id, sales_channel_id from sales_daily where organization_id = ${organization_id}) s,
      generate_series(-1, ${weeks}::int) n`
  const step = (<T>(work: (tx: never, now: string) => Promise<T>) =>
    sql.begin((tx) => work(tx as never, new Date().toISOString()))) as never
  await countOrganization(step, organization_id)
  await sumOrganization(step, organization_id, thisWeek)
  await sql`vacuum (analyze)`
}, 300_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(path: string): Promise<Scan[]> {
  planner.take()
  expect((await tenant.get(path)).status).toBe(200)
  const scans: Scan[] = []
  for (const one of planner.take()) scans.push(...(await planner.explain(one)))
  return scans
}
const rowsOf = (scans: readonly Scan[], table: string) =>
  scans.filter((scan) => scan.table === table).reduce((sum, { rows_read }) => sum + rows_read, 0)

const window = `start_date=${addDays(today, -400)}&end_date=${addDays(today, -1)}`

testUnless(otherProcess, 'stock on hand over 400 days reads days of categories, and no level or variant', async () => {
  for (const query of [window, `${window}&grain=month`]) {
    const scans = await scansOf(`/api/v1/inventory/stock-on-hand?${query}`)
    // The first movement says where the ledger begins.
    expect(rowsOf(scans, 'stock_movements')).toBeLessThanOrEqual(2)
    expect([rowsOf(scans, 'stock_levels'), rowsOf(scans, 'variants'), rowsOf(scans, 'products')]).toEqual([0, 0, 0])
    expect(rowsOf(scans, 'stock_by_day')).toBeGreaterThan(0)
    expect(rowsOf(scans, 'stock_by_day')).toBeLessThanOrEqual(bulk.categories * 401)
  }
})

testUnless(otherProcess, 'a movement since the last count costs the rows of its own variant', async () => {
  const { sql } = database
  await sql`
    insert into velocity_changes (organization_id, variant_id, occurred_at, moved, received)
    select organization_id, variant_id, now(), 1, 0 from variants where organization_id = ${tenant.organization_id}
    order by sku limit 1`
  const scans = await scansOf(`/api/v1/inventory/stock-on-hand?${window}`)
  expect(rowsOf(scans, 'stock_levels')).toBeGreaterThan(0)
  expect(rowsOf(scans, 'stock_levels')).toBeLessThanOrEqual(2 * (bulk.warehouses + 1))
  await sql`delete from velocity_changes`
})

testUnless(
  otherProcess,
  'forecast accuracy of weeks that are over reads their sums, no forecast and no sale',
  async () => {
    const scans = await scansOf(`/api/v1/inventory/forecast-accuracy?weeks=${weeks}`)
    expect([rowsOf(scans, 'weekly_forecasts'), rowsOf(scans, 'sales_daily'), rowsOf(scans, 'variants')]).toEqual([
      0, 0, 0,
    ])
    expect(rowsOf(scans, 'forecast_week_errors')).toBeGreaterThanOrEqual(weeks)
  },
)

testUnless(otherProcess, 'what moved here since an import is found by the keys of its adjustments', async () => {
  const pairs = 200
  const { organization_id } = tenant
  await rolledBack(database.sql, async (tx) => {
    await tx`
      insert into stock_adjustments (organization_id, adjustment_id, name, reason, note, line_count, units_added,
        units_removed, created_by)
      select ${organization_id}, gen_random_uuid(), 'Bulk ' || n, 'other', ${setByImport}, 1, 1, 0, 'bulk'
      from generate_series(1, 20000) n`
    const moved = await tx<{ variant_id: string; location_id: string }[]>`
      with opened as (
        select m.variant_id, m.location_id, row_number() over () as n from stock_movements m
        where m.organization_id = ${organization_id} and m.sequence = 1 and m.document_type = 'ledger_opening'
          and not exists (select from stock_movements l where l.organization_id = m.organization_id
            and l.variant_id = m.variant_id and l.location_id = m.location_id and l.sequence > 1)
        limit ${pairs}
      )
      insert into stock_movements (organization_id, variant_id, location_id, sequence, kind, quantity_delta,
        on_hand_after, occurred_at, document_type, document_id, document_name, document_line_id, actor)
      select ${organization_id}, l.variant_id, l.location_id, 1 + k, 'adjustment', 1, 1, now(), 'manual_adjustment',
        case k when 1 then (select a.adjustment_id::text from stock_adjustments a
          where a.organization_id = ${organization_id} and a.name = 'Bulk ' || l.n) else gen_random_uuid()::text end,
        'Adjustment', 'line', 'bulk'
      from opened l, generate_series(1, 2) k order by l.n, k
      returning variant_id, location_id`
    await tx`analyze stock_adjustments`
    const levels = [...new Map(moved.map((one) => [`${one.variant_id} ${one.location_id}`, one])).values()]
    expect(levels).toHaveLength(pairs)
    const found = await readMovedHere(tx as never, { organization_id, time_zone: 'UTC' }, levels)
    expect(found.size).toBe(pairs)
    const scans = await explainWrite(tx, (sql) => readMovedHere(sql, { organization_id, time_zone: 'UTC' }, levels))
    const read = scans.filter(({ table }) => table === 'stock_adjustments')
    expect(new Set(read.map(({ index }) => index))).toEqual(new Set(['stock_adjustments_pk']))
    expect(rowsOf(scans, 'stock_adjustments')).toBeLessThanOrEqual(3 * pairs)
  })
})
