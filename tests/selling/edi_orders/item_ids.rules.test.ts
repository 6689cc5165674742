/** How a document names items and parties. */
import { expect, test } from 'bun:test'
import {
  itemIdsOf,
  type NamedLine,
  namedParty,
  titleOf,
} from '../../../server/selling/edi_orders/outbound/item_ids.rules.ts'

const line = (values: Partial<NamedLine> = {}): NamedLine => ({
  sku: 'J-M',
  barcode: '4006381333931',
  buyer_sku: 'B-1',
  buyer_line_reference: '1',
  product_title: 'Jumper',
  variant_title: 'M',
  buyer_line: null,
  item_qualifier: null,
  ...values,
})
const ids = (buyer_sku: string | null, supplier_sku: string | null = null, gtin: string | null = null) => ({
  buyer_sku,
  buyer_sku_qualifier: buyer_sku === null ? null : 'IN',
  supplier_sku,
  gtin,
  other_ids: [],
})
const ordered = (values: object, components: object[] = []) =>
  line({ buyer_line: { ...values, title: null, pack: components.length === 0 ? null : { components } } as never })

test('a line that did not arrive over EDI has our numbers and the SKU of the account', () => {
  expect(itemIdsOf(line())).toEqual({
    buyer_sku: 'B-1',
    buyer_sku_qualifier: 'BP',
    supplier_sku: 'J-M',
    gtin: '4006381333931',
    other_ids: [],
  })
  expect(itemIdsOf(line({ item_qualifier: 'IN' }))).toMatchObject({ buyer_sku: 'B-1', buyer_sku_qualifier: 'IN' })
  expect(itemIdsOf(line({ buyer_sku: null, item_qualifier: 'IN' })).buyer_sku_qualifier).toBeNull()
  expect(itemIdsOf(line({ buyer_sku: null }))).toMatchObject({ buyer_sku: null, buyer_sku_qualifier: null })
  expect(itemIdsOf(line({ buyer_sku: '' })).buyer_sku).toBeNull()
  expect(itemIdsOf(line({ sku: 'Ж-1' })).supplier_sku).toBeNull()
})

test('a barcode is a GTIN of 8, 12, 13 or 14 digits, and others are left out', () => {
  const gtins = [7, 8, 9, 11, 12, 13, 14, 15].map((digits) => itemIdsOf(line({ barcode: '1'.repeat(digits) })).gtin)
  expect(gtins.map((gtin) => gtin?.length ?? 0)).toEqual([0, 8, 0, 0, 12, 13, 14, 0])
  expect(itemIdsOf(line({ barcode: null })).gtin).toBeNull()
  expect(itemIdsOf(line({ barcode: 'x12345678' })).gtin).toBeNull()
})

test('a line that the buyer ordered has the numbers of the order, and ours where it states none', () => {
  expect(itemIdsOf(ordered(ids('B-9', 'S-9', '12345678')))).toEqual(ids('B-9', 'S-9', '12345678') as never)
  expect(itemIdsOf(ordered(ids('B-9')))).toEqual(ids('B-9', 'J-M', '4006381333931') as never)
})

test('an item of a prepack has the numbers of its component', () => {
  const other = ids('B-0', 'S-0', '00000000')
  const found = (component: object) => itemIdsOf(ordered(ids('PACK'), [other, component]))
  expect(found(ids('B-9', 'J-M')).buyer_sku).toBe('B-9')
  expect(found(ids('B-9', 'j-m')).buyer_sku).toBe('B-9')
  expect(found(ids('B-1')).buyer_sku_qualifier).toBe('IN')
  expect(found(ids('B-9', null, '4006381333931')).buyer_sku).toBe('B-9')
  expect(found(ids('B-9')).buyer_sku_qualifier).toBe('BP')
})

test('a title is that of the buyer, else of the product and the variant', () => {
  expect(titleOf(line())).toBe('Jumper, M')
  expect(titleOf(line({ buyer_line: { title: 'Pullover' } as never }))).toBe('Pullover')
  expect(titleOf(line({ buyer_line: { title: null } as never }))).toBe('Jumper, M')
})

test('a party is named, and has the code that the buyer gave it', () => {
  expect(namedParty('Shop')).toEqual({ name: 'Shop', code: null, code_qualifier: null, address: null })
  expect(namedParty('Shop', '7')).toEqual({ name: 'Shop', code: '7', code_qualifier: '92', address: null })
})
