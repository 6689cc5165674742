/** What may be dated when: the lock date, the days allowed without one, and times that depend on another. */
import { expect, test } from 'bun:test'
import { dateFault, dayFault, firstBookedDay, isClosed, orderFault } from '../../server/ledger/books.rules.ts'

const now = '2026-11-22T10:00:00Z'
const open = { books_from: null, time_zone: 'UTC' }
const locked = { books_from: '2026-11-01', time_zone: 'America/New_York' }

test('nothing is dated in the future, and now is no future, however it is written', () => {
  expect(dateFault(now, now, open)).toBeNull()
  expect(dateFault('2026-11-22T12:00:00+02:00', now, open)).toBeNull()
  expect(dateFault('2026-11-22T10:00:00.001Z', now, open)).toEqual({
    rule: 'must not be in the future',
    allowed: ['at most 2026-11-22T10:00:00Z'],
  })
})

test('without a lock date entries go back 400 days, from the beginning of the day', () => {
  expect(firstBookedDay(open, now)).toBe('2025-10-18')
  expect(dateFault('2025-10-18T00:00:00Z', now, open)).toBeNull()
  expect(dateFault('2025-10-17T23:59:59Z', now, open)).toEqual({
    rule: 'must not be more than 400 days ago; an administrator can set books_from of the organisation to an earlier day',
    allowed: ['from 2025-10-18 on'],
  })
})

test('with a lock date entries begin at its midnight in the time zone of the organisation', () => {
  expect(firstBookedDay(locked, now)).toBe('2026-11-01')
  expect(dateFault('2026-11-01T04:00:00Z', now, locked)).toBeNull()
  expect(dateFault('2026-11-01T03:59:59Z', now, locked)).toEqual({
    rule: 'must not be before 2026-11-01, the day from which the books of the organisation are open (books_from)',
    allowed: ['from 2026-11-01 on'],
  })
  // An earlier lock date opens more than 400 days.
  expect(dateFault('2020-01-01T05:00:00Z', now, { ...locked, books_from: '2020-01-01' })).toBeNull()
})

test('a time that depends on another is not before it; the same instant is allowed', () => {
  expect(orderFault(now, now, 'shipped_at')).toBeNull()
  expect(orderFault('2026-11-22T10:00:01Z', now, 'shipped_at')).toBeNull()
  expect(orderFault('2026-11-22T09:59:59Z', now, 'shipped_at')).toEqual({
    rule: 'must not be before shipped_at, 2026-11-22T10:00:00Z',
    allowed: ['from 2026-11-22T10:00:00Z on'],
  })
})

test('the day of a document is from the lock date to the current day of the organisation', () => {
  expect(dayFault('2026-11-22', now, locked)).toBeNull()
  expect(dayFault('2026-11-23', now, locked)).toEqual({
    rule: 'must not be after the current day, 2026-11-22',
    allowed: ['at most 2026-11-22'],
  })
  expect(dayFault('2026-11-01', now, locked)).toBeNull()
  expect(dayFault('2026-10-31', now, locked)).toEqual({
    rule: 'must not be before 2026-11-01, the day from which the books of the organisation are open (books_from)',
    allowed: ['from 2026-11-01 on'],
  })
  // In the organisation's time zone the day is still the one before.
  expect(dayFault('2026-11-22', '2026-11-22T03:00:00Z', locked)?.allowed).toEqual(['at most 2026-11-21'])
})

test('what is on file is locked before the lock date alone', () => {
  expect(isClosed('2026-11-01T03:59:59Z', now, locked)).toBe(true)
  expect(isClosed('2026-11-01T04:00:00Z', now, locked)).toBe(false)
  expect(isClosed('2020-01-01T00:00:00Z', now, open)).toBe(false)
})
