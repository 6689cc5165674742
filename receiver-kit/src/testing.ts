/** Creates signed deliveries for a receiver's own tests, as the service would send them. Sends nothing and needs no server. */
import type { EventName, ServiceEventBodies } from './events.generated.ts'
import { hmac } from './hmac.ts'
import { sample_bodies } from './samples.generated.ts'
import { listSecrets } from './verify.ts'

export interface TestDeliveryOptions {
  /** A string or bytes are sent as they are; anything else is sent as JSON. */
  body: unknown
  secret: string
  event: EventName | (string & {})
  /** Pass the same id twice to simulate a retry. @default a new UUID */
  delivery_id?: string
  /** Unix seconds at which the delivery is signed. @default now */
  timestamp?: number
  /** true: marked as a test delivery, as requested in the app. */
  is_test?: boolean
}

export interface TestDelivery {
  body: string | Uint8Array
  /** Lower-case names, as in Node. You can also pass them as the headers of a `fetch` call. */
  headers: {
    'content-type': string
    'x-service-event': string
    'x-service-delivery-id': string
    'x-service-signature': string
    'x-service-test'?: 'true'
  }
}

/** Signs a body as the service does. */
export async function signTestDelivery(options: TestDeliveryOptions): Promise<TestDelivery> {
  const { body: value, secret, event, delivery_id = crypto.randomUUID() } = options
  const { timestamp = Math.floor(Date.now() / 1000) } = options
  if (listSecrets(secret).length === 0) throw new TypeError('signTestDelivery: secret is empty')
  const body = typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)
  const digest = await hmac(secret, `${timestamp}.`, body as string | Uint8Array<ArrayBuffer>)
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-event': event,
      'x-service-delivery-id': delivery_id,
      'x-service-signature': `t=${timestamp},v1=${hex}`,
      ...(options.is_test && { 'x-service-test': 'true' as const }),
    },
  }
}

export interface FakeDeliveryOptions<Name extends EventName> {
  secret: string
  /** Fields that matter to the test; the other fields are filled from a sample. */
  body?: ServiceEventBodies[Name] extends object ? Partial<ServiceEventBodies[Name]> : Record<string, unknown>
  delivery_id?: string
  timestamp?: number
}

export interface FakeDelivery<Name extends EventName> extends TestDelivery {
  body: string
  /** The body before serialisation to JSON. */
  record: ServiceEventBodies[Name]
}

/** Creates a signed delivery of a sample record of the event. */
export async function fakeDelivery<Name extends EventName>(
  event: Name,
  options: FakeDeliveryOptions<Name>,
): Promise<FakeDelivery<Name>> {
  const { body: fields, ...rest } = options
  const record = structuredClone({ ...(sample_bodies[event] as object), ...fields }) as ServiceEventBodies[Name]
  const { body, headers } = await signTestDelivery({ ...rest, event, body: record })
  return { body: body as string, headers, record }
}
