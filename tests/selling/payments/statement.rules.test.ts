import { expect, test } from 'bun:test'
import { ageingOf, bucketOf, withBalances } from '../../../server/selling/payments/statements/statement.rules.ts'

test('an invoice ages by the days past its due date, and one without a due date is not due', () => {
  const bucketsAt = (...days: string[]) => days.map((due) => bucketOf(due, '2026-06-30'))
  expect(bucketOf(null, '2026-06-30')).toBe('not_due')
  expect(bucketsAt('2026-07-01', '2026-06-30')).toEqual(['not_due', 'not_due'])
  expect(bucketsAt('2026-06-29', '2026-05-31')).toEqual(['days_1_to_30', 'days_1_to_30'])
  expect(bucketsAt('2026-05-30', '2026-05-01')).toEqual(['days_31_to_60', 'days_31_to_60'])
  expect(bucketsAt('2026-04-30', '2026-04-01')).toEqual(['days_61_to_90', 'days_61_to_90'])
  expect(bucketsAt('2026-03-31', '2020-01-01')).toEqual(['over_90_days', 'over_90_days'])
})

test('ageing adds up invoices, and is zero without any', () => {
  const none = { not_due: 0, days_1_to_30: 0, days_31_to_60: 0, days_61_to_90: 0, over_90_days: 0 }
  expect(ageingOf([], '2026-06-30')).toEqual(none)
  const invoices = [
    { due_on: null, open_cents: 100 },
    { due_on: '2026-06-30', open_cents: 20 },
    { due_on: '2026-06-29', open_cents: 3 },
  ]
  expect(ageingOf(invoices, '2026-06-30')).toEqual({ ...none, not_due: 120, days_1_to_30: 3 })
})

test('each entry has the balance after it', () => {
  expect(withBalances(50, [])).toEqual([])
  expect(withBalances(50, [{ cents: 100 }, { cents: -170 }]).map((one) => one.balance_cents)).toEqual([150, -20])
})
