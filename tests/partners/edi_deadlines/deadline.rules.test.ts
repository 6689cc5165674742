/** Deadlines of documents in sentences. */
import { expect, test } from 'bun:test'
import { deadlineSentence, momentIn, severityOf } from '../../../server/partners/edi/deadlines/deadline.rules.ts'

const acknowledgement = {
  document_type: '855',
  account_name: 'Nordhaus',
  order_name: 'SO-1',
  held_document_id: null,
  shipment_name: null,
  due_at: '2026-11-29T14:00:00Z',
  sent_at: null,
} as const
const notice = { ...acknowledgement, document_type: '856', shipment_name: 'SO-1-1' } as const
const sent = { sent_at: '2026-11-29T13:05:00Z' }

test('a time is that of the time zone', () => {
  expect(momentIn('2026-11-29T14:00:00Z', 'UTC')).toBe('2026-11-29 14:00')
  expect(momentIn('2026-11-29T02:30:00Z', 'America/New_York')).toBe('2026-11-28 21:30')
})

test('each state of an acknowledgement and of a notice is said', () => {
  const what = 'The order acknowledgement (855) of SO-1 for Nordhaus'
  const states: [Parameters<typeof deadlineSentence>[0], string][] = [
    [{ ...acknowledgement, state: 'due' }, `${what} is due by 2026-11-29 14:00.`],
    [{ ...acknowledgement, state: 'late' }, `${what} was due by 2026-11-29 14:00 and is not sent.`],
    [
      { ...acknowledgement, state: 'missed' },
      `${what} was due by 2026-11-29 14:00 and was not sent before the day on which the order is to ship.`,
    ],
    [{ ...acknowledgement, ...sent, state: 'met' }, `${what} was sent in time, at 2026-11-29 13:05.`],
    [
      { ...acknowledgement, ...sent, state: 'met_late' },
      `${what} was sent late, at 2026-11-29 13:05; it was due by 2026-11-29 14:00.`,
    ],
    [
      { ...acknowledgement, order_name: null, held_document_id: 12, state: 'late' },
      'The order acknowledgement (855) of the order in document 12, which is held, for Nordhaus was due by 2026-11-29 14:00 and is not sent.',
    ],
    [
      { ...notice, state: 'missed' },
      'The shipping notice (856) of SO-1-1 for Nordhaus was due by 2026-11-29 14:00 and was not sent before the goods arrived.',
    ],
    [
      { ...notice, due_at: null, state: 'undetermined' },
      'The shipping notice (856) of SO-1-1 for Nordhaus is due before the goods arrive, and when they do is unknown: the shipment has no later day of arrival, and the account no days in transit.',
    ],
    [
      { ...notice, ...sent, due_at: null, state: 'met' },
      'The shipping notice (856) of SO-1-1 for Nordhaus was sent in time, at 2026-11-29 13:05.',
    ],
  ]
  for (const [one, sentence] of states) expect(deadlineSentence(one, 'UTC')).toBe(sentence)
})

test('what is late or missed blocks, and what is due or of unknown time warns', () => {
  expect((['due', 'undetermined', 'late', 'missed'] as const).map(severityOf)).toEqual([
    'warning',
    'warning',
    'blocking',
    'blocking',
  ])
})
