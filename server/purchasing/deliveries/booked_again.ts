/** What lines of a corrected delivery are booked again at: the order of the rows, and the cost and the time of their units. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import type { ArrivalRate } from '../landed_costs/received_cost.rules.ts'
import { type ArrivalToBook, type Part, withParts } from '../manufacturing/assembly.rules.ts'
import type { UsedPart } from '../manufacturing/components.store.ts'
import type { LockedOrder } from '../orders/store.ts'
import type { BookedLine, DeliveryOnFile } from './delivery_corrections.store.ts'
import type { CostIn } from './receive.ts'
import type { LineToReceive } from './receiving.store.ts'

/**
 * Arrivals are booked after what they are instead of, so that components are there again. Those of a transfer come first: so
 * its location keeps the freight that was billed for its units since.
 */
export function withReversals(
  order: LockedOrder,
  location_id: string,
  arrivals: readonly ArrivalToBook[],
  before: readonly MovementToBook[],
) {
  if (order.order_type !== 'transfer') return withParts(location_id, arrivals, before)
  const { movements, places } = withParts(location_id, arrivals)
  return { movements: [...movements, ...before], places }
}

/** Further units of a transfer come at the cost of those on the way, which may have been billed freight since. */
export function withMore(order: LockedOrder, line: LineToReceive, units: number, was: BookedLine): BookedLine {
  const known = was.line_unit_cost ?? was.unit_cost ?? was.known_unit_cost
  const more = units - was.received_quantity
  if (order.order_type !== 'transfer' || more <= 0 || known === null || line.unit_cost === null) return was
  const worth = Big(known).times(was.received_quantity).plus(Big(line.unit_cost).times(more))
  return { ...was, line_unit_cost: exactCost(worth.div(units)) }
}

/** A line is booked again at the cost at which it came, or that was stated of it since. */
export function costAsBooked(order: LockedOrder, own: string, arrivalRate: ArrivalRate, was: BookedLine): CostIn {
  if (order.order_type === 'manufacturing') return { unit_cost: null }
  const isLate = was.late_unit_cost !== null
  const [currency, stated_unit_cost] = isLate
    ? [order.currency, was.late_unit_cost]
    : [was.stated_currency, was.stated_unit_cost]
  const known = was.line_unit_cost ?? was.unit_cost ?? was.known_unit_cost
  if (currency === null || stated_unit_cost === null || currency === own) {
    // In the currency of the organisation, one that was stated after the arrival may not have entered the stock yet.
    const corrected = known ?? was.late_unit_cost
    // Only units of a transfer lack a rate of their own here; others lacked that of the stock that they joined.
    const isLacking = order.order_type === 'transfer' && corrected === null
    return { unit_cost: corrected, unrated_currency: isLacking ? was.unrated_currency : null }
  }
  // One that came with a cost awaits its rate as it did; one that was stated since is known at once.
  const isStatedSince = isLate && was.late_unit_cost !== was.stated_unit_cost
  const onFile = arrivalRate === 'own' || !isStatedSince ? null : arrivalRate
  const rate = was.stated_rate ?? was.cost_rate ?? onFile?.organization_currency_per_unit ?? null
  const rate_date = was.stated_rate_date ?? was.cost_rate_date ?? onFile?.rate_date ?? null
  const converted = rate === null ? null : exactCost(Big(stated_unit_cost).times(rate))
  const isCorrected = known !== null && rate !== null && known !== converted
  const stated = isCorrected ? exactCost(Big(known).div(rate)) : stated_unit_cost
  return { unit_cost: known ?? converted, stated_cost: { currency, unit_cost: stated, rate, rate_date } }
}

/** Units left out of earlier counts are counted from the time the delivery was recorded, or arrived if that is later. */
export const countedFromOf = ({ not_in_count, recorded_at, received_at }: DeliveryOnFile): string | null =>
  not_in_count && Date.parse(recorded_at) > Date.parse(received_at) ? recorded_at : null

/** The components used per unit when the line was made, regardless of the current bill of materials. */
export const ownParts = (used: readonly UsedPart[], { line_id, received_quantity }: BookedLine): Part[] =>
  used
    .filter((part) => part.line_id === line_id)
    .map(({ variant_id, quantity }) => ({ variant_id, quantity: quantity / received_quantity }))
