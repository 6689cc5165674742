/** The effect of a movement on its level: sequence, on hand and moving-average cost. Pure; costs are exact decimals. */
import Big from 'big.js'
import { exactCost } from '../contract/money.ts'
import type { adjustedStocks, DocumentType, MovementKind } from '../contract/stock.ts'
import { lacksOf, noCostStated } from './costs/lacks.rules.ts'

export interface MovementToBook {
  variant_id: string
  location_id: string
  kind: MovementKind
  quantity_delta: number
  /** Purchase cost of a unit, decimal text; null for the average of the level. */
  unit_cost?: string | null
  landed_unit_cost?: string | null
  /** The cost as the document states it, if that is in another currency. */
  stated_cost?: StatedCost | null
  /** Of units that come from stock of unknown cost: what that lacks (costs/lacks.rules.ts). */
  unrated_currency?: string | null
  /** On an adjustment that makes costs known: the state of the level as if they had always been. */
  known_level?: Pick<Level, 'average_cost' | 'unrated_currency'>
  /** On the same: what units cost less, or more, that had left at another cost than they are known to have by now. */
  known_variance?: string | null
  /** Time of the movement; the call's `now` if absent. */
  occurred_at?: string
  /** The instant from which counts include the units, where that is not the time of the movement. */
  counted_from?: string | null
  document: { type: DocumentType; id: string; name: string }
  document_line_id: string
  evidence?: string | null
  source_system?: string | null
  reverses_movement_id?: number | null
  /**
   * Whether units take their own cost with them, as those that leave again at the cost of a reversed movement; if it is not said,
   * what a count or a loss takes at a stated cost does.
   */
  leaves_as_before?: boolean
  /** Indexes of earlier movements in the same booking whose value these units take on: their components. */
  made_from?: readonly number[]
  /** Freight and duty per unit on top of its cost, if landed_unit_cost is not stated; decimal text. */
  added_unit_cost?: string | null
  /** Only on a cost adjustment, which moves no units. */
  adjusted?: AdjustedUnits
}

/** A cost in another currency, and the rate at which it became `unit_cost`; no rate while none of a suitable day is known. */
export interface StatedCost {
  currency: string
  unit_cost: string
  rate: string | null
  rate_date: string | null
}

/** Units whose cost differs from what was booked: the total difference, and whether they are still on hand. */
export interface AdjustedUnits {
  quantity: number
  cost: string
  stock: (typeof adjustedStocks)[number]
}

/** Units to reserve for an order (positive) or release (negative). */
export interface Hold {
  variant_id: string
  location_id: string
  committed_delta: number
}

export interface Level {
  variant_id: string
  location_id: string
  on_hand: number
  committed: number
  average_cost: string | null
  /** What the cost of some of the units lacks (costs/lacks.rules.ts); the average cost is unknown as long. */
  unrated_currency: string | null
  sequence: number
}

type NotOnRow =
  | 'known_level'
  | 'known_variance'
  | 'leaves_as_before'
  | 'stated_cost'
  | 'document'
  | 'occurred_at'
  | 'made_from'
  | 'added_unit_cost'
  | 'adjusted'

export interface MovementRow extends Required<Omit<MovementToBook, NotOnRow>> {
  occurred_at: string
  stated_currency: string | null
  stated_unit_cost: string | null
  stated_rate: string | null
  stated_rate_date: string | null
  adjusted_quantity: number | null
  adjusted_cost: string | null
  adjusted_stock: AdjustedUnits['stock'] | null
  /** Value of the units on hand after it; null while unknown. */
  value_after: string | null
  /** What it takes from the stock for units that had left at another cost than it shows them to have; null if nothing. */
  cost_variance: string | null
  sequence: number
  on_hand_after: number
  cost_basis: CostBasis
  document_type: DocumentType
  document_id: string
  document_name: string
}

/** stated: given by the document. left_at: the average when the units left. average: the level's average. unknown: none. */
export type CostBasis = 'stated' | 'left_at' | 'average' | 'unknown'

interface CostAndBasis {
  cost: string | null
  basis: CostBasis
}

export interface Shortfall {
  variant_id: string
  location_id: string
  wanted: number
  available: number
}

export const pairKey = (pair: { variant_id: string; location_id: string }) => `${pair.variant_id} ${pair.location_id}`

type Pair = Pick<Level, 'variant_id' | 'location_id'>

/** The order in which levels are locked everywhere. */
export const byPair = (a: Pair, b: Pair) =>
  a.variant_id < b.variant_id
    ? -1
    : a.variant_id > b.variant_id
      ? 1
      : a.location_id < b.location_id
        ? -1
        : a.location_id > b.location_id
          ? 1
          : 0

/** The average without a reversed arrival; unchanged if no units remain or the arrival was worth more than the stock. */
function averageWithout(level: Level, quantity: number, cost: string): string | null {
  const rest = level.on_hand - quantity
  if (rest <= 0 || level.average_cost === null) return level.average_cost
  const worth = Big(level.average_cost).times(level.on_hand).minus(Big(cost).times(quantity))
  return worth.lt(0) ? level.average_cost : exactCost(worth.div(rest))
}

/** The average after the value of the units on hand changed; never below zero. */
function averageAdjusted(level: Level, { cost, stock }: AdjustedUnits): string | null {
  if (stock !== 'on_hand' || level.average_cost === null || level.on_hand <= 0) return level.average_cost
  const worth = Big(level.average_cost).times(level.on_hand).plus(cost)
  return worth.lt(0) ? '0.0000' : exactCost(worth.div(level.on_hand))
}

/** Units that these take away at a stated cost take that much of the stock's value with them. */
export const takesOut: ReadonlySet<MovementKind> = new Set(['stocktake', 'write_off'])

/** Arriving units change the average; leaving units carry it, unless they undo an arrival or what a count added. */
function averageAfter(level: Level, movement: MovementToBook, cost: string | null) {
  const { quantity_delta: quantity, reverses_movement_id, adjusted } = movement
  if (adjusted !== undefined) return averageAdjusted(level, adjusted)
  if (cost === null) return level.average_cost
  const isAtItsCost = movement.leaves_as_before ?? takesOut.has(movement.kind)
  const undoes = reverses_movement_id != null || (isAtItsCost && movement.unit_cost != null)
  if (quantity < 0 && undoes) return averageWithout(level, -quantity, cost)
  if (quantity <= 0) return level.average_cost
  const on_hand = Math.max(level.on_hand, 0)
  if (level.average_cost === null) return exactCost(cost)
  const worth = Big(level.average_cost).times(on_hand).plus(Big(cost).times(quantity))
  return exactCost(worth.div(on_hand + quantity))
}

/** Units that return to stock carry the cost at which they left. */
const carried: ReadonlySet<MovementKind> = new Set(['transfer_in', 'assembly_in', 'assembly_out', 'return'])

type PartRow = Pick<MovementRow, 'unit_cost' | 'quantity_delta' | 'unrated_currency'>

/** Cost of a unit made from components; null if the cost of any component is unknown. */
export function costOfMade(parts: readonly Pick<PartRow, 'unit_cost' | 'quantity_delta'>[], quantity_delta: number) {
  if (parts.length === 0 || parts.some(({ unit_cost }) => unit_cost === null)) return null
  const worth = parts.reduce((sum, part) => sum.minus(Big(part.unit_cost!).times(part.quantity_delta)), Big(0))
  return exactCost(worth.div(quantity_delta))
}

/** What the costs of components lack; null if each is known. */
export const lacksOfParts = (parts: readonly Pick<PartRow, 'unit_cost' | 'unrated_currency'>[]): string | null =>
  lacksOf(parts.map((one) => (one.unit_cost === null ? (one.unrated_currency ?? noCostStated) : null)))

const partsOf = ({ made_from = [] }: MovementToBook, rows: readonly MovementRow[]) =>
  made_from.map((place) => rows[place]!)

/** What the cost of arriving units lacks; null if it is known, or that of the stock which they join. */
function unratedOf(level: Level, movement: MovementToBook, rows: readonly MovementRow[]): string | null {
  const { kind, quantity_delta, stated_cost, unrated_currency, unit_cost } = movement
  if (quantity_delta <= 0 || unit_cost != null) return null
  const own = unrated_currency ?? (stated_cost?.rate === null ? stated_cost.currency : null)
  if (own !== null) return own
  if (movement.made_from !== undefined) return lacksOfParts(partsOf(movement, rows))
  // Bought units without a cost take the average of the stock; while there is none, theirs is to be stated.
  return kind === 'receipt' && level.unrated_currency !== null ? noCostStated : null
}

/** Units of a transfer that are written off where they were expected; they are never part of the stock there. */
export const isMissing = (type: string, { document_line_id: line }: { document_line_id: string | null }) =>
  type === 'transfer_order_delivery' && line !== null && line.endsWith(' missing')

const passesThrough = ({ document, unit_cost, ...movement }: MovementToBook): boolean =>
  isMissing(document.type, movement) && unit_cost == null

function costOf(level: Level, movement: MovementToBook, rows: readonly MovementRow[]): CostAndBasis {
  if (movement.adjusted !== undefined) return { cost: null, basis: 'stated' }
  if (unratedOf(level, movement, rows) !== null || passesThrough(movement)) return { cost: null, basis: 'unknown' }
  const stated = movement.unit_cost ?? costOfMade(partsOf(movement, rows), movement.quantity_delta)
  if (stated !== null) {
    const isCarried = (movement.quantity_delta < 0 && !movement.leaves_as_before) || carried.has(movement.kind)
    return { cost: exactCost(stated), basis: isCarried ? 'left_at' : 'stated' }
  }
  if (level.average_cost === null) return { cost: null, basis: 'unknown' }
  return { cost: level.average_cost, basis: movement.quantity_delta < 0 ? 'left_at' : 'average' }
}

function landedOf({ landed_unit_cost, added_unit_cost }: MovementToBook, cost: string | null): string | null {
  if (landed_unit_cost != null || cost === null) return landed_unit_cost ?? null
  return added_unit_cost == null ? cost : exactCost(Big(cost).plus(added_unit_cost))
}

/** Value of the units on hand; null while it is unknown. */
const valueOf = ({ on_hand, average_cost }: Level): Big | null => {
  if (on_hand === 0) return Big(0)
  return average_cost === null ? null : Big(average_cost).times(on_hand)
}

/** Value that a movement brings to the stock by itself; null while it is unknown. */
function ownValue({ quantity_delta, adjusted }: MovementToBook, landed: string | null): Big | null {
  if (adjusted !== undefined) return Big(adjusted.stock === 'on_hand' ? adjusted.cost : 0)
  return landed === null ? null : Big(landed).times(quantity_delta)
}

/** An average has ten decimals, so its value may be off by half of the last one for each unit. */
const isRounding = (difference: Big, on_hand: number) =>
  difference.abs().lte(Big(Math.max(Math.abs(on_hand), 1)).times('0.0000000001'))

/** What the stock was worth and what came, less what it is worth now: the cost of units that had left at a wrong one. */
function varianceOf(before: Big | null, own: Big | null, after: Level): string | null {
  const worth = valueOf(after)
  if (before === null || own === null || worth === null) return null
  const variance = before.plus(own).minus(worth)
  return isRounding(variance, after.on_hand) ? null : exactCost(variance)
}

/** Arriving units lack what their own cost does; others what that of the stock does. */
const lackOfRow = (movement: MovementToBook, own: string | null, lacking: string | null): string | null =>
  own ?? (passesThrough(movement) ? (movement.unrated_currency ?? noCostStated) : lacking)

/** Applies movements in their order, and reservations; returns the rows to insert and the resulting levels. */
export function applyMovements(
  levels: readonly Level[],
  movements: readonly MovementToBook[],
  now: string,
  holds: readonly Hold[] = [],
): { rows: MovementRow[]; levels: Level[] } {
  const levelsByPair = new Map(levels.map((level) => [pairKey(level), { ...level }]))
  const levelOf = (pair: Pair): Level => {
    const level = levelsByPair.get(pairKey(pair))
    if (level === undefined) throw new Error(`no level is locked for ${pairKey(pair)}`)
    return level
  }
  for (const hold of holds) levelOf(hold).committed += hold.committed_delta
  const rows: MovementRow[] = []
  for (const movement of movements) {
    const level = levelOf(movement)
    const before = valueOf(level)
    const { cost, basis } = costOf(level, movement, rows)
    const landed = landedOf(movement, cost)
    const average = averageAfter(level, movement, landed)
    const own = unratedOf(level, movement, rows)
    const lacking = passesThrough(movement) ? level.unrated_currency : lacksOf([level.unrated_currency, own])
    level.on_hand += movement.quantity_delta
    level.unrated_currency = level.on_hand > 0 ? lacking : null
    level.average_cost = lacking === null ? average : null
    if (movement.known_level !== undefined) Object.assign(level, movement.known_level)
    level.sequence += 1
    const {
      document,
      occurred_at,
      made_from: _made_from,
      added_unit_cost: _added,
      adjusted,
      stated_cost,
      known_level: _known,
      known_variance = null,
      leaves_as_before: _leaves,
      ...rest
    } = movement
    rows.push({
      evidence: null,
      source_system: null,
      reverses_movement_id: null,
      counted_from: null,
      ...rest,
      unrated_currency: cost === null && adjusted === undefined ? lackOfRow(movement, own, lacking) : null,
      unit_cost: cost,
      landed_unit_cost: landed,
      occurred_at: occurred_at ?? now,
      sequence: level.sequence,
      on_hand_after: level.on_hand,
      cost_basis: basis,
      stated_currency: stated_cost?.currency ?? null,
      stated_unit_cost: stated_cost?.unit_cost ?? null,
      stated_rate: stated_cost?.rate ?? null,
      stated_rate_date: stated_cost?.rate_date ?? null,
      adjusted_quantity: adjusted?.quantity ?? null,
      adjusted_cost: adjusted?.cost ?? null,
      adjusted_stock: adjusted?.stock ?? null,
      value_after: valueOf(level)?.toFixed() ?? null,
      // Costs that become known are those of the rows that lacked them, not of this one.
      cost_variance:
        movement.known_level === undefined ? varianceOf(before, ownValue(movement, landed), level) : known_variance,
      document_type: document.type,
      document_id: document.id,
      document_name: document.name,
    })
  }
  return { rows, levels: [...levelsByPair.values()] }
}

/** Pairs of which movements and reservations together take more than is available, summed before comparing. */
export function shortfalls(
  levels: readonly Level[],
  movements: readonly MovementToBook[],
  holds: readonly Hold[] = [],
): Shortfall[] {
  const unitsByPair = new Map<string, number>()
  const want = (pair: Pair, units: number) =>
    unitsByPair.set(pairKey(pair), (unitsByPair.get(pairKey(pair)) ?? 0) + units)
  for (const movement of movements) want(movement, -movement.quantity_delta)
  for (const hold of holds) want(hold, hold.committed_delta)
  return levels.flatMap((level) => {
    const units = unitsByPair.get(pairKey(level)) ?? 0
    const available = level.on_hand - level.committed
    return units > 0 && units > available
      ? [{ variant_id: level.variant_id, location_id: level.location_id, wanted: units, available }]
      : []
  })
}
