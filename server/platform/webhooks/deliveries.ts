import type { Sql } from '../../contract/call.ts'
import type { EventName } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Instant, Shape, Type, Whole } from '../../contract/schema.ts'
import { deliveries_channel } from '../../outbox/emit.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Delivery, delivery_states, DeliveryId, DeliveryWhole, service, WebhookId } from './model.ts'
import { checkWebhooksSold, countDeliveries, readWebhook, selectAttempts, selectDeliveries } from './store.ts'

const limit_default = 50
const redelivered_max = limits.webhook_redeliveries_per_call_max.toLocaleString('en-US')

async function readDelivery(sql: Sql, organization_id: string, webhook_id: string, delivery_id: string) {
  const [row] = await selectDeliveries(sql, organization_id, webhook_id, { delivery_id })
  if (row === undefined) refuse('not_found', { desc: 'No delivery of this webhook has that id.' })
  const { body, ...delivery } = row
  return { delivery, body }
}

const wakeWorkers = (sql: Sql) => sql`select pg_notify(${deliveries_channel}, '')`

export const listDeliveries = sessionOperation({
  id: 'session.list_webhook_deliveries',
  route: 'GET /api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: `One row for each thing that happened, newest first: when, which event, how far it has come, how many attempts. What was delivered is listed for ${limits.webhook_delivery_days} days after that; the last of a webhook, what failed and what waits stay.`,
  service,
  needs: 'admin',
  params: WebhookId,
  query: Type.Object(
    { ...pagingQuery(limit_default), state: Type.Optional(Choice(delivery_states, 'Only deliveries in this state.')) },
    { additionalProperties: false },
  ),
  answer: Page(Delivery),
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params, query }) {
    await checkWebhooksSold(sql, caller)
    const { organization_id } = caller
    const { offset = 0, limit = limit_default, state } = query
    const [, rows, counted] = await Promise.all([
      readWebhook(sql, organization_id, params.webhook_id),
      selectDeliveries(sql, organization_id, params.webhook_id, { state, limit, offset }),
      countDeliveries(sql, organization_id, params.webhook_id, { state }),
    ])
    const deliveries = rows.map(({ body: _body, ...delivery }) => delivery)
    return { rows: deliveries, size: deliveries.length, offset, filtered_max_size: counted[0]!.filtered }
  },
})

export const getDelivery = sessionOperation({
  id: 'session.get_webhook_delivery',
  route: 'GET /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Get one delivery whole',
  description:
    'The body that is sent, and each attempt with its status, duration and the beginning of the answer, or why there was none.',
  service,
  needs: 'admin',
  params: DeliveryId,
  answer: DeliveryWhole,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params }) {
    await checkWebhooksSold(sql, caller)
    const [{ delivery, body }, attempts] = await Promise.all([
      readDelivery(sql, caller.organization_id, params.webhook_id, params.delivery_id),
      selectAttempts(sql, caller.organization_id, params.delivery_id),
    ])
    const tries = attempts.map((one) => ({
      ...one,
      answer: one.answer === null || one.status === null ? null : Buffer.from(one.answer).toString('utf8'),
    }))
    return { ...delivery, body, tries }
  },
})

export const redeliverOne = sessionOperation({
  id: 'session.redeliver',
  route: 'POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  summary: 'Send one delivery again',
  desc: ({ event }) => `The delivery of ${event} is sent again.`,
  description:
    'Sends the same body under the same delivery id, at once and with a fresh round of retries. What still waits is brought forward.',
  service,
  needs: 'admin',
  params: DeliveryId,
  answer: Delivery,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params }) {
    await checkWebhooksSold(sql, caller)
    await sql`
      update webhook_deliveries set state = 'waiting', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${caller.organization_id} and webhook_id = ${params.webhook_id}
        and delivery_id = ${params.delivery_id}`
    const { delivery } = await readDelivery(sql, caller.organization_id, params.webhook_id, params.delivery_id)
    await wakeWorkers(sql)
    return delivery
  },
})

export const redeliverFailed = sessionOperation({
  id: 'session.redeliver_failed',
  route: 'POST /api/v1/webhooks/{webhook_id}/redeliver-failed',
  summary: 'Send all failed deliveries again',
  desc: ({ redelivered, left }) => `${counted(redelivered, 'delivery', 'deliveries')} sent again; ${left} left.`,
  description: `The deliveries of the webhook that failed and happened at \`since\` or later start a fresh round: those that happened first, at most ${redelivered_max} in one call. Repeat the call while \`left\` is not 0.`,
  service,
  needs: 'admin',
  params: WebhookId,
  body: Shape({ since: Instant('From when on.') }),
  answer: Shape({
    redelivered: Whole('How many deliveries start again.', { minimum: 0, examples: [3] }),
    left: Whole('How many that failed since then are left for the next call.', { minimum: 0, examples: [0] }),
  }),
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params: { webhook_id }, body: { since } }) {
    await checkWebhooksSold(sql, caller)
    const { organization_id } = caller
    await readWebhook(sql, organization_id, webhook_id)
    // By keys that the planner knows nothing of: asked for their state once more, they might be compared with each other.
    const { count } = await sql`
      with failed as materialized (
        select organization_id, delivery_id from webhook_deliveries
        where organization_id = ${organization_id} and webhook_id = ${webhook_id} and state = 'failed'
          and ended_at is not null and created_at >= ${since}::timestamptz
        order by created_at, delivery_id limit ${limits.webhook_redeliveries_per_call_max}
        for update
      )
      update webhook_deliveries d
      set state = 'waiting', round_failures = 0, next_attempt_at = now(), ended_at = null
      from failed where d.organization_id = failed.organization_id and d.delivery_id = failed.delivery_id`
    if (count > 0) await wakeWorkers(sql)
    const [rest] = await countDeliveries(sql, organization_id, webhook_id, { state: 'failed', since })
    return { redelivered: count, left: rest!.filtered }
  },
})

export const sendTest = sessionOperation({
  id: 'session.test_webhook',
  route: 'POST /api/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test event',
  desc: ({ event }) => `A test of ${event} is on its way.`,
  description:
    "Sends a made-up record of the webhook's event on the same path as a real one: signed, retried, listed among its deliveries and marked as a test.",
  service,
  needs: 'admin',
  params: WebhookId,
  answer: Delivery,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params, webhooks }) {
    await checkWebhooksSold(sql, caller)
    const { organization_id } = caller
    const { type } = await readWebhook(sql, organization_id, params.webhook_id)
    const [row] = await sql<{ delivery_id: string }[]>`
      with happened as (
        insert into webhook_events (organization_id, event_id, event, body)
        values (${organization_id}, gen_random_uuid(), ${type}, ${webhooks.sampleBody(type as EventName)}) returning event_id
      )
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, next_attempt_at, is_test)
      select ${organization_id}, gen_random_uuid(), ${params.webhook_id}, event_id, now(), true from happened
      returning delivery_id`
    await wakeWorkers(sql)
    return (await readDelivery(sql, organization_id, params.webhook_id, row!.delivery_id)).delivery
  },
})
