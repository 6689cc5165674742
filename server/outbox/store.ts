/** The queue's statements: take what is due, write down what became of it. All times are the database's. */
import { writeArray } from '../../db/values.ts'
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
  /** Sent on request with a made-up record. */
  is_test: boolean
}

/**
 * Takes at most `most` due deliveries, those that have waited longest first, and of each endpoint no more than it has
 * room for: a slow receiver fills its own room and nobody else's. Rows that another worker is taking are passed over.
 * The queue's index is asked once for each webhook with something waiting, and then only for rows that are taken: a
 * backlog, or a table whose statistics were taken while nothing waited, makes no difference.
 */
export const claimDue = (sql: Sql, most: number, busy: readonly Room[], per_room: number) => sql<Claimed[]>`
  with recursive busy as (
    select * from jsonb_to_recordset(${JSON.stringify(busy)}::text::jsonb) as b (room text, "left" int)
  ), heads as (
    (select organization_id, webhook_id, next_attempt_at from webhook_deliveries where state = 'waiting'
      order by organization_id, webhook_id, next_attempt_at limit 1)
    union all
    select next.* from heads h cross join lateral (
      select d.organization_id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
      where d.state = 'waiting' and (d.organization_id, d.webhook_id) > (h.organization_id, h.webhook_id)
      order by d.organization_id, d.webhook_id, d.next_attempt_at limit 1
    ) next
  ), live as (
    select w.organization_id, w.webhook_id, w.hook_url, w.endpoint, w.sealed_secret, h.next_attempt_at as due_since,
      coalesce(b."left", ${per_room}) as "left"
    from heads h
    join webhooks w on w.organization_id = h.organization_id and w.webhook_id = h.webhook_id
    left join busy b on b.room = w.endpoint
    where h.next_attempt_at <= now() and w.is_active and w.sealed_secret is not null
      and coalesce(b."left", ${per_room}) > 0
  ), due as (
    select picked.organization_id, picked.delivery_id
    from (select endpoint, "left" from live group by endpoint, "left" order by min(due_since)) e
    cross join lateral (
      select first.* from (select * from live l where l.endpoint = e.endpoint order by l.due_since) w
      cross join lateral (
        select d.organization_id, d.delivery_id from webhook_deliveries d
        where d.organization_id = w.organization_id and d.webhook_id = w.webhook_id and d.state = 'waiting'
          and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until <= now())
        order by d.next_attempt_at
        limit w."left"
        for update skip locked
      ) first
      limit e."left"
    ) picked
    limit ${most}
  ), claimed as (
    update webhook_deliveries d
    set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${limits.webhook_lease_seconds})
    from due where d.organization_id = due.organization_id and d.delivery_id = due.delivery_id
    returning d.organization_id, d.delivery_id, d.webhook_id, d.event_id, d.attempts, d.is_test
  )
  select c.organization_id, c.delivery_id, c.webhook_id, c.attempts as attempt, e.event, e.body, w.hook_url, w.endpoint,
    w.sealed_secret, extract(epoch from now())::int as unix_seconds, c.is_test
  from claimed c
  join webhook_events e on e.organization_id = c.organization_id and e.event_id = c.event_id
  join live w on w.organization_id = c.organization_id and w.webhook_id = c.webhook_id`

/**
 * Writes down attempts that ended, together. What is no longer held under its fence was taken over by another worker
 * and is left to it. A failure is followed by the next attempt of the round, or ends it. Each row is locked by its key:
 * a join could read everything that waits instead, for all that the statistics of a queue are worth.
 */
export async function finishAttempts(sql: Sql, finished: readonly Ended<Claimed, Outcome>[]): Promise<number> {
  const of = (value: (row: Ended<Claimed, Outcome>) => unknown) => writeArray(finished.map(value), String)
  const [first, second, third] = limits.webhook_retry_seconds
  const result = await sql`
    with ended as (
      select * from unnest(${of(({ claimed }) => claimed.organization_id)}::text::uuid[],
        ${of(({ claimed }) => claimed.delivery_id)}::text::uuid[],
        ${of(({ claimed }) => claimed.attempt)}::text::int[],
        ${of(({ started_at }) => started_at)}::text::timestamptz[],
        ${of(({ outcome }) => outcome.duration_ms)}::text::int[],
        ${of(({ outcome }) => outcome.address)}::text::text[],
        ${of(({ outcome }) => outcome.status)}::text::smallint[],
        ${of(({ outcome }) => outcome.failure)}::text::text[],
        ${of(({ outcome }) => `\\x${Buffer.from(outcome.answer).toString('hex')}`)}::text::bytea[],
        ${of(({ outcome }) => isDelivered(outcome))}::text::boolean[])
        as e (organization_id, delivery_id, attempt, started_at, duration_ms, address, status, failure, answer, delivered)
    ), held as (
      select e.* from ended e cross join lateral (
        select from webhook_deliveries d
        where d.organization_id = e.organization_id and d.delivery_id = e.delivery_id and d.attempts = e.attempt
          and d.leased_until is not null
        for update
      ) d
    ), written as (
      insert into webhook_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, address, status,
        failure, answer)
      select organization_id, delivery_id, attempt, started_at, duration_ms, address, status, failure, answer from held
    )
    update webhook_deliveries d set
      state = case when h.delivered then 'delivered' when d.round_failures >= 3 then 'failed' else 'waiting' end,
      leased_until = null,
      round_failures = d.round_failures + case when h.delivered then 0 else 1 end,
      ended_at = case when h.delivered or d.round_failures >= 3 then now() end,
      next_attempt_at = case when h.delivered or d.round_failures >= 3 then null
        else now() + make_interval(secs => case d.round_failures when 0 then ${first}::int when 1 then ${second}::int else ${third}::int end) end
    from held h
    where d.organization_id = h.organization_id and d.delivery_id = h.delivery_id`
  return result.count
}
