/** What arrives against an order: which lines it belongs to, and whether that many are outstanding. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { outstandingOf } from './arrival.rules.ts'
import type { NewDelivery, SubmittedLine } from './deliveries.model.ts'
import type { CostedLine } from '../landed_costs/received_cost.rules.ts'
import type { Standing } from '../orders/rules.ts'

export interface LineToReceive extends CostedLine {
  sku: string
  in_transit_quantity: number
  delivered_quantity: number
}

export interface ArrivedLine {
  line: LineToReceive
  received_quantity: number
}

/** The one line that is meant; refused by its field where there is none, or where several could be. */
function lineOf(told: SubmittedLine, lines: readonly LineToReceive[], at: string): LineToReceive {
  if (told.line_id !== undefined) {
    const line = lines.find(({ line_id }) => line_id === told.line_id!.toLowerCase())
    if (line === undefined) refuseField(`${at}line_id`, 'must be a line of this order')
    if (told.variant_id !== undefined && told.variant_id.toLowerCase() !== line.variant_id)
      refuseField(`${at}variant_id`, 'must be the variant of the line that is named beside it')
    return line
  }
  if (told.variant_id === undefined) refuseField(`${at}line_id`, 'is required where no variant_id is named')
  const [line, ...others] = lines.filter(({ variant_id }) => variant_id === told.variant_id!.toLowerCase())
  if (line === undefined) refuseField(`${at}variant_id`, 'must be a variant on a line of this order')
  if (others.length > 0)
    refuseField(`${at}line_id`, `is required, as ${line.sku} stands on ${others.length + 1} lines of this order`)
  return line
}

/** The lines that a telling names, in the order of their ids, each once. */
export function arrivedLines(
  told: readonly SubmittedLine[],
  lines: readonly LineToReceive[],
  at: string,
): ArrivedLine[] {
  const seen = new Set<string>()
  return told
    .map((one, i) => {
      const line = lineOf(one, lines, `${at}line_items[${i}].`)
      if (seen.has(line.line_id)) refuseField(`${at}line_items[${i}]`, `names a line of ${line.sku} a second time`)
      seen.add(line.line_id)
      return { line, received_quantity: one.received_quantity }
    })
    .toSorted((a, b) => (a.line.line_id < b.line.line_id ? -1 : 1))
}

/** Refuses an arrival that lies ahead; it is told in the order it happened, or left to now. */
export function checkReceivedAt(received_at: string | undefined, now: string, at: string): void {
  if (received_at !== undefined && Date.parse(received_at) > Date.parse(now))
    refuseField(`${at}received_at`, 'must not be in the future')
}

/** What makes a delivery the one it is: a telling with the same figures is the same delivery. */
export const figuresOf = (
  location_id: string,
  told: Pick<NewDelivery, 'received_at' | 'reference'>,
  lines: readonly ArrivedLine[],
): string =>
  JSON.stringify([
    location_id,
    told.received_at === undefined ? null : new Date(told.received_at).toISOString(),
    told.reference ?? null,
    lines.map(({ line, received_quantity }) => [line.line_id, received_quantity]),
  ])

export interface Excess {
  line_id: string
  sku: string
  received_quantity: number
  outstanding_quantity: number
}

/** Where an arrival brings more than is outstanding, after those told before it. */
export const excessOf = (
  order: Standing,
  lines: readonly ArrivedLine[],
  before: ReadonlyMap<string, number>,
): Excess[] =>
  lines.flatMap(({ line, received_quantity }) => {
    const told = before.get(line.line_id) ?? 0
    const outstanding_quantity = outstandingOf(order, {
      quantity: line.quantity,
      in_transit_quantity: line.in_transit_quantity - told,
      delivered_quantity: line.delivered_quantity + told,
    })
    const { line_id, sku } = line
    return received_quantity > outstanding_quantity ? [{ line_id, sku, received_quantity, outstanding_quantity }] : []
  })

const units = (count: number) => (count === 1 ? '1 unit' : `${count} units`)

const surplus = (excess: readonly Excess[]) =>
  excess.reduce((sum, one) => sum + one.received_quantity - one.outstanding_quantity, 0)

const perLine = (excess: readonly Excess[]) =>
  excess
    .map((one) => `${units(one.received_quantity)} of ${one.sku} where ${one.outstanding_quantity} are outstanding`)
    .join(', ')

/** What left a source can arrive and no more: units beyond it would come from nowhere. */
export function checkExcess(order: Standing, excess: readonly Excess[], is_accepted: boolean | undefined): void {
  if (excess.length > 0 && (is_accepted !== true || order.order_type === 'transfer')) refuseExcess(order, excess)
}

/** Refuses a whole arrival that brings too much, naming the units. */
function refuseExcess(order: Standing, excess: readonly Excess[]): never {
  const [first] = excess
  const advice =
    order.order_type === 'transfer'
      ? 'Correct the quantity; where the source sent more than was written down, count it and move the rest on another transfer.'
      : 'Correct the quantity, or send accept_over_receipt to book what arrived.'
  refuse('conflict', {
    desc: `${order.name} is brought ${units(surplus(excess))} more than is outstanding: ${perLine(excess.slice(0, 5))}${excess.length > 5 ? ` and ${excess.length - 5} lines more` : ''}. ${advice}`,
    data: { act: 'receive', status: order.status, ...first, lines: excess },
  })
}

/** The same for the person who decides on it. */
export const excessSentence = (order: Standing, excess: readonly Excess[]): string =>
  `${units(surplus(excess))} more than ordered arrived on ${order.name}: ${perLine(excess.slice(0, 20))}.`

/** An order's units stay within what a figure can state, however often too much arrives. */
export function checkUnitsInAll(lines: readonly LineToReceive[], arriving: number, at: string): void {
  const arrived = lines.reduce((sum, line) => sum + line.delivered_quantity, 0)
  if (arrived + arriving > limits.purchase_order_units_max)
    refuseField(`${at}line_items`, `may bring an order to at most ${limits.purchase_order_units_max} units in all`)
}
