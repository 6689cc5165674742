/** API key generation and hashing, and how the pipeline reads the credential of a request. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { refuse } from '../contract/refusals.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6
const shape = /^svc_(us|eu)_[0-9A-Za-z]{36}$/

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first digits.
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += base62[byte % 62]
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text) >>> 0
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = base62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Generates a key: `svc_<region>_`, 30 random base62 characters and a CRC32 in base62, so that scanners can find it. */
export function mintKey(region: 'us' | 'eu'): string {
  const body = `svc_${region}_${randomBase62(secretLength)}`
  return body + checksum(body)
}

export const isKeyWellFormed = (key: string): boolean =>
  shape.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)

/** Anything with a key's prefix is treated as a key, and so is an empty token: all refusals must cost the same. */
export const isKeyShaped = (token: string): boolean => token === '' || token.startsWith('svc_')

/** Tokens of signed-in users: 32 characters from sign-in, 48 hex digits where the server itself issues the token. */
const sessionShape = /^(?:[\w-]{32}|[0-9a-f]{48})$/
/** Whether a token can be a user token. On a public operation anything else is a malformed key. */
export const isSessionShaped = (token: string): boolean => !isKeyShaped(token) && sessionShape.test(token)

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
/** The hint of a key, shown in lists. */
export const keyHint = (key: string): string => `${key.slice(0, 11)}…`

/**
 * The token of Authorization: Bearer; empty if the header has another scheme or no token. Several spaces or tabs may
 * precede it. A request without the header is refused before any key is looked up.
 */
export function readBearer(request: Request): string {
  const header = request.headers.get('authorization')
  if (header === null) {
    refuse('bad_request', {
      desc: 'The Authorization header is required: send Authorization: Bearer <API_KEY>.',
      data: { field: 'Authorization', rule: 'is required' },
    })
  }
  return /^Bearer[ \t]+(\S+)\s*$/i.exec(header)?.[1] ?? ''
}
