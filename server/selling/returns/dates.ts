/** Dates of returns: read by hand, since one that cannot be read has a code of its own. */
import type { Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { isCalendarDate, isInstant } from '../../contract/schema.ts'

const unreadable = (field: string, allowed: string): never =>
  refuse('date_unreadable', { desc: `${field} must be ${allowed}.`, data: { field, rule: `must be ${allowed}` } })

export function readDay(field: string, text: string): string {
  return isCalendarDate(text) ? text : unreadable(field, 'an existing date as YYYY-MM-DD')
}

/** A date, or an instant with its offset. */
export const readDayOrInstant = (field: string, text: string): string =>
  isCalendarDate(text) || isInstant(text)
    ? text
    : unreadable(field, 'an existing date as YYYY-MM-DD, or an ISO 8601 instant with an offset')

export interface Moment {
  at: string
  /** The day of `at` in the time zone of the organisation. */
  day: string
}

/** A date begins at midnight in the time zone of the organisation. */
export async function readMoment(sql: Sql, organization_id: string, text: string): Promise<Moment> {
  const [moment] = await (isCalendarDate(text)
    ? sql<Moment[]>`
        select ${text}::date::timestamp at time zone o.time_zone as at, ${text}::date as day
        from organizations o where o.organization_id = ${organization_id}`
    : sql<Moment[]>`
        select ${text}::timestamptz as at, (${text}::timestamptz at time zone o.time_zone)::date as day
        from organizations o where o.organization_id = ${organization_id}`)
  return moment!
}

export function checkNotInTheFuture(field: string, at: string, now: string): void {
  if (Date.parse(at) > Date.parse(now)) refuseField(field, 'must not be in the future')
}
