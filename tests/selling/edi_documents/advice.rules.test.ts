/** Sentences and numbers of what accounts say. */
import { expect, test } from 'bun:test'
import { adviceSentence, messageSentence, namedNumbers } from '../../../server/partners/edi/spoken_of/advice.rules.ts'

const advice = (values: object = {}) => ({
  verdict: 'rejected' as const,
  code: 'TR',
  qualifier: null,
  reference: null,
  group_control_number: null,
  set_control_number: null,
  document_type: null,
  faults: [],
  notes: [],
  ...values,
})
const fault = (text: string) => ({ code: '1', text, segment: null, value: null })

test('three faults and notes are named, more are counted', () => {
  const said = (count: number) =>
    adviceSentence('Meridian', advice({ faults: Array.from({ length: count }, (_, i) => fault(`f${i + 1}`)) }), 'it')
  expect(said(0)).toBe('Meridian rejected the it.')
  expect(said(3)).toBe('Meridian rejected the it: f1; f2; f3.')
  expect(said(4)).toBe('Meridian rejected the it: f1; f2; f3 and 1 more.')
  expect(adviceSentence('Meridian', advice({ notes: ['n'] }), 'it')).toBe('Meridian rejected the it: n.')
})

test('words of a message that could be numbers are looked for, without the marks around them', () => {
  const message = { subject: 'About INV-7.', references: ['REF-1'], text: 'See (SO-12-1), 42 and 999; not ABC.' }
  expect(namedNumbers(message)).toEqual(['REF-1', 'INV-7', 'SO-12-1', '999'])
  expect(namedNumbers({ subject: null, references: [], text: '' })).toEqual([])
  const many = Array.from({ length: 300 }, (_, i) => `N${i + 100}`).join(' ')
  expect(namedNumbers({ subject: null, references: [], text: many })).toHaveLength(200)
})

test('a message says who writes what, and is cut at a length', () => {
  expect(messageSentence('Meridian', { subject: null, references: [], text: '' })).toBe('Meridian writes: nothing')
  expect(messageSentence('M', { subject: 's', references: [], text: 'x'.repeat(500) })).toHaveLength(410)
})
