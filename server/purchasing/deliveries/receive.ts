/**
 * Receiving. All arrivals against an order are booked here: one delivery, several, or all outstanding units. The order is
 * locked, everything is validated before anything is written, and either everything is booked or nothing.
 */
import { createHash } from 'node:crypto'
import Big from 'big.js'
import { uuidv7 } from 'uuidv7'
import type { Caller, Sql } from '../../contract/call.ts'
import { exactCost } from '../../contract/money.ts'
import { openExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { lockCounts } from '../../ledger/counts/stocktake_offsets.ts'
import { checkDates, refuseDate } from '../../ledger/books.ts'
import { orderFault } from '../../ledger/books.rules.ts'
import { emit } from '../../outbox/emit.ts'
import { arrivalOf, ledgerDocument, checkShipped } from './arrival.rules.ts'
import {
  type ArrivalToBook,
  checkRows,
  partsOf,
  releasedBy,
  usedBy,
  withParts,
} from '../manufacturing/assembly.rules.ts'
import { openAssembly, writeComponentUse } from '../manufacturing/components.store.ts'
import type { NewDelivery, RecordedDelivery } from './deliveries.model.ts'
import { readDeliveries } from './deliveries.store.ts'
import type { AllocatedCost, ArrivalRate } from '../landed_costs/received_cost.rules.ts'
import {
  adjustCosts,
  type BookedArrival,
  costsOfArrivals,
  holdLevels,
  keptRate,
  ratesOfArrivals,
} from '../landed_costs/received_cost.store.ts'
import {
  type ArrivedLine,
  arrivedLines,
  checkExcess,
  checkUnitsInAll,
  type Excess,
  excessOf,
  excessSentence,
  figuresOf,
} from './receiving.rules.ts'
import {
  type DeliveryLineRow,
  findRecorded,
  insertDeliveries,
  insertDeliveryLines,
  type LineToReceive,
  moveReceived,
  readLinesToReceive,
  readUnratedLines,
} from './receiving.store.ts'
import { dateByGoods } from '../orders/order_dates.ts'
import { checkAct } from '../orders/rules.ts'
import { type LockedOrder, orderChanged } from '../orders/store.ts'
import { settleInvoices } from '../supplier_invoices/settle.ts'

export const fingerprintOf = (figures: string): string => createHash('sha256').update(figures).digest('hex')

/** One arrival to be written. */
export interface Arrival {
  delivery_id: string
  fingerprint: string
  received_at: string
  reference: string | null
  not_in_count: boolean
  lines: readonly ArrivedLine[]
}

interface SubmittedDelivery extends Arrival {
  at: string
  accept_over_receipt: boolean
}

const unitsOf = ({ lines }: Arrival) => lines.reduce((sum, { received_quantity }) => sum + received_quantity, 0)

function readSubmitted(
  order: LockedOrder,
  lines: readonly LineToReceive[],
  submitted: NewDelivery,
  now: string,
  at: string,
): SubmittedDelivery {
  const arrived = arrivedLines(submitted.line_items, lines, at)
  return {
    at,
    delivery_id: uuidv7(),
    fingerprint: fingerprintOf(figuresOf(order.location_id, submitted, arrived)),
    received_at: submitted.received_at ?? now,
    reference: submitted.reference ?? null,
    not_in_count: submitted.not_in_count ?? false,
    accept_over_receipt: submitted.accept_over_receipt ?? false,
    lines: arrived,
  }
}

function sumByLine(arrivals: readonly Arrival[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { line, received_quantity } of arrivals.flatMap((one) => one.lines))
    sums.set(line.line_id, (sums.get(line.line_id) ?? 0) + received_quantity)
  return sums
}

/** The excess of each arrival over the outstanding units, refused unless accepted. */
function validateArrivals(
  order: LockedOrder,
  lines: readonly LineToReceive[],
  fresh: readonly SubmittedDelivery[],
): Excess[][] {
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

/** The cost of an arriving unit, and of a purchase in another currency the cost there. */
export type CostIn = Pick<MovementToBook, 'unit_cost' | 'stated_cost' | 'unrated_currency'>

/**
 * The unit cost of an arrival, converted at the rate of its day. Manufactured units cost what their components cost.
 */
export function costIn(order: LockedOrder, { unit_cost }: Pick<LineToReceive, 'unit_cost'>, rate: ArrivalRate): CostIn {
  if (order.order_type === 'manufacturing' || unit_cost === null) return { unit_cost: null }
  if (rate === 'own') return { unit_cost }
  const converted = rate === null ? null : exactCost(Big(unit_cost).times(rate.organization_currency_per_unit))
  const [perUnit, rate_date] = [rate?.organization_currency_per_unit ?? null, rate?.rate_date ?? null]
  return {
    unit_cost: converted,
    stated_cost: { currency: order.currency, unit_cost: exactCost(unit_cost), rate: perUnit, rate_date },
  }
}

/** Components must be available: on hand and not promised elsewhere. */
const floorOf = ({ order_type }: LockedOrder) => (order_type === 'manufacturing' ? 'available' : 'none')

/** A delivery line as booked in the ledger. */
const lineOf = (
  order: LockedOrder,
  row: BookedArrival,
  { freight_cost, duty_cost }: AllocatedCost,
  rate: ArrivalRate,
): DeliveryLineRow => ({
  // Of lines without a cost too: their freight is converted.
  ...keptRate(rate),
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

/** The movement of a line that arrives, without its cost. */
const datedArrival = (
  order: LockedOrder,
  arrival: Arrival,
  { line, received_quantity }: ArrivedLine,
  now: string,
): MovementToBook => ({
  variant_id: line.variant_id,
  location_id: order.location_id,
  kind: arrivalOf[order.order_type].kind,
  quantity_delta: received_quantity,
  occurred_at: arrival.received_at,
  counted_from: arrival.not_in_count ? now : null,
  ...ledgerDocument(order, arrival.delivery_id, line.line_id),
})

/** Books validated arrivals. The caller holds the lock on the order's row. */
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
  const rows = arrivals.map(({ lines: _lines, ...delivery }) => ({
    ...delivery,
    purchase_order_id,
    location_id,
  }))
  await insertDeliveries(sql, organization_id, actorOf(caller), now, rows)
  const assembly = await openAssembly(sql, organization_id, order, lines)
  const arriving = arrivals.flatMap(({ delivery_id, lines: arrived }) =>
    arrived.map(({ line, received_quantity }) => ({ delivery_id, line_id: line.line_id, received_quantity })),
  )
  // Earlier arrivals share a bill of the whole order with the new ones.
  const sharesABill = order.billed_freight_cents !== null || order.billed_duty_cents !== null
  if (sharesABill) {
    const dated = arrivals.flatMap((arrival) => arrival.lines.map((one) => datedArrival(order, arrival, one, now)))
    await lockCounts(sql, organization_id, dated, now)
    await holdLevels(sql, caller, order, lines)
  }
  const rates = await ratesOfArrivals(sql, caller, order, arrivals)
  const unrated = await readUnratedLines(sql, organization_id, order)
  const costOf = await costsOfArrivals(sql, caller, order, lines, arriving, rates)
  const toBook = arrivals.flatMap((arrival) =>
    arrival.lines.map((one): ArrivalToBook => ({
      movement: {
        ...datedArrival(order, arrival, one, now),
        ...costIn(order, one.line, rates.get(arrival.delivery_id)!),
        unrated_currency: one.line.unit_cost === null ? (unrated.get(one.line.line_id) ?? null) : null,
        added_unit_cost: costOf(arrival.delivery_id, one.line.line_id).added_unit_cost,
        evidence: arrival.reference,
      },
      parts: partsOf(order, assembly.bills, one.line),
    })),
  )
  checkRows(order, toBook)
  const { movements, places } = withParts(assembly.location_id, toBook)
  const holds = releasedBy(assembly, usedBy(movements))
  const booking = bookingOf(caller, now, floorOf(order))
  const rowsBooked = await bookMovements(sql, booking, movements, holds)
  const booked = places.map((place, i) => ({ ...rowsBooked[place]!, ...arriving[i]! }))
  await insertDeliveryLines(
    sql,
    organization_id,
    booked.map((row) => lineOf(order, row, costOf(row.delivery_id, row.line_id), rates.get(row.delivery_id)!)),
  )
  if (sharesABill) await adjustCosts(sql, bookingOf(caller, now, 'none'), order)
  const units = sumByLine(arrivals)
  await writeComponentUse(sql, organization_id, order, { assembly, movements, holds }, lines, units)
  await moveReceived(sql, organization_id, order, lines, units, now)
  await settleInvoices(sql, caller, now, [order])
  await orderChanged(sql, organization_id, [purchase_order_id], now)
}

/** Emits the event of each delivery, with the body that reading it returns. */
export async function announceDeliveries(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  deliveryIds: readonly string[],
): Promise<void> {
  const deliveries = await readDeliveries(sql, organization_id, [purchase_order_id], deliveryIds)
  await emit(
    sql,
    organization_id,
    deliveries.map((record) => ({ event: 'receipt.recorded', record })),
  )
}

/**
 * Refuses arrivals in the future, before the books begin, before the order was placed, or before the units of a transfer
 * left. An order whose date was not stated is dated by them.
 */
export async function dateArrivals(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  arrivals: readonly { at: string; received_at: string }[],
): Promise<void> {
  const { order_type, issued_at } = order
  const sent = arrivals.map(({ at, received_at }) => ({ field: `${at}received_at`, at: received_at }))
  await checkDates(
    sql,
    caller.organization_id,
    now,
    sent.filter(({ at }) => at !== now),
  )
  if (order_type === 'transfer' && issued_at !== null)
    for (const { field, at } of sent) refuseDate(field, orderFault(at, issued_at, 'issued_at'))
  await dateByGoods(sql, caller, order, sent)
}

/** Records deliveries and returns them in the order submitted; duplicates are returned as already recorded. */
export async function receive(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  deliveries: readonly { submitted: NewDelivery; at: string }[],
): Promise<RecordedDelivery[]> {
  const { organization_id } = caller
  const { purchase_order_id } = order
  const lines = await readLinesToReceive(sql, organization_id, purchase_order_id)
  const all = deliveries.map(({ submitted, at }) => readSubmitted(order, lines, submitted, now, at))
  const onFile = await findRecorded(
    sql,
    order,
    organization_id,
    all.map(({ fingerprint }) => fingerprint),
  )
  const fresh: SubmittedDelivery[] = []
  for (const one of all) {
    if (onFile.has(one.fingerprint)) continue
    onFile.set(one.fingerprint, one.delivery_id)
    fresh.push(one)
  }
  if (fresh.length > 0) {
    await dateArrivals(sql, caller, now, order, fresh)
    checkAct('receive', order)
    checkShipped(order)
    const excess = validateArrivals(order, lines, fresh)
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
        .filter((linesOver) => linesOver.length > 0)
        .map((linesOver) => ({
          kind: 'over_receipt',
          severity: 'warning',
          subject: { type: 'purchase_order', id: purchase_order_id },
          sentence: excessSentence(order, linesOver),
        })),
    )
  }
  const ids = all.map(({ fingerprint }) => onFile.get(fingerprint)!)
  const byId = new Map(
    (await readDeliveries(sql, organization_id, [purchase_order_id], ids)).map((one) => [one.delivery_id, one]),
  )
  return all.map((one, i) => {
    const already_on_file = !fresh.includes(one)
    return { ...byId.get(ids[i]!)!, already_on_file, moved_units: already_on_file ? 0 : unitsOf(one) }
  })
}
