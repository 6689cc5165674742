/** Time limit of one attempt, and the maximum number of attempts. */
const attempt_milliseconds = 30_000
const attempts_max = 5
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Why a request was refused: branch on `code`, show `message`, log `request_id`. */
export class Refusal extends Error {
  constructor(status, { code, desc, request_id }) {
    super(desc)
    Object.assign(this, { status, code, request_id })
  }
}

/** A lost connection, a timeout or a body that is not JSON is returned as `error`. */
async function attemptOnce(path, request) {
  try {
    const signal = AbortSignal.timeout(attempt_milliseconds)
    const response = await fetch(process.env.BASE_URL + path, { ...request, signal })
    const text = await response.text()
    return { response, content: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    return { error }
  }
}

const in_flight = ['idempotency_in_flight', 'idempotency_key_in_flight']
const isRetryable = ({ error, response, content }) =>
  error !== undefined || [408, 429].includes(response.status) || response.status >= 500 || in_flight.includes(content?.code)

/** Sends a request and retries it where a later attempt can succeed. All attempts of a write share one Idempotency-Key. */
export async function send(method, path, body) {
  const headers = { Authorization: `Bearer ${process.env.API_KEY}` }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = crypto.randomUUID()
  const request = { method, headers, body: JSON.stringify(body) }
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(path, request)
    const { error, response, content } = outcome
    if (response?.ok) return content?.data
    if (attempt === attempts_max || !isRetryable(outcome)) {
      throw error ?? new Refusal(response.status, content?.message ?? { desc: `The service responded with ${response.status}.` })
    }
    // Without Retry-After: a random wait of up to 2, 4, 8, 16 seconds, so that clients do not retry together.
    await sleep(Number(response?.headers.get('Retry-After') ?? Math.random() * 2 ** attempt))
  }
}

/** Every row of a table, page by page. */
export async function* rowsOf(path, query = {}) {
  for (let offset = 0; ; ) {
    const parameters = new URLSearchParams({ limit: 100, ...query, offset })
    const page = await send('GET', `${path}?${parameters}`)
    yield* page.rows
    offset += page.size
    if (page.size === 0 || offset >= page.filtered_max_size) return
  }
}
