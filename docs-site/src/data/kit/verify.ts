import { type HeaderFault, parseSignatureHeader, type SignatureHeader } from './header.ts'
import { equalInConstantTime, hmac } from './hmac.ts'

/** The body exactly as it came over the wire. Node's Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** One secret, or several while one replaces another. */
export type Secrets = string | readonly string[]

export interface VerifyOptions {
  /** The raw body, before any parsing. */
  body: RawBody
  /** The value of X-Service-Signature, as the framework hands it out. */
  header: string | readonly string[] | null | undefined
  secret: Secrets
  /** How far `t` may lie from now, before or after. 300 unless told. */
  tolerance_seconds?: number
  /** Answers the present in unix seconds. The machine's clock unless told. */
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
  /** What is wrong and its likely cause, for a log. Holds no secret and no signature. */
  message: string
}
export type Verification = Verified | Refused

/** Thrown by {@link assertServiceSignature}. */
export class ServiceSignatureError extends Error {
  readonly reason: RefusalReason
  constructor(refused: Refused) {
    super(refused.message)
    this.name = 'ServiceSignatureError'
    this.reason = refused.reason
  }
}

export const default_tolerance_seconds = 300

const refused = (reason: RefusalReason, message: string): Refused => ({ ok: false, reason, message })

/**
 * Tells whether the service signed this body, lately, with this secret. Whatever a sender puts into body and header is
 * answered, never thrown from; a tolerance or clock that is no number throws a TypeError, since it would switch the check off.
 */
export async function verifyServiceSignature(options: VerifyOptions): Promise<Verification> {
  const { tolerance_seconds = default_tolerance_seconds, now = wallClock } = options
  if (!Number.isFinite(tolerance_seconds) || tolerance_seconds < 0) {
    throw new TypeError('tolerance_seconds must be a number of seconds, 0 or more')
  }
  const header = parseSignatureHeader(options.header)
  if ('reason' in header) return refused(header.reason, header.message)
  const secrets = listSecrets(options.secret)
  if (secrets.length === 0) {
    return refused(
      'secret_missing',
      'There is no signing secret to verify with. Is the setting that holds it filled in here?',
    )
  }
  const body = rawBody(options.body)
  if (typeof body === 'object' && 'ok' in body) return body
  return checkTime(header, tolerance_seconds, now()) ?? (await checkSignature(header, body, secrets))
}

/** Like {@link verifyServiceSignature}, and throws a {@link ServiceSignatureError} where that answers `ok: false`. */
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

// The class of an ArrayBuffer differs between realms (Jest, vm), so it is told by its tag.
function rawBody(body: unknown): string | Uint8Array<ArrayBuffer> | Refused {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  if (body === undefined || body === null) {
    return refused(
      'body_missing',
      'There is no body to verify. An empty body is an empty string or no bytes, not null or undefined.',
    )
  }
  return refused(
    'body_parsed',
    "The body is not the raw one but a value made from it, and only the bytes as sent can be verified. Express: express.raw({ type: 'application/json' }) on this route, before express.json(). Fastify: a content type parser with parseAs: 'buffer'. Fetch, Hono, Next: await request.text() before anything calls request.json().",
  )
}

function checkTime({ timestamp }: SignatureHeader, tolerance_seconds: number, now: number): Refused | null {
  if (!Number.isFinite(now)) throw new TypeError('now() must answer unix seconds')
  const age_seconds = Math.floor(now) - timestamp
  if (Math.abs(age_seconds) <= tolerance_seconds) return null
  const cause = 'Every attempt is signed afresh'
  return age_seconds > 0
    ? refused(
        'timestamp_too_old',
        `The signature is ${age_seconds} seconds old; ${tolerance_seconds} are allowed. ${cause}: this is a replay, a queue in front of this receiver held the request, or this machine's clock is fast.`,
      )
    : refused(
        'timestamp_too_new',
        `The signature is ${-age_seconds} seconds ahead of this machine's clock; ${tolerance_seconds} are allowed. ${cause}: this machine's clock is slow, or now() does not answer unix seconds.`,
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
    const bare = withoutWrapping(secret)
    if (bare !== secret && bare !== '' && (await matches(header, body, bare))) {
      return refused(
        'secret_malformed',
        'The secret has white space or quotes around it, and the signature matches without them. Trim it where it is read.',
      )
    }
  }
  return refused(
    'signature_mismatch',
    'No v1 signature matches. Likely causes: the secret belongs to another subscription or was replaced; or the body was changed on its way (parsed and written anew, decoded in another charset, a line end added or taken).',
  )
}

async function matches(
  header: SignatureHeader,
  body: string | Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  // Native HMACs answer at once, and are not waited for.
  const made = hmac(secret, `${header.t}.`, body)
  const expected = made instanceof Uint8Array ? made : await made
  return header.signatures.some((signature) => equalInConstantTime(expected, signature))
}

const withoutWrapping = (secret: string): string =>
  secret
    .trim()
    .replace(/^(["'])([^]*)\1$/, '$2')
    .trim()
