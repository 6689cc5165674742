/**
 * Offsets that keep a count true. Whatever happened before a count is in the count, so a movement that is recorded
 * after the count but dated before it changes its own day and is offset at the count. Pure.
 */
import { isBefore } from '../../calendar/instants.ts'
import type { DocumentType } from '../../contract/stock.ts'
import type { MovementToBook } from '../rules.ts'
import { pairKey } from '../rules.ts'

/** Units that an offset has added (positive) or removed at a count, and their costs. */
export interface BookedOffset {
  document_id: string
  units: number
  unit_cost: string | null
  landed_unit_cost: string | null
}

/** A posted count of a variant at a location. */
export interface PostedCount {
  stocktake_id: string
  name: string
  variant_id: string
  location_id: string
  counted_at: string
  posted_at: string
  /** Units that the count has added (positive) or removed so far: its variance and the offsets at it. */
  net_units: number
  /** Cost at which it booked its variance; null if it booked none. */
  unit_cost: string | null
  landed_unit_cost: string | null
  /** Its offsets of the documents concerned, in the order in which they were booked. */
  offsets: readonly BookedOffset[]
}

/** Movements of one document at one pair: how many units, and why they are late. */
export interface LateUnits {
  variant_id: string
  location_id: string
  units: number
  document: { type: DocumentType; id: string; name: string }
  /** Whether the movements correct a document that was recorded before: they reverse some of its. */
  is_correction: boolean
}

/** The instant from which counts include a movement; undefined for one that happens now. */
export const countedFrom = ({ counted_from, occurred_at }: Pick<MovementToBook, 'counted_from' | 'occurred_at'>) =>
  counted_from ?? occurred_at

/** An offset: its document names what was late, its line the stocktake. */
export const isOffset = ({ kind, document }: Pick<MovementToBook, 'kind' | 'document'>) =>
  kind === 'stocktake' && document.type !== 'stocktake'

/** Movements dated before `now`, which a posted count may include. */
export const lateOf = (movements: readonly MovementToBook[], now: string): MovementToBook[] =>
  movements.filter((movement) => {
    const from = countedFrom(movement)
    return movement.quantity_delta !== 0 && from !== undefined && isBefore(from, now) && !isOffset(movement)
  })

/** Of the counts that include a movement, the one posted first. */
const countOver = (counts: readonly PostedCount[], movement: MovementToBook) =>
  counts
    .filter((count) => pairKey(count) === pairKey(movement) && isBefore(countedFrom(movement)!, count.counted_at))
    .toSorted((a, b) => Date.parse(a.posted_at) - Date.parse(b.posted_at) || (a.stocktake_id < b.stocktake_id ? -1 : 1))
    .at(0)

const deliveryTypes: ReadonlySet<DocumentType> = new Set([
  'purchase_order_delivery',
  'manufacturing_order',
  'delivery_correction',
])

/** What caused an offset: the delivery, for a transfer the one that arrived, or else the document itself. */
export function causeOf({ document, document_line_id }: Pick<MovementToBook, 'document' | 'document_line_id'>) {
  const [, delivery_id] = document.type === 'transfer_order_delivery' ? document_line_id.split(' ') : []
  if (delivery_id !== undefined) return { type: 'delivery_correction', id: delivery_id, name: document.name } as const
  const type = deliveryTypes.has(document.type) ? 'delivery_correction' : 'count_offset'
  return { type, id: document.id, name: document.name } as const
}

const evidenceOf = (count: PostedCount, { document, is_correction }: LateUnits) =>
  is_correction
    ? document.type === 'delivery_correction'
      ? `Keeps stock as counted in "${count.name}": an earlier delivery of ${document.name} was corrected.`
      : `Keeps stock as counted in "${count.name}": ${document.name} is dated before the count and was voided or corrected after it.`
    : `Keeps stock as counted in "${count.name}": ${document.name} is dated before the count and was recorded after it.`

/** How many of the units go back at the cost at which the count booked units of the opposite sign. */
const unitsAtItsCost = (net_units: number, changed: number): number =>
  Math.min(Math.abs(changed), Math.max(changed > 0 ? net_units : -net_units, 0))

/** Offsets of a document that are not undone, oldest first: each undoes the newest ones of the opposite sign. */
function remainingOf({ offsets }: PostedCount, document_id: string): BookedOffset[] {
  const remaining: BookedOffset[] = []
  for (const offset of offsets.filter((one) => one.document_id === document_id)) {
    let { units } = offset
    while (units !== 0 && remaining.length > 0 && Math.sign(remaining.at(-1)!.units) === -Math.sign(units)) {
      const last = remaining.pop()!
      const left = last.units + units
      if (Math.sign(left) === Math.sign(last.units)) remaining.push({ ...last, units: left })
      units = Math.abs(units) > Math.abs(last.units) ? left : 0
    }
    if (units !== 0) remaining.push({ ...offset, units })
  }
  return remaining
}

interface OffsetPart extends Pick<BookedOffset, 'unit_cost' | 'landed_unit_cost'> {
  units: number
  suffix: string
}

/** What undoes earlier offsets of the document, the last one first, at their costs; one part for those of one cost. */
function undoingParts(count: PostedCount, { document, units }: LateUnits): OffsetPart[] {
  const parts: OffsetPart[] = []
  let left = Math.abs(units)
  for (const { units: booked, unit_cost, landed_unit_cost } of remainingOf(count, document.id).toReversed()) {
    if (left === 0 || Math.sign(booked) !== Math.sign(units)) break
    const undone = Math.min(left, Math.abs(booked))
    const last = parts.at(-1)
    if (last?.unit_cost === unit_cost && last.landed_unit_cost === landed_unit_cost) last.units += undone
    else parts.push({ units: undone, unit_cost, landed_unit_cost, suffix: ` undone ${parts.length + 1}` })
    left -= undone
  }
  return parts
}

/** The part that moves at the cost at which the count had moved units of the opposite sign, and the rest. */
function newParts({ unit_cost, landed_unit_cost }: PostedCount, net_units: number, units: number): OffsetPart[] {
  const known = unitsAtItsCost(net_units, units)
  return [
    { units: known, unit_cost, landed_unit_cost, suffix: '' },
    { units: Math.abs(units) - known, unit_cost: null, landed_unit_cost: null, suffix: ' average' },
  ]
}

/**
 * Undoes, at the time of the count, what late movements change before it. What reverses earlier offsets of the document
 * moves at their costs. Units that the count had added leave at the cost at which it added them, and units that it had
 * removed return at the cost at which it removed them; others move at the average. `place` is the number of ledger rows of
 * the pair so far, which makes the ids of the lines unique. `before` is booked before the late movements: units that an
 * earlier offset had removed are back before the late units leave again, so that stock does not fall below zero in between.
 */
export function offsetsOf(count: PostedCount, late: LateUnits, place: number): Offsets {
  const sign = late.units > 0 ? -1 : 1
  const undoing = undoingParts(count, late)
  const undone = undoing.reduce((sum, { units }) => sum - sign * units, 0)
  const offsets = (parts: readonly OffsetPart[]): MovementToBook[] =>
    parts
      .filter(({ units }) => units > 0)
      .map(({ units, suffix, ...cost }) => ({
        variant_id: count.variant_id,
        location_id: count.location_id,
        kind: 'stocktake',
        quantity_delta: sign * units,
        ...cost,
        occurred_at: count.posted_at,
        counted_from: count.counted_at,
        document: late.document,
        document_line_id: `${count.stocktake_id} ${place}${suffix}`,
        evidence: evidenceOf(count, late),
      }))
  const back = offsets(undoing)
  const others = offsets(newParts(count, count.net_units - undone, late.units - undone))
  return sign > 0 ? { before: back, after: others } : { before: [], after: [...back, ...others] }
}

/** Offsets that are booked before the movements that they offset, and after them. */
export interface Offsets {
  before: MovementToBook[]
  after: MovementToBook[]
}

/** The offsets of late movements: for each count and document, what its movements change there together. */
export function offsetsAt(
  counts: readonly PostedCount[],
  movements: readonly MovementToBook[],
  placeOf: (pair: { variant_id: string; location_id: string }) => number,
): Offsets {
  const changes = new Map<string, { count: PostedCount; late: LateUnits }>()
  for (const movement of movements) {
    const count = countOver(counts, movement)
    if (count === undefined) continue
    const document = causeOf(movement)
    const key = `${count.stocktake_id} ${pairKey(count)} ${document.id}`
    const is_correction = movement.reverses_movement_id != null
    const before = changes.get(key)?.late
    const late = {
      variant_id: count.variant_id,
      location_id: count.location_id,
      units: (before?.units ?? 0) + movement.quantity_delta,
      document,
      is_correction: is_correction || (before?.is_correction ?? false),
    }
    changes.set(key, { count, late })
  }
  const left = new Map(counts.map((count) => [`${count.stocktake_id} ${pairKey(count)}`, count.net_units]))
  const offsets = [...changes.values()].map(({ count, late }) => {
    if (late.units === 0) return { before: [], after: [] }
    const key = `${count.stocktake_id} ${pairKey(count)}`
    const net_units = left.get(key)!
    left.set(key, net_units - late.units)
    return offsetsOf({ ...count, net_units }, late, placeOf(count))
  })
  return { before: offsets.flatMap((one) => one.before), after: offsets.flatMap((one) => one.after) }
}

/** Movements with their offsets, in the order in which they are booked. */
export function withOffsets(movements: readonly MovementToBook[], { before, after }: Offsets): MovementToBook[] {
  const moved = movements.map(({ made_from, ...movement }) =>
    made_from === undefined ? movement : { ...movement, made_from: made_from.map((place) => place + before.length) },
  )
  return [...before, ...moved, ...after]
}
