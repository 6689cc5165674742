/** What is known of the stock of a period, at the first and last day that the ledger covers. */
import { expect, test } from 'bun:test'
import {
  availabilityOf,
  coverNote,
  type Ledger,
  stockRows,
} from '../../../server/stock/inventory/stock_on_hand.rules.ts'

const period = { key: 'w', start: '2026-11-16', end: '2026-11-22', label: 'w' } as never
const ledger = (today: string, began_on: string | null, began_with_day: boolean | null = false): Ledger => ({
  today,
  began_on,
  began_with_day,
})

test('a period has begun on its first day', () => {
  expect(availabilityOf(period, ledger('2026-11-15', '2026-01-01'))).toBe('not_started')
  expect(availabilityOf(period, ledger('2026-11-16', '2026-01-01'))).toBe('measured')
})

test('a period is measured where the ledger began before it, or as its first day began', () => {
  const began = (day: string | null, withDay = false) => availabilityOf(period, ledger('2026-11-30', day, withDay))
  expect(began('2026-11-15')).toBe('measured')
  expect(began('2026-11-16', true)).toBe('measured')
  expect(began('2026-11-16')).toBe('opening_before_ledger')
  expect(began('2026-11-17', true)).toBe('opening_before_ledger')
  expect(began('2026-11-22')).toBe('opening_before_ledger')
  expect(began('2026-11-23')).toBe('before_ledger')
  expect(began(null)).toBe('before_ledger')
})

test('the last period has ended only after its last day', () => {
  const running = 'The last period has not ended; its closing stock is the current stock.'
  expect(coverNote([period], ledger('2026-11-21', '2026-01-01'))).toBe(running)
  expect(coverNote([period], ledger('2026-11-22', '2026-01-01'))).toBe(running)
  expect(coverNote([period], ledger('2026-11-23', '2026-01-01'))).toBe('The ledger covers the whole window.')
})

const stock = (on_hand: number, moved: Record<string, number>) => ({
  category_id: 'c',
  category: 'Knits',
  on_hand,
  variants: 1,
  moved,
})
const week = (start: string, end: string) => ({ start, end })
const weeks = [week('2026-11-02', '2026-11-08'), week('2026-11-09', '2026-11-15')]

test('stock is computed backwards from now: moves after the window first, then period by period', () => {
  // 20 now, 3 of which came after the window; 5 came in its second week, and 2 left in its first.
  const rows = stockRows([stock(20, { 0: -2, 1: 5, 2: 3 })], weeks, ledger('2026-11-20', '2026-01-01'))
  expect(rows).toEqual([
    { category: 'Knits', period_start: '2026-11-02', opening: 14, closing: 12, reason: null },
    { category: 'Knits', period_start: '2026-11-09', opening: 12, closing: 17, reason: null },
  ])
})

test('a category without moves has the same stock throughout, and categories keep their order', () => {
  const other = { ...stock(0, {}), category: null }
  const rows = stockRows([stock(7, {}), other], weeks, ledger('2026-11-20', '2026-01-01'))
  expect(rows.map(({ category, opening, closing }) => [category, opening, closing])).toEqual([
    ['Knits', 7, 7],
    ['Knits', 7, 7],
    [null, 0, 0],
    [null, 0, 0],
  ])
  expect(stockRows([], weeks, ledger('2026-11-20', '2026-01-01'))).toEqual([])
})

test('a period that the ledger begins within has only its closing stock; one before, or to come, has none', () => {
  const three = [...weeks, week('2026-11-16', '2026-11-22')]
  expect(stockRows([stock(7, { 1: 7 })], three, ledger('2026-11-15', '2026-11-10'))).toEqual([
    {
      category: 'Knits',
      period_start: '2026-11-02',
      opening: null,
      closing: null,
      reason: 'The ledger starts after this period.',
    },
    {
      category: 'Knits',
      period_start: '2026-11-09',
      opening: null,
      closing: 7,
      reason: 'The ledger starts within this period, so its opening stock is unknown.',
    },
    {
      category: 'Knits',
      period_start: '2026-11-16',
      opening: null,
      closing: null,
      reason: 'The period has not started.',
    },
  ])
})

test('a note says what is not covered', () => {
  const empty = 'The ledger has no movements yet, so stock is unknown.'
  expect(coverNote(weeks, ledger('2026-11-20', null))).toBe(empty)
  const starts = (day: string) => `The ledger starts on ${day}; earlier stock is unknown.`
  expect(coverNote(weeks, ledger('2026-11-20', '2026-11-09'))).toBe(starts('2026-11-09'))
  expect(coverNote([weeks[0]!], ledger('2026-11-20', '2026-11-09'))).toBe(starts('2026-11-09'))
  expect(coverNote([weeks[1]!], ledger('2026-11-20', '2026-11-10'))).toBe(starts('2026-11-10'))
  const future = 'Periods that have not started have no figures.'
  expect(coverNote(weeks, ledger('2026-11-05', '2026-01-01'))).toBe(future)
  expect(coverNote(weeks, ledger('2026-11-05', '2026-11-04'))).toBe(`${starts('2026-11-04')} ${future}`)
})
