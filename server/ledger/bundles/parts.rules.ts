/** Units and costs of what leaves stock for a line: the variant itself, or the components of a bundle. Pure. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'

/** Units of a variant that one unit of a line takes from stock. */
export interface StockPart {
  variant_id: string
  sku: string
  units: number
}

export interface SoldLine {
  variant_id: string
  parts: readonly StockPart[]
}

/** Whether the line takes components from stock in place of its own variant. */
export const isTakenApart = ({ variant_id, parts }: SoldLine): boolean =>
  parts.some((part) => part.variant_id !== variant_id)

/** The units of each variant that so many units of the line are. */
export const partUnits = ({ parts }: Pick<SoldLine, 'parts'>, quantity: number) =>
  parts.map(({ variant_id, units }) => ({ variant_id, quantity: quantity * units }))

/** Why units of a bundle that is assembled when sold cannot come into stock. */
export const keepsNoStock = (sku: string): string =>
  `must not be of ${sku}, a bundle that is assembled when sold and has no stock of its own; take its components, or set its stocking to ready_made`

interface MovedPart {
  quantity_delta: number
  unit_cost: string | null
}

/** Cost of one of the units that moved as these parts; null if the cost of any part is unknown. */
export function costOfParts(moved: readonly MovedPart[], quantity: number): string | null {
  if (moved.some(({ unit_cost }) => unit_cost === null)) return null
  const worth = moved.reduce((sum, one) => sum.plus(Big(one.unit_cost!).times(Math.abs(one.quantity_delta))), Big(0))
  return exactCost(worth.div(quantity))
}
