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

/** The cookies of a token; null if it is none. Their values are signed, so better-auth refuses any that it did not set. */
export function cookieHeaderOf(token: string): string | null {
  try {
    const cookies = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string][]
    const isOurs = ([name, value]: [string, string]) => cookieNames.includes(name) && /^[\w%.~!*'()-]+$/.test(value)
    return cookies.every(isOurs) ? cookies.map((cookie) => cookie.join('=')).join('; ') : null
  } catch {
    return null
  }
}

/** Under which better-auth stores the challenge. */
export function identifierOf(cookieHeader: string): string {
  const value = /better-auth\.two_factor=([^;]+)/.exec(cookieHeader)?.[1] ?? ''
  return decodeURIComponent(value).split('.', 1)[0]!
}
