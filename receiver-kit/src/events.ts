import { event_names, type EventName, type ServiceEventBodies } from './events.generated.ts'

/** One event, discriminated by `event`: narrow on it to type `body`. */
export type ServiceEvent = { [Name in EventName]: { event: Name; body: ServiceEventBodies[Name] } }[EventName]

export type ParsedEvent =
  | { ok: true; event: ServiceEvent }
  | { ok: false; reason: 'event_missing' | 'event_unknown' | 'body_not_json'; message: string }

const known: ReadonlySet<string> = new Set(event_names)

export const isEventName = (name: unknown): name is EventName => typeof name === 'string' && known.has(name)

/**
 * Parses a verified body as the event in X-Service-Event. The types come from the API's OpenAPI document. The signature
 * guarantees the shape, so this only checks that the body is a JSON object. Unknown fields are kept.
 */
export function parseServiceEvent(options: {
  event: string | null | undefined
  body: string | Uint8Array | ArrayBuffer
}): ParsedEvent {
  const { event, body } = options
  if (!event)
    return refused('event_missing', 'The X-Service-Event header is missing, so the type of the event is unknown.')
  if (!isEventName(event)) {
    return refused(
      'event_unknown',
      `This version does not know the event ${JSON.stringify(event)}. A newer version may.`,
    )
  }
  const record = readRecord(body)
  if (!record) return refused('body_not_json', 'The body is not a JSON object in UTF-8.')
  return { ok: true, event: { event, body: record } as ServiceEvent }
}

const refused = (
  reason: 'event_missing' | 'event_unknown' | 'body_not_json',
  message: string,
): { ok: false; reason: typeof reason; message: string } => ({ ok: false, reason, message })

/** The body's JSON object, or null if it is not one. */
export function readRecord(body: string | Uint8Array | ArrayBuffer): object | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
