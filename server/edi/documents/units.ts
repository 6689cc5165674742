/** Units of measure (element 355) and bases of prices (element 639). Pure. */
import Big from 'big.js'
import { isOfOrderedUnit, singleUnits, unitsOfBasis } from '../understood/units.ts'
import type { Pack } from './record.ts'

export { singleUnits, unitsOfBasis }

/** The basis, where it is not one of the unit that is ordered. */
export const basisOf = (code: string | null, unit: string): string | undefined =>
  code === null || isOfOrderedUnit(code) || (code === 'PE' && singleUnits[unit] === 1) ? undefined : code

/** The price of one single unit out of a price for a unit that counts so many; null if its basis is none that we know. */
export function priceOfOne(price: string | null, basis: string | null, units: number): string | null {
  const divisor = basis === null || isOfOrderedUnit(basis) ? units : unitsOfBasis[basis]
  if (price === null || divisor === undefined) return null
  return divisor === 1 ? price : new Big(price).div(divisor).toFixed()
}

/** Units of the line's own item in one of its packs, by each reading; none if the pack states none. */
export function packReadings(pack: Pack | null): number[] {
  if (pack === null || pack.components.length > 0) return []
  const { inner_packs, units_per_inner_pack, size_in_units } = pack
  if (inner_packs === null && units_per_inner_pack === null)
    return size_in_units === undefined ? [] : [...new Set([1, size_in_units])]
  const packed = (inner_packs ?? 1) * (units_per_inner_pack ?? 1)
  return [...new Set([packed, packed * (size_in_units ?? 1)])]
}
