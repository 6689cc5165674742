import { parseServiceEvent, type ServiceEvent } from './events.ts'
import { isTest, readHeader, type ReceivedHeaders, singleToken } from './headers.ts'
import {
  type RawBody,
  type Secrets,
  ServiceEventError,
  ServiceSignatureError,
  verifyServiceSignature,
} from './verify.ts'

/** The options of {@link constructServiceEvent}. */
export interface ConstructOptions {
  /** The raw body, before any parsing. */
  body: RawBody
  /** All headers of the request: a Headers object, or an object whose names may have any case. */
  headers: ReceivedHeaders
  /** The signing secret as the service showed it, including `whsec_`; an array of secrets during a rotation. */
  secret: Secrets
  /** Maximum difference between the signature's time and now, before or after, in seconds, 0 to 86,400. @default 300 */
  tolerance_seconds?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

/** A verified event with the data of its headers. Narrow on `event` to type `body`. */
export type ReceivedEvent = ServiceEvent & {
  /** Identical for every attempt of this delivery. Use it as the idempotency key. */
  delivery_id: string
  /** Unix seconds at which this attempt was signed. */
  signed_at: number
  /** A test delivery that a user requested in the app, with a sample record. From X-Service-Test, which is not signed. */
  is_test: boolean
}

/**
 * Verifies a request and parses its event in one call. It never returns for a request that the service did not sign.
 * @throws ServiceSignatureError if the signature is refused: respond with 400.
 * @throws ServiceEventError if the signature is valid but the event cannot be read; `reason` says why.
 */
export async function constructServiceEvent(options: ConstructOptions): Promise<ReceivedEvent> {
  const { headers, ...rest } = options
  const verification = await verifyServiceSignature({ ...rest, header: readHeader(headers, 'x-service-signature') })
  if (!verification.ok) throw new ServiceSignatureError(verification)
  const parsed = parseServiceEvent({ event: singleToken(readHeader(headers, 'x-service-event')), body: options.body })
  if (!parsed.ok) throw new ServiceEventError(parsed)
  const delivery_id = singleToken(readHeader(headers, 'x-service-delivery-id'))
  if (!delivery_id) {
    const message = 'The signature is valid, but X-Service-Delivery-Id is missing, repeated or not an identifier.'
    throw new ServiceEventError({ reason: 'delivery_id_missing', message })
  }
  return { ...parsed.event, delivery_id, signed_at: verification.timestamp, is_test: isTest(headers) }
}
