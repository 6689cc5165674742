/** What a shipment that is voided or corrected gives back: to the orders whose holds it took, and then to its own order. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { listOf, counted } from '../../../contract/outcome.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { isStatedShort } from '../../order_changes/live_change.ts'
import { allocateLines, resolveShortages, settleShortages } from '../../orders/allocation/allocation.ts'
import { waits } from '../../orders/allocation/allocation_horizon.ts'
import { type LockedLine, type LockedOrder, lockFree, saveOrders, withLines } from '../../orders/locked_order.store.ts'
import { announceOrders } from '../../orders/order.store.ts'
import { mayHoldMore, outstandingOf, unallocatedOf } from '../../orders/rules.ts'
import type { TakenHold } from './overheld.ts'
import type { ShipmentOnFile } from '../voided_shipment.store.ts'

/** Orders of lines whose holds a shipment took. They come after the levels, so those that are locked elsewhere are left out. */
const losers = (sql: Sql, organization_id: string, order_id: string, holds: readonly TakenHold[]) => sql`
  where o.organization_id = ${organization_id} and o.order_id <> ${order_id} and o.order_id in (
    select l.order_id from order_lines l
    where l.organization_id = ${organization_id}
      and l.line_id = any(${arrayLiteral(holds.map(({ line_id }) => line_id))}::uuid[]))
  order by o.order_id`

const unitsOf = (lines: readonly TakenHold[]) => lines.reduce((sum, { units }) => sum + units, 0)

export interface GivenBack {
  lines: TakenHold[]
  /** The same by order. */
  orders: { order_id: string; name: string; units: number }[]
  /** `3 units held for SO-2041 again.` */
  sentences: string[]
}

export const noneGiven: GivenBack = { lines: [], orders: [], sentences: [] }

/**
 * Holds units again for the orders from which a shipment took them, where they left, as far as they are available and still
 * wanted. Called once the units are back in stock, and before anyone else may hold them.
 */
export async function giveBack(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  order_id: string,
  { taken_holds, location_id }: ShipmentOnFile,
): Promise<GivenBack> {
  if (taken_holds.length === 0) return noneGiven
  const free = await lockFree(sql, losers(sql, organization_id, order_id, taken_holds))
  const before = (await withLines(sql, organization_id, free)).filter(mayHoldMore)
  const unitsOfLine = new Map(taken_holds.map(({ line_id, units }) => [line_id, units]))
  const wants = (line: LockedLine) => Math.min(unitsOfLine.get(line.line_id) ?? 0, unallocatedOf(line))
  const there = before.map((order) => ({ ...order, location_id }))
  const held = await allocateLines(sql, organization_id, there, { wants })
  const changes = before
    .map((order, i) => ({ before: order, after: { ...order, lines: held[i]!.lines } }))
    .filter(({ before, after }) => before.lines.some((line, i) => line !== after.lines[i]))
  if (changes.length === 0) return noneGiven
  const saved = await saveOrders(sql, { organization_id, now, actor: resolved_by }, changes)
  await settleShortages(sql, { organization_id, now, resolved_by }, saved)
  await announceOrders(
    sql,
    organization_id,
    saved.map((order) => ({ order_id: order.order_id, event: 'order.updated' })),
  )
  const given = changes.map(({ before, after: { order_id, name, lines } }) => {
    const held = lines.flatMap(({ line_id, allocated_quantity }, i) => {
      const units = allocated_quantity - before.lines[i]!.allocated_quantity
      return units > 0 ? [{ line_id, units }] : []
    })
    return { order_id, name, units: unitsOf(held), held }
  })
  const lines = given.flatMap(({ held }) => held)
  const orders = given.map(({ held: _held, ...order }) => order)
  const names = listOf(
    orders.map(({ name }) => name),
    'and',
  )
  return { lines, orders, sentences: [`${counted(unitsOf(lines), 'unit')} held for ${names} again.`] }
}

/** What a shipment has taken and not given back, with what the one in its place takes in addition. */
export function stillTaken(
  before: readonly TakenHold[],
  given: readonly TakenHold[],
  more: readonly TakenHold[],
): TakenHold[] {
  const units = new Map<string, number>()
  const add = (line_id: string, count: number) => units.set(line_id, (units.get(line_id) ?? 0) + count)
  for (const one of [...before, ...more]) add(one.line_id, one.units)
  for (const one of given) add(one.line_id, 0 - one.units)
  return [...units].flatMap(([line_id, count]) => (count > 0 ? [{ line_id, units: count }] : []))
}

/**
 * Holds units again that a voided shipment gives back to its own order, as far as they are outstanding and available: where they
 * left, unless the line holds units elsewhere. Holds that were released because a day passed stay released, and an order whose stock a
 * person gave back holds none until a person allocates it.
 */
export async function holdReturned(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
  undone: { shipment: ShipmentOnFile } | undefined,
): Promise<LockedOrder> {
  const { holds_released_on, is_allocated_on_request, hold } = before
  const isGivenBack = is_allocated_on_request || hold?.keeps_stock === false
  if (undone === undefined || holds_released_on !== null || isGivenBack) return after
  const outstandingBefore = new Map(before.lines.map((line) => [line.line_id, outstandingOf(line)]))
  const wants = (line: LockedLine) =>
    Math.min(outstandingOf(line) - (outstandingBefore.get(line.line_id) ?? 0), unallocatedOf(line))
  const { location_id } = undone.shipment
  const [held] = await allocateLines(sql, organization_id, [{ ...after, location_id }], { wants })
  return { ...after, lines: held!.lines }
}

/** Once units have left, an order is short of fewer or of none; one that was not said to be short is not by shipping. */
export async function settleShipped(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  order: LockedOrder,
): Promise<void> {
  const settle = (await isStatedShort(sql, organization_id, [order])) ? settleShortages : resolveShortages
  await settle(sql, { organization_id, now, resolved_by }, [order])
}

/** States what an order is short of once units came back to it, unless it waits for its ship window and is to hold nothing yet. */
export async function settleReturned(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  order: LockedOrder,
): Promise<void> {
  const settle = (await waits(sql, organization_id, order)) ? resolveShortages : settleShortages
  await settle(sql, { organization_id, now, resolved_by }, [order])
}
