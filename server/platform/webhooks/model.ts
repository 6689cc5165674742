/** Webhooks and their deliveries as the app is shown them. */
import { event_names } from '../../contract/events.ts'
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

/** not_sent: its first attempt is ahead. retrying: failed at least once and goes on. no_secret: waits for a secret. */
export const delivery_states = ['not_sent', 'retrying', 'delivered', 'failed', 'no_secret'] as const
export const transport_failures = [
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

export const WebhookId = Shape({ webhook_id: Id('The webhook.') })
export const DeliveryId = Shape({ webhook_id: Id('The webhook.'), delivery_id: Id('The delivery.') })

const webhook_fields = {
  webhook_id: OwnId('The webhook.'),
  hook_url: Text('Where its event is sent.', { examples: ['https://hooks.example.com/service'] }),
  type: OpenChoice(event_names, 'The event it hears.'),
  is_active: Flag('Whether it is sent anything.'),
  delivered: Text(
    'How its last delivery went: `today`, a day, `failed` with a day, `not sent yet` or `no secret yet`.',
    {
      examples: ['today'],
    },
  ),
  created_at: Instant('When it was created.'),
  created_by: Nullable(Text('Who created it; null when the person is gone.')),
  secret_changed_at: Instant('Since when its present secret signs.'),
}
export const Webhook = Shape(webhook_fields)
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Shape({
  ...webhook_fields,
  secret: Text('The signing secret. It is shown this once and never again.', {
    examples: ['whsec_2Yw1mV7cQk0oZq3sTn9xJb5uLr8dHf4eGa6pKi1tMvE'],
  }),
})

const delivery_fields = {
  delivery_id: OwnId('The delivery; X-Service-Delivery-Id of each of its attempts.'),
  event: OpenChoice(event_names, 'The event.'),
  state: OpenChoice(delivery_states, 'How far it has come.'),
  is_test: Flag('Whether it was sent as a test.'),
  attempts: Whole('Attempts made so far.', { minimum: 0, examples: [1] }),
  created_at: Instant('When it happened.'),
  next_attempt_at: Nullable(Instant('When it is tried next; null when it is over.')),
  ended_at: Nullable(Instant('When it was delivered or given up; null before.')),
}
export const Delivery = Shape(delivery_fields)
export type Delivery = Static<typeof Delivery>

const Attempt = Shape({
  attempt: Whole('Number of the attempt, from 1.', { minimum: 1, examples: [1] }),
  started_at: Instant('When it began.'),
  duration_ms: Whole('Milliseconds it took.', { minimum: 0, examples: [84] }),
  address: Nullable(Text('The address that was dialled.', { examples: ['198.51.100.20'] })),
  status: Nullable(Whole("Status of the receiver's answer; null when there was none.", { examples: [204] })),
  failure: Nullable(OpenChoice(transport_failures, 'Why there was no answer; null when there was one.')),
  answer: Nullable(
    Text(`The first ${limits.webhook_answer_bytes_max.toLocaleString('en-US')} bytes of the answer as text.`),
  ),
})
export const DeliveryWhole = Shape({
  ...delivery_fields,
  body: Text('The exact body that is signed and sent.', { examples: ['{"id":10482}'] }),
  tries: Type.Array(Attempt, { description: 'Every attempt, oldest first.' }),
})
export type Attempt = Static<typeof Attempt>
