import { eventNames } from '../../contract/events.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Flag, Type } from '../../contract/schema.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { auditWebhook } from './audit.ts'
import { service, Webhook, WebhookId } from './model.ts'
import { countWebhooks, readWebhook, selectWebhooks, webhookOf } from './store.ts'

const limit_default = 50

export const listWebhooks = sessionOperation({
  id: 'session.list_webhooks',
  route: 'GET /api/v1/webhooks',
  summary: 'List webhooks',
  description:
    'Returns the webhooks of the organisation, newest first, with the result of the latest delivery of each.',
  service,
  needs: 'admin',
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      type: Type.Optional(Choice(eventNames, 'Limits the result to webhooks for this event.')),
      is_active: Type.Optional(Flag('Limits the result to active webhooks (true) or inactive webhooks (false).')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Webhook),
  async run({ sql, caller, query }) {
    const { offset = 0, limit = limit_default, type, is_active } = query
    const reading = selectWebhooks(sql, caller.organization_id, { type, is_active, limit, offset })
    return countedPage(offset, reading, countWebhooks(sql, caller.organization_id, { type, is_active }), webhookOf)
  },
})

export const getWebhook = sessionOperation({
  id: 'session.get_webhook',
  route: 'GET /api/v1/webhooks/{webhook_id}',
  summary: 'Get a webhook',
  description: 'Returns a webhook. Its signing secret is never shown again.',
  service,
  needs: 'admin',
  params: WebhookId,
  answer: Webhook,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    return readWebhook(sql, caller.organization_id, params.webhook_id)
  },
})

const setWebhookActive = (verb: 'activate' | 'deactivate', description: string) =>
  sessionOperation({
    id: `session.${verb}_webhook`,
    route: `POST /api/v1/webhooks/{webhook_id}/${verb}`,
    summary: verb === 'activate' ? 'Activate a webhook' : 'Deactivate a webhook',
    desc: ({ type, is_active }) => `The webhook for ${type} is ${is_active ? 'active' : 'inactive'}.`,
    description,
    service,
    needs: 'admin',
    params: WebhookId,
    answer: Webhook,
    refusals: ['not_found'],
    async run({ sql, caller, params }) {
      const before = await readWebhook(sql, caller.organization_id, params.webhook_id)
      const is_active = verb === 'activate'
      if (before.is_active === is_active) return before
      await sql`
        update webhooks set is_active = ${is_active}
        where organization_id = ${caller.organization_id} and webhook_id = ${params.webhook_id}
          and deleted_at is null`
      await auditWebhook(sql, caller, before, `${verb}d`)
      return readWebhook(sql, caller.organization_id, params.webhook_id)
    },
  })

export const activateWebhook = setWebhookActive(
  'activate',
  'Resumes the webhook: it receives events from now on, and its pending deliveries continue.',
)
export const deactivateWebhook = setWebhookActive(
  'deactivate',
  'Pauses the webhook: it receives no new events, and its pending deliveries wait until it is activated again.',
)

export const deleteWebhook = sessionOperation({
  id: 'session.delete_webhook',
  route: 'DELETE /api/v1/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook and its deliveries. Pending deliveries are not sent.',
  service,
  needs: 'admin',
  status: 204,
  params: WebhookId,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    const webhook = await readWebhook(sql, caller.organization_id, params.webhook_id)
    // Deliveries may be too many for one transaction: a job deletes them in batches.
    await sql`
      update webhooks set deleted_at = now(), is_active = false
      where organization_id = ${caller.organization_id} and webhook_id = ${params.webhook_id}`
    await auditWebhook(sql, caller, webhook, 'deleted')
  },
})
