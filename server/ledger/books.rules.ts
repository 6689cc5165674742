/** What may be dated when: nothing in the future, and nothing before the books begin. Pure. */
import { addDays } from '../calendar/days.ts'
import { dayInTimeZone, instantInTimeZone } from '../calendar/time_zone.ts'
import { limits } from '../contract/limits.ts'

/** The lock date of an organisation and the time zone of its days. */
export interface Books {
  /** The first day that entries may have; null if none is set. */
  books_from: string | null
  time_zone: string
}

/** The first day that entries may have: the lock date, or without one the day 400 days ago. */
export const firstBookedDay = ({ books_from, time_zone }: Books, now: string): string =>
  books_from ?? addDays(dayInTimeZone(time_zone, now), -limits.books_days_max)

export interface DateFault {
  rule: string
  allowed: string[]
}

/** Why an entry may not have this time; null if it may. */
export function dateFault(at: string, now: string, books: Books): DateFault | null {
  if (Date.parse(at) > Date.parse(now)) return { rule: 'must not be in the future', allowed: [`at most ${now}`] }
  const first = firstBookedDay(books, now)
  if (Date.parse(at) >= Date.parse(instantInTimeZone(books.time_zone, first, '00:00'))) return null
  return beforeBooks(first, books)
}

/** Whether what is on file of this time is locked; without a lock date nothing is. */
export const isClosed = (at: string, now: string, books: Books): boolean =>
  books.books_from !== null && dateFault(at, now, books) !== null

function beforeBooks(first: string, { books_from }: Books): DateFault {
  const rule =
    books_from === null
      ? `must not be more than ${limits.books_days_max} days ago; an administrator can set books_from of the organisation to an earlier day`
      : `must not be before ${first}, the day from which the books of the organisation are open (books_from)`
  return { rule, allowed: [`from ${first} on`] }
}

/** Why a document may not have this day; null if it may. One that may be planned has a day of up to `daysAhead` from now. */
export function dayFault(day: string, now: string, books: Books, daysAhead = 0): DateFault | null {
  const today = dayInTimeZone(books.time_zone, now)
  const last = addDays(today, daysAhead)
  const rule =
    daysAhead === 0 ? `must not be after the current day, ${today}` : `must not be more than ${daysAhead} days ahead`
  if (day > last) return { rule, allowed: [`at most ${last}`] }
  const first = firstBookedDay(books, now)
  return day < first ? beforeBooks(first, books) : null
}

/** Why a time is before another that it depends on; null if it is not. `what` names the other, such as `shipped_at`. */
export const orderFault = (at: string, other: string, what: string): DateFault | null =>
  Date.parse(at) >= Date.parse(other)
    ? null
    : { rule: `must not be before ${what}, ${other}`, allowed: [`from ${other} on`] }
