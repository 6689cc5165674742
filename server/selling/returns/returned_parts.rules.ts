/** What returned units bring back into stock, and at which cost: of a bundle, the components that left. Pure. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { StockPart } from '../../ledger/bundles/parts.rules.ts'

/** Units of a variant that one returned unit brings back; the cost of one of them, or null for the average of the stock. */
export interface ReturnedPart {
  variant_id: string
  units: number
  unit_cost: string | null
}

/** Of units that no order line sold: the components of a bundle as it is now. */
export const unsoldParts = (
  variant_id: string,
  bundles: ReadonlyMap<string, readonly StockPart[]>,
): readonly ReturnedPart[] =>
  (bundles.get(variant_id) ?? [{ variant_id, units: 1 }]).map((part) => ({
    variant_id: part.variant_id,
    units: part.units,
    unit_cost: null,
  }))

/** Of units that are of no sale: they have no cost but that of the stock which they enter. */
export const atAverage = (parts: readonly ReturnedPart[]): readonly ReturnedPart[] =>
  parts.map((part) => ({ ...part, unit_cost: null }))

interface Sold {
  /** Cost of one unit that did not come back yet. */
  unit_cost: string | null
  components: readonly ReturnedPart[]
}

/**
 * Of units that an order line sold. Components come back at the average at which they left, scaled to the cost of the units
 * that are still away, so that all returns together bring back what left.
 */
export function soldParts(variant_id: string, { unit_cost, components }: Sold): readonly ReturnedPart[] {
  if (components.length === 0) return [{ variant_id, units: 1, unit_cost }]
  if (unit_cost === null || components.some((one) => one.unit_cost === null)) return components
  const worth = components.reduce((sum, one) => sum.plus(Big(one.unit_cost!).times(one.units)), Big(0))
  if (worth.eq(0) || worth.eq(unit_cost)) return components
  return components.map((one) => ({ ...one, unit_cost: exactCost(Big(one.unit_cost!).times(unit_cost).div(worth)) }))
}
