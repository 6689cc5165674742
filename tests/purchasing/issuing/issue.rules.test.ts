/** Whether an issue sends a document, and whether it replaces one that the recipient may have. */
import { expect, test } from 'bun:test'
import { nextCancellation, nextDocument } from '../../../server/purchasing/issuing/issue.rules.ts'
import type { EarlierDocument } from '../../../server/purchasing/issuing/issue.store.ts'

const sent = (given: Partial<EarlierDocument> = {}) =>
  ({
    channel: 'email',
    recipient: 'a@mill.com',
    fingerprint: 'one',
    revision: 1,
    state: 'sent',
    attempts: 1,
    is_expired: false,
    ...given,
  }) as EarlierDocument
const next = { channel: 'email', recipient: 'a@mill.com', fingerprint: 'one' } as const

test('the first document is revision 1, and replaces nothing', () => {
  expect(nextDocument([], next)).toEqual({ revision: 1, is_replacement: false })
})

test('the same document is not sent again to the same recipient while it is valid', () => {
  expect(nextDocument([sent()], next)).toBeNull()
  expect(nextDocument([sent({ is_expired: true })], next)).toEqual({ revision: 1, is_replacement: true })
  expect(nextDocument([sent({ state: 'failed' })], next)).toEqual({ revision: 1, is_replacement: false })
  // Another recipient or channel has nothing to replace; the revision is that of the same content.
  for (const other of [{ recipient: 'b@mill.com' }, { channel: 'link' as const }])
    expect(nextDocument([sent(other)], next)).toEqual({ revision: 1, is_replacement: false })
})

test('other content is the revision after the newest, to whomever that went', () => {
  const before = [sent({ revision: 2, recipient: 'b@mill.com', fingerprint: 'two' }), sent()]
  expect(nextDocument(before, { ...next, fingerprint: 'three' })).toEqual({ revision: 3, is_replacement: true })
  // The newest content keeps its revision for a recipient who has an older one.
  expect(nextDocument(before, { ...next, fingerprint: 'two' })).toEqual({ revision: 2, is_replacement: true })
})

test('a document may have arrived if it was sent or stored, or was attempted and did not fail', () => {
  const replaces = (given: Partial<EarlierDocument>) =>
    nextDocument([sent({ fingerprint: 'old', ...given })], next)!.is_replacement
  expect(replaces({ state: 'sent', attempts: 0 })).toBe(true)
  expect(replaces({ state: 'stored', attempts: 0 })).toBe(true)
  expect(replaces({ state: 'queued', attempts: 1 })).toBe(true)
  expect(replaces({ state: 'queued', attempts: 0 })).toBe(false)
  expect(replaces({ state: 'failed', attempts: 3 })).toBe(false)
})

test('a cancellation goes once to every recipient who may have the order, by e-mail or EDI', () => {
  const before = [
    sent({ revision: 4 }),
    sent({ revision: 3 }),
    sent({ channel: 'edi', recipient: 'ZZ:MILL' }),
    sent({ channel: 'link' }),
    sent({ recipient: null }),
    sent({ recipient: 'failed@mill.com', state: 'failed' }),
  ]
  expect(nextCancellation(before)).toEqual({
    revision: 5,
    reached: [
      { channel: 'email', recipient: 'a@mill.com' },
      { channel: 'edi', recipient: 'ZZ:MILL' },
    ],
  })
  expect(nextCancellation([])).toEqual({ revision: 1, reached: [] })
})
