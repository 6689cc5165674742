/**
 * Freight and duty allocated to received units: their share of the delivery's bill or the order's bill, or else what the
 * order plans. Pure; shares of a bill sum to it to the cent.
 */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import type { Packing } from '../../contract/units_of_measure.ts'
import type { RateInForce } from '../../exchange_rates/rates_in_force.ts'
import type { DeliveryOnFile } from '../deliveries/delivery_corrections.store.ts'
import type { LineToReceive } from '../deliveries/receiving.store.ts'
import { bindsIn, measure, planContainers, type PlanTerms, typeFor } from './container_plan.rules.ts'
import { shareCents } from './landed_cost.rules.ts'

/** In hundredths of the order's currency; null if there is no such bill. */
export type Bills = Pick<DeliveryOnFile, 'freight_cents' | 'duty_cents'>

export type CostedLine = Omit<LineToReceive, 'sku' | 'in_transit_quantity' | 'delivered_quantity' | keyof Packing>

/** The rate of an order's currency on the day of an arrival: `own` for the organisation's currency, null while unknown. */
export type ArrivalRate = RateInForce | 'own' | null

/** An allocated cost in the organisation's currency; nothing while the rate is unknown. */
export function atRate(allocated: AllocatedCost, rate: ArrivalRate): AllocatedCost {
  if (rate === 'own') return allocated
  const convert = (amount: string | null) =>
    amount === null || rate === null ? null : exactCost(Big(amount).times(rate.organization_currency_per_unit))
  return {
    freight_cost: convert(allocated.freight_cost),
    duty_cost: convert(allocated.duty_cost),
    added_unit_cost: convert(allocated.added_unit_cost),
  }
}

/** Units of a line on one delivery. */
export interface ReceivedUnits {
  delivery_id: string
  line_id: string
  received_quantity: number
}

/** Decimal text: the total for the units, and the cost per unit. */
export interface AllocatedCost {
  freight_cost: string | null
  duty_cost: string | null
  added_unit_cost: string | null
}

interface Received extends ReceivedUnits {
  line: CostedLine
}

export const keyOf = ({ delivery_id, line_id }: Pick<ReceivedUnits, 'delivery_id' | 'line_id'>) =>
  `${delivery_id} ${line_id}`

const goodsCost = ({ line, received_quantity }: Received) => Big(line.unit_cost ?? 0).times(received_quantity)

/** Weights by cost of goods, or by units if any cost is unknown. */
const byGoods = (all: readonly Received[]): string[] =>
  all.every(({ line }) => line.unit_cost !== null && Big(line.unit_cost).gt(0))
    ? all.map((one) => goodsCost(one).toFixed())
    : all.map(({ received_quantity }) => String(received_quantity))

/** Weights for freight, as in the container plan: by volume or weight, whichever limits; without all measures, by goods. */
function freightWeights(terms: PlanTerms, all: readonly Received[]): string[] {
  const measured = all.map(({ line, received_quantity }) => measure(received_quantity, line))
  const known = measured.filter((one) => one !== null)
  const demand = {
    cbm: known.reduce((sum, { cbm }) => sum.plus(cbm), Big(0)),
    kg: known.reduce((sum, { kg }) => sum.plus(kg), Big(0)),
  }
  if (known.length < all.length || demand.cbm.lte(0) || demand.kg.lte(0)) return byGoods(all)
  const binds = bindsIn(typeFor(terms, demand), demand)
  return known.map(({ cbm, kg }) => (binds === 'weight' ? kg : cbm).toFixed())
}

/** Weights for duty: by the duty due on each; if none is planned, by cost of goods. */
function dutyWeights(_terms: PlanTerms, all: readonly Received[]): string[] {
  const due = all.map((one) => goodsCost(one).times(one.line.duty_bp ?? 0))
  return due.some((one) => one.gt(0)) ? due.map((one) => one.toFixed()) : byGoods(all)
}

/** Planned freight and duty per line, exact, in cents; null if none is planned. */
function plannedOf(terms: PlanTerms, lines: readonly CostedLine[]) {
  const plan = planContainers(
    terms,
    lines.map((line) => ({ ...line, hs_code: null })),
    () => '',
  )
  return new Map(
    lines.map((line, i) => {
      const { freight_cents, duty_cents } = plan.lines[i]!
      const planned = { freight_cents, duty_cents: line.duty_bp === null ? null : duty_cents, quantity: line.quantity }
      return [line.line_id, planned]
    }),
  )
}

type Kind = keyof Bills
const weightsOf = { freight_cents: freightWeights, duty_cents: dutyWeights }

/** Exact amounts of one kind of cost, in units of the currency. */
function amountsOf(
  kind: Kind,
  terms: PlanTerms,
  planned: ReturnType<typeof plannedOf>,
  order: Bills,
  deliveries: ReadonlyMap<string, Bills>,
  all: readonly Received[],
): (Big | null)[] {
  const amounts: (Big | null)[] = all.map(({ line_id, received_quantity }) => {
    const plan = planned.get(line_id)!
    const cents = plan[kind]
    return cents === null ? null : Big(cents).times(received_quantity).div(plan.quantity).div(100)
  })
  const billOf = ({ delivery_id }: Received) => deliveries.get(delivery_id)?.[kind] ?? null
  const share = (cents: number, places: readonly number[]) => {
    const weights = weightsOf[kind](
      terms,
      places.map((i) => all[i]!),
    )
    const parts = shareCents(cents, weights)
    places.forEach((i, part) => (amounts[i] = Big(parts[part]!).div(100)))
  }
  // A fixed order, so that leftover cents always go to the same units.
  const places = all.map((_, i) => i).toSorted((a, b) => (keyOf(all[a]!) < keyOf(all[b]!) ? -1 : 1))
  for (const [delivery_id, bills] of deliveries) {
    const own = places.filter((i) => all[i]!.delivery_id === delivery_id)
    if (bills[kind] !== null) share(bills[kind], own)
  }
  const rest = places.filter((i) => billOf(all[i]!) === null)
  if (order[kind] !== null) share(order[kind], rest)
  return amounts
}

/**
 * The allocated cost of each of the units, in their order. A delivery's own bill takes precedence over the order's, which
 * is shared by the deliveries without one. Without either bill, the planned cost applies to the units that arrived.
 */
export function allocatedCosts(
  terms: PlanTerms,
  lines: readonly CostedLine[],
  order: Bills,
  deliveries: ReadonlyMap<string, Bills>,
  units: readonly ReceivedUnits[],
): AllocatedCost[] {
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const all = units.map((one): Received => ({ ...one, line: byId.get(one.line_id)! }))
  const planned = plannedOf(terms, lines)
  const freight = amountsOf('freight_cents', terms, planned, order, deliveries, all)
  const duty = amountsOf('duty_cents', terms, planned, order, deliveries, all)
  return all.map(({ received_quantity }, i) => {
    const [freight_cost, duty_cost] = [freight[i]!, duty[i]!]
    const sum = Big(freight_cost ?? 0).plus(duty_cost ?? 0)
    return {
      freight_cost: freight_cost === null ? null : exactCost(freight_cost),
      duty_cost: duty_cost === null ? null : exactCost(duty_cost),
      added_unit_cost: freight_cost === null && duty_cost === null ? null : exactCost(sum.div(received_quantity)),
    }
  })
}
