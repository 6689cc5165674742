/** What lists of orders are filtered by, and the conditions over sales_orders o. */
import { exceptionKinds } from '../../exceptions/known_values.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { CalendarDate, Choice, Flag, Id, Text, Type } from '../../contract/schema.ts'
import { orderLifecycles, orderOrigins } from '../known_values.ts'
import { type CountedBy, orderKindConditions } from '../sales_facts/order_counts.ts'
import { orderSubject } from './order.store.ts'

export const orderFilters = {
  lifecycle: Type.Optional(Choice(orderLifecycles, 'Only orders in this lifecycle state.')),
  lifecycles: Type.Optional(
    Text(`Only orders in one of these lifecycle states, separated by commas: ${orderLifecycles.join(', ')}.`, {
      minLength: 1,
      maxLength: 200,
      examples: ['open,partially_allocated'],
    }),
  ),
  needs_you: Type.Optional(
    Flag(
      'true returns only orders that wait for a person: drafts, and orders with an open exception. false returns the others.',
    ),
  ),
  exception_kind: Type.Optional(Choice(exceptionKinds, 'Only orders with an open exception of this kind.')),
  late: Type.Optional(
    Flag(
      "true returns only orders with something to ship whose ship window or cancel date has passed, in the organisation's time zone. false returns the others.",
    ),
  ),
  origin: Type.Optional(Choice(orderOrigins, 'Only orders that arrived this way.')),
  is_wholesale: Type.Optional(Flag('true returns only orders of trading accounts, false only consumer orders.')),
  trading_partner_id: Type.Optional(
    Id('Only orders of this trading account. Required for a key that is bound to an account.'),
  ),
  customer_id: Type.Optional(Id('Only orders of this customer.')),
  sales_channel_id: Type.Optional(Id('Only orders of this sales channel.')),
  location_id: Type.Optional(Id('Only orders that this location ships.')),
  ship_from: Type.Optional(
    CalendarDate(
      'Only orders to be shipped on or after this day: the requested ship date, else the first day of the ship window, else its last, else the cancel date.',
    ),
  ),
  ship_until: Type.Optional(CalendarDate('Only orders to be shipped on or before this day, as for `ship_from`.')),
  external_id: Type.Optional(
    Text('Only orders with this id in the system that they come from, exactly.', {
      minLength: 1,
      maxLength: limits.sales_order_label_length_max,
      examples: ['WEB-10482'],
    }),
  ),
  search: Type.Optional(
    Text('Only orders whose name, reference, external id or account contains this text (case-insensitive).', {
      minLength: 1,
      maxLength: limits.search_length_max,
      examples: ['SO-2041'],
    }),
  ),
  since: Type.Optional(
    CalendarDate("Only orders created on or after this day, in the organisation's time zone.", {
      examples: ['2026-11-01'],
    }),
  ),
}

export interface Filters extends CountedBy {
  lifecycles?: string
  needs_you?: boolean
  exception_kind?: string
  late?: boolean
  customer_id?: string
  location_id?: string
  ship_from?: string
  ship_until?: string
  external_id?: string
  search?: string
  since?: string
}

/** The states of a list of them; refuses a word that is none. */
function statesOf(lifecycles: string): string[] {
  const states = lifecycles.split(',').map((one) => one.trim())
  if (states.some((one) => !orderLifecycles.some((known) => known === one)))
    refuseField('lifecycles', 'must be lifecycle states separated by commas', orderLifecycles)
  return states
}

/** Orders that wait for a person; each part has its own index. */
const waiting = (sql: Sql, organization_id: string) => sql`
  select d.order_id from sales_orders d where d.organization_id = ${organization_id} and d.lifecycle = 'draft'
  union
  select e.subject_id::uuid from exceptions e
  where e.organization_id = ${organization_id} and e.subject_type = ${orderSubject} and e.resolved_at is null`

const today = (sql: Sql, organization_id: string) => sql`
  (select (now() at time zone g.time_zone)::date from organizations g where g.organization_id = ${organization_id})`

/** As isPast of fulfilment/date_slips.ts: the window of the order, or the date of an outstanding line. */
const isLate = (sql: Sql, organization_id: string) => sql`
  (o.lifecycle not in ('fulfilled', 'cancelled') and (o.ship_window_end < ${today(sql, organization_id)} or exists (
    select from order_lines l where l.organization_id = ${organization_id} and l.order_id = o.order_id
      and coalesce(l.cancel_date, o.cancel_date) < ${today(sql, organization_id)}
      and l.quantity - l.cancelled_quantity - l.fulfilled_quantity + l.over_shipped_quantity > 0))) is true`

const shipDay = (sql: Sql) => sql`
  coalesce(o.requested_ship_date, o.ship_window_start, o.ship_window_end, o.cancel_date)`

function searchCondition(sql: Sql, organization_id: string, search: string): Fragment {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
  return sql`and (o.name ilike ${pattern} or o.reference ilike ${pattern} or o.external_id ilike ${pattern}
    or o.trading_partner_id in (select p.trading_partner_id from trading_partners p
      where p.organization_id = ${organization_id} and p.name ilike ${pattern}))`
}

function workConditions(sql: Sql, organization_id: string, filters: Filters): Fragment {
  const { lifecycles, needs_you, exception_kind, late } = filters
  return sql`
    ${lifecycles === undefined ? sql`` : sql`and o.lifecycle = any(${statesOf(lifecycles)}::text[])`}
    ${needs_you === undefined ? sql`` : sql`and o.order_id ${needs_you ? sql`` : sql`not`} in (${waiting(sql, organization_id)})`}
    ${
      exception_kind === undefined
        ? sql``
        : sql`and o.order_id in (select e.subject_id::uuid from exceptions e
            where e.organization_id = ${organization_id} and e.subject_type = ${orderSubject}
              and e.kind = ${exception_kind} and e.resolved_at is null)`
    }
    ${late === undefined ? sql`` : sql`and ${late ? sql`` : sql`not`} ${isLate(sql, organization_id)}`}`
}

/** Conditions over sales_orders o. */
export function conditions(sql: Sql, organization_id: string, filters: Filters): Fragment {
  const { search, since, customer_id, location_id, ship_from, ship_until, external_id } = filters
  return sql`o.organization_id = ${organization_id} ${orderKindConditions(sql, filters)}
    ${workConditions(sql, organization_id, filters)}
    ${customer_id === undefined ? sql`` : sql`and o.customer_id = ${customer_id}`}
    ${location_id === undefined ? sql`` : sql`and o.location_id = ${location_id}`}
    ${ship_from === undefined ? sql`` : sql`and ${shipDay(sql)} >= ${ship_from}::date`}
    ${ship_until === undefined ? sql`` : sql`and ${shipDay(sql)} <= ${ship_until}::date`}
    ${external_id === undefined ? sql`` : sql`and o.external_id = ${external_id}`}
    ${search === undefined ? sql`` : searchCondition(sql, organization_id, search)}
    ${
      since === undefined
        ? sql``
        : sql`and o.created_at >= (${since}::date::timestamp at time zone (select g.time_zone from organizations g
            where g.organization_id = ${organization_id}))`
    }`
}

const countedAsWritten = ['lifecycle', 'origin', 'is_wholesale', 'trading_partner_id', 'sales_channel_id', 'needs_you']

/** Whether a filter selects by what is not counted as it is written. */
export const isCountedOneByOne = (filters: Filters): boolean =>
  filters.needs_you === true ||
  Object.entries(filters).some(([name, value]) => value !== undefined && !countedAsWritten.includes(name))
