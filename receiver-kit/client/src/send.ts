/** Sends one request in as many attempts as it takes. All attempts of a write share one Idempotency-Key and one body. */
import { ServiceConnectionError, ServiceError } from './errors.ts'

/** One attempt of a request, as hooks see it. */
export interface Attempt {
  method: string
  url: string
  /** 1 for the first. */
  attempt: number
  /** null for reads, and for writes of a session. */
  idempotency_key: string | null
}

export interface Hooks {
  /** Before each attempt; may add headers, such as those of a trace. */
  onRequest?: ((attempt: Attempt & { headers: Headers }) => void | Promise<void>) | undefined
  /** After each attempt that got a response. */
  onResponse?: ((attempt: Attempt & { status: number; headers: Headers; elapsed_ms: number }) => void) | undefined
  /** Before each wait. `error` says why the attempt is repeated. */
  onRetry?: ((attempt: Attempt & { wait_ms: number; error: ServiceError | ServiceConnectionError }) => void) | undefined
}

export interface SendOptions extends Hooks {
  fetch: (request: Request) => Promise<Response>
  /** Whether the service remembers an Idempotency-Key: it does for API keys, not for sessions. */
  remembers_keys: boolean
  timeout_ms: number
  attempts_max: number
  wait_ms_max: number
}

const inFlight = new Set(['idempotency_in_flight', 'idempotency_key_in_flight'])

/** Whether a later attempt can succeed. A write that is not remembered is repeated only if it surely did not run. */
function canRepeat({ status, code }: ServiceError, isSafe: boolean): boolean {
  if (status === 429 || (code !== null && inFlight.has(code))) return true
  return isSafe && (status === 408 || status >= 500)
}

/** The wait that a response asks for, in seconds; null if it asks for none that can be read. */
export function retryAfterSeconds(headers: Headers, now_ms: number): number | null {
  const text = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const at_ms = Date.parse(text)
  return Number.isNaN(at_ms) ? null : Math.max(0, Math.ceil((at_ms - now_ms) / 1000))
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    function stop() {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}

const isJson = (response: Response): boolean =>
  /^application\/([\w.+-]+\+)?json/i.test(response.headers.get('Content-Type') ?? '')

/** How often the request of a response was sent. */
const sent = new WeakMap<Response, number>()

/** The body of a successful response. One that is not JSON is not the service's own, and nothing can be read from it. */
export function parsed(response: Response, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError(response, null, null, sent.get(response) ?? 1)
  }
}

/** A response whose body is here: a connection that breaks within it counts as a connection that broke before it. */
async function whole(response: Response): Promise<Response> {
  if (response.body === null || (response.ok && !isJson(response))) return response
  const { status, statusText, headers } = response
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/**
 * The response of a request that succeeded. Throws a ServiceError if it was refused or no attempt succeeded, a
 * ServiceConnectionError if no attempt got a response, and the signal's reason if the caller gave up.
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const idempotency_key =
    isRead || !options.remembers_keys ? null : (request.headers.get('Idempotency-Key') ?? crypto.randomUUID())
  const isSafe = isRead || idempotency_key !== null
  const body = isRead ? undefined : await request.arrayBuffer()
  for (let attempt = 1; ; attempt++) {
    request.signal.throwIfAborted()
    const seen: Attempt = { method: request.method, url: request.url, attempt, idempotency_key }
    const outcome = await attemptOnce(request, body, seen, options)
    if (outcome instanceof Response) {
      sent.set(outcome, attempt)
      return outcome
    }
    const asked_ms = outcome instanceof ServiceError ? outcome.retry_after_seconds : null
    // Without Retry-After: a random wait of up to 1, 2, 4, 8 seconds, so that clients do not repeat together.
    const wait_ms = asked_ms === null ? Math.random() * 500 * 2 ** attempt : asked_ms * 1000
    const isRepeated = outcome instanceof ServiceError ? canRepeat(outcome, isSafe) : isSafe
    if (!isRepeated || attempt >= options.attempts_max || wait_ms > options.wait_ms_max) throw outcome
    options.onRetry?.({ ...seen, wait_ms, error: outcome })
    await wait(wait_ms, request.signal)
  }
}

async function attemptOnce(
  request: Request,
  body: ArrayBuffer | undefined,
  seen: Attempt,
  options: SendOptions,
): Promise<Response | ServiceError | ServiceConnectionError> {
  const headers = new Headers(request.headers)
  if (seen.idempotency_key !== null) headers.set('Idempotency-Key', seen.idempotency_key)
  await options.onRequest?.({ ...seen, headers })
  const limit = AbortSignal.timeout(options.timeout_ms)
  const started_ms = performance.now()
  let response: Response
  try {
    const copy = new Request(request.url, {
      method: request.method,
      headers,
      signal: AbortSignal.any([request.signal, limit]),
      ...(body === undefined || body.byteLength === 0 ? {} : { body }),
    })
    response = await whole(await options.fetch(copy))
  } catch (error) {
    request.signal.throwIfAborted()
    return new ServiceConnectionError(error, seen.attempt, seen.idempotency_key)
  }
  const elapsed_ms = performance.now() - started_ms
  options.onResponse?.({ ...seen, status: response.status, headers: response.headers, elapsed_ms })
  if (response.ok) return response
  return new ServiceError(
    response,
    await readBody(response),
    retryAfterSeconds(response.headers, Date.now()),
    seen.attempt,
  )
}
