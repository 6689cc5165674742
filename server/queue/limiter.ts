/**
 * Limits concurrent heavy work of requests in this process and shares it between organisations. No organisation can use
 * every slot, and waiting requests take turns by organisation. When too many wait, the newest request of the
 * organisation with the most waiting is refused, so that one organisation never causes refusals for another.
 */
import { refuse, Refusal } from '../contract/refusals.ts'

export interface LimiterOptions {
  at_once_max: number
  at_once_per_organization_max: number
  waiting_max: number
  waiting_per_organization_max: number
  wait_seconds_max: number
  /** Sentence of the refusal when the work cannot be accepted now. */
  busy: string
}

export interface Limiter {
  /** Runs the work in turn; 503 when too much of the organisation's work is waiting, or the wait times out. */
  run: <T>(organization_id: string, work: () => Promise<T>) => Promise<T>
}

interface Waiter {
  start: () => void
  refuse: () => void
}

export function createLimiter(options: LimiterOptions): Limiter {
  const line = new Line(options)
  return {
    async run(organization_id, work) {
      await line.take(organization_id)
      try {
        return await work()
      } finally {
        line.leave(organization_id)
      }
    },
  }
}

class Line {
  readonly #options: LimiterOptions
  readonly #running = new Map<string, number>()
  #running_count = 0
  readonly #waiting = new Map<string, Waiter[]>()
  /** The turn in which an organisation was last served, as long as it has something running or waiting. */
  readonly #served = new Map<string, number>()
  #turn = 0

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  #hasSlot(organization_id: string): boolean {
    const { at_once_max, at_once_per_organization_max } = this.#options
    return this.#running_count < at_once_max && (this.#running.get(organization_id) ?? 0) < at_once_per_organization_max
  }

  async take(organization_id: string): Promise<void> {
    if (this.#hasSlot(organization_id)) return this.#begin(organization_id)
    await this.#wait(organization_id)
  }

  #wait(organization_id: string): Promise<void> {
    const own = this.#waiting.get(organization_id) ?? []
    if (own.length >= this.#options.waiting_per_organization_max) return this.#refuse()
    const waitingCount = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (waitingCount >= this.#options.waiting_max && !this.#makeRoom(own.length)) return this.#refuse()
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: () => {
          clearTimeout(timer)
          reject(new Refusal('SERVICE_UNAVAILABLE', { desc: this.#options.busy }))
        },
      }
      const timer = setTimeout(() => {
        this.#drop(organization_id, waiter)
        waiter.refuse()
      }, this.#options.wait_seconds_max * 1_000)
      this.#waiting.set(organization_id, [...own, waiter])
    })
  }

  #refuse(): never {
    return refuse('SERVICE_UNAVAILABLE', { desc: this.#options.busy })
  }

  /** Refuses the newest request of the organisation with the most waiting, unless the caller has as many itself. */
  #makeRoom(ownCount: number): boolean {
    const [longest] = [...this.#waiting].toSorted(([, a], [, b]) => b.length - a.length)
    if (longest === undefined || longest[1].length <= ownCount) return false
    const newest = longest[1].at(-1)!
    this.#drop(longest[0], newest)
    newest.refuse()
    return true
  }

  #drop(organization_id: string, waiter: Waiter): void {
    const left = (this.#waiting.get(organization_id) ?? []).filter((one) => one !== waiter)
    if (left.length === 0) this.#waiting.delete(organization_id)
    else this.#waiting.set(organization_id, left)
  }

  #begin(organization_id: string): void {
    this.#served.set(organization_id, ++this.#turn)
    this.#running_count++
    this.#running.set(organization_id, (this.#running.get(organization_id) ?? 0) + 1)
  }

  leave(organization_id: string): void {
    this.#running_count--
    const left = this.#running.get(organization_id)! - 1
    if (left === 0) this.#running.delete(organization_id)
    else this.#running.set(organization_id, left)
    if (left === 0 && !this.#waiting.has(organization_id)) this.#served.delete(organization_id)
    this.#serveNext()
  }

  /** The organisation with the fewest running comes first; among equals the one that was served longest ago. */
  #serveNext(): void {
    const running = (organization_id: string) => this.#running.get(organization_id) ?? 0
    const served = (organization_id: string) => this.#served.get(organization_id) ?? 0
    const [next] = [...this.#waiting.keys()]
      .filter((organization_id) => this.#hasSlot(organization_id))
      .toSorted((a, b) => running(a) - running(b) || served(a) - served(b))
    if (next === undefined) return
    const first = this.#waiting.get(next)![0]!
    this.#drop(next, first)
    this.#begin(next)
    first.start()
  }
}
