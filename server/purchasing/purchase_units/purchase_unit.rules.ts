/**
 * Quantities and costs as they are stated: for single units, for purchase units, or for both. What is stored counts
 * single units; a cost of a purchase unit is divided to ten decimals, from which it is restored exactly. Pure.
 */
import Big from 'big.js'
import { limits } from '../../contract/limits.ts'
import { brokenByCost } from '../../contract/amounts.ts'
import { isShownAs } from '../../contract/money.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  countedUnits,
  factorOf,
  fixedFactors,
  type Packing,
  singleUnits,
  type UnitOfMeasure,
  unitName,
  wholeUnits,
} from '../../contract/units_of_measure.ts'

export interface StatedPacking {
  purchase_unit?: UnitOfMeasure | undefined
  purchase_unit_factor?: number | undefined
  inner_pack_quantity?: number | null | undefined
}

function checkFactor(unit: UnitOfMeasure, factor: number, at: string): void {
  const fixed = fixedFactors[unit]
  if (fixed !== undefined && factor !== fixed)
    refuseField(
      `${at}purchase_unit_factor`,
      `must be ${fixed} for purchase_unit ${unit}${unit === 'EA' ? '; send purchase_unit too' : ''}`,
    )
}

function checkInnerPack(inner: number | null, factor: number, at: string): void {
  if (inner !== null && (inner >= factor || factor % inner !== 0))
    refuseField(
      `${at}inner_pack_quantity`,
      `must be smaller than purchase_unit_factor, ${factor}, and divide it without remainder`,
    )
}

const neededFactor = (unit: UnitOfMeasure, at: string) =>
  refuseField(`${at}purchase_unit_factor`, `is required with purchase_unit ${unit}: the units in one ${unitName(unit)}`)

/**
 * Orders are whole purchase units and multiples of the batch size, so one of them has to contain the other. Terms of which a
 * change states neither stay as they are.
 */
export function checkBatch(
  stated: StatedPacking & { batch_size?: number | null | undefined },
  batch_size: number | null,
  { purchase_unit_factor: factor }: Packing,
  at: string,
): void {
  const isStated = stated.batch_size != null || stated.purchase_unit != null || stated.purchase_unit_factor != null
  if (!isStated || batch_size === null || batch_size % factor === 0 || factor % batch_size === 0) return
  if (stated.batch_size != null)
    refuseField(`${at}batch_size`, `must be a multiple of purchase_unit_factor, ${factor}, or divide it`)
  refuseField(`${at}purchase_unit_factor`, `must be a multiple of batch_size, ${batch_size}, or divide it`)
}

/** The packing of a supplier's terms after a change. */
export function changedPacking(stated: StatedPacking, onFile: Packing, at: string): Packing {
  const unit = stated.purchase_unit ?? onFile.purchase_unit
  const isSameUnit = unit === onFile.purchase_unit
  const factor =
    stated.purchase_unit_factor ??
    (isSameUnit ? onFile.purchase_unit_factor : (fixedFactors[unit] ?? neededFactor(unit, at)))
  checkFactor(unit, factor, at)
  const storedPacks = isSameUnit ? onFile.inner_pack_quantity : null
  const inner = stated.inner_pack_quantity === undefined ? storedPacks : stated.inner_pack_quantity
  checkInnerPack(inner, factor, at)
  return { purchase_unit: unit, purchase_unit_factor: factor, inner_pack_quantity: inner }
}

/** The packing of a line that states a unit, a factor, both or neither; `known` is that of the line or the terms. */
export function packingOfLine(stated: StatedPacking, known: Packing, at: string): Packing {
  const unit = stated.purchase_unit ?? known.purchase_unit
  const factor = stated.purchase_unit_factor ?? factorOf(unit, known) ?? neededFactor(unit, at)
  checkFactor(unit, factor, at)
  const isKnown = unit === known.purchase_unit && factor === known.purchase_unit_factor
  return isKnown ? known : { ...singleUnits, purchase_unit: unit, purchase_unit_factor: factor }
}

export const isSamePacking = (one: Packing, other: Packing): boolean =>
  one.purchase_unit === other.purchase_unit &&
  one.purchase_unit_factor === other.purchase_unit_factor &&
  one.inner_pack_quantity === other.inner_pack_quantity

export interface StatedQuantity {
  /** In single units. */
  quantity: number | undefined
  purchase_quantity: number | undefined
}

/** Single units of what is stated in either unit or in both, which must agree; undefined if neither is sent. */
export function statedUnits(
  { quantity, purchase_quantity }: StatedQuantity,
  packing: Packing,
  at: string,
  field = 'quantity',
): number | undefined {
  if (purchase_quantity === undefined) return quantity
  const units = purchase_quantity * packing.purchase_unit_factor
  const stated = `${countedUnits(purchase_quantity, packing)} are ${units} units`
  if (quantity !== undefined && quantity !== units)
    refuseField(`${at}purchase_quantity`, `must agree with ${field}, ${quantity}: ${stated}; send one of them`)
  if (units > limits.purchase_order_quantity_max)
    refuseField(`${at}purchase_quantity`, `must not exceed ${limits.purchase_order_quantity_max} units: ${stated}`)
  return units
}

/** Refuses single units beside a unit of which they are no whole number: they may be meant as a number of that unit. */
export function checkWhole(stated: StatedPacking & StatedQuantity, packing: Packing, at: string): void {
  const { purchase_unit, quantity } = stated
  if (purchase_unit === undefined || quantity === undefined) return
  if (wholeUnits(quantity, packing.purchase_unit_factor) === null)
    refuseField(
      `${at}quantity`,
      `must be a multiple of ${packing.purchase_unit_factor}, the units in one ${unitName(packing.purchase_unit)}, beside purchase_unit; send purchase_quantity instead, or purchase_unit EA`,
    )
}

export interface StatedCost {
  /** Of a single unit: a number from the caller, or our decimal text. */
  unit_cost?: number | string | null | undefined
  purchase_unit_cost?: number | string | null | undefined
}

/** Decimal text of a cost that was stated; more decimals than a cost may have are refused rather than rounded. */
export function costText(
  cost: number | string | null | undefined,
  field: string,
  currency: string | null = null,
): string | null {
  if (cost === null || cost === undefined) return null
  const broken = brokenByCost(cost, currency)
  if (broken !== null) refuseField(field, broken.rule, broken.allowed)
  return Big(cost).toFixed()
}

/** Cost of a single unit, to ten decimals. */
export const unitCostOf = (purchase_unit_cost: string | number, factor: number): string =>
  Big(purchase_unit_cost).div(factor).round(10, Big.roundHalfUp).toFixed()

/** Cost of a purchase unit, to four decimals: exact, for no factor is so large that ten decimals would not tell it. */
export const purchaseUnitCostOf = (unit_cost: string, factor: number): string =>
  Big(unit_cost).times(factor).round(4, Big.roundHalfUp).toFixed()

/** Decimal text of a single unit's cost, stated for it, for a purchase unit, or for both; undefined if neither is sent. */
export function statedUnitCost(
  { unit_cost, purchase_unit_cost }: StatedCost,
  { purchase_unit_factor: factor }: Packing,
  currency: string,
  at: string,
): string | null | undefined {
  if (purchase_unit_cost === undefined)
    return unit_cost === undefined ? undefined : costText(unit_cost, `${at}unit_cost`, currency)
  const field = `${at}purchase_unit_cost`
  if (purchase_unit_cost === null) {
    if (unit_cost != null) refuseField(field, `must agree with unit_cost, ${unit_cost}; send one of them`)
    return null
  }
  const cost = unitCostOf(costText(purchase_unit_cost, field, currency)!, factor)
  const agreeing = [cost, Big(cost).round(4, Big.roundHalfUp).toFixed()]
  if (unit_cost !== undefined && (unit_cost === null || !agreeing.some((one) => Big(one).eq(unit_cost))))
    refuseField(
      field,
      `must agree with unit_cost, ${unit_cost}: ${purchase_unit_cost} for ${factor} units is ${cost} for one; send one of them`,
    )
  if (Big(cost).gt(limits.purchase_order_unit_cost_max))
    refuseField(field, `must not exceed ${limits.purchase_order_unit_cost_max} for one unit`)
  return cost
}

/** The cost after a change; one that is sent as it is shown, with four decimals, stays as it is kept. */
export function costAfter(
  stated: StatedCost,
  storedCost: string | null,
  packing: Packing,
  currency: string,
  at: string,
): string | null {
  const { unit_cost, purchase_unit_cost } = stated
  if (purchase_unit_cost === undefined && (unit_cost === undefined || isShownAs(unit_cost, storedCost)))
    return storedCost
  return statedUnitCost(stated, packing, currency, at) ?? null
}

/** Quantity and cost as records show them beside those of single units. */
export interface PurchaseFigures {
  purchase_unit: UnitOfMeasure
  purchase_unit_factor: number
  purchase_quantity: number | null
  purchase_quantity_reason: string | null
  purchase_unit_cost: number | null
}

export function purchaseFigures(quantity: number, unit_cost: string | null, packing: Packing): PurchaseFigures {
  const { purchase_unit, purchase_unit_factor } = packing
  const purchase_quantity = wholeUnits(quantity, purchase_unit_factor)
  return {
    purchase_unit,
    purchase_unit_factor,
    purchase_quantity,
    purchase_quantity_reason:
      purchase_quantity === null
        ? `${quantity} units are no whole number of ${unitName(purchase_unit, 2)} of ${purchase_unit_factor}.`
        : null,
    purchase_unit_cost: unit_cost === null ? null : Number(purchaseUnitCostOf(unit_cost, purchase_unit_factor)),
  }
}
