import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { eventNames } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Text, Type } from '../../contract/schema.ts'
import { newSigningSecret } from '../../secrets/secret_box.ts'
import { auditWebhook } from './audit.ts'
import { service, WebhookId, WebhookWithSecret } from './model.ts'
import { checkWebhooksLeft, readWebhook } from './store.ts'

export const createWebhook = sessionOperation({
  id: 'session.create_webhook',
  route: 'POST /api/v1/webhooks',
  summary: 'Create a webhook',
  desc: ({ type }) => `Webhook for ${type} created. The signing secret is shown only once.`,
  description: `Subscribes a URL to one event. To receive several events, create a webhook for each with the same URL and read X-Service-Event to tell them apart. The response contains the signing secret, which is shown only once. The URL must use https, contain no user name, and resolve to public addresses only; this is checked again at every attempt. A URL, in any equivalent spelling, can be subscribed to an event only once. A second subscription is refused with \`conflict\`, and \`data.webhook_id\` names the existing webhook, even if it is inactive: activate it, or delete it first. An organisation can have at most ${limits.webhooks_max} webhooks, active or not; more are refused with \`conflict\`.`,
  service,
  needs: 'admin',
  status: 201,
  body: Type.Object(
    {
      hook_url: Text('URL to send the event to.', {
        minLength: 1,
        maxLength: 2_000,
        examples: ['https://hooks.example.com/service'],
      }),
      type: Choice(eventNames, 'Event to subscribe to.', { examples: ['movement.recorded'] }),
      include_imported: Type.Optional(
        Flag(
          'Whether to receive events about history that an import brings, such as `order.created` of an order that was over before the cut-over; true if left out. Their records have `imported: true`.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: WebhookWithSecret,
  refusals: ['conflict'],
  conflict: `A webhook, active or not, already sends the event to this URL, or the organisation has ${limits.webhooks_max} webhooks, the maximum.`,
  // DNS is resolved before the transaction opens, so that no transaction waits for a resolver.
  prepare: ({ body, webhooks }) => webhooks.checkAddress(body.hook_url),
  async run({ sql, caller, body, prepared, webhooks }) {
    if ('rule' in prepared) refuseField('hook_url', prepared.rule)
    await checkWebhooksLeft(sql, caller.organization_id)
    const webhook_id = uuidv7()
    const secret = newSigningSecret()
    const address_sha256 = urlHash(body.hook_url)
    const { count } = await sql`
      insert into webhooks (organization_id, webhook_id, hook_url, endpoint, address_sha256, event,
        include_imported, encrypted_secret, created_by)
      values (${caller.organization_id}, ${webhook_id}, ${body.hook_url}, ${prepared.endpoint}, ${address_sha256},
        ${body.type}, ${body.include_imported ?? true}, ${webhooks.encrypt(secret, webhook_id)}, ${caller.user_id})
      on conflict (organization_id, event, address_sha256) where deleted_at is null do nothing`
    if (count === 0) await refuseSubscribed(sql, caller.organization_id, body.type, address_sha256)
    const webhook = await readWebhook(sql, caller.organization_id, webhook_id)
    await auditWebhook(sql, caller, webhook, 'created')
    return { ...webhook, secret }
  },
})

/** Equal for every equivalent spelling of a URL. */
const urlHash = (hook_url: string) => createHash('sha256').update(new URL(hook_url).href).digest()

async function refuseSubscribed(sql: Sql, organization_id: string, event: string, hash: Uint8Array): Promise<never> {
  const [existing] = await sql<{ webhook_id: string; is_active: boolean }[]>`
    select webhook_id, is_active from webhooks
    where organization_id = ${organization_id} and event = ${event} and address_sha256 = ${hash} and deleted_at is null`
  const advice = existing!.is_active
    ? 'Delete it before you subscribe again, or rotate its secret.'
    : 'It is inactive: activate it, or delete it before you subscribe again.'
  refuse('conflict', {
    desc: `Webhook ${existing!.webhook_id} already sends ${event} to this URL. ${advice}`,
    data: { webhook_id: existing!.webhook_id, type: event, is_active: existing!.is_active },
  })
}

export const rotateSecret = sessionOperation({
  id: 'session.rotate_webhook_secret',
  route: 'POST /api/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Rotate a webhook secret',
  desc: ({ type }) => `Signing secret of the webhook for ${type} rotated. The new secret is shown only once.`,
  description:
    'Replaces the signing secret. Every attempt from now on, including retries, is signed with the new secret. The response contains the new secret, which is shown only once.',
  service,
  needs: 'admin',
  params: WebhookId,
  answer: WebhookWithSecret,
  refusals: ['not_found'],
  async run({ sql, caller, params, webhooks }) {
    const secret = newSigningSecret()
    await sql`
      update webhooks set encrypted_secret = ${webhooks.encrypt(secret, params.webhook_id)}, secret_changed_at = now()
      where organization_id = ${caller.organization_id} and webhook_id = ${params.webhook_id} and deleted_at is null`
    const webhook = await readWebhook(sql, caller.organization_id, params.webhook_id)
    await auditWebhook(sql, caller, webhook, 'secret_rotated')
    return { ...webhook, secret }
  },
})
