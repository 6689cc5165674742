/** Dates of returns: read by hand, since one that cannot be read has a code of its own. */
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { checkDates, refuseDate } from '../../ledger/books.ts'
import { orderFault } from '../../ledger/books.rules.ts'
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

/**
 * When the units arrived. Refuses a time in the future, before the books begin, or before the order of the return was
 * shipped. A date of the day of that shipment is taken as the time of the shipment: units come back after they left, and
 * a count of that day that was over before is not undone by them.
 */
export async function arrivalMoment(
  sql: Sql,
  organization_id: string,
  now: string,
  order_id: string | null,
  text: string,
): Promise<Moment> {
  const moment = await readMoment(sql, organization_id, text)
  if (text === now) return moment
  await checkDates(sql, organization_id, now, [{ field: 'received_at', at: moment.at }])
  const [shipped] = await sql<{ shipped_at: string | null; shipped_on: string | null }[]>`
    select min(shipped_at) as shipped_at, min(shipped_on) as shipped_on from fulfilments
    where organization_id = ${organization_id} and order_id = ${order_id}`
  if (shipped?.shipped_at == null) return moment
  const fault = orderFault(moment.at, shipped.shipped_at, 'shipped_at of the order')
  if (fault !== null && isCalendarDate(text) && moment.day === shipped.shipped_on)
    return { at: shipped.shipped_at, day: moment.day }
  refuseDate('received_at', fault)
  return moment
}
