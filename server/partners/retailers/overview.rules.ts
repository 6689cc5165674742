/** Stock of an account over time, past and expected. Pure. */
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import type { Delivery } from './overview.store.ts'
import { exclusionOf, recommend, recommendationOf, type Terms } from './replenishment.rules.ts'
import type { Arrival, VariantFacts } from './variant_facts.store.ts'

const isEstimated = (one: VariantFacts) => one.estimate !== null

/** The estimate of today is that of the variants whose stock is known. */
export function currentStockOf(facts: readonly VariantFacts[], today: string) {
  const known = facts.filter(isEstimated)
  const counts = known.map(({ counted_on }) => counted_on!).toSorted()
  return {
    start_date: counts[0] ?? null,
    end_date: counts.length === 0 ? null : today,
    estimated_stock_on_hand: counts.length === 0 ? null : known.reduce((sum, { estimate }) => sum + estimate!, 0),
    variants_estimated: known.length,
    variants_without_estimate: facts.length - known.length,
    reason:
      counts.length === 0 ? 'The account reported no shelf count and sales of these variants in the window.' : null,
  }
}

/** Weeks from today on: what is there, plus what arrives, less what sells; no variant falls below zero. */
export function forecastOf(facts: readonly VariantFacts[], arrivals: readonly Arrival[], today: string) {
  const known = facts.filter((one) => one.estimate !== null && one.velocity !== null)
  if (known.length === 0) return []
  const arrivalsOf = Map.groupBy(arrivals, ({ variant_id }) => variant_id)
  const stockByVariant = known.map(({ variant_id, estimate, velocity }) => ({
    stock: estimate!,
    velocity: Math.max(velocity!, 0),
    arrivals: arrivalsOf.get(variant_id) ?? [],
  }))
  return Array.from({ length: limits.retailer_forecast_weeks }, (_, week) => {
    const start_date = addDays(today, week * 7 + 1)
    const end_date = addDays(start_date, 6)
    let [expected_sales, expected_arrivals] = [0, 0]
    for (const one of stockByVariant) {
      const arriving = one.arrivals
        .filter(({ arrives_on }) => arrives_on <= end_date && (week === 0 || arrives_on >= start_date))
        .reduce((sum, { units }) => sum + units, 0)
      const selling = Math.min(one.velocity, one.stock + arriving)
      one.stock += arriving - selling
      expected_sales += selling
      expected_arrivals += arriving
    }
    return {
      start_date,
      end_date,
      expected_sales: Math.round(expected_sales),
      expected_arrivals,
      estimated_stock_on_hand: Math.round(stockByVariant.reduce((sum, { stock }) => sum + stock, 0)),
    }
  })
}

/** The arrivals of the earliest day that one shipment or order has. */
export function nextDeliveryOf(arrivals: readonly Arrival[]): Delivery | null {
  const [first] = arrivals
  if (first === undefined) return null
  const { order_id, order_name, fulfilment_id, shipped_on, arrives_on } = first
  const same = arrivals.filter(
    (one) => one.order_id === order_id && one.fulfilment_id === fulfilment_id && one.arrives_on === arrives_on,
  )
  const units = same.reduce((sum, one) => sum + one.units, 0)
  return { order_id, order_name, fulfilment_id, shipped_on, arrives_on, units }
}

/** The next shipment: the earliest ship-by day of a variant, and all units that are needed. */
export function replenishmentOf(facts: readonly VariantFacts[], arrivals: readonly Arrival[], terms: Terms) {
  const included = facts.filter((one) => exclusionOf(one, terms) === null)
  if (included.length === 0) {
    const [first] = facts
    const reason = first === undefined ? 'The account does not carry these variants.' : exclusionOf(first, terms)!
    return {
      replenishment_date: null,
      replenishment_qty: null,
      replenishment_reason: facts.length <= 1 ? reason : `No variant can be planned. ${reason}`,
    }
  }
  const arrivalsOf = Map.groupBy(arrivals, ({ variant_id }) => variant_id)
  const days = included
    .map((one) => recommendationOf(one, arrivalsOf.get(one.variant_id) ?? [], terms).ship_by)
    .toSorted()
  const { recommendations } = recommend(included, arrivals, terms)
  return {
    replenishment_date: days[0]!,
    replenishment_qty: recommendations.reduce((sum, { needed_units }) => sum + needed_units, 0),
    replenishment_reason: null,
  }
}
