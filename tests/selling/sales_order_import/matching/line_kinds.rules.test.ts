/** What lines are that are no goods. */
import { expect, test } from 'bun:test'
import { kindOfName, otherLineOf } from '../../../../server/selling/sales_order_import/matching/line_kinds.rules.ts'

test('a tip, a gift card, a fee and shipping are known by their whole names', () => {
  const names: [string, string | null][] = [
    ['Tip', 'tip'],
    [' tips ', 'tip'],
    ['Tip (10%)', 'tip'],
    ['Gift Card', 'gift_card'],
    ['E-gift card - $50.00', 'gift_card'],
    ['Gift certificate', 'gift_card'],
    ['Fee', 'fee'],
    ['Handling fee', 'fee'],
    ['Surcharge', 'fee'],
    ['Shipping', 'shipping'],
    ['Shipping protection', 'shipping'],
    ['Delivery charge', 'shipping'],
    ['Custom amount', 'custom'],
    ['Tip-toe socks', null],
    ['Gift card holder', null],
    ['Coffee', null],
    ['Shipping box, small', null],
    ['Linen shirt', null],
    ['', null],
  ]
  expect(names.map(([name]) => [name, kindOfName(name)])).toEqual(names)
})

test('what the file states comes first, then what cannot be shipped, then the name of a line without a SKU', () => {
  expect(otherLineOf({ line_kind: 'goods', product_name: 'Tip', line_state: 'not_eligible' })).toBeNull()
  expect(otherLineOf({ line_kind: 'rental', product_name: 'Tip' })).toEqual({ kind: 'rental', is_stated: true })
  expect(otherLineOf({ line_state: 'not_eligible', product_name: 'Tip', sku: 'T-1' })).toEqual({
    kind: 'tip',
    is_stated: false,
  })
  expect(otherLineOf({ line_state: 'not_eligible' })).toEqual({ kind: 'custom', is_stated: false })
  expect(otherLineOf({ product_name: 'Tip' })).toEqual({ kind: 'tip', is_stated: false })
  expect(otherLineOf({ product_name: 'Tip', sku: 'T-1' })).toBeNull()
  expect(otherLineOf({ product_name: 'Linen shirt' })).toBeNull()
  expect(otherLineOf({})).toBeNull()
})
