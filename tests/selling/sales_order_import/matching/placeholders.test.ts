/** Placeholders for what the catalogue does not have. */
import { expect, test } from 'bun:test'
import { limits } from '../../../../server/contract/limits.ts'
import {
  otherPlaceholderOf,
  placeholderOf,
} from '../../../../server/selling/sales_order_import/matching/placeholders.ts'

const line = { variant_id: null, sku: null, barcode: null, product_name: null, variant_name: null }

test('the same texts have the same placeholder, and other texts another one', () => {
  expect(placeholderOf({ ...line, sku: ' OLD-1 ', product_name: 'Old  cap' })).toEqual({
    sku: 'placeholder/OLD-1/Old cap',
    title: 'Old  cap',
  })
  expect(placeholderOf({ ...line, sku: 'OLD-1', barcode: '401' })).toEqual({ sku: 'placeholder/OLD-1', title: 'OLD-1' })
  expect(placeholderOf({ ...line, barcode: '401' }).sku).toBe('placeholder/401')
  expect(placeholderOf({ ...line, product_name: 'Cap', variant_name: 'M' })).toEqual({
    sku: 'placeholder/Cap/M',
    title: 'Cap - M',
  })
  expect(otherPlaceholderOf('tip')).toEqual({ sku: 'without-goods/tip', title: 'Tips' })
})

test('names that differ only in their last letters stay apart where a SKU is too short for them', () => {
  const long = 'x'.repeat(limits.product_label_length_max)
  const [one, other] = ['a', 'b'].map((end) => placeholderOf({ ...line, product_name: `${long}${end}` }).sku)
  expect([one!.length, other!.length]).toEqual([limits.product_label_length_max, limits.product_label_length_max])
  expect(one).not.toBe(other)
  const fits = 'x'.repeat(limits.product_label_length_max - 'placeholder/'.length)
  expect(placeholderOf({ ...line, product_name: fits }).sku).toBe(`placeholder/${fits}`)
})
