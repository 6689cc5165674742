/** Applies a buyer's change to the orders into which its order was split. */
import { listOf } from '../../../contract/outcome.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import type { PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import type { Problem } from '../../../edi/understood/walk.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { lockStock } from '../../order_changes/lock_stock.ts'
import { cancelLocked } from '../../orders/cancel.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import { lockRequests } from '../../warehouse_requests/requests.store.ts'
import { type EdiOrder, saveEdiLines } from '../edi_order.store.ts'
import { type AppliedLine, applyChange, openTotalNotes } from './apply_change.ts'
import type { LineAfter } from './change.rules.ts'
import { datesOf, readBuyer, type ReadOrderLine } from './order_lines.ts'
import { divideChange, namesOf, type PartChange } from './split_change.rules.ts'

export interface SplitChange {
  /** The first order of the split, and then the others. */
  orders: readonly LockedOrder[]
  edi: EdiOrder
  change: PurchaseOrderChange860
  changed: readonly LineAfter[]
  problems: readonly Problem[]
}

export interface AppliedToParts {
  /** Orders that changed, as they are written. */
  saved: LockedOrder[]
  lines: AppliedLine[]
}

function refuseUnclear({ orders }: Pick<SplitChange, 'orders'>, why: string): never {
  return refuse('conflict', {
    desc: `${orders[0]!.name} was split into ${namesOf(orders)}, and ${why}. Decline the change and change the orders, or merge them first.`,
    data: { orders: orders.map(({ order_id, name }) => ({ order_id, name })) },
  })
}

const noDates = {
  deliver_on: null,
  ship_from_on: null,
  ship_not_before: null,
  ship_not_after: null,
  deliver_not_before: undefined,
  deliver_not_after: undefined,
  cancel_after: null,
}

/** The parts ship on days of their own, so that a day which the change moves could be that of any of them. */
async function checkDays(sql: Sql, { organization_id }: WriteContext, split: SplitChange): Promise<void> {
  const { orders, edi, change } = split
  const { transit_days } = await readBuyer(sql, organization_id, orders[0]!.trading_partner_id!)
  const was = datesOf(edi.header, transit_days)
  const moved = Object.entries(datesOf(change as OrderHeader, transit_days)).filter(
    ([name, on]) => on !== null && on !== was[name as keyof typeof was],
  )
  if (moved.length > 0)
    refuseUnclear(
      split,
      `it moves ${listOf(
        moved.map(([name]) => name),
        'and',
      )} of all of it`,
    )
}

/** What a change that takes the whole order off cancels: all parts that have units to ship. */
async function cancelParts(sql: Sql, context: WriteContext, split: SplitChange): Promise<AppliedToParts> {
  const open = split.orders.filter(({ lifecycle }) => lifecycle !== 'fulfilled' && lifecycle !== 'cancelled')
  if (open.length === 0) refuseUnclear(split, 'nothing of them is left to ship')
  await lockParts(sql, context, open)
  const saved: LockedOrder[] = []
  for (const order of open) saved.push(await cancelLocked(sql, context, order, 'The account cancelled the order.'))
  return { saved, lines: split.changed.map((after) => ({ after, why: null })) }
}

/** Requests and stock of all parts come after their orders, each in its one order. */
async function lockParts(sql: Sql, { organization_id }: WriteContext, orders: readonly LockedOrder[]): Promise<void> {
  for (const { order_id } of orders.toSorted((one, other) => (one.order_id < other.order_id ? -1 : 1)))
    await lockRequests(sql, organization_id, order_id)
  await lockStock(sql, organization_id, orders)
}

/** Applies to each order the lines that concern it; the others keep their units, which count towards the quantity that the buyer wants. */
async function applyToEach(
  sql: Sql,
  context: WriteContext,
  split: SplitChange,
  parts: readonly PartChange<LockedOrder>[],
): Promise<AppliedToParts> {
  const { edi, change, problems, orders } = split
  const { organization_id } = context
  const saved: LockedOrder[] = []
  const applied = new Map<number, string | null>()
  const read: ReadOrderLine[] = []
  for (const [i, { order, changed }] of parts.entries()) {
    const elsewhere = orders.filter((one) => one !== order).flatMap(({ lines }) => lines)
    const own = { ...change, ...noDates }
    const done = await applyChange(sql, context, order, edi, changed, own, i === 0 ? problems : [], {
      whole: change,
      elsewhere,
      isFirst: i === 0,
    })
    saved.push(done.order)
    read.push(...done.read.filter(({ position }) => !applied.has(position)))
    for (const { after, why } of done.lines) applied.set(after.position, why)
  }
  // The first order keeps the words of the buyer about all of them.
  const words = read.map(({ position, line, fault }) => ({ position, line, fault }))
  await saveEdiLines(sql, organization_id, orders[0]!.order_id, words)
  const after = new Map(read.map(({ position, line, fault }) => [position, { position, line, fault }]))
  const lines = [...edi.lines, ...words.filter(({ position }) => edi.lines.every((one) => one.position !== position))]
  await openTotalNotes(sql, context, saved[0]!, edi, change, {
    read,
    words: { allowances: edi.header.allowances ?? [], lines: lines.map((line) => after.get(line.position) ?? line) },
    orders: orders.map((order) => saved.find(({ order_id }) => order_id === order.order_id) ?? order),
  })
  return { saved, lines: split.changed.map((after) => ({ after, why: applied.get(after.position) ?? null })) }
}

/** Refuses with the names of the orders where it is not clear which of them the change concerns. */
export async function applyToParts(sql: Sql, context: WriteContext, split: SplitChange): Promise<AppliedToParts> {
  if (split.change.purpose === 'cancellation') return cancelParts(sql, context, split)
  const parts = divideChange(split.orders, split.changed)
  if ('fault' in parts) return refuseUnclear(split, parts.fault)
  await checkDays(sql, context, split)
  if (parts.length === 0) return refuseUnclear(split, 'it names no line of them')
  await lockParts(
    sql,
    context,
    parts.map(({ order }) => order),
  )
  return applyToEach(sql, context, split, parts)
}
