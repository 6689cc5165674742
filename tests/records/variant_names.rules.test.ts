/** How a line names its variant. */
import { expect, test } from 'bun:test'
import { bareBarcode, namedVariant } from '../../server/records/variant_names.rules.ts'

const found = { by_id: new Map([['id-1', 'by id']]), by_sku: new Map([['SKU-1', 'by sku']]) }
const refused = (desc: string) => expect.objectContaining({ code: 'bad_request', desc }) as unknown as Error

test('a line names its variant by id in any case, or by SKU exactly', () => {
  expect(namedVariant(found, { variant_id: 'ID-1' }, 'lines[0]')).toBe('by id')
  expect(namedVariant(found, { sku: 'SKU-1' }, 'lines[0]')).toBe('by sku')
  expect(() => namedVariant(found, { sku: 'sku-1' }, 'lines[0]')).toThrow(
    refused('lines[0].sku must be the SKU of a variant of this organisation.'),
  )
  expect(() => namedVariant(found, { variant_id: 'id-2' }, 'lines[0]')).toThrow(
    refused('lines[0].variant_id must be a variant of this organisation.'),
  )
})

test('a line that names its variant twice, or not at all, is refused', () => {
  const both = refused(
    'lines[1].variant_id is required unless sku is given; send exactly one of them. Allowed: variant_id, sku.',
  )
  expect(() => namedVariant(found, {}, 'lines[1]')).toThrow(both)
  expect(() => namedVariant(found, { variant_id: 'id-1', sku: 'SKU-1' }, 'lines[1]')).toThrow(both)
})

test('a bare barcode has no leading zeros, and keeps all others', () => {
  expect(['0012030', '12030', '000', ''].map(bareBarcode)).toEqual(['12030', '12030', '', ''])
})
