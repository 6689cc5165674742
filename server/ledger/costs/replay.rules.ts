/** The ledger of a pair, computed again with costs that have become known. Pure. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { MovementKind } from '../../contract/stock.ts'
import { type AdjustedUnits, applyMovements, isMissing, type Level, type MovementToBook, takesOut } from '../rules.ts'

/** A ledger row, in the order of its level. */
export interface Entry {
  movement_id: number
  variant_id: string
  kind: MovementKind
  quantity_delta: number
  unit_cost: string | null
  landed_unit_cost: string | null
  reverses_movement_id: number | null
  adjusted_quantity: number | null
  adjusted_cost: string | null
  adjusted_stock: AdjustedUnits['stock'] | null
  document_type: string
  document_id: string
  document_name: string
  document_line_id: string
  occurred_at: string
  unrated_currency: string | null
  cost_basis?: string | null
  cost_variance?: string | null
  on_hand_after?: number
  value_after?: string | null
}

export interface KnownCost {
  unit_cost: string
  landed_unit_cost: string
}

export interface Replay {
  level: Pick<Level, 'average_cost' | 'unrated_currency'>
  /** Rows that were booked at an unknown cost which is known now, other than the arrivals themselves. */
  costed: { entry: Entry; unit_cost: string }[]
  /** Rows by which units left below zero before any cost was known: they cost what the first arrival of known cost shows. */
  covered: Replay['costed']
  /** What is a variance by now, and was not booked as one: of units that left at a cost which was not theirs; null if nothing. */
  variance: string | null
}

const sumOf = (variances: readonly (string | null | undefined)[]): Big =>
  variances.reduce((sum, one) => sum.plus(one ?? 0), Big(0))

/** The document type of adjustments that make costs known. A replay has those costs at the arrivals instead. */
export const rateDocument = 'exchange_rate'

const pair = { variant_id: '', location_id: '' }
const document = { type: 'ledger_opening', id: '', name: '' } as const

const ownCost = ({ unit_cost, landed_unit_cost }: Entry): KnownCost | null =>
  unit_cost === null ? null : { unit_cost, landed_unit_cost: landed_unit_cost ?? unit_cost }

/** Other units, such as returned ones, lack a cost only because the stock that they joined lacked one. */
const lacksItsOwn: ReadonlySet<MovementKind> = new Set(['receipt', 'transfer_in', 'assembly_in'])

/** Whether units left at the average of then, which may have been another than it is known to be by now. */
function leftAtAverage({ unit_cost }: Entry, before: Entry | undefined): boolean {
  const { value_after = null, on_hand_after = 0 } = before ?? {}
  if (unit_cost === null || value_after === null || on_hand_after <= 0) return false
  return exactCost(Big(value_after).div(on_hand_after)) === exactCost(unit_cost)
}

/** The movement of a row, at a cost that is known by now. */
function movementOf(entry: Entry, cost: KnownCost | null, lacks: string | null, before?: Entry): MovementToBook {
  const { kind, quantity_delta, reverses_movement_id, occurred_at } = entry
  const { adjusted_quantity, adjusted_cost, adjusted_stock } = entry
  const movement = {
    ...pair,
    kind,
    quantity_delta,
    ...cost,
    unrated_currency: lacksItsOwn.has(kind) ? lacks : null,
    reverses_movement_id,
    leaves_as_before: takesOut.has(kind)
      ? !leftAtAverage(entry, before)
      : kind === 'fulfilment' && entry.cost_basis === 'stated',
    occurred_at,
    document,
    document_line_id: '',
  }
  if (adjusted_cost === null) return movement
  return { ...movement, adjusted: { quantity: adjusted_quantity!, cost: adjusted_cost, stock: adjusted_stock! } }
}

/** Units of unknown cost that were written off on the way here. */
const passedThrough = (entry: Entry): boolean => entry.unit_cost === null && isMissing(entry.document_type, entry)

/** Whether a row lacks a cost of its own: one that came without any, or that took what the stock lacked. */
const lacksCost = ({ unit_cost, unrated_currency, quantity_delta }: Entry): boolean =>
  unit_cost === null && (unrated_currency !== null || quantity_delta > 0)

/** Rows whose cost never became known before they were reversed, and their reversals: as if they had never been. */
function undoneUnknown(entries: readonly Entry[], known: ReadonlyMap<number, KnownCost>): Set<number> {
  const unknown = new Set(
    entries.filter((one) => lacksCost(one) && !known.has(one.movement_id)).map(({ movement_id }) => movement_id),
  )
  return new Set(
    entries.flatMap(({ movement_id, reverses_movement_id: reversed }) =>
      reversed !== null && unknown.has(reversed) ? [movement_id, reversed] : [],
    ),
  )
}

/** Whether units leave that are not there, while nothing shows what they cost. */
const leavesUncovered = (level: Level, { quantity_delta, unit_cost }: Entry): boolean =>
  quantity_delta < 0 &&
  unit_cost === null &&
  level.on_hand <= 0 &&
  level.average_cost === null &&
  level.unrated_currency === null

/**
 * Of arrivals that were booked at an unknown cost, by movement: `known` are the costs of those that have one by now, and
 * `lacking` is what the others lack, if that is no longer what their row says.
 */
export function replay(
  entries: readonly Entry[],
  known: ReadonlyMap<number, KnownCost>,
  lacking: ReadonlyMap<number, string> = new Map(),
): Replay {
  let level: Level = { ...pair, on_hand: 0, committed: 0, average_cost: null, unrated_currency: null, sequence: 0 }
  const costs = new Map<number | null, KnownCost | null>()
  const costed: Replay['costed'] = []
  const covered: Replay['costed'] = []
  const variances: (string | null)[] = []
  let waiting: Entry[] = []
  const undone = undoneUnknown(entries, known)
  for (const [at, entry] of entries.entries()) {
    if (entry.document_type === rateDocument || undone.has(entry.movement_id) || passedThrough(entry)) continue
    const { movement_id, reverses_movement_id, occurred_at } = entry
    const reversed = costs.get(reverses_movement_id)
    const cost = ownCost(entry) ?? known.get(movement_id) ?? reversed ?? null
    const lacks = lacking.get(movement_id) ?? entry.unrated_currency
    if (leavesUncovered(level, entry)) waiting.push(entry)
    waiting = waiting.filter((one) => one.movement_id !== reverses_movement_id)
    const { rows, levels } = applyMovements([level], [movementOf(entry, cost, lacks, entries[at - 1])], occurred_at)
    level = levels[0]!
    const [row] = rows
    const booked = ownCost({ ...entry, ...row!, document_line_id: '' })
    costs.set(movement_id, booked)
    variances.push(row!.cost_variance)
    if (booked !== null && entry.unit_cost === null && !known.has(movement_id))
      costed.push({ entry, unit_cost: booked.unit_cost })
    if (level.average_cost === null) continue
    for (const one of waiting) covered.push({ entry: one, unit_cost: level.average_cost })
    waiting = []
  }
  const { average_cost, unrated_currency } = level
  const variance = sumOf(variances).minus(sumOf(entries.map(({ cost_variance }) => cost_variance)))
  return {
    level: { average_cost, unrated_currency },
    costed,
    covered,
    variance: variance.eq(0) ? null : exactCost(variance),
  }
}
