/** What is known of the stock of a period, at the first and last day that the ledger covers. */
import { expect, test } from 'bun:test'
import { availabilityOf, coverNote, type Ledger } from '../../../server/stock/inventory/stock_on_hand.rules.ts'

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
