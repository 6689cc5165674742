/** What a receiver's own tests need: deliveries as the service would send them. Sends nothing, and needs no server. */
import type { EventName, ServiceEventBodies } from './events.generated.ts'
import { hmac } from './hmac.ts'
import { sample_bodies } from './samples.generated.ts'
import { listSecrets } from './verify.ts'

export interface TestDeliveryOptions {
  /** Text and bytes are sent as they are; anything else as JSON. */
  body: unknown
  secret: string
  event: EventName | (string & {})
  /** A fresh one unless told; give the same one twice to make a retry. */
  delivery_id?: string
  /** Unix seconds; now unless told. */
  timestamp?: number
  /** true: marked as the deliveries are that somebody asks for in the app. */
  is_test?: boolean
}

export interface TestDelivery {
  body: string | Uint8Array
  /** Lower-case names, as Node hands them out. Takes the place of a `fetch` call's headers as well. */
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
  /** Fields that matter to the test; the rest is a sample. */
  body?: ServiceEventBodies[Name] extends object ? Partial<ServiceEventBodies[Name]> : Record<string, unknown>
  delivery_id?: string
  timestamp?: number
}

export interface FakeDelivery<Name extends EventName> extends TestDelivery {
  body: string
  /** The body before it was written as JSON. */
  record: ServiceEventBodies[Name]
}

/** A signed delivery of a sample record of the event. */
export async function fakeDelivery<Name extends EventName>(
  event: Name,
  options: FakeDeliveryOptions<Name>,
): Promise<FakeDelivery<Name>> {
  const { body: fields, ...rest } = options
  const record = structuredClone({ ...(sample_bodies[event] as object), ...fields }) as ServiceEventBodies[Name]
  const { body, headers } = await signTestDelivery({ ...rest, event, body: record })
  return { body: body as string, headers, record }
}
