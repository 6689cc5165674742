/** Days on which an order cannot ship, and texts of its buyer, by the rules alone. */
import { describe, expect, test } from 'bun:test'
import type { Problem } from '../../../../server/edi/understood/walk.ts'
import {
  impossibleDays,
  notesAfter,
  saysTheSame,
  textNotes,
} from '../../../../server/selling/edi_orders/inbound/days_and_texts.rules.ts'

const open = { requested_ship_date: null, ship_window_start: null, ship_window_end: null, cancel_date: null }
const line = (requested_ship_date: string | null, more: object = {}) =>
  ({ requested_ship_date, buyer_line_reference: '1', edi_position: 4, quantity: 3, ...more }) as never
const words = (...args: Parameters<typeof impossibleDays>) =>
  impossibleDays(...args).map(({ name, sentence }) => `${name}: ${sentence}`)

describe('a day', () => {
  test('is within the days to ship, and not after that of the cancellation', () => {
    const days = { ...open, ship_window_start: '2026-12-05', ship_window_end: '2026-12-10', cancel_date: '2026-12-11' }
    const of = (day: string) => words({ ...days, requested_ship_date: day }, [])
    expect(['2026-12-05', '2026-12-10'].flatMap(of)).toEqual([])
    expect(of('2026-12-04')).toEqual(['order: it ships on 2026-12-04, before the first day to ship, 2026-12-05'])
    expect(of('2026-12-11')).toEqual(['order: it ships on 2026-12-11, after the last day to ship, 2026-12-10'])
    expect(of('2026-12-12')).toEqual([
      'order: it ships on 2026-12-12, after the last day to ship, 2026-12-10',
      'order: it ships on 2026-12-12, after the day on which the order is cancelled, 2026-12-11',
    ])
    expect(impossibleDays({ ...days, requested_ship_date: '2026-12-04' }, [])).toMatchObject([
      { kind: 'not_understood' },
    ])
  })
  test('of a line is its own, named once for a line of the buyer; a line without units has none', () => {
    const days = { ...open, cancel_date: '2026-12-10' }
    const late = 'it ships on 2026-12-11, after the day on which the order is cancelled, 2026-12-10'
    const unnumbered = line('2026-12-11', { buyer_line_reference: null })
    const gone = line('2026-12-11', { quantity: 0, buyer_line_reference: '7' })
    expect(words(days, [line('2026-12-11'), line('2026-12-11'), line(null), unnumbered, gone])).toEqual([
      `line 1: ${late}`,
      `line 4: ${late}`,
    ])
    expect(words(open, [line('2026-12-11')])).toEqual([])
  })
})

test('a day that the document contradicts already is not named again', () => {
  const note = (sentence: string) => ({ kind: 'not_understood' as const, name: 'order', sentence })
  const problems = (...all: string[]) => all.map((sentence) => ({ sentence })) as Problem[]
  const ships = note('it ships on 2026-12-11, after the last day to ship, 2026-12-10')
  const after = 'DTM02 "20261211" in segment 3 is ship on (010), after cancel after (001) 2026-12-10'
  expect(saysTheSame(problems('REF', after), ships)).toBe(true)
  expect(saysTheSame(problems(after.replace(', after', ', before')), ships)).toBe(true)
  const other = after.replaceAll('12-10', '12-01')
  expect(saysTheSame(problems(other.replace('20261211', '20261212')), ships)).toBe(false)
  expect(saysTheSame(problems(other.replace('20261211', '20261212').replace('12-01', '12-11')), ships)).toBe(true)
  expect(saysTheSame(problems('DTM02 "20261211" in segment 3 is not understood'), ships)).toBe(false)
  expect(saysTheSame(problems('REF*ZZ is not understood'), ships)).toBe(false)
  expect(saysTheSame(problems(), ships)).toBe(false)
  expect(saysTheSame(problems(after), note('its text'))).toBe(false)
})

test('a text beyond the notes of an order is named', () => {
  expect([textNotes({ notes: null }), textNotes({ notes: 'x'.repeat(4000) })]).toEqual([[], []])
  expect(textNotes({ notes: 'x'.repeat(4001) })).toEqual([
    {
      kind: 'not_understood',
      name: 'order',
      sentence: 'its text has 4001 characters, of which the first 4000 are in its notes; the document has the rest',
    },
  ])
})

test('the text of a change is added to the notes once, as far as they have room', () => {
  expect([notesAfter('a', null), notesAfter('Ship complete', 'complete')]).toEqual([null, null])
  expect(notesAfter(null, 'b')).toEqual({
    notes: 'b',
    note: { kind: 'not_understood', name: 'change', sentence: 'it says “b”; it is in the notes of the order' },
  })
  expect(notesAfter('a', 'b')!.notes).toBe('a\nb')
  const long = notesAfter('a', 'x'.repeat(4000))!
  expect(long.notes).toHaveLength(4000)
  expect(long.note.sentence).toBe(`it says “${'x'.repeat(200)}”; the notes of the order have no room for all of it`)
  expect(notesAfter('a', 'x'.repeat(3998))!.note.sentence).toContain('it is in the notes')
})
