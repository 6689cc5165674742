/**
 * The outbox. What happened is written down in the transaction that made it happen: its body frozen as it then stood,
 * one delivery for each subscription that was live. If the change commits, its announcement is committed with it; if
 * it does not, nobody hears of it. Sending is the worker's (worker.ts), which knows nothing of how events come about.
 */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../contract/call.ts'
import type { EventName } from '../contract/events.ts'

export interface DomainEvent {
  event: EventName
  /** The record itself, in the shape its own read answers with. */
  record: object
}

/** The channel on which workers hear that something waits. */
export const deliveries_channel = 'webhook_deliveries'

/** Writes events and their deliveries; those that nobody has subscribed to leave no trace. */
export async function emit(sql: Sql, organization_id: string, events_to_emit: readonly DomainEvent[]): Promise<void> {
  if (events_to_emit.length === 0) return
  const rows = events_to_emit.map(({ event, record }) => ({ event_id: uuidv7(), event, body: JSON.stringify(record) }))
  await sql`
    with happened as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as h (event_id uuid, event text, body text)
    ), heard as (
      select h.event_id, w.webhook_id from happened h
      join webhooks w on w.organization_id = ${organization_id} and w.event = h.event and w.is_active
    ), written as (
      insert into webhook_events (organization_id, event_id, event, body)
      select ${organization_id}, event_id, event, body from happened
      where event_id in (select event_id from heard)
    ), queued as (
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, next_attempt_at)
      select ${organization_id}, gen_random_uuid(), webhook_id, event_id, now() from heard
      returning 1
    )
    select pg_notify(${deliveries_channel}, '') from (select count(*) as waiting from queued) q where q.waiting > 0`
}
