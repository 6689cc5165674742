/** What the app's cookies contain, and which parts of a response no script may read. Pure. */
import { limits } from '../../contract/limits.ts'

export interface AppSession {
  /** The user token of /auth. */
  token: string
  /** When the browser last sent a request with it, in milliseconds. */
  seen_at: number
}

const minuteMs = 60_000

/** A session that the browser has not used for too long, or that a clock of the future wrote, is none. */
export function isInUse({ seen_at }: AppSession, now: number): boolean {
  return seen_at <= now + minuteMs && now - seen_at < limits.app_idle_minutes * minuteMs
}

/** The cookie is written again at most once a minute. */
export const isToBeRenewed = ({ seen_at }: AppSession, now: number): boolean => now - seen_at >= minuteMs

/** The session in a cookie's text once it is decrypted; null if it is none. */
export function sessionIn(text: string): AppSession | null {
  const read = JSON.parse(text) as Partial<AppSession> | null
  return typeof read?.token === 'string' && typeof read.seen_at === 'number'
    ? { token: read.token, seen_at: read.seen_at }
    : null
}

export interface Secrets {
  token: string | null
  two_factor_token: string | null
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function take(fields: unknown, name: string): string | null {
  if (!isFields(fields) || typeof fields[name] !== 'string') return null
  const value = fields[name]
  delete fields[name]
  return value
}

/** Takes the user token, and the token of a sign-in that still needs its code, out of a response of /auth. */
export function takeSecrets(body: unknown): Secrets {
  if (!isFields(body)) return { token: null, two_factor_token: null }
  const token = take(body, 'token')
  take(body.session, 'token')
  return { token, two_factor_token: take(body.data, 'twoFactorToken') }
}

/** The paths behind the app's own; null for an address that the app does not offer. */
export function pathBehind(path: string): string | null {
  const rest = /^\/app\/api(\/(?:auth|v1)\/.+)$/.exec(path)?.[1]
  return rest === undefined ? null : rest.startsWith('/v1/') ? `/api${rest}` : rest
}
