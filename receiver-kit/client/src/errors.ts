/** What the service says of a refused request, as far as its body could be read. */
interface Refusal {
  code?: unknown
  message?: { desc?: unknown; doc_url?: unknown; request_id?: unknown }
  data?: unknown
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Thrown if the service refused a request, could not serve it in any attempt, or if a successful response was no JSON,
 * such as the page of a proxy. Branch on `code`; log `request_id`.
 */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A stable code of the errors guide; null if the response was not the service's own, such as a proxy's page. */
  readonly code: string | null
  /** The page that explains the code and how to recover. */
  readonly doc_url: string | null
  /** Names the request in the service's log; quote it to support. */
  readonly request_id: string | null
  /** Details that the errors guide lists for the code, such as the invalid field. */
  readonly data: unknown
  /** Seconds that the service asked to wait before the next attempt; null if it named none. */
  readonly retry_after_seconds: number | null
  /** How often the request was sent. */
  readonly attempts: number

  constructor(response: Response, body: unknown, retry_after_seconds: number | null, attempts: number) {
    const { code, message, data } = (typeof body === 'object' && body !== null ? body : {}) as Refusal
    const words = response.ok ? ' and a body that is not JSON: base_url may lead to another server' : ''
    super(textOf(message?.desc) ?? `The service responded with ${response.status}${words}.`)
    this.name = 'ServiceError'
    this.status = response.status
    // A wrong key on product data is refused with the code in `data.error`.
    this.code = textOf(code) ?? textOf((data as { error?: unknown } | null | undefined)?.error)
    this.doc_url = textOf(message?.doc_url)
    this.request_id = textOf(message?.request_id) ?? response.headers.get('X-Request-Id')
    this.data = data ?? null
    this.retry_after_seconds = retry_after_seconds
    this.attempts = attempts
  }
}

/**
 * Thrown if no attempt got a response: the connection failed or the time ran out, and `cause` says which. A write may or
 * may not have taken effect: send it again with the same `idempotency_key`.
 */
export class ServiceConnectionError extends Error {
  readonly attempts: number
  /** The Idempotency-Key that all attempts had; null for a read. */
  readonly idempotency_key: string | null

  constructor(cause: unknown, attempts: number, idempotency_key: string | null) {
    super(`The service could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'ServiceConnectionError'
    this.attempts = attempts
    this.idempotency_key = idempotency_key
  }
}
