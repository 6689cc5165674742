/** Terms of lines that go to another order. */
import { expect, test } from 'bun:test'
import { movedTerms, type ShippingTerms, termsFault } from '../../../server/selling/order_changes/merge.rules.ts'

const none: ShippingTerms = {
  requested_ship_date: null,
  ship_window_start: null,
  ship_window_end: null,
  cancel_date: null,
  door_reference: null,
}
const line = { requested_ship_date: null, cancel_date: null, door_reference: null }
const late = {
  requested_ship_date: '2027-02-01',
  ship_window_start: '2027-01-20',
  ship_window_end: '2027-02-10',
  cancel_date: '2027-02-20',
  door_reference: 'D-2',
}

test('a line takes along what its order states otherwise, its own value first', () => {
  const terms = { requested_ship_date: '2027-02-01', cancel_date: '2027-02-20', door_reference: 'D-2' }
  expect(movedTerms(line, late, { ...none, requested_ship_date: '2026-12-01' })).toEqual(terms)
  const own = { requested_ship_date: '2027-03-01', cancel_date: '2027-03-09', door_reference: 'D-3' }
  expect(movedTerms(own, late, none)).toEqual(own)
})

test('what both orders state is left to the order, also where a line had it as its own', () => {
  expect(movedTerms(line, late, late)).toEqual(line)
  const own = { requested_ship_date: '2027-02-01', cancel_date: '2027-02-20', door_reference: 'D-2' }
  expect(movedTerms(own, none, late)).toEqual(line)
  expect(movedTerms(line, none, late)).toEqual(line)
})

test('a window counts for the days that an order does not state', () => {
  const window = { ...none, ship_window_start: '2027-01-20', ship_window_end: '2027-02-10' }
  const days = { requested_ship_date: '2027-01-20', cancel_date: '2027-02-10', door_reference: null }
  expect(movedTerms(line, window, none)).toEqual(days)
  expect(movedTerms(line, window, window)).toEqual(line)
})

test('orders of two windows differ if their start or their end does', () => {
  const window = { ...none, ship_window_start: '2027-01-20', ship_window_end: '2027-02-10' }
  expect(termsFault([line], window, window)).toBeNull()
  expect(termsFault([line], window, none)).toBeNull()
  expect(termsFault([line], none, window)).toBeNull()
  expect(termsFault([line], window, { ...window, ship_window_start: '2027-01-21' })).toBe('ship windows')
  expect(termsFault([line], window, { ...window, ship_window_end: '2027-02-11' })).toBe('ship windows')
  expect(termsFault([line], window, { ...none, ship_window_start: '2027-01-20' })).toBe('ship windows')
  expect(termsFault([line], { ...none, ship_window_end: '2027-02-10' }, window)).toBe('ship windows')
})

test('a line without a door cannot go where the order has one', () => {
  const door = { ...none, door_reference: 'D-1' }
  const named = { ...line, door_reference: 'D-3' }
  expect(termsFault([line], none, door)).toBe('doors')
  expect(termsFault([named, line], none, door)).toBe('doors')
  expect(termsFault([named], none, door)).toBeNull()
  expect(termsFault([line], door, none)).toBeNull()
  expect(termsFault([line], { ...none, door_reference: 'D-2' }, door)).toBeNull()
})

test('a cancel date may be the day on which the window opens, and not the day before', () => {
  const into = { ...none, ship_window_start: '2027-01-20' }
  expect(termsFault([{ ...line, cancel_date: '2027-01-20' }], none, into)).toBeNull()
  expect(termsFault([{ ...line, cancel_date: '2027-01-19' }], none, into)).toBe('cancel dates')
  expect(termsFault([line], { ...none, cancel_date: '2027-01-19' }, into)).toBe('cancel dates')
  expect(termsFault([{ ...line, cancel_date: '2027-01-19' }], none, none)).toBeNull()
})
