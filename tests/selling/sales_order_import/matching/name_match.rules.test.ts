/** Variants by what orders call them. */
import { expect, test } from 'bun:test'
import {
  goodsNamed,
  handleOf,
  indexGoods,
  type NamedGoods,
  productKeysOf,
} from '../../../../server/selling/sales_order_import/matching/name_match.rules.ts'

const one = (sku: string, product_title: string, option_values: Record<string, string>, rest: object = {}) =>
  ({
    variant_id: sku,
    product_id: product_title,
    sku,
    title: Object.values(option_values).join(' / ') || product_title,
    option_values,
    handle: handleOf(product_title),
    product_title,
    ...rest,
  }) as NamedGoods
const goods = [
  one('CAP', 'Canvas cap', { Colour: 'Sand', Size: 'One size' }),
  one('CAP-RED', 'Canvas cap', { Colour: 'Red', Size: 'One size' }),
  one('MUG', 'Café mug', {}),
  one('PIN', 'Pin', {}, { handle: null }),
  one('TOUR', 'Tour - Harbour', { Time: '1/2 day' }),
  one('BAG', 'Bag', { Size: 'M' }, { title: 'The medium one' }),
  one('BAG-L', 'Bag', { Size: 'L' }),
]
const named = (product_name: string, variant_name: string | null = null, all = goods) =>
  goodsNamed({ product_name, variant_name }, indexGoods(all)).map(({ sku }) => sku)

test('a name is that of the product, with the options of the variant behind a dash', () => {
  expect(named('Canvas cap - Sand / One size')).toEqual(['CAP'])
  expect(named('  canvas  CAP – sand, one size ')).toEqual(['CAP'])
  expect(named('Canvas cap - One size / Red')).toEqual(['CAP-RED'])
  expect(named('Canvas cap - Size: One size | Colour: Red')).toEqual(['CAP-RED'])
  expect(named('Canvas cap - Sand')).toEqual([])
  expect(named('Canvas cap - Blue / One size')).toEqual([])
})

test('a column of its own may name the options', () => {
  expect(named('Canvas cap', 'Sand / One size')).toEqual(['CAP'])
  expect(named('Canvas cap', 'Colour: Sand, Size: One size')).toEqual(['CAP'])
  expect(named('Canvas cap - Sand / One size', 'Sand / One size')).toEqual([])
})

test('a product alone is its variant only where it has a single one', () => {
  expect(named('Café mug')).toEqual(['MUG'])
  expect(named('Canvas cap')).toEqual([])
  expect(named('Tour - Harbour')).toEqual(['TOUR'])
})

test('dashes, slashes and titles of variants are read as they stand', () => {
  expect(named('Tour - Harbour - 1/2 day')).toEqual(['TOUR'])
  expect(named('Bag - the medium one')).toEqual(['BAG'])
  expect(named('Bag - M')).toEqual(['BAG'])
  expect(named('Bag-M')).toEqual([])
})

test('a product is also found by its handle', () => {
  expect(named('canvas-cap - Red / One size')).toEqual(['CAP-RED'])
  const renamed = [one('MUG', 'Mug of the harbour', {}, { handle: 'cafe-mug' })]
  expect(named('Café mug', null, renamed)).toEqual(['MUG'])
  expect(named('PIN')).toEqual(['PIN'])
})

test('a name that several variants have is answered with all of them', () => {
  const twins = [...goods, one('MUG-2', 'CAFÉ MUG', {}, { handle: 'mug-2' })]
  expect(named('Café mug', null, twins).toSorted()).toEqual(['MUG', 'MUG-2'])
})

test('handles are made of titles as shops make them', () => {
  const titles = [
    ['Rowing boat tour', 'rowing-boat-tour'],
    ["Men's Café shirt (2)", 'mens-cafe-shirt-2'],
    ['  - A -  ', 'a'],
    ['', ''],
  ]
  expect(titles.map(([title]) => [title!, handleOf(title!)])).toEqual(titles as never)
})

test('products are looked up whole and up to each dash', () => {
  expect(productKeysOf({ product_name: 'Tour - Harbour - 2', variant_name: null })).toEqual({
    titles: ['tour - harbour - 2', 'tour', 'tour - harbour'],
    handles: ['tour - harbour - 2', 'tour', 'tour - harbour', 'tour-harbour-2', 'tour', 'tour-harbour'],
  })
  expect(productKeysOf({ product_name: 'Tour - Harbour', variant_name: '2' }).titles).toEqual(['tour - harbour'])
})
