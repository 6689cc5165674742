/**
 * One delivery, from the raw request to the answer: verify, claim by delivery id, run once, mark it handled.
 *
 * Any answer of 200 to 299 tells the service that the event arrived; after any other it sends the same delivery again,
 * 1 minute, 10 minutes and 1 hour later. A delivery that failed is therefore released and refused, never swallowed.
 * The README lists the answers under "Failures and their causes".
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

/** What every handler is given, whatever the event. */
export interface DeliveryContext<Transaction = never> {
  /** Identical for every attempt of this delivery: X-Service-Delivery-Id. */
  delivery_id: string
  /** Unix seconds at which this attempt was signed. */
  signed_at: number
  /** Somebody asked for this delivery in the app; its record is made up. X-Service-Test says so, and is not signed. */
  is_test: boolean
  /**
   * Marks the delivery handled inside a transaction of yours, so that its effects and the mark are committed as one.
   * @throws where the claim was lost, which rolls the transaction back, and with stores that keep no database.
   */
  finishIn(transaction: Transaction): Promise<void>
}

/** What a handler of one event is given. */
export interface Delivery<
  Name extends EventName = EventName,
  Transaction = never,
> extends DeliveryContext<Transaction> {
  event: Name
  /** The record in its current state, typed by the event. */
  body: ServiceEventBodies[Name]
}

/** What `onUnhandled` is given: an event that `on` has no handler for. */
export interface UnhandledDelivery<Transaction = never> extends DeliveryContext<Transaction> {
  /** The name as sent; it may be newer than this version. */
  event: EventName | (string & {})
  /** The record, untyped. */
  body: Record<string, unknown>
}

export type EventHandlers<Transaction = never> = {
  [Name in EventName]?: (delivery: Delivery<Name, Transaction>) => unknown
}

/** Each subscription has a secret of its own: name them by event, or hand over all; a function may fetch them. */
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

/** What `onError` is told about a request that was not answered 204. */
export interface Problem {
  reason: ProblemReason
  message: string
  status: number
  /** As the request claims: not to be trusted where the signature was refused. */
  event: string | null
  delivery_id: string | null
  /** What was thrown, where something was. */
  error?: unknown
}

/** The options of {@link createWebhookHandler}. */
export interface HandlerOptions<Transaction = never> {
  /**
   * The signing secret, as the service showed it, `whsec_` included. Each subscription has its own: name them by event, list
   * several, or give a function that fetches them (its argument is the event's name, which is not yet verified).
   */
  secret: HandlerSecrets
  /** Remembers which deliveries were handled: one of `…/stores/*`, or your own. */
  store: DeliveryStore<Transaction>
  /** One function for each event. A handler that throws makes the service send the delivery again. */
  on: EventHandlers<Transaction>
  /**
   * Runs, once for each delivery, for verified events without a handler in `on`, including names that are newer than this
   * version. Without it such deliveries are answered 204 and dropped.
   */
  onUnhandled?: (delivery: UnhandledDelivery<Transaction>) => unknown
  /** Called for every refusal and failure. @default console.error */
  onError?: (problem: Problem) => unknown
  /** How far the signature's time may lie from now, before or after, in seconds, 0 to 86,400. @default 300 */
  tolerance_seconds?: number
  /**
   * How long a handler may work before another attempt takes over, in seconds. Keep it below 60, when the service first
   * retries. @default 45
   */
  lease_seconds?: number
  /** The longest body that is read, in bytes; a longer one is refused with 413. @default 5242880 */
  body_bytes_max?: number
  /** The current time in unix seconds, for the tolerance. @default the machine's clock */
  now?: () => number
}

export interface ReceivedRequest {
  headers: ReceivedHeaders
  /** The raw body; or a function that reads at most so many bytes and answers null where there are more. */
  body: RawBody | null | undefined | ((bytes_max: number) => Promise<RawBody | null>)
  /** What to do in this framework when the body turns out to be parsed already. */
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

/** Faults of this receiver's own: the sender did right, so it is told 500 and sends again. */
const own_faults: readonly string[] = ['body_parsed', 'body_missing', 'secret_missing', 'secret_malformed']

/** Makes the one handler that every adapter takes. Throws where an option cannot work, so that it shows at start. */
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
          error instanceof Refusal ? error : new Refusal(500, 'handler_failed', 'The receiver itself failed.', error)
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
    throw new Refusal(400, 'event_missing', 'The signature is right, but X-Service-Event is missing or no name.')
  if (!delivery_id) {
    const message = 'The signature is right, but X-Service-Delivery-Id is missing, repeated or no identifier.'
    throw new Refusal(400, 'delivery_id_missing', message)
  }
  const handler = (isEventName(event) ? options.on[event] : undefined) ?? options.onUnhandled
  if (!handler) return 204
  const record = readRecord(body)
  if (!record)
    throw new Refusal(400, 'body_not_json', 'The signature is right, but the body is not a JSON object in UTF-8.')
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
  // Most of what the internet sends to an open address has no signature at all: none of it is read.
  if (typeof body === 'function' && !readHeader(headers, 'x-service-signature')) return ''
  let read: RawBody | null | undefined
  try {
    read = typeof body === 'function' ? ((await body(bytes_max)) ?? tooLarge(bytes_max)) : body
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'body_unreadable', 'The body could not be read to its end.', error)
  }
  const length = typeof read === 'string' ? new TextEncoder().encode(read).length : (read?.byteLength ?? 0)
  return length > bytes_max ? tooLarge(bytes_max) : read
}

function tooLarge(bytes_max: number): never {
  throw new Refusal(413, 'body_too_large', `The body is longer than body_bytes_max, ${bytes_max} bytes.`)
}

async function secretsOf(secret: HandlerSecrets, event: string | null): Promise<Secrets | undefined> {
  if (typeof secret === 'string' || Array.isArray(secret)) return secret as Secrets
  if (typeof secret === 'function') {
    try {
      return await secret(event ?? '')
    } catch (error) {
      throw new Refusal(500, 'secret_missing', 'The function that answers the secret threw.', error)
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
    if (!store.finishIn) throw new TypeError('This store keeps no database, so it cannot finish in a transaction.')
    if (!(await store.finishIn(transaction, delivery_id, token))) throw claimLost()
  }
  try {
    await handler({ ...work, finishIn })
  } catch (error) {
    await giveBack(options, work, token)
    if (error instanceof Refusal) throw error
    throw new Refusal(500, 'handler_failed', `The handler of ${work.event} threw.`, error)
  }
  if (!(await fromStore('finish', () => store.finish(delivery_id, token)))) throw claimLost()
  return 204
}

const claimLost = (): Refusal =>
  new Refusal(
    409,
    'claim_lost',
    'The handler outlived its lease and another attempt took the delivery over. Make it faster, or lease_seconds longer.',
  )

async function fromStore<Result>(step: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new Refusal(503, 'store_failed', `The delivery store failed to ${step}.`, error)
  }
}

// A claim that cannot be given back lapses by itself; the failure that led here is the one to report as the answer.
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
    // A hook that fails must not change what the service is told.
  }
}

const answer = (status: Answer['status'], reason?: ProblemReason): Answer => ({
  status,
  headers: reason ? { 'content-type': 'application/json' } : {},
  body: reason ? JSON.stringify({ error: reason }) : '',
})
