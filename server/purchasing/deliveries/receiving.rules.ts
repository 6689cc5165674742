/** Rules for arrivals against an order: which lines they belong to, and whether the units are outstanding. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  factorOf,
  type Packing,
  singleUnits,
  type UnitOfMeasure,
  unitsOfMeasure,
} from '../../contract/units_of_measure.ts'
import { statedUnits } from '../purchase_units/purchase_unit.rules.ts'
import { outstandingOf } from './arrival.rules.ts'
import type { NewDelivery, SubmittedLine } from './deliveries.model.ts'
import type { OrderState } from '../orders/rules.ts'
import type { LineToReceive } from './receiving.store.ts'

export interface ArrivedLine {
  line: LineToReceive
  received_quantity: number
}

type NamedLine = Pick<SubmittedLine, 'line_id' | 'variant_id'>

export interface LinesOfOrder {
  byId: ReadonlyMap<string, LineToReceive>
  byVariant: ReadonlyMap<string, readonly LineToReceive[]>
}

export const linesOfOrder = (lines: readonly LineToReceive[]): LinesOfOrder => ({
  byId: new Map(lines.map((line) => [line.line_id, line])),
  byVariant: Map.groupBy(lines, ({ variant_id }) => variant_id),
})

/** Finds the order line of a submitted line; refuses the field if there is none or if several match. */
export function lineOf(submitted: NamedLine, { byId, byVariant }: LinesOfOrder, at: string): LineToReceive {
  if (submitted.line_id !== undefined) {
    const line = byId.get(submitted.line_id.toLowerCase())
    if (line === undefined) refuseField(`${at}line_id`, 'must be a line of this order')
    if (submitted.variant_id !== undefined && submitted.variant_id.toLowerCase() !== line.variant_id)
      refuseField(`${at}variant_id`, 'must be the variant of the line given by line_id')
    return line
  }
  if (submitted.variant_id === undefined) refuseField(`${at}line_id`, 'is required if variant_id is not sent')
  const [line, ...others] = byVariant.get(submitted.variant_id.toLowerCase()) ?? []
  if (line === undefined) refuseField(`${at}variant_id`, 'must be a variant on a line of this order')
  if (others.length > 0)
    refuseField(`${at}line_id`, `is required, because ${line.sku} is on ${others.length + 1} lines of this order`)
  return line
}

/** The order line of each submitted line, in their order; refuses a repeated line. */
export function namedLines(
  submitted: readonly NamedLine[],
  lines: readonly LineToReceive[],
  at: string,
): LineToReceive[] {
  const seen = new Set<string>()
  const ofOrder = linesOfOrder(lines)
  return submitted.map((one, i) => {
    const line = lineOf(one, ofOrder, `${at}line_items[${i}].`)
    if (seen.has(line.line_id)) refuseField(`${at}line_items[${i}]`, `repeats a line of ${line.sku}`)
    seen.add(line.line_id)
    return line
  })
}

type CountedUnits = Pick<SubmittedLine, 'purchase_quantity' | 'purchase_unit'>

/** The packing by a unit that a submitted line names, or by that of its order line. */
export function packingOf(purchase_unit: UnitOfMeasure | undefined, line: LineToReceive, at: string): Packing {
  const unit = purchase_unit ?? line.purchase_unit
  const factor = factorOf(unit, line)
  if (factor === null)
    refuseField(`${at}purchase_unit`, `must be a unit of the order line of ${line.sku}`, unitsOf(line))
  return { ...singleUnits, purchase_unit: unit, purchase_unit_factor: factor }
}

/** Single units of a line, whichever unit it counts; undefined if it counts none. */
export function countedUnitsOf(
  { purchase_quantity, purchase_unit }: CountedUnits,
  quantity: number | undefined,
  line: LineToReceive,
  at: string,
  field: string,
): number | undefined {
  if (purchase_quantity === undefined) {
    // Beside single units a unit could only be misread.
    if (purchase_unit !== undefined && purchase_unit !== 'EA')
      refuseField(`${at}purchase_unit`, 'applies to purchase_quantity; send purchase_quantity with it')
    return quantity
  }
  return statedUnits({ quantity, purchase_quantity }, packingOf(purchase_unit, line, at), at, field)
}

/** The same of a line of a delivery. */
export const receivedUnits = (
  submitted: CountedUnits & Pick<SubmittedLine, 'received_quantity'>,
  line: LineToReceive,
  at: string,
): number | undefined => countedUnitsOf(submitted, submitted.received_quantity, line, at, 'received_quantity')

const unitsOf = (line: LineToReceive) => unitsOfMeasure.filter((unit) => factorOf(unit, line) !== null)

/** The submitted lines, sorted by line id; refuses a repeated line. */
export const arrivedLines = (
  submitted: readonly SubmittedLine[],
  lines: readonly LineToReceive[],
  at: string,
): ArrivedLine[] =>
  namedLines(submitted, lines, at)
    .map((line, i) => {
      const field = `${at}line_items[${i}].`
      const received_quantity =
        receivedUnits(submitted[i]!, line, field) ??
        refuseField(`${field}received_quantity`, 'is required, unless purchase_quantity is sent')
      return { line, received_quantity }
    })
    .toSorted((a, b) => (a.line.line_id < b.line.line_id ? -1 : 1))

/** The figures that identify a delivery: a submission with the same figures is a duplicate. */
export const figuresOf = (
  location_id: string,
  submitted: Pick<NewDelivery, 'received_at' | 'reference'>,
  lines: readonly ArrivedLine[],
): string =>
  JSON.stringify([
    location_id,
    submitted.received_at === undefined ? null : new Date(submitted.received_at).toISOString(),
    submitted.reference ?? null,
    lines.map(({ line, received_quantity }) => [line.line_id, received_quantity]),
  ])

export interface Excess {
  line_id: string
  sku: string
  received_quantity: number
  outstanding_quantity: number
}

/** Lines on which an arrival exceeds the outstanding units, counting arrivals submitted before it. */
export const excessOf = (
  order: OrderState,
  lines: readonly ArrivedLine[],
  before: ReadonlyMap<string, number>,
): Excess[] =>
  lines.flatMap(({ line, received_quantity }) => {
    const arrivedBefore = before.get(line.line_id) ?? 0
    const outstanding_quantity = outstandingOf(order, {
      quantity: line.quantity,
      in_transit_quantity: line.in_transit_quantity - arrivedBefore,
      delivered_quantity: line.delivered_quantity + arrivedBefore,
    })
    const { line_id, sku } = line
    return received_quantity > outstanding_quantity ? [{ line_id, sku, received_quantity, outstanding_quantity }] : []
  })

const units = (count: number) => (count === 1 ? '1 unit' : `${count} units`)

const totalExcess = (excess: readonly Excess[]) =>
  excess.reduce((sum, one) => sum + one.received_quantity - one.outstanding_quantity, 0)

const perLine = (excess: readonly Excess[]) =>
  excess
    .map((one) => `${units(one.received_quantity)} of ${one.sku} where ${one.outstanding_quantity} are outstanding`)
    .join(', ')

/** A transfer can receive only what left its source: excess units would have no origin. */
export function checkExcess(order: OrderState, excess: readonly Excess[], isAccepted: boolean | undefined): void {
  if (excess.length > 0 && (isAccepted !== true || order.order_type === 'transfer')) refuseExcess(order, excess)
}

/** Refuses the whole arrival and names the excess units. */
function refuseExcess(order: OrderState, excess: readonly Excess[]): never {
  const [first] = excess
  const advice =
    order.order_type === 'transfer'
      ? 'Correct the quantity. If the source sent more than was recorded, count its stock and move the rest with another transfer.'
      : 'Correct the quantity, or send accept_over_receipt to book what arrived.'
  refuse('conflict', {
    desc: `The delivery brings ${order.name} ${units(totalExcess(excess))} more than outstanding: ${perLine(excess.slice(0, 5))}${excess.length > 5 ? ` and ${excess.length - 5} more lines` : ''}. ${advice}`,
    data: { act: 'receive', status: order.status, ...first, lines: excess },
  })
}

/** The exception sentence for accepted excess units. */
export const excessSentence = (order: OrderState, excess: readonly Excess[]): string =>
  `${units(totalExcess(excess))} more than ordered arrived on ${order.name}: ${perLine(excess.slice(0, 20))}.`

/** Keeps the units of an order within the range of its figures, however often excess units arrive. */
export function checkUnitsInAll(lines: readonly LineToReceive[], arriving: number, at: string): void {
  const arrived = lines.reduce((sum, line) => sum + line.delivered_quantity, 0)
  if (arrived + arriving > limits.purchase_order_units_max)
    refuseField(`${at}line_items`, `must not bring the order above ${limits.purchase_order_units_max} units in total`)
}
