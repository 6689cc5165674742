/**
 * What the units that arrived bear of freight and duty: their share of a bill where one has come, for their delivery or
 * for the whole order, and else what the order plans for them. Pure; shares of a bill add up to it to the cent.
 */
import Big from 'big.js'
import {
  bindsIn,
  type CartonMeasures,
  measure,
  planContainers,
  type PlanTerms,
  typeFor,
} from './container_plan.rules.ts'
import { shareCents } from './landed_cost.rules.ts'

/** In hundredths of the order's currency; null while no such bill has come. */
export interface Bills {
  freight_cents: number | null
  duty_cents: number | null
}

export interface CostedLine extends CartonMeasures {
  line_id: string
  variant_id: string
  quantity: number
  /** Decimal text, in the order's currency. */
  unit_cost: string | null
  duty_bp: number | null
}

/** Units of a line on one delivery. */
export interface ReceivedUnits {
  delivery_id: string
  line_id: string
  received_quantity: number
}

/** Decimal texts: what the units bear in all, and one of them. */
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

/** By what the goods cost, or where that is not known of each, by units. */
const byGoods = (all: readonly Received[]): string[] =>
  all.every(({ line }) => line.unit_cost !== null && Big(line.unit_cost).gt(0))
    ? all.map((one) => goodsCost(one).toFixed())
    : all.map(({ received_quantity }) => String(received_quantity))

/** As the container plan shares freight: by cube, or by weight where it binds. Without all measures, by the goods. */
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

/** By the duty that is due on each; where none is planned, by the goods. */
function dutyWeights(_terms: PlanTerms, all: readonly Received[]): string[] {
  const due = all.map((one) => goodsCost(one).times(one.line.duty_bp ?? 0))
  return due.some((one) => one.gt(0)) ? due.map((one) => one.toFixed()) : byGoods(all)
}

/** What the order plans for a unit of each line, in cents and exactly; null where it plans nothing. */
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

/** Exact amounts, in the currency's units, of one kind of cost. */
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
  // In one order whoever asks, so that the cents left over always go to the same units.
  const places = all.map((_, i) => i).toSorted((a, b) => (keyOf(all[a]!) < keyOf(all[b]!) ? -1 : 1))
  for (const [delivery_id, bills] of deliveries) {
    const own = places.filter((i) => all[i]!.delivery_id === delivery_id)
    if (bills[kind] !== null && own.length > 0) share(bills[kind], own)
  }
  const rest = places.filter((i) => billOf(all[i]!) === null)
  if (order[kind] !== null && rest.length > 0) share(order[kind], rest)
  return amounts
}

/**
 * What each of the units bears, in their order. A delivery's own bill stands before the order's, which is shared among
 * the deliveries without one; where neither has come the plan's share stands, of as many units as arrived.
 */
export function allocatedCosts(
  terms: PlanTerms,
  lines: readonly CostedLine[],
  order: Bills,
  deliveries: ReadonlyMap<string, Bills>,
  units: readonly ReceivedUnits[],
): AllocatedCost[] {
  const by_id = new Map(lines.map((line) => [line.line_id, line]))
  const all = units.map((one): Received => ({ ...one, line: by_id.get(one.line_id)! }))
  const planned = plannedOf(terms, lines)
  const freight = amountsOf('freight_cents', terms, planned, order, deliveries, all)
  const duty = amountsOf('duty_cents', terms, planned, order, deliveries, all)
  return all.map(({ received_quantity }, i) => {
    const [freight_cost, duty_cost] = [freight[i]!, duty[i]!]
    const sum = Big(freight_cost ?? 0).plus(duty_cost ?? 0)
    return {
      freight_cost: freight_cost?.toFixed(4) ?? null,
      duty_cost: duty_cost?.toFixed(4) ?? null,
      added_unit_cost: freight_cost === null && duty_cost === null ? null : sum.div(received_quantity).toFixed(4),
    }
  })
}

/**
 * What unit costs of four decimals leave of what the units of one delivery bear: in cents as decimal text, on the line
 * where it comes to one, and null on the others. What is below goes on to the next line, so that the sum is right.
 */
export function remaindersOf(booked: readonly { quantity: number; borne: AllocatedCost }[]): (string | null)[] {
  let carried = Big(0)
  return booked.map(({ quantity, borne: { freight_cost, duty_cost, added_unit_cost } }) => {
    if (added_unit_cost === null) return null
    const bears = Big(freight_cost ?? 0).plus(duty_cost ?? 0)
    carried = carried.plus(bears).minus(Big(added_unit_cost).times(quantity))
    const cents = carried.round(2, Big.roundHalfUp)
    carried = carried.minus(cents)
    return cents.eq(0) ? null : cents.toFixed(4)
  })
}
