/** An export of a trading organisation, imported into a new one, is the same organisation: rows, figures and answers. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { fillDemo } from '../../../db/demo/fill.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { exportedTables } from '../../../server/platform/organization_export/declaration.ts'
import { proveSales } from '../../support/prove_sales.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { exportTo, importFrom, newFolder } from './support.ts'
import { addEveryRecord } from './every_record.ts'

setDefaultTimeout(240_000)

const folder = newFolder()
let source: Tenant
let copy: Tenant
let various: Tenant
let variousCopy: Tenant

beforeAll(async () => {
  source = await newTenant()
  copy = await newTenant()
  const { organization_id, service } = source
  await fillDemo(service.database.url, { organization_id, variants: 60, seed: 3, today: '2026-11-20' })
  await exportTo(source, `${folder}/demo.tar.gz`)
  await importFrom(copy, `${folder}/demo.tar.gz`)
  various = await newTenant()
  variousCopy = await newTenant()
  await addEveryRecord(various)
  await exportTo(various, `${folder}/various.tar.gz`)
  await importFrom(variousCopy, `${folder}/various.tar.gz`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rows of a table as text, without the organisation and what the database numbers by itself. */
async function contentOf({ organization_id, service }: Tenant, table: string, left_out: readonly string[]) {
  const omitted = ['organization_id', ...left_out]
  const rows = await service.database.sql<{ row: string }[]>`
    select (to_jsonb(t) - ${omitted}::text[])::text as row from ${service.database.sql(table)} t
    where organization_id = ${organization_id}`
  // A count that fell to 0 stays in the source, and is not counted again in a copy.
  return rows.flatMap(({ row }) => (row.includes('"order_count": 0,') ? [] : [row])).toSorted()
}

/** Left out and computed by the copy, so it must be equal too. */
const isGenerated = (table: string) => ['stocktake_lines', 'stock_levels', 'sales_daily'].includes(table)

/** States of work that waits, and what an import makes of them. */
const waitingStates: Record<string, [string, string]> = {
  outbound_documents: ['queued', 'stored'],
  edi_documents: ['queued', 'stored'],
  edi_interchanges: ['received', 'held'],
}

async function expectSameRows(before: Tenant, after: Tenant): Promise<Set<string>> {
  const filled = new Set<string>()
  for (const { name, left_out } of exportedTables) {
    const omitted = isGenerated(name) ? [] : Object.keys(left_out)
    const rows = await contentOf(before, name, omitted)
    if (rows.length > 0) filled.add(name)
    const [waiting, imported] = waitingStates[name] ?? ['', '']
    const expected = rows.map((row) => row.replace(`"state": "${waiting}"`, `"state": "${imported}"`))
    expect({ name, rows: await contentOf(after, name, omitted) }).toEqual({ name, rows: expected.toSorted() })
  }
  return filled
}

test('every exported table has the same rows after the import, and each has rows to compare', async () => {
  const filled = new Set([...(await expectSameRows(source, copy)), ...(await expectSameRows(various, variousCopy))])
  expect(exportedTables.map(({ name }) => name).filter((name) => !filled.has(name))).toEqual([])
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
  const { sales, counts, order_counts } = await proveSales(sql as never, { organization_id, is_full: true })
  expect([sales.rows > 0, sales.faults, counts, order_counts]).toEqual([true, [], [], []])
})

test('sums by channel, sums by product and row counts equal those of the source', async () => {
  for (const table of ['sales_by_channel', 'sales_by_product', 'row_counts', 'order_counts']) {
    const before = await contentOf(source, table, ['version'])
    expect(before.length).toBeGreaterThan(0)
    expect(await contentOf(copy, table, ['version'])).toEqual(before)
  }
})

const paths = ({ organization_id }: Tenant, ids: Record<string, string>) => [
  '/api/v1/products/table?limit=20',
  `/api/v1/organizations/${organization_id}/products/filters`,
  `/api/v1/product/${ids.product_id}`,
  `/api/v1/product/${ids.product_id}/variants`,
  '/api/v1/products/completeness',
  '/api/v1/variants/table?limit=50',
  `/api/v1/variants/${ids.variant_id}`,
  '/api/v1/variants/events?limit=20',
  `/api/v1/variants/${ids.variant_id}/incoming-pos`,
  '/api/v1/inventory/table?limit=50',
  '/api/v1/inventory/stock-on-hand?start_date=2026-10-01&end_date=2026-11-15',
  `/api/v1/inventory/position?variant_id=${ids.variant_id}`,
  `/api/v1/inventory/movements?variant_id=${ids.variant_id}&location_id=${ids.location_id}&limit=50`,
  `/api/v1/organizations/${organization_id}/purchase-orders?limit=20`,
  `/api/v1/organizations/${organization_id}/purchase-orders/${ids.purchase_order_id}`,
  `/api/v1/organizations/${organization_id}/purchase-orders/${ids.purchase_order_id}/deliveries`,
  `/api/v1/organizations/${organization_id}/purchase-orders/filters`,
  '/api/v1/inventory/suppliers/table?limit=20',
  `/api/v1/inventory/suppliers/${ids.supplier_id}`,
  '/api/v1/inventory/suppliers/filters',
  '/api/v1/contacts/table?limit=20',
  '/api/v1/stocktakes/table?limit=20',
  `/api/v1/stocktakes/${ids.stocktake_id}/table?limit=20`,
  '/api/v1/sales/performance/channels?start_date=2026-10-01&end_date=2026-11-15',
]

test('public reads answer the same as before, with the same ids', async () => {
  const [ids] = await source.service.database.sql<Record<string, string>[]>`
    select variant_id, product_id,
      (select location_id from stock_movements m
        where m.organization_id = v.organization_id and m.variant_id = v.variant_id limit 1),
      (select purchase_order_id from purchase_orders o
        where o.organization_id = v.organization_id order by purchase_order_id limit 1),
      (select supplier_id from suppliers s where s.organization_id = v.organization_id order by supplier_id limit 1),
      (select stocktake_id from stocktakes s where s.organization_id = v.organization_id order by stocktake_id limit 1)
    from variants v where organization_id = ${source.organization_id}
      and exists (select from stock_movements m where m.organization_id = v.organization_id and m.variant_id = v.variant_id)
    order by variant_id limit 1`
  const wrong: string[] = []
  for (const [i, path] of paths(source, ids!).entries()) {
    const before = await source.get(path)
    const after = await copy.get(paths(copy, ids!)[i]!)
    const plain = (text: string) =>
      text.replaceAll(copy.organization_id, source.organization_id).replaceAll(/"as_of":"[^"]+"/g, '"as_of":null')
    if (before.status !== 200) wrong.push(`${path}: ${before.text.slice(0, 200)}`)
    else
      expect({ path, data: JSON.parse(plain(after.text)).data }).toEqual({
        path,
        data: JSON.parse(plain(before.text)).data,
      })
  }
  expect(wrong).toEqual([])
})
