import { event_names, type EventName, type ServiceEventBodies } from './events.generated.ts'

/** One event, told apart by `event`: narrowing on it types `body`. */
export type ServiceEvent = { [Name in EventName]: { event: Name; body: ServiceEventBodies[Name] } }[EventName]

export type ParsedEvent =
  | { ok: true; event: ServiceEvent }
  | { ok: false; reason: 'event_missing' | 'event_unknown' | 'body_not_json'; message: string }

const known: ReadonlySet<string> = new Set(event_names)

export const isEventName = (name: unknown): name is EventName => typeof name === 'string' && known.has(name)

/**
 * Reads a verified body as the event that X-Service-Event names. The types are those of the API's document; the signature
 * vouches for the shape, so nothing is checked but that the body is a JSON object. Fields that are new are left in place.
 */
export function parseServiceEvent(options: {
  event: string | null | undefined
  body: string | Uint8Array | ArrayBuffer
}): ParsedEvent {
  const { event, body } = options
  if (!event) return refused('event_missing', 'There is no X-Service-Event header, so the body cannot be told apart.')
  if (!isEventName(event)) {
    return refused('event_unknown', `This version knows no event ${JSON.stringify(event)}. A newer one may.`)
  }
  const record = readRecord(body)
  if (!record) return refused('body_not_json', 'The body is not a JSON object in UTF-8.')
  return { ok: true, event: { event, body: record } as ServiceEvent }
}

const refused = (
  reason: 'event_missing' | 'event_unknown' | 'body_not_json',
  message: string,
): { ok: false; reason: typeof reason; message: string } => ({ ok: false, reason, message })

/** The JSON object that the body holds, or null. */
export function readRecord(body: string | Uint8Array | ArrayBuffer): object | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
