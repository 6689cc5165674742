/** Stocktakes, and the offsets that keep them true when something from before a count is recorded after it. */
import {
  type Cost,
  divide,
  emptyLevel,
  fromOf,
  type Level,
  type Moment,
  type Move,
  type Row,
  type Stock,
} from './stock.ts'

interface CountLine {
  sku: string
  system: number
  counted: number
  /** What a unit cost at the instant of the count. */
  unit: Cost
  /** The cost at which it booked its variance. */
  cost: Cost
  landed: Cost
  /** Units that the count has added or removed so far. */
  net: number
  /** What offsets have moved at it and have not taken back, of each cause in the order of booking. */
  remaining: Map<object, RemainingUnit[]>
}

/** One unit that an offset has moved, and at what cost. */
type RemainingUnit = Pick<Row, 'cost' | 'landed'> & { sign: number }

interface Offset {
  cause: object | null
  line: CountLine
  move: Move
  /** Whether it takes back what an earlier one of the cause moved. */
  takesBack: boolean
}

interface Count {
  id: string
  place: string
  /** When the lines were counted, and when that was recorded. */
  countedAt: Moment
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

/** The last units that offsets of a cause moved the other way come back first, grouped where their cost is the same. */
function takenBack(line: CountLine, cause: object | null, units: number): Pick<Move, 'delta' | 'cost' | 'landed'>[] {
  const sign = Math.sign(units)
  const remaining = (cause === null ? undefined : line.remaining.get(cause)) ?? []
  const back = remaining.slice(-Math.abs(units)).toReversed()
  const groups: { delta: number; cost: Cost; landed: Cost }[] = []
  for (const { cost, landed } of units === 0 ? [] : back.filter((one) => one.sign === sign)) {
    const last = groups.at(-1)
    if (last !== undefined && last.cost === cost && last.landed === landed) last.delta -= sign
    else groups.push({ delta: -sign, cost, landed })
  }
  return groups
}

/** Remembers the units of an offset, or forgets those that it takes back. */
function note(line: CountLine, cause: object, { delta, cost, landed }: Row): void {
  const remaining = line.remaining.get(cause) ?? []
  line.remaining.set(cause, remaining)
  const sign = Math.sign(delta)
  for (let unit = 0; unit < Math.abs(delta); unit += 1)
    if (remaining.length > 0 && remaining.at(-1)!.sign !== sign) remaining.pop()
    else remaining.push({ sign, cost, landed })
}

/** Units that a count had moved the other way move at its cost, and the rest at the average. */
function fresh(
  { cost, landed }: CountLine,
  net: number,
  rest: number,
): Pick<Move, 'delta' | 'cost' | 'landed' | 'undoes'>[] {
  const sign = rest > 0 ? -1 : 1
  const known = Math.min(Math.abs(rest), Math.max(rest > 0 ? net : -net, 0))
  const own = { cost, landed, undoes: cost !== null }
  return [{ delta: sign * known, ...own }, { delta: sign * (Math.abs(rest) - known) }].filter(
    ({ delta }) => delta !== 0,
  )
}

/** What a row brought to the value of the stock, less what it took besides; null while that is unknown. */
function broughtBy({ delta, landed, adjusted, variance }: Row): Cost {
  if (adjusted !== null) return (adjusted.stock === 'on_hand' ? adjusted.cost : 0n) - (variance ?? 0n)
  return landed === null ? null : landed * BigInt(delta) - (variance ?? 0n)
}

/** What a unit cost before rows that came since; the average, where that cannot be told. */
function costWithout({ on_hand, average }: Pick<Level, 'on_hand' | 'average'>, since: readonly Row[]): Cost {
  const units = on_hand - since.reduce((sum, { delta }) => sum + delta, 0)
  if (since.length === 0 || average === null || units <= 0) return average
  let worth = average * BigInt(on_hand)
  for (const row of since) {
    const brought = broughtBy(row)
    if (brought === null) return average
    worth -= brought
  }
  return worth < 0n ? average : divide(worth, units)
}

export class Counts {
  readonly counts: Count[] = []
  /** The kinds of offsets that were made, for checking that each kind occurred. */
  readonly offsets: ('offset a late entry' | 'offset when posting' | 'took an offset back')[] = []
  /** Rows that are offsets. */
  readonly offsetRows = new Set<Row>()
  readonly #late: Late[] = []

  constructor(
    readonly stock: Stock,
    /** Cost of a variant in the catalogue, in the ledger's currency. */
    readonly catalogue_cost: Record<string, Cost>,
  ) {}

  /** The offsets of moves that a posted count includes, in the order in which they are booked, apart for each cause. */
  offsetsOf(moves: readonly Move[], causeOf: (at: number) => object | null): Offset[] {
    const sums = new Map<string, { cause: object | null; count: Count; line: CountLine; move: Move; units: number }>()
    const causes: (object | null)[] = []
    for (const [at, move] of moves.entries()) {
      const cause = causeOf(at)
      if (!causes.includes(cause)) causes.push(cause)
      const from = fromOf(move)
      if (from === undefined) continue
      const [count] = this.counts
        .filter(({ posted, countedAt, place, lines }) => {
          return (
            posted !== null && from < countedAt && place === move.place && lines.some(({ sku }) => sku === move.sku)
          )
        })
        .toSorted((a, b) => a.posted! - b.posted!)
      if (count === undefined) continue
      const line = count.lines.find(({ sku }) => sku === move.sku)!
      const key = `${count.recorded} ${move.sku} @ ${move.place} ${causes.indexOf(cause)}`
      sums.set(key, { cause, count, line, move, units: (sums.get(key)?.units ?? 0) + move.delta })
    }
    return [...sums.values()].flatMap(({ cause, count, line, move, units }) => {
      const { sku, place } = move
      const at = { sku, place, kind: 'stocktake', when: count.posted!, from: count.countedAt }
      const back = takenBack(line, cause, units)
      const unitsBack = back.reduce((sum, { delta }) => sum + delta, 0)
      const rest = units + unitsBack
      const net = line.net + unitsBack
      line.net -= units
      return [
        ...back.map((one) => ({ cause, line, move: { ...at, ...one, undoes: one.cost !== null }, takesBack: true })),
        ...fresh(line, net, rest).map((one) => ({ cause, line, move: { ...at, ...one }, takesBack: false })),
      ]
    })
  }

  /** Takes back what offsetsOf noted of counts, if the moves are refused. */
  withoutOffsets(moves: readonly Move[], isRefused: (offsets: readonly Move[]) => boolean): boolean {
    const before = this.counts.flatMap(({ lines }) => lines.map((line) => [line, line.net] as const))
    const refused = isRefused(this.offsetsOf(moves, () => null).map(({ move }) => move))
    for (const [line, net] of before) line.net = net
    return refused
  }

  /** Books moves of a document with the offsets of counts that include them; returns the rows of the moves. */
  book(cause: object, moves: readonly Move[]): Row[] {
    return this.bookTogether([{ cause, moves }])
  }

  /** The same of several documents in one booking. */
  bookTogether(documents: readonly { cause: object; moves: readonly Move[] }[]): Row[] {
    const moves = documents.flatMap((one) => one.moves)
    const causes = documents.flatMap(({ cause, moves: own }) => own.map(() => cause))
    const offsets = this.offsetsOf(moves, (at) => causes[at]!)
    // Units that an earlier offset took are there again before those that it was for leave.
    const first = offsets.filter(({ takesBack, move }) => takesBack && move.delta > 0)
    const last = offsets.filter((one) => !first.includes(one))
    const rows = [
      ...this.stock.book(first.map(({ move }) => move)),
      ...this.stock.book([...moves, ...last.map(({ move }) => move)]),
    ]
    const own = rows.splice(first.length, moves.length)
    for (const [at, { line, cause }] of [...first, ...last].entries()) {
      this.offsetRows.add(rows[at]!)
      note(line, cause!, rows[at]!)
    }
    if (offsets.length > 0) this.offsets.push('offset a late entry')
    if (offsets.some(({ takesBack }) => takesBack)) this.offsets.push('took an offset back')
    const entered = [...moves.map((move, at) => ({ move, cause: causes[at]! })), ...offsets]
    for (const { move, cause } of entered) {
      const from = fromOf(move)
      if (from !== undefined) this.#late.push({ cause: cause!, move, from, recorded: this.stock.now })
    }
    return own
  }

  /** Moves recorded since a count that happened before it: as if they came after it was posted. */
  #offsetLate({ place, countedAt, recorded: counted }: Count, line: CountLine): void {
    const { sku } = line
    const late = this.#late.filter(
      ({ move, from, recorded }) => move.sku === sku && move.place === place && recorded > counted && from < countedAt,
    )
    for (const [cause, all] of Map.groupBy(late, (one) => one.cause)) {
      const units = all.reduce((sum, { move }) => sum + move.delta, 0)
      if (units === 0) continue
      for (const one of fresh(line, line.net, units)) {
        const move = { sku, place, kind: 'stocktake', from: countedAt, ...one }
        const [row] = this.stock.book([move])
        this.offsetRows.add(row!)
        note(line, cause, row!)
        this.#late.push({ cause, move, from: countedAt, recorded: this.stock.now })
      }
      line.net -= units
      this.offsets.push('offset when posting')
    }
  }

  /** `counted_at` is null for a count of now; units that came since a past one are not in it. */
  count(place: string, counted_at: Moment | null, counted: readonly { sku: string; quantity: number }[]): Count {
    const recorded = this.stock.now
    const countedAt = counted_at ?? recorded
    const lines = counted.map(({ sku, quantity }) => {
      const level = this.stock.levels.get(`${sku} @ ${place}`) ?? emptyLevel()
      const since = level.rows.filter(({ from }) => from >= countedAt)
      const system = level.on_hand - since.reduce((sum, { delta }) => sum + delta, 0)
      const unit = costWithout(level, since) ?? this.catalogue_cost[sku]!
      return { sku, system, counted: quantity, unit, cost: null, landed: null, net: 0, remaining: new Map() }
    })
    const count = { id: '', place, countedAt, recorded, posted: null, lines }
    this.counts.push(count)
    return count
  }

  /** Movements since the count are kept in addition to it, unless a later count has seen them. */
  post(count: Count): number {
    if (count.posted !== null) return 400
    for (const line of count.lines) {
      const { sku, system, counted, unit } = line
      if (counted === system) continue
      const { countedAt: from, place } = count
      const average = this.stock.levels.get(`${sku} @ ${place}`)?.average ?? null
      const cost = unit ?? (average === null ? this.catalogue_cost[sku]! : null)
      const stated = cost === average ? null : cost
      const move = { sku, place, kind: 'stocktake', delta: counted - system, cost: stated, from }
      const [row] = this.book(count, [{ ...move, undoes: stated !== null }])
      Object.assign(line, { cost: row!.cost, landed: row!.landed })
      line.net = counted - system
    }
    for (const line of count.lines) this.#offsetLate(count, line)
    count.posted = this.stock.now
    return 200
  }
}
