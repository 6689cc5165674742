/** The events of the document, each with the address of its page and the record that it carries. */
import { events, type Listed, operations, sampleOf, type Schema, schemaOf, type WebhookEvent } from './document.ts'
import { firstSentence } from './text.ts'

export interface ShownEvent {
  name: string
  href: string
  /** When the event is sent, in one sentence. */
  when: string
  /** A sentence that describes the record, and the name of its schema in the document. */
  record: string
  record_name: string
  schema: Schema
  example: unknown
  event: WebhookEvent
  sent_by: Listed[]
  /** No operation of this train sends the event yet. */
  is_to_come: boolean
}

export const shown_events: ShownEvent[] = events.map(({ name, event }) => {
  const body = Object.values(event.requestBody.content)[0]!
  const { schema } = body
  const sent_by = operations.filter(({ operation }) => operation['x-service-emits'].includes(name))
  return {
    name,
    href: `/webhooks/events/${name}`,
    when: firstSentence(event.description),
    record: schemaOf(schema).description ?? '',
    record_name: schema.$ref?.split('/').at(-1) ?? '',
    schema,
    example: sampleOf(body),
    event,
    sent_by,
    is_to_come: sent_by.length === 0,
  }
})

/** The records that events carry, each with its events: several events can carry the same record. */
export const event_records = [...new Set(shown_events.map(({ record_name }) => record_name))].map((record_name) => {
  const own = shown_events.filter((one) => one.record_name === record_name)
  return { record: own[0]!.record.replace(/\.$/, ''), slug: `record-${record_name.toLowerCase()}`, events: own }
})
