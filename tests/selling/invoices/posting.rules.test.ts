/** What the response of an accounting system means. */
import { expect, test } from 'bun:test'
import {
  type EndedPosting,
  ledgerOf,
  ledgerSentence,
  readReference,
} from '../../../server/selling/invoices/accounting/posting.rules.ts'

const posting = (values: Partial<EndedPosting>): EndedPosting => ({
  organization_id: 'o',
  subject: { type: 'invoice', id: '1' },
  noun: 'invoice',
  state: 'posted',
  name: 'INV-2026-0001',
  ledger: 'Books',
  is_withdrawn: false,
  status: 200,
  detail: null,
  at: '2026-11-22T00:00:00Z',
  ...values,
})
const sentence = (values: Partial<EndedPosting>) => ledgerSentence(posting(values))

test('a sentence says whether the invoice or its void was posted, and where', () => {
  expect(sentence({})).toBe('The invoice was posted to Books.')
  expect(sentence({ is_withdrawn: true, ledger: null })).toBe('The void was posted to the accounting system.')
  expect(ledgerOf(posting({ ledger: null }))).toBe('the accounting system')
  expect(sentence({ noun: 'credit note' })).toBe('The credit note was posted to Books.')
  expect(sentence({ noun: 'credit note', is_withdrawn: true })).toBe('The cancellation was posted to Books.')
})

test('a posting that failed says why and what to do, and one that is retried that it is', () => {
  expect(sentence({ state: 'failed', status: 422, detail: 'No such account' })).toBe(
    'The invoice could not be posted to Books: 422 No such account. Post it again once the cause is fixed.',
  )
  expect(sentence({ state: 'queued', status: null })).toBe(
    'The invoice could not be posted to Books: no response. It is retried.',
  )
})

const read = (response: unknown, state = 'posted') => {
  const { external_id, external_url } = readReference(posting({ state, detail: JSON.stringify(response) }))
  return [external_id, external_url]
}

test('the id and the URL of the system are read from its response', () => {
  expect(read({ external_id: 'I-1', external_url: 'https://books.example/1' })).toEqual([
    'I-1',
    'https://books.example/1',
  ])
  expect(read({ external_url: 'http://books.example/1' })).toEqual([null, 'http://books.example/1'])
  expect(read({ external_id: 'I-1' })).toEqual(['I-1', null])
})

test('an id has up to 200 characters, a URL up to 2,000, and neither is empty or another type', () => {
  const url = (length: number) => 'https://b.example/'.padEnd(length, 'x')
  expect(read({ external_id: 'x'.repeat(200), external_url: url(2_000) })).toEqual(['x'.repeat(200), url(2_000)])
  expect(read({ external_id: 'x'.repeat(201), external_url: url(2_001) })).toEqual([null, null])
  expect(read({ external_id: '', external_url: '' })).toEqual([null, null])
  expect(read({ external_id: 7, external_url: 7 })).toEqual([null, null])
})

test('a URL that is no link of the web is left out', () => {
  for (const external_url of [
    'javascript:alert(1)',
    'ftp://b.example',
    'xhttp://b.example',
    'httpsx://b.example',
    'books',
  ])
    expect(read({ external_url })).toEqual([null, null])
})

test('a response that is no object has no reference, and neither has one of a posting that failed', () => {
  for (const response of [null, 'text', 7, []]) expect(read(response)).toEqual([null, null])
  expect(read({ external_id: 'I-1' }, 'failed')).toEqual([null, null])
  const none = { external_id: null, external_url: null }
  expect(readReference(posting({ detail: null }))).toEqual(none)
  expect(readReference(posting({ detail: '<html>' }))).toEqual(none)
})
