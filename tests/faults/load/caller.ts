/**
 * A caller that resolves every uncertainty: a write whose response is lost is resent with its key until it is answered.
 */
import { uuidv7 } from 'uuidv7'
import { percentile } from '../rig.ts'

export interface Answered {
  status: number
  /** The exact text of the response. */
  text: string
  body: any
}

/** How a caller resends requests. */
export interface Habit {
  /** Share of writes whose response is not awaited. */
  impatience: number
  /** Share of answered writes that are sent again. */
  doubt: number
  /** Number of concurrent copies after a missing or doubted response. */
  copies: () => number
}

interface Raw {
  status: number
  text: string
  code: string | null
  is_replay: boolean
  retry_after: string | null
}

/** A write that can be sent again. */
interface Asked {
  what: string
  /** Whether a repeated response says that it is one. */
  is_marked: boolean
  /** Sends it until it is answered. */
  ask: () => Promise<Raw>
}

const limitMs = 10_000
/** Code of the response to a copy while the first request is still running. */
const in_flight = new Set(['idempotency_in_flight', 'idempotency_key_in_flight'])

export interface Tally {
  writes: number
  reads: number
  /** Writes whose response was lost or not awaited. */
  unknown: number
  /** Requests without a response within ten seconds that were not aborted on purpose. */
  hung: number
  copies: number
  replays: number
  /** Number of 503 responses, and how long each took. */
  busy: number
  /** Duration and message of the slowest of these responses. */
  busy_ms_max: number
  slowest_busy: string
  /** 429 responses: not attempted, and sent again after Retry-After. */
  limited: number
  without_retry_after: number
  strange: string[]
  differing: string[]
  write_ms: number[]
  read_ms: number[]
  /** Time of the last successful request, on the clock of performance.now(). */
  succeeded_at: number
}

const emptyTally = (): Tally => ({
  writes: 0,
  reads: 0,
  unknown: 0,
  hung: 0,
  copies: 0,
  replays: 0,
  busy: 0,
  busy_ms_max: 0,
  slowest_busy: '',
  limited: 0,
  without_retry_after: 0,
  strange: [],
  differing: [],
  write_ms: [],
  read_ms: [],
  succeeded_at: 0,
})

export class CallerOfMany {
  readonly tally = emptyTally()

  constructor(
    /** Base URLs of running processes. */
    readonly somewhere: () => string,
    readonly roll: () => number,
    readonly habit: Habit,
    readonly pause: (ms: number) => Promise<unknown> = Bun.sleep,
    /** Start of the fault: for requests that were already running, the duration of a 503 counts from here. */
    readonly faultAt: () => number = () => 0,
  ) {}

  async #send(method: string, path: string, headers: Record<string, string>, body: string | null, wait_ms: number) {
    const started = performance.now()
    try {
      const response = await fetch(`${this.somewhere()}${path}`, {
        method,
        headers: body === null ? headers : { ...headers, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(wait_ms),
      })
      const text = await response.text()
      const { status } = response
      const code = status < 400 ? null : ((JSON.parse(text).code as string | undefined) ?? null)
      const retry_after = response.headers.get('retry-after')
      if (status < 300) this.tally.succeeded_at = performance.now()
      if (status === 503)
        this.#noteBusy(performance.now() - Math.max(started, this.faultAt()), `${method} ${path}: ${text}`)
      if ((status === 503 || status === 429) && retry_after === null) this.tally.without_retry_after++
      return { status, text, code, retry_after, is_replay: response.headers.has('idempotency-replayed') } as Raw
    } catch (error) {
      if (wait_ms === limitMs && (error as Error).name === 'TimeoutError') this.tally.hung++
      return null
    }
  }

  #noteBusy(ms: number, what: string): void {
    if (ms <= this.tally.busy_ms_max) return
    this.tally.busy_ms_max = ms
    this.tally.slowest_busy = what
  }

  /** Counts a response that is not final and returns how long to wait before the next request; null if it is final. */
  #patience(raw: Raw | null): number | null {
    if (raw === null) {
      this.tally.unknown++
      return 20 + this.roll() * 60
    }
    if (raw.status === 429) {
      this.tally.limited++
      return Number(raw.retry_after ?? 1) * 1_000
    }
    if (raw.status === 503) this.tally.busy++
    // Intentionally sooner than Retry-After: the load continues while the service has a fault.
    if (raw.status === 503) return 50 + this.roll() * 200
    return in_flight.has(raw.code ?? '') ? 10 + this.roll() * 40 : null
  }

  /** Sends requests one after the other until one gets a final response. */
  async #untilAnswered(method: string, path: string, headers: Record<string, string>, body: string | null) {
    for (;;) {
      const raw = await this.#send(method, path, headers, body, limitMs)
      const wait_ms = this.#patience(raw)
      if (wait_ms === null) return raw!
      await this.pause(wait_ms)
    }
  }

  /** Concurrent copies, each sent until answered; all responses must be identical. */
  async #repeat({ what, is_marked, ask }: Asked, known: Raw | null): Promise<Raw> {
    const count = this.habit.copies()
    this.tally.copies += count
    const answers = await Promise.all(Array.from({ length: count }, ask))
    const first = known ?? answers[0]!
    this.tally.replays += answers.filter(({ is_replay }) => is_replay).length
    for (const one of answers)
      if (one.status !== first.status || one.text !== first.text || (known !== null && is_marked && !one.is_replay))
        this.tally.differing.push(`${what}: ${first.status} ${first.text} and then ${one.status} ${one.text}`)
    return first
  }

  /** Returns null if the service finally refused a write that it had to accept. */
  async write(key: string, method: string, path: string, body?: unknown): Promise<Answered | null> {
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': uuidv7() }
    return this.#settle(method, path, headers, body === undefined ? null : JSON.stringify(body))
  }

  /** Sends a report that carries an id of its own in place of an idempotency key. */
  async report(path: string, headers: Record<string, string>, body: string): Promise<Answered | null> {
    return this.#settle('POST', path, headers, body)
  }

  async #settle(method: string, path: string, headers: Record<string, string>, text: string | null) {
    const what = `${method} ${path}`
    const is_marked = 'Idempotency-Key' in headers
    const request: Asked = { what, is_marked, ask: () => this.#untilAnswered(method, path, headers, text) }
    let started = performance.now()
    const wait_ms = this.roll() < this.habit.impatience ? 1 + this.roll() * 25 : limitMs
    let first = await this.#send(method, path, headers, text, wait_ms)
    // Not attempted, so nothing is uncertain, and copies would only use up the key's allowance.
    while (first?.status === 429) {
      await this.pause(this.#patience(first)!)
      started = performance.now()
      first = await this.#send(method, path, headers, text, wait_ms)
    }
    const isAnswered = this.#patience(first) === null
    let answer = isAnswered ? first! : await this.#repeat(request, null)
    if (isAnswered) this.tally.write_ms.push(performance.now() - started)
    if (isAnswered && this.roll() < this.habit.doubt) answer = await this.#repeat(request, first)
    this.tally.writes++
    if (answer.status < 300) return { ...answer, body: answer.text === '' ? null : JSON.parse(answer.text) }
    this.tally.strange.push(`${what} answered ${answer.status} ${answer.text.slice(0, 300)}`)
    return null
  }

  /** Reads are not resent: the next one reads something else. */
  async read(key: string, path: string): Promise<void> {
    const started = performance.now()
    const raw = await this.#send('GET', path, { Authorization: `Bearer ${key}` }, null, limitMs)
    this.tally.reads++
    if (raw === null || this.#patience(raw) !== null) return
    this.tally.read_ms.push(performance.now() - started)
    if (raw.status === 200) return
    this.tally.strange.push(`GET ${path} answered ${raw.status} ${raw.text.slice(0, 300)}`)
  }

  p99 = (): number => percentile(this.tally.write_ms, 0.99)
}
