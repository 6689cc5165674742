/** The events of the document, each with the place of its page and what is known of its record. */
import { events, type Listed, operations, type Schema, schemaOf, type WebhookEvent } from './document.ts'
import { firstSentence } from './text.ts'

export interface ShownEvent {
  name: string
  href: string
  /** When it is sent, in a sentence. */
  when: string
  /** What the record is, in a sentence, and the name that the document gives its schema. */
  record: string
  record_name: string
  schema: Schema
  example: unknown
  event: WebhookEvent
  sent_by: Listed[]
  /** Nothing of this train sends it yet: its operations are still to come. */
  is_to_come: boolean
}

export const shown_events: ShownEvent[] = events.map(({ name, event }) => {
  const { schema, example } = Object.values(event.requestBody.content)[0]!
  const sent_by = operations.filter(({ operation }) => operation['x-service-emits'].includes(name))
  return {
    name,
    href: `/webhooks/events/${name}`,
    when: firstSentence(event.description),
    record: schemaOf(schema).description ?? '',
    record_name: schema.$ref?.split('/').at(-1) ?? '',
    schema,
    example,
    event,
    sent_by,
    is_to_come: sent_by.length === 0,
  }
})

/** The bodies that events carry, each with its events: several events tell of the same record. */
export const event_records = [...new Set(shown_events.map(({ record_name }) => record_name))].map((record_name) => {
  const own = shown_events.filter((one) => one.record_name === record_name)
  return { record: own[0]!.record.replace(/\.$/, ''), slug: `record-${record_name.toLowerCase()}`, events: own }
})
