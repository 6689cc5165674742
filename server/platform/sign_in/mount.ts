/**
 * /auth: the requests of better-auth that this service offers. Each is checked and counted here, then rebuilt for
 * better-auth's handler, so that no cookie, URL or query of the caller reaches it, and handled in one transaction with the
 * events that it records. Successes keep better-auth's shapes; errors use the API's envelope.
 */
import type { PipelineContext } from '../../pipeline/context.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { nilId } from '../../contract/schema.ts'
import { callerAddress } from '../../pipeline/address.ts'
import { sessionTokenHash } from '../../pipeline/admit_session.ts'
import { readBody } from '../../pipeline/body.ts'
import { hashSecret, isKeyShaped, readBearer } from '../../pipeline/credential.ts'
import { compileDecoder, type Decoder } from '../../pipeline/decode.ts'
import { asRefusal, handleRequest } from '../../pipeline/pipeline.ts'
import { beginExchange, type Exchange, respond, respondRefusal } from '../../pipeline/exchange.ts'
import { addressSubject, countAttempt, emailSubject } from '../../pipeline/attempts.ts'
import { addressHeader, authOrigin, openAuth } from './auth.ts'
import type { AuthKey } from './auth_keys.ts'
import { challengeOf, cookieHeaderOf, identifierOf } from './challenge.ts'
import { toDatabaseClock } from './database_clock.ts'
import { expiredChallenge, inForce, isWrongCredential, notInForce, refusalOf } from './failures.ts'
import { signInEndpoints } from './operations.ts'
import {
  type AuthAnswer,
  type AuthRequest,
  finish,
  lockTwoFactor,
  recordFailure,
  textIn,
  userOf,
  UsedCode,
} from './outcomes.ts'
import { passwordRule } from './passwords.ts'
import { ownEndpoints, type OwnEndpoint } from './recovery.ts'
import { answerWhere } from './where.ts'

interface Endpoint {
  decoder: Decoder
  /** Whether a user token is required. */
  needs_token: boolean
  /** The request checks a password, so attempts are counted. */
  tries_password: boolean
}

const endpoints = new Map<string, Endpoint>(
  signInEndpoints.map((operation) => [
    `${operation.method} ${operation.path}`,
    {
      decoder: compileDecoder(operation),
      needs_token: operation.session === 'user',
      tries_password: operation.body !== undefined,
    },
  ]),
)

export type AnswerAuth = (request: Request, peer_address: string) => Promise<Response>

export function openSignIn(context: PipelineContext, keys: readonly AuthKey[]): AnswerAuth {
  return async (request, peer_address) => {
    const path = new URL(request.url).pathname
    const bearer = request.headers.get('authorization')
    const isWhere = request.method === 'POST' && path === '/auth/where'
    // API keys are refused here by the pipeline, after it resolves them as on any other call.
    if (!isWhere && bearer !== null && isKeyShaped(readBearer(request)))
      return handleRequest(context, null, request, {}, peer_address)

    const exchange = beginExchange(request, null, peer_address, context.settings)
    exchange.address = callerAddress(request, peer_address, context.settings.TRUSTED_PROXIES)
    let response: Response
    try {
      response = isWhere ? await answerWhere(context, exchange) : await answerEndpoint(context, exchange, path, keys)
    } catch (error) {
      response = respondRefusal(exchange, asRefusal(context, null, exchange, error), context.settings)
    }
    response.headers.set('Cache-Control', 'no-store')
    context.observe(exchange)
    return response
  }
}

async function answerEndpoint(
  context: PipelineContext,
  exchange: Exchange,
  path: string,
  keys: readonly AuthKey[],
): Promise<Response> {
  const { request } = exchange
  const own = ownEndpoints[`${request.method} ${path}`]
  if (own !== undefined) return own.answer(context, exchange, await readOwn(own, request))
  const endpoint = endpoints.get(`${request.method} ${path}`)
  if (endpoint === undefined) refuse('not_found', { desc: 'No operation has this method and path.' })
  const token = endpoint.needs_token ? readBearer(request) : null
  endpoint.decoder.query(request.url)
  const bytes = request.method === 'GET' ? null : await readBody(request, limits.auth_body_bytes_max)
  const body = bytes === null ? null : endpoint.decoder.body(bytes, request.headers.get('content-type'))
  if (path === '/auth/change-password') endsEverySession(body as PasswordChange)
  const signInRequest = requestOf(exchange, path, token, body as Record<string, unknown> | null)
  if (endpoint.tries_password) await countAttempt(context.db.autocommit, attemptsOf(signInRequest))
  const answered =
    request.method === 'GET'
      ? await askAuth(openAuth(context.db.autocommit, keys), exchange, signInRequest)
      : await answerWrite(context, exchange, signInRequest, keys)
  if (answered.status >= 500) throw await faultOf(context)
  if (answered.status >= 400) throw refusalOf(path, answered.status, answered.text)
  if (answered.challenge !== null)
    refuse('two_factor_code_required', { data: { twoFactorToken: answered.challenge, twoFactorMethods: ['totp'] } })
  return respond(exchange, answered.status, await toDatabaseClock(answered.text, context.db.autocommit))
}

function requestOf(
  { address }: Exchange,
  path: string,
  token: string | null,
  body: Record<string, unknown> | null,
): AuthRequest {
  const challenge = body?.twoFactorToken
  const cookies = typeof challenge === 'string' ? cookieHeaderOf(challenge) : null
  if (typeof challenge === 'string' && cookies === null) throw expiredChallenge()
  return { path, token, cookies, body, address: address! }
}

interface Answered extends AuthAnswer {
  text: string
  /** Set if the sign-in needs its second factor. */
  challenge: string | null
}

/** Asks better-auth. What a cookie or a header of its response contains is put into the body. */
async function askAuth(
  handle: (request: Request) => Promise<Response>,
  exchange: Exchange,
  authRequest: AuthRequest,
): Promise<Answered> {
  const response = await handle(rebuild(exchange, authRequest)).catch((error: Error) => {
    // The message of drizzle's wrapper contains parameters; the cause is the database's error.
    throw error.cause ?? error
  })
  const text = await response.text()
  if (response.status >= 400) return { status: response.status, text, body: null, challenge: null }
  const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown> | null)
  if (authRequest.path === '/auth/two-factor/confirm' || authRequest.path === '/auth/two-factor/disable') {
    const replaced = response.headers.get('set-auth-token')
    body!.token = replaced === null ? authRequest.token : decodeURIComponent(replaced).split('.', 1)[0]
    if (body!.user !== undefined) (body!.user as Record<string, unknown>).twoFactorEnabled = true
  }
  const challenge = body?.twoFactorRedirect === true ? challengeOf(response) : null
  return { status: response.status, text: JSON.stringify(body), body, challenge }
}

/** Longer than a failed sign-in takes, so that response times do not reveal whether a user exists. */
const failureMsMin = 200

/** One transaction with what it records; sign-ins together use the share of one organisation. */
async function answerWrite(
  context: PipelineContext,
  exchange: Exchange,
  authRequest: AuthRequest,
  keys: readonly AuthKey[],
): Promise<Answered> {
  const identifier = authRequest.cookies === null ? null : identifierOf(authRequest.cookies)
  const shared = context.db.of(nilId)
  const earliest = new Promise((resolve) => setTimeout(resolve, failureMsMin))
  try {
    const answered = await shared.write(async (sql) => {
      const user_id = await userOf(sql, authRequest, identifier)
      if (user_id !== null && authRequest.path.startsWith('/auth/two-factor/'))
        checkTwoFactor(authRequest.path, await lockTwoFactor(sql, user_id))
      const answer = await askAuth(openAuth(sql, keys), exchange, authRequest)
      if (answer.status < 400) await finish(sql, authRequest, answer, user_id)
      else if (isWrongCredential(answer.status, answer.text)) await recordFailure(sql, authRequest, user_id)
      // better-auth reports success even if the session could not be deleted, so it is deleted here.
      if (authRequest.path === '/auth/sign-out')
        await sql`delete from session where token = ${sessionTokenHash(authRequest.token!)}`
      return answer
    })
    if (answered.status === 401) await earliest
    return answered
  } catch (error) {
    if (!(error instanceof UsedCode)) throw error
    await shared.write((sql) => recordFailure(sql, authRequest, error.user_id))
    return refuse('two_factor_failed')
  }
}

/** better-auth confirms a second factor again and disables one that is not in force, and reports success. */
function checkTwoFactor(path: string, is_in_force: boolean): void {
  if (path === '/auth/two-factor/confirm' && is_in_force) throw inForce()
  if (path === '/auth/two-factor/disable' && !is_in_force) throw notInForce()
}

async function readOwn({ decoder }: OwnEndpoint, request: Request): Promise<unknown> {
  decoder.query(request.url)
  return decoder.body(await readBody(request, limits.auth_body_bytes_max), request.headers.get('content-type'))
}

interface PasswordChange {
  newPassword: string
  revokeOtherSessions?: boolean
}

/** A new password ends every session, so that a stolen token stops working. */
function endsEverySession(change: PasswordChange): void {
  const rule = passwordRule(change.newPassword)
  if (rule !== null) refuseField('newPassword', rule)
  if (change.revokeOtherSessions === false)
    refuseField('revokeOtherSessions', 'must be true or omitted: a new password ends every session')
  change.revokeOtherSessions = true
}

function attemptsOf({ token, cookies, body, address }: AuthRequest): Map<string, number> {
  const challenge = cookies === null ? null : `challenge ${hashSecret(cookies).toString('hex')}`
  const who =
    challenge ?? (token === null ? emailSubject(textIn(body, 'email'), address) : `session ${sessionTokenHash(token)}`)
  return new Map([
    [addressSubject('sign-in', address), limits.sign_in_attempts_per_minute_and_address],
    [who, limits.sign_in_attempts_per_minute_and_email],
  ])
}

/** Paths of better-auth that differ from ours. */
const theirPaths: Record<string, string> = { '/auth/two-factor/confirm': '/auth/two-factor/verify-totp' }

function rebuild({ request }: Exchange, { path, token, cookies, body, address }: AuthRequest): Request {
  const { twoFactorToken: _challenge, ...sent } = body ?? {}
  const headers: Record<string, string> = {
    [addressHeader]: address,
    'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 500),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(cookies === null ? {} : { cookie: cookies }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return new Request(`${authOrigin}${theirPaths[path] ?? path}`, {
    method: request.method,
    headers,
    body: body === null ? undefined : JSON.stringify(sent),
  })
}

/** better-auth also returns 500 if the database is unreachable; a ping distinguishes the two cases. */
async function faultOf(context: PipelineContext): Promise<unknown> {
  try {
    await context.db.ping()
  } catch (error) {
    return error
  }
  return new Error('better-auth returned a server error')
}
