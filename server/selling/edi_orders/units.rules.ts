/** Units and prices of a buyer's line, which may be ordered in packs, in units of ours. Pure. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import type { OrderLine } from '../../edi/documents/record.ts'

/** Units of measure (element 355) that say how many units they are. */
const unitsOfMeasure: Record<string, number> = { EA: 1, UN: 1, PR: 1, DZ: 12 }

export const isPrepack = ({ pack }: Pick<OrderLine, 'pack'>): boolean => (pack?.components.length ?? 0) > 0

/** Units of the line's own item in one of its packs; null if the line states none. */
export function packSizeOf({ pack }: Pick<OrderLine, 'pack'>): number | null {
  if (pack === null || pack.components.length > 0) return null
  const { inner_packs, units_per_inner_pack } = pack
  if (inner_packs === null && units_per_inner_pack === null) return null
  return (inner_packs ?? 1) * (units_per_inner_pack ?? 1)
}

/** Units of ours in one of the units that the line is ordered in; null if the line does not say. */
export function unitsPer(line: Pick<OrderLine, 'pack' | 'unit'>): number | null {
  const units = unitsOfMeasure[line.unit]
  // Prepacks are ordered by the pack: counted in single units, the line does not say how many packs are meant.
  if (isPrepack(line))
    return units === undefined ? line.pack!.components.reduce((sum, { quantity }) => sum + quantity, 0) : null
  return units ?? packSizeOf(line)
}

/** Cents of a decimal text, divided by a number of units; null if it is not a whole number of cents within the limit. */
export function centsOf(text: string, units = 1): number | null {
  let cents: Big
  try {
    cents = new Big(text).times(100)
  } catch {
    return null
  }
  const each = cents.div(units).toNumber()
  return Number.isSafeInteger(each) && each >= 0 && each <= limits.sales_order_price_cents_max ? each : null
}
