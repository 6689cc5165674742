/**
 * Books a shipment of a locked order: units leave stock at the cost they leave at, holds of shipped units are released,
 * and sales count. All in the transaction of the caller, whether a person or a warehouse reported it.
 */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/sql.ts'
import { counted, listOf } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { type NewException, openExceptions, readOpenKinds, resolveExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type BookedMovement, type Booking, bookMovements } from '../../ledger/book.ts'
import { costOfParts, isTakenApart, partUnits } from '../../ledger/bundles/parts.rules.ts'
import type { Hold, MovementToBook } from '../../ledger/rules.ts'
import { type LockedLine, type LockedOrder, saveOrders } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { outstandingOf } from '../orders/rules.ts'
import { releaseOf } from '../orders/allocation/allocation.ts'
import { recountSurplus } from '../returns/surplus/recount_surplus.ts'
import { salesChange, wholesaleSale } from '../sales_facts/sales_figures.rules.ts'
import { type CartonRow, insertShipment, insertShippedComponents } from './new_shipment.store.ts'
import { type Released, releaseOverheld, type TakenHold } from './held_units/overheld.ts'
import {
  type PackedLine,
  pricePacked,
  releasedOf,
  type Share,
  type Shipped,
  shippedLine,
  unitsByLine,
} from './shipment.rules.ts'
import {
  giveBack,
  type GivenBack,
  holdReturned,
  noneGiven,
  settleReturned,
  settleShipped,
  stillTaken,
} from './held_units/given_back.ts'
import { salesOnFile } from './void.rules.ts'
import { moveToVoided, readShares, type ShipmentOnFile } from './voided_shipment.store.ts'

/** What a shipping notice states of the transport, apart from carrier and tracking number. */
export interface Transport {
  carrier_scac: string | null
  bill_of_lading: string | null
  deliver_on: string | null
}

export interface ShipmentReport extends Transport {
  name: string
  location_id: string
  shipped_at: string
  /** The day of `shipped_at` in the organisation's time zone. */
  shipped_on: string
  carrier: string | null
  tracking_number: string | null
  source_system: string | null
  external_id: string | null
  /** It left before stock was booked here, so the ledger has none of it. */
  is_historical?: boolean
  cartons: readonly CartonRow[]
  packed: readonly PackedLine[]
}

/** The order as a shipment finds it: with lines of units that leave in place of ordered ones, and without one that is replaced. */
export interface ShippedFrom {
  from: LockedOrder
  /** Lines of `from` that the order did not have, as they were stored. */
  added?: readonly LockedLine[]
}

/** A shipment in whose place another is recorded. */
export interface ReplacedShipment extends ShippedFrom {
  shipment: ShipmentOnFile
  /** Units that each line gets back by that. */
  back: ReadonlyMap<string, number>
  reversals: readonly MovementToBook[]
  reason: string
}

const noUnits: ReadonlyMap<string, number> = new Map()

/** Units that lines get back from the shipment that is replaced. */
const replacedUnits = (replaced: ReplacedShipment | undefined) => replaced?.back ?? noUnits

/** Costs at which units left the same location before, by variant: they leave at them again, since they left then. */
function costsAsLeft({ location_id }: ShipmentReport, replaced: ReplacedShipment | undefined) {
  if (replaced === undefined || replaced.shipment.location_id !== location_id) return new Map<string, string | null>()
  return new Map(replaced.reversals.map(({ variant_id, unit_cost = null }) => [variant_id, unit_cost]))
}

/** What lines held for units that others left in place of. */
const freedHolds = (before: LockedOrder, from: LockedOrder): Hold[] =>
  before.lines.flatMap((line) => {
    const left = from.lines.find(({ line_id }) => line_id === line.line_id)!
    return releaseOf(line, line.allocated_quantity - left.allocated_quantity)
  })

/** A movement for each part of each order line, after the reversals of what it replaces, and the release of what it held. */
async function bookShipment(
  sql: Sql,
  context: WriteContext,
  fulfilment_id: string,
  report: ShipmentReport,
  freed: readonly Hold[],
  replaced?: ReplacedShipment,
) {
  const units = [...unitsByLine(report.packed)]
  const back = replacedUnits(replaced)
  const costs = costsAsLeft(report, replaced)
  const { organization_id, actor, now, currency } = context
  const leaving = report.is_historical === true ? [] : units
  const movements = leaving.flatMap(([line, shipped]) =>
    partUnits(line, shipped).map(({ variant_id, quantity }) => ({
      variant_id,
      location_id: report.location_id,
      kind: 'fulfilment' as const,
      quantity_delta: 0 - quantity,
      unit_cost: costs.get(variant_id) ?? null,
      leaves_as_before: costs.has(variant_id),
      occurred_at: report.shipped_at,
      document: { type: 'fulfilment_request' as const, id: fulfilment_id, name: report.name },
      document_line_id: line.line_id,
    })),
  )
  const holds = units.flatMap(([line, quantity]) =>
    releaseOf(line, releasedOf(line, Math.max(quantity - (back.get(line.line_id) ?? 0), 0))),
  )
  const reversals = replaced?.reversals ?? []
  const booking: Booking = { organization_id, actor, now, currency, floor: 'none' }
  const booked = await bookMovements(sql, booking, [...reversals, ...movements], [...freed, ...holds])
  return booked.slice(reversals.length)
}

/** The cost of one unit of each line: that of all of its parts, and of history the cost that the order states. */
function costsByLine(report: ShipmentReport, booked: readonly BookedMovement[]): Map<string, string | null> {
  if (report.is_historical === true) return new Map(report.packed.map(({ line }) => [line.line_id, line.unit_cost]))
  const bookedOf = Map.groupBy(booked, ({ document_line_id }) => document_line_id)
  return new Map(
    [...unitsByLine(report.packed)].map(([{ line_id }, units]) => [
      line_id,
      costOfParts(bookedOf.get(line_id) ?? [], units),
    ]),
  )
}

const takenBy: Record<string, [field: string, rule: string]> = {
  fulfilments_by_source: ['external_id', 'belongs to another shipment'],
  fulfilment_cartons_by_sscc: ['cartons', 'must have an SSCC that no other carton has'],
}

/** Components of bundles that left, with the cost at which they left. */
function componentsShipped(report: ShipmentReport, booked: readonly BookedMovement[]) {
  const lines = [...unitsByLine(report.packed).keys()].filter(isTakenApart)
  const ids = new Set(lines.map(({ line_id }) => line_id))
  return booked.filter(({ document_line_id }) => ids.has(document_line_id))
}

async function refusingTaken(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const refusalArguments = takenBy[(error as { constraint_name?: string }).constraint_name ?? '']
    if (refusalArguments) refuseField(...refusalArguments)
    throw error
  }
}

const insertReport = (
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  { order_id }: LockedOrder,
  own: { fulfilment_id: string; unheld_units: number; taken_holds: TakenHold[] },
  { packed: _packed, cartons, is_historical = false, ...shipment }: ShipmentReport,
  shipped: readonly Shipped[],
) =>
  refusingTaken(() =>
    insertShipment(
      sql,
      organization_id,
      { ...own, order_id, ...shipment, is_historical, recorded_by: actor, recorded_at: now },
      cartons,
      shipped.map(({ line, ...one }, i) => ({
        ...one,
        line_number: i + 1,
        order_line_id: line.line_id,
        variant_id: line.variant_id,
      })),
    ),
  )

const releasedSentence = ({ units, orders }: Released): string =>
  units === 0 ? '' : ` ${counted(units, 'unit')} of them had been held for ${listOf(orders, 'and')}.`

/**
 * Units of a shipment that left without a hold: of those in whose place it is recorded, as many fewer as it has fewer units,
 * since they leave it first.
 */
function unheldUnits(
  before: LockedOrder,
  report: ShipmentReport,
  added: readonly LockedLine[],
  replaced?: ReplacedShipment,
): number {
  if (report.is_historical === true) return 0
  const units = new Map([...unitsByLine(report.packed)].map(([line, quantity]) => [line.line_id, quantity]))
  const back = replacedUnits(replaced)
  const more = [...before.lines, ...added].reduce((sum, line) => {
    const added = Math.max((units.get(line.line_id) ?? 0) - (back.get(line.line_id) ?? 0), 0)
    const shipped = Math.min(added, Math.max(outstandingOf(line), 0))
    return sum + shipped - releasedOf(line, shipped)
  }, 0)
  const fewer = [...back].reduce((sum, [line_id, was]) => sum + Math.max(was - (units.get(line_id) ?? 0), 0), 0)
  return Math.max((replaced?.shipment.unheld_units ?? 0) - fewer, 0) + more
}

/**
 * The exception of units that left without a hold; null if it says so already. One that says otherwise of the shipment in whose place this
 * one is recorded ends.
 */
async function unheldException(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  { order_id, name }: LockedOrder,
  report: ShipmentReport,
  { unheld, was, released }: { unheld: number; was: number; released: Released },
): Promise<NewException | null> {
  if (unheld === was) return null
  const [kind, subject] = ['shipped_unallocated' as const, { type: orderSubject, id: order_id }]
  const isOpen =
    was > 0 && (await readOpenKinds(sql, organization_id, orderSubject, [order_id])).some((one) => one.kind === kind)
  if (isOpen) {
    const about = ` ${report.name} left`
    await resolveExceptions(sql, organization_id, now, { kind, subject, about, resolution: 'corrected', resolved_by })
  }
  // What a person or recovered stock has settled does not open again because there are fewer.
  if (unheld === 0 || (!isOpen && unheld < was)) return null
  const sentence = `${counted(unheld, 'unit')} of shipment ${report.name} left without stock being held for ${name}.${releasedSentence(released)}`
  return { kind, severity: 'info', subject, sentence }
}

/** Exceptions of a shipment: units that were not agreed to, that held no stock, or that were not there. */
function exceptionsOf(
  before: LockedOrder,
  after: LockedOrder,
  report: ShipmentReport,
  booked: readonly BookedMovement[],
  unheld: NewException | null,
): NewException[] {
  const subject = { type: orderSubject, id: before.order_id }
  const over = after.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const overBefore = before.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const negative = new Set(booked.filter(({ on_hand_after }) => on_hand_after < 0).map(({ variant_id }) => variant_id))
  const exceptions: NewException[] = []
  if (before.hold !== null)
    exceptions.push({
      kind: 'shipped_on_hold',
      severity: 'warning',
      subject,
      sentence: `Shipment ${report.name} left although ${before.name} was on hold (${before.hold.reason}).`,
    })
  if (over > overBefore)
    exceptions.push({
      kind: 'over_shipped',
      severity: 'warning',
      subject,
      sentence: `Shipment ${report.name} has ${counted(over - overBefore, 'unit')} more than ${before.name} was to receive.`,
    })
  if (unheld !== null) exceptions.push(unheld)
  if (negative.size > 0)
    exceptions.push({
      kind: 'stock_negative',
      severity: 'warning',
      subject,
      sentence: `Shipment ${report.name} leaves ${counted(negative.size, 'variant')} with fewer than zero units on hand.`,
    })
  return exceptions
}

/** Sales of the shipment, if the order is an account's; those of consumers follow from the lines. */
const salesOfShipment = (order: LockedOrder, report: ShipmentReport, shipped: readonly Shipped[]) =>
  order.is_wholesale
    ? shipped.map((one) =>
        wholesaleSale(
          {
            variant_id: one.line.variant_id,
            day: report.shipped_on,
            sales_channel_id: order.sales_channel_id,
            location_id: report.location_id,
            currency: order.currency,
          },
          one,
        ),
      )
    : []

/** What earlier shipments count as, of lines that have some. */
async function readCounted(sql: Sql, organization_id: string, { lines }: LockedOrder): Promise<Map<string, Share>> {
  const ids = lines.filter(({ shipped }) => shipped.length > 0).map(({ line_id }) => line_id)
  if (ids.length === 0) return new Map()
  const rows = await readShares(sql, organization_id, ids)
  return new Map(rows.map(({ order_line_id, ...share }) => [order_line_id, share]))
}

/**
 * An order that was placed at an unknown time has that of its recording, which may be after its goods left. It was placed by
 * then, so its first shipment dates it, and sales of a consumer count on that day.
 */
const orderedBy = ({ ordered_at, ordered_on, is_ordered_at_stated }: LockedOrder, report: ShipmentReport) =>
  is_ordered_at_stated || Date.parse(report.shipped_at) >= Date.parse(ordered_at)
    ? { ordered_at, ordered_on }
    : { ordered_at: report.shipped_at, ordered_on: report.shipped_on }

/** What a shipment does to holds of other orders: it takes those that stock does not cover any more, and gives back those that it does not need. */
async function moveHolds(
  sql: Sql,
  context: WriteContext,
  { name, order_id }: LockedOrder,
  report: ShipmentReport,
  booked: readonly BookedMovement[],
  replaced?: ReplacedShipment,
) {
  const given = replaced === undefined ? noneGiven : await giveBack(sql, context, order_id, replaced.shipment)
  const but = { cause: `shipment ${report.name} of ${name} took them`, order_id }
  const released = await releaseOverheld(sql, context, booked, but)
  const taken_holds = stillTaken(replaced?.shipment.taken_holds ?? [], given.lines, released.lines)
  return { given, released, taken_holds }
}

/** The order with the shipment, before anything is held again. */
function shippedOrder(
  from: LockedOrder,
  report: ShipmentReport,
  shipped: readonly Shipped[],
  replaced?: ReplacedShipment,
): LockedOrder {
  const units = unitsByLine(report.packed)
  const back = replacedUnits(replaced)
  return {
    ...from,
    ...orderedBy(from, report),
    location_id: from.location_id ?? report.location_id,
    lines: from.lines.map((line) => {
      const quantity = units.get(line)
      return quantity === undefined ? line : shippedLine(line, quantity, shipped, back.get(line.line_id))
    }),
  }
}

/**
 * Books the shipment of a locked order; one that is replaced is reversed in the same booking. Returns the order as it is then,
 * and what other orders got back of the one that is replaced.
 */
export async function shipOrder(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  report: ShipmentReport,
  replaced?: ReplacedShipment,
  { from, added = [] }: ShippedFrom = replaced ?? { from: before },
): Promise<{ saved: LockedOrder; given: GivenBack }> {
  const { organization_id, now, actor: resolved_by } = context
  const fulfilment_id = uuidv7()
  const booked = await bookShipment(sql, context, fulfilment_id, report, freedHolds(before, from), replaced)
  const { given, released, taken_holds } = await moveHolds(sql, context, before, report, booked, replaced)
  if (replaced !== undefined) {
    const { shipment, reason } = replaced
    await moveToVoided(sql, shipment, { organization_id, now, actor: resolved_by, reason, replaced_by: fulfilment_id })
  }
  // Costs of sales are in the organisation's currency, as the ledger's are, whatever the currency of the order.
  const costs = costsByLine(report, booked)
  const sharesBefore = await readCounted(sql, organization_id, from)
  const shipped = pricePacked(report.packed, costs, before, sharesBefore)
  const unheld_units = unheldUnits(before, report, added, replaced)
  await insertReport(sql, context, before, { fulfilment_id, unheld_units, taken_holds }, report, shipped)
  await insertShippedComponents(sql, organization_id, componentsShipped(report, booked))
  const left = shippedOrder(from, report, shipped, replaced)
  const after = await holdReturned(sql, organization_id, before, left, replaced)
  const sales = salesChange(
    replaced === undefined ? [] : salesOnFile(before, replaced.shipment),
    salesOfShipment(before, report, shipped),
  )
  const [saved] = await saveOrders(sql, { organization_id, now, actor: resolved_by }, [{ before, after, added, sales }])
  await recountSurplus(sql, organization_id, before, saved!)
  const was = replaced?.shipment.unheld_units ?? 0
  const unheld = await unheldException(sql, context, before, report, { unheld: unheld_units, was, released })
  await openExceptions(sql, organization_id, now, exceptionsOf(before, after, report, booked, unheld))
  if (replaced === undefined) await settleShipped(sql, context, saved!)
  else await settleReturned(sql, context, saved!)
  return { saved: saved!, given }
}
