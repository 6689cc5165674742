/**
 * Time on the event loop, shared between organisations. Long work runs in slices (slices.ts), one in a turn of the loop, and
 * organisations take turns. While requests of others are under way, a pause follows each slice, so that these find the loop
 * free for more than half of the time. An organisation that is alone waits for nothing.
 */
import { FairShares, type Owner } from '../../db/client/fair_shares.ts'

/** Length of a slice; slices are shorter while several organisations are active. */
const sliceMs = { alone: 2, together: 1 }
/** After each slice, while others have requests under way. */
const pauseMs = 2
/** Time that organisations count as active together after alternating requests. */
const togetherMs = 5_000
/** Requests of one organisation that run at once while others are active, and the longest wait of one more. */
const runningMax = 16
const waitMs = 500

export class LoopTurns {
  readonly #slices = new FairShares<() => void>({ capOf: () => 1 })
  /** The owner of the slice of this turn. */
  #sliced: { owner: Owner } | null = null
  #is_scheduled = false
  /** Requests under way, by organisation. */
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #running_count = 0
  /** Requests whose organisation is not known yet. */
  #unknown_count = 0
  #latest: string | null = null
  #together_until = 0

  /** A request arrives. */
  enter(): void {
    this.#unknown_count++
  }

  /** The organisation of a request is known; more requests than its share wait while others are active. */
  async begin(organization_id: string): Promise<void> {
    this.#unknown_count--
    const now = performance.now()
    if (this.#latest !== organization_id) {
      if (this.#latest !== null) this.#together_until = now + togetherMs
      this.#latest = organization_id
    }
    if (now < this.#together_until && this.#runningOf(organization_id) >= runningMax) await this.#wait(organization_id)
    this.#running_count++
    this.#running.set(organization_id, this.#runningOf(organization_id) + 1)
  }

  /** A request has ended; null if its organisation never became known. */
  leave(organization_id: string | null): void {
    if (organization_id === null) {
      this.#unknown_count--
      return
    }
    this.#running_count--
    const left = this.#runningOf(organization_id) - 1
    if (left === 0) this.#running.delete(organization_id)
    else this.#running.set(organization_id, left)
    this.#waiting.get(organization_id)?.[0]?.()
  }

  #runningOf(organization_id: string): number {
    return this.#running.get(organization_id) ?? 0
  }

  #wait(organization_id: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(organization_id) ?? []
      this.#waiting.set(organization_id, waiting)
      const start = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(start), 1)
        if (waiting.length === 0) this.#waiting.delete(organization_id)
        resolve()
      }
      const timer = setTimeout(start, waitMs)
      waiting.push(start)
    })
  }

  get sliceMs(): number {
    return performance.now() < this.#together_until ? sliceMs.together : sliceMs.alone
  }

  /** Waits for the owner's turn for a slice. */
  slice(owner: Owner): Promise<void> {
    return new Promise((resolve) => {
      this.#slices.wait(owner, resolve)
      if (this.#is_scheduled) return
      this.#is_scheduled = true
      setImmediate(this.#turn)
    })
  }

  /** Ends the slice of the last turn, and begins the next one. */
  readonly #turn = (): void => {
    const last = this.#sliced
    if (last !== null) this.#slices.end(last.owner)
    this.#sliced = null
    if (this.#slices.waiting_count === 0) {
      this.#is_scheduled = false
      return
    }
    if (last !== null && this.#haveOthersRequests(last.owner)) {
      setTimeout(this.#turn, pauseMs)
      return
    }
    const next = this.#slices.next(() => true)!
    this.#slices.begin(next.owner)
    this.#sliced = next
    next.waiter()
    setImmediate(this.#turn)
  }

  /** Whether organisations without long work have requests under way. */
  #haveOthersRequests(last: Owner): boolean {
    let others = this.#running_count + (performance.now() < this.#together_until ? this.#unknown_count : 0)
    for (const owner of new Set([...this.#slices.owners(), last])) if (owner !== null) others -= this.#runningOf(owner)
    return others > 0
  }
}

/** The turns of this process. */
export const loopTurns = new LoopTurns()
