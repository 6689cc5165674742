/**
 * Assigns a return to lines of an order, limits its units, and computes its refund. Pure: facts and a request in, the
 * return to write or a refusal out. Several requests are handled one after another on the same facts, so that together
 * they return no more than was shipped.
 */
import { type FoundVariants, unknownVariant } from '../../records/variant_names.rules.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { decimalOf } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { shareOf, splitCents } from '../../contract/money/shares.ts'
import { readDay } from './dates.ts'
import type { NewReturn, NewReturnLine, ReturnRequest, StatedRefund } from './new_return.model.ts'

export interface OrderLineFacts {
  line_id: string
  order_id: string
  variant_id: string
  shipped_quantity: number
  /** In other returns that are not cancelled. */
  returned_quantity: number
  /** Amount paid for the shipped units, without and with taxes. */
  net_cents: number
  tax_cents: number
}

export interface OrderFacts {
  order_id: string
  origin: string
  currency: string
  customer_id: string | null
  sales_channel_id: string
  /** Amount paid for the order, taxes and freight included, that was not paid back yet; below zero if too much was. */
  refundable_cents: number
  /** What of it is freight, with its tax. */
  freight_left_cents: number
  /** What payments paid of it less what was paid back; null where that is not on file. */
  payments_left_cents: number | null
  /** In their order. */
  lines: OrderLineFacts[]
}

export interface ReturnFacts {
  currency: string
  orders: ReadonlyMap<string, OrderFacts>
  variants: FoundVariants<{ variant_id: string }>
  locations: ReadonlyMap<string, { name: string; is_active: boolean }>
  sales_channels: ReadonlySet<string>
  /** The only active warehouse; null if there are none or several. */
  only_warehouse_id: string | null
}

export interface ComposedLine {
  variant_id: string
  order_line_id: string | null
  expected_quantity: number
  refund_cents: number
  refund_tax_cents: number
}

export interface ComposedReturn {
  origin: string
  reason: string
  refund_status: string
  refund_is_stated: boolean
  refund_is_paid_out: boolean
  refund_cents: number | null
  refund_currency: string | null
  refund_freight_cents: number
  order_id: string | null
  customer_id: string | null
  sales_channel_id: string | null
  location_id: string
  currency: string
  expected_on: string | null
  source_system: string | null
  external_id: string | null
  lines: ComposedLine[]
}

type Unpriced = Pick<ComposedLine, 'variant_id' | 'order_line_id' | 'expected_quantity'>

const quantityOf = ({ expected_quantity }: NewReturnLine, at: string): number =>
  expected_quantity > 0
    ? expected_quantity
    : refuse('quantity_not_positive', {
        desc: `${at}.expected_quantity must be at least 1.`,
        data: { field: `${at}.expected_quantity` },
      })

/** The variant that a line names; null if it names none. */
function variantOf({ sku, variant_id }: NewReturnLine, { variants }: ReturnFacts, at: string): string | null {
  if (sku === undefined && variant_id === undefined) return null
  if (sku !== undefined && variant_id !== undefined) refuseField(`${at}.sku`, 'cannot be sent with variant_id')
  const variant = sku === undefined ? variants.by_id.get(variant_id!) : variants.by_sku.get(sku)
  const field = sku === undefined ? `${at}.variant_id` : `${at}.sku`
  return variant?.variant_id ?? refuse('variant_unknown', { desc: `${field} ${unknownVariant}.`, data: { field } })
}

const needsAnOrderOrSku = (field: string): never => refuse('return_needs_an_order_or_a_sku', { data: { field } })

function linesByProduct(lines: readonly NewReturnLine[], facts: ReturnFacts): Unpriced[] {
  if (lines.length === 0) needsAnOrderOrSku('lines')
  return lines.map((line, i) => {
    const at = `lines[${i}]`
    const expected_quantity = quantityOf(line, at)
    if (line.order_line_item_id !== undefined) needsAnOrderOrSku('order_id')
    const variant_id = variantOf(line, facts, at) ?? needsAnOrderOrSku(`${at}.sku`)
    return { variant_id, order_line_id: null, expected_quantity }
  })
}

const returnable = ({ shipped_quantity, returned_quantity }: OrderLineFacts) =>
  Math.max(shipped_quantity - returned_quantity, 0)

/** The lines of the order that a submitted line means. */
function namedLines(order: OrderFacts, line: NewReturnLine, facts: ReturnFacts, at: string): OrderLineFacts[] {
  const variant_id = variantOf(line, facts, at)
  const { order_line_item_id } = line
  if (order_line_item_id === undefined && variant_id === null)
    refuseField(`${at}.order_line_item_id`, 'is required unless sku or variant_id is given', [
      'order_line_item_id',
      'sku',
      'variant_id',
    ])
  const matchingLines = order.lines.filter(
    (one) =>
      (order_line_item_id === undefined || one.line_id === order_line_item_id) &&
      (variant_id === null || one.variant_id === variant_id),
  )
  if (matchingLines.length > 0) return matchingLines
  const name = order_line_item_id !== undefined ? 'order_line_item_id' : line.sku !== undefined ? 'sku' : 'variant_id'
  const field = `${at}.${name}`
  return refuse('variant_not_on_order', { desc: `${field} is not on the order.`, data: { field } })
}

/** Fills the lines of the order in their order, and counts what it takes in the facts. */
function linesOfOrder(order: OrderFacts, lines: readonly NewReturnLine[], facts: ReturnFacts): Unpriced[] {
  if (lines.length === 0) refuseField('lines', 'must have at least one line')
  const unitsByLine = new Map<string, number>()
  const left = (one: OrderLineFacts) => returnable(one) - (unitsByLine.get(one.line_id) ?? 0)
  const filled = lines.flatMap((line, i) => {
    const at = `lines[${i}]`
    const named = namedLines(order, line, facts, at)
    let open = quantityOf(line, at)
    const field = `${at}.expected_quantity`
    if (named.every(({ shipped_quantity }) => shipped_quantity === 0))
      refuse('return_before_shipment', { desc: `${at} is of units that have not shipped yet.`, data: { field } })
    const returnable_quantity = named.reduce((sum, one) => sum + left(one), 0)
    if (open > returnable_quantity)
      refuse('return_more_than_sold', {
        desc: `${field} is ${open}, and ${returnable_quantity} of the shipped units can still be returned.`,
        data: { field, returnable_quantity },
      })
    return named.flatMap((one): Unpriced[] => {
      const units = Math.min(open, left(one))
      if (units === 0) return []
      open -= units
      unitsByLine.set(one.line_id, (unitsByLine.get(one.line_id) ?? 0) + units)
      return [{ variant_id: one.variant_id, order_line_id: one.line_id, expected_quantity: units }]
    })
  })
  return filled
}

export type ComposedRefund = Pick<
  ComposedReturn,
  | 'refund_status'
  | 'refund_is_stated'
  | 'refund_is_paid_out'
  | 'refund_cents'
  | 'refund_currency'
  | 'refund_freight_cents'
  | 'lines'
>

/** What a refund is limited by: null where the return is of no order, so that nothing is known to have been paid. */
export type RefundedOrder = Pick<
  OrderFacts,
  'origin' | 'refundable_cents' | 'freight_left_cents' | 'payments_left_cents' | 'lines'
> | null

interface RefundRequest {
  /** Origin of the return as it was requested. */
  origin?: string | undefined
  refund: StatedRefund | undefined
}

function checkRefund({ refund, origin }: RefundRequest, order: RefundedOrder, currency: string): number {
  const { status, cents, tax_cents = 0, freight_cents = 0 } = refund!
  if (cents == null) return refuse('refund_needs_an_amount', { data: { field: 'refund.cents' } })
  checkAmounts(currency, {
    'refund.cents': cents,
    'refund.tax_cents': tax_cents,
    'refund.freight_cents': freight_cents,
  })
  if (order?.origin === 'channel' && origin !== 'channel_refund')
    refuse('refund_is_the_channels', { data: { field: 'refund.status', status } })
  if (tax_cents + freight_cents > cents)
    refuseField('refund.cents', 'must be at least the sum of tax_cents and freight_cents')
  const refundable_cents = order === null ? cents : Math.max(order.refundable_cents, 0)
  if (cents > refundable_cents)
    refuse('conflict', {
      desc: `refund.cents is ${decimalOf(cents)} ${currency}, and ${decimalOf(refundable_cents)} ${currency} of what was paid for the order is left to be paid back.`,
      data: { field: 'refund.cents', refundable_cents },
    })
  checkPaid(order, cents, currency)
  return cents
}

/** Money that was never received is not paid back: what the account still owes is credited. */
function checkPaid(order: RefundedOrder, cents: number, currency: string): void {
  if (order === null || order.payments_left_cents === null) return
  const left = Math.max(order.payments_left_cents, 0)
  if (cents <= left) return
  refuse('conflict', {
    desc: `refund.cents is ${decimalOf(cents)} ${currency}, and ${decimalOf(left)} ${currency} of the payments for the order is left to be paid back. Credit what was not paid with a credit note for the return.`,
    data: { field: 'refund.cents', reason: 'unpaid', refundable_cents: left },
  })
}

const hasAmount = (refund: StatedRefund | undefined) =>
  refund !== undefined && (refund.cents != null || refund.tax_cents !== undefined || refund.freight_cents !== undefined)

/** A channel has paid what it reports, and so has the system of which returns are imported. */
const isPaidOut = ({ refund, origin }: RefundRequest): boolean =>
  refund?.is_paid_out ?? (origin === 'channel_refund' || origin === 'import')

/** Amount that the customer paid for the units of a line, without and with taxes. */
function paidFor(order: RefundedOrder, { order_line_id, expected_quantity }: Unpriced, currency: string) {
  const line = order?.lines.find(({ line_id }) => line_id === order_line_id)
  if (line === undefined) return { net: 0, tax: 0 }
  return {
    net: shareOf(line.net_cents, expected_quantity, line.shipped_quantity, currency),
    tax: shareOf(line.tax_cents, expected_quantity, line.shipped_quantity, currency),
  }
}

/** What of an amount exceeds the goods that are left of the order: it can only be freight. */
function freightWithin(cents: number, tax_cents: number, order: RefundedOrder): number {
  if (order === null) return 0
  const freightLeft = Math.min(order.freight_left_cents, order.refundable_cents)
  return Math.min(Math.max(cents - (order.refundable_cents - freightLeft), 0), cents - tax_cents)
}

/** Splits a stated refund over the lines that come back. */
export function composeRefund(
  request: RefundRequest,
  order: RefundedOrder,
  lines: readonly Unpriced[],
  currency: string,
): ComposedRefund {
  const { refund } = request
  if (refund?.currency !== undefined && refund.currency !== currency)
    refuseField('refund.currency', `must be the currency of the ${order === null ? 'organisation' : 'order'}`, [
      currency,
    ])
  if (refund === undefined || refund.status === 'none') {
    if (hasAmount(refund)) refuseField('refund.status', 'must be partial or full if an amount is given')
    const unrefunded = lines.map((line) => ({ ...line, refund_cents: 0, refund_tax_cents: 0 }))
    const none = { refund_cents: null, refund_currency: null, refund_freight_cents: 0, refund_is_paid_out: false }
    return { refund_status: 'none', refund_is_stated: refund !== undefined, ...none, lines: unrefunded }
  }
  const cents = checkRefund(request, order, currency)
  const freight_cents = refund.freight_cents ?? freightWithin(cents, refund.tax_cents ?? 0, order)
  const paid = lines.map((line) => paidFor(order, line, currency))
  const net = paid.reduce((sum, one) => sum + one.net, 0)
  const taxes = paid.reduce((sum, one) => sum + one.tax, 0)
  const tax_cents = refund.tax_cents ?? shareOf(cents - freight_cents, taxes, net + taxes, currency)
  const weights = net > 0 ? paid.map((one) => one.net) : lines.map(({ expected_quantity }) => expected_quantity)
  const amounts = splitCents(cents - freight_cents - tax_cents, weights, currency)
  const taxAmounts = splitCents(tax_cents, weights, currency)
  return {
    refund_status: refund.status,
    refund_is_stated: true,
    refund_is_paid_out: isPaidOut(request),
    refund_cents: cents,
    refund_currency: currency,
    refund_freight_cents: freight_cents,
    lines: lines.map((line, i) => ({ ...line, refund_cents: amounts[i]!, refund_tax_cents: taxAmounts[i]! })),
  }
}

function placeOf({ location_id }: NewReturn, facts: ReturnFacts): string {
  if (location_id === undefined) return facts.only_warehouse_id ?? refuse('return_needs_a_place')
  const location = facts.locations.get(location_id)
  if (location === undefined) return refuseField('location_id', 'must be a location of this organisation')
  if (!location.is_active) refuseField('location_id', `must be an active location; ${location.name} is inactive`)
  return location_id
}

function channelOf({ sales_channel_id }: NewReturn, order: OrderFacts | null, facts: ReturnFacts): string | null {
  if (sales_channel_id === undefined) return order?.sales_channel_id ?? null
  if (order !== null) refuseField('sales_channel_id', 'can be set only on a return without an order')
  if (!facts.sales_channels.has(sales_channel_id))
    refuseField('sales_channel_id', 'must be a sales channel of this organisation')
  return sales_channel_id
}

export function composeReturn(request: ReturnRequest, origin: string, facts: ReturnFacts): ComposedReturn {
  const { order_id, expected_on, lines = [] } = request
  const expectedDay = expected_on === undefined ? null : readDay('expected_on', expected_on)
  const order = order_id === undefined ? null : (facts.orders.get(order_id) ?? refuse('order_not_on_file'))
  const unpriced = order === null ? linesByProduct(lines, facts) : linesOfOrder(order, lines, facts)
  const currency = order?.currency ?? facts.currency
  const refund = composeRefund({ refund: request.refund, origin: request.origin }, order, unpriced, currency)
  const location_id = placeOf(request, facts)
  const sales_channel_id = channelOf(request, order, facts)
  for (const { order_line_id, expected_quantity } of unpriced) {
    const line = order?.lines.find(({ line_id }) => line_id === order_line_id)
    if (line !== undefined) line.returned_quantity += expected_quantity
  }
  if (order !== null) {
    order.refundable_cents -= refund.refund_cents ?? 0
    order.freight_left_cents -= refund.refund_freight_cents
    if (order.payments_left_cents !== null) order.payments_left_cents -= refund.refund_cents ?? 0
  }
  return {
    ...refund,
    origin: request.origin ?? origin,
    reason: request.reason ?? 'unknown',
    order_id: order_id ?? null,
    customer_id: order?.customer_id ?? null,
    sales_channel_id,
    location_id,
    currency,
    expected_on: expectedDay,
    source_system: request.source_system ?? null,
    external_id: request.external_id ?? null,
  }
}
