/** The `webhooks` section: headers and body of deliveries, and which responses count as delivered. */
import type { EventFacts, Events } from '../events.ts'
import { limits } from '../limits.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema } from './json.ts'
import { type Components, inPlace, publishSchema } from './schemas.ts'

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
    'HMAC-SHA256 of `<t>.<raw body>` with the signing secret, in hex; computed for each attempt. Before parsing the body, refuse a `t` more than 300 seconds away and compare in constant time.',
    { pattern: '^t=\\d+,v1=[0-9a-f]{64}$', examples: [`t=1795340400,v1=${'0123456789abcdef'.repeat(4)}`] },
  ),
  {
    ...header(
      'X-Service-Test',
      'Present only on test deliveries, which a user requested in the app; the record is a sample.',
      { const: 'true', examples: ['true'] },
    ),
    required: false,
  },
]

const [first, second, third] = limits.webhook_retry_seconds
const retries = `Any other response, or none within ${limits.webhook_timeout_seconds} seconds, is retried after ${first / 60} minute, ${second / 60} minutes and ${third / 3600} hour.`

const stillToCome = ' Not sent yet: in this train, only test deliveries contain it.'

/** A sample record of an event, valid against its schema, for test deliveries and the document. */
export function sampleOf(event: string, { record }: EventFacts): unknown {
  return exampleOf(publishSchema(record, 'answer', inPlace), {}, '', true, { id: event })
}

/** Webhooks by event name; undefined if there are none. `sent` contains the events that some operation sends. */
export function publishWebhooks(
  events: Events,
  sent: ReadonlySet<string>,
  components: Components,
): Record<string, unknown> | undefined {
  const entries = Object.entries(events)
  if (entries.length === 0) return undefined
  return Object.fromEntries(
    entries.map(([event, facts]) => {
      const { sent_when, record, read } = facts
      const schema = publishSchema(record, 'answer', components)
      return [
        event,
        {
          post: {
            operationId: `event.${event}`,
            summary: event,
            description: `${sent_when} The body is the record at that time${read === null ? '' : `, exactly as \`${read}\` returns it`}, without an envelope; fields may be added.${sent.has(event) ? '' : stillToCome}`,
            tags: ['Events'],
            security: [],
            parameters: headersOf(event),
            requestBody: {
              required: true,
              content: {
                'application/json': { schema, example: sampleOf(event, facts) },
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
