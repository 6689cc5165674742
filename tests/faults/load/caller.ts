/** A caller that is never unsure for long: a write whose answer is lost is sent again under its key until it is answered. */
import { uuidv7 } from 'uuidv7'
import { percentile } from '../rig.ts'

export interface Answered {
  status: number
  /** Exactly as it came. */
  text: string
  body: any
}

/** How a caller repeats itself. */
export interface Habit {
  /** Share of writes whose answer is not waited for. */
  impatience: number
  /** Share of answered writes that are sent again. */
  doubt: number
  /** How often at once, after an answer that is missing or doubted. */
  copies: () => number
}

interface Raw {
  status: number
  text: string
  code: string | null
  is_replay: boolean
  retry_after: string | null
}

const limitMs = 10_000
/** What a repetition is told while the first is still under way. */
const in_flight = new Set(['idempotency_in_flight', 'idempotency_key_in_flight'])

export interface Tally {
  writes: number
  reads: number
  /** Writes whose answer was lost or not waited for. */
  unknown: number
  /** Requests that nobody cut short and that were not answered within ten seconds. */
  hung: number
  copies: number
  replays: number
  /** Answered 503, and how long each of these answers took. */
  busy: number
  /** How long the slowest of these answers took, and what it said. */
  busy_ms_max: number
  slowest_busy: string
  /** Answered 429: not attempted, and sent again when Retry-After was over. */
  limited: number
  without_retry_after: number
  strange: string[]
  differing: string[]
  write_ms: number[]
  read_ms: number[]
  /** When a request last succeeded, on the clock of performance.now(). */
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
    /** Where a living process answers now. */
    readonly somewhere: () => string,
    readonly roll: () => number,
    readonly habit: Habit,
    readonly pause: (ms: number) => Promise<unknown> = Bun.sleep,
    /** When the fault began that a 503 answers: a request that was under way by then is timed from there. */
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

  /** Counts what is no answer to keep, and says how long to wait before asking again; null where it is one. */
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
    // Sooner than Retry-After asks, on purpose: the load does not let go of a service in trouble.
    if (raw.status === 503) return 50 + this.roll() * 200
    return in_flight.has(raw.code ?? '') ? 10 + this.roll() * 40 : null
  }

  /** One request after the other until one is answered for good. */
  async #untilAnswered(method: string, path: string, headers: Record<string, string>, body: string | null) {
    for (;;) {
      const raw = await this.#send(method, path, headers, body, limitMs)
      const wait_ms = this.#patience(raw)
      if (wait_ms === null) return raw!
      await this.pause(wait_ms)
    }
  }

  /** Copies sent at once, each until it is answered; every answer must be the same to the byte. */
  async #repeat(ask: () => Promise<Raw>, known: Raw | null, what: string): Promise<Raw> {
    const count = this.habit.copies()
    this.tally.copies += count
    const answers = await Promise.all(Array.from({ length: count }, ask))
    const first = known ?? answers[0]!
    this.tally.replays += answers.filter(({ is_replay }) => is_replay).length
    for (const one of answers)
      if (one.status !== first.status || one.text !== first.text || (known !== null && !one.is_replay))
        this.tally.differing.push(`${what}: ${first.status} ${first.text} and then ${one.status} ${one.text}`)
    return first
  }

  /** Answers null where the service refused for good what it had to take. */
  async write(key: string, method: string, path: string, body?: unknown): Promise<Answered | null> {
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': uuidv7() }
    const text = body === undefined ? null : JSON.stringify(body)
    const ask = () => this.#untilAnswered(method, path, headers, text)
    const what = `${method} ${path}`
    let started = performance.now()
    const wait_ms = this.roll() < this.habit.impatience ? 1 + this.roll() * 25 : limitMs
    let first = await this.#send(method, path, headers, text, wait_ms)
    // Not attempted: there is nothing to be unsure of, and copies would only spend more of the key.
    while (first?.status === 429) {
      await this.pause(this.#patience(first)!)
      started = performance.now()
      first = await this.#send(method, path, headers, text, wait_ms)
    }
    const isAnswered = this.#patience(first) === null
    let answer = isAnswered ? first! : await this.#repeat(ask, null, what)
    if (isAnswered) this.tally.write_ms.push(performance.now() - started)
    if (isAnswered && this.roll() < this.habit.doubt) answer = await this.#repeat(ask, first, what)
    this.tally.writes++
    if (answer.status < 300) return { ...answer, body: answer.text === '' ? null : JSON.parse(answer.text) }
    this.tally.strange.push(`${what} answered ${answer.status} ${answer.text.slice(0, 300)}`)
    return null
  }

  /** Reads are not repeated: the next one asks for something else. */
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
