/** Reads the cookie of a portal request and the origin of a form. Pure. */
import { limits } from '../../contract/limits.ts'

type Addressed = Readonly<{ BASE_URL: string }>

const isSecure = ({ BASE_URL }: Addressed): boolean => BASE_URL.startsWith('https:')

/** With __Host-, browsers accept the cookie over https alone, and from no other host of the same domain. */
const cookieName = (settings: Addressed): string => (isSecure(settings) ? '__Host-portal_seat' : 'portal_seat')

export function readCookie(header: string | null, settings: Addressed): string | null {
  const name = `${cookieName(settings)}=`
  const cookie = (header ?? '').split(';').find((one) => one.trim().startsWith(name))
  return cookie === undefined ? null : cookie.trim().slice(name.length)
}

const attributes = (settings: Addressed, seconds: number): string =>
  `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

export const sessionCookie = (token: string, settings: Addressed): string =>
  `${cookieName(settings)}=${token}; ${attributes(settings, limits.portal_session_days * 86_400)}`

export const noCookie = (settings: Addressed): string => `${cookieName(settings)}=; ${attributes(settings, 0)}`

/**
 * Whether a form was sent by a page of this service. Browsers state the origin of every POST; a form of another site,
 * and a request without an origin, is refused. Behind a proxy, Host may differ from the public address.
 */
export function isOwnForm(headers: Headers, { BASE_URL }: Addressed): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const { host, origin: own } = new URL(origin)
  return own === new URL(BASE_URL).origin || host === headers.get('host')
}

/** A field of a form as browsers send it; null without it. */
export function fieldOf(body: Uint8Array, content_type: string | null, name: string): string | null {
  const [type] = (content_type ?? '').split(';')
  if (type!.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null
  return new URLSearchParams(new TextDecoder().decode(body)).get(name)
}

/** The token in a form, pasted alone or with its link; null if there is none. */
export const tokenOf = (body: Uint8Array, content_type: string | null): string | null =>
  /prt_[\w-]{43}/.exec(fieldOf(body, content_type, 'token') ?? '')?.[0] ?? null
