/** Which rows of a report were left out, in words, and by which numbers a row is looked up. */
import { describe, expect, test } from 'bun:test'
import { leftOutSentence, leftOutWords, type LeftOutRow } from '../../../server/partners/sell_out/left_out.rules.ts'
import { numbersThatDisagree, reportedItem } from '../../../server/partners/sell_out/reported_item.rules.ts'

const none = { door_reference: null, buyer_sku: null, gtin: null, sku: null }
const row = (reason: LeftOutRow['reason'], values: Partial<LeftOutRow>): LeftOutRow => ({ ...none, reason, ...values })
const left = (by_reason: [string, number][], rows: LeftOutRow[]) => ({
  submitted: 9,
  refused: 4,
  by_reason: new Map(by_reason),
  rows,
})

describe('rows that were left out', () => {
  const rows = [
    row('unknown_item', { buyer_sku: 'A', sku: 'A', door_reference: '1' }),
    row('unknown_door', { buyer_sku: 'B', gtin: '12345678', door_reference: '9' }),
    row('unknown_item', { sku: 'C' }),
    row('no_item', {}),
  ]
  const by_reason: [string, number][] = [
    ['matched_sku', 5],
    ['unknown_door', 1],
    ['unknown_item', 2],
    ['no_item', 1],
  ]
  test('are counted by reason, the most frequent first, and named', () => {
    expect(leftOutWords(left(by_reason, rows), 20)).toBe(
      '2 with an unknown item (A at 1; C), 1 without an item (no item), 1 of an unknown store (B, 12345678 at 9)',
    )
  })
  test('are named up to a number in all', () => {
    expect(leftOutWords(left([['no_figure', 1200]], []), 20)).toBe('1,200 without a figure')
    expect(leftOutWords(left(by_reason, rows), 3)).toBe(
      '2 with an unknown item (A at 1; C), 1 without an item (no item), 1 of an unknown store',
    )
    expect(leftOutWords(left(by_reason, rows), 1)).toBe(
      '2 with an unknown item (A at 1; and more), 1 without an item, 1 of an unknown store',
    )
    expect(leftOutWords(left([['no_figure', 30]], [row('no_figure', { sku: 'A' })]), 20)).toBe(
      '30 without a figure (A; and more)',
    )
  })
  test('are a part of the report', () => {
    expect(leftOutSentence('Meridian', left([['no_door', 4]], []), 20)).toBe(
      'A report of Meridian: 4 of 9 rows left out: 4 without a store. Correct the items or stores of the account, and import the rows that were left out.',
    )
  })
})

describe('a row is looked up', () => {
  const [one, two] = [[{ variant_id: '1' }], [{ variant_id: '2' }]]
  const items = {
    byBuyerSku: new Map([
      ['b1', one],
      ['b2', two],
      ['case', [...one, ...two]],
    ]),
    bySku: new Map([
      ['s1', one],
      ['s2', two],
      ['b1', two],
    ]),
    byBarcode: new Map([
      ['00000000000001', one],
      ['00000000000002', two],
    ]),
  }
  const item = (buyer: string[], own: string[] = [], gtins: string[] = []) => {
    const { buyer_sku, sku, gtin } = reportedItem({ buyer, own, gtins }, items)
    return [buyer_sku, sku, gtin]
  }
  test('by one number of each kind, and by ours in the place of the account only where it has no item of that number', () => {
    expect(item([])).toEqual([null, null, null])
    expect(item(['b1'])).toEqual(['b1', null, null])
    expect(item(['s1'])).toEqual(['s1', 's1', null])
    expect(item(['x'], ['y'], ['3'])).toEqual(['x', 'y', '3'])
    expect(item(['b1'], ['s1'], ['1'])).toEqual(['b1', 's1', '1'])
    expect(item(['x', 'b1'])).toEqual(['b1', 'x', null])
    expect(item(['x'], ['y', 's1'], ['3', '1'])).toEqual(['x', 's1', '1'])
  })
  test('unless two numbers of one kind name two items', () => {
    const two = (buyer: string[], own: string[] = [], gtins: string[] = []) =>
      numbersThatDisagree({ buyer, own, gtins }, items)
    expect(two(['b1', 'x', 'b2'])).toEqual(['b1', 'b2'])
    expect(two([], ['y', 's1', 's2'])).toEqual(['s1', 's2'])
    expect(two(['s2'], ['s1'])).toEqual(['s1', 's2'])
    expect(two([], [], ['1', '2'])).toEqual(['1', '2'])
    expect(two(['b1', 'case', 'b1'], ['s2'], ['1', '3'])).toBeNull()
    expect(two(['case', 'b2'])).toBeNull()
    expect(two([])).toBeNull()
    // The account's own item has this number.
    expect(two(['b1'], ['s1'])).toBeNull()
  })
})
