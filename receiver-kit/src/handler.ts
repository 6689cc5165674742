/**
 * Handles one delivery, from the raw request to the response: verify, claim by delivery id, run once, mark as handled.
 *
 * A response of 200 to 299 tells the service that the delivery succeeded. After any other response it retries the same
 * delivery, 1 minute, 10 minutes and 1 hour later. A failed delivery is therefore released and refused, never dropped.
 * The README lists the responses under "Failures and their causes".
 */
import type { EventName, ServiceEventBodies } from './events.generated.ts'
import { isEventName, readRecord } from './events.ts'
import { isTest, readHeader, type ReceivedHeaders, singleToken } from './headers.ts'
import { checkOptions } from './options.ts'
import type { DeliveryStore } from './store.ts'
import {
  default_tolerance_seconds,
  type RawBody,
  type RefusalReason,
  type Secrets,
  verifyServiceSignature,
} from './verify.ts'

/** The part of a delivery that every handler receives, independent of the event. */
export interface DeliveryContext<Transaction = never> {
  /** Identical for every attempt of this delivery: X-Service-Delivery-Id. */
  delivery_id: string
  /** Unix seconds at which this attempt was signed. */
  signed_at: number
  /** A test delivery that a user requested in the app, with a sample record. From X-Service-Test, which is not signed. */
  is_test: boolean
  /**
   * Marks the delivery as handled inside your transaction, so that its effects and the mark are committed together.
   * @throws if the claim was lost, which rolls the transaction back, and with stores that have no database.
   */
  finishIn(transaction: Transaction): Promise<void>
}

/** The delivery that the handler of one event receives. */
export interface Delivery<
  Name extends EventName = EventName,
  Transaction = never,
> extends DeliveryContext<Transaction> {
  event: Name
  /** The record in its current state, typed by the event. */
  body: ServiceEventBodies[Name]
}

/** The delivery that `onUnhandled` receives: an event without a handler in `on`. */
export interface UnhandledDelivery<Transaction = never> extends DeliveryContext<Transaction> {
  /** The name as sent. It can be newer than this version of the package. */
  event: EventName | (string & {})
  /** The record, untyped. */
  body: Record<string, unknown>
}

export type EventHandlers<Transaction = never> = {
  [Name in EventName]?: (delivery: Delivery<Name, Transaction>) => unknown
}

/** Each subscription has its own secret: pass them by event, as an array, or as a function that fetches them. */
export type HandlerSecrets =
  | Secrets
  | { readonly [Name in EventName]?: Secrets }
  | ((event: string) => Secrets | undefined | Promise<Secrets | undefined>)

export type ProblemReason =
  | RefusalReason
  | 'event_missing'
  | 'delivery_id_missing'
  | 'body_not_json'
  | 'body_too_large'
  | 'body_unreadable'
  | 'claim_lost'
  | 'handler_failed'
  | 'store_failed'

/** Describes to `onError` a request that did not end with 204. */
export interface Problem {
  reason: ProblemReason
  message: string
  status: number
  /** As sent in the request. Do not trust it if the signature was refused. */
  event: string | null
  delivery_id: string | null
  /** The value that was thrown, if any. */
  error?: unknown
}

/** The options of {@link createWebhookHandler}. */
export interface HandlerOptions<Transaction = never> {
  /**
   * The signing secret as the service showed it, including `whsec_`. Each subscription has its own: pass them by event, as
   * an array, or as a function that fetches them (its argument is the event's name, which is not verified yet).
   */
  secret: HandlerSecrets
  /** Stores which deliveries were handled: one of `…/stores/*`, or your own. */
  store: DeliveryStore<Transaction>
  /** One function per event. If a handler throws, the service retries the delivery. */
  on: EventHandlers<Transaction>
  /**
   * Runs once for each verified delivery without a handler in `on`, including events that are newer than this version.
   * Without it, such deliveries get 204 and are dropped.
   */
  onUnhandled?: (delivery: UnhandledDelivery<Transaction>) => unknown
  /** Called for every refusal and failure. @default console.error */
  onError?: (problem: Problem) => unknown
  /** Maximum difference between the signature's time and now, before or after, in seconds, 0 to 86,400. @default 300 */
  tolerance_seconds?: number
  /**
   * How long a handler may run before another attempt can take over, in seconds. Keep it below 60: the service's first
   * retry comes after 60 seconds. @default 45
   */
  lease_seconds?: number
  /** Maximum body size in bytes; a larger body is refused with 413. @default 5242880 */
  body_bytes_max?: number
  /** The current time in unix seconds, for the tolerance. @default the machine's clock */
  now?: () => number
}

export interface ReceivedRequest {
  headers: ReceivedHeaders
  /** The raw body, or a function that reads at most `bytes_max` bytes and returns null if there are more. */
  body: RawBody | null | undefined | ((bytes_max: number) => Promise<RawBody | null>)
  /** How to fix an already parsed body in this framework. Used as the error message. */
  parsed_body_fix?: string
}

export interface Answer {
  status: 204 | 400 | 409 | 413 | 500 | 503
  headers: Record<string, string>
  /** Empty, or `{"error":"<reason>"}`. */
  body: string
}

export interface WebhookHandler {
  handle(request: ReceivedRequest): Promise<Answer>
}

interface Received {
  event: string | null
  delivery_id: string | null
}

class Refusal extends Error {
  readonly reason: ProblemReason
  readonly status: Answer['status']
  constructor(status: Answer['status'], reason: ProblemReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.reason = reason
  }
}

/** Faults of the receiver, not of the sender: the response is 500, so that the service retries. */
const own_faults: readonly string[] = ['body_parsed', 'body_missing', 'secret_missing', 'secret_malformed']

/** Creates the handler that every adapter takes. Throws a TypeError for an invalid option, so that it shows at start. */
export function createWebhookHandler<Transaction = never>(options: HandlerOptions<Transaction>): WebhookHandler {
  checkOptions(options)
  return {
    async handle(request) {
      const received: Received = {
        event: singleToken(readHeader(request.headers, 'x-service-event')),
        delivery_id: singleToken(readHeader(request.headers, 'x-service-delivery-id')),
      }
      try {
        return answer(await receive(options, request, received))
      } catch (error) {
        const refusal =
          error instanceof Refusal
            ? error
            : new Refusal(500, 'handler_failed', 'The receiver failed with an unexpected error.', error)
        await report(options.onError, refusal, received)
        return answer(refusal.status, refusal.reason)
      }
    },
  }
}

async function receive<Transaction>(
  options: HandlerOptions<Transaction>,
  request: ReceivedRequest,
  { event, delivery_id }: Received,
): Promise<204 | 409> {
  const { body, timestamp } = await verify(options, request, event)
  if (!event)
    throw new Refusal(
      400,
      'event_missing',
      'The signature is valid, but X-Service-Event is missing or not an event name.',
    )
  if (!delivery_id) {
    const message = 'The signature is valid, but X-Service-Delivery-Id is missing, repeated or not an identifier.'
    throw new Refusal(400, 'delivery_id_missing', message)
  }
  const handler = (isEventName(event) ? options.on[event] : undefined) ?? options.onUnhandled
  if (!handler) return 204
  const record = readRecord(body)
  if (!record)
    throw new Refusal(400, 'body_not_json', 'The signature is valid, but the body is not a JSON object in UTF-8.')
  const is_test = isTest(request.headers)
  const work = { event, body: record, delivery_id, signed_at: timestamp, is_test }
  return runOnce(options, handler as Handler<Transaction>, work)
}

async function verify<Transaction>(
  options: HandlerOptions<Transaction>,
  request: ReceivedRequest,
  event: string | null,
): Promise<{ body: RawBody; timestamp: number }> {
  const body = await readBody(request, options.body_bytes_max ?? 5 * 1024 * 1024)
  const secret = await secretsOf(options.secret, event)
  const verification = await verifyServiceSignature({
    body: body as RawBody,
    header: readHeader(request.headers, 'x-service-signature'),
    secret: secret ?? [],
    tolerance_seconds: options.tolerance_seconds ?? default_tolerance_seconds,
    ...(options.now && { now: options.now }),
  })
  if (verification.ok) return { body: body as RawBody, timestamp: verification.timestamp }
  const { reason, message } = verification
  const fix = reason === 'body_parsed' || reason === 'body_missing' ? request.parsed_body_fix : undefined
  throw new Refusal(own_faults.includes(reason) ? 500 : 400, reason, fix ?? message)
}

async function readBody({ body, headers }: ReceivedRequest, bytes_max: number): Promise<unknown> {
  // Most requests that reach a public address have no signature at all: their bodies are never read.
  if (typeof body === 'function' && !readHeader(headers, 'x-service-signature')) return ''
  let read: RawBody | null | undefined
  try {
    read = typeof body === 'function' ? ((await body(bytes_max)) ?? tooLarge(bytes_max)) : body
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'body_unreadable', 'The body could not be read completely.', error)
  }
  const length = typeof read === 'string' ? new TextEncoder().encode(read).length : (read?.byteLength ?? 0)
  return length > bytes_max ? tooLarge(bytes_max) : read
}

function tooLarge(bytes_max: number): never {
  throw new Refusal(413, 'body_too_large', `The body is larger than body_bytes_max, ${bytes_max} bytes.`)
}

async function secretsOf(secret: HandlerSecrets, event: string | null): Promise<Secrets | undefined> {
  if (typeof secret === 'string' || Array.isArray(secret)) return secret as Secrets
  if (typeof secret === 'function') {
    try {
      return await secret(event ?? '')
    } catch (error) {
      throw new Refusal(500, 'secret_missing', 'The function that returns the secret threw an error.', error)
    }
  }
  return isEventName(event) ? (secret as { readonly [Name in EventName]?: Secrets })[event] : undefined
}

type Work = { event: string; body: object; delivery_id: string; signed_at: number; is_test: boolean }
type Handler<Transaction> = (delivery: Work & Pick<DeliveryContext<Transaction>, 'finishIn'>) => unknown

async function runOnce<Transaction>(
  options: HandlerOptions<Transaction>,
  handler: Handler<Transaction>,
  work: Work,
): Promise<204 | 409> {
  const { store, lease_seconds = 45 } = options
  const { delivery_id } = work
  const claim = await fromStore('claim', () => store.claim(delivery_id, lease_seconds))
  if (claim.state === 'done') return 204
  if (claim.state === 'in_flight') return 409
  const { token } = claim
  const finishIn = async (transaction: Transaction): Promise<void> => {
    if (!store.finishIn) throw new TypeError('This store has no database, so it does not support finishIn.')
    if (!(await store.finishIn(transaction, delivery_id, token))) throw claimLost()
  }
  try {
    await handler({ ...work, finishIn })
  } catch (error) {
    await giveBack(options, work, token)
    if (error instanceof Refusal) throw error
    throw new Refusal(500, 'handler_failed', `The handler of ${work.event} threw an error.`, error)
  }
  if (!(await fromStore('finish', () => store.finish(delivery_id, token)))) throw claimLost()
  return 204
}

const claimLost = (): Refusal =>
  new Refusal(
    409,
    'claim_lost',
    'The handler ran longer than its lease, and another attempt took the delivery over. Make it faster, or increase lease_seconds.',
  )

async function fromStore<Result>(step: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new Refusal(503, 'store_failed', `The delivery store failed to ${step}.`, error)
  }
}

// A claim that cannot be released expires by itself. The response reports the failure that led here.
async function giveBack<Transaction>(options: HandlerOptions<Transaction>, work: Work, token: string): Promise<void> {
  try {
    await fromStore('release', () => options.store.release(work.delivery_id, token))
  } catch (error) {
    await report(options.onError, error as Refusal, work)
  }
}

async function report(onError: HandlerOptions['onError'], refusal: Refusal, received: Received): Promise<void> {
  const { reason, message, status, cause } = refusal
  const { event, delivery_id } = received
  const problem: Problem = { reason, message, status, event, delivery_id, ...(cause !== undefined && { error: cause }) }
  try {
    if (onError) await onError(problem)
    else console.error(`receiver-kit: ${reason}: ${message}`, ...(cause === undefined ? [] : [cause]))
  } catch {
    // A failing hook must not change the response to the service.
  }
}

const answer = (status: Answer['status'], reason?: ProblemReason): Answer => ({
  status,
  headers: reason ? { 'content-type': 'application/json' } : {},
  body: reason ? JSON.stringify({ error: reason }) : '',
})
