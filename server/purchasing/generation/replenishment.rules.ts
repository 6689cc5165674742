/**
 * Computes how much to order. A variant at a location needs replenishment once available and incoming stock no longer
 * cover the supplier's lead time plus the review period; it is then ordered up to that plus the horizon. Orders are
 * rounded to batches and whole purchase units, and raised to minimums or a full container by covering more days of every line equally.
 */
import Big from 'big.js'
import { countedUnits, singleUnits, type UnitOfMeasure, unitName } from '../../contract/units_of_measure.ts'

/** Current stock of one variant at one location. */
export interface StockPosition {
  variant_id: string
  location_id: string
  /** On hand minus committed; may be negative. */
  available: number
  incoming: number
  /** Units in drafts and in the basket, which count as ordered. */
  planned?: number
  /** Unrounded sales rate. */
  units_per_day: number | null
  lead_time_days: number
  review_period_days: number
}

/** The supplier's terms for the variant. */
export interface SupplyTerms {
  min_order_quantity: number | null
  batch_size: number | null
  /** Decimal text; null if the cost is unknown. */
  unit_cost: string | null
  purchase_unit: UnitOfMeasure
  purchase_unit_factor: number
}

export interface ReplenishmentPolicy {
  /** Days of sales that an order covers beyond the lead time and the review period. */
  horizon_days: number
  top_up_to_moq: boolean
  round_to_batch_size: boolean
}

/** The supplier's minimums for an order as a whole. */
export interface OrderMinimums {
  min_order_quantity: number | null
  min_order_value_cents: number | null
}

export type Candidate = StockPosition & SupplyTerms

export type NoNeed = 'no_sales' | 'covered'

export interface Need {
  quantity: number
  /** Why nothing is needed; null if something is. */
  no_need: NoNeed | null
  reason: string
}

export const toppedUpDaysMax = 365

/** The smallest number that both divide. */
function commonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return (a / divisor) * b
}

const upTo = (quantity: number, step: number) => Math.ceil(quantity / step) * step

/** Order quantity for `units` under the supplier's terms; 0 stays 0. */
export function orderable(units: number, terms: SupplyTerms, policy: ReplenishmentPolicy): number {
  if (units <= 0) return 0
  const topped = policy.top_up_to_moq ? Math.max(units, terms.min_order_quantity ?? 0) : units
  const batch = policy.round_to_batch_size ? (terms.batch_size ?? 1) : 1
  return upTo(topped, commonMultiple(Math.max(batch, 1), terms.purchase_unit_factor))
}

/** Why a quantity is more than what is short. */
function raisedBy(quantity: number, short: number, terms: SupplyTerms, policy: ReplenishmentPolicy): string {
  if (quantity === short) return ''
  const { purchase_unit_factor: factor } = terms
  const byTerms = orderable(short, { ...terms, purchase_unit_factor: 1 }, policy) > short
  const causes = [
    ...(byTerms ? ["the supplier's minimum and batch size"] : []),
    ...(factor > 1 ? [`the supplier sells whole ${unitName(terms.purchase_unit, 2)}`] : []),
  ]
  const shown = factor > 1 ? `${quantity}, ${countedUnits(quantity / factor, { ...singleUnits, ...terms })},` : quantity
  return `, ordered as ${shown} because ${byTerms ? 'of ' : ''}${causes.join(' and because ')}`
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const unitsOf = (count: number) => (count === 1 ? '1 unit' : `${count} units`)

/** Units sold in that many days. Rounded to 9 decimals: at a third of a unit a day, 21 days sell 7 units, not 6.999…. */
const unitsFor = (units_per_day: number, days: number) => Big(units_per_day).times(days).round(9)

/** Units missing to cover the lead time, the review period and the horizon, before the supplier's terms. */
function shortOf(position: StockPosition, horizon_days: number): number {
  if (position.units_per_day === null) return 0
  const coveredDays = position.lead_time_days + position.review_period_days + horizon_days
  const target = Number(unitsFor(position.units_per_day, coveredDays).round(0, Big.roundUp))
  return target - held(position)
}

const held = ({ available, incoming, planned = 0 }: StockPosition) => available + incoming + planned

function supplySentence({ available, incoming, planned = 0 }: StockPosition): string {
  const text = `${unitsOf(available)} available`
  return planned === 0
    ? `${text} and ${unitsOf(incoming)} incoming`
    : `${text}, ${unitsOf(incoming)} incoming and ${unitsOf(planned)} in drafts or the basket`
}

/** Units that one variant needs at one location now, with a sentence that gives the reason. */
export function needOf(candidate: Candidate, policy: ReplenishmentPolicy): Need {
  const { units_per_day, lead_time_days, review_period_days } = candidate
  if (units_per_day === null || units_per_day <= 0)
    return {
      quantity: 0,
      no_need: 'no_sales',
      reason: 'Nothing was sold in the last 28 days, so no need can be calculated.',
    }
  const reorderDays = lead_time_days + review_period_days
  const reorderPoint = Number(unitsFor(units_per_day, reorderDays))
  const pace = `${Number(Big(units_per_day).round(4))} a day`
  const supply = supplySentence(candidate)
  if (held(candidate) > reorderPoint) {
    return {
      quantity: 0,
      no_need: 'covered',
      reason: `${supply} cover the ${days(reorderDays)} of lead time and review at ${pace}.`,
    }
  }
  const short = shortOf(candidate, policy.horizon_days)
  const quantity = orderable(short, candidate, policy)
  if (quantity === 0)
    return { quantity: 0, no_need: 'covered', reason: `${supply} cover the ${days(reorderDays)} exactly.` }
  return {
    quantity,
    no_need: null,
    reason: `${supply} do not cover the ${days(reorderDays)} of lead time and review at ${pace}; ${unitsOf(short)} ${short === 1 ? 'brings' : 'bring'} it to ${days(reorderDays + policy.horizon_days)} of cover${raisedBy(quantity, short, candidate, policy)}.`,
  }
}

export interface ProposedLine {
  variant_id: string
  location_id: string
  quantity: number
  unit_cost: string | null
  reason: string
}

export interface Proposal {
  lines: ProposedLine[]
  units: number
  /** null if a line's cost is unknown. */
  value_cents: number | null
  /** Days of cover by which the order was increased to reach a minimum or fill a container. */
  topped_up_days: number
  /** Minimums that the order misses, or why a container could not be filled; one sentence each. */
  remarks: string[]
}

const valueOf = (lines: readonly { quantity: number; unit_cost: string | null }[]): number | null => {
  if (lines.some(({ unit_cost }) => unit_cost === null)) return null
  const sum = lines.reduce((total, line) => total.plus(Big(line.unit_cost!).times(line.quantity)), Big(0))
  return Number(sum.times(100).round(0, Big.roundHalfUp))
}

/** A candidate with its need. */
interface Needed {
  candidate: Candidate
  need: Need
}

/** The lines with `more_days` of additional cover. */
function linesAt(needed: readonly Needed[], policy: ReplenishmentPolicy, moreDays: number): ProposedLine[] {
  return needed.map(({ candidate, need: { quantity, reason } }) => {
    const { variant_id, location_id, unit_cost } = candidate
    const line = { variant_id, location_id, unit_cost, quantity, reason }
    if (moreDays === 0) return line
    const raised = orderable(shortOf(candidate, policy.horizon_days + moreDays), candidate, policy)
    return { ...line, quantity: Math.max(quantity, raised) }
  })
}

/** The fewest days in 0…max that satisfy a monotonic condition; null if none do. */
function fewestDays(holds: (days: number) => boolean): number | null {
  // Usually nothing needs topping up, and each check costs as much as computing all lines.
  if (holds(0)) return 0
  if (!holds(toppedUpDaysMax)) return null
  let [low, high] = [1, toppedUpDaysMax]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const reaches = (lines: readonly ProposedLine[], { min_order_quantity, min_order_value_cents }: OrderMinimums) => {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const value = valueOf(lines)
  const byValue = min_order_value_cents === null || (value !== null && value >= min_order_value_cents)
  return units >= (min_order_quantity ?? 0) && byValue
}

/** Number of containers that the lines need; null if unknown. */
export type CountContainers = (lines: readonly { variant_id: string; quantity: number }[]) => number | null

/** The proposed order to one supplier; null if nothing is needed. */
export function propose(
  candidates: readonly Candidate[],
  policy: ReplenishmentPolicy,
  minimums: OrderMinimums,
  countContainers: CountContainers | null = null,
): Proposal | null {
  const needed = candidates
    .map((candidate): Needed => ({ candidate, need: needOf(candidate, policy) }))
    .filter(({ need }) => need.quantity > 0)
  if (needed.length === 0) return null
  const remarks: string[] = []
  let moreDays = 0
  if (policy.top_up_to_moq) {
    const daysNeeded = fewestDays((count) => reaches(linesAt(needed, policy, count), minimums))
    if (daysNeeded === null)
      remarks.push(`The order misses the supplier's minimum even with ${toppedUpDaysMax} days of cover.`)
    moreDays = daysNeeded ?? 0
  } else if (!reaches(linesAt(needed, policy, 0), minimums)) {
    remarks.push("The order is below the supplier's minimum, and topping up is off.")
  }
  if (countContainers !== null) {
    const filled = fillContainers(needed, policy, moreDays, countContainers)
    if (typeof filled === 'string') remarks.push(filled)
    else moreDays = filled
  }
  const lines = linesAt(needed, policy, moreDays)
  return {
    lines,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    value_cents: valueOf(lines),
    topped_up_days: moreDays,
    remarks,
  }
}

/** The most days of cover that need no further container; a sentence if that cannot be determined. */
function fillContainers(
  needed: readonly Needed[],
  policy: ReplenishmentPolicy,
  fromDays: number,
  countContainers: CountContainers,
): number | string {
  const countAt = (count: number) => countContainers(linesAt(needed, policy, count))
  const containers = countAt(fromDays)
  if (containers === null) return 'The container cannot be filled: a variant has no carton measures.'
  const firstBeyond = fewestDays((count) => count > fromDays && (countAt(count) ?? 0) > containers)
  return firstBeyond === null
    ? `The container is not filled: even ${toppedUpDaysMax} more days of cover would not fill it.`
    : firstBeyond - 1
}
