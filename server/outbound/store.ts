/** The queue's statements: take what is due, write down what became of it. All times are the database's. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Ended, Room } from '../outbox/runner.ts'
import type { Outgoing, Sending } from './lane.ts'
import type { LaneName } from './queue.ts'
import { type EndedDocument, tellEnded } from './undelivered.ts'

/**
 * Takes at most `most` due papers of these lanes, those that have waited longest first, and of each room no more than
 * it has left. A paper for the supplier of an order on hold waits until the order is released, and nobody releases one
 * that was cancelled; a room holds papers of one lane. The queue's index is asked once for each room with something waiting, and then only for rows that are
 * taken; whether an order is on hold is asked of that order alone, never of all that are.
 */
export const claimDocuments = (
  sql: Sql,
  lanes: readonly LaneName[],
  most: number,
  busy: readonly Room[],
  per_room: number,
) => sql<Outgoing[]>`
  with recursive busy as (
    select * from jsonb_to_recordset(${JSON.stringify(busy)}::text::jsonb) as b (room text, "left" int)
  ), heads as (
    (select room, lane, next_attempt_at from outbound_documents where state = 'queued'
      order by room, next_attempt_at limit 1)
    union all
    select next.* from heads h cross join lateral (
      select d.room, d.lane, d.next_attempt_at from outbound_documents d
      where d.state = 'queued' and d.room > h.room
      order by d.room, d.next_attempt_at limit 1
    ) next
  ), due as (
    select picked.organization_id, picked.document_id
    from (
      select h.room, coalesce(b."left", ${per_room}) as "left" from heads h left join busy b using (room)
      where h.next_attempt_at <= now() and h.lane = any(${`{${lanes.join(',')}}`}::text[])
        and coalesce(b."left", ${per_room}) > 0
      order by h.next_attempt_at
    ) r
    cross join lateral (
      select d.organization_id, d.document_id from outbound_documents d
      where d.room = r.room and d.state = 'queued' and d.next_attempt_at <= now()
        and (d.lane = 'warehouse' or not (
          select o.on_hold and o.status <> 'cancelled' from purchase_orders o
          where o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id))
      order by d.next_attempt_at
      limit r."left"
      for update of d skip locked
    ) picked
    limit ${most}
  )
  update outbound_documents d
  set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${limits.outbound_lease_seconds})
  from due where d.organization_id = due.organization_id and d.document_id = due.document_id
  returning d.organization_id, d.document_id, d.lane, d.purchase_order_id, d.name, d.revision, d.recipient, d.room,
    d.payload, d.created_at, d.attempts as attempt, extract(epoch from now())::int as unix_seconds`

const detail_length_max = 2_000

/**
 * Writes down attempts that ended. What is no longer held under its fence was taken over by another worker and is left
 * to it; a paper that was replaced meanwhile and yet arrived is told as sent. Rows are locked by their keys, in one
 * order, so that neither a queue's statistics nor whoever else locks papers can hold this up. What failed for good is put
 * before a person in the same transaction.
 */
export async function finishDocuments(sql: Sql, ended: readonly Ended<Outgoing, Sending>[]): Promise<void> {
  const rows = ended.map(({ claimed, outcome, started_at, duration_ms }) => ({
    organization_id: claimed.organization_id,
    document_id: claimed.document_id,
    attempt: claimed.attempt,
    started_at,
    duration_ms,
    is_sent: outcome.is_sent,
    is_final: outcome.is_final ?? false,
    status: outcome.status,
    detail: plain(outcome.detail),
  }))
  const [first, second, third] = limits.outbound_retry_seconds
  const changed = await sql<EndedDocument[]>`
    with ended as (
      select *, is_sent or is_final as is_over from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (organization_id uuid, document_id uuid, attempt int, started_at timestamptz, duration_ms int,
          is_sent boolean, is_final boolean, status smallint, detail text)
    ), held as (
      select e.* from (select * from ended order by organization_id, document_id) e cross join lateral (
        select from outbound_documents d
        where d.organization_id = e.organization_id and d.document_id = e.document_id and d.attempts = e.attempt
          and d.state in ('queued', 'replaced')
        for update
      ) d
    ), changed as (
      update outbound_documents d set
        state = case when h.is_sent then 'sent' when d.state = 'replaced' then 'replaced'
          when h.is_over or d.round_failures >= 3 then 'failed' else 'queued' end,
        round_failures = d.round_failures + case when h.is_sent then 0 else 1 end,
        ended_at = case when h.is_over or d.round_failures >= 3 or d.state = 'replaced' then now() end,
        next_attempt_at = case when h.is_over or d.round_failures >= 3 or d.state = 'replaced' then null
          else now() + make_interval(secs => case d.round_failures when 0 then ${first}::int when 1 then ${second}::int else ${third}::int end) end
      from held h where d.organization_id = h.organization_id and d.document_id = h.document_id
      returning d.organization_id, d.document_id, d.lane, d.purchase_order_id, d.name, d.recipient, d.state,
        d.payload -> 'is_cancellation' is not null as is_cancellation, h.status, h.detail, d.ended_at
    ), written as (
      insert into outbound_attempts (organization_id, document_id, attempt, started_at, duration_ms, outcome, status,
        detail)
      select organization_id, document_id, attempt, started_at, duration_ms,
        case when is_sent then 'sent' else 'failed' end, status, detail
      from ended
      on conflict do nothing
    )
    select * from changed where state in ('sent', 'failed')`
  await tellEnded(sql, [...changed])
}

/** What another system answered, as text that the database takes. */
const plain = (text: string | null): string | null =>
  text === null ? null : text.toWellFormed().replaceAll('\u0000', '').slice(0, detail_length_max)
