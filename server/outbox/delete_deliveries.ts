/**
 * Deletes deliveries past their retention and deliveries of deleted webhooks. Failed deliveries are kept until they are
 * sent again. An event is deleted with the last of its deliveries.
 */
import type { Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { type Job, type Only, togetherOrApart, within } from '../jobs/job.ts'

/** Deleting a delivery also deletes its attempts, so batches are smaller. */
const batchRows = 2_000

/** The oldest of each webhook; its latest delivered one is kept, as the webhook reports it. */
const servedTime = (sql: Sql, only: Only) => sql`
  select d.organization_id, d.delivery_id, d.state
  from webhooks w
  cross join lateral (
    select l.ended_at from webhook_deliveries l
    where l.organization_id = w.organization_id and l.webhook_id = w.webhook_id and l.state = 'delivered'
      and l.ended_at is not null
    order by l.ended_at desc limit 1
  ) last
  cross join lateral (
    select o.organization_id, o.delivery_id, o.state from webhook_deliveries o
    where o.organization_id = w.organization_id and o.webhook_id = w.webhook_id and o.state = 'delivered'
      and o.ended_at < least(last.ended_at, now() - make_interval(days => ${limits.webhook_delivery_days}))
    order by o.ended_at limit ${batchRows}
  ) d
  where ${within(sql, only, sql`w.organization_id`)}
  limit ${batchRows}`

const ofDeletedWebhooks = (sql: Sql, only: Only) => sql`
  select d.organization_id, d.delivery_id, d.state
  from webhooks w
  cross join lateral (
    select o.organization_id, o.delivery_id, o.state from webhook_deliveries o
    where o.organization_id = w.organization_id and o.webhook_id = w.webhook_id
    limit ${batchRows}
  ) d
  where w.deleted_at is not null and ${within(sql, only, sql`w.organization_id`)}
  limit ${batchRows}`

interface Deleted {
  organization_id: string
  event_id: string
}

/** A delivery that was queued again meanwhile is in another state and is kept. */
async function deleteDeliveries(sql: Sql, old: Fragment): Promise<number> {
  const deleted = await sql<Deleted[]>`
    with old as materialized (${old})
    delete from webhook_deliveries d using old
    where d.organization_id = old.organization_id and d.delivery_id = old.delivery_id and d.state = old.state
    returning d.organization_id, d.event_id`
  await sql`
    delete from webhook_events e
    using unnest(${deleted.map(({ organization_id }) => organization_id)}::uuid[],
      ${deleted.map(({ event_id }) => event_id)}::uuid[]) as o (organization_id, event_id)
    where e.organization_id = o.organization_id and e.event_id = o.event_id and not exists (
      select from webhook_deliveries d where d.organization_id = o.organization_id and d.event_id = o.event_id)`
  return deleted.length
}

export const deleteDeliveriesJob: Job = {
  name: 'delete_webhook_deliveries',
  every_seconds: 3_600,
  run: (step) =>
    togetherOrApart(step, async (only) => {
      for (const old of [servedTime, ofDeletedWebhooks])
        while ((await step((sql) => deleteDeliveries(sql, old(sql, only)))) === batchRows);
      await step(
        (sql) => sql`
          delete from webhooks w
          where w.deleted_at is not null and ${within(sql, only, sql`w.organization_id`)} and not exists (
            select from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.webhook_id)`,
      )
    }),
}
