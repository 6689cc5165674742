/** Bundles that are sold as what they consist of. */
import type { Cost } from './stock.ts'
import { divide } from './stock.ts'

/** Units of a variant in one bundle. */
export interface Part {
  sku: string
  units: number
}

/** What a bundle is composed of; a bundle within is taken apart too. */
export type Composition = Record<string, Record<string, number>>

export function partsOf(composition: Composition, sku: string): Part[] {
  const within = composition[sku]
  if (within === undefined) return [{ sku, units: 1 }]
  const sums = new Map<string, number>()
  for (const [part, quantity] of Object.entries(within))
    for (const { sku: one, units } of partsOf(composition, part)) sums.set(one, (sums.get(one) ?? 0) + units * quantity)
  return [...sums].map(([part, units]): Part => ({ sku: part, units })).toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
}

/** Units of a variant that left with a line, together or as a part of a bundle. */
export interface LeftPart {
  sku: string
  quantity: number
  cost: Cost
}

/** What one of the units of a line cost that left as these parts; unknown if any is. */
export function costOfParts(parts: readonly LeftPart[], quantity: number): Cost {
  let worth = 0n
  for (const part of parts) {
    if (part.cost === null) return null
    worth += part.cost * BigInt(part.quantity)
  }
  return divide(worth, quantity)
}

/**
 * The cost at which parts come back: the average at which they left, scaled to what a unit of the line costs that is still
 * away, so that all returns together bring back what left.
 */
export function costsBack(parts: readonly Part[], left: readonly LeftPart[], unit: Cost): Cost[] {
  if (parts.length === 1 && parts[0]!.units === 1) return [unit]
  const averages = parts.map(({ sku }) => {
    const own = left.filter((one) => one.sku === sku)
    return costOfParts(
      own,
      own.reduce((sum, { quantity }) => sum + quantity, 0),
    )
  })
  if (unit === null || averages.includes(null)) return averages
  const worth = parts.reduce((sum, { units }, i) => sum + averages[i]! * BigInt(units), 0n)
  if (worth === 0n || worth === unit) return averages
  return averages.map((cost) => divide(cost! * unit, worth))
}
