/** What a record does to the product itself: fields, references by name, options, metafields and listings. */
import { expect, test } from 'bun:test'
import type { Facts } from '../../../server/catalogue/product_records/facts.store.ts'
import { planProduct } from '../../../server/catalogue/product_records/plan_products.ts'
import type { ProductRecord } from '../../../server/catalogue/product_records/product_record.ts'
import { limits } from '../../../server/contract/limits.ts'
import { batchOf, changesOf, factsOf, faultsOf, plan, storedProduct, writeOf } from './plan_fixture.ts'

const coat = (changes: ProductRecord = {}): ProductRecord => ({ handle: 'coat', ...changes })

test('a new product needs a title, and has the defaults of one', () => {
  expect(plan({ handle: 'hat' })).toEqual({
    outcome: 'refused',
    faults: [{ field: 'title', rule: 'is required for a new product', value: null }],
  })
  const write = writeOf(plan({ handle: 'hat', title: ' Hat ' }))
  const { product_id: _id, currency: _currency, ...defaults } = storedProduct({ handle: 'hat', title: 'Hat' })
  expect(write).toMatchObject({ is_new: true, product: defaults, new_references: {}, metafields: [], listings: [] })
  // Beside an id or a handle that exists, a title is not needed.
  expect(plan(coat()).outcome).toBe('unchanged')
})

test('only fields with another value change, each with both values', () => {
  expect(changesOf(plan(coat({ title: 'Coat', vendor: 'Mill', tags: ['wool', 'navy'] })))).toEqual([
    'vendor: null → Mill',
    'tags: null → wool, navy',
  ])
  const write = writeOf(plan(coat({ vendor: 'Mill', is_seasonal: true })))
  expect(write.product).toMatchObject({ title: 'Coat', vendor: 'Mill', is_seasonal: true })
  expect(write.events.map(({ kind, field }) => [kind, field])).toEqual([
    ['updated', 'vendor'],
    ['updated', 'is_seasonal'],
  ])
  expect(faultsOf(plan(coat({ launch_date: '2026-02-30', hs_code: '12' })))).toEqual([
    'hs_code: must be a Harmonised System code of 6 to 12 digits, such as 611011',
    'launch_date: must be a date in the format YYYY-MM-DD',
  ])
})

test('an archived product remembers its status, and forgets it when it is restored', () => {
  const archived = plan(coat({ status: 'ARCHIVED' }), { products: [storedProduct({ status: 'DRAFT' })] })
  expect(writeOf(archived).product).toMatchObject({ status: 'ARCHIVED', status_before_archive: 'DRAFT' })
  expect(writeOf(archived).events[0]!.kind).toBe('status_changed')
  const was = { products: [storedProduct({ status: 'ARCHIVED', status_before_archive: 'DRAFT' })] }
  expect(writeOf(plan(coat({ status: 'ACTIVE' }), was)).product).toMatchObject({
    status: 'ACTIVE',
    status_before_archive: null,
  })
  expect(writeOf(plan(coat({ vendor: 'Mill' }), was)).product).toMatchObject({ status_before_archive: 'DRAFT' })
  const made = writeOf(plan({ handle: 'hat', title: 'Hat', status: 'ARCHIVED' }))
  expect(made.product).toMatchObject({ status: 'ARCHIVED', status_before_archive: null })
})

test('a handle belongs to one product, also within a batch', () => {
  const products = [storedProduct(), storedProduct({ product_id: 'p2', handle: 'hat' })]
  const byId = (product_id: string, handle: string | null) => plan({ product_id, handle }, { products })
  expect(byId('p1', 'hat')).toEqual({
    outcome: 'refused',
    faults: [{ field: 'handle', rule: 'belongs to another product', value: 'hat' }],
  })
  expect(byId('p1', 'coat').outcome).toBe('unchanged')
  expect(changesOf(byId('p1', null))).toEqual(['handle: coat → null'])
  const batch = batchOf()
  expect(planProduct(batch, { handle: 'new', title: 'One' }).outcome).toBe('created')
  expect(faultsOf(planProduct(batch, { handle: 'new', title: 'Two' }))).toEqual(['handle: is repeated'])
  const without = { title: 'T', variants: [] }
  expect([planProduct(batch, without).outcome, planProduct(batch, without).outcome]).toEqual(['created', 'created'])
})

test('options are replaced as a whole, in one form of their letters', () => {
  const options = [{ name: ' Size ', values: ['S', ' Me\u0301dium '] }]
  const planned = plan(coat({ options }))
  expect(changesOf(planned)).toEqual(['options: null → Size: S, Médium'])
  expect(writeOf(planned).product!.options).toEqual([{ name: 'Size', values: ['S', 'Médium'] }])
  const was = { products: [storedProduct({ options: [{ name: 'Size', values: ['S', 'Médium'] }] })] }
  expect(plan(coat({ options }), was).outcome).toBe('unchanged')
  expect(changesOf(plan(coat({ options: [] }), was))).toEqual(['options: Size: S, Médium → null'])
})

test('options have distinct names and values, and no more of either than the limits', () => {
  const of = (...options: { name: string; values: string[] }[]) => faultsOf(plan(coat({ options })))
  const named = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `O${i}`, values: [] }))
  expect(of(...named(limits.product_options_max))).toEqual([])
  expect(of(...named(limits.product_options_max + 1))).toEqual(['options: must be at most 3'])
  expect(of({ name: ' ', values: [] })).toEqual(['options: have a name that must not be blank'])
  expect(of({ name: 'Size', values: [] }, { name: ' Size', values: [] })).toEqual([
    'options: have the name  Size twice',
  ])
  expect(of({ name: 'Size', values: ['S', ''] })).toEqual(['options: have a value of Size that must not be blank'])
  expect(of({ name: 'Size', values: ['S', 'M', ' S'] })).toEqual(['options: have a value of Size that is repeated:  S'])
  const values = (count: number) => ({ name: 'Size', values: Array.from({ length: count }, (_, i) => `${i}`) })
  expect(of(values(limits.product_variants_max))).toEqual([])
  expect(of(values(limits.product_variants_max + 1))).toEqual(['options: have more than 2,000 values of Size'])
  expect(plan(coat({ options: [values(0), values(0)] }))).toMatchObject({ faults: [{ value: 'Size: ; Size: ' }] })
})

const catalogue: Partial<Facts> = {
  categories: [
    { category_id: 'c1', name: 'Coats' },
    { category_id: 'c2', name: 'coats' },
    { category_id: 'c3', name: 'Hats' },
  ],
  families: [{ family_id: 'f1', name: 'Outerwear' }],
  subcategories: [
    { subcategory_id: 's1', category_id: 'c1', name: 'Long', is_active: true },
    { subcategory_id: 's2', category_id: 'c3', name: 'Long', is_active: true },
    { subcategory_id: 's3', category_id: 'c1', name: 'Old', is_active: false },
  ],
}
const creates = { creates_references: true }
const placed = (changes: Partial<Facts['products'][number]>) => ({ ...catalogue, products: [storedProduct(changes)] })

test('references are found by name: exactly, or else in any case', () => {
  const category = (name: string) => writeOf(plan(coat({ category: name }), catalogue)).product!.category_id
  expect([category('Coats'), category('coats'), category('COATS'), category(' Hats ')]).toEqual([
    'c1',
    'c2',
    'c1',
    'c3',
  ])
  expect(changesOf(plan(coat({ family: 'outerwear', category: 'hats' }), catalogue))).toEqual([
    'family: null → Outerwear',
    'category: null → Hats',
  ])
  expect(plan(coat({ category: 'hats' }), placed({ category_id: 'c3' })).outcome).toBe('unchanged')
})

test('a reference that is null is cleared, and one that is not given stays', () => {
  const there = placed({ category_id: 'c1', subcategory_id: 's1', family_id: 'f1' })
  expect(plan(coat(), there).outcome).toBe('unchanged')
  expect(changesOf(plan(coat({ family: null, subcategory: null }), there))).toEqual([
    'family: Outerwear → null',
    'subcategory: Long → null',
  ])
  expect(changesOf(plan(coat({ family: null }), placed({ family_id: 'f9' })))).toEqual(['family: null → null'])
  expect(plan(coat({ family: null }), catalogue).outcome).toBe('unchanged')
})

test('an unknown reference is refused, or created where that is asked for', () => {
  expect(faultsOf(plan(coat({ category: 'Bags', family: 'Bags' }), catalogue))).toEqual([
    'family: must be the name of a family of this organisation',
    'category: must be the name of a category of this organisation',
  ])
  expect(faultsOf(plan(coat({ category: '' }), catalogue, creates))).toEqual(['category: must not be blank'])
  const planned = plan(coat({ category: ' Bags ', subcategory: 'Small', family: 'Leather' }), catalogue, creates)
  expect(writeOf(planned)).toMatchObject({
    new_references: { category: 'Bags', subcategory: 'Small', family: 'Leather' },
    product: { category_id: null, subcategory_id: null, family_id: null },
  })
  expect(changesOf(planned)).toEqual(['family: null → Leather', 'category: null → Bags', 'subcategory: null → Small'])
  // In place of a known one.
  expect(changesOf(plan(coat({ family: 'Leather' }), placed({ family_id: 'f1' }), creates))).toEqual([
    'family: Outerwear → Leather',
  ])
})

test('a subcategory is one of the category that the product has or gets', () => {
  const sub = (record: ProductRecord, facts: Partial<Facts>) =>
    writeOf(plan(coat(record), facts)).product!.subcategory_id
  expect(sub({ subcategory: 'Long' }, placed({ category_id: 'c1' }))).toBe('s1')
  expect(sub({ subcategory: 'long', category: 'Hats' }, placed({ category_id: 'c1' }))).toBe('s2')
  const rule = 'subcategory: must be the name of a subcategory of the category'
  expect(faultsOf(plan(coat({ subcategory: 'Old', category: 'Hats' }), catalogue))).toEqual([rule])
  expect(faultsOf(plan(coat({ subcategory: 'Long' }), catalogue))).toEqual(['subcategory: needs a category'])
  expect(faultsOf(plan(coat({ subcategory: 'Long', category: null }), placed({ category_id: 'c1' })))).toEqual([
    'subcategory: needs a category',
  ])
  // The unknown category is fault enough.
  expect(faultsOf(plan(coat({ subcategory: 'Long', category: 'Bags' }), catalogue))).toEqual([
    'category: must be the name of a category of this organisation',
  ])
  // A category that is created has none yet, whatever the category before has.
  const moved = plan(coat({ category: 'Bags', subcategory: 'Long' }), placed({ category_id: 'c1' }), creates)
  expect(writeOf(moved).new_references).toEqual({ category: 'Bags', subcategory: 'Long' })
})

test('a subcategory does not stay behind when the category changes', () => {
  const there = placed({ category_id: 'c1', subcategory_id: 's1' })
  expect(changesOf(plan(coat({ category: 'Hats' }), there))).toEqual([
    'category: Coats → Hats',
    'subcategory: Long → null',
  ])
  expect(changesOf(plan(coat({ category: null }), there))).toEqual([
    'category: Coats → null',
    'subcategory: Long → null',
  ])
  expect(plan(coat({ category: 'Coats' }), there).outcome).toBe('unchanged')
  expect(changesOf(plan(coat({ category: 'Hats', subcategory: 'Long' }), there))).toEqual([
    'category: Coats → Hats',
    'subcategory: Long → Long',
  ])
})

test('an inactive subcategory is kept and not given', () => {
  expect(faultsOf(plan(coat({ subcategory: 'Old' }), placed({ category_id: 'c1' })))).toEqual([
    'subcategory: must be an active subcategory',
  ])
  expect(plan(coat({ subcategory: 'Old' }), placed({ category_id: 'c1', subcategory_id: 's3' })).outcome).toBe(
    'unchanged',
  )
})

const metafield = (namespace: string, key: string, value: string, product_id = 'p1') => ({
  product_id,
  namespace,
  key,
  value,
})

test('metafields change one by one; the namespace ends at the first dot', () => {
  const facts = { metafields: [metafield('a', 'b', 'old'), metafield('a', 'c.d', 'same'), metafield('a', 'e', 'gone')] }
  const planned = plan(
    coat({ metafields: { 'a.b': ' new ', 'a.c.d': 'same', 'a.e': null, 'x.y': '1', 'x.z': null } }),
    facts,
  )
  expect(writeOf(planned).metafields).toEqual([
    { namespace: 'a', key: 'b', value: 'new' },
    { namespace: 'a', key: 'e', value: null },
    { namespace: 'x', key: 'y', value: '1' },
  ])
  expect(changesOf(planned)).toEqual([
    'metafields.a.b: old → new',
    'metafields.a.e: gone → null',
    'metafields.x.y: null → 1',
  ])
  expect(writeOf(planned).events.map(({ field }) => field)).toEqual([
    'metafields.a.b',
    'metafields.a.e',
    'metafields.x.y',
  ])
})

test('a metafield has a name with a namespace and a key, and a value that is not blank', () => {
  const of = (metafields: Record<string, string | null>) => faultsOf(plan(coat({ metafields })))
  expect(of({ fabric: 'wool' })).toEqual(['metafields.fabric: must be named namespace.key'])
  expect(of({ '.fabric': 'wool' })).toEqual(['metafields..fabric: has a namespace that must not be blank'])
  expect(of({ 'custom.': 'wool' })).toEqual(['metafields.custom.: has a key that must not be blank'])
  expect(of({ 'custom.fabric': '' })).toEqual(['metafields.custom.fabric: must not be blank; null clears it'])
  const named = (length: number) => of({ [`a.${'k'.repeat(length)}`]: 'x' }).length
  const max = limits.product_metafield_name_length_max
  expect([named(max), named(max + 1)]).toEqual([0, 1])
  expect(of({ fabric: 'wool', 'custom.care': '', 'custom.cut': 'slim' })).toHaveLength(2)
})

test('a product has no more metafields than the limit; those that are removed or replaced do not count twice', () => {
  const max = limits.product_metafields_max
  const facts = { metafields: Array.from({ length: max - 1 }, (_, i) => metafield('a', `k${i}`, 'x')) }
  const of = (metafields: Record<string, string | null>) => plan(coat({ metafields }), facts)
  expect(of({ 'b.one': '1' }).outcome).toBe('changed')
  expect(of({ 'b.one': '1', 'a.k0': 'y' }).outcome).toBe('changed')
  expect(of({ 'b.one': '1', 'b.two': '2', 'a.k0': null }).outcome).toBe('changed')
  expect(of({ 'b.one': '1', 'b.two': '2' })).toEqual({
    outcome: 'refused',
    faults: [{ field: 'metafields', rule: 'must be at most 250 for one product', value: '251' }],
  })
})

const shop = '0190a0a0-0000-7000-8000-00000000000a'
const channels: Partial<Facts> = {
  sales_channels: [
    { sales_channel_id: shop, name: 'Shop' },
    { sales_channel_id: 'h2', name: 'Online' },
    { sales_channel_id: 'h3', name: 'Twin' },
    { sales_channel_id: 'h4', name: 'Twin' },
  ],
  listings: [{ product_id: 'p1', sales_channel_id: 'h2' }],
}

test('a product is listed on exactly the channels that are given, by name or id', () => {
  const planned = plan(coat({ sales_channels: [shop.toUpperCase()] }), channels)
  expect(writeOf(planned).listings).toEqual([
    { sales_channel_id: shop, is_listed: true },
    { sales_channel_id: 'h2', is_listed: false },
  ])
  expect(changesOf(planned)).toEqual(['sales_channels: Online → Shop'])
  const both = plan(coat({ sales_channels: [' Shop ', 'Online', 'Shop'] }), channels)
  expect(writeOf(both).listings).toEqual([{ sales_channel_id: shop, is_listed: true }])
  expect(changesOf(both)).toEqual(['sales_channels: Online → Online, Shop'])
  expect(changesOf(plan(coat({ sales_channels: [] }), channels))).toEqual(['sales_channels: Online → null'])
  expect(plan(coat({ sales_channels: ['Online'] }), channels).outcome).toBe('unchanged')
  expect(plan(coat(), channels).outcome).toBe('unchanged')
  const order = { ...channels, listings: ['h3', 'h2'].map((id) => ({ product_id: 'p1', sales_channel_id: id })) }
  expect(plan(coat({ sales_channels: ['Online', 'h3'] }), order).outcome).toBe('refused')
})

test('a channel that is unknown, or whose name several have, is refused', () => {
  const given = plan(coat({ sales_channels: ['Shop', 'Market', 'Twin'] }), channels)
  expect(given).toEqual({
    outcome: 'refused',
    faults: [
      { field: 'sales_channels[1]', rule: 'must be a sales channel of this organisation', value: 'Market' },
      { field: 'sales_channels[2]', rule: 'names several sales channels; send its id', value: 'Twin' },
    ],
  })
})

test('a batch names a product once', () => {
  const batch = batchOf(factsOf())
  expect(planProduct(batch, coat({ vendor: 'Mill' })).outcome).toBe('changed')
  expect(planProduct(batch, coat({ vendor: 'Loom' }))).toEqual({
    outcome: 'refused',
    faults: [{ field: 'product_id', rule: 'is repeated', value: 'coat' }],
  })
})
