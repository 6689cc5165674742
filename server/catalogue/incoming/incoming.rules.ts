/** Sums of incoming stock by order, variant and month. Open orders in, records out. Pure. */
import { daysBetween } from '../../calendar/days.ts'
import Big from 'big.js'
import type { Static } from '../../contract/schema.ts'
import { moneyFromDecimal } from '../../contract/money.ts'
import type {
  IncomingByMonth,
  IncomingByVariant,
  IncomingOrder,
  IncomingProductOrder,
  IncomingTotals,
  NextDelivery,
  Quantities,
} from './incoming.ts'

interface OpenLine {
  variant_id: string
  quantity: number
  confirmed_quantity: number | null
  in_transit_quantity: number
  delivered_quantity: number
  /** Decimal text; null when the line has no unit cost. */
  unit_cost: string | null
}

/** An open order with its relevant lines. Lists of them are sorted by expected delivery date. */
export type OpenOrder = Omit<Static<typeof IncomingOrder>, keyof Computed> & { currency: string; lines: OpenLine[] }
type Computed = Pick<
  Static<typeof IncomingOrder>,
  | keyof Static<typeof Quantities>
  | 'supply_class'
  | 'days_late'
  | 'days_late_reason'
  | 'days_late_reason_code'
  | 'outstanding_cost'
>

export interface VariantOnFile {
  variant_id: string
  sku: string
  title: string
}

type Supply = Static<typeof Quantities>['by_supply_class']

const outstandingOf = (line: OpenLine) => Math.max(line.quantity - line.delivered_quantity, 0)

/** The outstanding units of a line by supply class. Deliveries use up confirmed units first. */
export function supplyOf(line: OpenLine): Supply {
  const outstanding = outstandingOf(line)
  const in_transit = Math.min(Math.max(line.in_transit_quantity, 0), outstanding)
  const answered = (line.confirmed_quantity ?? 0) - line.delivered_quantity - in_transit
  const confirmed = Math.min(Math.max(answered, 0), outstanding - in_transit)
  return { in_transit, confirmed, on_order: outstanding - in_transit - confirmed }
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

function quantitiesOf(lines: readonly OpenLine[]): Static<typeof Quantities> {
  const supply = lines.map(supplyOf)
  const answered = lines.filter(({ confirmed_quantity }) => confirmed_quantity !== null)
  return {
    ordered_quantity: sumOf(lines, ({ quantity }) => quantity),
    confirmed_quantity: answered.length === 0 ? null : sumOf(answered, (line) => line.confirmed_quantity ?? 0),
    in_transit_quantity: sumOf(lines, (line) => line.in_transit_quantity),
    delivered_quantity: sumOf(lines, (line) => line.delivered_quantity),
    outstanding_quantity: sumOf(lines, outstandingOf),
    by_supply_class: {
      in_transit: sumOf(supply, (one) => one.in_transit),
      confirmed: sumOf(supply, (one) => one.confirmed),
      on_order: sumOf(supply, (one) => one.on_order),
    },
  }
}

/** The supply class of the least certain outstanding unit. */
const supplyClassOf = (supply: Supply) =>
  supply.on_order > 0 ? 'on_order' : supply.confirmed > 0 ? 'confirmed' : 'in_transit'

/** Whole days from one calendar day to a later one; zero when it is not later. */
export const daysLate = (expected: string, today: string) => Math.max(daysBetween(expected, today), 0)

function costOf(lines: readonly OpenLine[], currency: string) {
  const open = lines.filter((line) => outstandingOf(line) > 0)
  const total = open.some(({ unit_cost }) => unit_cost === null)
    ? null
    : open.reduce((sum, line) => sum.plus(Big(line.unit_cost!).times(outstandingOf(line))), Big(0)).toFixed()
  return moneyFromDecimal(total, currency, 'An outstanding line has no unit cost.')
}

export function incomingOrder({ lines, currency, ...order }: OpenOrder, today: string): Static<typeof IncomingOrder> {
  const quantities = quantitiesOf(lines)
  const expected = order.expected_delivery_date
  return {
    ...order,
    ...quantities,
    supply_class: supplyClassOf(quantities.by_supply_class),
    days_late: expected === null ? null : daysLate(expected, today),
    days_late_reason_code: expected === null ? 'no_expected_date' : null,
    days_late_reason: expected === null ? 'The order has no expected delivery date.' : null,
    outstanding_cost: costOf(lines, currency),
  }
}

export function incomingProductOrder(
  order: OpenOrder,
  variants: readonly VariantOnFile[],
  today: string,
): Static<typeof IncomingProductOrder> {
  const of = variants
    .map((variant) => ({ variant, lines: order.lines.filter((line) => line.variant_id === variant.variant_id) }))
    .filter(({ lines }) => lines.length > 0)
  return {
    ...incomingOrder(order, today),
    variants: of.map(({ variant, lines }) => ({
      variant_id: variant.variant_id,
      sku: variant.sku,
      variant_title: variant.title,
      ...quantitiesOf(lines),
    })),
  }
}

/** The delivery with the earliest expected date, late ones included; null when no open order has a date. */
export function nextDelivery(orders: readonly OpenOrder[], today: string): Static<typeof NextDelivery> | null {
  const [earliest] = orders
    .map((order) => order.expected_delivery_date)
    .filter((day) => day !== null)
    .toSorted()
  const first = orders.find((order) => order.expected_delivery_date === earliest)
  if (first === undefined) return null
  return {
    purchase_order_id: first.id,
    name: first.name,
    order_type: first.order_type,
    location_id: first.location_id,
    location_name: first.location_name,
    expected_delivery_date: first.expected_delivery_date!,
    days_late: daysLate(first.expected_delivery_date!, today),
    on_hold: first.on_hold,
    outstanding_quantity: quantitiesOf(first.lines).outstanding_quantity,
  }
}

function totalCost(orders: readonly OpenOrder[], currency: string) {
  const currencies = new Set(orders.map((order) => order.currency))
  if (currencies.size > 1) return moneyFromDecimal(null, null, 'The open orders are in several currencies.')
  return costOf(
    orders.flatMap(({ lines }) => lines),
    [...currencies][0] ?? currency,
  )
}

export function incomingTotals(
  orders: readonly OpenOrder[],
  currency: string,
  today: string,
): Static<typeof IncomingTotals> {
  const late = orders.filter(({ expected_delivery_date }) => (expected_delivery_date ?? today) < today)
  const held = orders.filter(({ on_hold }) => on_hold)
  const outstanding = (some: readonly OpenOrder[]) => sumOf(some, ({ lines }) => sumOf(lines, outstandingOf))
  const next = nextDelivery(orders, today)
  return {
    orders: orders.length,
    ...quantitiesOf(orders.flatMap(({ lines }) => lines)),
    late_orders: late.length,
    late_quantity: outstanding(late),
    held_orders: held.length,
    held_quantity: outstanding(held),
    outstanding_cost: totalCost(orders, currency),
    next_delivery: next,
    ...nextDeliveryReason(next, orders),
  }
}

export function nextDeliveryReason(next: object | null, orders: readonly OpenOrder[]) {
  if (next !== null) return { next_delivery_reason_code: null, next_delivery_reason: null }
  return orders.length === 0
    ? { next_delivery_reason_code: 'nothing_on_order', next_delivery_reason: 'Nothing is on order.' }
    : {
        next_delivery_reason_code: 'no_expected_date',
        next_delivery_reason: 'No open order has an expected delivery date.',
      }
}

export const incomingByVariant = (
  orders: readonly OpenOrder[],
  variants: readonly VariantOnFile[],
): Static<typeof IncomingByVariant>[] =>
  variants.map(({ variant_id, sku, title }) => {
    const of = orders.filter(({ lines }) =>
      lines.some((line) => line.variant_id === variant_id && outstandingOf(line) > 0),
    )
    const dates = of.flatMap(({ expected_delivery_date }) => expected_delivery_date ?? [])
    return {
      variant_id,
      sku,
      variant_title: title,
      orders: of.length,
      next_delivery_date: dates.toSorted()[0] ?? null,
      ...quantitiesOf(of.flatMap(({ lines }) => lines.filter((line) => line.variant_id === variant_id))),
    }
  })

/** By month of the expected delivery date; orders without a date come last, under null. */
export function incomingByMonth(orders: readonly OpenOrder[]): Static<typeof IncomingByMonth>[] {
  const months = Map.groupBy(orders, ({ expected_delivery_date }) => expected_delivery_date?.slice(0, 7) ?? null)
  return [...months]
    .toSorted(([a], [b]) => (b === null || a! < b ? -1 : 1))
    .map(([month, of]) => ({ month, orders: of.length, ...quantitiesOf(of.flatMap(({ lines }) => lines)) }))
}
