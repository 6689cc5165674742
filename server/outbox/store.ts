/** SQL statements on deliveries: due endpoints, claims and outcomes. */
import { writeArray } from '../../db/client/values.ts'
import { webhook_deliveries, webhook_events, webhooks } from '../../db/schema/webhooks.ts'
import { type RowOf, selection, selections } from '../../db/sql/selection.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { ageSeconds, type Allotment, type Ended, type Group, type Job, type QueueTable } from '../queue/kind.ts'
import { claimedJobs, firstDue, settledJobs, waitingGroups } from '../queue/statements.ts'
import { isDelivered, type Outcome } from '../http_client/post.ts'

const claimedColumns = selections(
  selection(webhook_deliveries, 'c', ['delivery_id', 'webhook_id', 'is_test']),
  selection(webhook_events, 'e', ['event', 'body']),
  selection(webhooks, 'w', ['hook_url', 'encrypted_secret!']),
)
export type Claimed = Job & RowOf<typeof claimedColumns> & { unix_seconds: number }

export const deliveriesTable: QueueTable = {
  name: 'webhook_deliveries',
  id: 'delivery_id',
  group: 'webhook_id',
  group_type: 'uuid',
  states: { waiting: 'waiting', done: 'delivered', failed: 'failed' },
  lease_seconds: limits.webhook_lease_seconds,
  retry_seconds: limits.webhook_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'waiting'`,
}

/** Webhooks with a delivery due. One that is inactive or has no secret yet waits with all its deliveries. */
export const findDueWebhooks = (sql: Sql) => sql<Group[]>`
  with recursive ${waitingGroups(sql, deliveriesTable)}
  select g.organization_id, g.group_id, w.endpoint as destination, first.due_since
  from groups g
  join webhooks w on w.organization_id = g.organization_id and w.webhook_id = g.group_id
  cross join ${firstDue(sql, deliveriesTable)} first
  where g.next_attempt_at <= now() and w.is_active and w.encrypted_secret is not null`

export const claimDeliveries = (sql: Sql, allotments: readonly Allotment[]) => sql<Claimed[]>`
  with ${claimedJobs(sql, deliveriesTable, allotments)}
  select c.organization_id, w.endpoint as destination, c.attempts as attempt, ${claimedColumns},
    extract(epoch from now())::int as unix_seconds
  from claimed c
  join webhook_events e on e.organization_id = c.organization_id and e.event_id = c.event_id
  join webhooks w on w.organization_id = c.organization_id and w.webhook_id = c.webhook_id`

/** Records ended attempts in one statement; returns how many still had a valid fence. */
export async function finishDeliveries(sql: Sql, ended: readonly Ended<Claimed, Outcome>[]): Promise<number> {
  const of = (value: (row: Ended<Claimed, Outcome>) => unknown) => writeArray(ended.map(value), String)
  const result = await sql`
    with ended as (
      select *, false as is_final from unnest(${of(({ job }) => job.organization_id)}::text::uuid[],
        ${of(({ job }) => job.delivery_id)}::text::uuid[],
        ${of(({ job }) => job.attempt)}::text::int[],
        ${of(ageSeconds)}::text::float8[],
        ${of(({ outcome }) => outcome.duration_ms)}::text::int[],
        ${of(({ outcome }) => outcome.address)}::text::text[],
        ${of(({ outcome }) => outcome.status)}::text::smallint[],
        ${of(({ outcome }) => outcome.failure)}::text::text[],
        ${of(({ outcome }) => `\\x${Buffer.from(outcome.answer).toString('hex')}`)}::text::bytea[],
        ${of(({ outcome }) => isDelivered(outcome))}::text::boolean[])
        as e (organization_id, id, attempt, age_seconds, duration_ms, address, status, failure, answer, is_done)
    ), ${settledJobs(sql, deliveriesTable)}, written as (
      insert into webhook_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, address, status,
        failure, answer)
      select organization_id, id, attempt, now() - make_interval(secs => age_seconds), duration_ms, address, status, failure,
        answer
      from held
    )
    select from settled`
  return result.count
}
