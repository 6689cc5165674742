/** Exchange rates, and what was bought before a rate of its day was on file. */
import { applyTo, type Cost, divide, emptyLevel, type Level, type Row } from './stock.ts'

/** In ten-thousandths of the ledger's currency for one unit of the other. */
export type Rate = bigint
const rateParts = 10_000n

export const convert = (amount: bigint, rate: Rate): bigint => divide(amount * rate, rateParts)

export class Rates {
  readonly #rates = new Map<string, Map<string, Rate>>()

  constructor(readonly own: string) {}

  set(currency: string, day: string, rate: Rate): void {
    const days = this.#rates.get(currency) ?? new Map<string, Rate>()
    this.#rates.set(currency, days.set(day, rate))
  }

  /** The newest rate on or before a day; null if there is none. */
  inForce(currency: string, day: string): Rate | null {
    if (currency === this.own) return rateParts
    const days = [...(this.#rates.get(currency) ?? [])].filter(([from]) => from <= day)
    return days.toSorted(([a], [b]) => (a < b ? 1 : -1))[0]?.[1] ?? null
  }
}

/** What a unit cost that came at an unknown cost, and with freight and duty. */
export interface KnownCost {
  cost: bigint
  landed: bigint
}

/** Rows whose cost never became known before they were reversed, with their reversals: as if they had never been. */
function neverWere(rows: readonly Row[], known: ReadonlyMap<Row, KnownCost>): Set<Row> {
  const isUnknown = (row: Row) => row.unrated !== null || (row.delta > 0 && row.cost === null)
  const pairs = rows.flatMap((row): Row[] => {
    const { reverses } = row
    return reverses !== null && isUnknown(reverses) && !known.has(reverses) ? [row, reverses] : []
  })
  return new Set(pairs)
}

/** Other units lack a cost only because the stock that they joined lacked one. */
const lacksItsOwn: ReadonlySet<string> = new Set(['receipt', 'transfer_in', 'assembly_in'])

/** A level as its rows make it with what is known by now, and the rows that had no cost and have one. */
export function replay(
  rows: readonly Row[],
  known: ReadonlyMap<Row, KnownCost>,
  /** What rows of unknown cost lack by now. */
  lacks: ReadonlyMap<Row, string> = new Map(),
): {
  level: Pick<Level, 'average' | 'unrated'>
  costed: { row: Row; cost: bigint }[]
  covered: { row: Row; cost: bigint }[]
  /** What is a variance by now and was not booked as one. */
  variance: Cost
} {
  const level = emptyLevel()
  const costs = new Map<Row, Pick<Row, 'cost' | 'landed'>>()
  const costed: { row: Row; cost: bigint }[] = []
  const covered: { row: Row; cost: bigint }[] = []
  /** Rows by which units left that were not there, while no cost was known of any. */
  let waiting: Row[] = []
  const skipped = neverWere(rows, known)
  let variance = 0n
  for (const row of rows) variance -= row.variance ?? 0n
  for (const row of rows) {
    if (row.is_rate || row.is_missing || skipped.has(row)) continue
    const later = known.get(row)
    const reversed = row.reverses === null ? undefined : costs.get(row.reverses)
    const unit = row.cost ?? later?.cost ?? reversed?.cost ?? null
    const isUncovered = level.on_hand <= 0 && level.average === null && level.unrated === null
    if (row.delta < 0 && row.cost === null && isUncovered) waiting.push(row)
    waiting = waiting.filter((one) => one !== row.reverses)
    const landed = row.cost === null ? (later?.landed ?? reversed?.landed ?? null) : row.landed
    const applied = applyTo(level, {
      sku: '',
      place: '',
      kind: row.kind,
      delta: row.delta,
      undoes: row.undoes,
      unrated: lacksItsOwn.has(row.kind) ? (lacks.get(row) ?? row.unrated) : null,
      cost: unit,
      ...(landed === null ? {} : { landed }),
      ...(row.reverses === null ? {} : { reverses: row.reverses }),
      ...(row.adjusted === null ? {} : { adjusted: row.adjusted }),
    })
    const { cost } = applied
    variance += applied.variance ?? 0n
    costs.set(row, { cost, landed: applied.landed })
    if (cost !== null && row.cost === null && !known.has(row)) costed.push({ row, cost })
    if (level.average === null) continue
    for (const one of waiting) covered.push({ row: one, cost: level.average })
    waiting = []
  }
  return {
    level: { average: level.average, unrated: level.unrated },
    costed,
    covered,
    variance: variance === 0n ? null : variance,
  }
}
