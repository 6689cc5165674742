/** The item that the numbers of a line name; two numbers that name two items settle nothing. */
import { describe, expect, test } from 'bun:test'
import type { ItemIds } from '../../../../server/edi/documents/record.ts'
import {
  doubtfulNumbers,
  findItem,
  isAssumed,
  otherItem,
} from '../../../../server/selling/edi_orders/inbound/find_item.rules.ts'
import type { OrderedVariant } from '../../../../server/selling/orders/references.store.ts'

const variant = (sku: string, barcode: string | null = null) =>
  ({ variant_id: `id of ${sku}`, sku, barcode, archived_at: null }) as OrderedVariant
const [one, two, three] = [variant('A', '12345678'), variant('B'), variant('C')]
const known = {
  byBuyerSku: new Map([
    ['1', [one]],
    ['2', [two]],
    ['case', [one, two]],
  ]),
  bySku: new Map([
    ['A', [one]],
    ['B', [two]],
    // The account calls another item by our number of this one.
    ['1', [three]],
  ]),
  byBarcode: new Map([
    ['00000012345678', [one]],
    ['00000087654321', [two, three]],
  ]),
}
const none: ItemIds = { buyer_sku: null, buyer_sku_qualifier: null, supplier_sku: null, gtin: null, other_ids: [] }
const found = (ids: Partial<ItemIds>) => {
  const item = findItem({ ...none, ...ids }, known)
  return 'fault' in item ? item : item.sku
}
const disagree = (numbers: string, items: string, count = 'two') => ({
  fault: `the numbers ${numbers} name ${count} different items, ${items}`,
  fault_kind: 'identifiers_disagree' as const,
})

describe('our number in the place of the account', () => {
  test('names its item, and disagrees with a barcode of another one', () => {
    expect(found({ buyer_sku: 'B' })).toBe('B')
    expect(found({ buyer_sku: 'A', gtin: '12345678' })).toBe('A')
    expect(found({ buyer_sku: 'B', gtin: '12345678' })).toEqual(disagree('B, 12345678', 'A and B'))
    for (const qualifier of ['SK', 'IN', 'BP', 'CB', 'PI', 'VN', 'VP', 'VC'])
      expect(found({ gtin: '12345678', other_ids: [{ qualifier, id: 'B' }] })).toMatchObject({
        fault_kind: 'identifiers_disagree',
      })
  })
  test("is passed over where the account's items have the number", () => {
    expect(found({ buyer_sku: '1', gtin: '12345678' })).toBe('A')
    expect(found({ buyer_sku: '1' })).toBe('A')
  })
  test("in the place of ours, the account's number names its item too", () => {
    expect(found({ supplier_sku: '2' })).toBe('B')
    expect(found({ supplier_sku: '2', gtin: '12345678' })).toEqual(disagree('2, 12345678', 'A and B'))
  })
})

describe('a barcode of several items', () => {
  test('is settled by another number that names one of them, and disagrees with any other', () => {
    expect(found({ buyer_sku: '2', gtin: '87654321' })).toBe('B')
    expect(found({ buyer_sku: '1', gtin: '87654321' })).toEqual(disagree('1, 87654321', 'A, B and C', 'several'))
    expect(found({ gtin: '87654321' })).toEqual({ fault: 'the barcode 87654321 is that of the items B and C' })
    expect(found({ gtin: '87654321', buyer_sku: 'unknown' })).toEqual({
      fault: 'the barcode 87654321 is that of the items B and C',
    })
  })
})

test('three numbers can name three items', () => {
  expect(found({ buyer_sku: '1', supplier_sku: 'B', other_ids: [{ qualifier: 'VP', id: '1' }] })).toEqual(
    disagree('1, B', 'A, B and C', 'several'),
  )
})

test('numbers that differ in case alone need another number', () => {
  expect(found({ buyer_sku: 'case', supplier_sku: 'B' })).toBe('B')
  expect(found({ buyer_sku: 'case' })).toEqual({
    fault: 'the number case differs in case alone from those of the items A and B',
  })
  expect(found({})).toEqual({ fault: 'the item without a number is unknown' })
})

test('an item is assumed where our own number alone names it', () => {
  const assumed = (ids: Partial<ItemIds>) => isAssumed({ ...none, ...ids }, known)
  expect([assumed({ buyer_sku: 'A' }), assumed({ supplier_sku: '2' })]).toEqual([true, true])
  expect(assumed({ buyer_sku: 'A', gtin: '12345678' })).toBe(false)
  expect([assumed({ supplier_sku: 'A' }), assumed({ buyer_sku: '1' }), assumed({})]).toEqual([false, false, false])
})

describe('a number is doubtful', () => {
  const doubts = (item: OrderedVariant, ids: Partial<ItemIds>) => doubtfulNumbers({ ...none, ...ids }, item, known)
  test('where it is an unknown barcode and the item has another', () => {
    expect(doubts(one, { gtin: '99999999' })).toEqual(['the barcode 99999999 is unknown, and the item has 12345678'])
    expect(doubts(one, { gtin: '0000012345678' })).toEqual([])
    expect(doubts({ ...one, barcode: '55555555' }, { gtin: '55555555' })).toEqual([])
    expect(doubts(one, { gtin: '87654321' })).toEqual([])
    expect(doubts(two, { gtin: '99999999' })).toEqual([])
    expect(doubts({ ...two, barcode: undefined } as never, { gtin: '99999999' })).toEqual([])
  })
  test('where it is marked as a barcode and has no form of one', () => {
    const id = '123'
    for (const qualifier of ['UP', 'EN', 'UK'])
      expect(doubts(two, { other_ids: [{ qualifier, id }] })).toEqual([
        `${qualifier} 123 is no barcode of 8, 12, 13 or 14 digits`,
      ])
    expect(
      doubts(two, {
        other_ids: [
          { qualifier: 'VA', id },
          { qualifier: 'UP', id: '12345678' },
        ],
      }),
    ).toEqual([])
  })
})

describe('a change names a line by further numbers', () => {
  const line = { ...none, buyer_sku: '1' }
  const other = (named: Partial<ItemIds>, items = [one]) => otherItem(line, { ...none, ...named }, items, known)
  test('and is contradicted where they name another item', () => {
    expect(other({ supplier_sku: 'B' })).toBe('B is the item B, where A was ordered')
    expect(other({ gtin: '12345678' }, [two])).toBe('12345678 is the item A, where B was ordered')
    expect(other({ supplier_sku: 'B', gtin: '12345678' })).toBe('the numbers B and 12345678 name different items')
    expect(other({ other_ids: [{ qualifier: 'IN', id: '2' }] })).toBe('2 is the item B, where A was ordered')
    expect(other({ buyer_sku: '2', buyer_sku_qualifier: 'IN' }, [one, three])).toBe(
      '2 is the item B, where A and C was ordered',
    )
  })
  test('and not where they name one of its items, are unknown, or were those of the order', () => {
    expect(other({ supplier_sku: 'A' })).toBeNull()
    expect(other({ supplier_sku: 'B' }, [one, two])).toBeNull()
    expect(other({ supplier_sku: 'Z' })).toBeNull()
    expect(other({ buyer_sku: '1' }, [two])).toBeNull()
    expect(other({ supplier_sku: 'B' }, [])).toBeNull()
    expect(other({})).toBeNull()
    expect(otherItem({ ...none, supplier_sku: 'b' }, { ...none, buyer_sku: 'B' }, [one], known)).toBeNull()
  })
})

test('a line that describes another item settles nothing, also in a change; other words are a doubt', () => {
  const described = new Map([
    [one.variant_id, { values: { Size: 'M', Colour: 'Navy' }, options: [{ name: 'Size', values: ['M', 'L'] }] }],
  ])
  const sized = (qualifier: string, id: string) => ({ ...none, buyer_sku: '1', other_ids: [{ qualifier, id }] })
  const all = { ...known, described }
  const says = 'the size L (SZ) is not that of the item, M'
  expect(findItem(sized('SZ', 'L'), all)).toEqual({ fault: says, fault_kind: 'identifiers_disagree' })
  expect(findItem(sized('SZ', 'M'), all)).toBe(one)
  expect(findItem(sized('SZ', 'L'), known)).toBe(one)
  expect(doubtfulNumbers(sized('BO', 'GREEN'), one, all)).toEqual([
    'the colour GREEN (BO) is not that of the item, Navy',
  ])
  expect(doubtfulNumbers(sized('BO', 'GREEN'), two, all)).toEqual([])
  expect(otherItem({ ...none, buyer_sku: '1' }, sized('SZ', 'L'), [one], all)).toBe(says)
  expect(otherItem(sized('SZ', 'L'), sized('SZ', 'L'), [one], all)).toBeNull()
  expect(otherItem({ ...none, buyer_sku: '1' }, sized('SZ', 'L'), [two], all)).toBeNull()
})
