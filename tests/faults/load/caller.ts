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
}

const limit_ms = 10_000
/** What a repetition is told while the first is still under way, or when the service has no time. */
const for_now = new Set(['idempotency_in_flight', 'idempotency_key_in_flight', 'too_many_requests'])

export interface Tally {
  writes: number
  reads: number
  unknown: number
  copies: number
  replays: number
  busy: number
  strange: string[]
  differing: string[]
  write_ms: number[]
}

export class CallerOfMany {
  readonly tally: Tally = {
    writes: 0,
    reads: 0,
    unknown: 0,
    copies: 0,
    replays: 0,
    busy: 0,
    strange: [],
    differing: [],
    write_ms: [],
  }

  constructor(
    /** Where a living process answers now. */
    readonly somewhere: () => string,
    readonly roll: () => number,
    readonly habit: Habit,
  ) {}

  async #send(method: string, path: string, headers: Record<string, string>, body: string | null, wait_ms: number) {
    try {
      const response = await fetch(`${this.somewhere()}${path}`, {
        method,
        headers: body === null ? headers : { ...headers, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(wait_ms),
      })
      const text = await response.text()
      const code = response.status < 400 ? null : ((JSON.parse(text).code as string | undefined) ?? null)
      return { status: response.status, text, code, is_replay: response.headers.has('idempotency-replayed') } as Raw
    } catch {
      return null
    }
  }

  /** One request after the other until one is answered for good. */
  async #untilAnswered(method: string, path: string, headers: Record<string, string>, body: string | null) {
    for (;;) {
      const raw = await this.#send(method, path, headers, body, limit_ms)
      if (raw === null) {
        this.tally.unknown++
        await Bun.sleep(20 + this.roll() * 60)
      } else if (raw.status === 503 || for_now.has(raw.code ?? '')) {
        if (raw.status === 503) this.tally.busy++
        await Bun.sleep(raw.status === 429 ? 1_000 : 10 + this.roll() * 40)
      } else return raw
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
    const started = performance.now()
    const is_impatient = this.roll() < this.habit.impatience
    const first = await this.#send(method, path, headers, text, is_impatient ? 1 + this.roll() * 25 : limit_ms)
    const is_answered = first !== null && first.status !== 503 && !for_now.has(first.code ?? '')
    if (first === null) this.tally.unknown++
    let answer = is_answered ? first : await this.#repeat(ask, null, what)
    if (is_answered) this.tally.write_ms.push(performance.now() - started)
    if (is_answered && this.roll() < this.habit.doubt) answer = await this.#repeat(ask, first, what)
    this.tally.writes++
    if (answer.status < 300) return { ...answer, body: answer.text === '' ? null : JSON.parse(answer.text) }
    this.tally.strange.push(`${what} answered ${answer.status} ${answer.text.slice(0, 300)}`)
    return null
  }

  async read(key: string, path: string): Promise<void> {
    const raw = await this.#send('GET', path, { Authorization: `Bearer ${key}` }, null, limit_ms)
    this.tally.reads++
    if (raw === null || raw.status === 200 || raw.status === 503 || raw.status === 429) return
    this.tally.strange.push(`GET ${path} answered ${raw.status} ${raw.text.slice(0, 300)}`)
  }

  p99 = (): number => percentile(this.tally.write_ms, 0.99)
}
