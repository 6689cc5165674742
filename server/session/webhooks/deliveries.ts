import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Instant, Shape, Type, Whole } from '../../contract/schema.ts'
import { deliveries_channel } from '../../outbox/emit.ts'
import { sampleOf } from '../../outbox/events.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { sessionOf } from '../caller.ts'
import { Delivery, delivery_states, DeliveryId, DeliveryWhole, service, WebhookId } from './model.ts'
import { checkWebhooksSold, readWebhook, selectAttempts, selectDeliveries } from './store.ts'

const limit_default = 50

async function readDelivery(sql: Sql, organization_id: string, webhook_id: string, delivery_id: string) {
  const [row] = await selectDeliveries(sql, organization_id, webhook_id, { delivery_id })
  if (row === undefined) refuse('not_found', { desc: 'No delivery of this webhook has that id.' })
  const { filtered: _filtered, body, ...delivery } = row
  return { delivery, body }
}

const wakeWorkers = (sql: Sql) => sql`select pg_notify(${deliveries_channel}, '')`

export const listDeliveries = sessionOperation({
  id: 'session.list_webhook_deliveries',
  route: 'GET /api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'One row for each thing that happened, newest first: when, which event, how far it has come, how many attempts.',
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
    const session = sessionOf(caller)
    await checkWebhooksSold(sql, session)
    const { organization_id } = session
    const { offset = 0, limit = limit_default, state } = query
    const [, rows] = await Promise.all([
      readWebhook(sql, organization_id, params.webhook_id),
      selectDeliveries(sql, organization_id, params.webhook_id, { state, limit, offset }),
    ])
    const [first] = rows.length > 0 ? rows : await selectDeliveries(sql, organization_id, params.webhook_id, { state })
    const deliveries = rows.map(({ filtered: _filtered, body: _body, ...delivery }) => delivery)
    return { rows: deliveries, size: deliveries.length, offset, filtered_max_size: first?.filtered ?? 0 }
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
    const session = sessionOf(caller)
    await checkWebhooksSold(sql, session)
    const [{ delivery, body }, attempts] = await Promise.all([
      readDelivery(sql, session.organization_id, params.webhook_id, params.delivery_id),
      selectAttempts(sql, session.organization_id, params.delivery_id),
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
  description:
    'Sends the same body under the same delivery id, at once and with a fresh round of retries. What still waits is brought forward.',
  service,
  needs: 'admin',
  params: DeliveryId,
  answer: Delivery,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params }) {
    const session = sessionOf(caller)
    await checkWebhooksSold(sql, session)
    await sql`
      update webhook_deliveries set state = 'waiting', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${session.organization_id} and webhook_id = ${params.webhook_id}
        and delivery_id = ${params.delivery_id}`
    const { delivery } = await readDelivery(sql, session.organization_id, params.webhook_id, params.delivery_id)
    await wakeWorkers(sql)
    return delivery
  },
})

export const redeliverFailed = sessionOperation({
  id: 'session.redeliver_failed',
  route: 'POST /api/v1/webhooks/{webhook_id}/redeliver-failed',
  summary: 'Send all failed deliveries again',
  description: 'Every delivery of the webhook that failed and happened at `since` or later starts a fresh round.',
  service,
  needs: 'admin',
  params: WebhookId,
  body: Shape({ since: Instant('From when on.') }),
  answer: Shape({ redelivered: Whole('How many deliveries start again.', { minimum: 0, examples: [3] }) }),
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params, body }) {
    const session = sessionOf(caller)
    await checkWebhooksSold(sql, session)
    await readWebhook(sql, session.organization_id, params.webhook_id)
    const { count } = await sql`
      update webhook_deliveries set state = 'waiting', round_failures = 0, next_attempt_at = now(), ended_at = null
      where organization_id = ${session.organization_id} and webhook_id = ${params.webhook_id} and state = 'failed'
        and created_at >= ${body.since}::timestamptz`
    if (count > 0) await wakeWorkers(sql)
    return { redelivered: count }
  },
})

export const sendTest = sessionOperation({
  id: 'session.test_webhook',
  route: 'POST /api/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test event',
  description:
    "Sends a made-up record of the webhook's event on the same path as a real one: signed, retried, listed among its deliveries and marked as a test.",
  service,
  needs: 'admin',
  params: WebhookId,
  answer: Delivery,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params }) {
    const session = sessionOf(caller)
    await checkWebhooksSold(sql, session)
    const { organization_id } = session
    const { type } = await readWebhook(sql, organization_id, params.webhook_id)
    const [row] = await sql<{ delivery_id: string }[]>`
      with happened as (
        insert into webhook_events (organization_id, event_id, event, body)
        values (${organization_id}, gen_random_uuid(), ${type}, ${JSON.stringify(sampleOf(type))}) returning event_id
      )
      insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, next_attempt_at, is_test)
      select ${organization_id}, gen_random_uuid(), ${params.webhook_id}, event_id, now(), true from happened
      returning delivery_id`
    await wakeWorkers(sql)
    return (await readDelivery(sql, organization_id, params.webhook_id, row!.delivery_id)).delivery
  },
})
