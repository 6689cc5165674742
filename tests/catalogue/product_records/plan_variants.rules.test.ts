/** What a record does to the variants of a product. */
import { expect, test } from 'bun:test'
import type { Facts, StoredVariant } from '../../../server/catalogue/product_records/facts.store.ts'
import { planProduct } from '../../../server/catalogue/product_records/plan_products.ts'
import type { ProductRecord, VariantRecord } from '../../../server/catalogue/product_records/product_record.ts'
import { limits } from '../../../server/contract/limits.ts'
import {
  batchOf,
  changesOf,
  factsOf,
  faultsOf,
  now,
  plan,
  storedProduct,
  storedVariant,
  writeOf,
} from './plan_fixture.ts'

const coat = (variants: VariantRecord[], changes: ProductRecord = {}): ProductRecord => ({
  handle: 'coat',
  ...changes,
  variants,
})
const sizes = [{ name: 'Size', values: ['S', 'M', 'L'] }]
/** The product with an option, and a variant of each value. */
const sized = (...values: string[]): Partial<Facts> => ({
  products: [storedProduct({ options: sizes })],
  variants: values.map((value, i) =>
    storedVariant({
      variant_id: `v${i + 1}`,
      sku: `COAT-${value}`,
      title: value,
      position: i + 1,
      option_values: { Size: value },
    }),
  ),
})
const one = (changes: Partial<StoredVariant> = {}): Partial<Facts> => ({ variants: [storedVariant(changes)] })
const rowsOf = (planned: ReturnType<typeof plan>) => writeOf(planned).variants.map(({ row }) => row)

test('a new variant takes the title of its product, the next position, and no prices', () => {
  const { variants } = writeOf(plan(coat([{ sku: ' COAT-M ' }]), one({ position: 4 })))
  expect(variants).toHaveLength(1)
  const { variant_id: _id, product_id: _product, ...defaults } = storedVariant({ sku: 'COAT-M', position: 5 })
  expect(variants[0]).toMatchObject({ is_new: true, row: defaults })
  const planned = plan(coat([{ sku: 'COAT-M' }]), one())
  expect(changesOf(planned)).toEqual(['variants: null → COAT-M'])
  expect(writeOf(planned).events.map(({ kind }) => kind)).toEqual(['created'])
  expect(faultsOf(plan(coat([{}])))).toEqual(['variants[0].sku: is required for a new variant'])
})

test('new variants follow the last position, or take a later one that is given', () => {
  const positions = (...given: VariantRecord[]) =>
    rowsOf(plan(coat(given), one({ position: 2 }))).map((row) => row.position)
  expect(positions({ sku: 'A' }, { sku: 'B' })).toEqual([3, 4])
  expect(positions({ sku: 'A', position: 7 }, { sku: 'B' })).toEqual([7, 8])
  // Counting goes on from where it was; the given position is kept.
  expect(positions({ sku: 'A', position: 1 }, { sku: 'B' })).toEqual([1, 4])
  // A variant that is there keeps its own, and takes none from those that follow.
  expect(positions({ sku: 'COAT-S', price_cents: 1 }, { sku: 'A' })).toEqual([2, 3])
  const last = limits.product_variants_max
  expect(rowsOf(plan(coat([{ sku: 'A' }]), one({ position: last })))[0]!.position).toBe(last)
  expect(rowsOf(plan(coat([{ sku: 'A' }])))[0]!.position).toBe(1)
})

test('a variant is found by its id, else by its SKU; with both the SKU renames it', () => {
  const facts = one()
  expect(changesOf(plan(coat([{ sku: 'COAT-S', price_cents: 500 }]), facts))).toEqual([
    'variants[COAT-S].price_cents: null → 500',
  ])
  expect(changesOf(plan(coat([{ variant_id: 'V1', price_cents: 500 }]), facts))).toEqual([
    'variants[COAT-S].price_cents: null → 500',
  ])
  const renamed = plan(coat([{ variant_id: 'v1', sku: 'COAT-1' }]), facts)
  expect(changesOf(renamed)).toEqual(['variants[COAT-S].sku: COAT-S → COAT-1'])
  expect(writeOf(renamed).variants).toMatchObject([{ variant_id: 'v1', is_new: false, row: { sku: 'COAT-1' } }])
  expect(plan(coat([{ sku: 'COAT-S' }]), facts).outcome).toBe('unchanged')
})

test('a variant of another product, an unknown one, and a SKU that is taken are refused', () => {
  const facts = {
    products: [storedProduct(), storedProduct({ product_id: 'p2', handle: 'hat' })],
    variants: [
      storedVariant(),
      storedVariant({ variant_id: 'v2', sku: 'COAT-M' }),
      storedVariant({ variant_id: 'v9', sku: 'HAT', product_id: 'p2' }),
    ],
  }
  const fault = (given: VariantRecord, options = {}) =>
    faultsOf(plan({ product_id: 'p1', variants: [given] }, facts, options))
  expect(fault({ sku: 'HAT' })).toEqual(['variants[0].sku: belongs to another product'])
  expect(fault({ variant_id: 'v9' })).toEqual(['variants[0].variant_id: belongs to another product'])
  expect(fault({ variant_id: 'nil' })).toEqual(['variants[0].variant_id: must be a variant of this organisation'])
  expect(fault({ variant_id: 'v1', sku: 'COAT-M' })).toEqual(['variants[0].sku: belongs to another variant'])
  expect(fault({ variant_id: 'v1', sku: 'COAT-S' })).toEqual([])
  // Where records only create, a SKU without an id is that of a new variant.
  expect(fault({ sku: 'COAT-S' })).toEqual([])
  expect(fault({ sku: 'COAT-S' }, { creates_only: true })).toEqual(['variants[0].sku: belongs to another variant'])
  expect(fault({ variant_id: 'v1', sku: 'COAT-S' }, { creates_only: true })).toEqual([])
  const value = plan({ product_id: 'p1', variants: [{ sku: 'HAT' }] }, facts)
  expect(value).toMatchObject({ faults: [{ value: 'HAT' }] })
})

test('a record and a batch name each SKU and each variant once', () => {
  expect(faultsOf(plan(coat([{ sku: 'A' }, { sku: ' A' }])))).toEqual(['variants[1].sku: is repeated'])
  const twice = coat([
    { variant_id: 'v1', sku: 'A' },
    { variant_id: 'v1', sku: 'B' },
  ])
  expect(faultsOf(plan(twice, one()))).toEqual(['variants[1].sku: is repeated'])
  const batch = batchOf(factsOf())
  expect(planProduct(batch, coat([{ sku: 'A' }])).outcome).toBe('changed')
  expect(faultsOf(planProduct(batch, { title: 'Hat', variants: [{ sku: 'A' }] }))).toEqual([
    'variants[0].sku: is repeated',
  ])
})

test('a product has no more variants than the limit, those it has included', () => {
  const max = limits.product_variants_max
  const there = Array.from({ length: max - 1 }, (_, i) => storedVariant({ variant_id: `v${i}`, sku: `S${i}` }))
  const of = (...given: VariantRecord[]) => plan(coat(given), { variants: there })
  expect(of({ sku: 'A' }).outcome).toBe('changed')
  expect(of({ sku: 'A' }, { sku: 'S0', price_cents: 1 }).outcome).toBe('changed')
  expect(of({ sku: 'A' }, { sku: 'B' })).toEqual({
    outcome: 'refused',
    faults: [{ field: 'variants', rule: 'must be at most 2,000 for one product', value: '2001' }],
  })
})

test('a change of price, cost or anything else is an event of its kind, with both values', () => {
  const given = { sku: 'COAT-S', price_cents: 500, unit_cost: 12.5, barcode: '4006381333931', weight_kg: null }
  const planned = plan(coat([given]), one({ unit_cost: '12.0000' }))
  expect(changesOf(planned)).toEqual([
    'variants[COAT-S].barcode: null → 4006381333931',
    'variants[COAT-S].price_cents: null → 500',
    'variants[COAT-S].unit_cost: 12.0000 → 12.5000',
  ])
  expect(writeOf(planned).events.map(({ kind }) => kind)).toEqual(['updated', 'price_changed', 'cost_changed'])
  expect(rowsOf(planned)[0]).toMatchObject({ unit_cost: '12.5000', price_cents: 500 })
  expect(faultsOf(plan(coat([{ sku: 'COAT-S', price_cents: -1 }]), one()))).toEqual([
    'variants[0].price_cents: must be between 0 and 100,000,000,000 cents',
  ])
})

test('only variants that change are written', () => {
  const facts = { variants: [storedVariant(), storedVariant({ variant_id: 'v2', sku: 'COAT-M' })] }
  const planned = plan(coat([{ sku: 'COAT-S' }, { sku: 'COAT-M', price_cents: 1 }]), facts)
  expect(writeOf(planned).variants.map(({ variant_id }) => variant_id)).toEqual(['v2'])
  expect(writeOf(planned).product).toBeNull()
})

test('a variant is archived now, stays so, and can be restored; its timeline shows the status', () => {
  const archived = plan(coat([{ sku: 'COAT-S', is_archived: true }]), one())
  expect(rowsOf(archived)[0]!.archived_at).toBe(now)
  expect(changesOf(archived)).toEqual(['variants[COAT-S].is_archived: ACTIVE → ARCHIVED'])
  expect(writeOf(archived).events).toMatchObject([{ kind: 'status_changed', field: 'status', value: 'ARCHIVED' }])
  const was = one({ archived_at: '2026-01-01T00:00:00.000Z' })
  expect(plan(coat([{ sku: 'COAT-S', is_archived: true }]), was).outcome).toBe('unchanged')
  expect(plan(coat([{ sku: 'COAT-S', is_archived: false }]), one()).outcome).toBe('unchanged')
  const instant = (given: VariantRecord, facts: Partial<Facts>) => rowsOf(plan(coat([given]), facts))[0]!.archived_at
  expect(instant({ sku: 'COAT-S', is_archived: true, price_cents: 1 }, was)).toBe('2026-01-01T00:00:00.000Z')
  expect(instant({ sku: 'COAT-S', price_cents: 1 }, was)).toBe('2026-01-01T00:00:00.000Z')
  expect(instant({ sku: 'COAT-S', price_cents: 1 }, one())).toBeNull()
  const restored = plan(coat([{ sku: 'COAT-S', is_archived: false }]), was)
  expect(rowsOf(restored)[0]!.archived_at).toBeNull()
  expect(changesOf(restored)).toEqual(['variants[COAT-S].is_archived: ARCHIVED → ACTIVE'])
  expect(rowsOf(plan(coat([{ sku: 'NEW', is_archived: true }]), one()))[0]!.archived_at).toBe(now)
})

test('a title that is not given follows the option values; one that was given stays', () => {
  const made = plan(coat([{ sku: 'NEW', option_values: { Size: 'L' } }]), sized('S'))
  expect(rowsOf(made)[0]!.title).toBe('L')
  expect(rowsOf(plan(coat([{ sku: 'NEW', title: 'Large', option_values: { Size: 'L' } }]), sized('S')))[0]!.title).toBe(
    'Large',
  )
  const resized = coat([{ sku: 'COAT-S', option_values: { Size: 'L' } }])
  expect(changesOf(plan(resized, sized('S')))).toEqual([
    'variants[COAT-S].option_values: Size: S → Size: L',
    'variants[COAT-S].title: S → L',
  ])
  const named = sized('S')
  const own = { ...named, variants: [{ ...named.variants![0]!, title: 'Small' }] }
  expect(changesOf(plan(resized, own))).toEqual(['variants[COAT-S].option_values: Size: S → Size: L'])
  expect(changesOf(plan(coat([{ sku: 'COAT-S', title: 'Small', option_values: { Size: 'L' } }]), sized('S')))).toEqual([
    'variants[COAT-S].title: S → Small',
    'variants[COAT-S].option_values: Size: S → Size: L',
  ])
})

test('a variant without option values gets a title with its first ones, and keeps both when something else changes', () => {
  const facts = { ...sized(), variants: [storedVariant()] }
  expect(changesOf(plan(coat([{ sku: 'COAT-S', option_values: { Size: 'M' } }]), facts))).toEqual([
    'variants[COAT-S].option_values: null → Size: M',
    'variants[COAT-S].title: Coat → M',
  ])
  expect(rowsOf(plan(coat([{ sku: 'COAT-S', price_cents: 1 }]), sized('S')))[0]).toMatchObject({
    title: 'S',
    option_values: { Size: 'S' },
    price_cents: 1,
  })
})

test('a title of two options joins them, and is cut to the limit of titles', () => {
  const long = 'x'.repeat(limits.product_label_length_max)
  const options = [
    { name: 'Colour', values: ['Navy', long] },
    { name: 'Size', values: ['S'] },
  ]
  const facts = { products: [storedProduct({ options })] }
  const title = (Colour: string) =>
    rowsOf(plan(coat([{ sku: 'NEW', option_values: { Size: 'S', Colour } }]), facts))[0]!.title
  expect(title('Navy')).toBe('Navy / S')
  expect(title(long)).toBe(long)
  expect(title(long)).toHaveLength(limits.product_title_length_max)
})

test('option values are in one form of their letters, and each has a value', () => {
  const options = [{ name: 'Taille', values: ['Médium'] }]
  const facts = { products: [storedProduct({ options })] }
  const given = { sku: 'NEW', option_values: { ' Taille': ' Me\u0301dium ' } }
  expect(rowsOf(plan(coat([given]), facts))[0]!.option_values).toEqual({ Taille: 'Médium' })
  expect(faultsOf(plan(coat([{ sku: 'NEW', option_values: { Taille: ' ' } }]), facts))).toEqual([
    'variants[0].option_values: has a value that must not be blank',
    'variants[0].option_values: must have a value for the option Taille',
  ])
})

test('every option has one of its values, and nothing else is an option', () => {
  const fault = (option_values: Record<string, string>) => plan(coat([{ sku: 'NEW', option_values }]), sized('S'))
  expect(faultsOf(fault({ Size: 'M' }))).toEqual([])
  expect(fault({})).toMatchObject({
    faults: [
      { field: 'variants[0].option_values', rule: 'must have a value for the option Size', allowed: ['S', 'M', 'L'] },
    ],
  })
  expect(fault({ Size: 'XL' })).toMatchObject({
    faults: [{ rule: 'must have a value of the option Size', value: 'Size: XL', allowed: ['S', 'M', 'L'] }],
  })
  expect(fault({ Size: 'M', Colour: 'Navy' })).toMatchObject({
    faults: [{ rule: 'must name options of the product; Colour is none', allowed: ['Size'] }],
  })
  expect(faultsOf(plan(coat([{ sku: 'NEW' }]), sized('S')))).toEqual([
    'variants[0].option_values: must have a value for the option Size',
  ])
})

test('no two variants have the same option values, whichever of them a record names', () => {
  const taken = ['variants[0].option_values: must differ from those of variant COAT-M']
  const small = (option_values: Record<string, string>) => ({ sku: 'COAT-S', option_values })
  expect(faultsOf(plan(coat([small({ Size: 'M' })]), sized('S', 'M')))).toEqual(taken)
  // Next to the other one, which stays as it is.
  expect(faultsOf(plan(coat([small({ Size: 'M' }), { sku: 'COAT-M', price_cents: 1 }]), sized('S', 'M')))).toEqual(
    taken,
  )
  expect(faultsOf(plan(coat([{ sku: 'COAT-M', price_cents: 1 }, small({ Size: 'M' })]), sized('S', 'M')))).toEqual([
    'variants[1].option_values: must differ from those of variant COAT-M',
  ])
  expect(
    faultsOf(
      plan(
        coat([
          { sku: 'A', option_values: { Size: 'L' } },
          { sku: 'B', option_values: { Size: 'L' } },
        ]),
        sized('S'),
      ),
    ),
  ).toEqual(['variants[1].option_values: must differ from those of variant A'])
  // Two may exchange theirs.
  expect(
    faultsOf(plan(coat([small({ Size: 'M' }), { sku: 'COAT-M', option_values: { Size: 'S' } }]), sized('S', 'M'))),
  ).toEqual([])
  // Without options there is nothing to tell them apart by.
  expect(plan(coat([{ sku: 'A' }, { sku: 'B' }])).outcome).toBe('changed')
})

test('variants that were alike before stay writable as long as neither changes its option values', () => {
  const alike = sized('S', 'M')
  const facts = { ...alike, variants: alike.variants!.map((row) => ({ ...row, option_values: { Size: 'S' } })) }
  expect(plan(coat([{ sku: 'COAT-S', price_cents: 1 }]), facts).outcome).toBe('changed')
  expect(
    plan(
      coat([
        { sku: 'COAT-S', price_cents: 1 },
        { sku: 'NEW', option_values: { Size: 'L' } },
      ]),
      facts,
    ).outcome,
  ).toBe('changed')
  expect(plan(coat([{ sku: 'COAT-S', price_cents: 1 }], { vendor: 'Mill' }), facts).outcome).toBe('changed')
  const stray = {
    ...alike,
    variants: alike.variants!.map((row) => ({ ...row, option_values: { Size: row.title, Fit: 'x' } })),
  }
  expect(plan(coat([{ sku: 'NEW', option_values: { Size: 'L' } }]), stray).outcome).toBe('changed')
})

test('new options must fit every variant of the product, named or not', () => {
  const fewer = { options: [{ name: 'Size', values: ['S', 'L'] }] }
  expect(plan(coat([], fewer), sized('S', 'M'))).toEqual({
    outcome: 'refused',
    faults: [
      {
        field: 'options',
        rule: 'must fit every variant of the product; variant COAT-M has Size: M',
        value: 'Size: M',
      },
    ],
  })
  expect(plan(coat([], { ...fewer, vendor: 'Mill' }), sized('S', 'M')).outcome).toBe('refused')
  expect(plan(coat([], fewer), { variants: [storedVariant()] })).toMatchObject({
    faults: [{ rule: 'must fit every variant of the product; variant COAT-S has no option values', value: null }],
  })
  expect(faultsOf(plan(coat([{ sku: 'COAT-M', option_values: { Size: 'L' } }], fewer), sized('S', 'M')))).toEqual([])
  expect(faultsOf(plan(coat([{ sku: 'COAT-M' }], fewer), sized('S', 'M')))).toEqual([
    'variants[0].option_values: must have a value of the option Size',
  ])
  const merged = { options: [{ name: 'Fit', values: ['x'] }] }
  const alike = sized('S', 'M')
  const facts = { ...alike, variants: alike.variants!.map((row) => ({ ...row, option_values: { Fit: 'x' } })) }
  expect(faultsOf(plan(coat([], merged), facts))).toEqual(['options: must differ from those of variant COAT-S'])
})
