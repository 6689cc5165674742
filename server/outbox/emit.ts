/**
 * The outbox. An event is recorded in the transaction that causes it, with its body frozen and one delivery for each
 * active webhook. If the change commits, its event commits with it; if it rolls back, nothing is sent. The worker
 * (worker.ts) sends deliveries and knows nothing about their causes.
 */
import { uuidv7 } from 'uuidv7'
import { webhook_events } from '../../db/schema/webhooks.ts'
import { list, named } from '../../db/sql/lists.ts'
import { recordset } from '../../db/sql/recordset.ts'
import type { Fragment, Sql } from '../contract/call.ts'
import type { EventName } from '../contract/events.ts'
import type { Money } from '../contract/schema.ts'
import { dollarsFor, findFigures } from '../exchange_rates/dollars.ts'

export interface DomainEvent {
  event: EventName
  /** The record itself, as its own read returns it. */
  record: object
  /** Whether it is about history that an import brought, which subscriptions can leave out. */
  is_imported?: boolean
}

/** Notification channel for new deliveries. */
export const deliveriesChannel = 'webhook_deliveries'

const eventRows = recordset(webhook_events, ['event_id', 'event', 'body'], {
  alias: 'h',
  extra: { is_imported: 'boolean' },
})
const storedNames = ['event_id', 'event', 'body'] as const

/** The webhooks that an event reaches, as the rest of a select after `from`; `event` is its name as SQL. */
export const subscribers = (sql: Sql, organization_id: string, event: Fragment): Fragment => sql`
  webhooks w where w.organization_id = ${organization_id} and w.event = ${event} and w.is_active`

/** Whether history that an import brought reaches anyone: a record that nobody hears of need not be read. */
export async function hearsImported(sql: Sql, organization_id: string, event: EventName): Promise<boolean> {
  const [found] = await sql<{ has_subscribers: boolean }[]>`
    select exists (select from ${subscribers(sql, organization_id, sql`${event}::text`)} and w.include_imported)
      as has_subscribers`
  return found!.has_subscribers
}

/** Records events and their deliveries; events without a subscription are not recorded. */
export async function emit(sql: Sql, organization_id: string, eventsToEmit: readonly DomainEvent[]): Promise<void> {
  if (eventsToEmit.length === 0) return
  const figures: Money[] = []
  for (const { record } of eventsToEmit) findFigures(record, figures)
  await dollarsFor(sql, organization_id)(figures)
  const rows = eventsToEmit.map(({ event, record, is_imported = false }) => ({
    event_id: uuidv7(),
    event,
    body: JSON.stringify(record),
    is_imported,
  }))
  await sql`
    with happened as (
      select ${eventRows.values} from ${eventRows.from(rows)}
    ), heard as (
      select h.event_id, s.webhook_id from happened h
      cross join lateral (select w.webhook_id from ${subscribers(sql, organization_id, sql`h.event`)}
        and (w.include_imported or not h.is_imported)) s
    ), written as (
      insert into webhook_events (organization_id, ${list(storedNames)})
      select ${organization_id}, ${named(storedNames, 'h')} from happened h
      where h.event_id in (select event_id from heard)
    ), queued as (
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, next_attempt_at)
      select ${organization_id}, gen_random_uuid(), webhook_id, event_id, now() from heard
      returning 1
    )
    select pg_notify(${deliveriesChannel}, '') from (select count(*) as waiting from queued) q where q.waiting > 0`
}
