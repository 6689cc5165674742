/** The order in which a line is matched. */
import { expect, test } from 'bun:test'
import {
  type FoundGoods,
  type FoundVariant,
  matchLine,
  type NamedLine,
} from '../../../../server/selling/sales_order_import/matching/match_line.rules.ts'
import { indexGoods } from '../../../../server/selling/sales_order_import/matching/name_match.rules.ts'

const variant = (sku: string): FoundVariant => ({
  variant_id: `id-${sku.toLowerCase()}`,
  sku,
  is_archived: false,
  unit_cost: null,
  regular_price_cents: null,
})
const all = ['A', 'B', 'C', 'D'].map(variant)
const goods: FoundGoods = {
  by_id: new Map(all.map((one) => [one.variant_id, one])),
  by_sku: new Map(all.map((one) => [one.sku, one])),
  by_shared_sku: new Map([
    ['S', [all[0]!, all[3]!]],
    ['C', [all[3]!]],
    ['ONE', [all[0]!]],
  ]),
  by_barcode: new Map([
    ['401', [all[1]!]],
    ['402', [all[1]!, all[2]!]],
  ]),
  by_name: indexGoods([
    {
      variant_id: 'id-d',
      product_id: 'p',
      sku: 'D',
      title: 'Cap',
      option_values: {},
      handle: null,
      product_title: 'Cap',
    },
  ]),
}
const match = (line: Partial<NamedLine>) => {
  const made = matchLine(
    { variant_id: null, sku: null, barcode: null, product_name: null, variant_name: null, ...line },
    goods,
  )
  return made === null ? null : 'variant' in made ? [made.by, made.variant.sku] : [made.by, ...made.several]
}

test('by id, SKU, barcode and name, in this order', () => {
  expect(match({ variant_id: 'ID-A', sku: 'B' })).toEqual(['variant_id', 'A'])
  expect(match({ variant_id: 'id-?', sku: 'B' })).toBeNull()
  expect(match({ sku: 'A', barcode: '401', product_name: 'Cap' })).toEqual(['sku', 'A'])
  expect(match({ sku: '?', barcode: '0401', product_name: 'Cap' })).toEqual(['barcode', 'B'])
  expect(match({ sku: '?', barcode: '499', product_name: 'Cap' })).toEqual(['product_name', 'D'])
  expect(match({ sku: '?', barcode: '499', product_name: 'Hat' })).toBeNull()
  expect(match({})).toBeNull()
})

test('a barcode of several variants leaves the choice to the name, and without one names them all', () => {
  expect(match({ barcode: '402', product_name: 'Cap' })).toEqual(['product_name', 'D'])
  expect(match({ barcode: '402', product_name: 'Hat' })).toEqual(['barcode', 'B', 'C'])
})

test('a shared SKU leaves the choice to the name, and without one names all that have it', () => {
  expect(match({ sku: 'ONE' })).toEqual(['sku', 'A'])
  expect(match({ sku: 'S' })).toEqual(['sku', 'A', 'D'])
  expect(match({ sku: 'S', product_name: 'Cap' })).toEqual(['product_name', 'D'])
  expect(match({ sku: 'S', product_name: 'Hat', barcode: '401' })).toEqual(['sku', 'A', 'D'])
  // The SKU itself is one of them, where another variant shares it.
  expect(match({ sku: 'C' })).toEqual(['sku', 'C', 'D'])
})
