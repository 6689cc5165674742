import { expect, test } from 'bun:test'
import { changedDays } from '../../../server/selling/edi_orders/outbound/changed_days.rules.ts'

const none = { requested_ship_date: null, ship_window_start: null, ship_window_end: null, cancel_date: null }
const all = {
  requested_ship_date: '2026-12-08',
  ship_window_start: '2026-12-01',
  ship_window_end: '2026-12-20',
  cancel_date: '2026-12-24',
}

test('days that stay as they were are not said', () => {
  expect([changedDays(none, none), changedDays(all, { ...all })]).toEqual([undefined, undefined])
})

test('each day that moves is said beside those that stand', () => {
  expect(changedDays(none, all)).toEqual({
    days: {
      ship_from_on: '2026-12-08',
      ship_not_before: '2026-12-01',
      ship_not_after: '2026-12-20',
      cancel_after: '2026-12-24',
    },
  })
  const later = { ...none, cancel_date: '2026-12-25' }
  expect(changedDays({ ...none, cancel_date: '2026-12-24' }, later)).toEqual({ days: { cancel_after: '2026-12-25' } })
})

test('each day that was taken away is said in words, and one that there was none of is not', () => {
  expect(changedDays(all, none)).toEqual({
    notes:
      'The requested ship date 2026-12-08 no longer applies. The ship not before date 2026-12-01 no longer applies. The ship not after date 2026-12-20 no longer applies. The cancel after date 2026-12-24 no longer applies.',
  })
  const before = { ...none, ship_window_start: '2026-12-01' }
  expect(changedDays(before, { ...none, ship_window_end: '2026-12-20' })).toEqual({
    days: { ship_not_after: '2026-12-20' },
    notes: 'The ship not before date 2026-12-01 no longer applies.',
  })
})

test('what one of the other parts does not share is not said, whether it stands or was taken away', () => {
  const before = { ...none, ship_window_start: '2026-12-01', cancel_date: '2026-12-24' }
  const after = { ...none, cancel_date: '2026-12-26' }
  expect(changedDays(before, after, [after, before])).toBeUndefined()
  expect(changedDays(before, after, [{ ...before, ship_window_start: null }])).toEqual({
    notes: 'The ship not before date 2026-12-01 no longer applies.',
  })
  expect(changedDays(before, after, [after, { ...after, ship_window_start: '2026-12-02' }])).toEqual({
    days: { cancel_after: '2026-12-26' },
  })
})
