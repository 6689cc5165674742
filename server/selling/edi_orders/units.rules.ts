/** Units and prices of a buyer's line, which may be ordered in packs, in units of ours. Pure. */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import { smallestCents } from '../../contract/money.ts'
import type { OrderLine } from '../../edi/documents/record.ts'
import { measures } from '../../edi/understood/segments.ts'
import { packReadings, singleUnits, unitsOfBasis } from '../../edi/documents/units.ts'

export const isPrepack = ({ pack }: Pick<OrderLine, 'pack'>): boolean => (pack?.components.length ?? 0) > 0

/** Units of the line's own item in one of its packs; null if the line states none, or has two readings of it. */
export function packSizeOf({ pack }: Pick<OrderLine, 'pack'>): number | null {
  const readings = packReadings(pack)
  return readings.length === 1 ? readings[0]! : null
}

/** Whether the unit measures items, such as pounds or yards, and counts none. */
export const isMeasure = (unit: string): boolean => measures.includes(unit)

/** Units of ours in one of the units that the line is ordered in; null if the line does not say. */
export function unitsPer(line: Pick<OrderLine, 'pack' | 'unit' | 'agreed_units'>): number | null {
  const units = singleUnits[line.unit]
  // Prepacks are ordered by the pack: counted in single units, the line does not say how many packs are meant.
  if (isPrepack(line))
    return units === undefined ? line.pack!.components.reduce((sum, { quantity }) => sum + quantity, 0) : null
  // A pack of eight ounces says nothing about how many items two pounds are.
  return units ?? line.agreed_units ?? (isMeasure(line.unit) ? null : packSizeOf(line))
}

/** The unit of a document about the line: that of its order where all quantities are whole in it, else single units. */
export function documentUnit(
  line: Pick<OrderLine, 'pack' | 'unit' | 'agreed_units'> | null,
  quantities: readonly number[],
): { unit: string; units: number } {
  const per = line === null || isPrepack(line) ? null : unitsPer(line)
  const isWhole = per !== null && per > 0 && quantities.every((quantity) => quantity % per === 0)
  return isWhole ? { unit: line!.unit, units: per } : { unit: 'EA', units: 1 }
}

/**
 * Units for which the line states its price, by each reading: a price for each, or for a hundred, of goods that are ordered
 * in packs may mean the packs. None if the basis of the price is unknown, or says that it is a retail price.
 */
export function pricedUnits(
  { price_basis }: Pick<OrderLine, 'price_basis'>,
  per: number,
  each_price: EachPrice = null,
): number[] {
  if (price_basis === undefined) return [per]
  const units = unitsOfBasis[price_basis]
  if (units === undefined) return []
  if (per === 1 || each_price === 'each') return [units]
  return each_price === 'ordered_unit' ? [units * per] : [units, units * per]
}

/** What an account means by a price for each (PE) of goods that are ordered in packs; null if that is not known. */
export type EachPrice = 'each' | 'ordered_unit' | null

/** Cents of a decimal text, divided by a number of units; null if the currency has no such amount, or it is beyond the limit. */
export function centsOf(text: string, currency: string, units = 1): number | null {
  let cents: Big
  try {
    cents = new Big(text).times(100)
  } catch {
    return null
  }
  const each = cents.div(units).toNumber()
  const isWhole = Number.isSafeInteger(each) && each % smallestCents(currency) === 0
  return isWhole && each >= 0 && each <= limits.sales_order_price_cents_max ? each : null
}
