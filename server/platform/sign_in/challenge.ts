/**
 * The token of a sign-in that still needs its second factor. better-auth keeps it in signed cookies; this service sets
 * no cookies, so the response contains them as one token, and the request with the code sends it back.
 */
const cookieNames = ['better-auth.two_factor', 'better-auth.dont_remember']

/** The token from the cookies that better-auth set; null if it set none. */
export function challengeOf(response: Response): string | null {
  const cookies = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0]!.split('=', 2) as [string, string])
    .filter(([name, value]) => cookieNames.includes(name) && value !== '')
  if (!cookies.some(([name]) => name === cookieNames[0])) return null
  return Buffer.from(JSON.stringify(cookies)).toString('base64url')
}

/**
 * The cookies of a token; null if it is none. Their values are signed, so better-auth refuses any that it did not set.
 * Each is sent once: of two with one name, better-auth might read another than identifierOf().
 */
export function cookieHeaderOf(token: string): string | null {
  try {
    const cookies = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    const names = new Set(cookies.map((cookie) => (cookie as unknown[])[0]))
    if (!names.has(cookieNames[0]) || names.size < cookies.length || !cookies.every(isOurs)) return null
    return cookies.map((cookie) => cookie.join('=')).join('; ')
  } catch {
    return null
  }
}

function isOurs(cookie: unknown): cookie is [string, string] {
  if (!Array.isArray(cookie) || cookie.length !== 2) return false
  const [name, value] = cookie as unknown[]
  if (typeof name !== 'string' || !cookieNames.includes(name)) return false
  return typeof value === 'string' && /^[\w%.~!*'()-]+$/.test(value) && signedValue.test(decodeURIComponent(value))
}

/** A value of better-auth, and its signature in Base64. */
const signedValue = /^[\w-]+\.[\w+/=-]+$/

/** Under which better-auth stores the challenge. The header is one of cookieHeaderOf(), whose values can be decoded. */
export function identifierOf(cookieHeader: string): string {
  const value = /better-auth\.two_factor=([^;]+)/.exec(cookieHeader)?.[1] ?? ''
  return decodeURIComponent(value).split('.', 1)[0]!
}
