/** SQL of documents that accounts expect by a time: what is owed, when, and whether it was sent. */
import type { Sql } from '../../../contract/sql.ts'
import { cancelsNothing } from '../../../selling/edi_orders/inbound/hold_document.ts'
import type { DeadlineState } from '../../known_values.ts'

/** How far back deadlines are looked for; how long before one is due it is pressing; how many are reported at once. */
export const deadlineDays = 90
const [warningHours, reportedMax] = [4, 1_000]

export interface Deadline {
  document_type: '855' | '856'
  trading_partner_id: string
  account_name: string
  /** null for an 850 that is held, and so became no order. */
  order_id: string | null
  order_name: string | null
  /** The 850, if it is held. */
  held_document_id: number | null
  shipment_id: string | null
  shipment_name: string | null
  /** When the order arrived, or the shipment left. */
  since: string
  due_at: string | null
  sent_at: string | null
  state: DeadlineState
}

interface Where {
  organization_id: string
  now: string
  trading_partner_id?: string
}

const ofAccount = (sql: Sql, { trading_partner_id }: Where) =>
  trading_partner_id === undefined ? sql`` : sql`and p.trading_partner_id = ${trading_partner_id}`

/** Documents of an order count once they left and were not rejected; the first one counts. */
const sentOf = (sql: Sql, organization_id: string, document_type: '855' | '856') => sql`
  select min(d.sent_at) as sent_at from edi_documents d
  where d.organization_id = ${organization_id} and d.order_id = o.order_id and d.document_type = ${document_type}
    and d.direction = 'outbound' and d.state in ('sent', 'accepted')`

/**
 * Acknowledgements, owed from the arrival of the order, however long it was held; too late once the day on which the order is
 * to ship has come. One that was answered otherwise is owed none: the account cancelled the draft, or took no 855 then.
 */
const acknowledgements = (sql: Sql, where: Where) => sql`
  select '855' as document_type, p.trading_partner_id, t.name as account_name, o.order_id, o.name as order_name,
    null::bigint as held_document_id, null::uuid as shipment_id, null::text as shipment_name, a.arrived_at as since,
    a.arrived_at + make_interval(hours => p.acknowledge_within_hours) as due_at,
    o.requested_ship_date::timestamp at time zone g.time_zone as missed_from, s.sent_at
  from account_edi_profiles p
  join organizations g on g.organization_id = ${where.organization_id}
  join trading_partners t on t.organization_id = ${where.organization_id}
    and t.trading_partner_id = p.trading_partner_id
  join edi_orders e on e.organization_id = ${where.organization_id} and e.trading_partner_id = p.trading_partner_id
    and not e.is_split_off and e.created_at >= ${where.now}::timestamptz - make_interval(days => ${deadlineDays})
  join sales_orders o on o.organization_id = ${where.organization_id} and o.order_id = e.order_id
  cross join lateral (
    select coalesce(min(d.received_at), e.created_at) as arrived_at from edi_documents d
    where d.organization_id = ${where.organization_id} and d.order_id = o.order_id and d.document_type = '850'
      and d.direction = 'inbound' offset 0
  ) a
  cross join lateral (${sentOf(sql, where.organization_id, '855')} offset 0) s
  where p.organization_id = ${where.organization_id} and p.acknowledge_within_hours is not null
    and (e.answered_at is null or exists (select from edi_documents d
      where d.organization_id = ${where.organization_id} and d.order_id = o.order_id and d.document_type = '855'
        and d.direction = 'outbound'))
    ${ofAccount(sql, where)}`

/** Orders that are held for a person: declining and taking one both end in an acknowledgement, unless it only cancels one. */
const heldOrders = (sql: Sql, where: Where) => sql`
  select '855', p.trading_partner_id, t.name, null::uuid, null::text, d.document_id, null::uuid, null::text,
    d.received_at, d.received_at + make_interval(hours => p.acknowledge_within_hours), null::timestamptz,
    null::timestamptz
  from account_edi_profiles p
  join trading_partners t on t.organization_id = ${where.organization_id}
    and t.trading_partner_id = p.trading_partner_id
  join edi_documents d on d.organization_id = ${where.organization_id} and d.trading_partner_id = p.trading_partner_id
    and d.created_at >= ${where.now}::timestamptz - make_interval(days => ${deadlineDays})
    and d.document_type = '850' and d.direction = 'inbound' and d.state = 'held' and d.order_id is null
    and strpos(d.sentence, ${cancelsNothing}) = 0
  where p.organization_id = ${where.organization_id} and p.acknowledge_within_hours is not null
    ${ofAccount(sql, where)}`

/**
 * Shipping notices, owed before the shipment arrives; too late once that day has come. At what time a shipment arrives that
 * arrives on the day on which it left is unknown. A notice of before the shipment was recorded is that of one that was voided.
 */
const notices = (sql: Sql, where: Where) => sql`
  select '856', p.trading_partner_id, t.name, o.order_id, o.name, null::bigint, f.fulfilment_id, f.name, f.shipped_at,
    a.arrives_at - make_interval(hours => p.notice_before_hours), a.arrives_at, s.sent_at
  from account_edi_profiles p
  join organizations g on g.organization_id = ${where.organization_id}
  join trading_partners t on t.organization_id = ${where.organization_id}
    and t.trading_partner_id = p.trading_partner_id
  join sales_orders o on o.organization_id = ${where.organization_id} and o.trading_partner_id = p.trading_partner_id
  join fulfilments f on f.organization_id = ${where.organization_id} and f.order_id = o.order_id
    and not f.is_historical
    and f.shipped_on >= (${where.now}::timestamptz - make_interval(days => ${deadlineDays}))::date
  cross join lateral (select coalesce(f.deliver_on, f.shipped_on + t.transit_time_days) as arrives_on) n
  cross join lateral (
    select case when n.arrives_on > f.shipped_on then n.arrives_on::timestamp at time zone g.time_zone end as arrives_at
  ) a
  cross join lateral (
    ${sentOf(sql, where.organization_id, '856')} and d.record ->> 'shipment_number' = f.name
      and d.record ->> 'purpose' <> 'cancellation' and d.created_at >= f.recorded_at offset 0
  ) s
  where p.organization_id = ${where.organization_id} and p.notice_before_hours is not null ${ofAccount(sql, where)}`

const deadlines = (sql: Sql, where: Where) => sql`
  select w.document_type, w.trading_partner_id, w.account_name, w.order_id, w.order_name,
    w.held_document_id::float8 as held_document_id, w.shipment_id, w.shipment_name, w.since, w.due_at, w.sent_at,
    case
      when w.sent_at > w.due_at then 'met_late'
      when w.sent_at is not null then 'met'
      when w.due_at is null then 'undetermined'
      when ${where.now}::timestamptz <= w.due_at then 'due'
      when ${where.now}::timestamptz >= w.missed_from then 'missed'
      else 'late'
    end as state
  from (${acknowledgements(sql, where)} union all ${heldOrders(sql, where)} union all ${notices(sql, where)}) w`

export interface DeadlineFilter {
  document_type?: string
  state?: string
}

const filtered = (sql: Sql, { document_type, state }: DeadlineFilter) => sql`
  (${document_type ?? null}::text is null or v.document_type = ${document_type ?? null})
    and (${state ?? null}::text is null or v.state = ${state ?? null})`

/** Open ones first, the next due first. */
export const selectDeadlines = (sql: Sql, where: Where, filter: DeadlineFilter, limit: number, offset: number) => sql<
  Deadline[]
>`
  select v.* from (${deadlines(sql, where)}) v where ${filtered(sql, filter)}
  order by v.sent_at is not null, v.due_at nulls last, v.since, v.document_type, v.order_id, v.held_document_id,
    v.shipment_id
  limit ${limit} offset ${offset}`

export const countDeadlines = (sql: Sql, where: Where, filter: DeadlineFilter) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from (${deadlines(sql, where)}) v where ${filtered(sql, filter)}`

/**
 * What a person must see: late, missed, of unknown time, and due within the hours of the warning. Where there is more than is
 * reported, what can still be sent in time comes first, and then the newest, so that old
 * deadlines, which nobody resolves, do not hide what can still be met.
 */
export const selectPressing = (sql: Sql, where: Where) => sql<Deadline[]>`
  select v.* from (${deadlines(sql, where)}) v
  where v.state in ('late', 'missed', 'undetermined')
    or (v.state = 'due' and v.due_at <= ${where.now}::timestamptz + make_interval(hours => ${warningHours}))
  order by array_position(array['due', 'late'], v.state), v.since desc, v.order_id, v.held_document_id, v.shipment_id
  limit ${reportedMax}`
