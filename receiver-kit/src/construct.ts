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
  /** The signing secret as the service showed it, `whsec_` included; several while one replaces another. */
  secret: Secrets
  /** How far the signature's time may lie from now, before or after, in seconds, 0 to 86,400. @default 300 */
  tolerance_seconds?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

/** A verified event with what its headers say. Narrow on `event` to type `body`. */
export type ReceivedEvent = ServiceEvent & {
  /** Identical for every attempt of this delivery: the key to handle it once by. */
  delivery_id: string
  /** Unix seconds at which this attempt was signed. */
  signed_at: number
  /** Somebody asked for this delivery in the app; its record is made up. X-Service-Test says so, and is not signed. */
  is_test: boolean
}

/**
 * Verifies a request and reads its event, in one call. Nothing is returned for a request that the service did not sign.
 * @throws ServiceSignatureError where the signature is refused: answer 400.
 * @throws ServiceEventError where the signature holds but the event cannot be read; `reason` says why.
 */
export async function constructServiceEvent(options: ConstructOptions): Promise<ReceivedEvent> {
  const { headers, ...rest } = options
  const verification = await verifyServiceSignature({ ...rest, header: readHeader(headers, 'x-service-signature') })
  if (!verification.ok) throw new ServiceSignatureError(verification)
  const parsed = parseServiceEvent({ event: singleToken(readHeader(headers, 'x-service-event')), body: options.body })
  if (!parsed.ok) throw new ServiceEventError(parsed)
  const delivery_id = singleToken(readHeader(headers, 'x-service-delivery-id'))
  if (!delivery_id) {
    const message = 'The signature is right, but X-Service-Delivery-Id is missing, repeated or not an identifier.'
    throw new ServiceEventError({ reason: 'delivery_id_missing', message })
  }
  return { ...parsed.event, delivery_id, signed_at: verification.timestamp, is_test: isTest(headers) }
}
