/**
 * Units in which goods are bought and packed, by their X12 codes (element 355). Stock, orders and costs count single
 * units; these rules convert. Pure, for purchases and for what accounts order in cases alike.
 */
import { named } from './openapi/named.ts'

/** The list may grow: clients must tolerate unknown values. */
export const unitsOfMeasure = named('UnitOfMeasure', ['EA', 'CA', 'CT', 'PK', 'BX', 'DZ', 'PL'])
export type UnitOfMeasure = (typeof unitsOfMeasure)[number]

const names: Record<UnitOfMeasure, [one: string, several: string]> = {
  EA: ['unit', 'units'],
  CA: ['case', 'cases'],
  CT: ['carton', 'cartons'],
  PK: ['pack', 'packs'],
  BX: ['box', 'boxes'],
  DZ: ['dozen', 'dozen'],
  PL: ['pallet', 'pallets'],
}

export const unitName = (unit: UnitOfMeasure, count = 1): string => names[unit][count === 1 ? 0 : 1]

/** "10 cases of 12", "10 dozen". */
export const countedUnits = (count: number, { purchase_unit: unit, purchase_unit_factor: factor }: Packing): string =>
  `${count} ${unitName(unit, count)}${unit in fixedFactors ? '' : ` of ${factor}`}`

/** Units that always count as many. */
export const fixedFactors: Readonly<Partial<Record<UnitOfMeasure, number>>> = { EA: 1, DZ: 12 }

/** How a supplier sells a variant: the unit, the single units in it, and those in an inner pack of it, if it has any. */
export interface Packing {
  purchase_unit: UnitOfMeasure
  purchase_unit_factor: number
  inner_pack_quantity: number | null
}

export const singleUnits: Packing = { purchase_unit: 'EA', purchase_unit_factor: 1, inner_pack_quantity: null }

/** Single units in one `unit` of goods that are packed so; null if the packing does not say. An inner pack is a PK. */
export function factorOf(unit: UnitOfMeasure, packing: Packing): number | null {
  const fixed = fixedFactors[unit]
  if (fixed !== undefined) return fixed
  if (unit === packing.purchase_unit) return packing.purchase_unit_factor
  return unit === 'PK' ? packing.inner_pack_quantity : null
}

/** The whole number of packed units; null if single units are left over. */
export const wholeUnits = (quantity: number, factor: number): number | null =>
  quantity % factor === 0 ? quantity / factor : null
