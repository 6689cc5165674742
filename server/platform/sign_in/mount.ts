/**
 * /auth: the requests of better-auth that this service offers. Each is checked and counted here, then rebuilt for
 * better-auth's handler, so that no cookie, URL or query of the caller reaches it. Its successes keep their own shapes;
 * errors use the API's envelope.
 */
import type { DoorContext } from '../../door/context.ts'
import { limits } from '../../contract/limits.ts'
import { Refusal, refuse, refuseField } from '../../contract/refusals.ts'
import { callerAddress } from '../../door/address.ts'
import { sessionTokenHash } from '../../door/admit_session.ts'
import { readBody } from '../../door/body.ts'
import { isKeyShaped, readBearer } from '../../door/credential.ts'
import { compileDecoder, type Decoder } from '../../door/decode.ts'
import { asRefusal, handleRequest } from '../../door/door.ts'
import { beginExchange, type Exchange, respond, respondRefusal } from '../../door/exchange.ts'
import { addressSubject, countAttempt, emailSubject } from '../../door/attempts.ts'
import { addressHeader, authOrigin, openAuth } from './auth.ts'
import { toDatabaseClock } from './database_clock.ts'
import { signInEndpoints } from './operations.ts'
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

export function openSignIn(context: DoorContext, secret: string): AnswerAuth {
  const handle = openAuth(context.db.door, secret)
  return async (request, peer_address) => {
    const path = new URL(request.url).pathname
    const bearer = request.headers.get('authorization')
    const isWhere = request.method === 'POST' && path === '/auth/where'
    // API keys are refused here by the door, after it resolves them as on any other call.
    if (!isWhere && bearer !== null && isKeyShaped(readBearer(request)))
      return handleRequest(context, null, request, {}, peer_address)

    const exchange = beginExchange(request, null, peer_address, context.settings)
    exchange.address = callerAddress(request, peer_address, context.settings.TRUSTED_PROXIES)
    let response: Response
    try {
      response = isWhere ? await answerWhere(context, exchange) : await answerEndpoint(context, exchange, path, handle)
    } catch (error) {
      response = respondRefusal(exchange, asRefusal(context, null, exchange, error), context.settings)
    }
    response.headers.set('Cache-Control', 'no-store')
    context.observe(exchange)
    return response
  }
}

async function answerEndpoint(
  context: DoorContext,
  exchange: Exchange,
  path: string,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { request } = exchange
  const own = ownEndpoints[`${request.method} ${path}`]
  if (own !== undefined) return own.answer(context, exchange, await readOwn(own, request))
  const found = endpoints.get(`${request.method} ${path}`)
  if (found === undefined) refuse('not_found', { desc: 'No operation has this method and path.' })
  const token = found.needs_token ? readBearer(request) : null
  found.decoder.query(request.url)
  const bytes = request.method === 'GET' ? null : await readBody(request, limits.auth_body_bytes_max)
  const body = bytes === null ? null : found.decoder.body(bytes, request.headers.get('content-type'))
  if (path === '/auth/change-password') endsEverySession(body as PasswordChange)
  if (found.tries_password) await countAttempt(context.db.door, attemptsOf(exchange, token, body as { email?: string }))
  const response = await handle(rebuild(exchange, path, token, body)).catch((error: Error) => {
    // The message of drizzle's wrapper contains parameters; the cause is the database's error.
    throw error.cause ?? error
  })
  const text = await response.text()
  if (response.status >= 500) throw await faultOf(context)
  if (response.status >= 400) throw refusalOf(response.status, text)
  if (path === '/auth/sign-out') await endSession(context, token!)
  return respond(exchange, response.status, await toDatabaseClock(text, context.db.door))
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

function attemptsOf({ address }: Exchange, token: string | null, body: { email?: string }): Map<string, number> {
  const who = token === null ? emailSubject(body.email!, address!) : `session ${sessionTokenHash(token)}`
  return new Map([
    [addressSubject('sign-in', address!), limits.sign_in_attempts_per_minute_and_address],
    [who, limits.sign_in_attempts_per_minute_and_email],
  ])
}

function rebuild({ request, address }: Exchange, path: string, token: string | null, body: unknown): Request {
  const headers: Record<string, string> = {
    [addressHeader]: address!,
    'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 500),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return new Request(`${authOrigin}${path}`, {
    method: request.method,
    headers,
    body: body === null ? undefined : JSON.stringify(body),
  })
}

/** better-auth reports success even if the session could not be deleted, so it is deleted here. */
const endSession = (context: DoorContext, token: string) =>
  context.db.door`delete from session where token = ${sessionTokenHash(token)}`

/** better-auth also returns 500 if the database is unreachable; a ping distinguishes the two cases. */
async function faultOf(context: DoorContext): Promise<unknown> {
  try {
    await context.db.ping()
  } catch (error) {
    return error
  }
  return new Error('better-auth returned a server error')
}

function refusalOf(status: number, text: string): Refusal {
  const failure = readError(text)
  if (failure.code === 'INVALID_EMAIL_OR_PASSWORD') return new Refusal('sign_in_failed')
  if (failure.code === 'INVALID_PASSWORD') return fieldRefusal('currentPassword', 'is not the password of this user')
  if (failure.code === 'INVALID_EMAIL') return fieldRefusal('email', 'must be an e-mail address')
  if (status === 401) return new Refusal('session_invalid')
  return new Refusal('bad_request', failure.message === undefined ? {} : { desc: `${failure.message}.` })
}

function fieldRefusal(field: string, rule: string): Refusal {
  try {
    return refuseField(field, rule)
  } catch (error) {
    return error as Refusal
  }
}

function readError(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) as { code?: string; message?: string }
  } catch {
    return {}
  }
}
