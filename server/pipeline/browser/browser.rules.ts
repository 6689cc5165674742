/** What a browser sends with a request: cookies, and the origin of the page that sent it. Pure. */

type Addressed = Readonly<{ BASE_URL: string }>

const isSecure = ({ BASE_URL }: Addressed): boolean => BASE_URL.startsWith('https:')

export interface Cookie {
  /** Its value in a Cookie header; null without it. */
  read: (header: string | null, settings: Addressed) => string | null
  /** The Set-Cookie header that stores a value. */
  set: (value: string, settings: Addressed) => string
  /** The Set-Cookie header that removes it. */
  end: (settings: Addressed) => string
}

/** A cookie that no script reads. With __Host-, browsers accept it over https alone, and from no other host of the same domain. */
export function openCookie(plainName: string, seconds: number, sameSite: 'Lax' | 'Strict'): Cookie {
  const nameOf = (settings: Addressed) => (isSecure(settings) ? `__Host-${plainName}` : plainName)
  const write = (value: string, lasts: number, settings: Addressed) =>
    `${nameOf(settings)}=${value}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=${sameSite}${isSecure(settings) ? '; Secure' : ''}`
  return {
    read(header, settings) {
      const name = `${nameOf(settings)}=`
      const cookie = (header ?? '').split(';').find((one) => one.trim().startsWith(name))
      return cookie === undefined ? null : cookie.trim().slice(name.length)
    },
    set: (value, settings) => write(value, seconds, settings),
    end: (settings) => write('', 0, settings),
  }
}

/**
 * Whether a page of this service sent the request. Browsers state the origin of every POST; a request of another site's
 * page, and one without an origin, was not sent by ours. Behind a proxy, Host may differ from the public address.
 */
export function isOwnOrigin(headers: Headers, { BASE_URL }: Addressed): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const { host, origin: own } = new URL(origin)
  return own === new URL(BASE_URL).origin || host === headers.get('host')
}
