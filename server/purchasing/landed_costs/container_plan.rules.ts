/** Computes how an order fits into containers, and the landed cost of its units. Pure; measures are exact decimals. */
import Big from 'big.js'
import { dutyCents, landedUnitCost, shareCents } from './landed_cost.rules.ts'
import type { LineToReceive } from '../deliveries/receiving.store.ts'
import type { ContainerPlan } from '../orders/model.ts'
import type { LineOnFile } from '../orders/order_lines.ts'
import type { LockedOrder } from '../orders/store.ts'

/** Standard containers, smallest first. usable_cbm: volume that cartons can fill; payload_kg: maximum weight. */
export const containerTypes = [
  { id: 1, name: "20' GP", nominal_cbm: 33.2, usable_cbm: 28, payload_kg: 21_700 },
  { id: 2, name: "40' GP", nominal_cbm: 67.7, usable_cbm: 58, payload_kg: 26_500 },
  { id: 3, name: "40' HC", nominal_cbm: 76.4, usable_cbm: 68, payload_kg: 26_400 },
] as const
export type ContainerType = (typeof containerTypes)[number]

export type CartonMeasures = Pick<LineToReceive, 'carton_quantity' | 'carton_cbm' | 'carton_weight_kg'>

export type PlanLine = CartonMeasures &
  Pick<LineOnFile, 'line_id' | 'variant_id' | 'quantity' | 'unit_cost' | 'duty_bp' | 'hs_code'>

/** Without a container type, the plan chooses. */
export type PlanTerms = Pick<LockedOrder, 'currency' | 'container_type_id' | 'freight_per_container_cents'>

export interface Measured {
  cartons: number
  cbm: Big
  kg: Big
}

/** Full cartons that hold the units; null if a measure is missing. */
export function measure(quantity: number, line: CartonMeasures): Measured | null {
  const { carton_quantity, carton_cbm, carton_weight_kg } = line
  if (carton_quantity === null || carton_quantity <= 0 || carton_cbm === null || carton_weight_kg === null) return null
  const cartons = Math.ceil(quantity / carton_quantity)
  return { cartons, cbm: Big(carton_cbm).times(cartons), kg: Big(carton_weight_kg).times(cartons) }
}

export interface Demand {
  cbm: Big
  kg: Big
}

const upToWhole = (ratio: Big) => Number(ratio.round(0, Big.roundUp))
const cubeDemand = (type: ContainerType, { cbm }: Demand) => cbm.div(type.usable_cbm)
const weightDemand = (type: ContainerType, { kg }: Demand) => kg.div(type.payload_kg)

/** Number of containers of a type for the demand, by volume or weight, whichever needs more; at least one. */
export const containersOf = (type: ContainerType, demand: Demand): number =>
  Math.max(upToWhole(cubeDemand(type, demand)), upToWhole(weightDemand(type, demand)), 1)

/** The type that needs the fewest containers; the smallest of several. */
export function chooseType(demand: Demand): ContainerType {
  let best: ContainerType = containerTypes[0]
  for (const type of containerTypes) if (containersOf(type, demand) < containersOf(best, demand)) best = type
  return best
}

/** The order's container type, or the best one if it has none. */
export const typeFor = ({ container_type_id }: PlanTerms, demand: Demand): ContainerType =>
  containerTypes.find(({ id }) => id === container_type_id) ?? chooseType(demand)

/** The limiting measure: weight if it fills more of the container than volume does, else cube. */
export const bindsIn = (type: ContainerType, demand: Demand): 'cube' | 'weight' =>
  weightDemand(type, demand).gt(cubeDemand(type, demand)) ? 'weight' : 'cube'

/** All inputs of the plan and of the landed costs, as text. */
function inputsOf(terms: PlanTerms, lines: readonly PlanLine[]): string {
  const inputs = [
    terms.currency,
    terms.container_type_id,
    terms.freight_per_container_cents,
    lines
      .map((line) => [
        line.line_id,
        line.variant_id,
        line.quantity,
        line.unit_cost,
        line.duty_bp,
        line.hs_code,
        line.carton_quantity,
        line.carton_cbm,
        line.carton_weight_kg,
      ])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  ]
  return JSON.stringify(inputs)
}

const pct = (part: Big, whole: Big) => Number(part.div(whole).times(100).round(1, Big.roundHalfUp))

interface Fit {
  type: ContainerType
  containers: number
  binds: 'cube' | 'weight'
  demand: Demand
}

function fitContainers(terms: PlanTerms, measured: readonly (Measured | null)[]): Fit | null {
  const known = measured.filter((one) => one !== null)
  if (known.length === 0) return null
  const demand = {
    cbm: known.reduce((sum, one) => sum.plus(one.cbm), Big(0)),
    kg: known.reduce((sum, one) => sum.plus(one.kg), Big(0)),
  }
  const type = typeFor(terms, demand)
  return { type, containers: containersOf(type, demand), binds: bindsIn(type, demand), demand }
}

const noFreight = 'No freight per container is set on the order.'
const noMeasures = 'The variant has no carton measures: units, volume or weight of a carton are missing.'

/** Freight of all containers, or the reason why it is unknown. */
function freightOf(terms: PlanTerms, fit: Fit | null): { cents: number | null; reason: string | null } {
  if (terms.freight_per_container_cents === null) return { cents: null, reason: noFreight }
  if (fit === null) return { cents: null, reason: 'No line has carton measures, so no container can be counted.' }
  const cents = fit.containers * terms.freight_per_container_cents
  if (!Number.isSafeInteger(cents)) return { cents: null, reason: 'The freight is too large to represent.' }
  return { cents, reason: null }
}

/** Each line's share of the freight, by volume, or by weight if that limits; null for lines without a share. */
function sharesOf(fit: Fit | null, measured: readonly (Measured | null)[], freight_cents: number | null) {
  if (fit === null || freight_cents === null) return measured.map(() => null)
  const weights = measured.map((one) => (one === null ? '0' : (fit.binds === 'weight' ? one.kg : one.cbm).toFixed()))
  const parts = shareCents(freight_cents, weights)
  return measured.map((one, i) => (one === null ? null : parts[i]!))
}

function planLine(line: PlanLine, measured: Measured | null, share: number | null, noShare: string | null) {
  const { line_id, variant_id, hs_code, quantity, unit_cost, duty_bp } = line
  const duty_cents = unit_cost === null ? null : dutyCents(unit_cost, quantity, duty_bp ?? 0)
  const reason =
    unit_cost === null ? 'The line has no unit cost.' : measured === null ? noMeasures : share === null ? noShare : null
  const landed =
    unit_cost === null || share === null || duty_cents === null
      ? null
      : Number(landedUnitCost(unit_cost, quantity, share, duty_cents))
  return {
    line_id,
    variant_id,
    cartons: measured?.cartons ?? null,
    cbm: measured === null ? null : Number(measured.cbm),
    measures_reason: measured === null ? noMeasures : null,
    hs_code,
    kg: measured === null ? null : Number(measured.kg),
    freight_cents: share,
    duty_cents,
    landed_unit_cost: landed,
    landed_reason: reason,
  }
}

/** `digest` hashes a text to the fingerprint. */
export function planContainers(
  terms: PlanTerms,
  lines: readonly PlanLine[],
  digest: (text: string) => string,
): ContainerPlan {
  const measured = lines.map((line) => measure(line.quantity, line))
  const unmeasured_lines = measured.filter((one) => one === null).length
  const fit = fitContainers(terms, measured)
  const freight = freightOf(terms, fit)
  const shares = sharesOf(fit, measured, freight.cents)
  const chosen = containerTypes.find(({ id }) => id === terms.container_type_id) ?? null
  const usable = fit === null ? null : Big(fit.type.usable_cbm).times(fit.containers)
  const payload = fit === null ? null : Big(fit.type.payload_kg).times(fit.containers)
  return {
    basis: fit === null ? 'none' : unmeasured_lines === 0 ? 'all_lines' : 'measured_lines',
    binds: fit?.binds ?? null,
    container_type_id: (fit?.type ?? chosen)?.id ?? null,
    container_type_name: (fit?.type ?? chosen)?.name ?? null,
    containers: fit?.containers ?? null,
    cube_pct: fit === null ? null : pct(fit.demand.cbm, usable!),
    weight_pct: fit === null ? null : pct(fit.demand.kg, payload!),
    usable_cbm_total: usable === null ? null : Number(usable),
    total_cbm: fit === null ? null : Number(fit.demand.cbm),
    gross_kg: fit === null ? null : Number(fit.demand.kg),
    freight_per_container_cents: terms.freight_per_container_cents,
    freight_total_cents: freight.cents,
    freight_reason: freight.reason,
    unmeasured_lines,
    reason: fit !== null ? null : lines.length === 0 ? 'The order has no lines.' : 'No line has carton measures.',
    fingerprint: digest(inputsOf(terms, lines)),
    lines: lines.map((line, i) => planLine(line, measured[i]!, shares[i]!, freight.reason)),
  }
}
