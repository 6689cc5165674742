/** An export of a trading organisation, imported into a new one, is the same organisation: rows, figures and answers. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { fillDemo } from '../../../db/demo/fill.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { exportedTables } from '../../../server/platform/organization_export/declaration.ts'
import { proveSales } from '../../../server/verify_sales.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { exportTo, importFrom, newFolder } from './support.ts'
import { addOtherRecords } from './other_records.ts'

setDefaultTimeout(240_000)

const folder = newFolder()
let source: Tenant
let copy: Tenant

beforeAll(async () => {
  source = await newTenant()
  copy = await newTenant()
  const { organization_id, service } = source
  await fillDemo(service.database.url, { organization_id, variants: 60, seed: 3, today: '2026-11-20' })
  await addOtherRecords(source)
  await exportTo(source, `${folder}/whole.tar.gz`)
  await importFrom(copy, `${folder}/whole.tar.gz`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rows of a table as text, without the organisation and what the database numbers by itself. */
async function contentOf({ organization_id, service }: Tenant, table: string, left_out: readonly string[]) {
  const omitted = ['organization_id', ...left_out]
  const rows = await service.database.sql<{ row: string }[]>`
    select (to_jsonb(t) - ${omitted}::text[])::text as row from ${service.database.sql(table)} t
    where organization_id = ${organization_id} order by 1`
  return rows.map(({ row }) => row)
}

const isGenerated = (table: string, column: string) =>
  ['stocktake_lines', 'stock_levels', 'sales_daily'].includes(table) && column !== 'leased_until'

test('every exported table has the same rows after the import, and each has rows to compare', async () => {
  const empty: string[] = []
  for (const { name, left_out } of exportedTables) {
    const omitted = Object.keys(left_out).filter((column) => !isGenerated(name, column))
    const before = await contentOf(source, name, omitted)
    if (before.length === 0) empty.push(name)
    expect({ name, rows: await contentOf(copy, name, omitted) }).toEqual({ name, rows: before })
  }
  expect(empty).toEqual([])
})

test('ledger rows keep the order in which they were recorded', async () => {
  const idsOf = async ({ organization_id, service }: Tenant) =>
    service.database.sql`
      select movement_id::text from stock_movements where organization_id = ${organization_id} order by entry`
  const ids = await idsOf(source)
  expect(ids.length).toBeGreaterThan(1_000)
  expect(await idsOf(copy)).toEqual(ids)
})

test('the ledger, sums and row counts of the copy are consistent', async () => {
  const { sql } = copy.service.database
  const { organization_id } = copy
  const { pairs, rows, faults } = await verifyLedger(sql as never, { organization_id, is_full: true })
  expect([pairs > 0, rows > 0, faults]).toEqual([true, true, []])
  const { sales, counts } = await proveSales(sql as never, { organization_id, is_full: true })
  expect([sales.rows > 0, sales.faults, counts]).toEqual([true, [], []])
})

test('sums by channel, sums by product and row counts equal those of the source', async () => {
  for (const table of ['sales_by_channel', 'sales_by_product', 'row_counts']) {
    const before = await contentOf(source, table, ['version'])
    expect(before.length).toBeGreaterThan(0)
    expect(await contentOf(copy, table, ['version'])).toEqual(before)
  }
})
