/**
 * Books a shipment of a locked order: units leave stock at the cost they leave at, holds of shipped units are released,
 * and sales count. All in the transaction of the caller, whether a person or a warehouse reported it.
 */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/sql.ts'
import { counted, listOf } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { type NewException, openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type BookedMovement, type Booking, bookMovements } from '../../ledger/book.ts'
import { costOfParts, isTakenApart, partUnits } from '../../ledger/bundles/parts.rules.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { type LockedLine, type LockedOrder, saveOrders } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { outstandingOf, unallocatedOf } from '../orders/rules.ts'
import { allocateLines, releaseOf, resolveShortages } from '../orders/allocation/allocation.ts'
import { salesChange, wholesaleSale } from '../sales_facts/sales_figures.rules.ts'
import { type CartonRow, insertShipment, insertShippedComponents } from './new_shipment.store.ts'
import { releaseOverheld } from './overheld.ts'
import {
  type PackedLine,
  pricePacked,
  releasedOf,
  type Share,
  type Shipped,
  shippedLine,
  unitsByLine,
} from './shipment.rules.ts'
import { salesOnFile, unitsOf } from './void.rules.ts'
import { moveToVoided, readShares, type ShipmentOnFile } from './voided_shipment.store.ts'

export interface ShipmentReport {
  name: string
  location_id: string
  shipped_at: string
  /** The day of `shipped_at` in the organisation's time zone. */
  shipped_on: string
  carrier: string | null
  tracking_number: string | null
  source_system: string | null
  external_id: string | null
  cartons: readonly CartonRow[]
  packed: readonly PackedLine[]
}

/** A shipment in whose place another is recorded. */
export interface ReplacedShipment {
  shipment: ShipmentOnFile
  /** The order as if it had not shipped. */
  from: LockedOrder
  reversals: readonly MovementToBook[]
  reason: string
}

/** Units that a line gets back from the shipment that is replaced. */
const replacedUnits = (replaced: ReplacedShipment | undefined) => unitsOf(replaced?.shipment.lines ?? [])

/** Costs at which units left the same location before, by variant: they leave at them again, since they left then. */
function costsAsLeft({ location_id }: ShipmentReport, replaced: ReplacedShipment | undefined) {
  if (replaced === undefined || replaced.shipment.location_id !== location_id) return new Map<string, string | null>()
  return new Map(replaced.reversals.map(({ variant_id, unit_cost = null }) => [variant_id, unit_cost]))
}

/** A movement for each part of each order line, after the reversals of what it replaces, and the release of what it held. */
async function bookShipment(
  sql: Sql,
  context: WriteContext,
  fulfilment_id: string,
  report: ShipmentReport,
  replaced?: ReplacedShipment,
) {
  const units = [...unitsByLine(report.packed)]
  const back = replacedUnits(replaced)
  const costs = costsAsLeft(report, replaced)
  const { organization_id, actor, now, currency } = context
  const movements = units.flatMap(([line, shipped]) =>
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
  const booked = await bookMovements(sql, booking, [...reversals, ...movements], holds)
  return booked.slice(reversals.length)
}

/** The cost of one unit of each line: that of all of its parts. */
function costsByLine(report: ShipmentReport, booked: readonly BookedMovement[]): Map<string, string | null> {
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
  fulfilment_id: string,
  { packed: _packed, cartons, ...shipment }: ShipmentReport,
  shipped: readonly Shipped[],
) =>
  refusingTaken(() =>
    insertShipment(
      sql,
      organization_id,
      { fulfilment_id, order_id, ...shipment, recorded_by: actor, recorded_at: now },
      cartons,
      shipped.map(({ line, ...one }, i) => ({
        ...one,
        line_number: i + 1,
        order_line_id: line.line_id,
        variant_id: line.variant_id,
      })),
    ),
  )

const releasedSentence = ({ units, orders }: { units: number; orders: string[] }): string =>
  units === 0 ? '' : ` ${counted(units, 'unit')} of them had been held for ${listOf(orders, 'and')}.`

/** Exceptions of a shipment: units that were not agreed to, that held no stock, or that were not there. */
function exceptionsOf(
  before: LockedOrder,
  after: LockedOrder,
  report: ShipmentReport,
  booked: readonly BookedMovement[],
  released: { units: number; orders: string[] },
  replaced?: ReplacedShipment,
): NewException[] {
  const subject = { type: orderSubject, id: before.order_id }
  const units = new Map([...unitsByLine(report.packed)].map(([line, quantity]) => [line.line_id, quantity]))
  const back = replacedUnits(replaced)
  const over = after.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const overBefore = before.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const unheld = before.lines.reduce((sum, line) => {
    const more = Math.max((units.get(line.line_id) ?? 0) - (back.get(line.line_id) ?? 0), 0)
    const shipped = Math.min(more, Math.max(outstandingOf(line), 0))
    return sum + shipped - releasedOf(line, shipped)
  }, 0)
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
  if (unheld > 0)
    exceptions.push({
      kind: 'shipped_unallocated',
      severity: 'info',
      subject,
      sentence: `${counted(unheld, 'unit')} of shipment ${report.name} left without stock being held for ${before.name}.${releasedSentence(released)}`,
    })
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

/** Books the shipment of a locked order; one that is replaced is reversed in the same booking. */
export async function shipOrder(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  report: ShipmentReport,
  replaced?: ReplacedShipment,
): Promise<LockedOrder> {
  const { organization_id, now, actor } = context
  const fulfilment_id = uuidv7()
  const booked = await bookShipment(sql, context, fulfilment_id, report, replaced)
  if (replaced !== undefined) {
    const { shipment, reason } = replaced
    await moveToVoided(sql, shipment, { organization_id, now, actor, reason, replaced_by: fulfilment_id })
  }
  const from = replaced?.from ?? before
  // Costs of sales are in the organisation's currency, as the ledger's are, whatever the currency of the order.
  const costs = costsByLine(report, booked)
  const counted = await readCounted(sql, organization_id, from)
  const shipped = pricePacked(report.packed, costs, before.is_wholesale, counted)
  await insertReport(sql, context, before, fulfilment_id, report, shipped)
  await insertShippedComponents(sql, organization_id, componentsShipped(report, booked))
  const after = await holdReturned(
    sql,
    organization_id,
    before,
    shippedOrder(from, report, shipped, replaced),
    replaced,
  )
  const sales = salesChange(
    replaced === undefined ? [] : salesOnFile(before, replaced.shipment),
    salesOfShipment(before, report, shipped),
  )
  const [saved] = await saveOrders(sql, { organization_id, now }, [{ before, after, sales }])
  const cause = `shipment ${report.name} of ${before.name} took them`
  const but = { cause, order_id: before.order_id }
  const released = await releaseOverheld(sql, { organization_id, now }, booked, but)
  await openExceptions(sql, organization_id, now, exceptionsOf(before, after, report, booked, released, replaced))
  await resolveShortages(sql, { organization_id, now, resolved_by: actor }, [saved!])
  return saved!
}

/**
 * Holds units again that a voided shipment gives back to an order, as far as they are outstanding and available: where they
 * left, unless the line holds units elsewhere. Holds that were released because a day passed stay released.
 */
export async function holdReturned(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
  undone: Pick<ReplacedShipment, 'shipment'> | undefined,
): Promise<LockedOrder> {
  if (undone === undefined || before.holds_released_on !== null) return after
  const shippedBefore = new Map(before.lines.map(({ line_id, fulfilled_quantity }) => [line_id, fulfilled_quantity]))
  const wants = (line: LockedLine) =>
    Math.min(shippedBefore.get(line.line_id)! - line.fulfilled_quantity, unallocatedOf(line))
  const { location_id } = undone.shipment
  const [held] = await allocateLines(sql, organization_id, [{ ...after, location_id }], { wants })
  return { ...after, lines: held!.lines }
}
