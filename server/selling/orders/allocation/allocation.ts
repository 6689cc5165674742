/** Allocation: outstanding units of order lines hold stock, as far as it is available. */
import type { Sql } from '../../../contract/call.ts'
import {
  type NewException,
  openExceptions,
  readOpenKinds,
  readOpenSentences,
  resolveExceptions,
} from '../../../exceptions/open.ts'
import { partUnits } from '../../../ledger/bundles/parts.rules.ts'
import { reserveWhole } from '../../../ledger/reserve.ts'
import { type Hold, pairKey } from '../../../ledger/rules.ts'
import { counted } from '../../../contract/outcome.ts'
import type { LockedLine, LockedOrder } from '../locked_order.store.ts'
import { orderSubject } from '../order.store.ts'
import { type LineQuantities, mayHoldMore, outstandingOf, unallocatedOf } from '../rules.ts'

interface WantedLine {
  line: LockedLine
  location_id: string
  wanted: number
}

/** Units that a line is to hold in addition. */
export type Wants = (line: LockedLine) => number

/** Units that lines still want, at the location that their order ships from. */
const wantedLines = ({ lines, location_id }: LockedOrder, wants: Wants): WantedLine[] =>
  lines.flatMap((line) => {
    const [wanted, from] = [wants(line), line.location_id ?? location_id]
    return wanted > 0 && from !== null ? [{ line, location_id: from, wanted }] : []
  })

/** Sums holds by variant and location, since each pair is asked for once. */
export function sumHolds(holds: readonly Hold[]): Hold[] {
  const sums = new Map<string, Hold>()
  for (const hold of holds) {
    const committed_delta = (sums.get(pairKey(hold))?.committed_delta ?? 0) + hold.committed_delta
    sums.set(pairKey(hold), { ...hold, committed_delta })
  }
  return [...sums.values()].filter(({ committed_delta }) => committed_delta !== 0)
}

interface Allocation {
  wants?: Wants
  /** Holds that the lines give back in the same act: those units are there to be held again. */
  released?: readonly Hold[]
}

/**
 * Holds what is available for the lines of locked orders, first come first served in the order given. A bundle that is
 * assembled when it is sold holds its components, for as many whole bundles as all of them suffice.
 */
export async function allocateLines(
  sql: Sql,
  organization_id: string,
  orders: readonly LockedOrder[],
  { wants = unallocatedOf, released = [] }: Allocation = {},
): Promise<LockedOrder[]> {
  const requested = orders.flatMap((order) => wantedLines(order, wants))
  const held = await reserveWhole(
    sql,
    organization_id,
    requested.map(({ line: { parts }, location_id, wanted }) => ({ parts, location_id, wanted })),
    released,
  )
  const heldByLine = new Map(
    requested.map(({ line, location_id }, i) => [line.line_id, { units: held[i]!, location_id }]),
  )
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => {
      const got = heldByLine.get(line.line_id)
      if (got === undefined || got.units === 0) return line
      return { ...line, allocated_quantity: line.allocated_quantity + got.units, location_id: got.location_id }
    }),
  }))
}

/** The release of so many units that a line holds, of each of its parts. */
export const releaseOf = (line: LockedLine, units: number): Hold[] =>
  units > 0 && line.location_id !== null
    ? partUnits(line, units).map(({ variant_id, quantity }) => ({
        variant_id,
        location_id: line.location_id!,
        committed_delta: 0 - quantity,
      }))
    : []

/** The release of all that lines hold. */
export const holdsOf = (lines: readonly LockedLine[]): Hold[] =>
  lines.flatMap((line) => releaseOf(line, line.allocated_quantity))

/** Outstanding units of an order that hold no stock. */
export const shortageOf = ({ lines }: { lines: readonly LineQuantities[] }): number =>
  lines.reduce((sum, line) => sum + unallocatedOf(line), 0)

export const shortageException = ({ order_id, name, lines }: LockedOrder): NewException => {
  const short = lines.filter((line) => unallocatedOf(line) > 0)
  const units = short.map((line) => `${counted(unallocatedOf(line), 'unit')} of ${line.sku}`)
  const named = units.slice(0, 3).join(', ') + (units.length > 3 ? ` and ${units.length - 3} more` : '')
  return {
    kind: 'allocation_short',
    severity: 'warning',
    subject: { type: orderSubject, id: order_id },
    sentence: `${name} is short of stock: ${named} could not be allocated.`,
  }
}

interface Settling {
  organization_id: string
  now: string
  resolved_by: string
}

const shortageOfOrder = ({ order_id }: LockedOrder) =>
  ({ kind: 'allocation_short', subject: { type: orderSubject, id: order_id } }) as const

/** Whether units of the order hold no stock although they should: nobody keeps it from holding them. */
const isShort = (order: LockedOrder) => shortageOf(order) > 0 && mayHoldMore(order)

/** What ends exceptions of a locked order: each kind whose cause its state has ended, and how. */
function endedBy(order: LockedOrder): Partial<Record<NewException['kind'], string>> {
  const end = order.lifecycle === 'cancelled' ? 'cancelled' : null
  const outstanding = order.lines.reduce((sum, line) => sum + outstandingOf(line), 0)
  return {
    ...(isShort(order) ? {} : { allocation_short: end ?? (shortageOf(order) > 0 ? 'held_back' : 'allocated') }),
    ...(outstanding > 0 ? {} : { quantity_short: end ?? 'nothing_outstanding' }),
    ...(order.lines.some((line) => line.over_shipped_quantity > 0) ? {} : { over_shipped: end ?? 'not_over_shipped' }),
  }
}

/**
 * Resolves the exceptions of orders whose cause has ended: `allocation_short` of those that are short of nothing any more,
 * or that people keep without stock, shortages that a warehouse reported, and units shipped beyond what was agreed.
 */
export async function resolveShortages(
  sql: Sql,
  { organization_id, now, resolved_by }: Settling,
  orders: readonly LockedOrder[],
): Promise<void> {
  const ids = orders.map(({ order_id }) => order_id)
  const open = await readOpenKinds(sql, organization_id, orderSubject, ids)
  const ends = new Map(orders.map((order) => [order.order_id, endedBy(order)]))
  for (const { subject_id, kind } of open) {
    const resolution = ends.get(subject_id)![kind]
    if (resolution === undefined) continue
    const subject = { type: orderSubject, id: subject_id }
    await resolveExceptions(sql, organization_id, now, { kind, subject, resolution, resolved_by })
  }
}

/** `allocation_short` says what the orders are short of now: it opens, is replaced where it says something else, and ends. */
export async function settleShortages(sql: Sql, settling: Settling, orders: readonly LockedOrder[]): Promise<void> {
  const { organization_id, now, resolved_by } = settling
  await resolveShortages(sql, settling, orders)
  const short = orders.filter(isShort)
  if (short.length === 0) return
  const stated = await readOpenSentences(sql, organization_id, {
    kind: 'allocation_short',
    subject_type: orderSubject,
    subject_ids: short.map(({ order_id }) => order_id),
  })
  for (const order of short) {
    const exception = shortageException(order)
    const open = stated.filter(({ subject_id }) => subject_id === order.order_id)
    if (open.some(({ sentence }) => sentence === exception.sentence)) continue
    if (open.length > 0)
      await resolveExceptions(sql, organization_id, now, {
        ...shortageOfOrder(order),
        resolution: 'superseded',
        resolved_by,
      })
    await openExceptions(sql, organization_id, now, [exception])
  }
}
