/**
 * Limits concurrent heavy work of requests in this process and shares it between organisations. No organisation can use
 * every slot, and waiting requests take turns by organisation. When too many wait, the newest request of the
 * organisation with the most waiting is refused, so that one organisation never causes refusals for another.
 */
import { FairShares, type Owner } from '../../db/client/fair_shares.ts'
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
  readonly #shares: FairShares<Waiter>
  #running_count = 0

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#shares = new FairShares({ capOf: () => options.at_once_per_organization_max })
  }

  #hasSlot(owner: Owner): boolean {
    return this.#running_count < this.#options.at_once_max && this.#shares.hasShare(owner)
  }

  async take(organization_id: string): Promise<void> {
    if (this.#hasSlot(organization_id)) return this.#begin(organization_id)
    await this.#wait(organization_id)
  }

  #wait(organization_id: string): Promise<void> {
    const ownCount = this.#shares.waitingOf(organization_id).length
    if (ownCount >= this.#options.waiting_per_organization_max) return this.#refuse()
    if (this.#shares.waiting_count >= this.#options.waiting_max && !this.#makeRoom(ownCount)) return this.#refuse()
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
        this.#shares.drop(organization_id, waiter)
        waiter.refuse()
      }, this.#options.wait_seconds_max * 1_000)
      this.#shares.wait(organization_id, waiter)
    })
  }

  #refuse(): never {
    return refuse('SERVICE_UNAVAILABLE', { desc: this.#options.busy })
  }

  /** Refuses the newest request of the organisation with the most waiting, unless the caller has as many itself. */
  #makeRoom(ownCount: number): boolean {
    const longest = this.#shares.longest()
    if (longest === undefined) return false
    const waiting = this.#shares.waitingOf(longest)
    if (waiting.length <= ownCount) return false
    const newest = waiting.at(-1)!
    this.#shares.drop(longest, newest)
    newest.refuse()
    return true
  }

  #begin(organization_id: Owner): void {
    this.#running_count++
    this.#shares.begin(organization_id)
  }

  leave(organization_id: string): void {
    this.#running_count--
    this.#shares.end(organization_id)
    const next = this.#shares.next((owner) => (this.#hasSlot(owner) ? true : null))
    if (next === null) return
    this.#begin(next.owner)
    next.waiter.start()
  }
}
