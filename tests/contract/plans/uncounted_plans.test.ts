/**
 * Query plans of reads in a large organisation of which PostgreSQL has not counted the rows: until it has, after a large
 * write, it expects one row of the organisation in each table, and joins that compare all rows with all others look cheap.
 */
import { afterAll, beforeAll, expect } from 'bun:test'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { readPlainly, reads } from '../../support/document/plain_reads.ts'
import { bulk, fillOtherOrganizations, fillUncounted } from '../../support/fixtures/bulk.ts'
import { insertShipment, placedIn } from '../../support/fixtures/records/edi_order_records.ts'
import { openSessionFixture, type SessionFixture } from '../../support/fixtures/session_fixture.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, startPlanner, type Step } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { readsManyUncounted, unexpected, unneeded } from './plan_exceptions.ts'

/** Of one step of a plan: a read of everything, with room; a tenth of the variants' pairs would be ten million. */
const rowsReadMax = 30 * bulk.variants

let database: TestDatabase
let planner: Planner
let tenant: Tenant
let fixture: SessionFixture

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('uncounted_plans')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  fixture = await openSessionFixture(tenant, '')
  const { sql } = database
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  for (const { name } of tables) await sql`alter table ${sql(name)} set (autovacuum_enabled = false)`
  await fillOtherOrganizations(tenant, 300)
  fixture.ids.set('shipment_id', await insertShipment(tenant, placedIn(fixture)))
  await sql`delete from sales_daily where organization_id = ${tenant.organization_id}`
  await sql`vacuum (analyze)`
  await fillUncounted(tenant)
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

const wide = (steps: readonly Step[]) => steps.filter(({ rows_read }) => rows_read > rowsReadMax)

testUnless(
  otherProcess,
  'the walk detects a join that compares all rows with all others',
  async () => {
    const text = (lookup: string) => `
    select count(*) from variants v where v.organization_id = $1 and v.sku < 'SKU-12' and not exists (
      select from supplier_variants s where s.organization_id = $1 and s.variant_id = v.variant_id ${lookup})`
    const params = [tenant.organization_id]
    expect(wide(await planner.steps({ text: text(''), params }))).not.toEqual([])
    expect(wide(await planner.steps({ text: text('offset 0'), params }))).toEqual([])
  },
  60_000,
)

testUnless(
  otherProcess,
  'no GET compares all rows with all others while the rows of the organisation are not counted',
  async () => {
    const found: Record<string, Step[]> = {}
    for (const operation of reads) {
      const { recorded } = await readPlainly({ planner, tenant, fixture }, operation)
      const steps: Step[] = []
      for (const statement of recorded) steps.push(...wide(await planner.steps(statement)))
      if (steps.length > 0) found[operation.id] = steps
    }
    expect({
      wide: unexpected(found, readsManyUncounted),
      unneeded: unneeded(found, readsManyUncounted),
    }).toEqual({ wide: {}, unneeded: [] })
  },
  180_000,
)
