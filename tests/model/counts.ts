/** Stocktakes, and the offsets that keep them accurate when an earlier delivery is corrected. */
import type { Delivery } from './orders.ts'
import type { Cost, Move, Stock } from './stock.ts'

interface Count {
  id: string
  place: string
  /** Its positions in the order of recording; null until posted. */
  taken: number
  posted: number | null
  lines: { sku: string; system: number; counted: number; cost: Cost }[]
}

/** What a correction changed at a location, and when it was recorded. */
interface Corrected {
  delivery: Delivery
  sku: string
  place: string
  units: number
  recorded: number
  /** The posting of a count that it belongs to. */
  offsets: number | null
}

export class Counts {
  readonly counts: Count[] = []
  /** The kinds of offsets that were made, for checking that each kind occurred. */
  readonly offsets: ('offset a correction' | 'offset when posting')[] = []
  readonly #corrected: Corrected[] = []
  #recorded = 0

  constructor(
    readonly stock: Stock,
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
  ) {}

  /** Positions in the order of recording. */
  next = (): number => ++this.#recorded

  /** Offsets of the counts since a delivery was recorded, each with the posting that it belongs to. */
  offsetsOf(delivery: Delivery, moves: readonly Move[]): Map<Move, number> {
    const sums = new Map<string, number>()
    for (const { sku, place, delta } of moves)
      sums.set(`${sku} @ ${place}`, (sums.get(`${sku} @ ${place}`) ?? 0) + delta)
    const offsets = new Map<Move, number>()
    for (const [key, units] of sums) {
      const [sku, place] = key.split(' @ ') as [string, string]
      const [first] = this.counts
        .filter((count) => count.posted !== null && count.taken > delivery.recorded && count.place === place)
        .flatMap(({ posted, lines }) => lines.filter((line) => line.sku === sku).map(({ cost }) => ({ posted, cost })))
        .toSorted((a, b) => a.posted! - b.posted!)
      if (first === undefined || units === 0) continue
      const cost = units < 0 ? first.cost : null
      offsets.set({ sku, place, kind: 'stocktake', delta: -units, cost }, first.posted!)
    }
    return offsets
  }

  note(delivery: Delivery, moves: readonly Move[], offsets: ReadonlyMap<Move, number>): void {
    const recorded = this.next()
    if (offsets.size > 0) this.offsets.push('offset a correction')
    for (const [move, at] of [...moves.map((one) => [one, null] as const), ...offsets]) {
      const { sku, place, delta: units } = move
      this.#corrected.push({ delivery, sku, place, units, recorded, offsets: at })
    }
  }

  /** Corrections between a count and its posting that affect what the count saw. */
  #offsetLate({ place, taken }: Count, sku: string, posted: number): void {
    const late = this.#corrected.filter(
      (one) =>
        one.sku === sku &&
        one.place === place &&
        one.recorded > taken &&
        one.delivery.recorded < taken &&
        (one.offsets === null || one.offsets < taken),
    )
    for (const [delivery, all] of [...Map.groupBy(late, (one) => one.delivery)].toSorted(
      ([a], [b]) => a.recorded - b.recorded,
    )) {
      const units = all.reduce((sum, one) => sum + one.units, 0)
      if (units === 0) continue
      const move = { sku, place, kind: 'stocktake', delta: -units }
      this.stock.book([move])
      this.offsets.push('offset when posting')
      this.#corrected.push({ delivery, sku, place, units: -units, recorded: posted, offsets: posted })
    }
  }

  count(place: string, counted: readonly { sku: string; quantity: number }[]): Count {
    const lines = counted.map(({ sku, quantity }) => ({
      sku,
      system: this.stock.levels.get(`${sku} @ ${place}`)?.on_hand ?? 0,
      counted: quantity,
      cost: null,
    }))
    const count = { id: '', place, taken: this.next(), posted: null, lines }
    this.counts.push(count)
    return count
  }

  /** Movements since the count are kept in addition to it. */
  post(count: Count): number {
    if (count.posted !== null) return 400
    const posted = this.next()
    for (const line of count.lines) {
      const { sku, system, counted } = line
      this.#offsetLate(count, sku, posted)
      if (counted === system) continue
      const known = this.stock.levels.get(`${sku} @ ${count.place}`)?.average ?? this.catalogue_cost[sku]!
      const move = { sku, place: count.place, kind: 'stocktake', delta: counted - system, cost: known }
      line.cost = this.stock.book([move])[0]!.cost
    }
    count.posted = posted
    return 200
  }
}
