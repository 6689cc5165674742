/** What a reported shipment does to the lines of its order. */
import { expect, test } from 'bun:test'
import {
  packLines,
  pricePacked,
  releasedOf,
  shippedLine,
  unitsByLine,
} from '../../../server/selling/fulfilment/shipment.rules.ts'
import type { LockedLine, LockedOrder } from '../../../server/selling/orders/locked_order.store.ts'

const line = (line_id: string, values: Partial<LockedLine> = {}) =>
  ({
    line_id,
    variant_id: 'jumper',
    sku: 'J-M',
    parts: [{ variant_id: 'jumper', sku: 'J-M', units: 1 }],
    quantity: 10,
    fulfilled_quantity: 0,
    cancelled_quantity: 0,
    allocated_quantity: 0,
    over_shipped_quantity: 0,
    location_id: 'place',
    unit_price_cents: 100,
    regular_unit_price_cents: 150,
    discount_cents: 10,
    tax_cents: 20,
    shipped: [],
    ...values,
  }) as unknown as LockedLine

const pack = (lines: LockedLine[], ...reported: { sku?: string; line_item_id?: string; quantity: number }[]) =>
  packLines(
    { lines } as LockedOrder,
    reported.map((one, i) => ({ line: one, carton_number: i + 1, field: `lines[${i}]` })),
  ).map((one) => `${one.line.line_id}:${one.quantity} in ${one.carton_number}`)

const otherVariant =
  'must be a SKU of the order; a line of another variant says in instead_of which units it left in place of'

/** Lines of one SKU with 3 and 2 open units. */
const two = [line('a', { quantity: 5, cancelled_quantity: 1, fulfilled_quantity: 1 }), line('b', { quantity: 2 })]

test('units of a SKU fill its open lines in order', () => {
  expect(pack(two, { sku: 'J-M', quantity: 2 })).toEqual(['a:2 in 1'])
  expect(pack(two, { sku: 'J-M', quantity: 3 })).toEqual(['a:3 in 1'])
  expect(pack(two, { sku: 'J-M', quantity: 4 })).toEqual(['a:3 in 1', 'b:1 in 1'])
  expect(pack(two, { sku: 'J-M', quantity: 2 }, { sku: 'J-M', quantity: 2 })).toEqual([
    'a:2 in 1',
    'a:1 in 2',
    'b:1 in 2',
  ])
})

test('what is too much goes to the last line that took units, or to the last of the SKU', () => {
  expect(pack(two, { sku: 'J-M', quantity: 7 })).toEqual(['a:3 in 1', 'b:4 in 1'])
  expect(pack([two[0]!, line('c', { fulfilled_quantity: 12 })], { sku: 'J-M', quantity: 5 })).toEqual(['a:5 in 1'])
  expect(pack([line('c', { fulfilled_quantity: 12 }), two[1]!], { sku: 'J-M', quantity: 2 })).toEqual(['b:2 in 1'])
  const full = [line('c', { fulfilled_quantity: 10 }), line('d', { cancelled_quantity: 10 })]
  expect(pack(full, { sku: 'J-M', quantity: 1 })).toEqual(['d:1 in 1'])
  expect(pack(full.slice(0, 1), { sku: 'J-M', quantity: 1 })).toEqual(['c:1 in 1'])
  expect(pack(two, { sku: 'J-M', quantity: 6 }, { sku: 'J-M', quantity: 1 })).toEqual([
    'a:3 in 1',
    'b:3 in 1',
    'b:1 in 2',
  ])
})

const packExpecting = (expected: Record<string, number>, lines: LockedLine[], ...quantities: number[]) =>
  packLines(
    { lines } as LockedOrder,
    quantities.map((quantity, i) => ({ line: { sku: 'J-M', quantity }, carton_number: i + 1, field: `lines[${i}]` })),
    new Map(Object.entries(expected)),
  ).map((one) => `${one.line.line_id}:${one.quantity} in ${one.carton_number}`)

test('units of a SKU are those of expected lines, then of what else they have open, then of the others', () => {
  expect(packExpecting({ b: 2 }, two, 2)).toEqual(['b:2 in 1'])
  expect(packExpecting({ b: 2 }, two, 3)).toEqual(['b:2 in 1', 'a:1 in 1'])
  expect(packExpecting({ a: 1, b: 2 }, two, 3)).toEqual(['a:1 in 1', 'b:2 in 1'])
  expect(packExpecting({ a: 1, b: 2 }, two, 2, 2)).toEqual(['a:1 in 1', 'b:1 in 1', 'b:1 in 2', 'a:1 in 2'])
  expect(packExpecting({ a: 1, b: 1 }, two, 3)).toEqual(['a:2 in 1', 'b:1 in 1'])
  // Called off: nothing is expected of the line, and yet the parcel is its own.
  expect(packExpecting({ b: 0 }, two, 3)).toEqual(['b:2 in 1', 'a:1 in 1'])
  // More than a line has open is expected of it only as far as it is open.
  expect(packExpecting({ b: 5 }, two, 4)).toEqual(['b:2 in 1', 'a:2 in 1'])
  expect(packExpecting({ b: 2 }, two, 6)).toEqual(['b:2 in 1', 'a:4 in 1'])
  const full = [line('c', { fulfilled_quantity: 10 }), line('d', { cancelled_quantity: 10 })]
  expect(packExpecting({ c: 1 }, full, 1)).toEqual(['c:1 in 1'])
})

test('a component of a bundle that is taken apart is refused by its own SKU, unless the order has that SKU too', () => {
  const parts = [{ variant_id: 'jumper', sku: 'J-M', units: 2 }]
  const bundle = line('s', { variant_id: 'set', sku: 'SET', parts })
  expect(() => pack([bundle], { sku: 'J-M', quantity: 2 })).toThrow(
    expect.objectContaining({
      desc: 'lines[0].sku is a component of the bundle SET of the order; state whole bundles. Allowed: SET.',
    }),
  )
  expect(pack([bundle, two[1]!], { sku: 'J-M', quantity: 2 })).toEqual(['b:2 in 1'])
  expect(pack([bundle], { sku: 'SET', quantity: 2 })).toEqual(['s:2 in 1'])
  expect(() => pack([bundle], { sku: 'K', quantity: 2 })).toThrow(
    expect.objectContaining({ desc: `lines[0].sku ${otherVariant}.` }),
  )
})

test('what a shipment in place of another has in common with it releases no hold again', () => {
  const held = line('a', { allocated_quantity: 4 })
  expect(shippedLine(held, 5, [], 3).allocated_quantity).toBe(2)
  expect(shippedLine(held, 3, [], 3).allocated_quantity).toBe(4)
  expect(shippedLine(held, 2, [], 3).allocated_quantity).toBe(4)
})

test('a line id is exact, in any case, and other SKUs are left alone', () => {
  expect(pack(two, { line_item_id: 'B', quantity: 1 })).toEqual(['b:1 in 1'])
  expect(pack(two, { line_item_id: 'b', quantity: 5 })).toEqual(['b:5 in 1'])
  expect(pack([line('c', { sku: 'K' }), ...two], { sku: 'J-M', quantity: 1 })).toEqual(['a:1 in 1'])
})

test('a reported line names exactly one line or SKU of the order', () => {
  const refused = (one: { sku?: string; line_item_id?: string }, desc: string) =>
    expect(() => pack(two, { ...one, quantity: 1 })).toThrow(expect.objectContaining({ desc }))
  const needsOne =
    'lines[0].line_item_id is required unless sku is given; send exactly one of them. Allowed: line_item_id, sku.'
  refused({}, needsOne)
  refused({ sku: 'J-M', line_item_id: 'a' }, needsOne)
  refused({ sku: 'K' }, `lines[0].sku ${otherVariant}.`)
  const reported = [{ line: { sku: 'K', quantity: 1 }, carton_number: null, field: 'lines[0]' }]
  expect(() => packLines({ lines: two } as LockedOrder, reported, undefined, 'warehouse')).toThrow(
    expect.objectContaining({
      desc: 'lines[0].sku must be a SKU of the order; the seller records a shipment of another variant, with instead_of.',
    }),
  )
  refused({ line_item_id: 'x' }, 'lines[0].line_item_id must be a line of the order.')
})

const price = (one: LockedLine, quantities: number[], is_wholesale: boolean) =>
  pricePacked(
    quantities.map((quantity, i) => ({ line: one, carton_number: i, quantity })),
    new Map([['a', '7.0000']]),
    { is_wholesale, currency: 'USD' },
  )
const money = (one: LockedLine, quantities: number[], is_wholesale: boolean) =>
  price(one, quantities, is_wholesale).map((s) => [s.gross_sales_cents, s.discounts_cents, s.taxes_cents])

test('an account pays for all units, a consumer for those that were agreed and not cancelled', () => {
  const shipped = line('a', { cancelled_quantity: 2, fulfilled_quantity: 6 })
  expect(money(shipped, [4], true)).toEqual([[400, 4, 8]])
  expect(money(shipped, [4], false)).toEqual([[200, 2, 4]])
  expect(money(shipped, [2, 2], false)).toEqual([
    [200, 2, 4],
    [0, 0, 0],
  ])
})

test('a surplus takes no further share of discount and taxes', () => {
  expect(money(line('a', { fulfilled_quantity: 9 }), [3], true)).toEqual([[300, 1, 2]])
  expect(money(line('a', { fulfilled_quantity: 10 }), [2], true)).toEqual([[200, 0, 0]])
})

test('shares of all cartons add up to the cent', () => {
  expect(money(line('a', { quantity: 3, discount_cents: 100, tax_cents: 50 }), [1, 1, 1], true)).toEqual([
    [100, 33, 17],
    [100, 34, 16],
    [100, 33, 17],
  ])
})

test('units have the cost of their line where it is known, and a line without a price brings nothing', () => {
  const [known] = price(line('a'), [1], true)
  expect(known).toMatchObject({ carton_number: 0, quantity: 1, unit_cost: '7.0000', regular_unit_price_cents: 150 })
  const [unknown] = price(line('b', { unit_price_cents: null }), [1], true)
  expect([unknown!.unit_cost, unknown!.gross_sales_cents]).toEqual([null, 0])
})

test('units of a line are summed over cartons', () => {
  const [a, b] = two as [LockedLine, LockedLine]
  const packed = [
    { line: a, carton_number: 1, quantity: 2 },
    { line: b, carton_number: 1, quantity: 1 },
    { line: a, carton_number: 2, quantity: 3 },
  ]
  expect([...unitsByLine(packed)]).toEqual([
    [a, 5],
    [b, 1],
  ])
})

test('a shipment releases its units of the hold, and no more than there are', () => {
  expect([3, 4, 5].map((units) => releasedOf(line('a', { allocated_quantity: 4 }), units))).toEqual([3, 4, 4])
})

test('a shipped line keeps its place while it holds stock, and its surplus is what exceeds the agreed units', () => {
  const held = line('a', { allocated_quantity: 4, fulfilled_quantity: 5, cancelled_quantity: 1 })
  expect(shippedLine(held, 3, [])).toMatchObject({
    fulfilled_quantity: 8,
    allocated_quantity: 1,
    location_id: 'place',
    over_shipped_quantity: 0,
  })
  expect(shippedLine(held, 4, [])).toMatchObject({ allocated_quantity: 0, location_id: null, over_shipped_quantity: 0 })
  expect(shippedLine(held, 6, [])).toMatchObject({ fulfilled_quantity: 11, over_shipped_quantity: 2 })
})

test('a shipped line lists what left before and what left now, of itself alone', () => {
  const one = line('a', { shipped: [{ quantity: 1, unit_cost: '6.0000' }] })
  const other = line('b')
  const shipped = [...price(one, [2], true), ...price(other, [5], true)]
  expect(shippedLine(one, 2, shipped).shipped).toEqual([
    { quantity: 1, unit_cost: '6.0000' },
    { quantity: 2, unit_cost: '7.0000' },
  ])
})
