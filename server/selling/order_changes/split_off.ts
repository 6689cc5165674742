/** Splits a part off a locked order: lines and parts of lines become an order of their own, with their holds and money. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { takeOrderNumbers } from '../../records/order_numbers.ts'
import { splitEdiOrder } from '../edi_orders/edi_order.store.ts'
import { splitMoney } from '../payments/money_of_lines.ts'
import { requestAgain } from '../warehouse_requests/request_again.ts'
import { lockRequests } from '../warehouse_requests/requests.store.ts'
import { allocateLines, holdsOf, resolveShortages, settleShortages } from '../orders/allocation/allocation.ts'
import { insertOrder, type NewLine, type NewOrder } from '../orders/creation/creation.store.ts'
import { insertHold } from './hold.store.ts'
import { isStatedShort } from './live_change.ts'
import { type LockedLine, type LockedOrder, lockOrder, saveOrders } from '../orders/locked_order.store.ts'
import { recountCustomers } from '../orders/order_customer.ts'
import { linkOrders, moveLines } from './order_links.store.ts'
import { mayHoldMore, unallocatedOf } from '../orders/rules.ts'
import { type DividedUnits, divideLine, goesWhole, movedFreight, type Part } from './split.rules.ts'

export interface Split {
  parts: readonly Part[]
  /** Where the new order ships from, and the day on which it is to ship, if not as the order that it was part of. */
  location_id?: string
  requested_ship_date?: string
}

interface Gone {
  line: LockedLine
  is_whole: boolean
  /** Id and number in the new order. */
  line_id: string
  line_number: number
  moved: DividedUnits
  rest: DividedUnits
}

function divided({ lines, currency }: LockedOrder, parts: readonly Part[]): Gone[] {
  const units = new Map(parts.map((part) => [part.line_id, part.units]))
  return lines
    .filter(({ line_id }) => units.has(line_id))
    .map((line, i) => {
      const count = units.get(line.line_id)!
      const is_whole = goesWhole(line, count)
      const line_id = is_whole ? line.line_id : uuidv7()
      return { line, is_whole, line_id, line_number: i + 1, ...divideLine(line, count, currency) }
    })
}

const newLineOf = ({ line, line_id, line_number, moved }: Gone): NewLine => ({
  line_id,
  line_number,
  variant_id: line.variant_id,
  quantity: moved.quantity,
  unit_price_cents: line.unit_price_cents,
  regular_unit_price_cents: line.regular_unit_price_cents,
  discount_cents: moved.discount_cents,
  tax_cents: moved.tax_cents,
  unit_cost: line.unit_cost,
  requested_ship_date: line.requested_ship_date,
  cancel_date: line.cancel_date,
  door_reference: line.door_reference,
  buyer_sku: line.buyer_sku,
  buyer_line_reference: line.buyer_line_reference,
  pack_reference: line.pack_reference,
  pack_units: line.pack_units,
  edi_position: line.edi_position,
  requested_unit_price_cents: line.requested_unit_price_cents,
})

type Header = Omit<NewOrder, 'order_id' | 'name' | 'created_by' | 'freight_cents' | 'freight_tax_cents'>

const headerOf = (before: LockedOrder, { location_id, requested_ship_date }: Split): Header => ({
  // The id in the other system names the order as it came.
  external_id: null,
  source_system: null,
  reference: before.reference,
  origin: before.origin,
  lifecycle: before.lifecycle === 'draft' ? 'draft' : 'open',
  is_wholesale: before.is_wholesale,
  trading_partner_id: before.trading_partner_id,
  customer_id: before.customer_id,
  sales_channel_id: before.sales_channel_id,
  location_id: location_id ?? before.location_id,
  commitment_id: before.commitment_id,
  door_reference: before.door_reference,
  currency: before.currency,
  ordered_at: before.ordered_at,
  ordered_on: before.ordered_on,
  is_ordered_at_stated: before.is_ordered_at_stated,
  requested_ship_date: requested_ship_date ?? before.requested_ship_date,
  ship_window_start: before.ship_window_start,
  ship_window_end: before.ship_window_end,
  cancel_date: before.cancel_date,
  shipping_method: before.shipping_method,
  terms: before.terms,
  notes: before.notes,
})

/** Stores the new order with the lines that go; returns it as it is stored, without the holds of parts of lines. */
async function insertSplit(sql: Sql, context: WriteContext, before: LockedOrder, split: Split, gone: readonly Gone[]) {
  const { organization_id, actor } = context
  const [number] = await takeOrderNumbers(sql, organization_id, 'sales', 1)
  const order_id = uuidv7()
  const units = gone.reduce((sum, { moved }) => sum + moved.quantity, 0)
  const freight = movedFreight(before, before.lines, units)
  const order = { ...headerOf(before, split), ...freight, order_id, name: `SO-${number}`, created_by: actor }
  const parts = gone.filter(({ is_whole }) => !is_whole)
  await insertOrder(sql, context, order, parts.map(newLineOf))
  const whole = gone.filter(({ is_whole }) => is_whole)
  if (whole.length > 0)
    await moveLines(
      sql,
      organization_id,
      whole.map(({ line_id, line_number }) => ({ line_id, order_id, line_number })),
    )
  if (before.hold !== null) await insertHold(sql, context, { ...before.hold, order_id, hold_id: uuidv7() })
  await linkOrders(sql, context, [{ order_id, from_order_id: before.order_id, kind: 'split_from' }])
  await splitEdiOrder(sql, organization_id, before.order_id, order_id)
  return lockOrder(sql, { organization_id, account: null }, order_id)
}

/** The new order with what its lines take along: holds, verdicts, and who confirmed it. */
function splitOrder(stored: LockedOrder, before: LockedOrder, gone: readonly Gone[]): LockedOrder {
  const byId = new Map(gone.map((one) => [one.line_id, one]))
  const lines = stored.lines.map((line): LockedLine => {
    const { line: from, moved } = byId.get(line.line_id)!
    const { parts } = from
    const { allocated_quantity } = moved
    const { verdict, verdict_reason, requested_ship_date } = from
    return {
      ...line,
      // A bundle that holds its components holds the same ones in both orders.
      parts,
      verdict,
      verdict_reason,
      allocated_quantity,
      location_id: allocated_quantity === 0 ? null : from.location_id,
      requested_ship_date: requested_ship_date === stored.requested_ship_date ? null : requested_ship_date,
    }
  })
  const { confirmed_at, confirmed_by, is_allocated_on_request } = before
  return { ...stored, lines, confirmed_at, confirmed_by, is_allocated_on_request }
}

/** What stays of the order. */
function restOf(before: LockedOrder, fresh: LockedOrder, gone: readonly Gone[]): LockedOrder {
  const byId = new Map(gone.map((one) => [one.line.line_id, one]))
  const lines = before.lines.flatMap((line) => {
    const one = byId.get(line.line_id)
    if (one === undefined) return [line]
    if (one.is_whole) return []
    return [{ ...line, ...one.rest, location_id: one.rest.allocated_quantity === 0 ? null : line.location_id }]
  })
  return {
    ...before,
    lines,
    freight_cents: before.freight_cents - fresh.freight_cents,
    freight_tax_cents: before.freight_tax_cents - fresh.freight_tax_cents,
  }
}

/** At another location, the new order gives its holds back, and holds what is available there. */
async function heldElsewhere(sql: Sql, organization_id: string, order: LockedOrder): Promise<LockedOrder> {
  const known = new Map(order.lines.map((line) => [line.line_id, line]))
  const lines = order.lines.map((line) => ({ ...line, allocated_quantity: 0, location_id: null }))
  const wants = (line: LockedLine) => {
    if (order.lifecycle === 'draft') return 0
    return mayHoldMore(order) ? unallocatedOf(line) : known.get(line.line_id)!.allocated_quantity
  }
  const released = holdsOf(order.lines)
  const [held] = await allocateLines(sql, organization_id, [{ ...order, lines }], { wants, released })
  return held!
}

const isHolding = ({ lines }: LockedOrder) => lines.some(({ allocated_quantity }) => allocated_quantity > 0)

export interface SplitOrders {
  rest: LockedOrder
  fresh: LockedOrder
}

export async function splitOff(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  split: Split,
): Promise<SplitOrders> {
  const { organization_id, now, actor: resolved_by } = context
  const open = await lockRequests(sql, organization_id, before.order_id)
  const wasShort = await isStatedShort(sql, organization_id, [before])
  const gone = divided(before, split.parts)
  const stored = await insertSplit(sql, context, before, split, gone)
  const isMoved = stored.location_id !== before.location_id
  const splitUp = splitOrder(stored, before, gone)
  const after = isMoved ? await heldElsewhere(sql, organization_id, splitUp) : splitUp
  const [rest, fresh] = await saveOrders(sql, { organization_id, now, actor: resolved_by }, [
    { before, after: restOf(before, stored, gone) },
    { before: { ...stored, lines: [] }, after, added: stored.lines },
  ])
  // If the order had been allocated, both parts can be short; if not, only a part that holds stock by now can be.
  const wasAllocated = wasShort || isHolding(before)
  for (const order of before.lifecycle === 'draft' ? [] : [rest!, fresh!]) {
    const settle = wasAllocated || isHolding(order) ? settleShortages : resolveShortages
    await settle(sql, { organization_id, now, resolved_by }, [order])
  }
  await splitMoney(sql, context, rest!, fresh!)
  await requestAgain(sql, context, open, rest!)
  if (before.customer_id !== null) await recountCustomers(sql, organization_id, [before.customer_id])
  return { rest: rest!, fresh: fresh! }
}
