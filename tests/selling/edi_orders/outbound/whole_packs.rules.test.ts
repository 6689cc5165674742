/** Prepacks that documents name by the pack: those of which all items are stated, in whole packs. */
import { expect, test } from 'bun:test'
import { noticeOf } from '../../../../server/selling/edi_orders/outbound/shipping_notice.rules.ts'
import { contentsOf, packIdsOf, wholePacks } from '../../../../server/selling/edi_orders/outbound/whole_packs.rules.ts'
import { carton, line, noticed, packed } from './noticed.ts'

const ids = { buyer_sku: null, buyer_sku_qualifier: null, gtin: null, other_ids: [] }
const packIds = { ...ids, buyer_sku: 'ASSORT', buyer_sku_qualifier: 'IN', supplier_sku: null }
const components = [
  { ...ids, supplier_sku: 'S', quantity: 2, unit_price: null },
  { ...ids, supplier_sku: 'M', quantity: 1, unit_price: null },
]
const buyer_line = {
  ...packIds,
  line_reference: '1',
  unit: 'AS',
  title: 'Assortment',
  pack: { inner_packs: null, units_per_inner_pack: null, components },
}
const item = (line_id: string, sku: string, pack_units: number | null, values: object = {}) =>
  line(line_id, {
    variant_id: sku,
    sku,
    edi_position: 1,
    pack_units,
    ordered_quantity: 6 * (pack_units ?? 1),
    buyer_line,
    buyer_line_reference: '1',
    ...values,
  })
const lines = new Map([item('s', 'S', 2), item('m', 'M', 1), line('other', { edi_position: 2 })])
const packs = (quantities: Record<string, number>, all: Map<string, any> = lines, position: number | null = 1) => {
  const stated = Object.entries(quantities).map(([line_item_id, quantity]) => ({ line_item_id, quantity }))
  return wholePacks(position, stated, all)?.packs ?? null
}

test('the units of all items make whole packs, or none', () => {
  expect(packs({ s: 4, m: 2 })).toBe(2)
  expect(packs({ s: 2, m: 1, other: 7 })).toBe(1)
  expect(packs({ s: 4, m: 1 })).toBeNull()
  expect(packs({ s: 3, m: 1.5 })).toBeNull()
  expect(packs({ s: 4 })).toBeNull()
  expect(packs({ s: 0, m: 0 })).toBeNull()
  expect(packs({ other: 4 }, lines, 2)).toBeNull()
  expect(packs({ s: 4, m: 2 }, lines, null)).toBeNull()
  expect(packs({ s: 4, m: 2 }, lines, 9)).toBeNull()
})

test('units of several doors are added up, and an item that the pack has twice or that is missing makes none', () => {
  const doors = new Map([item('s', 'S', 2), item('m', 'M', 1), item('t', 'S', 2), item('n', 'M', 1)])
  expect(packs({ s: 2, m: 1, t: 4, n: 2 }, doors)).toBe(3)
  expect(packs({ s: 2, m: 1 }, doors)).toBe(1)
  expect(packs({ s: 2, m: 1 }, new Map([item('s', 'S', 2), item('m', 'M', 1), item('t', 'S', 1)]))).toBeNull()
  expect(packs({ s: 2 }, new Map([item('s', 'S', 2)]))).toBeNull()
  expect(packs({ s: 2, m: 1 }, new Map([item('s', 'S', 2), item('m', 'M', null)]))).toBeNull()
  const loose = { ...buyer_line, pack: null }
  expect(packs({ s: 2, m: 1 }, new Map([item('s', 'S', 2, { buyer_line: loose }), item('m', 'M', 1)]))).toBeNull()
})

test('a pack has the numbers of its order, and its contents those of each item', () => {
  const found = wholePacks(
    1,
    [
      { line_item_id: 's', quantity: 4 },
      { line_item_id: 'm', quantity: 2 },
    ],
    lines,
  )!
  expect(packIdsOf(found)).toEqual(packIds as never)
  expect(
    contentsOf(found).map(({ supplier_sku, quantity, unit_price }) => [supplier_sku, quantity, unit_price]),
  ).toEqual([
    ['S', 2, null],
    ['M', 1, null],
  ])
  expect(contentsOf(found, ({ sku }) => `price of ${sku}`).map(({ unit_price }) => unit_price)).toEqual([
    'price of S',
    'price of M',
  ])
})

test('a notice counts packs where every carton of the shipment holds whole ones, and single units otherwise', () => {
  const items = (...cartons: Record<string, number>[]) =>
    noticeOf(
      noticed(
        cartons.map((_, i) => carton(i + 1)),
        cartons.flatMap((all, i) => Object.entries(all).map(([id, quantity]) => packed(i + 1, id, quantity))),
        { lines },
      ),
    ).orders.flatMap((order) =>
      order.cartons.map((one) =>
        one.items.map(({ buyer_sku, supplier_sku, unit, quantity, ordered_quantity }) =>
          [buyer_sku ?? supplier_sku, unit, quantity, ordered_quantity].join(' '),
        ),
      ),
    )
  expect(items({ s: 4, m: 2 }, { s: 8, m: 4 })).toEqual([['ASSORT AS 2 6'], ['ASSORT AS 4 6']])
  expect(items({ s: 4, m: 2, other: 3 })).toEqual([['ASSORT AS 2 6', 'sku other EA 3 10']])
  expect(items({ s: 4, m: 2 }, { s: 3, m: 2 })).toEqual([
    ['S EA 4 12', 'M EA 2 6'],
    ['S EA 3 12', 'M EA 2 6'],
  ])
  expect(items({ s: 6 }, { m: 3 })).toEqual([['S EA 6 12'], ['M EA 3 6']])
  const odd = new Map([item('s', 'S', 2, { ordered_quantity: 5 }), item('m', 'M', 1)])
  const found = noticeOf(noticed([carton(1)], [packed(1, 's', 2), packed(1, 'm', 1)], { lines: odd }))
  expect(found.orders[0]!.cartons[0]!.items.map(({ unit }) => unit)).toEqual(['EA', 'EA'])
})
