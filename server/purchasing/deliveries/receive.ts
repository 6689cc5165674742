/**
 * Receiving. Every way in which goods arrive against an order passes here: one delivery, several, or all that is
 * outstanding. The order is locked, all is judged before anything is written, and all is booked or nothing.
 */
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Caller, Sql } from '../../contract/call.ts'
import { openExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookMovements } from '../../ledger/book.ts'
import { emit } from '../../outbox/emit.ts'
import { arrival_of, bookedUnder, checkShipped } from './arrival.rules.ts'
import {
  type ArrivalToBook,
  checkRows,
  partsOf,
  releasedBy,
  usedBy,
  withParts,
} from '../manufacturing/assembly.rules.ts'
import { openAssembly, writeUse } from '../manufacturing/components.store.ts'
import type { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { readDeliveries } from './deliveries.store.ts'
import type { AllocatedCost } from '../landed_costs/received_cost.rules.ts'
import {
  adjustCosts,
  type BookedArrival,
  bookRemainders,
  costsOfArrivals,
  holdLevels,
} from '../landed_costs/received_cost.store.ts'
import {
  type ArrivedLine,
  arrivedLines,
  checkExcess,
  checkReceivedAt,
  checkUnitsInAll,
  type Excess,
  excessOf,
  excessSentence,
  figuresOf,
  type LineToReceive,
} from './receiving.rules.ts'
import {
  type DeliveryLineRow,
  findSubmitted,
  insertDeliveries,
  insertDeliveryLines,
  moveReceived,
  readLinesToReceive,
} from './receiving.store.ts'
import { checkAct } from '../orders/rules.ts'
import { type LockedOrder, orderChanged } from '../orders/store.ts'

export const fingerprintOf = (figures: string): string => createHash('sha256').update(figures).digest('hex')

/** One arrival as it will be written. */
export interface Arrival {
  delivery_id: string
  fingerprint: string
  received_at: string
  reference: string | null
  lines: readonly ArrivedLine[]
}

interface SubmittedDelivery extends Arrival {
  at: string
  accept_over_receipt: boolean
}

const unitsOf = ({ lines }: Arrival) => lines.reduce((sum, { received_quantity }) => sum + received_quantity, 0)

function read(
  order: LockedOrder,
  lines: readonly LineToReceive[],
  told: NewDelivery,
  now: string,
  at: string,
): SubmittedDelivery {
  checkReceivedAt(told.received_at, now, at)
  const arrived = arrivedLines(told.line_items, lines, at)
  return {
    at,
    delivery_id: uuidv7(),
    fingerprint: fingerprintOf(figuresOf(order.location_id, told, arrived)),
    received_at: told.received_at ?? now,
    reference: told.reference ?? null,
    accept_over_receipt: told.accept_over_receipt ?? false,
    lines: arrived,
  }
}

function sumByLine(arrivals: readonly Arrival[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { line, received_quantity } of arrivals.flatMap((one) => one.lines))
    sums.set(line.line_id, (sums.get(line.line_id) ?? 0) + received_quantity)
  return sums
}

/** What each arrival brings too much, refused unless it is accepted. */
function judge(order: LockedOrder, lines: readonly LineToReceive[], fresh: readonly SubmittedDelivery[]): Excess[][] {
  return fresh.map((one, i) => {
    const before = fresh.slice(0, i)
    checkUnitsInAll(
      lines,
      before.reduce((sum, other) => sum + unitsOf(other), unitsOf(one)),
      one.at,
    )
    const excess = excessOf(order, one.lines, sumByLine(before))
    checkExcess(order, excess, one.accept_over_receipt)
    return excess
  })
}

/**
 * A cost in another currency than the ledger's is never taken for it: the level's average stands in. What is made costs
 * what its components left at, whatever was planned.
 */
export const costIn = (caller: Caller, order: LockedOrder, { unit_cost }: LineToReceive): string | null =>
  order.currency === caller.currency && order.order_type !== 'manufacturing' ? unit_cost : null

/** Components that are not there are not used: they would be somebody else's, or nobody's. */
const floorOf = ({ order_type }: LockedOrder) => (order_type === 'manufacturing' ? 'available' : 'none')

/** A line of a delivery as the ledger booked it. */
const lineOf = (
  order: LockedOrder,
  row: BookedArrival,
  { freight_cost, duty_cost }: AllocatedCost,
): DeliveryLineRow => ({
  delivery_id: row.delivery_id,
  line_id: row.line_id,
  purchase_order_id: order.purchase_order_id,
  variant_id: row.variant_id,
  received_quantity: row.quantity_delta,
  unit_cost: row.unit_cost,
  freight_cost,
  duty_cost,
  landed_unit_cost: row.landed_unit_cost,
  movement_id: row.movement_id,
})

/** Books arrivals that were judged. The order's row is held. */
export async function bookArrivals(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  arrivals: readonly Arrival[],
): Promise<void> {
  const { organization_id } = caller
  const { purchase_order_id, location_id } = order
  const actor = actorOf(caller)
  const rows = arrivals.map(({ lines: _lines, delivery_id, fingerprint, received_at, reference }) => ({
    delivery_id,
    fingerprint,
    received_at,
    reference,
    purchase_order_id,
    location_id,
  }))
  await insertDeliveries(sql, organization_id, actor, now, rows)
  const assembly = await openAssembly(sql, organization_id, order, lines)
  const { kind } = arrival_of[order.order_type]
  const arriving = arrivals.flatMap(({ delivery_id, lines: arrived }) =>
    arrived.map(({ line, received_quantity }) => ({ delivery_id, line_id: line.line_id, received_quantity })),
  )
  // What arrived before shares a bill of the whole order with what arrives now.
  const shares_a_bill = order.billed_freight_cents !== null || order.billed_duty_cents !== null
  if (shares_a_bill) await holdLevels(sql, caller, order, lines)
  const borne = await costsOfArrivals(sql, caller, order, lines, arriving)
  const coming = arrivals.flatMap((arrival) =>
    arrival.lines.map(({ line, received_quantity }): ArrivalToBook => ({
      movement: {
        variant_id: line.variant_id,
        location_id,
        kind,
        quantity_delta: received_quantity,
        unit_cost: costIn(caller, order, line),
        added_unit_cost: borne(arrival.delivery_id, line.line_id).added_unit_cost,
        occurred_at: arrival.received_at,
        ...bookedUnder(order, arrival.delivery_id, line.line_id),
        evidence: arrival.reference,
      },
      parts: partsOf(order, assembly.bills, line),
    })),
  )
  checkRows(order, coming)
  const { movements, places } = withParts(assembly.location_id, coming)
  const holds = releasedBy(assembly, usedBy(movements))
  const booking = { organization_id, actor, now, currency: caller.currency, floor: floorOf(order) } as const
  const rows_booked = await bookMovements(sql, booking, movements, holds)
  const booked = places.map((place, i) => ({ ...rows_booked[place]!, ...arriving[i]! }))
  await insertDeliveryLines(
    sql,
    organization_id,
    booked.map((row) => lineOf(order, row, borne(row.delivery_id, row.line_id))),
  )
  await bookRemainders(sql, caller, now, order, booked, borne, 0)
  if (shares_a_bill) await adjustCosts(sql, caller, now, order)
  const units = sumByLine(arrivals)
  await writeUse(sql, organization_id, order, { assembly, movements, holds }, lines, units)
  await moveReceived(sql, organization_id, order, lines, units, now)
  await orderChanged(sql, organization_id, [purchase_order_id], now)
}

/** Announces deliveries in the shape of their own read. */
export async function announceDeliveries(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  delivery_ids: readonly string[],
): Promise<void> {
  const deliveries = await readDeliveries(sql, organization_id, [purchase_order_id], delivery_ids)
  await emit(
    sql,
    organization_id,
    deliveries.map((record) => ({ event: 'receipt.recorded', record })),
  )
}

/** Records deliveries and answers them in the order they were told; what was told before is answered as it is on file. */
export async function receive(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  deliveries: readonly { told: NewDelivery; at: string }[],
): Promise<RecordedDelivery[]> {
  const { organization_id } = caller
  const { purchase_order_id } = order
  const lines = await readLinesToReceive(sql, organization_id, purchase_order_id)
  const all = deliveries.map(({ told, at }) => read(order, lines, told, now, at))
  const on_file = await findSubmitted(
    sql,
    order,
    organization_id,
    all.map(({ fingerprint }) => fingerprint),
  )
  const fresh: SubmittedDelivery[] = []
  for (const one of all) {
    if (on_file.has(one.fingerprint)) continue
    on_file.set(one.fingerprint, one.delivery_id)
    fresh.push(one)
  }
  if (fresh.length > 0) {
    checkAct('receive', order)
    checkShipped(order)
    const excess = judge(order, lines, fresh)
    await bookArrivals(sql, caller, now, order, lines, fresh)
    await announceDeliveries(
      sql,
      organization_id,
      purchase_order_id,
      fresh.map(({ delivery_id }) => delivery_id),
    )
    await openExceptions(
      sql,
      organization_id,
      now,
      excess
        .filter((lines_over) => lines_over.length > 0)
        .map((lines_over) => ({
          kind: 'over_receipt',
          severity: 'warning',
          subject: { type: 'purchase_order', id: purchase_order_id },
          sentence: excessSentence(order, lines_over),
        })),
    )
  }
  const ids = all.map(({ fingerprint }) => on_file.get(fingerprint)!)
  const by_id = new Map(
    (await readDeliveries(sql, organization_id, [purchase_order_id], ids)).map((one) => [one.delivery_id, one]),
  )
  return all.map((told, i) => {
    const already_on_file = !fresh.includes(told)
    return { ...by_id.get(ids[i]!)!, already_on_file, moved_units: already_on_file ? 0 : unitsOf(told) }
  })
}
