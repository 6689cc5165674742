import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { event_names } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Shape, Text } from '../../contract/schema.ts'
import { newSigningSecret } from '../../secrets/secret_box.ts'
import { service, WebhookId, WebhookWithSecret } from './model.ts'
import { checkWebhooksLeft, checkWebhooksSold, readWebhook } from './store.ts'

export const createWebhook = sessionOperation({
  id: 'session.create_webhook',
  route: 'POST /api/v1/webhooks',
  summary: 'Subscribe an address to an event',
  desc: ({ type }) => `The address is subscribed to ${type}; the signing secret is shown this once.`,
  description: `One subscription is one event: subscribe the same address several times to hear several, and read X-Service-Event to tell them apart. The answer holds the signing secret; it is shown this once. The address must be https, carry no user name, and lead to public addresses only; that is asked again at every attempt. The same address, however it is spelled, is subscribed to an event once: a second time is refused \`conflict\`, which names the subscription in \`data.webhook_id\`, also where that one is deactivated; activate it, or delete it first. An organisation has at most ${limits.webhooks_max} webhooks, active or not: one more is refused \`conflict\`.`,
  service,
  needs: 'admin',
  status: 201,
  body: Shape({
    hook_url: Text('Where to send the event.', {
      minLength: 1,
      maxLength: 2_000,
      examples: ['https://hooks.example.com/service'],
    }),
    type: Choice(event_names, 'The event to hear.', { examples: ['movement.recorded'] }),
  }),
  answer: WebhookWithSecret,
  refusals: ['conflict', 'plan_excludes'],
  // The name is looked up before the transaction opens: nothing waits for a resolver inside one.
  prepare: ({ body, webhooks }) => webhooks.checkAddress(body.hook_url),
  async run({ sql, caller, body, prepared, webhooks }) {
    await checkWebhooksSold(sql, caller)
    if ('rule' in prepared) refuseField('hook_url', prepared.rule)
    await checkWebhooksLeft(sql, caller.organization_id)
    const webhook_id = uuidv7()
    const secret = newSigningSecret()
    const address_sha256 = addressHash(body.hook_url)
    const { count } = await sql`
      insert into webhooks (organization_id, webhook_id, hook_url, endpoint, address_sha256, event, encrypted_secret,
        created_by)
      values (${caller.organization_id}, ${webhook_id}, ${body.hook_url}, ${prepared.endpoint}, ${address_sha256},
        ${body.type}, ${webhooks.encrypt(secret, webhook_id)}, ${caller.user_id})
      on conflict (organization_id, event, address_sha256) where deleted_at is null do nothing`
    if (count === 0) await refuseSubscribed(sql, caller.organization_id, body.type, address_sha256)
    return { ...(await readWebhook(sql, caller.organization_id, webhook_id)), secret }
  },
})

/** The same for every spelling of an address that is dialled the same way. */
const addressHash = (hook_url: string) => createHash('sha256').update(new URL(hook_url).href).digest()

async function refuseSubscribed(sql: Sql, organization_id: string, event: string, hash: Uint8Array): Promise<never> {
  const [there] = await sql<{ webhook_id: string; is_active: boolean }[]>`
    select webhook_id, is_active from webhooks
    where organization_id = ${organization_id} and event = ${event} and address_sha256 = ${hash} and deleted_at is null`
  const advice = there!.is_active
    ? 'Delete it first to subscribe anew, or make a new secret for it.'
    : 'It is deactivated: activate it, or delete it first to subscribe anew.'
  refuse('conflict', {
    desc: `Webhook ${there!.webhook_id} already sends ${event} to this address. ${advice}`,
    data: { webhook_id: there!.webhook_id, type: event, is_active: there!.is_active },
  })
}

export const rotateSecret = sessionOperation({
  id: 'session.rotate_webhook_secret',
  route: 'POST /api/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Make a new signing secret',
  desc: ({ type }) => `The webhook for ${type} has a new signing secret, shown this once.`,
  description:
    'Replaces the signing secret; the old one signs nothing from the next attempt on, retries included. The answer holds the new one; it is shown this once.',
  service,
  needs: 'admin',
  params: WebhookId,
  answer: WebhookWithSecret,
  refusals: ['not_found', 'plan_excludes'],
  async run({ sql, caller, params, webhooks }) {
    await checkWebhooksSold(sql, caller)
    const secret = newSigningSecret()
    await sql`
      update webhooks set encrypted_secret = ${webhooks.encrypt(secret, params.webhook_id)}, secret_changed_at = now()
      where organization_id = ${caller.organization_id} and webhook_id = ${params.webhook_id} and deleted_at is null`
    return { ...(await readWebhook(sql, caller.organization_id, params.webhook_id)), secret }
  },
})
