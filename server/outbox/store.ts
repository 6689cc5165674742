/** The queue's statements: take what is due, write down what became of it. All times are the database's. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { isDelivered, type Outcome } from './post.ts'
import type { Ended, Room } from './runner.ts'

export interface Claimed {
  organization_id: string
  delivery_id: string
  webhook_id: string
  /** The fence: only the attempt of this number can be finished by its number. */
  attempt: number
  event: string
  body: string
  hook_url: string
  endpoint: string
  sealed_secret: Uint8Array
  unix_seconds: number
}

/**
 * Takes at most `most` due deliveries, and of each endpoint no more than it has room for: a slow receiver fills its own
 * room and nobody else's. Rows that another worker is taking are passed over.
 */
export const claimDue = (sql: Sql, most: number, busy: readonly Room[], per_room: number) => sql<Claimed[]>`
  with busy as (
    select * from jsonb_to_recordset(${JSON.stringify(busy)}::text::jsonb) as b (room text, "left" int)
  ), endpoints as (
    select w.endpoint, coalesce(b."left", ${per_room}) as "left"
    from (select distinct endpoint from webhooks where is_active) w left join busy b on b.room = w.endpoint
    where coalesce(b."left", ${per_room}) > 0
  ), due as (
    select picked.organization_id, picked.delivery_id from endpoints e
    cross join lateral (
      select d.organization_id, d.delivery_id
      from webhooks w
      join webhook_deliveries d on d.organization_id = w.organization_id and d.webhook_id = w.webhook_id
      where w.endpoint = e.endpoint and w.is_active and w.sealed_secret is not null and d.state = 'waiting' and d.next_attempt_at <= now()
        and (d.leased_until is null or d.leased_until <= now())
      order by d.next_attempt_at
      limit e."left"
      for update of d skip locked
    ) picked
    limit ${most}
  ), claimed as (
    update webhook_deliveries d
    set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${limits.webhook_lease_seconds})
    from due where d.organization_id = due.organization_id and d.delivery_id = due.delivery_id
    returning d.organization_id, d.delivery_id, d.webhook_id, d.event_id, d.attempts
  )
  select c.organization_id, c.delivery_id, c.webhook_id, c.attempts as attempt, e.event, e.body, w.hook_url, w.endpoint,
    w.sealed_secret, extract(epoch from now())::int as unix_seconds
  from claimed c
  join webhook_events e on e.organization_id = c.organization_id and e.event_id = c.event_id
  join webhooks w on w.organization_id = c.organization_id and w.webhook_id = c.webhook_id`

/**
 * Writes down attempts that ended, together. What is no longer held under its fence was taken over by another worker
 * and is left to it. A failure is followed by the next attempt of the round, or ends it.
 */
export async function finishAttempts(sql: Sql, finished: readonly Ended<Claimed, Outcome>[]): Promise<number> {
  const rows = finished.map(({ claimed, outcome, started_at }) => ({
    organization_id: claimed.organization_id,
    delivery_id: claimed.delivery_id,
    attempt: claimed.attempt,
    started_at,
    duration_ms: outcome.duration_ms,
    address: outcome.address,
    status: outcome.status,
    failure: outcome.failure,
    answer: Buffer.from(outcome.answer).toString('base64'),
    delivered: isDelivered(outcome),
  }))
  const [first, second, third] = limits.webhook_retry_seconds
  const result = await sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (organization_id uuid,
        delivery_id uuid, attempt int, started_at timestamptz, duration_ms int, address text, status smallint,
        failure text, answer text, delivered boolean)
    ), held as (
      update webhook_deliveries d set
        state = case when e.delivered then 'delivered' when d.round_failures >= 3 then 'failed' else 'waiting' end,
        leased_until = null,
        round_failures = d.round_failures + case when e.delivered then 0 else 1 end,
        ended_at = case when e.delivered or d.round_failures >= 3 then now() end,
        next_attempt_at = case when e.delivered or d.round_failures >= 3 then null
          else now() + make_interval(secs => case d.round_failures when 0 then ${first}::int when 1 then ${second}::int else ${third}::int end) end
      from ended e
      where d.organization_id = e.organization_id and d.delivery_id = e.delivery_id and d.attempts = e.attempt
        and d.state = 'waiting'
      returning d.organization_id, d.delivery_id
    )
    insert into webhook_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, address, status,
      failure, answer)
    select e.organization_id, e.delivery_id, e.attempt, e.started_at, e.duration_ms, e.address, e.status, e.failure,
      decode(e.answer, 'base64')
    from ended e join held using (organization_id, delivery_id)`
  return result.count
}
