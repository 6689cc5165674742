/** The lock date of an organisation, and checks of the times that requests state. */
import type { Sql } from '../contract/call.ts'
import { refuse, refuseField } from '../contract/refusals.ts'
import { type Books, type DateFault, dateFault, dayFault, isClosed } from './books.rules.ts'

export async function readBooks(sql: Sql, organization_id: string): Promise<Books> {
  const [books] = await sql<Books[]>`
    select books_from, time_zone from organizations where organization_id = ${organization_id}`
  return books!
}

export function refuseDate(field: string, fault: DateFault | null): void {
  if (fault !== null) refuseField(field, fault.rule, fault.allowed)
}

/** Refuses with `bad_request` times in the future or before the books begin; times that were not sent pass. */
export async function checkDates(
  sql: Sql,
  organization_id: string,
  now: string,
  sent: readonly { field: string; at: string | undefined }[],
): Promise<void> {
  const dated = sent.flatMap(({ field, at }) => (at === undefined ? [] : { field, at }))
  if (dated.length === 0) return
  const books = await readBooks(sql, organization_id)
  for (const { field, at } of dated) refuseDate(field, dateFault(at, now, books))
}

/** Refuses with `conflict` to correct stock of a day before the books begin; `name` is the document that moved it. */
export async function checkCorrected(
  sql: Sql,
  organization_id: string,
  now: string,
  corrected: readonly { name: string; at: string }[],
): Promise<void> {
  if (corrected.length === 0) return
  const books = await readBooks(sql, organization_id)
  const closed = corrected.find(({ at }) => isClosed(at, now, books))
  if (closed === undefined) return
  refuse('conflict', {
    desc: `${closed.name} moved stock before ${books.books_from}, the day from which the books of the organisation are open. Record what differs as a stock adjustment instead, or set books_from to an earlier day.`,
    data: { books_from: books.books_from, occurred_at: closed.at },
  })
}

/** Refuses the day of a document, such as an invoice or a payment, in the future or before the books begin. */
export const checkDay = (sql: Sql, organization_id: string, now: string, field: string, day: string): Promise<void> =>
  checkDays(sql, organization_id, now, [{ field, day }])

/** Refuses days of documents before the books begin, or more than `daysAhead` from now; days that were not sent pass. */
export async function checkDays(
  sql: Sql,
  organization_id: string,
  now: string,
  sent: readonly { field: string; day: string | null | undefined }[],
  daysAhead = 0,
): Promise<void> {
  const dated = sent.flatMap(({ field, day }) => (day == null ? [] : { field, day }))
  if (dated.length === 0) return
  const books = await readBooks(sql, organization_id)
  for (const { field, day } of dated) refuseDate(field, dayFault(day, now, books, daysAhead))
}
