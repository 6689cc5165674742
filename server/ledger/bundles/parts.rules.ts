/** Units and costs of what leaves stock for a line: the variant itself, or the components of a bundle. Pure. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { MovementKind } from '../../contract/stock.ts'
import { type Level, type MovementToBook, pairKey } from '../rules.ts'

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

/**
 * Kinds by which units come to the organisation, or are made there; others move them, or bring back what was sold. Stocktakes
 * are checked line by line when they are posted (stock/stocktakes/post.ts).
 */
const bringingKinds: ReadonlySet<MovementKind> = new Set([
  'opening',
  'receipt',
  'adjustment',
  'assembly_in',
  'assembly_out',
])

export const bringsUnits = ({ kind, quantity_delta }: Pick<MovementToBook, 'kind' | 'quantity_delta'>): boolean =>
  quantity_delta > 0 && bringingKinds.has(kind)

/** The first level to which movements bring units of a variant that has no stock of its own. */
export function ownStockOf(
  assembled: ReadonlySet<string>,
  bringing: readonly MovementToBook[],
  before: ReadonlyMap<string, Level>,
  after: readonly Level[],
): Level | undefined {
  const brought = new Set(bringing.map(pairKey))
  return after.find((level) => {
    const units = before.get(pairKey(level))!.on_hand
    return assembled.has(level.variant_id) && brought.has(pairKey(level)) && level.on_hand > Math.max(units, 0)
  })
}

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
