/** Whether a change repeats, contradicts or precedes one that arrived before. */
import { expect, test } from 'bun:test'
import {
  type ChangeFacts,
  type KnownChange,
  placeAmong,
  repeatedSentence,
} from '../../../../server/selling/edi_orders/inbound/change_sequence.rules.ts'

const change = (change_number: string | null, values: Partial<ChangeFacts> = {}): ChangeFacts => ({
  change_number,
  changed_on: '2026-11-20',
  sent_at: '2026-11-20T09:30',
  content: 'a',
  outcome: 'applied',
  ...values,
})
const known = (document_id: number, change_number: string | null, values: Partial<ChangeFacts> = {}): KnownChange => ({
  ...change(change_number, values),
  document_id,
})
const place = (all: readonly KnownChange[], one: ChangeFacts) => {
  const found = placeAmong(all, one)
  return found === null ? null : 'repeats' in found ? found.repeats.document_id : found.fault
}

test('a change that none precedes, or that follows the others, is in order', () => {
  expect(place([], change('1'))).toBeNull()
  expect(place([known(1, '1')], change('2', { content: 'b' }))).toBeNull()
  expect(place([known(1, '9')], change('10', { content: 'b' }))).toBeNull()
  expect(place([known(1, null)], change(null, { content: 'b' }))).toBeNull()
})

test('the same number with the same content is a repetition, also of one that others followed', () => {
  expect(place([known(1, '1'), known(2, '2', { content: 'b' })], change('1'))).toBe(1)
  expect(place([known(1, '1', { outcome: 'held' })], change('1'))).toBe(1)
})

test('without a number, only what nothing followed is a repetition', () => {
  expect(place([known(1, null)], change(null))).toBe(1)
  expect(place([known(1, null), known(2, null)], change(null))).toBe(2)
  expect(place([known(1, null), known(2, null, { content: 'b' })], change(null))).toBe(
    'it says the same as the change of 2026-11-20 (document 1), and other changes arrived since',
  )
  expect(place([known(1, '1')], change(null))).toBeNull()
  expect(place([known(1, null, { changed_on: null }), known(2, '2', { content: 'b' })], change(null))).toBe(
    'it says the same as the change (document 1), and other changes arrived since',
  )
})

test('the same number with other content contradicts the one on file, whatever became of that one', () => {
  expect(place([known(7, '2')], change('02', { content: 'b' }))).toBe(
    'it says otherwise than change 2 (document 7), which has its number and was applied',
  )
  expect(place([known(7, 'A')], change('B', { content: 'b' }))).toBeNull()
  expect(place([known(7, 'B')], change('B', { content: 'b' }))).toContain('has its number')
  expect(place([known(7, null)], change('B', { content: 'b' }))).toBeNull()
  for (const [outcome, words] of [
    ['applied', 'was applied'],
    ['declined', 'was declined'],
    ['held', 'waits for a decision'],
  ] as const)
    expect(place([known(7, '2', { outcome })], change('2', { content: 'b' }))).toBe(
      `it says otherwise than change 2 (document 7), which has its number and ${words}`,
    )
})

test('a lower number, an earlier day or an earlier interchange is older than what was applied', () => {
  const older = (values: Partial<ChangeFacts>, number: string | null = '3', applied: string | null = '2') =>
    place([known(1, applied)], change(number, { content: 'b', ...values }))
  const what = 'it is older than change 2 (document 1), which was applied'
  expect(older({}, '1')).toBe(`${what}: its number 1 is lower`)
  expect(older({}, '10')).toBeNull()
  expect(older({}, '10', '12')).toContain('its number 10 is lower')
  for (const [number, applied] of [
    ['B', 'C'],
    ['A1', 'A2'],
    ['1A', '2A'],
  ] as const)
    expect(older({}, number, applied)).toBeNull()
  expect(older({}, '1', 'C')).toBeNull()
  expect(older({}, null)).toBeNull()
  expect(older({ changed_on: '2026-11-19' })).toBe(`${what}: it is dated 2026-11-19, before 2026-11-20`)
  expect(older({ changed_on: '2026-11-21' })).toBeNull()
  expect(older({ changed_on: null })).toBeNull()
  expect(older({ changed_on: '2026-11-20', sent_at: '2026-11-20T09:30' })).toBeNull()
  expect(older({ sent_at: '2026-11-20T09:29' })).toBe(
    `${what}: its interchange is of 2026-11-20T09:29, before 2026-11-20T09:30`,
  )
  expect(older({ sent_at: null })).toBeNull()
  expect(place([known(1, '2', { changed_on: null, sent_at: null })], change('3', { content: 'b' }))).toBeNull()
})

test('only what was applied is newer, and the latest of it is named', () => {
  const late = change('1', { content: 'z' })
  expect(place([known(1, '2', { outcome: 'declined' }), known(2, '3', { outcome: 'held' })], late)).toBeNull()
  expect(place([known(1, '2'), known(2, '3'), known(3, '4', { outcome: 'declined' })], late)).toContain('document 2')
})

test('a repetition says what became of the first', () => {
  expect(repeatedSentence('Change 2 of order P', known(7, '2', { outcome: 'declined' }))).toBe(
    'Change 2 of order P arrived again with the same content as document 7, which was declined; nothing was changed.',
  )
})
