/** What a movement does to the average cost of its level, at zero units, unknown costs and adjustments of cost. */
import { expect, test } from 'bun:test'
import { applyMovements, byPair, type Level, type MovementToBook } from '../../server/ledger/rules.ts'

const pair = (variant_id: string, location_id: string) => ({ variant_id, location_id })
const level = (on_hand: number, average_cost: string | null): Level => ({
  ...pair('a', 'x'),
  on_hand,
  committed: 0,
  average_cost,
  unrated_currency: null,
  sequence: 4,
})
const movement = (fields: Partial<MovementToBook>): MovementToBook => ({
  ...pair('a', 'x'),
  kind: 'adjustment',
  quantity_delta: 0,
  document: { type: 'manual_adjustment', id: 'd', name: 'D-1' },
  document_line_id: '1',
  ...fields,
})
function book(before: Level, fields: Partial<MovementToBook>) {
  const { rows, levels } = applyMovements([before], [movement(fields)], '2026-11-21T09:00:00Z')
  return { row: rows[0]!, level: levels[0]! }
}

test('levels are locked by variant, then by location', () => {
  expect(byPair(pair('a', 'y'), pair('b', 'x'))).toBe(-1)
  expect(byPair(pair('b', 'x'), pair('a', 'y'))).toBe(1)
  expect(byPair(pair('a', 'x'), pair('a', 'y'))).toBe(-1)
  expect(byPair(pair('a', 'y'), pair('a', 'x'))).toBe(1)
  expect(byPair(pair('a', 'x'), pair('a', 'x'))).toBe(0)
})

test('an adjusted cost of units on hand changes the average and moves no units', () => {
  const adjusted = { quantity: 10, cost: '5.00', stock: 'on_hand' } as const
  const { row, level: after } = book(level(10, '2.0000'), { kind: 'cost_adjustment', adjusted })
  // 10 at 2.00 are worth 20; with 5 more, 25.
  expect(after).toEqual({ ...level(10, '2.5000'), sequence: 5 })
  expect(row).toMatchObject({
    unit_cost: null,
    landed_unit_cost: null,
    cost_basis: 'stated',
    on_hand_after: 10,
    adjusted_quantity: 10,
    adjusted_cost: '5.00',
    adjusted_stock: 'on_hand',
  })
})

test.each([
  ['units that have left change no average', 10, '2.0000', '5.00', 'left', '2.0000'],
  ['an empty level keeps its average', 0, '2.0000', '5.00', 'on_hand', '2.0000'],
  ['a level below zero keeps its average', -3, '2.0000', '5.00', 'on_hand', '2.0000'],
  ['one unit takes the whole difference', 1, '2.0000', '5.00', 'on_hand', '7.0000'],
  ['an unknown average stays unknown', 10, null, '5.00', 'on_hand', null],
  ['a difference of the whole worth makes the average zero', 10, '2.0000', '-20.00', 'on_hand', '0.0000'],
  ['a difference of more than the worth makes the average zero', 10, '2.0000', '-20.01', 'on_hand', '0.0000'],
] as const)('a cost adjustment: %s', (_, on_hand, average, cost, stock, expected) => {
  const adjusted = { quantity: 1, cost, stock }
  expect(book(level(on_hand, average), { adjusted }).level.average_cost).toBe(expected)
})

test('a movement that adjusts no cost has no adjusted figures, evidence, source or reversal', () => {
  expect(book(level(1, '2.0000'), { quantity_delta: 1 }).row).toMatchObject({
    adjusted_quantity: null,
    adjusted_cost: null,
    adjusted_stock: null,
    evidence: null,
    source_system: null,
    reverses_movement_id: null,
    document_type: 'manual_adjustment',
    document_id: 'd',
    document_name: 'D-1',
  })
})

test('units that return because their departure is reversed enter the average at their cost', () => {
  const back = { quantity_delta: 5, unit_cost: '1.0000', reverses_movement_id: 7 }
  expect(book(level(5, '3.0000'), back).level.average_cost).toBe('2.0000')
  // Below zero there is no stock to average with.
  expect(book(level(-1, '3.0000'), back).level.average_cost).toBe('1.0000')
})

test('units that leave at a stated cost leave the average as it was', () => {
  const { row, level: after } = book(level(5, '3.0000'), { quantity_delta: -1, unit_cost: '1.0000' })
  expect(row).toMatchObject({ unit_cost: '1.0000', cost_basis: 'left_at' })
  expect(after.average_cost).toBe('3.0000')
})

test('a movement of no units leaves the average as it was, with and without stock', () => {
  expect(book(level(0, '3.0000'), { unit_cost: '1.0000' }).level.average_cost).toBe('3.0000')
  expect(book(level(5, '3.0000'), { unit_cost: '1.0000' }).level.average_cost).toBe('3.0000')
  expect(book(level(0, null), { unit_cost: '1.0000' }).level.average_cost).toBeNull()
})

test('only leaving and returning units are booked as carrying the cost at which they left', () => {
  const basis = (fields: Partial<MovementToBook>) => book(level(5, '3.0000'), fields).row.cost_basis
  expect(basis({ unit_cost: '1.0000' })).toBe('stated')
  expect(basis({})).toBe('average')
  expect(basis({ quantity_delta: -1 })).toBe('left_at')
  for (const kind of ['transfer_in', 'assembly_in', 'return'] as const)
    expect(basis({ kind, quantity_delta: 1, unit_cost: '1.0000' })).toBe('left_at')
  expect(basis({ kind: 'receipt', quantity_delta: 1, unit_cost: '1.0000' })).toBe('stated')
})

test('units that arrive at an empty level, or one below zero, set its average', () => {
  const average = (on_hand: number) =>
    book(level(on_hand, '9.0000'), { quantity_delta: 2, unit_cost: '3' }).level.average_cost
  expect(average(0)).toBe('3.0000')
  expect(average(-1)).toBe('3.0000')
  expect(average(1)).toBe('5.0000')
})

test.each([
  ['the stated landed cost', '2.0000', '2.7500', '0.5', '2.7500'],
  ['the cost and what is added to it', '2.0000', null, '0.5', '2.5000'],
  ['the cost alone where nothing is added', '2.0000', null, null, '2.0000'],
  ['unknown where the cost is, whatever is added', null, null, '0.5', null],
] as const)('the landed cost of a unit is %s', (_, unit_cost, landed_unit_cost, added_unit_cost, expected) => {
  const { row, level: after } = book(level(0, null), {
    quantity_delta: 1,
    unit_cost,
    landed_unit_cost,
    added_unit_cost,
  })
  expect(row.landed_unit_cost).toBe(expected)
  expect(after.average_cost).toBe(expected)
  expect(row).not.toHaveProperty('added_unit_cost')
})

test('a count or a write-off that states a cost takes that much of the value away; other departures do not', () => {
  const take = (kind: MovementToBook['kind'], unit_cost: string | null) =>
    book(level(5, '3.0000'), { kind, quantity_delta: -1, unit_cost }).level.average_cost
  // 15.00 less 5.00 are 10.00 for four.
  expect(take('stocktake', '5.0000')).toBe('2.5000')
  expect(take('write_off', '5.0000')).toBe('2.5000')
  expect(take('fulfilment', '5.0000')).toBe('3.0000')
  expect(take('stocktake', null)).toBe('3.0000')
})

const swedish = { currency: 'SEK', unit_cost: '40.0000', rate: null, rate_date: null }

test('units whose currency has no rate make the cost of the level unknown, and the row names the currency', () => {
  const { row, level: after } = book(level(5, '3.0000'), { quantity_delta: 2, stated_cost: swedish })
  expect(row).toMatchObject({
    unit_cost: null,
    landed_unit_cost: null,
    cost_basis: 'unknown',
    unrated_currency: 'SEK',
    stated_currency: 'SEK',
    stated_unit_cost: '40.0000',
    stated_rate: null,
    stated_rate_date: null,
  })
  expect(after).toMatchObject({ average_cost: null, unrated_currency: 'SEK' })
})

test('a converted cost states what it was converted from, and makes nothing unknown', () => {
  const stated_cost = { ...swedish, rate: '0.1', rate_date: '2026-11-20' }
  const { row, level: after } = book(level(0, null), { quantity_delta: 2, unit_cost: '4.0000', stated_cost })
  expect(row).toMatchObject({
    unit_cost: '4.0000',
    unrated_currency: null,
    stated_rate: '0.1',
    stated_rate_date: '2026-11-20',
  })
  expect(after).toMatchObject({ average_cost: '4.0000', unrated_currency: null })
  // A cost that is known counts, whatever is said of a rate.
  expect(book(level(0, null), { quantity_delta: 2, unit_cost: '4.0000', stated_cost: swedish }).level).toMatchObject({
    average_cost: '4.0000',
    unrated_currency: null,
  })
})

test('a level of unknown cost stays unknown until it is empty, or its cost is made known', () => {
  const unknown = { ...level(5, null), unrated_currency: 'SEK' }
  const left = book(unknown, { quantity_delta: -4 })
  expect([left.row.unit_cost, left.row.unrated_currency]).toEqual([null, 'SEK'])
  expect(left.level).toMatchObject({ average_cost: null, unrated_currency: 'SEK' })
  expect(book(unknown, { quantity_delta: 1, unit_cost: '4.0000' }).level).toMatchObject({
    average_cost: null,
    unrated_currency: 'SEK',
  })
  expect(book(unknown, { quantity_delta: -5 }).level.unrated_currency).toBeNull()
  const adjusted = { quantity: 5, cost: '10.00', stock: 'on_hand' } as const
  const known_level = { average_cost: '2.0000', unrated_currency: null }
  const known = book(unknown, { kind: 'cost_adjustment', adjusted, known_level })
  expect(known.level).toMatchObject(known_level)
  expect(known.row.unrated_currency).toBeNull()
})

test('units that come from stock of unknown cost keep it unknown; units that leave bring no currency', () => {
  expect(book(level(0, null), { kind: 'transfer_in', quantity_delta: 1, unrated_currency: 'SEK' }).level).toMatchObject(
    {
      average_cost: null,
      unrated_currency: 'SEK',
    },
  )
  const left = book(level(5, '3.0000'), { quantity_delta: -1, stated_cost: swedish })
  expect([left.row.unit_cost, left.level.unrated_currency]).toEqual(['3.0000', null])
  const none = book(level(5, '3.0000'), { quantity_delta: 0, stated_cost: swedish })
  expect(none.level).toMatchObject({ average_cost: '3.0000', unrated_currency: null })
})

test('a row of no other currency states none', () => {
  expect(book(level(1, '2.0000'), { quantity_delta: 1 }).row).toMatchObject({
    stated_currency: null,
    stated_unit_cost: null,
    stated_rate: null,
    stated_rate_date: null,
    unrated_currency: null,
  })
})

test('units that leave again as a reversed movement took them take that value away, and state their cost', () => {
  const leave = (leaves_as_before: boolean) =>
    book(level(5, '3.0000'), { kind: 'fulfilment', quantity_delta: -1, unit_cost: '5.0000', leaves_as_before })
  expect(leave(true).level.average_cost).toBe('2.5000')
  expect(leave(false).level.average_cost).toBe('3.0000')
  expect([leave(true).row.cost_basis, leave(false).row.cost_basis]).toEqual(['stated', 'left_at'])
})
