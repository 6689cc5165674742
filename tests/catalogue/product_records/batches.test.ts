import { expect, test } from 'bun:test'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { rowImages } from '../../support/document/row_images.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import type { ProductRecord } from '../../../server/catalogue/product_records/product_record.ts'
import { openImport } from './bulk_fixture.ts'

async function importing() {
  const tenant = await newTenant()
  await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online', 'Shop'],
    categories: ['Coats'],
    suppliers: ['Acme'],
    custom_fields: [{ name: 'Care' }],
  })
  return { tenant, imported: openImport(tenant) }
}

const range = (products: number, sizes: number): ProductRecord[] =>
  Array.from({ length: products }, (_, i) => ({
    handle: `style-${i}`,
    title: `Style ${i}`,
    category: 'Coats',
    subcategory: `Type ${i % 3}`,
    family: 'Outerwear',
    options: [{ name: 'Size', values: Array.from({ length: sizes }, (_, j) => `${j}`) }],
    metafields: { 'custom.fabric': 'wool', 'custom.care': 'cold' },
    sales_channels: ['Online'],
    variants: Array.from({ length: sizes }, (_, j) => ({
      sku: `S-${i}-${j}`,
      option_values: { Size: `${j}` },
      price_cents: 1000 + i,
      unit_cost: '4.2500',
      custom_fields: { Care: 'Cold wash' },
    })),
  }))

const priced = (records: readonly ProductRecord[], price_cents: number): ProductRecord[] =>
  records.map(({ handle, variants = [] }) => ({
    handle: handle!,
    metafields: { 'custom.care': null },
    sales_channels: ['Shop'],
    variants: variants.map(({ sku }) => ({ sku: sku!, price_cents, custom_fields: { Care: null } })),
  }))

const count = async ({ service: { database }, organization_id }: Tenant) => {
  const [row] = await database.sql`
    select (select count(*)::int from products where organization_id = ${organization_id}) as products,
      (select count(*)::int from variants where organization_id = ${organization_id}) as variants,
      (select count(*)::int from catalogue_events where organization_id = ${organization_id}) as events`
  return row
}

test('a batch of 2,000 variants takes no more statements than a batch of 20, and repeating it writes nothing', async () => {
  const counts = []
  for (const [products, sizes] of [
    [4, 5],
    [200, 10],
  ] as const) {
    const { tenant, imported } = await importing()
    const records = range(products, sizes)
    const made = await imported.write(records, { creates_references: true })
    expect(new Set(made.diffs.map(({ outcome }) => outcome))).toEqual(new Set(['created']))
    const rows = { products, variants: products * sizes, events: products * (sizes + 1) }
    expect(await count(tenant)).toEqual(rows)
    const again = await imported.write(records, { creates_references: true })
    expect(new Set(again.diffs.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    expect(again.statements.writing).toBe(0)
    expect(await count(tenant)).toEqual(rows)
    const changed = await imported.write(priced(records, 5000))
    expect(new Set(changed.diffs.map(({ outcome }) => outcome))).toEqual(new Set(['changed']))
    const [costly] = await tenant.service.database.sql`
      select count(*)::int as variants from variants
      where organization_id = ${tenant.organization_id} and price_cents = 5000`
    expect(costly!.variants).toBe(products * sizes)
    counts.push([made.statements, changed.statements])
    await imported.close()
  }
  const [few, many] = counts.map((batches) => batches.flatMap(({ comparing, writing }) => [comparing, writing]))
  // A large batch also gets new query plans and more time: five statements around the diff and five around the write.
  for (const [at, statements] of many!.entries()) expect(statements - few![at]!).toBeLessThanOrEqual(5)
  expect(Math.max(...many!)).toBeLessThanOrEqual(24)
}, 60_000)

test('a preview diffs what a write would do, on a connection that cannot write', async () => {
  const { imported } = await importing()
  const [made, repeatedSku] = await imported.preview([
    { title: 'Coat', category: 'Coats', variants: [{ sku: 'C-1' }] },
    { title: 'Cape', variants: [{ sku: 'C-1' }, { sku: 'C-2', price_cents: -1 }] },
  ])
  expect(made!.outcome).toBe('created')
  expect(repeatedSku).toMatchObject({
    outcome: 'refused',
    faults: [
      { field: 'variants[0].sku', rule: 'is repeated', value: 'C-1' },
      { field: 'variants[1].price_cents', value: '-1' },
    ],
  })
  await imported.close()
})

test('a record is matched by id, then handle, then the SKUs of its variants, and none moves to another product', async () => {
  const { imported } = await importing()
  const { undos } = await imported.write([
    { handle: 'coat', title: 'Coat', variants: [{ sku: 'C-1' }] },
    { title: 'Cape', variants: [{ sku: 'P-1' }] },
  ])
  const [coat, cape] = undos.map(({ product_id }) => product_id)
  const { diffs } = await imported.write([
    { handle: 'coat', title: 'Long coat' },
    { variants: [{ sku: 'P-1', price_cents: 5900 }, { sku: 'P-2' }] },
    { product_id: coat!, title: 'Twice' },
    { handle: 'new', title: 'New', variants: [{ sku: 'C-1' }] },
    { product_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41', title: 'Unknown' },
    { title: 'Unknown', variants: [{ variant_id: 'none', price_cents: 1 }] },
  ])
  expect(diffs.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'changed',
    'refused',
    'refused',
    'refused',
    'refused',
  ])
  expect(diffs[1]).toMatchObject({
    changes: [
      { field: 'variants[P-1].price_cents', previous_value: null, value: '5900' },
      { field: 'variants', previous_value: null, value: 'P-2' },
    ],
    write: { product_id: cape! },
  })
  const rules = diffs.slice(2).map((diff) => 'faults' in diff && [diff.faults[0]!.field, diff.faults[0]!.rule])
  expect(rules).toEqual([
    ['product_id', 'is repeated'],
    ['variants[0].sku', 'belongs to another product'],
    ['product_id', 'must be a product of this organisation'],
    ['variants[0].variant_id', 'must be a variant of this organisation'],
  ])
  await imported.close()
})

test('undoing restores what stood before and deletes what was created', async () => {
  const { tenant, imported } = await importing()
  await imported.write([{ handle: 'coat', title: 'Coat', metafields: { 'a.b': '1' }, variants: [{ sku: 'C-1' }] }])
  const before = await rowImages(tenant)
  const records: ProductRecord[] = [
    {
      handle: 'coat',
      title: 'Long coat',
      tags: ['wool'],
      status: 'ARCHIVED',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      metafields: { 'a.b': null, 'c.d': '2' },
      sales_channels: ['Online'],
      variants: [
        { sku: 'C-1', option_values: { Size: 'S' }, price_cents: 5900, custom_fields: { Care: 'Cold' } },
        { sku: 'C-2', option_values: { Size: 'M' }, is_archived: true },
      ],
    },
    { handle: 'cape', title: 'Cape', metafields: { 'a.b': '1' }, sales_channels: ['Shop'], variants: [{ sku: 'P-1' }] },
  ]
  const { undos } = await imported.write(records)
  expect((await imported.undo(undos)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone'])
  const after = await rowImages(tenant)
  expect(withoutTimes(after)).toEqual(withoutTimes(before))
  expect((await imported.undo(undos)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  expect(await rowImages(tenant)).toEqual(after)
  await imported.close()
})

/** Timelines, and what tells jobs that something changed. */
const notes = [
  'catalogue_events',
  'row_count_deltas',
  'product_changes',
  'stock_category_changes',
  'stock_level_changes',
  'stock_value_changes',
  'purchase_order_changes',
  'record_changes',
]

/** The rows of each table apart from notes of changes, without the instants of changes. */
const withoutTimes = (images: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(images)
      .filter(([table]) => !notes.includes(table))
      .map(([table, rows]) => [table, rows.map((row) => row.replaceAll(/"last_updated_at": "[^"]*"/g, ''))]),
  )

test('what was changed since or has come into use is not undone, and the reason is named', async () => {
  const { tenant, imported } = await importing()
  const { undos } = await imported.write([
    { handle: 'a', title: 'A', variants: [{ sku: 'A-1' }] },
    { handle: 'b', title: 'B', variants: [{ sku: 'B-1' }] },
    { handle: 'c', title: 'C', variants: [{ sku: 'C-1' }] },
    { handle: 'd', title: 'D', variants: [{ sku: 'D-1' }] },
  ])
  await imported.write([
    { handle: 'a', title: 'Anorak' },
    { handle: 'b', variants: [{ sku: 'B-2' }] },
  ])
  const { sql } = tenant.service.database
  const [supplier] = await sql`select supplier_id from suppliers where organization_id = ${tenant.organization_id}`
  await insertRows(tenant, 'supplier_variants', [
    { supplier_id: supplier!.supplier_id, variant_id: undos[2]!.created_variant_ids[0], is_primary: true },
  ])
  expect(await imported.undo(undos)).toEqual([
    { outcome: 'refused', faults: [{ field: 'title', rule: 'was changed since', value: 'Anorak' }] },
    {
      outcome: 'refused',
      faults: [{ field: 'product_id', rule: 'cannot be deleted: it has variants that were added since', value: null }],
    },
    {
      outcome: 'refused',
      faults: [{ field: 'variants[C-1]', rule: 'cannot be deleted: it has suppliers', value: 'C-1' }],
    },
    { outcome: 'undone' },
  ])
  expect((await tenant.get('/api/v1/products/table')).body.data.rows.map(({ title }: any) => title)).toEqual([
    'Anorak',
    'B',
    'C',
  ])
  expect(await imported.undo([undos[3]!])).toEqual([{ outcome: 'unchanged' }])
  await imported.close()
})

test('every table that refers to a variant or a product is known to the undo', async () => {
  const { tenant, imported } = await importing()
  await imported.close()
  const tables = await tenant.service.database.sql<{ name: string }[]>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid in ('variants'::regclass, 'products'::regclass) order by 1`
  const store = await Bun.file(
    new URL('../../../server/catalogue/product_records/undo.store.ts', import.meta.url),
  ).text()
  const unknown = tables.map(({ name }) => name).filter((name) => !new RegExp(`from ${name}\\b`).test(store))
  expect(unknown).toEqual([])
})
