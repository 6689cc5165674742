/** Rows of a file as the record of one product. */
import { expect, test } from 'bun:test'
import type {
  ProductImportOptions,
  ProductRow,
  ProductRowValues,
} from '../../../server/catalogue/imports/imported_product.model.ts'
import { productImportFields } from '../../../server/catalogue/imports/product_fields.ts'
import { assembleProduct, isSkipped, variantRowsOf } from '../../../server/catalogue/imports/product_rows.rules.ts'
import { limits } from '../../../server/contract/limits.ts'

type Given = Partial<Record<string, unknown>>
const blank = Object.fromEntries(Object.keys(productImportFields).map((name) => [name, null]))
/** Rows of a file from row 2 on; what is not given is blank. */
const rowsOf = (...given: Given[]): ProductRow[] =>
  given.map((values, i) => ({ row_number: i + 2, values: { ...blank, ...values } as unknown as ProductRowValues }))
const none: ProductImportOptions = {
  new_categories: null,
  sale_prices: null,
  escapes: null,
  repeated_skus: null,
  changed_here: null,
}
const assembled = (rows: ProductRow[], options: Partial<ProductImportOptions> = {}) =>
  assembleProduct({ handle: 'shirt', name: 'shirt', rows, derives_skus: false }, { ...none, ...options })
const record = (...given: Given[]) => assembled(rowsOf(...given)).record
const variant = (given: Given, options: Partial<ProductImportOptions> = {}) =>
  assembled(rowsOf({ sku: 'S', ...given }), options).record.variants![0]!

test('a row is the product and, where it has a field of a variant, a variant of it', () => {
  const both = assembled(rowsOf({ title: 'Shirt', vendor: 'Mill', sku: 'S-1', barcode: '1' }))
  expect(both).toEqual({
    record: { handle: 'shirt', title: 'Shirt', vendor: 'Mill', variants: [{ sku: 'S-1', barcode: '1' }] },
    variant_rows: [2],
    faults: [],
    has_product_row: true,
  })
  expect(record({ title: 'Shirt' })).toEqual({ handle: 'shirt', title: 'Shirt' })
  expect(record({ title: 'Shirt', 'custom_fields.Care': 'Cold' }).variants).toEqual([
    { custom_fields: { Care: 'Cold' } },
  ])
  expect(record({ title: 'Shirt', 'custom_fields.Care': null, is_archived: true }).variants).toBeUndefined()
  expect(
    assembleProduct({ handle: null, name: 'S', rows: rowsOf({ sku: 'S' }), derives_skus: false }, none).record,
  ).toEqual({
    variants: [{ sku: 'S' }],
  })
})

test('a single row is the only variant unless other rows are variants; parents and images are none', () => {
  const numbers = (...types: string[]) =>
    variantRowsOf(rowsOf(...types.map((row_type, i) => ({ row_type, sku: `S-${i}` })))).map(
      ({ row_number }) => row_number,
    )
  expect(numbers('single_or_parent')).toEqual([2])
  expect(numbers('single_or_parent', 'variant', 'variant')).toEqual([3, 4])
  expect(numbers('parent', 'image', 'variant', 'product_and_variant', 'skipped')).toEqual([4, 5])
  expect(rowsOf({ row_type: 'skipped' }, { row_type: 'image' }, {}).map(isSkipped)).toEqual([true, false, false])
  expect(assembled(rowsOf({ row_type: 'variant', sku: 'S', title: 'No' }))).toMatchObject({
    has_product_row: false,
    record: { handle: 'shirt', variants: [{ sku: 'S' }] },
  })
  expect(record({ row_type: 'variant', sku: 'S', title: 'No' }).title).toBeUndefined()
})

test('a row that says once more what another says of its variant is no further variant', () => {
  const numbers = (...rows: Parameters<typeof rowsOf>) => variantRowsOf(rowsOf(...rows)).map((row) => row.row_number)
  const one = { title: 'Shirt', sku: 'S', option1_value: 'Navy' }
  expect(numbers(one, { ...one, title: 'Skirt', hs_code: '620520' })).toEqual([2])
  expect(numbers({ ...one, sku: null }, { ...one, sku: null })).toEqual([2])
  for (const other of [{ sku: 'T' }, { option1_value: 'White' }, { price: 1 }, { 'custom_fields.Care': 'Cold' }])
    expect(numbers(one, { ...one, ...other })).toEqual([2, 3])
})

test('each row of a product may state its fields; another value than that of an earlier row is a fault', () => {
  const { record: found, faults } = assembled(
    rowsOf(
      { title: 'Shirt', sku: 'A', tags: ['x', 'y'] },
      { title: 'Shirt', sku: 'B', vendor: 'Mill', tags: ['x', 'y'] },
      { title: 'Skirt', sku: 'C', tags: ['y'] },
    ),
  )
  expect(found).toMatchObject({ title: 'Shirt', vendor: 'Mill', tags: ['x', 'y'] })
  expect(faults).toEqual([
    {
      field: 'title',
      rule: 'differs from the value Shirt of another row of the same product',
      value: 'Skirt',
      row_number: 4,
    },
    {
      field: 'tags',
      rule: 'differs from the value x, y of another row of the same product',
      value: 'y',
      row_number: 4,
    },
  ])
  const long = assembled(rowsOf({ description: 'x'.repeat(300) }, { description: 'y' })).faults[0]!
  expect(long.rule).toContain(`value ${'x'.repeat(200)} of`)
  expect(assembled(rowsOf({ sku: 'A', price: 1 }, { sku: 'B', price: 2 })).faults).toEqual([])
})

test('metafields are of the product, custom fields of the variant', () => {
  const found = record({ sku: 'A', 'metafields.a.b': 'wool', 'custom_fields.Care': 'Cold', 'custom_fields.Fit': null })
  expect(found).toEqual({
    handle: 'shirt',
    metafields: { 'a.b': 'wool' },
    variants: [{ sku: 'A', custom_fields: { Care: 'Cold' } }],
  })
  expect(assembled(rowsOf({ 'metafields.a.b': 'x' }, { 'metafields.a.b': 'y' })).faults).toHaveLength(1)
})

test('images stand by their position, then in the order of rows, each once', () => {
  const images = (...given: Given[]) => {
    const { image_url, gallery_images } = record(...given)
    return [image_url, ...(gallery_images ?? [])]
  }
  expect(
    images({ image_url: 'b', image_position: 2 }, { image_url: 'z' }, { image_url: 'a', image_position: 1 }),
  ).toEqual(['a', 'b', 'z'])
  expect(images({ image_url: 'a', images: 'b, a,c' }, { image_url: 'c' })).toEqual(['a', 'b', 'c'])
  // A position beyond those that a product can have still goes before rows without one.
  expect(images({ image_url: 'y' }, { image_url: 'x', image_position: limits.product_list_max })).toEqual(['y', 'x'])
  expect(images({ image_url: 'y' }, { image_url: 'x', image_position: limits.product_list_max - 1 })).toEqual([
    'x',
    'y',
  ])
  expect(record({ image_url: 'a' }).gallery_images).toEqual([])
  expect(record({ title: 'T' })).toEqual({ handle: 'shirt', title: 'T' })
  expect(assembled(rowsOf({ images: 'a\\,b,c' }), { escapes: 'backslash' }).record).toMatchObject({
    image_url: 'a,b',
    gallery_images: ['c'],
  })
})

test('weights become kilograms with four decimals', () => {
  const weight = (given: Given) => variant(given).weight_kg
  expect(weight({ weight_kg: '1.5' })).toBe('1.5000')
  expect(weight({ weight_kg: '250', weight_unit: 'g' })).toBe('0.2500')
  expect(weight({ weight_g: '250', weight_unit: 'lb' })).toBe('0.2500')
  expect(weight({ weight_lb: '2' })).toBe('0.9072')
  expect(weight({ weight_oz: '8' })).toBe('0.2268')
  expect(weight({ weight_kg: '1', weight_g: '2', weight_lb: '3' })).toBe('1.0000')
  expect(weight({ weight_g: '2', weight_lb: '3', weight_oz: '1' })).toBe('0.0020')
  expect(weight({ weight_lb: '1', weight_oz: '1' })).toBe('0.4536')
  expect(weight({ weight_kg: '0' })).toBe('0.0000')
  expect(weight({})).toBeUndefined()
})

test('a reduced price is the selling price, and the price is the one before it', () => {
  expect(variant({ price: 500, sale_price: 400 })).toEqual({ sku: 'S', price_cents: 400, compare_at_price_cents: 500 })
  expect(variant({ sale_price: 400, compare_at_price: 900 })).toEqual({ sku: 'S', price_cents: 400 })
  expect(variant({ price: 0, sale_price: 0 })).toMatchObject({ price_cents: 0, compare_at_price_cents: 0 })
  expect(variant({ price: 500, compare_at_price: 900 })).toMatchObject({
    price_cents: 500,
    compare_at_price_cents: 900,
  })
  expect(variant({ price: 500 })).toEqual({ sku: 'S', price_cents: 500 })
  expect(variant({})).toEqual({ sku: 'S' })
})

test('where a file has the current prices, a price without a reduction removes the one before it', () => {
  const current = { sale_prices: 'current' } as const
  expect(variant({ price: 500 }, current)).toEqual({ sku: 'S', price_cents: 500, compare_at_price_cents: null })
  expect(variant({ price: 500, compare_at_price: 900 }, current)).toMatchObject({ compare_at_price_cents: 900 })
  expect(variant({}, current)).toEqual({ sku: 'S' })
  expect(variant({ price: 500 }, { sale_prices: 'partial' })).toEqual({ sku: 'S', price_cents: 500 })
})

test('a variant has the prices, the cost and the weight of its parent where it states none', () => {
  const parent = {
    row_type: 'parent',
    title: 'Shirt',
    price: 500,
    sale_price: 400,
    compare_at_price: 900,
    unit_cost: '2',
    weight_kg: '250',
    weight_unit: 'g',
  }
  const child = (given: Given, from: Given = parent) =>
    record(from, { row_type: 'variant', sku: 'S', ...given }).variants!.at(-1)!
  expect(child({})).toEqual({
    sku: 'S',
    price_cents: 400,
    compare_at_price_cents: 500,
    unit_cost: '2',
    weight_kg: '0.2500',
  })
  // With a price of its own, a reduction of the parent is not its own.
  expect(child({ price: 700 })).toMatchObject({ price_cents: 700 })
  expect(child({ price: 700 }).compare_at_price_cents).toBeUndefined()
  expect(child({ sale_price: 300 })).toMatchObject({ price_cents: 300, compare_at_price_cents: 500 })
  expect(child({ unit_cost: '0' }).unit_cost).toBe('0')
  expect(child({ weight_lb: '2' }).weight_kg).toBe('0.9072')
  expect(child({ weight_kg: '3' }).weight_kg).toBe('3.0000')
  expect(child({ weight_kg: '500', weight_unit: 'g' }).weight_kg).toBe('0.5000')
  const before = { ...parent, sale_price: null }
  expect(child({}, before)).toMatchObject({ price_cents: 500, compare_at_price_cents: 900 })
  expect(child({ compare_at_price: 800 }, before)).toMatchObject({ compare_at_price_cents: 800 })
  for (const row_type of ['parent', 'single_or_parent']) expect(child({}, { ...parent, row_type }).unit_cost).toBe('2')
  // A row that is a variant itself is no parent, and one takes nothing from a parent.
  expect(child({}, { ...parent, row_type: 'product_and_variant' }).unit_cost).toBeUndefined()
  expect(record(parent, { sku: 'S' }).variants).toEqual([{ sku: 'S' }])
})

test('the state of a single row is that of its product, not of its variant', () => {
  const archived = (row_type: string | null) => variant({ row_type, is_archived: true }).is_archived
  expect(archived('single_or_parent')).toBeUndefined()
  expect(archived('variant')).toBe(true)
  expect(archived('product_and_variant')).toBe(true)
  expect(archived(null)).toBe(true)
  expect(variant({ is_archived: false }).is_archived).toBe(false)
})

test('a variant has every field of its row', () => {
  expect(
    variant({
      barcode: '1',
      variant_title: 'Small',
      position: 3,
      unit_cost: '1.5',
      carton_quantity: 12,
      carton_cbm: '0.1',
      carton_weight_kg: '9',
      'custom_fields.Care': 'Cold',
    }),
  ).toEqual({
    sku: 'S',
    barcode: '1',
    title: 'Small',
    position: 3,
    unit_cost: '1.5',
    carton_quantity: 12,
    carton_cbm: '0.1',
    carton_weight_kg: '9',
    custom_fields: { Care: 'Cold' },
  })
  for (const name of [
    'barcode',
    'variant_title',
    'option1_value',
    'option2_value',
    'option3_value',
    'option4_value',
    'option5_value',
    'option6_value',
    'option_colour',
    'option_size',
    'variant_options',
    'position',
    'price',
    'compare_at_price',
    'sale_price',
    'unit_cost',
    'weight_kg',
    'weight_g',
    'weight_lb',
    'weight_oz',
    'carton_quantity',
    'carton_cbm',
    'carton_weight_kg',
  ])
    expect([name, variantRowsOf(rowsOf({ [name]: '1' })).length]).toEqual([name, 1])
})

test('a path gives the category and the subcategory that the file does not state itself', () => {
  const path = { category_paths: 'Sale, Clothing > Shirts > Linen' }
  expect(record(path)).toEqual({ handle: 'shirt', category: 'Clothing', subcategory: 'Shirts > Linen' })
  expect(record({ ...path, category: 'Own' })).toMatchObject({ category: 'Own', subcategory: 'Shirts > Linen' })
  expect(record({ ...path, subcategory: 'Own' })).toMatchObject({ category: 'Clothing', subcategory: 'Own' })
  expect(record({ category_paths: 'Sale' })).toEqual({ handle: 'shirt', category: 'Sale' })
  expect(record({ category_paths: ' , ' })).toEqual({ handle: 'shirt' })
})

test('texts are unescaped only where the file escapes them', () => {
  const given = {
    description: 'a\\nb',
    title: 'a\\nb',
    tags: ['a\\', 'b'],
    platform_tags: ['c\\', 'd'],
    seasons: ['e\\', 'f'],
    sales_channels: ['g\\', 'h'],
    category_paths: 'Men\\, Women > Shirts',
  }
  expect(assembled(rowsOf(given), { escapes: 'backslash' }).record).toEqual({
    handle: 'shirt',
    title: 'a\\nb',
    description: 'a\nb',
    tags: ['a, b'],
    platform_tags: ['c, d'],
    seasons: ['e, f'],
    sales_channels: ['g, h'],
    category: 'Men, Women',
    subcategory: 'Shirts',
  })
  expect(record(given)).toMatchObject({ description: 'a\\nb', tags: ['a\\', 'b'], category: 'Women' })
  expect(assembled(rowsOf({ title: 'T' }), { escapes: 'backslash' }).record).toEqual({ handle: 'shirt', title: 'T' })
})
