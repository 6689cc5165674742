/**
 * /app/api: the requests of the app in a browser. An HttpOnly cookie has the session, encrypted; here it becomes the
 * Authorization header, and the request goes on to the API or to /auth as any other. The organisation is stated by the
 * page in X-Organization-ID, so that two tabs can work in two organisations. No response contains a user token.
 */
import { limits } from '../../contract/limits.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { readBody } from '../../pipeline/body.ts'
import { isOwnOrigin, openCookie } from '../../pipeline/browser/browser.rules.ts'
import type { PipelineContext } from '../../pipeline/context.ts'
import { beginExchange, respondRefusal } from '../../pipeline/exchange.ts'
import { asRefusal } from '../../pipeline/answer_file.ts'
import { type AppSession, isInUse, isToBeRenewed, pathBehind, sessionIn, takeSecrets } from './app_session.rules.ts'

export type Forward = (request: Request) => Promise<Response>

/** Lasts as long as a browser may be idle: each request of a minute renews it. */
const sessionCookie = openCookie('app_session', limits.app_idle_minutes * 60, 'Strict')
/** A sign-in whose password was right and whose code is missing. */
const twoFactorCookie = openCookie('app_sign_in', limits.two_factor_minutes * 60, 'Strict')

const sessionPurpose = 'session of the app'
const twoFactorPurpose = 'sign-in of the app'

/** Requests with which a person comes in; they need no session. */
const codePaths = new Set(['/auth/two-factor/verify-totp', '/auth/two-factor/verify-backup-code'])
const openPaths = new Set([
  ...codePaths,
  '/auth/sign-in/email',
  '/auth/request-password-reset',
  '/auth/reset-password',
  '/auth/accept-invitation',
])
/** Requests that end the session. */
const endPaths = new Set(['/auth/sign-out', '/auth/revoke-sessions'])

/** Headers of the page's request that go on; its own Authorization and cookies do not. */
const passedOn = [
  'accept',
  'content-type',
  'idempotency-key',
  'service-version',
  'user-agent',
  'x-forwarded-for',
  'x-organization-id',
]

/** The API's leave for pages of other origins, which a cookie must not have. */
const forOtherOrigins = ['access-control-allow-origin', 'access-control-expose-headers']

function opened(context: PipelineContext, cookie: string | null, purpose: string): string | null {
  if (cookie === null) return null
  try {
    return context.secrets.decrypt(Buffer.from(cookie, 'base64url'), purpose)
  } catch {
    return null
  }
}

const sealed = ({ secrets }: PipelineContext, text: string, purpose: string): string =>
  Buffer.from(secrets.encrypt(text, purpose)).toString('base64url')

function readSession(context: PipelineContext, header: string | null): AppSession | null {
  const text = opened(context, sessionCookie.read(header, context.settings), sessionPurpose)
  const session = text === null ? null : sessionIn(text)
  return session !== null && isInUse(session, Date.now()) ? session : null
}

const cookieOf = (context: PipelineContext, token: string): string =>
  sessionCookie.set(sealed(context, JSON.stringify({ token, seen_at: Date.now() }), sessionPurpose), context.settings)

/** A read may be opened as a page or saved as a file; a write comes from our own pages only. */
function checkOrigin({ method, headers }: Request, { settings }: PipelineContext): void {
  const site = headers.get('sec-fetch-site')
  const isOurs =
    method === 'GET' ? site === null || site === 'same-origin' || site === 'none' : isOwnOrigin(headers, settings)
  if (!isOurs)
    refuse('bad_request', {
      desc: 'Only pages of this service may send this request.',
      data: { field: 'Origin', rule: 'must be the address of this service' },
    })
}

/** The body of a request with the code, completed by the token of the sign-in that waits for it. */
async function withSignIn(context: PipelineContext, request: Request): Promise<string> {
  const waiting = opened(
    context,
    twoFactorCookie.read(request.headers.get('cookie'), context.settings),
    twoFactorPurpose,
  )
  const text = new TextDecoder().decode(await readBody(request, limits.auth_body_bytes_max))
  if (waiting === null) refuse('two_factor_failed', { desc: 'The sign-in has expired: enter the password again.' })
  try {
    return JSON.stringify({ ...(JSON.parse(text) as object), twoFactorToken: waiting })
  } catch {
    return text
  }
}

async function behind(
  context: PipelineContext,
  request: Request,
  path: string,
  session: AppSession | null,
): Promise<Request> {
  const headers = new Headers()
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (session !== null) headers.set('authorization', `Bearer ${session.token}`)
  const body = codePaths.has(path) ? await withSignIn(context, request) : request.body
  const { search } = new URL(request.url)
  const init = { method: request.method, headers, signal: request.signal, ...(body === null ? {} : { body }) }
  return new Request(`http://localhost${path}${search}`, { ...init, duplex: 'half' } as RequestInit)
}

/** The response as the page gets it: without tokens and without the API's leave for other origins. */
async function forPage(
  context: PipelineContext,
  path: string,
  session: AppSession | null,
  answered: Response,
): Promise<Response> {
  const { settings } = context
  const headers = new Headers(answered.headers)
  for (const name of forOtherOrigins) headers.delete(name)
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (!path.startsWith('/auth/')) {
    if (session !== null && isToBeRenewed(session, Date.now()))
      headers.append('Set-Cookie', cookieOf(context, session.token))
    return new Response(answered.body, { status: answered.status, headers })
  }
  const text = await answered.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  const { token, two_factor_token } = takeSecrets(body)
  if (two_factor_token !== null)
    headers.append('Set-Cookie', twoFactorCookie.set(sealed(context, two_factor_token, twoFactorPurpose), settings))
  if (token !== null) {
    headers.append('Set-Cookie', cookieOf(context, token))
    headers.append('Set-Cookie', twoFactorCookie.end(settings))
  }
  // Not for a session that was ended elsewhere: a request that was under way would remove the cookie of a new one.
  if (answered.ok && endPaths.has(path)) headers.append('Set-Cookie', sessionCookie.end(settings))
  headers.delete('Content-Length')
  return new Response(text === '' ? null : JSON.stringify(body), { status: answered.status, headers })
}

/** Answers one request under /app/api; `forward` hands it to the service as a request of its own. */
export async function answerApp(
  context: PipelineContext,
  request: Request,
  peer_address: string,
  forward: Forward,
): Promise<Response> {
  const exchange = beginExchange(request, null, peer_address, context.settings)
  try {
    const path = pathBehind(new URL(request.url).pathname)
    if (path === null) refuse('not_found', { desc: 'The app has no such address.' })
    checkOrigin(request, context)
    const session = readSession(context, request.headers.get('cookie'))
    if (session === null && !openPaths.has(path))
      throw new Refusal('session_invalid', { desc: 'You are not signed in, or were signed out: sign in again.' })
    return await forPage(context, path, session, await forward(await behind(context, request, path, session)))
  } catch (error) {
    const response = respondRefusal(exchange, asRefusal(context, exchange, error), context.settings)
    for (const name of forOtherOrigins) response.headers.delete(name)
    context.observe(exchange)
    return response
  }
}
