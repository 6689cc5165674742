/** Query plans of sell-out reads: sums answer for whole accounts, and a filter reads the rows of its variants alone. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const weeks = 60
const doors = 30
const variants = 30

let database: TestDatabase
let planner: Planner
let tenant: Tenant
let variant_ids: string[]
const commitment_id = crypto.randomUUID()
const accountIds = Array.from({ length: 6 }, () => crypto.randomUUID())

/** Every tenth variant of each door and week has a row. */
async function fill(): Promise<void> {
  const { sql } = database
  const { organization_id } = tenant
  const skus = Array.from({ length: variants }, (_, i) => `V-${i}`)
  const ids = await setFixture(tenant, {
    categories: ['Coats'],
    products: [{ title: 'Range', category: 'Coats', variants: skus.map((sku) => ({ sku })) }],
  })
  const created_at = 'now'
  await insertRows(tenant, 'commitments', [
    { commitment_id, name: 'Spring', currency: 'EUR', status: 'approved', created_at },
  ])
  await insertRows(tenant, 'commitment_budgets', [
    { commitment_id, budget_id: crypto.randomUUID(), category_id: ids.categories.Coats, budget_cents: 1 },
  ])
  variant_ids = Object.values(ids.variants)
  for (const [i, account_id] of accountIds.entries()) {
    await sql`insert into trading_partners (organization_id, trading_partner_id, name)
      values (${organization_id}, ${account_id}, ${`Account ${i}`})`
    await sql`insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind)
      select ${organization_id}, gen_random_uuid(), ${account_id}, n::text, n::text, 'store' from generate_series(1, ${doors}) n`
    await sql`
      insert into sell_out_reports (organization_id, trading_partner_id, period_start, period_end, door_id, currency)
      select organization_id, trading_partner_id, current_date - 7 * w - 6, current_date - 7 * w, door_id, 'EUR'
      from account_doors cross join generate_series(0, ${weeks - 1}) w
      where organization_id = ${organization_id} and trading_partner_id = ${account_id}`
    await sql`
      insert into sell_out_rows (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id, units)
      select r.organization_id, r.trading_partner_id, r.period_start, r.period_end, r.door_id, v.variant_id, 2
      from sell_out_reports r join variants v on v.organization_id = r.organization_id
      where r.organization_id = ${organization_id} and r.trading_partner_id = ${account_id}
        and abs(hashtext(v.variant_id::text || r.door_id || r.period_end)) % 10 = 0`
  }
  await sql`vacuum (analyze)`
}

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_sell_out')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fill()
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(path: string): Promise<Scan[]> {
  planner.take()
  const answer = await tenant.get(`/api/v1/sell-out/${path}`)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const scans: Scan[] = []
  for (const one of planner.take()) scans.push(...(await planner.explain(one)))
  return scans
}

const readsOf = (scans: readonly Scan[], table: string) =>
  scans.filter((scan) => scan.table === table).reduce((sum, { rows_read }) => sum + rows_read, 0)
const sequential = (scans: readonly Scan[]) =>
  scans.filter(({ table, node }) => node === 'Seq Scan' && /^sell_out_(rows|by_door|by_variant)/.test(table))

testUnless(otherProcess, 'the doors of an account are read from the sums of its own weeks, not from rows', async () => {
  const scans = await scansOf(`doors?account_id=${accountIds[1]}&weeks=13`)
  expect(sequential(scans)).toEqual([])
  expect(readsOf(scans, 'sell_out_rows')).toBe(0)
  expect(readsOf(scans, 'sell_out_by_door')).toBeLessThanOrEqual(13 * doors)
})

testUnless(otherProcess, 'a category reads its sums by door in the window, and no rows', async () => {
  const scans = await scansOf(`doors?account_id=${accountIds[1]}&weeks=13&category=Coats`)
  expect(sequential(scans)).toEqual([])
  expect(readsOf(scans, 'sell_out_rows')).toBe(0)
  expect(readsOf(scans, 'sell_out_by_variant')).toBe(0)
  const read = readsOf(scans, 'sell_out_by_category_and_door')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(13 * doors)
})

testUnless(otherProcess, 'coverage of a commitment reads one sum for each account, week and category', async () => {
  const scans = await scansOf(`coverage?weeks=52&commitment_id=${commitment_id}`)
  for (const table of ['sell_out_rows', 'sell_out_by_variant', 'sell_out_by_category_and_door'])
    expect([table, readsOf(scans, table)]).toEqual([table, 0])
  const read = readsOf(scans, 'sell_out_by_category')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(accountIds.length * weeks)
})

testUnless(otherProcess, 'a filter reads the rows of its variants in the window, and no other rows', async () => {
  const scans = await scansOf(`doors?account_id=${accountIds[1]}&weeks=13&variant_id=${variant_ids[7]}`)
  expect(sequential(scans)).toEqual([])
  const [found] = await database.sql<{ rows: number }[]>`
    select count(*)::int as rows from sell_out_rows
    where organization_id = ${tenant.organization_id} and trading_partner_id = ${accountIds[1]!}
      and variant_id = ${variant_ids[7]!} and period_end > current_date - 91`
  expect(found!.rows).toBeGreaterThan(13)
  expect(readsOf(scans, 'sell_out_rows')).toBe(found!.rows)
})

testUnless(otherProcess, 'coverage reads one sum for each account and week', async () => {
  const scans = await scansOf('coverage?weeks=52')
  expect(scans.map(({ table }) => table)).not.toContain('sell_out_rows')
  expect(scans.map(({ table }) => table)).not.toContain('sell_out_by_door')
  expect(readsOf(scans, 'sell_out_by_period')).toBeLessThanOrEqual(2 * accountIds.length * weeks)
})
