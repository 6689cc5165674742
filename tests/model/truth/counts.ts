/** Stocktakes, and the offsets that keep them true when something from before a count is recorded after it. */
import { type Cost, fromOf, type Moment, type Move, type Row, type Stock } from './stock.ts'

interface CountLine {
  sku: string
  system: number
  counted: number
  /** The cost at which it booked its variance. */
  cost: Cost
  landed: Cost
  /** Units that the count has added or removed so far. */
  net: number
}

interface Count {
  id: string
  place: string
  /** When the lines were counted, and when that was recorded. */
  taken: Moment
  recorded: Moment
  /** Null until posted. */
  posted: Moment | null
  lines: CountLine[]
}

/** A move that counts taken before it may include. */
interface Late {
  /** What it belongs to: a delivery, a shipment, a count, or another document. */
  cause: object
  move: Move
  from: Moment
  recorded: Moment
}

export class Counts {
  readonly counts: Count[] = []
  /** The kinds of offsets that were made, for checking that each kind occurred. */
  readonly offsets: ('offset a late entry' | 'offset when posting')[] = []
  /** Rows that are offsets. */
  readonly offsetRows = new Set<Row>()
  readonly #late: Late[] = []

  constructor(
    readonly stock: Stock,
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
  ) {}

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
      const key = `${count.recorded} ${move.sku} @ ${move.place}`
      sums.set(key, { count, line, move, units: (sums.get(key)?.units ?? 0) + move.delta })
    }
    return [...sums.values()].flatMap(({ count, line, move, units }) => {
      const { sku, place } = move
      const known = Math.min(Math.abs(units), Math.max(units > 0 ? line.net : -line.net, 0))
      const sign = units > 0 ? -1 : 1
      line.net -= units
      const at = { sku, place, kind: 'stocktake', when: count.posted!, from: count.taken }
      const own = { cost: line.cost, landed: line.landed, undoes: line.cost !== null }
      return [
        { ...at, delta: sign * known, ...own },
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

  /** Books moves of a document with the offsets of counts that include them; returns the rows of the moves. */
  book(cause: object, moves: readonly Move[]): Row[] {
    const offsets = this.offsetsOf(moves)
    const rows = this.stock.book([...moves, ...offsets])
    for (const row of rows.slice(moves.length)) this.offsetRows.add(row)
    if (offsets.length > 0) this.offsets.push('offset a late entry')
    for (const move of [...moves, ...offsets]) {
      const from = fromOf(move)
      if (from !== undefined) this.#late.push({ cause, move, from, recorded: this.stock.now })
    }
    return rows.slice(0, moves.length)
  }

  /** Moves recorded since a count that happened before it; returns the units that are added. */
  #offsetLate({ place, taken, recorded: counted }: Count, sku: string): number {
    const late = this.#late.filter(
      ({ move, from, recorded }) => move.sku === sku && move.place === place && recorded > counted && from < taken,
    )
    let added = 0
    for (const [cause, all] of Map.groupBy(late, (one) => one.cause)) {
      const units = all.reduce((sum, { move }) => sum + move.delta, 0)
      if (units === 0) continue
      const move = { sku, place, kind: 'stocktake', delta: -units, from: taken }
      const [row] = this.stock.book([move])
      this.offsetRows.add(row!)
      added -= units
      this.offsets.push('offset when posting')
      this.#late.push({ cause, move, from: taken, recorded: this.stock.now })
    }
    return added
  }

  /** `counted_at` is null for a count of now; units that came since a past one are not in it. */
  count(place: string, counted_at: Moment | null, counted: readonly { sku: string; quantity: number }[]): Count {
    const recorded = this.stock.now
    const taken = counted_at ?? recorded
    const lines = counted.map(({ sku, quantity }) => {
      const { on_hand, rows } = this.stock.levels.get(`${sku} @ ${place}`) ?? { on_hand: 0, rows: [] }
      const since = rows.filter(({ from }) => from >= taken).reduce((sum, { delta }) => sum + delta, 0)
      return { sku, system: on_hand - since, counted: quantity, cost: null, landed: null, net: 0 }
    })
    const count = { id: '', place, taken, recorded, posted: null, lines }
    this.counts.push(count)
    return count
  }

  /** Movements since the count are kept in addition to it, unless a later count has seen them. */
  post(count: Count): number {
    if (count.posted !== null) return 400
    for (const line of count.lines) {
      const { sku, system, counted } = line
      line.net = this.#offsetLate(count, sku)
      if (counted === system) continue
      const { taken: from, place } = count
      const level = this.stock.levels.get(`${sku} @ ${place}`)
      const stated = (level?.average ?? null) === null ? this.catalogue_cost[sku]! : null
      const move = { sku, place, kind: 'stocktake', delta: counted - system, cost: stated, from }
      const [row] = this.book(count, [{ ...move, undoes: stated !== null }])
      Object.assign(line, { cost: row!.cost, landed: row!.landed })
      line.net += counted - system
    }
    count.posted = this.stock.now
    return 200
  }
}
