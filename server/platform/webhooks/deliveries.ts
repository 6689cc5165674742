import type { Sql } from '../../contract/call.ts'
import type { EventName } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Instant, Shape, Type, Whole } from '../../contract/schema.ts'
import { deliveriesChannel } from '../../outbox/emit.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { Delivery, deliveryStates, DeliveryId, DeliveryDetail, service, WebhookId } from './model.ts'
import { countDeliveries, readWebhook, selectAttempts, selectDeliveries } from './store.ts'

const limit_default = 50
const redeliveredMax = limits.webhook_redeliveries_per_call_max.toLocaleString('en-US')

async function readDelivery(sql: Sql, organization_id: string, webhook_id: string, delivery_id: string) {
  const [row] = await selectDeliveries(sql, organization_id, webhook_id, { delivery_id })
  if (row === undefined) refuse('not_found', { desc: 'This webhook has no delivery with this id.' })
  const { body, ...delivery } = row
  return { delivery, body }
}

const wakeWorkers = (sql: Sql) => sql`select pg_notify(${deliveriesChannel}, '')`

export const listDeliveries = sessionOperation({
  id: 'session.list_webhook_deliveries',
  route: 'GET /api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List webhook deliveries',
  description: `Returns the deliveries of a webhook, newest first, with the time, event, state and number of attempts of each. Completed deliveries are listed for ${limits.webhook_delivery_days} days. Failed and pending deliveries, and the latest delivery of the webhook, are listed without a time limit.`,
  service,
  needs: 'admin',
  params: WebhookId,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      state: Type.Optional(Choice(deliveryStates, 'Limits the result to deliveries in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Delivery),
  refusals: ['not_found'],
  async run({ sql, caller, params, query }) {
    const { organization_id } = caller
    const { offset = 0, limit = limit_default, state } = query
    const reading = selectDeliveries(sql, organization_id, params.webhook_id, { state, limit, offset })
    const counting = countDeliveries(sql, organization_id, params.webhook_id, { state })
    const [, page] = await Promise.all([
      readWebhook(sql, organization_id, params.webhook_id),
      countedPage(offset, reading, counting, ({ body: _body, ...delivery }) => delivery),
    ])
    return page
  },
})

export const getDelivery = sessionOperation({
  id: 'session.get_webhook_delivery',
  route: 'GET /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Get a webhook delivery',
  description:
    'Returns the delivery with its body and every attempt: status, duration and the beginning of the response, or the reason why there was no response.',
  service,
  needs: 'admin',
  params: DeliveryId,
  answer: DeliveryDetail,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
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
  summary: 'Redeliver a webhook delivery',
  desc: ({ event }) => `Delivery of ${event} queued for redelivery.`,
  description:
    'Sends the same body with the same delivery id immediately, with a new set of retries. A pending delivery is sent immediately instead of at its scheduled time.',
  service,
  needs: 'admin',
  params: DeliveryId,
  answer: Delivery,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
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
  summary: 'Redeliver failed webhook deliveries',
  desc: ({ redelivered, left }) =>
    `${counted(redelivered, 'delivery', 'deliveries')} queued for redelivery; ${left} left.`,
  description: `Queues the failed deliveries of the webhook created at or after \`since\` for redelivery, oldest first, at most ${redeliveredMax} per call. Repeat the call until \`left\` is 0.`,
  service,
  needs: 'admin',
  params: WebhookId,
  body: Shape({ since: Instant('Time from which failed deliveries are sent again, included.') }),
  answer: Shape({
    redelivered: Whole('Number of deliveries queued.', { minimum: 0, examples: [3] }),
    left: Whole('Number of failed deliveries left for the next call.', { minimum: 0, examples: [0] }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params: { webhook_id }, body: { since } }) {
    const { organization_id } = caller
    await readWebhook(sql, organization_id, webhook_id)
    // The ids are one value, so that the plan does not depend on how many rows the planner expects: no join is chosen.
    const { count } = await sql`
      update webhook_deliveries
      set state = 'waiting', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${organization_id} and delivery_id = any(array(
        select delivery_id from webhook_deliveries
        where organization_id = ${organization_id} and webhook_id = ${webhook_id} and state = 'failed'
          and ended_at is not null and created_at >= ${since}::timestamptz
        order by created_at, delivery_id limit ${limits.webhook_redeliveries_per_call_max}
        for update
      ))`
    if (count > 0) await wakeWorkers(sql)
    const [rest] = await countDeliveries(sql, organization_id, webhook_id, { state: 'failed', since })
    return { redelivered: count, left: rest!.filtered }
  },
})

export const sendTest = sessionOperation({
  id: 'session.test_webhook',
  route: 'POST /api/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test webhook event',
  desc: ({ event }) => `Test event ${event} queued.`,
  description:
    "Sends a sample record of the webhook's event through the same path as a real one: it is signed, retried and listed among the deliveries, marked as a test.",
  service,
  needs: 'admin',
  params: WebhookId,
  answer: Delivery,
  refusals: ['not_found'],
  async run({ sql, caller, params, webhooks }) {
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
