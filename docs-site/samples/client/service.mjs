/** How long one attempt may take, and how many are made. */
const attempt_milliseconds = 30_000
const attempts_max = 5
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Why a request was refused: branch on `code`, show `message`, keep `request_id`. */
export class Refusal extends Error {
  constructor(status, { code, desc, request_id }) {
    super(desc)
    Object.assign(this, { status, code, request_id })
  }
}

/** What broke on the way, and what is no JSON, is an error like any other. */
async function attemptOnce(path, request) {
  try {
    const signal = AbortSignal.timeout(attempt_milliseconds)
    const answer = await fetch(process.env.BASE_URL + path, { ...request, signal })
    const text = await answer.text()
    return { answer, content: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    return { error }
  }
}

const in_flight = ['idempotency_in_flight', 'idempotency_key_in_flight']
const mayComeAgain = ({ error, answer, content }) =>
  error !== undefined || [408, 429].includes(answer.status) || answer.status >= 500 || in_flight.includes(content?.code)

/** Sends a request until it is answered for good, a write with one Idempotency-Key. */
export async function send(method, path, body) {
  const headers = { Authorization: `Bearer ${process.env.API_KEY}` }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = crypto.randomUUID()
  const request = { method, headers, body: JSON.stringify(body) }
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(path, request)
    const { error, answer, content } = outcome
    if (answer?.ok) return content?.data
    if (attempt === attempts_max || !mayComeAgain(outcome)) {
      throw error ?? new Refusal(answer.status, content?.message ?? { desc: `It was answered ${answer.status}.` })
    }
    // Where no wait is named: up to 2, 4, 8, 16 seconds, no two clients alike.
    await sleep(Number(answer?.headers.get('Retry-After') ?? Math.random() * 2 ** attempt))
  }
}

/** Every row of a table, page by page. */
export async function* rowsOf(path, query = {}) {
  for (let offset = 0; ; ) {
    const asked = new URLSearchParams({ limit: 100, ...query, offset })
    const page = await send('GET', `${path}?${asked}`)
    yield* page.rows
    offset += page.size
    if (page.size === 0 || offset >= page.filtered_max_size) return
  }
}
