/** Stocktakes, and the offsets that keep them true when something from before a count is recorded after it. */
import { type Cost, fromOf, type Move, type Stock } from './stock.ts'

interface CountLine {
  sku: string
  system: number
  counted: number
  /** The cost at which it booked its variance. */
  cost: Cost
  /** Units that the count has added or removed so far. */
  net: number
}

interface Count {
  id: string
  place: string
  /** Its positions in the order of recording; null until posted. */
  taken: number
  posted: number | null
  lines: CountLine[]
}

/** A move that counts taken before it may include. */
interface Late {
  /** What it belongs to: a delivery, or a count. */
  cause: object
  move: Move
  from: number
  recorded: number
}

export class Counts {
  readonly counts: Count[] = []
  /** The kinds of offsets that were made, for checking that each kind occurred. */
  readonly offsets: ('offset a late entry' | 'offset when posting')[] = []
  readonly #late: Late[] = []

  constructor(
    readonly stock: Stock,
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
  ) {}

  next = (): number => this.stock.next()

  /** The offsets of moves that a posted count includes, in the order in which they are booked. */
  offsetsOf(moves: readonly Move[]): Move[] {
    const sums = new Map<string, { count: Count; line: CountLine; move: Move; units: number }>()
    for (const move of moves) {
      const from = fromOf(move)
      if (from === undefined) continue
      const [count] = this.counts
        .filter(({ posted, taken, place, lines }) => {
          return posted !== null && from < taken && place === move.place && lines.some(({ sku }) => sku === move.sku)
        })
        .toSorted((a, b) => a.posted! - b.posted!)
      if (count === undefined) continue
      const line = count.lines.find(({ sku }) => sku === move.sku)!
      const key = `${count.taken} ${move.sku} @ ${move.place}`
      sums.set(key, { count, line, move, units: (sums.get(key)?.units ?? 0) + move.delta })
    }
    return [...sums.values()].flatMap(({ count, line, move, units }) => {
      const { sku, place } = move
      const known = Math.min(Math.abs(units), Math.max(units > 0 ? line.net : -line.net, 0))
      const sign = units > 0 ? -1 : 1
      line.net -= units
      const at = { sku, place, kind: 'stocktake', from: count.taken }
      return [
        { ...at, delta: sign * known, cost: line.cost, undoes: true },
        { ...at, delta: sign * (Math.abs(units) - known) },
      ].filter(({ delta }) => delta !== 0)
    })
  }

  /** Takes back what offsetsOf noted of counts, if the moves are refused. */
  withoutOffsets(moves: readonly Move[], isRefused: (offsets: readonly Move[]) => boolean): boolean {
    const before = this.counts.flatMap(({ lines }) => lines.map((line) => [line, line.net] as const))
    const refused = isRefused(this.offsetsOf(moves))
    for (const [line, net] of before) line.net = net
    return refused
  }

  /** Notes moves that were booked, so that an open count offsets them when it is posted. */
  note(cause: object, moves: readonly Move[], offsets: readonly Move[]): void {
    const recorded = this.next()
    if (offsets.length > 0) this.offsets.push('offset a late entry')
    for (const move of [...moves, ...offsets]) {
      const from = fromOf(move)
      if (from !== undefined) this.#late.push({ cause, move, from, recorded })
    }
  }

  /** Moves recorded since a count that happened before it. */
  #offsetLate({ place, taken }: Count, sku: string): void {
    const late = this.#late.filter(
      ({ move, from, recorded }) => move.sku === sku && move.place === place && recorded > taken && from < taken,
    )
    for (const [cause, all] of Map.groupBy(late, (one) => one.cause)) {
      const units = all.reduce((sum, { move }) => sum + move.delta, 0)
      if (units === 0) continue
      const move = { sku, place, kind: 'stocktake', delta: -units, from: taken }
      this.stock.book([move])
      this.offsets.push('offset when posting')
      this.#late.push({ cause, move, from: taken, recorded: this.next() })
    }
  }

  count(place: string, counted: readonly { sku: string; quantity: number }[]): Count {
    const lines = counted.map(({ sku, quantity }) => ({
      sku,
      system: this.stock.levels.get(`${sku} @ ${place}`)?.on_hand ?? 0,
      counted: quantity,
      cost: null,
      net: 0,
    }))
    const count = { id: '', place, taken: this.next(), posted: null, lines }
    this.counts.push(count)
    return count
  }

  /** Movements since the count are kept in addition to it, unless a later count has seen them. */
  post(count: Count): number {
    if (count.posted !== null) return 400
    for (const line of count.lines) {
      const { sku, system, counted } = line
      this.#offsetLate(count, sku)
      if (counted === system) continue
      const known = this.stock.levels.get(`${sku} @ ${count.place}`)?.average ?? this.catalogue_cost[sku]!
      const { taken: from, place } = count
      const move = { sku, place, kind: 'stocktake', delta: counted - system, cost: known, from }
      const offsets = this.offsetsOf([move])
      line.cost = this.stock.book([move, ...offsets])[0]!.cost
      line.net = counted - system
      this.note(count, [move], offsets)
    }
    count.posted = this.next()
    return 200
  }
}
