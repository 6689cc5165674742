/**
 * Tables in a database that PostgreSQL has never analysed, as that of an organisation that enters its first two hundred
 * variants: every table seems to have one row of it, and every index of the organisation seems as narrow as the key.
 */
import { afterAll, beforeAll, expect } from 'bun:test'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const skus = Array.from({ length: 200 }, (_, i) => `COAT-${String(i).padStart(3, '0')}`)

/** Of one step of a plan: all rows of a page, compared with all of another table. */
const rowsReadMax = skus.length ** 2

let database: TestDatabase
let planner: Planner
let tenant: Tenant

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('unanalysed_tables')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  const { sql } = database
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  for (const { name } of tables) await sql`alter table ${sql(name)} set (autovacuum_enabled = false)`
  const products = skus.map((sku) => ({
    title: sku,
    category: 'Coats',
    variants: [{ sku, price_cents: 5_000, unit_cost: '12.0000' }],
  }))
  const ids = await setFixture(tenant, { locations: ['A'], categories: ['Coats'], products })
  const opening = {
    location: 'A',
    kind: 'opening',
    quantity: 1,
    unit_cost: '12.0000',
    occurred_at: '2026-01-05T12:00:00Z',
  } as const
  await moveStock(
    tenant,
    ids,
    skus.map((sku) => ({ ...opening, sku })),
  )
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

const filtered = (sku: string): string =>
  new URLSearchParams({ filter_args: JSON.stringify([{ key: 'sku', operation: 'eq', value: sku }]) }).toString()

testUnless(
  otherProcess,
  'a page of a table is found once, and its rows by their keys, before anything is analysed',
  async () => {
    const paths = [
      '/api/v1/variants/table?limit=50',
      `/api/v1/variants/table?${filtered('COAT-150')}`,
      `/api/v1/inventory/table?${filtered('COAT-150')}`,
      '/api/v1/products/table?search=COAT',
    ]
    for (const path of paths) {
      planner.take()
      const { status, text } = await tenant.get(path)
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
      for (const statement of planner.take()) {
        const wide = (await planner.steps(statement)).filter(({ rows_read }) => rows_read > rowsReadMax)
        expect({ path, wide }).toEqual({ path, wide: [] })
      }
    }
  },
  120_000,
)
