/**
 * EDI with two accounts, through the service's own queues: orders, an order with an unknown item, acknowledgements, rejected and
 * accepted acknowledgements, and files that are truncated, miscounted, repeated or numbered twice.
 */
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { ediHandlers } from '../../../server/boot/edi_handlers.ts'
import { addDays } from '../../../server/calendar/days.ts'
import type { Sql } from '../../../server/contract/call.ts'
import { readOwnSide } from '../../../server/interchanges/account.store.ts'
import { claimInterchanges } from '../../../server/interchanges/inbound/interchanges.store.ts'
import { readInterchange } from '../../../server/interchanges/inbound/read.ts'
import { readFile } from '../../../server/interchanges/inbound/reading/reader.ts'
import { receiveInterchanges } from '../../../server/interchanges/inbound/receive.ts'
import { claimEdiDocuments, finishEdiDocuments } from '../../../server/interchanges/outbound/documents.store.ts'
import { writeEdiDocument } from '../../../server/interchanges/outbound/write.ts'
import { setEdiProfile } from '../../../server/partners/accounts/edi_profile.ts'
import { adviseInventory } from '../../../server/selling/edi_orders/outbound/advise_inventory.ts'
import { confirmOrder } from '../../../server/selling/orders/confirm.ts'
import type { Desk } from '../desk.ts'
import { fulfilOrder } from './fulfilment.ts'
import {
  acknowledgement997,
  interchangeText,
  miscounted,
  order850,
  type OrderedItem,
  sellOut852,
  truncated,
} from './x12_text.ts'

interface Exchange {
  desk: Desk
  today: string
  trading_partner_id: string
  edi_id: string
  /** The organisation's. */
  receiver: string
}

const identities = ['MERIDIAN', 'HARBOURSONS']
const jobs_max = 50
/** Counted above the numbers of the accounts' other interchanges. */
const firstControl = 3_101

/** Items of the account with what its variants cost it. */
const readItems = ({ desk: { sql, organization_id }, trading_partner_id }: Exchange) => sql<OrderedItem[]>`
  select i.buyer_sku, 6 as units, round(v.price_cents * 0.5)::float8 as price_cents
  from account_items i
  join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and v.price_cents is not null
  order by i.buyer_sku limit 6`

/** The database as the queues see it, within the one transaction. */
const within = (tx: postgres.TransactionSql) => ({
  autocommit: tx as unknown as Sql,
  write: <T>(work: (sql: Sql) => Promise<T>) => tx.savepoint((sp) => work(sp as unknown as Sql)) as Promise<T>,
})

async function receive({ desk, today }: Exchange, file_name: string, text: string): Promise<void> {
  const { sql, organization_id } = desk
  const now = `${addDays(today, -1)}T07:30:00Z`
  const bytes = Buffer.from(text, 'latin1')
  const read = await readFile(organization_id, { bytes })
  const encrypt = desk.secrets?.encrypt ?? null
  await receiveInterchanges(sql, { organization_id, now }, { read, file_name, delivered_by: null, encrypt })
}

async function readAll({ desk, trading_partner_id }: Exchange): Promise<void> {
  const { tx, sql, organization_id } = desk
  const tools = { db: within(tx) as never, handlers: ediHandlers }
  const jobs = await claimInterchanges(sql, [{ organization_id, group_id: trading_partner_id, jobs_max }])
  for (const job of jobs) await readInterchange(tools, job)
}

/** Documents to the account are written and sent, or kept for it to fetch. */
async function sendAll({ desk, trading_partner_id }: Exchange, is_stored: boolean): Promise<void> {
  const { tx, sql, organization_id } = desk
  const { write } = within(tx)
  const jobs = await claimEdiDocuments(sql, [{ organization_id, group_id: trading_partner_id, jobs_max }])
  for (const job of jobs) {
    await write((sp) => writeEdiDocument(sp, job))
    const outcome = { is_sent: true, is_stored, status: null, detail: null }
    await finishEdiDocuments(sql, [{ job, outcome, started_ms: 0, duration_ms: 0 }])
  }
}

interface Draft {
  order_id: string
  lines: { line_item_id: string; is_open: boolean }[]
}

/** Confirms the first order of the account, at the prices that it named, and fulfils it. */
async function confirmFirst({ desk, today, trading_partner_id }: Exchange): Promise<void> {
  const { sql, organization_id } = desk
  const [draft] = await sql<Draft[]>`
    select o.order_id, jsonb_agg(jsonb_build_object('line_item_id', l.line_id, 'verdict', 'accepted',
      'unit_price_cents', coalesce(l.unit_price_cents, l.requested_unit_price_cents)) order by l.line_number) as lines
    from sales_orders o
    join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
    where o.organization_id = ${organization_id} and o.trading_partner_id = ${trading_partner_id}
      and o.origin = 'edi' and o.lifecycle = 'draft'
    group by o.order_id, o.reference order by o.reference limit 1`
  if (draft === undefined) return
  // From where the first order ships; a small range may have no order that says.
  const [place] = await sql<{ location_id: string }[]>`
    select coalesce(
      (select location_id from sales_orders where organization_id = ${organization_id} and location_id is not null
        order by name limit 1),
      (select location_id from locations where organization_id = ${organization_id} order by name limit 1)) as location_id`
  const body = { location_id: place!.location_id, lines: draft.lines }
  const at = `${addDays(today, -1)}T11:00:00Z`
  await desk.run(confirmOrder, { params: { order_id: draft.order_id }, body, at })
  await fulfilOrder(desk, today, draft.order_id)
}

interface Written {
  group_control_number: string
  set_control_number: string
}

/** The account acknowledges our first 855. */
async function acknowledge(exchange: Exchange, control: number, rejected: boolean): Promise<void> {
  const { desk, today, trading_partner_id, edi_id, receiver } = exchange
  const { sql, organization_id } = desk
  const [sent] = await sql<Written[]>`
    select group_control_number, set_control_number from edi_documents
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and document_type = '855'
      and direction = 'outbound' and group_control_number is not null and set_control_number is not null
    order by document_id limit 1`
  if (sent === undefined) return
  const of = { group: 'PR', control: sent.group_control_number, type: '855', set: sent.set_control_number, rejected }
  const text = interchangeText({ id: edi_id, receiver, day: today }, control, 'FA', [acknowledgement997(of)])
  await receive(exchange, `${edi_id.toLowerCase()}_997_${control}.edi`, text)
}

/** A store reports its sales since Sunday, ahead of the weekly report. */
async function reportSellOut(exchange: Exchange, control: number, items: readonly OrderedItem[]): Promise<void> {
  const { desk, today, trading_partner_id, edi_id, receiver } = exchange
  const { sql, organization_id } = desk
  const [store] = await sql<{ door_reference: string; last_day: string }[]>`
    select d.door_reference, max(r.period_end)::text as last_day from account_doors d
    join sell_out_reports r on r.organization_id = ${organization_id} and r.trading_partner_id = d.trading_partner_id
    where d.organization_id = ${organization_id} and d.trading_partner_id = ${trading_partner_id}
    group by d.door_reference order by d.door_reference limit 1`
  if (store === undefined || store.last_day >= addDays(today, -1)) return
  const sold = items.map(({ buyer_sku }, i) => ({ buyer_sku, units: 2 + (i % 3), on_hand: 9 - i }))
  const set = sellOut852(addDays(store.last_day, 1), addDays(today, -1), store.door_reference, sold)
  const text = interchangeText({ id: edi_id, receiver, day: today }, control, 'PD', [set])
  await receive(exchange, `${edi_id.toLowerCase()}_852_${control}.edi`, text)
}

/** Orders of an account over EDI count on a channel of its own, since the organisation has several. */
const openChannel = ({ desk: { sql, organization_id }, today, trading_partner_id, edi_id }: Exchange) => sql`
  insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id, created_at)
  values (${organization_id}, ${uuidv7()}, ${`EDI ${edi_id}`}, 'wholesale', ${trading_partner_id},
    ${`${addDays(today, -120)}T09:00:00Z`})`

async function trade(exchange: Exchange, index: number): Promise<void> {
  const { desk, today, trading_partner_id, edi_id, receiver } = exchange
  const items = [...(await readItems(exchange))]
  if (items.length < 3) return
  // The first account has a gateway. The other one fetches, and so gets the weekly advice without anything being sent.
  const isStored = index > 0
  const body = {
    edi_qualifier: 'ZZ',
    edi_id,
    version: '4010',
    documents_taken: ['810', '855', '856', '997', ...(isStored ? ['846'] : [])],
    ...(isStored
      ? {}
      : { transport: 'http', connection: { http: { url: `https://edi.${edi_id.toLowerCase()}.example/x12` } } }),
  }
  await desk.run(setEdiProfile, { params: { trading_partner_id }, body, at: `${addDays(today, -120)}T09:00:00Z` })
  await openChannel(exchange)
  const from = { id: edi_id, receiver, day: addDays(today, -1) }
  const number = (i: number) => `77${index}00${i}`
  const orderText = (i: number, of: readonly OrderedItem[]) =>
    interchangeText(from, firstControl + i, 'PO', [order850(number(i), from.day, of)])
  const unknown = { buyer_sku: `${edi_id.slice(0, 3)}-UNKNOWN`, units: 12, price_cents: 2_150 }
  const first = orderText(1, items.slice(0, 3))
  const file = (i: number) => `${edi_id.toLowerCase()}_850_${i}.edi`
  await receive(exchange, file(1), first)
  await receive(exchange, file(2), orderText(2, [...items.slice(1, 3), unknown]))
  await receive(exchange, file(3), truncated(orderText(3, items)))
  await receive(exchange, file(4), miscounted(orderText(4, items.slice(0, 2))))
  await receive(exchange, file(1), first)
  await receive(exchange, file(5), orderText(1, items.slice(2, 4)))
  await reportSellOut(exchange, firstControl + 7, items)
  await readAll(exchange)
  await confirmFirst(exchange)
  if (isStored)
    await desk.run(adviseInventory, { params: { trading_partner_id }, at: `${addDays(today, -1)}T23:40:00Z` })
  await sendAll(exchange, isStored)
  await acknowledge(exchange, firstControl + 6, index === 1)
  await readAll(exchange)
}

export async function exchangeDocuments(desk: Desk, today: string, account_ids: readonly string[]): Promise<void> {
  const { identity } = await readOwnSide(desk.sql, desk.organization_id)
  for (const [index, edi_id] of identities.entries()) {
    const trading_partner_id = account_ids[index]
    if (trading_partner_id === undefined) continue
    await trade({ desk, today, trading_partner_id, edi_id, receiver: identity.id }, index)
  }
}
