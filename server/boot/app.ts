/** Mounts every operation behind the pipeline, and the routes that do not pass it. */
import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { registry } from '../observe/metrics.ts'
import type { Operation } from '../contract/operation.ts'
import { Refusal } from '../contract/refusals.ts'
import { beginExchange, commonHeaders, pathOf, preflightHeaders, respondRefusal } from '../pipeline/exchange.ts'
import { respondTrouble } from '../pipeline/answer_file.ts'
import { hashSecret } from '../pipeline/credential.ts'
import { handleRequest, type Mounted, prepareOperation } from '../pipeline/pipeline.ts'
import type { AppContext } from './context.ts'
import { answerDocumentLink } from '../documents/answer_document.ts'
import { answerPortal, portalRoutes } from '../partners/portal/answer_portal.ts'
import { mountReference } from '../reference/reference.ts'
import { answerApp } from '../platform/app/answer_app.ts'
import type { AnswerAuth } from '../platform/sign_in/mount.ts'
import { answerReport, reportPaths } from '../selling/warehouse_reports/answer_report.ts'
import type { Settings } from '../settings/settings.ts'
import { answerExport } from '../tables/exports.ts'
import { documents } from './published/document.ts'
import { countInFlight } from './in_flight.ts'

export interface Service {
  /** Handles one request; `peer_address` is the socket's own. */
  fetch: (request: Request, peer_address: string) => Promise<Response>
  /** Refuses new requests and waits for running ones. */
  drain: () => Promise<void>
}

/** '/a/{b}/c' → '/a/:b/c' */
const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A segment that is not valid UTF-8 becomes empty, which matches no id. */
function readable<Name extends string>(params = {} as Record<Name, string | null>): Record<Name, string> {
  for (const name in params) params[name] ??= ''
  return params as Record<Name, string>
}

/** Deno copies Host into the URL unchecked: text after one of these characters would be read as the path. */
const notInHosts = /[\s/?#@\\]/

/**
 * Without a usable Host (HTTP/1.0, health checks), Bun's request.url is only the path. The router searches for the path
 * after the eleventh character, which misses it if the host has one to three letters.
 */
function withUsualAddress(request: Request): Request {
  const { url } = request
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 'https://'.length)
  return start > 10 ? request : new Request(`http://localhost${url.slice(start)}`, request)
}

function refuseHost(request: Request, peer_address: string, { settings }: AppContext): Response {
  const rule = 'must be the name or address of the service'
  const refusal = new Refusal('bad_request', { desc: `Host ${rule}.`, data: { field: 'Host', rule } })
  return respondRefusal(beginExchange(request, null, peer_address, settings), refusal, settings)
}

/** The metrics cover all organisations, so only the operator may read them. */
function mayReadMetrics(request: Request, { METRICS_TOKEN }: Settings): boolean {
  if (METRICS_TOKEN === undefined) return false
  const sent = hashSecret(request.headers.get('authorization') ?? '')
  return timingSafeEqual(sent, hashSecret(`Bearer ${METRICS_TOKEN}`))
}

/** Requests that a signature admits, in their URL or a header, in place of a key or a session. */
function mountSigned(app: Elysia, context: AppContext, peerOf: (request: Request) => string): void {
  app.get('/exports/:token/:file', ({ request, params }) => {
    const { token, file } = readable(params)
    return answerExport(context, request, token, file, peerOf(request))
  })
  app.get('/documents/:token/:file', ({ request, params }) => {
    const { token, file } = readable(params)
    return answerDocumentLink(context, request, token, file, peerOf(request))
  })
  for (const path of reportPaths)
    app.post(
      `/callbacks/warehouses/:organization_id/:connection_id/${path}`,
      ({ request, params }) => answerReport(context, request, path, readable(params), peerOf(request)),
      { parse: 'none' },
    )
}

/** Pages that the cookie of a portal seat admits; they never pass the pipeline of the API. */
function mountPortal(app: Elysia, context: AppContext, peerOf: (request: Request) => string): void {
  for (const { method, path, answer } of portalRoutes)
    app.route(
      method,
      path,
      ({ request, params }) =>
        answerPortal(context, request, (visit) => answer(visit, readable(params)), peerOf(request)),
      { parse: 'none' },
    )
}

interface Visit {
  peer_address: string
  is_of_app: boolean
  has_entered: boolean
}

export function createService(context: AppContext, operations: readonly Operation[], answerAuth: AnswerAuth): Service {
  const visits = new WeakMap<Request, Visit>()
  const peerOf = (request: Request) => visits.get(request)?.peer_address ?? ''
  const enterDoor = (request: Request, mounted: Mounted | null, params: Record<string, string>) => {
    const visit = visits.get(request)
    if (visit !== undefined) visit.has_entered = true
    return handleRequest(context, mounted, request, params, visit?.peer_address ?? '', visit?.is_of_app)
  }
  /** Handles a request of the app, behind which another one stands. */
  const inner = (outer: Request) => (request: Request) => {
    visits.set(request, { peer_address: peerOf(outer), is_of_app: true, has_entered: false })
    const visit = visits.get(outer)
    if (visit !== undefined) visit.has_entered = true
    return app.handle(request)
  }
  const app = new Elysia({ name: 'service', normalize: false })
  // Must come before the routes: it applies only to those registered after it.
  app.onError(({ code, error, request }) =>
    code === 'NOT_FOUND'
      ? new Response('There is nothing here.\n', { status: 404 })
      : respondTrouble(context, beginExchange(request, null, peerOf(request), context.settings), error),
  )

  for (const operation of operations) {
    const mounted = prepareOperation(operation)
    app.route(
      operation.method,
      routerPath(operation.path),
      ({ request, params }) => enterDoor(request, mounted, readable(params)),
      { parse: 'none' },
    )
  }
  mountSigned(app, context, peerOf)
  mountPortal(app, context, peerOf)
  // The router prefers a GET route to one for all methods, even a less specific one: the site's would win.
  for (const method of ['GET', 'ALL']) {
    app.route(method, '/auth/*', ({ request }) => answerAuth(request, peerOf(request)), { parse: 'none' })
    for (const path of ['/api/v1', '/api/v1/*'])
      app.route(method, path, ({ request }) => enterDoor(request, null, {}), { parse: 'none' })
    app.route(method, '/app/api/*', ({ request }) => answerApp(context, request, peerOf(request), inner(request)), {
      parse: 'none',
    })
  }
  app.get('/healthz', () => new Response('ok'))
  app.get('/readyz', async () => {
    await context.db.ping()
    return new Response('ready')
  })
  app.get('/metrics', async ({ request }) =>
    mayReadMetrics(request, context.settings)
      ? new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } })
      : new Response('There is nothing here.\n', { status: 404 }),
  )
  mountReference(app, context.settings, documents)
  const fetch = async (received: Request, peer_address: string): Promise<Response> => {
    const request = withUsualAddress(received)
    if (notInHosts.test(request.headers.get('host') ?? '')) return refuseHost(request, peer_address, context)
    if (request.method === 'OPTIONS' && !pathOf(request).startsWith('/app/')) {
      const { headers } = beginExchange(request, null, peer_address, context.settings)
      return new Response(null, { status: 204, headers: { ...headers, ...preflightHeaders } })
    }
    const visit = { peer_address, is_of_app: false, has_entered: false }
    visits.set(request, visit)
    const response = await app.fetch(request)
    // The pipeline sets its own headers; responses that do not pass it have none.
    if (visit.has_entered || response.headers.has('x-request-id')) return response
    const { request_id } = beginExchange(request, null, peer_address, context.settings)
    for (const [name, value] of Object.entries(commonHeaders(context.settings, request_id)))
      response.headers.set(name, value)
    return response
  }
  return countInFlight(fetch, context.settings)
}
