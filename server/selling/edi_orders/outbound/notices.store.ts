/** SQL of shipping notices (856): those on file by shipment, and what one is made of. */
import { account_doors, account_edi_profiles, trading_partners } from '../../../../db/schema/wholesale/accounts.ts'
import { edi_documents } from '../../../../db/schema/wholesale/edi.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../../db/sql/selection.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import { partyCodes } from '../../../edi/documents/parties.ts'
import type { Requirement } from '../../../edi/guides/requirements.rules.ts'
import { readTransports } from '../../fulfilment/transport/transports.store.ts'
import { readEdiDocumentLines, readEdiDocumentOrder } from './document_lines.store.ts'
import { readParties } from './parties.store.ts'
import type { Asked, Noticed } from './shipping_notice.rules.ts'

const sentColumns = selection(edi_documents, 'd', ['document_id::float8', 'document_type', 'state', 'sentence'])
export type Sent = RowOf<typeof sentColumns>

/**
 * The notice in force of each shipment of the order, by the shipment's name: none after it was cancelled. One that failed
 * or was rejected may be sent again.
 */
export async function readSent(sql: Sql, organization_id: string, order_id: string): Promise<Map<string, Sent>> {
  const rows = await sql<(Sent & { shipment_number: string; purpose: string })[]>`
    select ${sentColumns}, d.record ->> 'shipment_number' as shipment_number, d.record ->> 'purpose' as purpose
    from edi_documents d
    where d.organization_id = ${organization_id} and d.order_id = ${order_id} and d.document_type = '856'
      and d.direction = 'outbound' and d.state not in ('failed', 'rejected', 'withdrawn') and d.record is not null
    order by d.created_at, d.document_id`
  const sent = new Map<string, Sent>()
  for (const { shipment_number, purpose, ...row } of rows)
    if (purpose === 'cancellation') sent.delete(shipment_number)
    else sent.set(shipment_number, row)
  return sent
}

/** Takes back the notice of a shipment; one that is numbered or being sent is left: it may have arrived. */
export async function withdrawNotice(
  sql: Sql,
  organization_id: string,
  order_id: string,
  shipment_name: string,
): Promise<boolean> {
  const { count } = await sql`
    update edi_documents set state = 'withdrawn', next_attempt_at = null, ended_at = now(),
      sentence = 'Not sent: the shipment was voided or corrected before.'
    where organization_id = ${organization_id} and order_id = ${order_id} and document_type = '856'
      and direction = 'outbound' and record ->> 'shipment_number' = ${shipment_name}
      and state = 'queued' and interchange_id is null and (leased_until is null or leased_until < now())`
  return count > 0
}

const doorColumns = selection(account_doors, 'd', ['door_reference', 'name'])

async function readDoorNames(sql: Sql, organization_id: string, trading_partner_id: string) {
  const rows = await sql<RowOf<typeof doorColumns>[]>`
    select ${doorColumns} from account_doors d
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}`
  return new Map(rows.map(({ door_reference, name }) => [door_reference.toLowerCase(), name]))
}

const profileColumns = selection(account_edi_profiles, 'e', ['weight_unit', 'has_pallet_level', 'requirements'])
const accountColumns = selection(trading_partners, 't', ['transit_time_days'])

async function readAsked(sql: Sql, organization_id: string, trading_partner_id: string): Promise<Asked> {
  const [row] = await sql<(RowOf<typeof accountColumns> & OuterRowOf<typeof profileColumns>)[]>`
    select ${accountColumns}, ${profileColumns} from trading_partners t
    left join account_edi_profiles e on e.organization_id = ${organization_id}
      and e.trading_partner_id = t.trading_partner_id
    where t.organization_id = ${organization_id} and t.trading_partner_id = ${trading_partner_id}`
  const { transit_time_days, weight_unit, has_pallet_level, requirements } = row!
  const ofNotice = ((requirements ?? []) as Requirement[]).filter(({ document_type }) => document_type === '856')
  return {
    transit_time_days,
    weight_unit: weight_unit ?? 'KG',
    has_pallet_level: has_pallet_level ?? false,
    has_item_titles: ofNotice.some(({ level, segment }) => level === 'item' && segment === 'PID'),
    requires_buyer: ofNotice.some(
      ({ level, segment, qualifier }) => level === 'order' && segment === 'N1' && qualifier === partyCodes.buyer,
    ),
  }
}

/** Address of the door that the order is shipped to, else of the account: the place to ship to, as it is on file. */
async function readShipToAddress(sql: Sql, organization_id: string, order_id: string): Promise<string | null> {
  const [row] = await sql<{ address: string | null }[]>`
    select case when d.door_id is null and o.door_reference is not null then null
      else coalesce(d.address, t.ship_to_address) end as address
    from sales_orders o
    join trading_partners t on t.organization_id = ${organization_id} and t.trading_partner_id = o.trading_partner_id
    left join account_doors d on d.organization_id = ${organization_id}
      and d.trading_partner_id = o.trading_partner_id and lower(d.door_reference) = lower(o.door_reference)
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}`
  return row?.address ?? null
}

/** The time of day in a time zone, HH:MM. */
const timeOf = (time_zone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))

/** What notices of an order's shipments are made of, apart from the shipments. */
export async function readNoticed(
  sql: Sql,
  { organization_id, time_zone, now }: { organization_id: string; time_zone: string; now: string },
  order_id: string,
  trading_partner_id: string,
): Promise<Omit<Noticed, 'shipment'>> {
  const [order, lines, doors, parties, transports, asked, ship_to_address] = await Promise.all([
    readEdiDocumentOrder(sql, organization_id, order_id),
    readEdiDocumentLines(sql, organization_id, order_id),
    readDoorNames(sql, organization_id, trading_partner_id),
    readParties(sql, organization_id, trading_partner_id),
    readTransports(sql, organization_id, order_id),
    readAsked(sql, organization_id, trading_partner_id),
    readShipToAddress(sql, organization_id, order_id),
  ])
  const created = { on: dayInTimeZone(time_zone, now), at: timeOf(time_zone, now) }
  return { order, lines, doors, parties, transports, asked, ship_to_address, created }
}
