/**
 * Shares limited places, such as connections, between organisations, and lets those that wait for one take turns. A part of
 * the places stays free of every organisation that has taken its share, so a new arrival does not wait for slow
 * organisations. Work of the service itself has no organisation and no limit of its own.
 */
export type Owner = string | null

export interface Shares {
  /** Places that one organisation may use while this many organisations use or want some. */
  capOf: (organizations: number) => number
}

/** A sixth of the places is kept for organisations that use none yet; the others divide the rest. */
export function dividedShares(placesMax: number): Shares {
  const divided = placesMax - Math.ceil(placesMax / 6)
  return { capOf: (organizations) => Math.max(1, Math.ceil(divided / organizations)) }
}

/** For short uses: an organisation that is alone has every place. */
export const evenShares = (placesMax: number): Shares => ({
  capOf: (organizations) => Math.max(1, Math.floor(placesMax / organizations)),
})

export class FairShares<Waiter> {
  readonly #shares: Shares
  readonly #used = new Map<Owner, number>()
  readonly #waiting = new Map<Owner, Waiter[]>()
  /** The turn in which an owner was last served, as long as it uses a place or waits for one. */
  readonly #served = new Map<Owner, number>()
  #turn = 0
  waiting_count = 0

  constructor(shares: Shares) {
    this.#shares = shares
  }

  used(owner: Owner): number {
    return this.#used.get(owner) ?? 0
  }

  /** Whether the owner may use one more place. */
  hasShare(owner: Owner): boolean {
    if (owner === null) return true
    const used = this.used(owner)
    return used === 0 || used < this.#shares.capOf(this.#countOrganizations(owner))
  }

  #countOrganizations(asking: Owner): number {
    let count = this.#used.size
    for (const owner of this.#waiting.keys()) if (!this.#used.has(owner)) count++
    if (!this.#used.has(asking) && !this.#waiting.has(asking)) count++
    return this.#used.has(null) || this.#waiting.has(null) ? Math.max(1, count - 1) : count
  }

  begin(owner: Owner): void {
    this.#served.set(owner, ++this.#turn)
    this.#used.set(owner, this.used(owner) + 1)
  }

  end(owner: Owner): void {
    const left = this.used(owner) - 1
    if (left > 0) this.#used.set(owner, left)
    else this.#used.delete(owner)
    this.#forget(owner)
  }

  #forget(owner: Owner): void {
    if (!this.#used.has(owner) && !this.#waiting.has(owner)) this.#served.delete(owner)
  }

  waitingOf(owner: Owner): readonly Waiter[] {
    return this.#waiting.get(owner) ?? []
  }

  wait(owner: Owner, waiter: Waiter): void {
    const own = this.#waiting.get(owner)
    if (own) own.push(waiter)
    else this.#waiting.set(owner, [waiter])
    this.waiting_count++
  }

  /** False if it no longer waits. */
  drop(owner: Owner, waiter: Waiter): boolean {
    const own = this.#waiting.get(owner) ?? []
    const at = own.indexOf(waiter)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(owner)
    this.waiting_count--
    this.#forget(owner)
    return true
  }

  /** Everything that waits, with its owner. */
  all(): [Owner, Waiter][] {
    return [...this.#waiting].flatMap(([owner, waiters]) => waiters.map((waiter): [Owner, Waiter] => [owner, waiter]))
  }

  /** Those with something waiting. */
  owners(): Iterable<Owner> {
    return this.#waiting.keys()
  }

  /** The owner with the most waiting. */
  longest(): Owner | undefined {
    const [first] = [...this.#waiting].toSorted(([, a], [, b]) => b.length - a.length)
    return first?.[0]
  }

  /**
   * Removes and returns what comes next: that of the owner that uses the least, and among equals of the one that was served
   * longest ago. `place` finds a place for an owner, or null.
   */
  next<Place>(place: (owner: Owner) => Place | null): { owner: Owner; waiter: Waiter; place: Place } | null {
    const served = (owner: Owner) => this.#served.get(owner) ?? 0
    const owners = [...this.#waiting.keys()].toSorted((a, b) => this.used(a) - this.used(b) || served(a) - served(b))
    for (const owner of owners) {
      const waiting = place(owner)
      if (waiting === null) continue
      const waiter = this.#waiting.get(owner)![0]!
      this.drop(owner, waiter)
      return { owner, waiter, place: waiting }
    }
    return null
  }
}
