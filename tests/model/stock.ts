/** Stock in a simple model: levels, their rows and averages, by the rules that the ledger guarantees. */

/** Ten-thousandths of the currency; null if no cost is known. */
export type Cost = bigint | null

export interface Row {
  kind: string
  delta: number
  after: number
  cost: Cost
  /** The row that it reverses. */
  reverses: Row | null
  /** The past day on which it occurred; null if that was during the history. */
  at: string | null
  /** Its position in the order of recording from which counts include it; before all of them if it is of a past day. */
  from: number
}

export interface Level {
  on_hand: number
  committed: number
  average: Cost
  rows: Row[]
}

export interface Move {
  sku: string
  place: string
  kind: string
  delta: number
  /** Cost of a unit, if the document states one. */
  cost?: Cost
  reverses?: Row
  at?: string | null
  /** Position from which counts include it, if not that of the day or of the row that it reverses. */
  from?: number
  /** Whether it undoes, at a count, what the count had added. */
  undoes?: boolean
  /** Indexes of earlier moves in the same booking that are the components of these units. */
  made_from?: readonly number[]
}

/** To the nearest ten-thousandth, half up; values are never negative. */
export const divide = (worth: bigint, units: number): bigint => (2n * worth + BigInt(units)) / (2n * BigInt(units))

/** `1.5` to 15,000; the text of a column to a cost. */
export const costOf = (text: string | number | null): Cost =>
  text === null ? null : BigInt(Math.round(Number(text) * 10_000))

/** The position from which counts include a move; undefined if it happens now. */
export const fromOf = ({ at = null, reverses, from }: Move): number | undefined =>
  from ?? (at === null ? reverses?.from : -1)

function averageAfter(level: Level, { delta, reverses, undoes = false }: Move, cost: Cost): Cost {
  if (cost === null || delta === 0) return level.average
  if (delta < 0) {
    const rest = level.on_hand + delta
    if ((reverses === undefined && !undoes) || rest <= 0 || level.average === null) return level.average
    const worth = level.average * BigInt(level.on_hand) + cost * BigInt(delta)
    return worth < 0n ? level.average : divide(worth, rest)
  }
  const held = Math.max(level.on_hand, 0)
  if (held === 0 || level.average === null) return cost
  return divide(level.average * BigInt(held) + cost * BigInt(delta), held + delta)
}

export class Stock {
  readonly levels = new Map<string, Level>()
  /** Positions in the order of recording. */
  #recorded = 0
  next = (): number => ++this.#recorded

  at(sku: string, place: string): Level {
    const key = `${sku} @ ${place}`
    if (!this.levels.has(key)) this.levels.set(key, { on_hand: 0, committed: 0, average: null, rows: [] })
    return this.levels.get(key)!
  }

  available(sku: string, place: string): number {
    const level = this.levels.get(`${sku} @ ${place}`)
    return level === undefined ? 0 : level.on_hand - level.committed
  }

  /** Whether the moves together take more than is available; `freed` units were reserved for them. */
  isShort(moves: readonly Move[], freed: (sku: string, place: string) => number = () => 0): boolean {
    const net = new Map<string, number>()
    for (const { sku, place, delta } of moves) {
      const key = `${sku} @ ${place}`
      net.set(key, (net.get(key) ?? 0) + delta)
    }
    return [...net].some(([key, delta]) => {
      const [sku, place] = key.split(' @ ') as [string, string]
      const wanted = -delta - freed(sku, place)
      return wanted > 0 && wanted > this.available(sku, place)
    })
  }

  book(moves: readonly Move[]): Row[] {
    const rows: Row[] = []
    for (const move of moves) {
      const level = this.at(move.sku, move.place)
      const cost = move.cost ?? this.#madeCost(move, rows) ?? level.average
      level.average = averageAfter(level, move, cost)
      level.on_hand += move.delta
      const { kind, delta, reverses = null, at = null } = move
      const from = fromOf(move) ?? this.#recorded
      const row = { kind, delta, after: level.on_hand, cost, reverses, at, from }
      level.rows.push(row)
      rows.push(row)
    }
    return rows
  }

  /** Null if it has no components, or one with an unknown cost. */
  #madeCost({ made_from = [], delta }: Move, rows: readonly Row[]): Cost {
    let worth = 0n
    for (const place of made_from) {
      const { cost, delta: units } = rows[place]!
      if (cost === null) return null
      worth -= cost * BigInt(units)
    }
    return made_from.length === 0 ? null : divide(worth, delta)
  }
}
