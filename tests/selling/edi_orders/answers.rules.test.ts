/** What the answer to an order or to its change says of the buyer's lines. */
import { describe, expect, test } from 'bun:test'
import type { BuyerLine } from '../../../server/selling/edi_orders/inbound/read_lines.rules.ts'
import {
  answerAdded,
  answerChange,
  answerLine,
  isOrderedOtherwise,
} from '../../../server/selling/edi_orders/outbound/answers.rules.ts'
import type { LockedLine } from '../../../server/selling/orders/locked_order.store.ts'

const ids = { buyer_sku: 'B', buyer_sku_qualifier: 'IN', supplier_sku: 'S', gtin: '12345678', other_ids: [] } as const
const buyers = (values: object = {}) =>
  ({
    ...ids,
    line_reference: '7',
    quantity: 10,
    unit: 'EA',
    unit_price: '5.00',
    title: 'Jumper',
    deliver_on: null,
    doors: [],
    pack: null,
    ...values,
  }) as unknown as BuyerLine
const own = (quantity: number, values: object = {}) =>
  ({
    edi_position: 1,
    quantity,
    cancelled_quantity: 0,
    unit_price_cents: 500,
    door_reference: null,
    pack_units: null,
    requested_ship_date: null,
    ...values,
  }) as unknown as LockedLine
const order = (...lines: LockedLine[]) => ({ requested_ship_date: '2026-12-01', lines })
const answer = (line: BuyerLine, ...lines: LockedLine[]) =>
  answerLine({ position: 1, line, fault: null }, order(...lines))
/** Price and the one verdict. */
function verdict(line: BuyerLine, ...lines: LockedLine[]) {
  const { unit_price, answers } = answer(line, ...lines)
  const [{ status, quantity } = answers[0]!] = answers
  return [status, quantity, unit_price]
}

test('an answer repeats what the buyer ordered, with the day on which it ships', () => {
  expect(answer(buyers(), own(10))).toEqual({
    ...ids,
    other_ids: [],
    line_reference: '7',
    ordered_quantity: 10,
    unit: 'EA',
    unit_price: '5.00',
    title: 'Jumper',
    answers: [{ status: 'accepted', quantity: 10, ship_on: '2026-12-01' }],
  })
  const dated = own(10, { requested_ship_date: '2026-11-30' })
  expect(answer(buyers(), dated).answers[0]!.ship_on).toBe('2026-11-30')
})

test('a line that ships on several days is answered by day, and as a whole where the days divide packs', () => {
  const on = (quantity: number, requested_ship_date: string | null) => own(quantity, { requested_ship_date })
  expect(answer(buyers(), on(4, '2026-12-05'), on(6, null), on(0, '2026-12-09')).answers).toEqual([
    { status: 'accepted', quantity: 4, ship_on: '2026-12-05' },
    { status: 'accepted', quantity: 6, ship_on: '2026-12-01' },
  ])
  const cases = buyers({
    quantity: 2,
    unit: 'CA',
    unit_price: null,
    pack: { inner_packs: 6, units_per_inner_pack: null, components: [] },
  })
  expect(answer(cases, on(6, '2026-12-05'), on(6, null)).answers).toEqual([
    { status: 'accepted', quantity: 1, ship_on: '2026-12-05' },
    { status: 'accepted', quantity: 1, ship_on: '2026-12-01' },
  ])
  expect(answer(cases, on(7, '2026-12-05'), on(5, null)).answers).toEqual([
    { status: 'accepted', quantity: 2, ship_on: '2026-12-05' },
  ])
})

test('a price is answered in the basis in which it was stated, by the reading that was agreed', () => {
  const price = (values: object, cents: number) => {
    const { unit_price, price_basis } = answer(buyers(values), own(10, { unit_price_cents: cents }))
    return [unit_price, price_basis]
  }
  expect(price({ unit_price: '500', price_basis: 'HP' }, 500)).toEqual(['500.00', 'HP'])
  expect(price({ unit_price: '5.00' }, 500)).toEqual(['5.00', undefined])
  expect(price({ unit_price: '5.00', price_basis: 'RE' }, 500)).toEqual(['5.00', undefined])
  const pack = { inner_packs: 10, units_per_inner_pack: null, components: [] }
  const ofCase = { quantity: 1, unit: 'CA', price_basis: 'PE', pack }
  expect(price({ ...ofCase, unit_price: '5.00' }, 500)).toEqual(['5.00', 'PE'])
  expect(price({ ...ofCase, unit_price: '50.00' }, 500)).toEqual(['50.00', 'PE'])
  // By neither reading, the first one counts.
  expect(price({ ...ofCase, unit_price: '7.00' }, 500)).toEqual(['5.00', 'PE'])
})

describe('the verdict of a line', () => {
  test('tells whether quantity and price are those of the order', () => {
    expect(verdict(buyers(), own(10))).toEqual(['accepted', 10, '5.00'])
    expect(verdict(buyers(), own(9))).toEqual(['accepted_quantity_changed', 9, '5.00'])
    expect(verdict(buyers(), own(10, { unit_price_cents: 499 }))).toEqual(['accepted_price_changed', 10, '4.99'])
    expect(verdict(buyers(), own(9, { unit_price_cents: 499 }))).toEqual(['accepted_with_changes', 9, '4.99'])
  })

  test('has the price of the units that are left to ship, else that of the first', () => {
    const part = (unit_price_cents: number, quantity: number, fulfilled_quantity: number) =>
      own(quantity, { unit_price_cents, fulfilled_quantity, over_shipped_quantity: 0 })
    expect(verdict(buyers(), part(400, 6, 6), part(500, 4, 0))).toEqual(['accepted', 10, '5.00'])
    expect(verdict(buyers(), part(400, 6, 5), part(500, 4, 0))).toEqual(['accepted_price_changed', 10, '4.00'])
    expect(verdict(buyers(), part(400, 6, 6), part(500, 4, 4))).toEqual(['accepted_price_changed', 10, '4.00'])
  })

  test('compares prices by value, and a price that is open or was not stated is not a change', () => {
    expect(verdict(buyers({ unit_price: '5' }), own(10))).toEqual(['accepted', 10, '5.00'])
    expect(verdict(buyers({ unit_price: null }), own(10))).toEqual(['accepted', 10, '5.00'])
    expect(verdict(buyers({ unit_price: '6.00' }), own(10, { unit_price_cents: null }))).toEqual([
      'accepted',
      10,
      '6.00',
    ])
    expect(verdict(buyers({ unit_price: null }), own(10, { unit_price_cents: null }))).toEqual(['accepted', 10, null])
  })

  test('is a rejection of all units, where nothing of the line is left', () => {
    const rejected = { unit_price: '5.00', answers: [{ status: 'rejected', quantity: 10, ship_on: null }] }
    expect(answer(buyers())).toMatchObject(rejected)
    expect(answer(buyers(), own(10, { edi_position: 2 }))).toMatchObject(rejected)
    expect(answer(buyers(), own(10, { cancelled_quantity: 10, unit_price_cents: 400 }))).toMatchObject(rejected)
  })

  test('says why a line became none of ours, and nothing where it did', () => {
    const order = { requested_ship_date: null, lines: [] }
    expect(answerLine({ position: 1, line: buyers(), fault: 'unknown item' }, order).note).toBe('unknown item')
    expect('note' in answerLine({ position: 1, line: buyers(), fault: null }, order)).toBe(false)
    expect('note' in answer(buyers(), own(10))).toBe(false)
  })

  test('counts the units that are not cancelled, of all doors', () => {
    const doors = [own(6, { door_reference: 'D', cancelled_quantity: 1 }), own(4, { door_reference: 'E' })]
    expect(verdict(buyers(), ...doors)).toEqual(['accepted_quantity_changed', 9, '5.00'])
  })
})

describe('an answer in packs', () => {
  const dozens = buyers({ unit: 'DZ', quantity: 2, unit_price: '60.00' })

  test('counts packs where the units of all doors are whole ones, and single units otherwise, at the price of a pack', () => {
    const inUnits = (...lines: LockedLine[]) => {
      const { unit, unit_price, answers } = answer(dozens, ...lines)
      return [unit, unit_price, ...answers.map((one) => [one.status, one.quantity, one.unit])]
    }
    expect(inUnits(own(24))).toEqual(['DZ', '60.00', ['accepted', 2, undefined]])
    expect(inUnits(own(12))).toEqual(['DZ', '60.00', ['accepted_quantity_changed', 1, undefined]])
    expect(inUnits(own(23))).toEqual(['DZ', '60.00', ['accepted_quantity_changed', 23, 'EA']])
    expect(inUnits(own(25))).toEqual(['DZ', '60.00', ['accepted_quantity_changed', 25, 'EA']])
    expect(inUnits(own(2))).toEqual(['DZ', '60.00', ['accepted_quantity_changed', 2, 'EA']])
    expect(inUnits(own(0))).toEqual(['DZ', '60.00', ['rejected', 2, undefined]])
    const doors = [own(18, { door_reference: 'D' }), own(6, { door_reference: 'E' })]
    expect(inUnits(...doors)).toEqual(['DZ', '60.00', ['accepted', 2, undefined]])
    expect(inUnits(own(18), own(6))).toEqual(['DZ', '60.00', ['accepted', 2, undefined]])
  })

  test('in single units states those of each day', () => {
    const on = (quantity: number, requested_ship_date: string) => own(quantity, { requested_ship_date })
    expect(answer(dozens, on(12, '2026-12-05'), on(7, '2026-12-09')).answers).toEqual([
      { status: 'accepted_quantity_changed', quantity: 12, unit: 'EA', ship_on: '2026-12-05' },
      { status: 'accepted_quantity_changed', quantity: 7, unit: 'EA', ship_on: '2026-12-09' },
    ])
  })

  test('is another than was ordered where its units are, however they divide into packs', () => {
    const isOther = (line: ReturnType<typeof buyers>, ...lines: LockedLine[]) =>
      isOrderedOtherwise({ position: 1, line, fault: null }, order(...lines))
    expect([24, 23, 25, 12, 2, 0].map((units) => isOther(dozens, own(units)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ])
    expect(isOther(dozens, own(18), own(6))).toBe(false)
    expect(isOther(prepack, small(6), medium(3))).toBe(false)
    expect(isOther(prepack, small(7), medium(3))).toBe(true)
    expect(isOther(prepack, small(4), medium(2))).toBe(true)
    expect(isOther(prepack, small(2), medium(1))).toBe(true)
  })

  test('of a unit that the line does not explain counts single units', () => {
    const cartons = buyers({ unit: 'CA' })
    expect(verdict(cartons, own(10))).toEqual(['accepted', 10, '5.00'])
  })

  const components = [{ quantity: 2 }, { quantity: 1 }]
  const prepack = buyers({ unit: 'PK', quantity: 3, unit_price: '17.00', pack: { components } })
  const small = (quantity: number, values: object = {}) => own(quantity, { pack_units: 2, ...values })
  const medium = (quantity: number, values: object = {}) =>
    own(quantity, { pack_units: 1, unit_price_cents: 700, ...values })

  test('of a prepack counts whole packs, and the units of all items where they make none, and prices its contents', () => {
    const answered = (...lines: LockedLine[]) => {
      const { unit_price, answers, note } = answer(prepack, ...lines)
      return [...answers.map((one) => [one.status, one.quantity, one.unit]), unit_price, note]
    }
    const s = (quantity: number, values: object = {}) => small(quantity, { sku: 'S', ...values })
    const m = (quantity: number, values: object = {}) => medium(quantity, { sku: 'M', ...values })
    const says = (words: string) => `agreed are ${words}, which are no whole packs`
    expect(answered(s(6), m(3))).toEqual([['accepted', 3, undefined], '17.00', undefined])
    expect(answered(s(4), m(2))).toEqual([['accepted_quantity_changed', 2, undefined], '17.00', undefined])
    expect(answered(s(5), m(3))).toEqual([['accepted_quantity_changed', 8, 'EA'], '17.00', says('5 of S, 3 of M')])
    expect(answered(s(7), m(3))).toEqual([['accepted_quantity_changed', 10, 'EA'], '17.00', says('7 of S, 3 of M')])
    expect(answered(s(6), m(0))).toEqual([['accepted_quantity_changed', 6, 'EA'], '17.00', says('6 of S, 0 of M')])
    expect(answered(s(0), m(0))).toEqual([['rejected', 3, undefined], '17.00', undefined])
    expect(answered(s(6), m(3, { cancelled_quantity: 3 }))[0]).toEqual(['accepted_quantity_changed', 6, 'EA'])
    expect(answered(s(6), m(3, { pack_units: null }))).toEqual([['accepted', 3, undefined], '17.00', undefined])
    const [d, e] = [{ door_reference: 'D' }, { door_reference: 'E' }]
    expect(answered(s(4, d), m(2, d), s(2, e), m(1, e))).toEqual([['accepted', 3, undefined], '17.00', undefined])
    expect(answered(s(3, d), m(2, d), s(3, e), m(1, e))).toEqual([
      ['accepted_quantity_changed', 9, 'EA'],
      '17.00',
      says('6 of S, 3 of M'),
    ])
  })

  test('of a prepack repeats its price while that of an item is open', () => {
    expect(verdict(prepack, small(6), medium(3, { unit_price_cents: null }))).toEqual(['accepted', 3, '17.00'])
    expect(verdict(prepack, small(6, { unit_price_cents: 400 }), medium(3))).toEqual([
      'accepted_price_changed',
      3,
      '15.00',
    ])
  })
})

describe('the answer to a change', () => {
  const change = (quantity: number, is_applied: boolean, ...lines: LockedLine[]) =>
    answerChange({ position: 1, change: 'changed', line: buyers({ quantity }) }, order(...lines), is_applied)

  test('repeats what was changed, and rejects a change that was not made', () => {
    expect(change(8, false, own(8))).toMatchObject({
      change: 'changed',
      ordered_quantity: 8,
      unit_price: '5.00',
      answers: [{ status: 'rejected', quantity: 8, ship_on: null }],
    })
  })

  test('is the verdict of the line after the change', () => {
    expect(change(8, true, own(8))).toMatchObject({
      change: 'changed',
      answers: [{ status: 'accepted', quantity: 8, ship_on: '2026-12-01' }],
    })
    expect(change(8, true)).toMatchObject({ answers: [{ status: 'rejected', quantity: 8 }] })
  })

  test('of a deleted line says so, or how many units are left of it', () => {
    const gone = { change: 'changed', ordered_quantity: 0, unit_price: '5.00' }
    const deleted = [{ status: 'deleted', quantity: 0, ship_on: null }] as const
    expect(change(0, true)).toMatchObject({ ...gone, answers: deleted })
    expect(change(0, true, own(8, { cancelled_quantity: 8 }))).toMatchObject({ ...gone, answers: deleted })
    expect(change(0, true, own(8, { cancelled_quantity: 7, unit_price_cents: 400 }))).toMatchObject({
      ...gone,
      answers: [{ status: 'accepted_quantity_changed', quantity: 1, ship_on: null }],
    })
    expect(change(0, true, own(8, { edi_position: 2 }))).toMatchObject({ answers: deleted })
  })
})

test('a line that was added on this side is answered in units, as added, changed or deleted', () => {
  const added = (line: LockedLine, isNew: boolean) =>
    answerAdded(line, order(), { is_new: isNew, item_qualifier: 'IN' })
  const line = own(8, { cancelled_quantity: 3, sku: 'S', buyer_sku: 'B', buyer_line_reference: null })
  expect(added(line, true)).toEqual({
    line_reference: null,
    buyer_sku: 'B',
    buyer_sku_qualifier: 'IN',
    supplier_sku: 'S',
    gtin: null,
    other_ids: [],
    ordered_quantity: 5,
    unit: 'EA',
    unit_price: '5.00',
    title: null,
    answers: [{ status: 'accepted', quantity: 5, ship_on: '2026-12-01' }],
    change: 'added',
  })
  expect(added({ ...line, buyer_sku: null }, true).buyer_sku_qualifier).toBeNull()
  const dated = own(1, { requested_ship_date: '2026-12-09', unit_price_cents: null })
  expect(added(dated, false)).toMatchObject({
    unit_price: null,
    change: 'changed',
    answers: [{ status: 'accepted_with_changes', quantity: 1, ship_on: '2026-12-09' }],
  })
  expect(added(own(8, { cancelled_quantity: 8 }), false)).toMatchObject({
    change: 'deleted',
    answers: [{ status: 'deleted', quantity: 0 }],
  })
})
