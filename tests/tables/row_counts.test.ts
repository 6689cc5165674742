import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase } from '../../db/client/database.ts'
import { countedTables } from '../../server/tables/known_values.ts'
import { findWrongCounts, foldRowCounts, readRowCount } from '../../server/tables/row_counts.ts'
import { createRecords } from '../support/fixtures/records/create_records.ts'
import { insertRows } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { testDatabase } from '../support/database.ts'

setDefaultTimeout(60_000)
let db: Database

beforeAll(async () => {
  db = openDatabase((await testDatabase()).url)
})
afterAll(() => db.close())

const supplierRows = (count: number) =>
  Array.from({ length: count }, () => ({ supplier_id: uuidv7(), name: `Mill ${uuidv7()}`, currency: 'USD' }))
const wrongCounts = async ({ organization_id }: Tenant): Promise<object[]> =>
  db.write((sql) => findWrongCounts(sql, organization_id))
const read = ({ organization_id }: Tenant) => db.write((sql) => readRowCount(sql, organization_id, 'suppliers'))
const rows = async ({ organization_id, service }: Tenant) =>
  (await service.database.sql`select count(*)::int as n from suppliers where organization_id = ${organization_id}`)[0]!
    .n

test('every counted table counts its rows', async () => {
  const tenant = await newTenant()
  await createRecords(tenant, 'stock.list_inventory')
  const { sql } = tenant.service.database
  for (const step of ['deltas', 'folded']) {
    if (step === 'folded') while ((await db.write((one) => foldRowCounts(one))) > 0);
    for (const table of countedTables) {
      const [found] = await sql`
        select count(*)::int as n from ${sql(table)} where organization_id = ${tenant.organization_id}`
      const counted = await db.write((one) => readRowCount(one, tenant.organization_id, table))
      expect([step, table, counted]).toEqual([step, table, found!.n])
    }
    expect(await wrongCounts(tenant)).toEqual([])
  }
})

test('the count is exact while several write, delete and fold at once', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  let writing = true
  const write = async () => {
    for (let i = 1; i <= 30; i++) {
      await insertRows(tenant, 'suppliers', supplierRows(i % 4))
      if (i % 5 === 0)
        await sql`delete from suppliers where ctid in (select ctid from suppliers
          where organization_id = ${tenant.organization_id} limit 3 for update skip locked)`
      if (i % 7 === 0)
        await sql
          .begin(async (tx) => {
            await tx`delete from suppliers where organization_id = ${tenant.organization_id}`
            throw new Error('rolled back')
          })
          .catch(() => {})
    }
  }
  const folding = (async () => {
    while (writing) await db.write((one) => foldRowCounts(one, 3))
  })()
  // One statement sees the count and the rows of one moment.
  const looking = (async () => {
    while (writing) expect(await wrongCounts(tenant)).toEqual([])
  })()
  await Promise.all([write(), write()])
  writing = false
  await Promise.all([folding, looking])
  expect(await read(tenant)).toBe(await rows(tenant))
  expect(await read(tenant)).toBeGreaterThan(0)
})
