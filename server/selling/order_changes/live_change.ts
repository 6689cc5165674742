/**
 * Changes of an order that may hold stock, or that a warehouse was asked to ship. In the transaction of the change, holds
 * follow the lines, the warehouse gets what is left to ship, and the account its acknowledgement.
 */
import type { Sql } from '../../contract/sql.ts'
import { readOpenKinds } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { Hold } from '../../ledger/rules.ts'
import { acknowledgeLive } from '../edi_orders/outbound/acknowledge.ts'
import { withFreightLeft } from '../invoices/settle_freight.ts'
import { recountSurplus } from '../returns/surplus/recount_surplus.ts'
import { requestAgain } from '../warehouse_requests/request_again.ts'
import { lockRequests } from '../warehouse_requests/requests.store.ts'
import {
  allocateLines,
  releaseOf,
  resolveShortages,
  settleShortages,
  type Wants,
} from '../orders/allocation/allocation.ts'
import { type LockedLine, type LockedOrder, type OrderChange, saveOrders } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { mayHoldMore, outstandingOf, unallocatedOf } from '../orders/rules.ts'

type Known = ReadonlyMap<string, LockedLine>

const isMoved = (before: LockedOrder, after: LockedOrder) => before.location_id !== after.location_id

/** The line with no more holds than it has outstanding; one that moves gives back all. */
function keptHold(line: LockedLine, hasMoved: boolean): LockedLine {
  const allocated_quantity = hasMoved ? 0 : Math.min(line.allocated_quantity, outstandingOf(line))
  return { ...line, allocated_quantity, location_id: allocated_quantity === 0 ? null : line.location_id }
}

/** What lines hold no more. */
const givenBack = (lines: readonly LockedLine[], known: Known): Hold[] =>
  lines.flatMap(({ line_id, allocated_quantity }) => {
    const was = known.get(line_id)
    return was === undefined ? [] : releaseOf(was, was.allocated_quantity - allocated_quantity)
  })

/**
 * Units that each line holds in addition: of an order that holds stock, all that a line with more units wants. One that is on hold,
 * or was unallocated, holds no more than before, at another location if it moved. One that was short of everything holds
 * what there is where it moves to.
 */
function wantsAfter(before: LockedOrder, known: Known, hasMoved: boolean, wasShort: boolean): Wants {
  const isHolding = before.lines.some(({ allocated_quantity }) => allocated_quantity > 0)
  return (line) => {
    if (!isHolding && !(hasMoved && wasShort)) return 0
    const was = known.get(line.line_id)
    if (!mayHoldMore(before)) return hasMoved ? Math.min(unallocatedOf(line), was?.allocated_quantity ?? 0) : 0
    const isChanged = was === undefined || hasMoved || outstandingOf(line) > outstandingOf(was)
    return isChanged ? unallocatedOf(line) : 0
  }
}

/** The order with holds that follow its lines and its location; what is short stays without. */
async function holdAgain(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
  wasShort: boolean,
): Promise<LockedOrder> {
  const known: Known = new Map(before.lines.map((line) => [line.line_id, line]))
  const hasMoved = isMoved(before, after)
  const lines = after.lines.map((line) => keptHold(line, hasMoved))
  const released = givenBack(lines, known)
  const wants = wantsAfter(before, known, hasMoved, wasShort)
  const [held] = await allocateLines(sql, organization_id, [{ ...after, lines }], { wants, released })
  return held!
}

/** Whether an exception is open that says one of the orders is short of stock. */
export async function isStatedShort(
  sql: Sql,
  organization_id: string,
  orders: readonly Pick<LockedOrder, 'order_id'>[],
): Promise<boolean> {
  const ids = orders.map(({ order_id }) => order_id)
  const open = await readOpenKinds(sql, organization_id, orderSubject, ids)
  return open.some(({ kind }) => kind === 'allocation_short')
}

/**
 * Writes the change of a locked order; `after` has its lines as they are to be, with those that were `added`, and `sales`
 * are those of shipments that it prices again.
 */
export async function saveLive(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  after: LockedOrder,
  { added = [], sales = [] }: Pick<OrderChange, 'added' | 'sales'> = {},
): Promise<LockedOrder> {
  const { organization_id, now, actor: resolved_by } = context
  const isDraft = before.lifecycle === 'draft'
  const open = isDraft ? [] : await lockRequests(sql, organization_id, before.order_id)
  const wasShort = !isDraft && (await isStatedShort(sql, organization_id, [before]))
  const held = isDraft ? after : await holdAgain(sql, organization_id, before, after, wasShort)
  const billed = await withFreightLeft(sql, organization_id, held)
  const [saved] = await saveOrders(sql, { organization_id, now, actor: resolved_by }, [
    { before, after: billed, added, sales },
  ])
  if (isDraft) return saved!
  await recountSurplus(sql, organization_id, before, saved!)
  const isHolding = [before, saved!].some(({ lines }) => lines.some(({ allocated_quantity }) => allocated_quantity > 0))
  const settle = isHolding || wasShort ? settleShortages : resolveShortages
  await settle(sql, { organization_id, now, resolved_by }, [saved!])
  await requestAgain(sql, context, open, saved!)
  await acknowledgeLive(sql, context, before, saved!)
  return saved!
}
