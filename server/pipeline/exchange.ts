/** One request and its response. Every response is sent by `respond`, so none lacks its headers. */
import { uuidv7 } from 'uuidv7'
import type { KeyCaller, SessionCaller } from '../contract/call.ts'
import { pimRefusalBody, refusalBody } from '../contract/envelope.ts'
import type { responseHeaders } from '../contract/openapi/response_headers.ts'
import type { Operation } from '../contract/operation.ts'
import type { Refusal } from '../contract/refusals.ts'
import type { Settings } from '../settings/settings.ts'

export interface Exchange {
  request: Request
  operation: Operation | null
  request_id: string
  started_ms: number
  /** The socket's peer, before any trusted proxy is considered. */
  peer_address: string
  /** Sent by a page of the app, behind its cookie. */
  is_of_app: boolean
  /** The caller's address, once determined. */
  address: string | null
  caller: KeyCaller | SessionCaller | null
  /** The database's clock when the caller was admitted, and ours on performance.now() then. */
  admitted: { now: string; at_ms: number } | null
  headers: Record<string, string>
  status: number
  code: string | null
}

/** The path without host and query; parsing the whole URL would be slower than the rest of the log line. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.search(/[?#]/)
  return url.slice(start, end < 0 ? undefined : end)
}

/** Headers that scripts in pages of other origins may read: exactly these six, as the contract states. */
const exposed = (
  [
    'X-Request-Id',
    'X-Service-Region',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
  ] satisfies (keyof typeof responseHeaders)[]
).join(', ')

const transportSecurity = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Responses are what their Content-Type says; a service that is reached over https is reached by nothing else. */
export const securityHeaders = ({ BASE_URL }: Settings): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(/^https:/i.test(BASE_URL) ? transportSecurity : {}),
})

export const commonHeaders = (settings: Settings, request_id: string): Record<string, string> => ({
  'X-Request-Id': request_id,
  'X-Service-Region': settings.SERVICE_REGION,
  ...securityHeaders(settings),
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
})

export const preflightHeaders: Record<string, string> = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Service-Version, X-Organization-ID',
  'Access-Control-Max-Age': '7200',
}

export function beginExchange(
  request: Request,
  operation: Operation | null,
  peer_address: string,
  settings: Settings,
): Exchange {
  const request_id = uuidv7()
  return {
    request,
    operation,
    request_id,
    started_ms: performance.now(),
    peer_address,
    is_of_app: false,
    address: null,
    caller: null,
    admitted: null,
    headers: commonHeaders(settings, request_id),
    status: 0,
    code: null,
  }
}

/** Sends JSON, as text or encoded, or nothing at all with a 204. Responses may contain one-time secrets, so they must not be cached. */
export function respond(exchange: Exchange, status: number, json: string | Uint8Array<ArrayBuffer> | null): Response {
  exchange.status = status
  exchange.headers['Cache-Control'] = 'no-store'
  if (json === null || status === 204) return new Response(null, { status, headers: exchange.headers })
  exchange.headers['Content-Type'] = 'application/json'
  return new Response(json, { status, headers: exchange.headers })
}

export function respondRefusal(exchange: Exchange, refusal: Refusal, settings: Settings): Response {
  exchange.code = refusal.code
  if (refusal.retry_after_seconds !== undefined) exchange.headers['Retry-After'] = String(refusal.retry_after_seconds)
  // A slow client could keep sending as long as the connection is open.
  if (refusal.code === 'body_too_slow') exchange.headers.Connection = 'close'
  const pim = refusal.status === 401 && exchange.operation?.resource === 'pim'
  const body = (pim ? pimRefusalBody : refusalBody)(refusal, settings.DOCS_URL, exchange.request_id)
  return respond(exchange, refusal.status, JSON.stringify(body))
}
