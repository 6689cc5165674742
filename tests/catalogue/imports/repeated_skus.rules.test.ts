/** Unique SKUs for variants that share one. */
import { expect, test } from 'bun:test'
import {
  possibleSkus,
  type SkuClaim,
  type StoredSku,
  uniqueSkus,
} from '../../../server/catalogue/imports/repeated_skus.rules.ts'

const claim = (sku: string, handle: string | null, ...values: string[]): SkuClaim => ({
  sku,
  handle,
  option_values: Object.fromEntries(values.map((value, i) => [`Option ${i}`, value])),
})
const given = (claims: SkuClaim[], stored: StoredSku[] = []) =>
  uniqueSkus(claims, stored).map(({ sku, shared_sku }) => (shared_sku === undefined ? sku : `${sku} of ${shared_sku}`))

test('a SKU that one variant has stays, and one of several takes the option values', () => {
  expect(given([claim('A', 'p', '38')])).toEqual(['A'])
  expect(given([claim('A', 'p', '38', 'Red'), claim('A', 'p', '39', 'Red'), claim('B', 'p', '40', 'Red')])).toEqual([
    'A-38-Red of A',
    'A-39-Red of A',
    'B',
  ])
  expect(given([claim('A', 'p'), claim('A', 'q')])).toEqual(['A-p of A', 'A-q of A'])
})

test('the handle follows where the option values are not enough', () => {
  expect(given([claim('A', 'p', 'M'), claim('A', 'q', 'M')])).toEqual(['A-M of A', 'A-q-M of A'])
  expect(given([claim('A', null, 'M'), claim('A-M', 'q', 'S'), claim('A', 'q', 'L')])).toEqual([
    'A-M of A',
    'A-M-S of A-M',
    'A-L of A',
  ])
})

test('what the catalogue has is kept, and what others have there is not taken', () => {
  const stored = (sku: string, shared_sku: string | null, handle: string, ...values: string[]) => ({
    ...claim(sku, handle, ...values),
    shared_sku,
  })
  expect(given([claim('A', 'p', 'M')], [stored('A-M', 'A', 'p', 'M')])).toEqual(['A-M of A'])
  expect(given([claim('A', 'p', 'M'), claim('A', 'q', 'M')], [stored('A', null, 'p', 'M')])).toEqual(['A', 'A-M of A'])
  expect(given([claim('A', 'p', 'M')], [stored('A', null, 'q', 'M')])).toEqual(['A-M of A'])
  expect(given([claim('A', 'p', 'M')], [stored('A-S', 'A', 'q', 'S')])).toEqual(['A-M of A'])
  expect(given([claim('A', 'p', 'M')], [stored('A', null, 'q', 'M'), stored('A-M', null, 'r')])).toEqual(['A-p-M of A'])
})

test('all SKUs that may be given are looked up', () => {
  expect(possibleSkus([claim('A', 'p', 'M'), claim('A', 'p', 'M'), claim('B', null)])).toEqual([
    'A',
    'A-M',
    'A-p-M',
    'B',
  ])
})
