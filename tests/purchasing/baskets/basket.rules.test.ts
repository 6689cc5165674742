/** Which items of the basket are ordered, and on how many orders. */
import { expect, test } from 'bun:test'
import { draftsFromBasket, type ItemToOrder, pickItems } from '../../../server/purchasing/baskets/basket.rules.ts'

const item = (item_id: string, supplier_id: string | null, location_id: string, variant_id: string) =>
  ({ item_id, supplier_id, location_id, variant_id, sku: variant_id.toUpperCase(), quantity: 2 }) as ItemToOrder
const basket = [
  item('1', 'mill', 'here', 'a'),
  item('2', 'forge', 'here', 'a'),
  item('3', 'mill', 'there', 'b'),
  item('4', 'mill', 'here', 'b'),
]
const picked = (selection: Parameters<typeof pickItems>[1]) => pickItems(basket, selection).map((one) => one.item_id)

test('items match every list that is given', () => {
  expect(picked({})).toEqual(['1', '2', '3', '4'])
  expect(picked({ supplier_ids: ['mill'] })).toEqual(['1', '3', '4'])
  expect(picked({ supplier_ids: ['mill'], location_ids: ['here'] })).toEqual(['1', '4'])
  expect(picked({ supplier_ids: ['mill'], location_ids: ['here'], variant_ids: ['b'] })).toEqual(['4'])
  expect(picked({ item_ids: ['1', '2'], supplier_ids: ['forge'] })).toEqual(['2'])
  expect(picked({ item_ids: ['2'], supplier_ids: ['mill'] })).toEqual([])
  expect(picked({ item_ids: [] })).toEqual([])
})

test('an id that is nowhere in the basket is refused by its place', () => {
  expect(() => picked({ supplier_ids: ['mill', 'x'] })).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      data: { field: 'supplier_ids[1]', rule: 'matches nothing in the basket' },
    }),
  )
  expect(() => picked({ item_ids: ['x'] })).toThrow(
    expect.objectContaining({ data: { field: 'item_ids[0]', rule: 'matches nothing in the basket' } }),
  )
})

test('each supplier and destination is one draft, in the order in which items were added', () => {
  expect(draftsFromBasket(basket, { notes: 'N' })).toEqual([
    {
      notes: 'N',
      at: 'purchase_orders[0].',
      order_type: 'purchase',
      supplier_id: 'mill',
      location_id: 'here',
      line_items: [
        { variant_id: 'a', quantity: 2 },
        { variant_id: 'b', quantity: 2 },
      ],
    },
    {
      notes: 'N',
      at: 'purchase_orders[1].',
      order_type: 'purchase',
      supplier_id: 'forge',
      location_id: 'here',
      line_items: [{ variant_id: 'a', quantity: 2 }],
    },
    {
      notes: 'N',
      at: 'purchase_orders[2].',
      order_type: 'purchase',
      supplier_id: 'mill',
      location_id: 'there',
      line_items: [{ variant_id: 'b', quantity: 2 }],
    },
  ])
})

test('nothing is ordered while an item has no supplier, and the first five are named', () => {
  const without = (count: number) => Array.from({ length: count }, (_, i) => item(`${i}`, null, 'here', `v${i}`))
  const refused = (items: ItemToOrder[], desc: string, ids?: string[]) =>
    expect(() => draftsFromBasket(items, {})).toThrow(
      expect.objectContaining({ code: 'conflict', desc, data: ids && { variant_ids: ids } }),
    )
  const advice = 'no supplier. Set a supplier on the item, or choose other items with supplier_ids.'
  refused([], 'The basket has no matching items. Add the items to order first.')
  refused([...basket, ...without(1)], `V0 in the basket has ${advice}`, ['v0'])
  refused(without(5), `V0, V1, V2, V3, V4 in the basket have ${advice}`, ['v0', 'v1', 'v2', 'v3', 'v4'])
  refused(without(6), `V0, V1, V2, V3, V4 and 1 more in the basket have ${advice}`, [
    'v0',
    'v1',
    'v2',
    'v3',
    'v4',
    'v5',
  ])
})
