/** Matching the lines of a paper reads what the paper names, in a catalogue of eighty thousand variants. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../../server/contract/sql.ts'
import { foldSku } from '../../../../server/selling/order_documents/matching.rules.ts'
import { readCandidates } from '../../../../server/selling/order_documents/matching.store.ts'
import type { Reading, ReadLine } from '../../../../server/selling/order_documents/reading/reading.ts'
import { type Planner, type Scan, startPlanner } from '../../../support/plans.ts'
import { newTenant, type Tenant } from '../../../support/service/tenant.ts'

setDefaultTimeout(120_000)

const productCount = 20_000
const perProduct = 4

let planner: Planner
let tenant: Tenant

beforeAll(async () => {
  planner = await startPlanner()
  tenant = await newTenant({ service: planner.service })
  const { sql } = tenant.service.database
  const org = `'${tenant.organization_id}'::uuid`
  const id = (kind: string, n: string) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys need no check.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into products (organization_id, product_id, handle, title, status, currency)
      select ${org}, ${id('product', 'n')}, 'Style-' || n, 'Jumper ' || n, 'ACTIVE', 'USD'
      from generate_series(1, ${productCount}) n`)
    await tx.unsafe(`insert into variants (organization_id, variant_id, product_id, sku, barcode, title, option_values)
      select ${org}, ${id('variant', `n * 10 + s`)}, ${id('product', 'n')}, 'KN-' || n || '-' || s,
        lpad((5000000000 + n * 10 + s)::text, 13, '0'), 'Size ' || s, jsonb_build_object('Size', s::text)
      from generate_series(1, ${productCount}) n cross join generate_series(1, ${perProduct}) s`)
    await tx.unsafe(`insert into variants (organization_id, variant_id, product_id, sku, title)
      select ${org}, gen_random_uuid(), ${id('product', '77')}, 'KN-77-I', 'Size I'`)
  })
  await sql`vacuum (analyze) products`
  await sql`vacuum (analyze) variants`
})
afterAll(async () => {
  const { sql } = tenant.service.database
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from variants where organization_id = ${tenant.organization_id}`
    await tx`delete from products where organization_id = ${tenant.organization_id}`
  })
  await sql`vacuum (analyze) products`
  await sql`vacuum (analyze) variants`
  await planner.stop()
})

const lineOf = (values: Record<string, string>, i: number): ReadLine =>
  ({
    line_number: i + 1,
    reference: null,
    quantity: 1,
    unit_price_cents: null,
    amount_cents: null,
    values: Object.fromEntries(
      Object.entries(values).map(([name, text]) => [name, { text, confidence: 0.9, place: null }]),
    ),
  }) as unknown as ReadLine

const reading = (lines: Record<string, string>[], is_recognised: boolean) =>
  ({ lines: lines.map(lineOf), is_recognised }) as Reading

const candidatesOf = (lines: Record<string, string>[], is_recognised = true) =>
  readCandidates(
    planner.service.running!.context.db.reads as unknown as Sql,
    tenant.organization_id,
    uuidv7(),
    reading(lines, is_recognised),
  )

test('lines name their variants by SKU, by barcode without its zeros, and by style in any letter case', async () => {
  const skus = async (line: Record<string, string>) =>
    (await candidatesOf([line], false)).variants.map(({ sku }) => sku).toSorted()
  const sizes = (n: number) => [1, 2, 3, 4].map((s) => `KN-${n}-${s}`)
  expect(await skus({ sku: 'KN-5-2' })).toEqual(['KN-5-2'])
  expect(await skus({ barcode: '5000000052' })).toEqual(['KN-5-2'])
  expect(await skus({ barcode: '0005000000052' })).toEqual(['KN-5-2'])
  expect(await skus({ style: 'JUMPER 9' })).toEqual(sizes(9))
  expect(await skus({ style: 'style-9' })).toEqual(sizes(9))
  expect(await skus({ barcode: '12', style: 'Jumper', sku: 'kn-5-2' })).toEqual([])
})

test('of recognised SKUs, those that letters could confuse are known', async () => {
  const { confusable } = await candidatesOf([{ sku: 'KN-77-1' }, { sku: 'KN-78-1' }])
  expect([...confusable]).toEqual([foldSku('KN-77-I')])
})

test('a paper of 60 lines reads what its lines name, and no more of the catalogue', async () => {
  const lines = Array.from({ length: 20 }, (_, n): Record<string, string>[] => [
    { sku: `KN-${n + 1}-1` },
    { barcode: String(5_000_000_000 + (n + 100) * 10 + 2) },
    { style: `jumper ${n + 200}`, size: '3' },
  ]).flat()
  planner.take()
  await candidatesOf(lines)
  const scans: Scan[] = []
  for (const statement of planner.take()) scans.push(...(await planner.explain(statement)))
  const of = (table: string) => scans.filter((scan) => scan.table === table)
  for (const table of ['variants', 'products']) {
    expect([table, of(table).filter(({ node }) => node === 'Seq Scan')]).toEqual([table, []])
    const read = of(table).reduce((sum, { rows_read }) => sum + rows_read, 0)
    expect([table, read, read <= 500]).toEqual([table, read, true])
  }
})
