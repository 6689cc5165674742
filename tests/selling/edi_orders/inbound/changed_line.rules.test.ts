/** Which line of an order a changed line concerns, and what it says against that line. */
import { describe, expect, test } from 'bun:test'
import type { ChangedLine } from '../../../../server/edi/documents/purchase_order_change_860.ts'
import type { StoredLine } from '../../../../server/selling/edi_orders/edi_order.store.ts'
import {
  contradictionOf,
  findChanged,
  isInOtherUnit,
} from '../../../../server/selling/edi_orders/inbound/changed_line.rules.ts'
import { linesAfter, statedLines } from '../../../../server/selling/edi_orders/inbound/change.rules.ts'
import type { BuyerLine } from '../../../../server/selling/edi_orders/inbound/read_lines.rules.ts'

const none = { buyer_sku: null, supplier_sku: null, gtin: null, doors: [], pack: null, deliver_on: null }
const stored = (position: number, line_reference: string | null, buyer_sku: string, quantity = 10): StoredLine => ({
  position,
  line: { ...none, line_reference, buyer_sku, quantity, unit: 'EA', unit_price: '5.00' } as unknown as BuyerLine,
  fault: null,
})
const changed = (line_reference: string | null, change: string, values: object = {}) =>
  ({
    ...none,
    line_reference,
    change,
    quantity: null,
    quantity_left: null,
    unit: 'EA',
    unit_price: null,
    ...values,
  }) as unknown as ChangedLine
const order = [stored(1, '1', 'A'), stored(2, '2', 'B'), stored(3, '3', 'B')]

const found = (all: readonly StoredLine[], one: ChangedLine, purpose: 'change' | 'replacement' = 'change') => {
  const line = findChanged(all, one, purpose)
  return line === null ? 'new' : 'fault' in line ? line.fault : line.stored.position
}

describe('a line with a number', () => {
  test('is that line, and never another one that has the item', () => {
    expect(found(order, changed('2', 'changed', { buyer_sku: 'B' }))).toBe(2)
    expect(found(order, changed('9', 'changed', { buyer_sku: 'B' }))).toBe(
      'it changes line 9, which the order does not have; its item is that of lines 2 and 3',
    )
    expect(found(order, changed('9', 'changed', { buyer_sku: 'Z' }))).toBe(
      'it changes line 9, which the order does not have',
    )
  })
  test('is a new line of an order that is replaced as a whole', () => {
    expect(found(order, changed('9', 'replaced', { buyer_sku: 'B' }), 'replacement')).toBe('new')
    expect(found(order, changed('2', 'replaced', { buyer_sku: 'B' }), 'replacement')).toBe(2)
  })
  test('is the one with its item where several lines have the number, as long as units of it are ordered', () => {
    const twice = [stored(1, '1', 'A'), stored(2, '1', 'B'), stored(3, '1', 'C', 0)]
    expect(found(twice, changed('1', 'changed', { buyer_sku: 'b' }))).toBe(2)
    const open = 'it changes line 1, and 2 lines of the order have that number'
    expect(found(twice, changed('1', 'changed'))).toBe(open)
    expect(found(twice, changed('1', 'changed', { buyer_sku: 'C' }))).toBe(open)
    expect(found([stored(1, '1', 'A'), stored(2, '1', 'A')], changed('1', 'changed', { buyer_sku: 'A' }))).toBe(open)
    expect(found([stored(1, '1', 'A', 0), stored(2, '1', 'B')], changed('1', 'changed'))).toBe(2)
    expect(found([stored(4, '1', 'A', 0)], changed('1', 'changed'))).toBe(4)
  })
})

describe('a line without a number', () => {
  test('is the only one with the item, and of several none', () => {
    expect(found(order, changed(null, 'changed', { buyer_sku: 'a' }))).toBe(1)
    expect(found(order, changed(null, 'changed', { buyer_sku: 'B' }))).toBe(
      'it changes the item B without the number of a line, and lines 2 and 3 have it',
    )
    expect(found([stored(1, null, 'A'), stored(2, '7', 'A')], changed(null, 'changed', { buyer_sku: 'A' }))).toBe(
      'it changes the item A without the number of a line, and lines 1 (without a number) and 7 have it',
    )
    expect(found(order, changed(null, 'changed'))).toBe(
      'it changes line without a number, which the order does not have',
    )
  })
  test('is a new one of a replacement where no line, or more than one, has the item', () => {
    expect(found(order, changed(null, 'replaced', { buyer_sku: 'A' }), 'replacement')).toBe(1)
    expect(found(order, changed(null, 'replaced', { buyer_sku: 'B' }), 'replacement')).toBe('new')
    expect(found(order, changed(null, 'replaced', { buyer_sku: 'Z' }), 'replacement')).toBe('new')
  })
})

describe('a line that is added', () => {
  const add = (all: readonly StoredLine[], line_reference: string | null) =>
    found(all, changed(line_reference, 'added', { buyer_sku: 'A' }))
  test('is new whatever its item, unless units of its number are ordered', () => {
    expect(add(order, '9')).toBe('new')
    expect(add(order, null)).toBe('new')
    expect(add(order, '1')).toBe('it adds line 1, which the order already has')
    expect(add([stored(1, '1', 'A', 0)], '1')).toBe('new')
    expect(add([stored(1, null, 'A')], null)).toBe('new')
  })
  test('is added once', () => {
    const adding = (...lines: ChangedLine[]) => linesAfter(order, { purpose: 'change', lines } as never)
    const nine = changed('9', 'added', { quantity: 2 })
    expect(adding(nine, nine)).toEqual({ fault: 'it adds line 9 twice' })
    expect(adding(nine, changed('8', 'added'))).toMatchObject([{ position: 4 }, { position: 5 }])
    const unnumbered = changed(null, 'added', { quantity: 2 })
    expect(adding(unnumbered, unnumbered)).toMatchObject([{ position: 4 }, { position: 5 }])
    expect(adding(changed('1', 'changed', { quantity: 7 }), nine)).toMatchObject([{ position: 1 }, { position: 4 }])
  })
})

describe('a changed line contradicts its line', () => {
  const before = stored(1, '1', 'A').line
  const says = (change: string, values: object = {}) => contradictionOf(before, changed('1', change, values))
  test('where it is deleted with a part of its quantity', () => {
    const part = (quantity: number) =>
      `is said to be deleted (DI) with a quantity of ${quantity}, and 10 were ordered; a part of a line is taken off by QD`
    expect(says('deleted', { quantity: 4 })).toBe(part(4))
    expect(says('deleted', { quantity: 11 })).toBe(part(11))
    expect(says('deleted', { quantity_left: 6 })).toBe(part(6))
    expect(says('deleted', { quantity: 10, quantity_left: 6 })).toBe(part(6))
    for (const quantity of [null, 0, 10])
      for (const quantity_left of [null, 0, 10]) expect(says('deleted', { quantity, quantity_left })).toBeNull()
    expect(says('quantity_decreased', { quantity: 4 })).toBeNull()
  })
  test('where a quantity is negative, whatever the change', () => {
    for (const change of ['changed', 'deleted', 'quantity_decreased', 'replaced'])
      expect(says(change, { quantity: -4 })).toBe('states the quantity -4')
    expect(says('changed', { quantity: 4, quantity_left: -1 })).toBe('states the quantity -1')
    expect(says('changed', { quantity: 0 })).toBeNull()
  })
  test('where its code keeps the quantity, and it states another', () => {
    expect(says('price_changed', { quantity: 7 })).toBe(
      'states the quantity 7, and 10 were ordered; PC changes no quantity',
    )
    expect(says('dates_changed', { quantity_left: 7 })).toBe(
      'states the quantity 7, and 10 were ordered; CT changes no quantity',
    )
    expect(says('unchanged', { quantity: 7 })).toBe(
      'states the quantity 7, and 10 were ordered; NC changes no quantity',
    )
    expect(says('price_changed', { quantity: 10, quantity_left: 3 })).toBeNull()
    expect(says('price_changed')).toBeNull()
    for (const change of ['changed', 'price_and_quantity_changed', 'replaced'])
      expect(says(change, { quantity: 7 })).toBeNull()
  })
  test('where its code keeps the price, and it states another', () => {
    for (const [change, code] of [
      ['quantity_increased', 'QI'],
      ['quantity_decreased', 'QD'],
      ['dates_changed', 'CT'],
      ['unchanged', 'NC'],
    ] as const)
      expect(says(change, { unit_price: '6.00' })).toBe(
        `states the price 6.00, and 5.00 was ordered; ${code} changes no price`,
      )
    expect(says('quantity_increased', { quantity: 11, unit_price: '5' })).toBeNull()
    expect(says('quantity_increased', { quantity: 11, unit_price: '5', price_basis: 'HP' })).not.toBeNull()
    expect(
      contradictionOf({ ...before, unit_price: null }, changed('1', 'dates_changed', { unit_price: '6' })),
    ).toBeNull()
    for (const change of ['changed', 'price_changed', 'price_and_quantity_changed', 'replaced'])
      expect(says(change, { unit_price: '6.00' })).toBeNull()
  })
})

test('a deleted line has a unit only with a quantity', () => {
  const before = stored(1, '1', 'A').line
  const other = (change: string, quantity: number | null) =>
    isInOtherUnit(before, changed('1', change, { unit: 'CA', quantity }))
  expect([other('deleted', null), other('deleted', 0), other('deleted', 10)]).toEqual([false, false, true])
  expect([other('changed', null), other('changed', 0), other('changed', 10)]).toEqual([false, true, true])
  expect(isInOtherUnit(before, changed('1', 'changed', { quantity: 10 }))).toBe(false)
})

test('a change that cannot be read is declined in its own words', () => {
  const lines = [changed('9', 'changed', { quantity: 4 }), changed('8', 'deleted', { quantity_left: 3 })]
  expect(statedLines({ lines } as never)).toMatchObject([
    { position: 0, change: 'changed', line: { line_reference: '9', quantity: 4 } },
    { position: 0, change: 'deleted', line: { line_reference: '8', quantity: 3 } },
  ])
})

describe('another pack', () => {
  const pack = (inner_packs: number | null, more: object = {}) => ({
    inner_packs,
    units_per_inner_pack: null,
    components: [],
    ...more,
  })
  const cases = (values: object = {}) =>
    ({ ...none, line_reference: '1', quantity: 10, unit: 'CA', unit_price: null, ...values }) as unknown as BuyerLine
  const against = (before: BuyerLine, values: object, change = 'changed') =>
    contradictionOf(before, changed('1', change, { unit: 'CA', ...values }))
  const other = (is: string) => `states ${is}, and packs of 12 were ordered; a line in other packs is replaced (RZ)`
  test('is a contradiction where it changes the units that are ordered', () => {
    const dozen = cases({ pack: pack(12) })
    expect(against(dozen, { pack: pack(24) })).toBe(other('packs of 24'))
    expect(against(dozen, { pack: pack(12) })).toBeNull()
    expect(against(dozen, {})).toBeNull()
    expect(against(dozen, { pack: pack(6, { size_in_units: 2 }) })).toBe(other('packs of another size'))
    expect(against(dozen, { pack: pack(24) }, 'replaced')).toBeNull()
    expect(against(dozen, { pack: pack(24), quantity: 0 }, 'deleted')).toBeNull()
    expect(against(cases({ agreed_units: 12 }), { pack: pack(10) })).toBe(other('packs of 10'))
    expect(against(cases({ agreed_units: 12 }), { pack: pack(6, { size_in_units: 2 }) })).toBeNull()
    expect(against(cases(), { pack: pack(10) })).toBeNull()
    expect(against(cases({ unit: 'EA', pack: pack(12) }), { unit: 'EA', pack: pack(24) })).toBeNull()
  })
  test('is a contradiction where it has other items', () => {
    const item = (buyer_sku: string, quantity: number) => ({ ...none, buyer_sku, quantity })
    const set = (...components: object[]) => cases({ unit: 'AS', pack: pack(null, { components }) })
    const before = set(item('A', 2), item('B', 1))
    const states = (...components: object[]) => against(before, { unit: 'AS', pack: pack(null, { components }) })
    expect(states(item('b', 1), item('A', 2))).toBeNull()
    expect(states(item('A', 1), item('B', 2))).toContain('states a pack of other items than was ordered')
    expect(states(item('A', 2), item('C', 1))).toContain('states a pack of other items than was ordered')
    expect(states(item('A', 2))).toBe(
      'states packs of 2, and packs of 3 were ordered; a line in other packs is replaced (RZ)',
    )
  })
})
