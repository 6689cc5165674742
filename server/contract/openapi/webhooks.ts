/** The `webhooks` section: what the service sends to subscribers, with its headers, body and what answers count. */
import type { EventFacts, Events } from '../events.ts'
import { limits } from '../limits.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema } from './json.ts'
import { Components, publishSchema } from './schemas.ts'

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
})

const headersOf = (event: string) => [
  header('X-Service-Event', 'The event.', { const: event, examples: [event] }),
  header('X-Service-Delivery-Id', "Identifies the delivery; the same at each retry. The receiver's idempotency key.", {
    format: 'uuid',
    examples: ['0d9c6c8e-3b8e-4f0e-9a2b-5f6c7d8e9a10'],
  }),
  header(
    'X-Service-Signature',
    'HMAC-SHA256 with the signing secret over `<t>.<raw body>`, hex; made afresh at each attempt. Refuse a `t` more than 300 seconds away, and compare in constant time, before parsing the body.',
    { pattern: '^t=\\d+,v1=[0-9a-f]{64}$', examples: [`t=1795340400,v1=${'0123456789abcdef'.repeat(4)}`] },
  ),
  {
    ...header(
      'X-Service-Test',
      'Sent with test deliveries alone: somebody asked for it in the app, and the record is made up.',
      { const: 'true', examples: ['true'] },
    ),
    required: false,
  },
]

const [first, second, third] = limits.webhook_retry_seconds
const retries = `Any other answer, and none within ${limits.webhook_timeout_seconds} seconds, is tried again after ${first / 60} minute, ${second / 60} minutes and ${third / 3600} hour.`

const stillToCome = ' Still to come: nothing of this train sends it yet, but tests of a webhook.'

/** A sample record of an event, valid against its schema; a test delivery carries it and the document shows it. */
export function sampleOf(event: string, { record }: EventFacts): unknown {
  const components = new Components()
  return exampleOf(publishSchema(record, 'answer', components), components.schemas, '', true, { id: event })
}

/** Keyed by the event's name; undefined where there are none. `sent` are those that some operation sends. */
export function publishWebhooks(
  events: Events,
  sent: ReadonlySet<string>,
  components: Components,
): Record<string, unknown> | undefined {
  const entries = Object.entries(events)
  if (entries.length === 0) return undefined
  return Object.fromEntries(
    entries.map(([event, { sent_when, record, read }]) => {
      const schema = publishSchema(record, 'answer', components)
      return [
        event,
        {
          post: {
            operationId: `event.${event}`,
            summary: event,
            description: `${sent_when} The body is the record as it then stood${read === null ? '' : `, exactly as \`${read}\` answers it`}, without an envelope; fields may be added.${sent.has(event) ? '' : stillToCome}`,
            tags: ['Events'],
            security: [],
            parameters: headersOf(event),
            requestBody: {
              required: true,
              content: {
                'application/json': { schema, example: exampleOf(schema, components.schemas, '', true, { id: event }) },
              },
            },
            responses: {
              '2XX': { description: 'Delivered; 204 is appropriate.' },
              default: { description: retries },
            },
          },
        },
      ]
    }),
  )
}
