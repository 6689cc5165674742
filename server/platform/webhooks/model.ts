/** The webhook, delivery and attempt resources. */
import { named } from '../../contract/openapi/named.ts'
import { eventNames } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import {
  Flag,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const service = 'webhooks'

/** not_sent: not attempted yet. retrying: failed at least once, with attempts left. no_secret: waits for a secret. */
export const deliveryStates = named('WebhookDeliveryState', [
  'not_sent',
  'retrying',
  'delivered',
  'failed',
  'no_secret',
])
export const transportFailures = [
  'timed_out',
  'connection_refused',
  'connection_reset',
  'host_unreachable',
  'dns_lookup_failed',
  'address_not_public',
  'scheme_not_allowed',
  'tls_failed',
  'answer_unreadable',
  'transport_failed',
  'secret_unreadable',
] as const

export const WebhookId = Shape({ webhook_id: Id('Id of the webhook.') })
export const DeliveryId = Shape({ webhook_id: Id('Id of the webhook.'), delivery_id: Id('Id of the delivery.') })

const webhookFields = {
  webhook_id: OwnId('Id of the webhook.'),
  hook_url: Text('URL that receives the event.', { examples: ['https://hooks.example.com/service'] }),
  type: OpenChoice(eventNames, 'Event that the webhook is subscribed to.'),
  is_active: Flag('Whether the webhook is active.'),
  include_imported: Flag('Whether it receives events about history that an import brought, with `imported: true`.'),
  delivered: Text(
    'Result of the latest delivery: `today`, a date, `failed` with a date, `not sent yet` or `no secret yet`.',
    {
      examples: ['today'],
    },
  ),
  created_at: Instant('Time the webhook was created.'),
  created_by: Nullable(Text('Name of the user who created the webhook; null when that user no longer exists.')),
  secret_changed_at: Instant('Time the current signing secret was created.'),
}
export const Webhook = Shape(webhookFields, { $id: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Shape(
  {
    ...webhookFields,
    secret: Text('Signing secret. It is shown only in this response.', {
      examples: ['whsec_2Yw1mV7cQk0oZq3sTn9xJb5uLr8dHf4eGa6pKi1tMvE'],
    }),
  },
  { $id: 'WebhookWithSecret' },
)

const deliveryFields = {
  delivery_id: OwnId('Id of the delivery, sent as X-Service-Delivery-Id with every attempt.'),
  event: OpenChoice(eventNames, 'Event name.'),
  state: OpenChoice(deliveryStates, 'State of the delivery.'),
  is_test: Flag('Whether the delivery is a test.'),
  attempts: Whole('Number of attempts made.', { minimum: 0, examples: [1] }),
  created_at: Instant('Time the event occurred.'),
  next_attempt_at: Nullable(Instant('Time of the next attempt; null when none is scheduled.')),
  ended_at: Nullable(Instant('Time the delivery succeeded or finally failed; null while it is pending.')),
}
export const Delivery = Shape(deliveryFields, { $id: 'WebhookDeliveryRow' })
export type Delivery = Static<typeof Delivery>

const Attempt = Shape({
  attempt: Whole('Number of the attempt, starting at 1.', { minimum: 1, examples: [1] }),
  started_at: Instant('Time the attempt started.'),
  duration_ms: Whole('Duration of the attempt, in milliseconds.', { minimum: 0, examples: [84] }),
  address: Nullable(Text('IP address connected to.', { examples: ['198.51.100.20'] })),
  status: Nullable(Whole("HTTP status of the receiver's response; null when there was none.", { examples: [204] })),
  failure: Nullable(OpenChoice(transportFailures, 'Reason why there was no response; null when there was one.')),
  answer: Nullable(
    Text(`The first ${limits.webhook_answer_bytes_max.toLocaleString('en-US')} bytes of the response body, as text.`),
  ),
})
export const DeliveryDetail = Shape(
  {
    ...deliveryFields,
    body: Text('Exact request body that is signed and sent.', { examples: ['{"id":10482}'] }),
    tries: Type.Array(Attempt, { description: 'Attempts, oldest first.' }),
  },
  { $id: 'WebhookDelivery' },
)
export type Attempt = Static<typeof Attempt>
