/** A shipment as it was reported, by a person or a warehouse: its cartons and contents are checked, and it is booked. */
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/sql.ts'
import { refuseField } from '../../contract/refusals.ts'
import { checkDates, refuseDate } from '../../ledger/books.ts'
import { orderFault } from '../../ledger/books.rules.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { recountCustomers } from '../orders/order_customer.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import type { Order } from '../orders/model.ts'
import { announceOrders } from '../orders/order.store.ts'
import { completeShipped } from '../warehouse_requests/settle_requests.ts'
import { resolveSlip } from './date_slips.ts'
import { lockParts, redateParts } from './placed_by.ts'
import type { GivenBack } from './held_units/given_back.ts'
import { type CartonRow, countShipments } from './new_shipment.store.ts'
import {
  type ReplacedShipment,
  shipOrder,
  type ShipmentReport,
  type ShippedFrom,
  type Transport,
} from './ship_order.ts'
import type { ReportedCarton } from './shipment.model.ts'
import { type Expected, packLines, type PackedLine, type ReportedLine } from './shipment.rules.ts'
import { isSscc } from './sscc.rules.ts'
import { settleMovedStock } from './resolve_stock_exceptions.ts'
import { nextSsccs } from './sscc.store.ts'

interface Reported {
  lines?: readonly ReportedLine[]
  cartons?: readonly ReportedCarton[]
}

export function cartonsOf({ cartons = [] }: Reported): CartonRow[] {
  const seen = new Set<string>()
  return cartons.map((carton, i) => {
    const { sscc = null, weight_kg = null, tracking_number = null, door_reference = null, pallet_sscc = null } = carton
    for (const [name, code] of Object.entries({ sscc, pallet_sscc }))
      if (code !== null && !isSscc(code)) refuseField(`cartons[${i}].${name}`, 'must end in its check digit')
    if (sscc !== null && seen.has(sscc)) refuseField(`cartons[${i}].sscc`, 'is repeated')
    if (sscc !== null) seen.add(sscc)
    return { carton_number: i + 1, sscc, weight_kg, tracking_number, door_reference, pallet_sscc }
  })
}

/** What a report states of the transport; null where it states nothing. */
export const transportOf = ({ carrier_scac, bill_of_lading, deliver_on }: Partial<Transport>): Transport => ({
  carrier_scac: carrier_scac ?? null,
  bill_of_lading: bill_of_lading ?? null,
  deliver_on: deliver_on ?? null,
})

export function reportedLines({ lines, cartons }: Reported) {
  if ((lines === undefined) === (cartons === undefined))
    refuseField('lines', 'is required unless cartons is given; send exactly one of them', ['lines', 'cartons'])
  if (lines !== undefined) return lines.map((line, i) => ({ line, carton_number: null, field: `lines[${i}]` }))
  return cartons!.flatMap((carton, i) =>
    carton.lines.map((line, j) => ({ line, carton_number: i + 1, field: `cartons[${i}].lines[${j}]` })),
  )
}

/** The contents of a report, by line of the order; a SKU means the lines that are `expected` first. */
export const readContents = (
  order: LockedOrder,
  reported: Reported,
  expected?: Expected,
  statedBy?: 'person' | 'warehouse',
): Pick<ShipmentReport, 'cartons' | 'packed'> => ({
  cartons: cartonsOf(reported),
  packed: packLines(order, reportedLines(reported), expected, statedBy),
})

/** Numbers the cartons that were reported without a code, if the organisation has a company prefix. */
async function numberCartons(sql: Sql, organization_id: string, cartons: readonly CartonRow[]): Promise<CartonRow[]> {
  const reported = cartons.flatMap(({ sscc }) => sscc ?? [])
  const fresh = await nextSsccs(sql, organization_id, cartons.length - reported.length, reported)
  return cartons.map((carton) => ({ ...carton, sscc: carton.sscc ?? fresh.shift() ?? null }))
}

export type Details = Omit<ShipmentReport, 'name' | 'shipped_on' | 'cartons' | 'packed'> & {
  cartons: readonly CartonRow[]
  packed: readonly PackedLine[]
}

export interface BookedShipment {
  shipment_name: string
  /** The order with the shipment, still locked. */
  saved: LockedOrder
  shown: Order
  /** What other orders got back of a shipment that was replaced. */
  given: GivenBack
  /** Days on which sales of orders that were split off count now, in sentences. */
  redated: string[]
}

/** Refuses a shipment in the future, before the books begin, or before the time that its order states. */
async function checkShippedAt(sql: Sql, organization_id: string, now: string, order: LockedOrder, shipped_at: string) {
  await checkDates(sql, organization_id, now, [{ field: 'shipped_at', at: shipped_at }])
  if (order.is_ordered_at_stated) refuseDate('shipped_at', orderFault(shipped_at, order.ordered_at, 'ordered_at'))
}

/** A shipment arrives on the day it left or within a year. */
function checkArrival({ deliver_on }: Transport, shipped_on: string): void {
  if (deliver_on === null) return
  const latest = addDays(shipped_on, limits.account_days_max)
  if (deliver_on < shipped_on || deliver_on > latest)
    refuseField(
      'deliver_on',
      `must be within ${limits.account_days_max} days of ${shipped_on}, the day of the shipment`,
      [`${shipped_on} to ${latest}`],
    )
}

/**
 * Books the shipment of a locked order and announces the order: fulfilled once nothing is outstanding any more. `related`
 * writes what else follows from the shipment before that, so that the event has it. A shipment that is `replaced` gives its
 * number to this one.
 */
export async function bookReported(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  details: Details,
  related: (saved: LockedOrder) => Promise<unknown> = async () => {},
  replaced?: ReplacedShipment,
  start?: ShippedFrom,
): Promise<BookedShipment> {
  const { organization_id, now, time_zone } = context
  const { shipped_at } = details
  if (shipped_at !== now && details.is_historical !== true)
    await checkShippedAt(sql, organization_id, now, order, shipped_at)
  const before = await countShipments(sql, organization_id, order.order_id)
  const cartons = await numberCartons(sql, organization_id, details.cartons)
  const name = replaced?.shipment.name ?? `${order.name}-${before + 1}`
  const shipped_on = dayInTimeZone(time_zone, shipped_at)
  checkArrival(details, shipped_on)
  const report = { ...details, name, shipped_on, cartons }
  const from = replaced?.from ?? order
  const isDating = from.ordered_at !== order.ordered_at || Date.parse(shipped_at) < Date.parse(order.ordered_at)
  const parts = isDating ? await lockParts(sql, organization_id, order) : []
  const { saved, given } = await shipOrder(sql, context, order, report, replaced, start)
  const isRedated = saved.ordered_at !== order.ordered_at
  const redated = isRedated ? await redateParts(sql, context, parts) : []
  if (isRedated && saved.customer_id !== null) await recountCustomers(sql, organization_id, [saved.customer_id])
  await completeShipped(sql, context, saved)
  const isDone = saved.lifecycle === 'fulfilled' && order.lifecycle !== 'fulfilled'
  if (isDone) await resolveSlip(sql, { organization_id, now, resolved_by: context.actor }, order, 'fulfilled')
  await related(saved)
  await settleMovedStock(sql)
  const event = isDone ? 'order.fulfilled' : 'order.updated'
  const [shown] = await announceOrders(sql, organization_id, [{ order_id: order.order_id, event }])
  return { shipment_name: name, saved, shown: shown!, given, redated }
}
