/** The options of a product and the option values of its variants, as rows of files state them. */
import { expect, test } from 'bun:test'
import type { ProductRow, ProductRowValues } from '../../../server/catalogue/imports/imported_product.model.ts'
import { productImportFields } from '../../../server/catalogue/imports/product_fields.ts'
import { assembleProduct } from '../../../server/catalogue/imports/product_rows.rules.ts'

type Given = Partial<Record<string, unknown>>
const blank = Object.fromEntries(Object.keys(productImportFields).map((name) => [name, null]))
const rowsOf = (given: Given[]): ProductRow[] =>
  given.map((values, i) => ({ row_number: i + 2, values: { ...blank, ...values } as unknown as ProductRowValues }))
const assembled = (given: Given[], escapes: 'backslash' | null = null) =>
  assembleProduct(
    { handle: 'shirt', name: 'shirt', rows: rowsOf(given), derives_skus: false },
    { new_categories: null, sale_prices: null, escapes, repeated_skus: null, changed_here: null },
  )
const optionsOf = (...given: Given[]) => assembled(given).record.options
const valuesOf = (...given: Given[]) => assembled(given).record.variants?.map(({ option_values }) => option_values)
const size = (value: string, more: Given = {}) => ({ option1_name: 'Size', option1_value: value, ...more })
const child = (value: string, more: Given = {}) => size(value, { row_type: 'variant', ...more })

test('options are gathered from the variants, in the order in which they come', () => {
  const rows = [size('S', { option_colour: 'Navy' }), size(' M ', { option_colour: 'Red' }), size('S')]
  expect(valuesOf(...rows)).toEqual([{ Colour: 'Navy', Size: 'S' }, { Colour: 'Red', Size: 'M' }, { Size: 'S' }])
  expect(optionsOf(...rows)).toEqual([
    { name: 'Colour', values: ['Navy', 'Red'] },
    { name: 'Size', values: ['S', 'M'] },
  ])
  expect(valuesOf({ option_size: 'S' })).toEqual([{ Size: 'S' }])
  expect(optionsOf({ sku: 'S' })).toBeUndefined()
  expect(valuesOf({ sku: 'S' })).toEqual([undefined])
})

test('all six numbered options count, and a name stands on one row of the product', () => {
  const all = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((n) => [
      [`option${n}_name`, `N${n}`],
      [`option${n}_value`, `v${n}`],
    ]),
  )
  expect(valuesOf(all)).toEqual([{ N1: 'v1', N2: 'v2', N3: 'v3', N4: 'v4', N5: 'v5', N6: 'v6' }])
  expect(valuesOf(size('S'), { option1_value: 'M' }, { option1_name: 'Fit', option1_value: 'x' })).toEqual([
    { Size: 'S' },
    { Size: 'M' },
    { Fit: 'x' },
  ])
  expect(valuesOf({ option1_value: 'M' }, size('S'))).toEqual([{ Size: 'M' }, { Size: 'S' }])
  // A value without any name is a fault, not an option.
  const { faults, record } = assembled([{ sku: 'A', option2_value: 'M' }])
  expect(faults).toEqual([{ field: 'option2_name', rule: 'is required beside the value', value: null, row_number: 2 }])
  expect(record.variants).toEqual([{ sku: 'A' }])
})

test('the one value that shops give products without options is none', () => {
  const untitled = { option1_name: 'Title', option1_value: 'Default Title', sku: 'S' }
  expect(assembled([untitled]).record).toEqual({ handle: 'shirt', variants: [{ sku: 'S' }] })
  expect(valuesOf({ ...untitled, option1_name: 'Size' })).toEqual([{ Size: 'Default Title' }])
  expect(valuesOf({ ...untitled, option1_value: 'M' })).toEqual([{ Title: 'M' }])
})

test('options in one text go before all others; one that cannot be read is a fault', () => {
  const text = { variant_options: '[S]Size=M', option_colour: 'Navy' }
  expect(valuesOf(text)).toEqual([{ Size: 'M' }])
  const { faults, record } = assembled([{ variant_options: 'M', option_colour: 'Navy' }])
  expect(faults).toEqual([
    {
      field: 'variant_options',
      rule: 'must be options such as Type=Rectangle|Name=Size|Value=M or [S]Size=M',
      value: 'M',
      row_number: 2,
    },
  ])
  expect(record.variants).toEqual([{ option_values: { Colour: 'Navy' } }])
})

test('a comma within a value is unescaped where the file escapes', () => {
  const value = (escapes: 'backslash' | null) => assembled([size('38\\,5')], escapes).record.variants![0]!.option_values
  expect(value('backslash')).toEqual({ Size: '38,5' })
  expect(value(null)).toEqual({ Size: '38\\,5' })
})

test('the list of a parent gives the order of options and values; the values of variants join it', () => {
  const parent = {
    row_type: 'parent',
    option1_name: 'Fit',
    option1_value: 'Slim, Wide',
    option2_name: ' Size ',
    option2_value: 'S,M,L',
  }
  const rows = [
    parent,
    child('XL', { option2_name: 'Fit', option2_value: 'Wide' }),
    child('S', { option2_name: 'Fit', option2_value: 'Slim', option_colour: 'Navy' }),
  ]
  expect(optionsOf(...rows)).toEqual([
    { name: 'Fit', values: ['Slim', 'Wide'] },
    { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
    { name: 'Colour', values: ['Navy'] },
  ])
  // The first list of an option counts.
  expect(optionsOf({ ...parent }, { row_type: 'image', ...size('XS') }, child('S'))).toEqual([
    { name: 'Size', values: ['S', 'M', 'L'] },
  ])
  expect(optionsOf({ row_type: 'parent', option1_name: 'Size' }, child('S'))).toEqual([{ name: 'Size', values: ['S'] }])
  expect(optionsOf({ row_type: 'image', option1_value: 'XS' }, child('S'))).toEqual([{ name: 'Size', values: ['S'] }])
  const escaped = assembled([{ row_type: 'parent', ...size('38\\,5,39') }, child('39')], 'backslash')
  expect(escaped.record.options).toEqual([{ name: 'Size', values: ['38,5', '39'] }])
})

test('options of a parent that no variant has are attributes of the product', () => {
  const parent = { row_type: 'parent', option1_name: 'Fabric', option1_value: 'Wool, Silk' }
  const { record } = assembled([{ ...parent, 'metafields.a.b': 'x' }, child('S')])
  expect(record.metafields).toEqual({ 'attribute.Fabric': 'Wool, Silk', 'a.b': 'x' })
  // Alone, a parent does not say which of its options its variants have.
  expect(assembled([parent]).record).toEqual({ handle: 'shirt' })
})

test('the list of a single row is an attribute, since its one variant cannot have them all', () => {
  const { record } = assembled([{ row_type: 'single_or_parent', sku: 'S', ...size('S, M'), option_colour: 'Navy' }])
  expect(record.variants).toEqual([{ sku: 'S', option_values: { Colour: 'Navy' } }])
  expect(record.options).toEqual([{ name: 'Colour', values: ['Navy'] }])
  expect(record.metafields).toEqual({ 'attribute.Size': 'S, M' })
})
