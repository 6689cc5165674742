/** Offsets that keep a posted stocktake accurate when an earlier delivery is corrected. Pure. */
import type { MovementToBook } from './rules.ts'
import { pairKey } from './rules.ts'

/** A posted count of a variant at a location. */
export interface PostedCount {
  stocktake_id: string
  name: string
  variant_id: string
  location_id: string
  counted_at: string
  posted_at: string
  /** Cost at which it booked its variance; null if it booked none. */
  unit_cost: string | null
  landed_unit_cost: string | null
}

/** A delivery that is corrected or removed. */
export interface CorrectedDelivery {
  delivery_id: string
  /** Name of its order. */
  name: string
  revision: number
}

const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other)

/** Among the counts that include the effect of a movement, returns the one posted first. */
const countOver = (counts: readonly PostedCount[], { occurred_at, ...movement }: MovementToBook) =>
  counts
    .filter(
      (count) =>
        pairKey(count) === pairKey(movement) && occurred_at !== undefined && isBefore(occurred_at, count.counted_at),
    )
    .toSorted((a, b) => Date.parse(a.posted_at) - Date.parse(b.posted_at) || (a.stocktake_id < b.stocktake_id ? -1 : 1))
    .at(0)

/**
 * Undoes, at the time of the count, what a correction changes before it. Units that the count had removed return at the
 * cost at which it removed them; units that it had added leave at the average.
 */
export const offsetOf = (count: PostedCount, delivery: CorrectedDelivery, changed: number): MovementToBook => ({
  variant_id: count.variant_id,
  location_id: count.location_id,
  kind: 'stocktake',
  quantity_delta: -changed,
  unit_cost: changed < 0 ? count.unit_cost : null,
  landed_unit_cost: changed < 0 ? count.landed_unit_cost : null,
  occurred_at: count.posted_at,
  document: { type: 'delivery_correction', id: delivery.delivery_id, name: delivery.name },
  document_line_id: `${count.stocktake_id} ${delivery.revision}`,
  evidence: `Keeps stock as counted in "${count.name}": an earlier delivery of ${delivery.name} was corrected.`,
})

/** The offsets of movements that correct a delivery: one for each affected count and pair. */
export function offsetsAt(
  counts: readonly PostedCount[],
  delivery: CorrectedDelivery,
  movements: readonly MovementToBook[],
): MovementToBook[] {
  const changed = new Map<PostedCount, number>()
  for (const movement of movements) {
    const count = countOver(counts, movement)
    if (count !== undefined) changed.set(count, (changed.get(count) ?? 0) + movement.quantity_delta)
  }
  return [...changed].filter(([, units]) => units !== 0).map(([count, units]) => offsetOf(count, delivery, units))
}
