import { expect, test } from 'bun:test'
import { feedLimits } from '../../../server/selling/payments/accounting/feed_limits.ts'
import {
  isMore,
  notRead,
  notRecorded,
  readPage,
  statedId,
} from '../../../server/selling/payments/accounting/page.rules.ts'

const page = (value: unknown) => readPage(JSON.stringify(value))
const many = (length: number) => Array.from({ length }, () => 1)

test('a page is a list of payments with the cursor of the next', () => {
  expect(page({ payments: [], next: 'p2' })).toEqual({ payments: [], next: 'p2' })
  expect(page({ payments: [1], next: null })).toEqual({ payments: [1], next: null })
  expect(page({ payments: [1] })).toEqual({ payments: [1], next: null })
  const most = many(feedLimits.payments_per_page_max)
  expect(page({ payments: most, next: 'x'.repeat(feedLimits.cursor_length_max) })).toMatchObject({
    payments: most,
  })
})

test('what is no page says why', () => {
  expect(readPage('<html>')).toBe('the response is not JSON')
  expect(readPage('')).toBe('the response is not JSON')
  for (const value of [null, [], 'text', 3]) expect(page(value)).toBe('the response is not a JSON object')
  expect(page({})).toBe('payments must be a list')
  expect(page({ payments: many(101) })).toBe('payments must be a list of at most 100 items; it has 101')
  for (const next of ['', 7, {}, 'a\u0000b', 'x'.repeat(1_001)])
    expect(page({ payments: [], next })).toBe('next must be text of at most 1000 characters, or null')
})

test('a further page is read at once only where payments came and the cursor moved', () => {
  expect(isMore({ payments: [1], next: 'p2' }, 'p1')).toBe(true)
  expect(isMore({ payments: [1], next: 'p2' }, null)).toBe(true)
  expect(isMore({ payments: [], next: 'p2' }, 'p1')).toBe(false)
  expect(isMore({ payments: [1], next: 'p1' }, 'p1')).toBe(false)
  expect(isMore({ payments: [1], next: null }, 'p1')).toBe(false)
})

test('an id is text that is not blank, of at most 120 characters', () => {
  expect(statedId({ external_id: ' PMT-1 ' })).toBe('PMT-1')
  expect(statedId({ external_id: 'x'.repeat(120) })).toBe('x'.repeat(120))
  for (const external_id of ['x'.repeat(121), '  ', 7, null, undefined, 'a\u0000b'])
    expect(statedId({ external_id })).toBeNull()
  for (const other of [null, 'PMT-1', ['PMT-1'], 3]) expect(statedId(other)).toBeNull()
})

test('a sentence names the payment as far as it can be read, and the cause', () => {
  const end = 'was not recorded from Books: it is void. Correct it in Books, or record it here with its external_id.'
  const sentence = (stated: unknown) => notRecorded(stated, 'P', 'Books', 'it is void.')
  const whole = { amount_cents: 6_000, currency: 'USD', paid_on: '2026-11-20' }
  expect(sentence(whole)).toBe(`Payment P of 60.00 USD on 2026-11-20 ${end}`)
  expect(sentence({ ...whole, order_id: 'O-1', allocations: [{ invoice_id: 7, amount_cents: 1 }, 'odd'] })).toBe(
    `Payment P of 60.00 USD on 2026-11-20 for order O-1, invoice 7 ${end}`,
  )
  const allocations = (count: number) => ({ allocations: Array.from({ length: count }, (_, i) => ({ invoice_id: i })) })
  const five = 'invoice 0, invoice 1, invoice 2, invoice 3, invoice 4'
  expect(sentence(allocations(5))).toBe(`Payment P for ${five} ${end}`)
  expect(sentence(allocations(7))).toBe(`Payment P for ${five} and 2 more ${end}`)
  for (const odd of [
    { amount_cents: 6_000 },
    { amount_cents: 1.5, currency: 'USD' },
    { currency: 'USD' },
    null,
    'text',
  ])
    expect(sentence(odd)).toBe(`Payment P ${end}`)
  expect(sentence({ amount_cents: 6_000, currency: 'XXXX' })).toBe(`Payment P ${end}`)
  expect(sentence({ paid_on: 'x'.repeat(41), order_id: 3 })).toBe(`Payment P ${end}`)
  expect(notRecorded({}, 'P', 'Books', 'x'.repeat(500))).toContain(`: ${'x'.repeat(400)} Correct`)
  expect(notRead('Books', '503 closed')).toBe(
    'Payments of Books cannot be read: 503 closed. Read them again once the cause is fixed.',
  )
})
