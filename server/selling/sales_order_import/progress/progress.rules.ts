/**
 * What a later file says of an order that was imported before, beyond what is on file. What happened here meanwhile is
 * kept; what contradicts it is refused and says where a person decides. Pure.
 */
import { amountIn } from '../../../contract/money.ts'
import { counted } from '../../../contract/outcome.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { shareOf, splitCents } from '../../../contract/money/shares.ts'
import type { FieldChange, RecordFault } from '../../../imports/record_diff.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import type { LineWithoutGoods, ResolvedLine } from '../matching/matching.model.ts'
import {
  type LineRecord,
  type OrderRecord,
  type RefundRecord,
  type ShippedUnits,
  shippedOf,
} from '../reading/order_record.ts'
import type { ResolvedLines } from '../matching/resolve_lines.rules.ts'
import type { KnownLine, KnownOrder } from './known_order.model.ts'
import { matchLines } from './match_lines.rules.ts'

export interface LineProgress {
  known: KnownLine
  shipped: readonly ShippedUnits[]
  cancelled_quantity: number
  returned_quantity: number
  restocked_quantity: number
}

export interface OrderProgress {
  known: KnownOrder
  record: OrderRecord
  /** Every line of the order here, with what is new of it. */
  lines: readonly LineProgress[]
  /** Money that is not paid back here, its lines in the order of `lines`. */
  refund: RefundRecord | null
  /** Lines without goods as the file has them, if more is paid back for them; null otherwise. */
  lines_without_goods: readonly LineWithoutGoods[] | null
}

export interface Progress {
  progress: OrderProgress
  changes: FieldChange[]
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

/** The units that left after the first ones, which have shipped here. */
function shippedAfter(shipped: readonly ShippedUnits[], before: number): ShippedUnits[] {
  let skipped = before
  return shipped
    .toSorted((one, other) => Date.parse(one.shipped_at) - Date.parse(other.shipped_at))
    .flatMap((units) => {
      const known = Math.min(skipped, units.quantity)
      skipped -= known
      return units.quantity > known ? [{ ...units, quantity: units.quantity - known }] : []
    })
}

function progressOfLine(line: ResolvedLine, known: KnownLine): LineProgress {
  const returned_quantity = Math.max(line.returned_quantity - known.returned_quantity, 0)
  return {
    known,
    shipped: shippedAfter(line.shipped, known.fulfilled_quantity),
    cancelled_quantity: Math.max(line.cancelled_quantity - known.cancelled_quantity, 0),
    returned_quantity,
    restocked_quantity: Math.min(Math.max(line.restocked_quantity - known.restocked_quantity, 0), returned_quantity),
  }
}

/** A line that the file does not have; one that it says was cancelled as a whole loses its open units. */
const unstated = (known: KnownLine, { cancelled }: OrderRecord): LineProgress => ({
  known,
  shipped: [],
  cancelled_quantity: cancelled.some(({ sku }) => sku === known.sku)
    ? known.quantity - known.fulfilled_quantity - known.cancelled_quantity
    : 0,
  returned_quantity: 0,
  restocked_quantity: 0,
})

/** Why what a line says cannot be added to what is here. */
function lineFaults(line: ResolvedLine, { known, ...news }: LineProgress, order: KnownOrder): RecordFault[] {
  const faults: RecordFault[] = []
  const add = (field: string, rule: string, value: number) =>
    faults.push({ ...recordFault(field, rule, value), row_number: line.row_number })
  const open = known.quantity - known.fulfilled_quantity - known.cancelled_quantity
  const shipped = shippedOf(news)
  if (shipped > open)
    add(
      'shipped_quantity',
      `is more than can ship of ${order.name} here: ${counted(open, 'unit')} of ${known.sku} ${open === 1 ? 'is' : 'are'} open; change the order, or record the shipment here`,
      shippedOf(line),
    )
  else if (news.cancelled_quantity > open - shipped)
    add(
      'cancelled_quantity',
      `is more than is open of ${order.name} here: ${counted(open - shipped, 'unit')} of ${known.sku}; change the order, or void the shipment here`,
      line.cancelled_quantity,
    )
  const out = known.fulfilled_quantity + shipped - known.returned_quantity
  if (news.returned_quantity > out)
    add(
      'refunded_quantity',
      `is more than shipped of ${order.name} here and is in no return: ${counted(out, 'unit')} of ${known.sku}; record the shipment here`,
      line.returned_quantity,
    )
  return faults
}

/** What a file says differently of lines and prices; an order that was changed here keeps its own. */
function changedLines(
  lines: readonly ResolvedLine[],
  matches: readonly (KnownLine | undefined)[],
  order: KnownOrder,
): RecordFault[] {
  if (order.is_changed_here) return []
  const change = `; change ${order.name} here if that is right`
  return lines.flatMap((line, i): RecordFault[] => {
    const at = (field: string, rule: string, value: string | number): RecordFault => ({
      ...recordFault(field, rule + change, value),
      row_number: line.row_number,
    })
    const known = matches[i]
    if (known === undefined) return [at('sku', `is on no line of ${order.name} that is left here`, line.sku ?? '')]
    if (line.quantity !== known.quantity && line.quantity !== known.ordered_quantity)
      return [at('quantity', `was ${known.quantity} when ${order.name} was imported`, line.quantity)]
    if (line.unit_price_cents !== known.unit_price_cents)
      return [
        at(
          'unit_price',
          `was ${amountIn(known.unit_price_cents, order.currency)} when ${order.name} was imported`,
          amountIn(line.unit_price_cents, order.currency),
        ),
      ]
    return []
  })
}

/** Cancelled lines that are none of the order here. */
const unknownCancelled = ({ cancelled }: OrderRecord, { name, lines, is_changed_here }: KnownOrder): RecordFault[] =>
  cancelled
    .filter(({ sku }) => !is_changed_here && lines.every((line) => line.sku !== sku))
    .map(({ sku, row_number }) => ({
      ...recordFault(
        'sku',
        `is on no line of ${name} that is left here; cancel it in ${name} here if that is right`,
        sku,
      ),
      row_number,
    }))

/** Money of units of a line, as agreed. */
const priceOf = (line: KnownLine, units: number, currency: string) =>
  shareOf(line.quantity * line.unit_price_cents - line.discount_cents + line.tax_cents, units, line.quantity, currency)

/** The part of a refund that is not paid back here, over the lines that it names beyond what was paid back for them. */
function refundBeyond(
  { refund }: OrderRecord,
  { paid_back_cents, freight_back_cents, lines, currency }: KnownOrder,
  matches: readonly (KnownLine | undefined)[],
): RefundRecord | null {
  const amount_cents = (refund?.amount_cents ?? 0) - paid_back_cents
  if (refund === null || amount_cents <= 0) return null
  const freight_cents = Math.min(Math.max(refund.freight_cents - freight_back_cents, 0), amount_cents)
  const stated = lines.map((known) => refund.lines[matches.indexOf(known)] ?? { amount_cents: 0, tax_cents: 0 })
  const beyond = stated.map((one, i) => Math.max(one.amount_cents + one.tax_cents - lines[i]!.paid_back_cents, 0))
  const weights =
    sumOf(beyond, (cents) => cents) > 0 ? beyond : lines.map((line) => priceOf(line, line.quantity, currency))
  const split = splitCents(amount_cents - freight_cents, weights, currency).map((cents, i) => {
    const { net, tax } = { net: stated[i]!.amount_cents, tax: stated[i]!.tax_cents }
    const tax_cents = shareOf(cents, tax, Math.max(net + tax, 1), currency)
    return { amount_cents: cents - tax_cents, tax_cents }
  })
  return { amount_cents, freight_cents, is_full: refund.is_full, lines: split }
}

/** What is left to pay back once the progress of the lines is recorded. */
function leftToPayBack(
  { is_wholesale, refundable_cents, currency }: KnownOrder,
  lines: readonly LineProgress[],
): number {
  const unpaid = sumOf(lines, (one) => priceOf(one.known, is_wholesale ? 0 : one.cancelled_quantity, currency))
  const billed = sumOf(lines, (one) => priceOf(one.known, is_wholesale ? shippedOf(one) : 0, currency))
  return Math.max(refundable_cents - unpaid + billed, 0)
}

function refundFaults(refund: RefundRecord | null, known: KnownOrder, lines: readonly LineProgress[]): RecordFault[] {
  const owed = leftToPayBack(known, lines)
  const paid = known.payments_left_cents === null ? null : Math.max(known.payments_left_cents, 0)
  const left = Math.min(owed, paid ?? owed)
  if (refund === null || refund.amount_cents <= left) return []
  const of = paid !== null && paid < owed ? 'the payments for it' : 'what it came to'
  const rule = `is more than can be paid back of ${known.name} here: ${amountIn(left, known.currency)} ${known.currency} is left of ${of}, and ${amountIn(known.paid_back_cents, known.currency)} ${known.currency} was paid back`
  return [recordFault('refunded_amount', rule, amountIn(known.paid_back_cents + refund.amount_cents, known.currency))]
}

/** Lines beside sales for which the file says that more was paid back. */
function besideBeyond(others: readonly LineWithoutGoods[], { lines_without_goods: here }: KnownOrder) {
  const isMore = sumOf(others, (one) => one.refunded_cents) > sumOf(here, (one) => one.refunded_cents)
  return isMore && others.length === here.length ? others : null
}

/** What changes, as sums over the order. */
function changesOf({ known, lines, refund, lines_without_goods }: OrderProgress): FieldChange[] {
  const units: [string, (one: LineProgress) => number, (one: KnownLine) => number][] = [
    ['shipped_quantity', (one) => shippedOf(one), (one) => one.fulfilled_quantity],
    ['cancelled_quantity', (one) => one.cancelled_quantity, (one) => one.cancelled_quantity],
    ['refunded_quantity', (one) => one.returned_quantity, (one) => one.returned_quantity],
  ]
  const changed = units.flatMap(([field, newOf, knownOf]) => {
    const [before, more] = [sumOf(known.lines, knownOf), sumOf(lines, newOf)]
    return more === 0 ? [] : [{ field, previous_value: String(before), value: String(before + more) }]
  })
  const besideOf = (all: readonly LineWithoutGoods[]) => sumOf(all, (one) => one.refunded_cents)
  const before = known.paid_back_cents + besideOf(known.lines_without_goods)
  const more =
    (refund?.amount_cents ?? 0) +
    besideOf(lines_without_goods ?? []) -
    (lines_without_goods === null ? 0 : besideOf(known.lines_without_goods))
  if (more === 0) return changed
  return [
    ...changed,
    {
      field: 'refunded_amount',
      previous_value: amountIn(before, known.currency),
      value: amountIn(before + more, known.currency),
    },
  ]
}

/** The day of money that is paid back, where the file has none. */
export function assumedRefundDay(
  { refund, is_refund_dated, refunded_at }: Pick<OrderRecord, 'refund' | 'is_refund_dated' | 'refunded_at'>,
  time_zone: string,
): RecordFault[] {
  if (refund === null || is_refund_dated) return []
  const rule = 'is assumed to be the day of the last thing that the file says of the order, since the file has no day'
  return [recordFault('refunded_at', rule, dayInTimeZone(time_zone, refunded_at))]
}

/** Whether a file says more of an order than is here, over all its lines. */
export function hasNews({ lines, refund }: OrderRecord, known: KnownOrder): boolean {
  const units: [(one: LineRecord) => number, (one: KnownLine) => number][] = [
    [shippedOf, (one) => one.fulfilled_quantity],
    [(one) => one.cancelled_quantity, (one) => one.cancelled_quantity],
    [(one) => one.returned_quantity, (one) => one.returned_quantity],
  ]
  const isMore = units.some(([newOf, knownOf]) => sumOf(lines, newOf) > sumOf(known.lines, knownOf))
  return isMore || (refund?.amount_cents ?? 0) > known.paid_back_cents
}

/** null: the file says nothing that is not here. `record` has the lines and the money of `lines`. */
export function progressOf(
  { record, lines, others }: Pick<ResolvedLines, 'record' | 'lines' | 'others'>,
  known: KnownOrder,
): { faults: RecordFault[] } | Progress | null {
  const matches = matchLines(lines, known.lines)
  const changed = changedLines(lines, matches, known)
  const of = known.lines.map((one) => {
    const i = matches.indexOf(one)
    return i === -1 ? unstated(one, record) : progressOfLine(lines[i]!, one)
  })
  const refund = refundBeyond(record, known, matches)
  const faults = [
    ...changed,
    ...unknownCancelled(record, known),
    ...lines.flatMap((line, i) => {
      const match = matches[i]
      return match === undefined ? [] : lineFaults(line, of[known.lines.indexOf(match)]!, known)
    }),
    ...refundFaults(refund, known, of),
  ]
  if (faults.length > 0) return { faults }
  const progress = { known, record, lines: of, refund, lines_without_goods: besideBeyond(others, known) }
  const changes = changesOf(progress)
  return changes.length === 0 ? null : { progress, changes }
}
