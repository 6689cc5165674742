import { type HeaderFault, parseSignatureHeader, type SignatureHeader } from './header.ts'
import { equalInConstantTime, hmac } from './hmac.ts'

/** The body exactly as received. Node's Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** One secret, or several during a rotation. */
export type Secrets = string | readonly string[]

/** The options of {@link verifyServiceSignature}. */
export interface VerifyOptions {
  /** The raw body, before any parsing. */
  body: RawBody
  /** The value of X-Service-Signature, as the framework provides it. */
  header: string | readonly string[] | null | undefined
  /** The signing secret as the service showed it, including `whsec_`; an array of secrets during a rotation. */
  secret: Secrets
  /** Maximum difference between `t` and now, before or after, in seconds, 0 to 86,400. @default 300 */
  tolerance_seconds?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

/** Which step refused the request. */
export type RefusalReason =
  | HeaderFault['reason']
  | 'secret_missing'
  | 'secret_malformed'
  | 'body_missing'
  | 'body_parsed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'

export interface Verified {
  ok: true
  /** The `t` of the header: unix seconds at which this attempt was signed. */
  timestamp: number
}
export interface Refused {
  ok: false
  reason: RefusalReason
  /** The fault and its likely cause, for a log. Contains no secret and no signature. */
  message: string
}
export type Verification = Verified | Refused

/** Why the event of a signed request cannot be read. */
export type EventFault = 'event_missing' | 'event_unknown' | 'delivery_id_missing' | 'body_not_json'

/** Thrown by `constructServiceEvent` if the event of a signed request cannot be read. */
export class ServiceEventError extends Error {
  /** Which step refused the request; stable, unlike the message. */
  readonly reason: RefusalReason | EventFault
  constructor(fault: { reason: RefusalReason | EventFault; message: string }) {
    super(fault.message)
    this.name = 'ServiceEventError'
    this.reason = fault.reason
  }
}

/** Thrown by `constructServiceEvent` and {@link assertServiceSignature} if the signature is refused. */
export class ServiceSignatureError extends ServiceEventError {
  declare readonly reason: RefusalReason
  constructor(refused: Refused) {
    super(refused)
    this.name = 'ServiceSignatureError'
  }
}

export const default_tolerance_seconds = 300

/** One day. A longer tolerance hardly stops replays, and milliseconds passed by mistake would disable the check. */
export const tolerance_seconds_max = 86_400

export function checkTolerance(tolerance_seconds: number): void {
  if (Number.isFinite(tolerance_seconds) && tolerance_seconds >= 0 && tolerance_seconds <= tolerance_seconds_max) return
  throw new TypeError(`tolerance_seconds must be a number of seconds, 0 to ${tolerance_seconds_max}`)
}

const refused = (reason: RefusalReason, message: string): Refused => ({ ok: false, reason, message })

/**
 * Verifies that the service signed this body with this secret, within the tolerance. The result is an object, so test its
 * `ok`: `if (await verifyServiceSignature(…))` is always true. `constructServiceEvent` throws instead.
 * @returns the result; no body or header that a sender can choose makes it throw.
 * @throws TypeError for a tolerance or clock that is not a number, or a tolerance of more than a day.
 */
export async function verifyServiceSignature(options: VerifyOptions): Promise<Verification> {
  const { tolerance_seconds = default_tolerance_seconds, now = wallClock } = options
  checkTolerance(tolerance_seconds)
  const header = parseSignatureHeader(options.header)
  if ('reason' in header) return refused(header.reason, header.message)
  const secrets = listSecrets(options.secret)
  if (ArrayBuffer.isView(options.secret)) return refused('secret_malformed', not_base64)
  if (secrets.length === 0) {
    return refused(
      'secret_missing',
      'There is no signing secret to verify with. Check that the setting that contains it is set.',
    )
  }
  const body = rawBody(options.body)
  if (typeof body === 'object' && 'ok' in body) return body
  return checkTime(header, tolerance_seconds, now()) ?? (await checkSignature(header, body, secrets))
}

/**
 * Like {@link verifyServiceSignature}, but throws if the result is `ok: false`.
 * @throws ServiceSignatureError
 */
export async function assertServiceSignature(options: VerifyOptions): Promise<Verified> {
  const verification = await verifyServiceSignature(options)
  if (!verification.ok) throw new ServiceSignatureError(verification)
  return verification
}

export const wallClock = (): number => Date.now() / 1000

export function listSecrets(secret: Secrets | null | undefined): string[] {
  const secrets = typeof secret === 'string' ? [secret] : Array.isArray(secret) ? (secret as string[]) : []
  return secrets.filter((one) => typeof one === 'string' && one.trim() !== '')
}

// The ArrayBuffer class differs between realms (Jest, vm), so it is recognised by its tag.
function rawBody(body: unknown): string | Uint8Array<ArrayBuffer> | Refused {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  if (body === undefined || body === null) {
    return refused(
      'body_missing',
      'There is no body to verify. Pass an empty body as an empty string or zero bytes, not as null or undefined.',
    )
  }
  return refused(
    'body_parsed',
    "The body was parsed, and only the raw bytes can be verified. Express: express.raw({ type: 'application/json' }) on this route, before express.json(). Fastify: a content type parser with parseAs: 'buffer'. Fetch, Hono, Next: await request.text() before anything calls request.json().",
  )
}

function checkTime({ timestamp }: SignatureHeader, tolerance_seconds: number, now: number): Refused | null {
  if (!Number.isFinite(now)) throw new TypeError('now() must return unix seconds')
  const age_seconds = Math.floor(now) - timestamp
  if (Math.abs(age_seconds) <= tolerance_seconds) return null
  const cause = 'Every attempt is signed with the current time'
  return age_seconds > 0
    ? refused(
        'timestamp_too_old',
        `The signature is ${age_seconds} seconds old; ${tolerance_seconds} are allowed. ${cause}: this is a replay, a queue in front of this receiver held the request, or this machine's clock is fast.`,
      )
    : refused(
        'timestamp_too_new',
        `The signature is ${-age_seconds} seconds ahead of this machine's clock; ${tolerance_seconds} are allowed. ${cause}: this machine's clock is slow, or now() does not return unix seconds.`,
      )
}

async function checkSignature(
  header: SignatureHeader,
  body: string | Uint8Array<ArrayBuffer>,
  secrets: string[],
): Promise<Verification> {
  for (const secret of secrets) {
    if (await matches(header, body, secret)) return { ok: true, timestamp: header.timestamp }
  }
  for (const secret of secrets) {
    for (const { meant, message } of misreadings(secret)) {
      if (meant !== secret && meant !== '' && (await matches(header, body, meant))) {
        return refused('secret_malformed', message)
      }
    }
  }
  if ((typeof body === 'string' ? body.length : body.byteLength) === 0) {
    return refused(
      'signature_mismatch',
      'The body is empty, and the service never sends an empty one. Something in front of this receiver dropped it (API Gateway forwards event.body only in a proxy integration), or something read it before.',
    )
  }
  return refused(
    'signature_mismatch',
    'No v1 signature matches. Likely causes: the secret belongs to another subscription or was replaced; or the body was changed in transit (parsed and serialised again, decoded in another charset, or a line ending added or removed).',
  )
}

async function matches(
  header: SignatureHeader,
  body: string | Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  // Native HMACs are synchronous and need no await.
  const made = hmac(secret, `${header.t}.`, body)
  const expected = made instanceof Uint8Array ? made : await made
  return header.signatures.some((signature) => equalInConstantTime(expected, signature))
}

const not_base64 =
  'The secret is the whole string as the service showed it, including whsec_. It is not base64: do not decode it or remove the prefix.'

/** What the secret may have been before it was altered; tried only if no secret matches as it is. */
function misreadings(secret: string): { meant: string; message: string }[] {
  const trimmed = secret
    .trim()
    .replace(/^(["'])([^]*)\1$/, '$2')
    .trim()
  const wrapped =
    'The secret has white space or quotes around it, and the signature matches without them. Trim it where you read it.'
  return [
    { meant: trimmed, message: wrapped },
    { meant: `whsec_${trimmed}`, message: not_base64 },
    { meant: `whsec_${base64url(secret)}`, message: not_base64 },
  ]
}

// A binary string, as Buffer.toString('latin1') and atob return it; any other string is not a decoded secret.
function base64url(text: string): string {
  if (/[^\0-\xff]/.test(text)) return ''
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
