/** Stock in a simple model: levels, their rows and averages, by the rules that the ledger guarantees. */

/** In parts of the currency; null if no cost is known. */
export type Cost = bigint | null

/** Costs are kept with so many decimals, and shown with fewer. */
const costDecimals = 10
const shownDecimals = 4
const partsOfOne = 10n ** BigInt(costDecimals)
const partsOfCent = partsOfOne / 100n

/**
 * A point in time: milliseconds of a past instant, or the position of an act of the history, which all come later.
 * Instants that are compared never come from a clock, so that a history is the same whenever it is played.
 */
export type Moment = number
const firstAct = 1e15
export const instantOf = (text: string): Moment => Date.parse(text)
/** The day of a moment; null for acts of the history, which all are of today. */
export const dayOf = (when: Moment): string | null =>
  when >= firstAct ? null : new Date(when).toISOString().slice(0, 10)

/** What a row of no units changed: the cost of so many of the units that came with another row. */
export interface Adjusted {
  quantity: number
  cost: bigint
  stock: 'on_hand' | 'in_transit' | 'left'
}

export interface Row {
  kind: string
  delta: number
  after: number
  /** Of a unit, as the paper states it. */
  cost: Cost
  /** With freight and duty. */
  landed: Cost
  adjusted: Adjusted | null
  /** The row that it reverses. */
  reverses: Row | null
  /** Whether it undid, at a count, what the count had added. */
  undoes: boolean
  /** When it occurred. */
  when: Moment
  /** From when counts include it. */
  from: Moment
  booked: Moment
  /** Its place among all rows. */
  entry: number
  /** The currency of which a rate was lacking for its cost. */
  unrated: string | null
  /** Whether it records that a cost became known. */
  is_rate: boolean
  /** Whether its units were lost on the way, at an unknown cost. */
  is_missing: boolean
  /** Value of the units on hand after it; null while unknown. */
  value: Cost
  /** What units had cost that left at another cost than it shows. */
  variance: Cost
}

export interface Level {
  on_hand: number
  committed: number
  average: Cost
  /** The currency of which a rate is lacking for some of the units. */
  unrated: string | null
  rows: Row[]
}

export interface Move {
  sku: string
  place: string
  kind: string
  delta: number
  /** Cost of a unit, if the document states one. */
  cost?: Cost
  landed?: Cost
  /** Freight and duty of a unit on top of its cost. */
  added?: bigint
  reverses?: Row
  when?: Moment | undefined
  /** From when counts include it, if not from then on. */
  from?: Moment | undefined
  /** Whether it undoes, at a count, what the count had added. */
  undoes?: boolean
  /** Whether the units were lost on the way here. */
  missing?: boolean
  /** Indexes of earlier moves in the same booking that are the components of these units. */
  made_from?: readonly number[]
  /** The currency of which a rate is lacking for arriving units. */
  unrated?: string | null
  adjusted?: Adjusted
  /** The level as it would have been had a cost been known all along. */
  known?: Pick<Level, 'average' | 'unrated'>
  /** With that: what units cost that had left at another cost than they are known to have by now. */
  knownVariance?: Cost
}

/** To the nearest part, half up; values are never negative. */
export const divide = (worth: bigint, units: number | bigint): bigint =>
  (2n * worth + BigInt(units)) / (2n * BigInt(units))

/** The same of values that may be negative: half away from zero. */
export const divideSigned = (worth: bigint, by: bigint): bigint =>
  worth < 0n ? -divide(-worth, by) : divide(worth, by)

/** The text or number of a column to a cost. */
export function costOf(text: string | number | null): Cost {
  if (text === null) return null
  const [whole, decimals = ''] = String(text).split('.') as [string, string?]
  const digits = BigInt(decimals.slice(0, costDecimals).padEnd(costDecimals, '0'))
  return BigInt(whole) * partsOfOne + (whole.startsWith('-') ? -digits : digits)
}

export const ofCents = (cents: number): bigint => BigInt(cents) * partsOfCent

/** Rounded half away from zero to the cent. */
export const toCents = (parts: bigint): number => Number(divideSigned(parts, partsOfCent)) + 0

/** Rounded to the cent, in parts. */
export const wholeCents = (parts: bigint): bigint => divideSigned(parts, partsOfCent) * partsOfCent

/** In units of the currency, as reads show it. */
export function shown(cost: Cost): number | null {
  if (cost === null) return null
  const rounded = divideSigned(cost, 10n ** BigInt(costDecimals - shownDecimals))
  return Number(rounded) / 10 ** shownDecimals
}

/** From when counts include a move; undefined if it happens now. */
export const fromOf = ({ when, reverses, from }: Move): Moment | undefined => from ?? reverses?.from ?? when

function averageAdjusted(level: Level, { cost, stock }: Adjusted): Cost {
  if (stock !== 'on_hand' || level.average === null || level.on_hand <= 0) return level.average
  const worth = level.average * BigInt(level.on_hand) + cost
  return worth < 0n ? 0n : divide(worth, level.on_hand)
}

function averageAfter(level: Level, { delta, reverses, undoes = false, adjusted }: Move, cost: Cost): Cost {
  if (adjusted !== undefined) return averageAdjusted(level, adjusted)
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

/** Value of the units on hand; null while it is unknown. */
export function valueOf({ on_hand, average }: Pick<Level, 'on_hand' | 'average'>): Cost {
  if (on_hand === 0) return 0n
  return average === null ? null : average * BigInt(on_hand)
}

/** What the stock was worth and what came, less what it is worth now; an average is rounded to the last decimal. */
function varianceOf(before: Cost, { delta, adjusted, known, knownVariance }: Move, landed: Cost, after: Level): Cost {
  if (known !== undefined) return knownVariance ?? null
  const own = adjusted === undefined ? (landed === null ? null : landed * BigInt(delta)) : ownOf(adjusted)
  const worth = valueOf(after)
  if (before === null || own === null || worth === null) return null
  const variance = before + own - worth
  const size = variance < 0n ? -variance : variance
  return size <= BigInt(Math.max(Math.abs(after.on_hand), 1)) ? null : variance
}

const ownOf = ({ stock, cost }: Adjusted): bigint => (stock === 'on_hand' ? cost : 0n)

/** What units lack whose cost nobody stated. */
export const noCost = 'XXX'

/** What two lack together. */
const both = (one: string | null, other: string | null): string | null =>
  [...new Set(`${one ?? ''}, ${other ?? ''}`.split(', '))]
    .filter((code) => code !== '')
    .sort()
    .join(', ') || null

interface Made {
  cost: Cost
  lacks: string | null
}

const notMade: Made = { cost: null, lacks: null }

type Booked = Pick<Row, 'cost' | 'landed' | 'unrated' | 'value' | 'variance'>

/** What a move does to a level, apart from its rows. */
export function applyTo(level: Level, move: Move, made: Made = notMade): Booked {
  const before = valueOf(level)
  const joins = move.kind === 'receipt' && level.unrated !== null ? noCost : null
  const lacking = move.delta > 0 && (move.cost ?? null) === null ? (move.unrated ?? made.lacks ?? joins) : null
  if (move.missing === true && lacksCost(move)) return passBy(level, move)
  const isUnknown = move.adjusted !== undefined || lacking !== null
  const cost = isUnknown ? null : (move.cost ?? made.cost ?? level.average)
  const landed = move.landed ?? (cost === null ? null : cost + (move.added ?? 0n))
  const average = averageAfter(level, move, landed)
  level.on_hand += move.delta
  const unrated = both(level.unrated, lacking)
  level.unrated = level.on_hand > 0 ? unrated : null
  level.average = unrated === null ? average : null
  if (move.known !== undefined) Object.assign(level, move.known)
  return {
    cost,
    landed,
    unrated: cost === null && move.adjusted === undefined ? (lacking ?? unrated) : null,
    value: valueOf(level),
    variance: varianceOf(before, move, landed, level),
  }
}

const lacksCost = ({ cost }: Move): boolean => (cost ?? null) === null

/** Units of unknown cost that were lost on the way change only how many are there, and come and go at once. */
function passBy(level: Level, { delta, unrated }: Move): Booked {
  level.on_hand += delta
  return { cost: null, landed: null, unrated: unrated ?? noCost, value: valueOf(level), variance: null }
}

export const emptyLevel = (): Level => ({ on_hand: 0, committed: 0, average: null, unrated: null, rows: [] })

/** What units cost that were made of components, or what these lack. */
export function madeOf(parts: readonly Pick<Row, 'cost' | 'delta' | 'unrated'>[], units: number): Made {
  let worth = 0n
  let lacks: string | null = null
  for (const { cost, delta, unrated } of parts)
    if (cost === null) lacks = both(lacks, unrated ?? noCost)
    else worth -= cost * BigInt(delta)
  return { lacks, cost: lacks === null ? divide(worth, units) : null }
}

export class Stock {
  readonly levels = new Map<string, Level>()
  #act = firstAct
  #entries = 0

  /** Begins an act; everything in it happens at one moment. */
  begin = (): Moment => ++this.#act

  get now(): Moment {
    return this.#act
  }

  at(sku: string, place: string): Level {
    const key = `${sku} @ ${place}`
    if (!this.levels.has(key)) this.levels.set(key, emptyLevel())
    return this.levels.get(key)!
  }

  /** Levels of a variant, with their places. */
  everywhere(sku: string): [place: string, level: Level][] {
    return [...this.levels].flatMap(([key, level]): [string, Level][] => {
      const [name, place] = key.split(' @ ') as [string, string]
      return name === sku ? [[place, level]] : []
    })
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
      const { average } = level
      const costs = applyTo(level, move, this.#made(move, rows))
      const { kind, delta, reverses = null, undoes = false, adjusted = null, known } = move
      const row: Row = {
        kind,
        delta,
        after: level.on_hand,
        ...costs,
        adjusted,
        reverses,
        // At the average, it left as any unit does.
        undoes: undoes && costs.cost !== average,
        when: move.when ?? reverses?.when ?? this.#act,
        from: fromOf(move) ?? this.#act,
        booked: this.#act,
        entry: ++this.#entries,
        is_rate: known !== undefined,
        is_missing: move.missing === true && lacksCost(move),
      }
      level.rows.push(row)
      rows.push(row)
    }
    return rows
  }

  /** Nothing without components; no cost if that of one of them is unknown. */
  #made({ made_from = [], delta }: Move, rows: readonly Row[]): Made {
    return made_from.length === 0
      ? notMade
      : madeOf(
          made_from.map((place) => rows[place]!),
          delta,
        )
  }

  /** Units on hand at the end of a past day. */
  unitsOn(sku: string, place: string, day: string): number {
    const rows = this.levels.get(`${sku} @ ${place}`)?.rows ?? []
    return rows.reduce((sum, { when, delta }) => ((dayOf(when) ?? '9999') <= day ? sum + delta : sum), 0)
  }
}
