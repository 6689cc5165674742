/**
 * One delivery, from the raw request to the answer: verify, claim by delivery id, run once, mark it handled.
 *
 * Any answer of 200 to 299 tells the service that the event arrived; after any other it sends the same delivery again,
 * 1 minute, 10 minutes and 1 hour later. A delivery that failed is therefore released and refused, never swallowed.
 * The README lists the answers under "Failures and their causes".
 */
import type { EventName, ServiceEventBodies } from './events.generated.ts'
import { isEventName, parseServiceEvent } from './events.ts'
import type { DeliveryStore } from './store.ts'
import {
  default_tolerance_seconds,
  listSecrets,
  type RawBody,
  type RefusalReason,
  type Secrets,
  verifyServiceSignature,
} from './verify.ts'

/** What a handler of one event is given. */
export interface Delivery<Name extends EventName = EventName, Transaction = never> {
  event: Name
  /** The record as it stands, typed by the event. */
  body: ServiceEventBodies[Name]
  /** The same over every attempt of this delivery. */
  delivery_id: string
  /** Unix seconds at which this attempt was signed. */
  signed_at: number
  /**
   * Marks the delivery handled inside a transaction of yours, so that its effects and the mark are committed as one.
   * Throws where the claim was lost, which rolls the transaction back. Only with stores that keep a database.
   */
  finishIn(transaction: Transaction): Promise<void>
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

export interface HandlerOptions<Transaction = never> {
  secret: HandlerSecrets
  store: DeliveryStore<Transaction>
  on: EventHandlers<Transaction>
  /** Told of every refusal and failure. Without it they go to console.error. */
  onError?: (problem: Problem) => unknown
  /** 300 unless told. */
  tolerance_seconds?: number
  /** How long a handler may work before another attempt takes over. 45 unless told: the first retry comes after 60. */
  lease_seconds?: number
  /** A longer body is refused with 413. 5 MiB unless told. */
  body_bytes_max?: number
  /** Answers the present in unix seconds, for the tolerance. */
  now?: () => number
}

/** Header names in lower case, as Node hands them out; or anything with a `get`, such as Headers. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

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
  if (!isEventName(event) || !options.on[event]) return 204
  const parsed = parseServiceEvent({ event, body })
  if (!parsed.ok) throw new Refusal(400, 'body_not_json', parsed.message)
  return runOnce(options, { ...parsed.event, delivery_id, signed_at: timestamp })
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

type Work = { event: EventName; body: unknown; delivery_id: string; signed_at: number }

async function runOnce<Transaction>(options: HandlerOptions<Transaction>, work: Work): Promise<204 | 409> {
  const { store, on, lease_seconds = 45 } = options
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
    await (on[work.event] as (delivery: Work & { finishIn: typeof finishIn }) => unknown)({ ...work, finishIn })
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

function readHeader(headers: ReceivedHeaders, name: string): string | readonly string[] | null | undefined {
  return typeof headers.get === 'function'
    ? (headers as { get(name: string): string | null }).get(name)
    : (headers as { readonly [name: string]: string | readonly string[] | undefined })[name]
}

// Event and id are not signed and end up as keys in stores, so they are one short token or nothing.
function singleToken(value: string | readonly string[] | null | undefined): string | null {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
  return typeof one === 'string' && /^[\w.:~-]{1,200}$/.test(one) ? one : null
}

function checkOptions<Transaction>({ secret, ...options }: HandlerOptions<Transaction>): void {
  const { lease_seconds = 45, tolerance_seconds = 0, body_bytes_max = 1 } = options
  if ((typeof secret === 'string' || Array.isArray(secret) || secret == null) && listSecrets(secret).length === 0) {
    throw new TypeError('createWebhookHandler: secret is empty. Is the setting that holds it filled in here?')
  }
  if (!Number.isFinite(lease_seconds) || lease_seconds <= 0) throw new TypeError('lease_seconds must be more than 0')
  if (!Number.isFinite(tolerance_seconds) || tolerance_seconds < 0)
    throw new TypeError('tolerance_seconds must be 0 or more')
  if (!(body_bytes_max > 0)) throw new TypeError('body_bytes_max must be more than 0')
  for (const name of Object.keys(options.on)) {
    if (!isEventName(name)) throw new TypeError(`There is no event ${JSON.stringify(name)}.`)
  }
}
