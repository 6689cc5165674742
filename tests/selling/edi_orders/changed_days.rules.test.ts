import { expect, test } from 'bun:test'
import { changedDays, partName } from '../../../server/selling/edi_orders/outbound/changed_days.rules.ts'

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

test('what the other parts do not share is said in words, by the part that it became of', () => {
  const before = { ...none, ship_window_start: '2026-12-01', cancel_date: '2026-12-24' }
  const after = { ...none, cancel_date: '2026-12-26' }
  const moved = (...days: Parameters<typeof changedDays>[0][]) =>
    changedDays(before, after, { days, part: 'SO-2 (line 3)' })
  // An order that was never split shares its days with nobody.
  expect(changedDays(before, after, { days: [], part: 'SO-2' })).toEqual(changedDays(before, after))
  expect(moved(after, before)).toEqual({
    notes:
      'The ship not before date 2026-12-01 of SO-2 (line 3) no longer applies. The cancel after date of SO-2 (line 3) is 2026-12-26, no longer 2026-12-24.',
  })
  expect(moved({ ...before, ship_window_start: null })).toEqual({
    notes:
      'The ship not before date 2026-12-01 no longer applies. The cancel after date of SO-2 (line 3) is 2026-12-26, no longer 2026-12-24.',
  })
  expect(moved(after, { ...after, ship_window_start: '2026-12-02' })).toEqual({
    days: { cancel_after: '2026-12-26' },
    notes: 'The ship not before date 2026-12-01 of SO-2 (line 3) no longer applies.',
  })
})

test('a day of a part that did not move is not said, nor a requested ship date that its lines state', () => {
  const other = { ...none, cancel_date: '2026-12-30', requested_ship_date: '2026-12-05', ship_window_end: '2026-12-01' }
  const ofPart = (before: object, after: object) =>
    changedDays({ ...none, ...before }, { ...none, ...after }, { days: [other], part: 'SO-2' })
  const [early, late] = [{ requested_ship_date: '2026-12-08' }, { requested_ship_date: '2026-12-09' }]
  expect(ofPart(early, late)).toBeUndefined()
  expect(ofPart({ ...early, cancel_date: '2026-12-24' }, { ...late, cancel_date: '2026-12-24' })).toBeUndefined()
  expect(ofPart(early, {})).toEqual({ notes: 'The requested ship date 2026-12-08 of SO-2 no longer applies.' })
  expect(ofPart({}, { ship_window_end: '2026-12-22' })).toEqual({
    notes: 'The ship not after date of SO-2 is 2026-12-22.',
  })
})

test('a part is named by our number and the lines of the buyer of which it has units', () => {
  const line = (edi_position: number | null, quantity = 2, cancelled_quantity = 0) =>
    ({ edi_position, quantity, cancelled_quantity }) as never
  const ordered = Array.from({ length: 14 }, (_, i) => ({
    position: i + 1,
    line: { line_reference: i === 1 ? null : `L${i + 1}` } as never,
  }))
  const of = (...lines: never[]) => partName({ name: 'SO-2', lines }, ordered)
  expect([of(), of(line(null)), of(line(3, 2, 2))]).toEqual(['SO-2', 'SO-2', 'SO-2'])
  expect([of(line(3)), of(line(3, 2, 1), line(3))]).toEqual(['SO-2 (line L3)', 'SO-2 (line L3)'])
  expect(of(line(4), line(1), line(2))).toBe('SO-2 (lines L1, 2 and L4)')
  const many = (count: number) => of(...Array.from({ length: count }, (_, i) => line(i + 1)))
  expect(many(10)).toEndWith(', L9 and L10)')
  expect(many(12)).toEndWith(', L9, L10 and 2 more)')
})
