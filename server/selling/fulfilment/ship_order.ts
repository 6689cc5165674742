/**
 * Books a shipment of a locked order: units leave stock at the cost they leave at, holds of shipped units are released,
 * and sales count. All in the transaction of the caller, whether a person or a warehouse reported it.
 */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/sql.ts'
import { counted } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import { type NewException, openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type BookedMovement, bookMovements } from '../../ledger/book.ts'
import { costOfParts, isTakenApart, partUnits } from '../../ledger/parts.rules.ts'
import { type LockedOrder, saveOrders } from '../orders/locked_order.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { outstandingOf } from '../orders/rules.ts'
import { releaseOf, resolveShortages } from '../orders/allocation.ts'
import { wholesaleSale } from '../sales_facts/sales_figures.rules.ts'
import { type CartonRow, insertShipment, insertShippedComponents } from './new_shipment.store.ts'
import { type PackedLine, pricePacked, releasedOf, type Shipped, shippedLine, unitsByLine } from './shipment.rules.ts'

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

/** A movement for each part of each order line, and the release of what the line held. */
async function bookShipment(sql: Sql, context: WriteContext, fulfilment_id: string, report: ShipmentReport) {
  const units = [...unitsByLine(report.packed)]
  const { organization_id, actor, now, currency } = context
  const movements = units.flatMap(([line, shipped]) =>
    partUnits(line, shipped).map(({ variant_id, quantity }) => ({
      variant_id,
      location_id: report.location_id,
      kind: 'fulfilment' as const,
      quantity_delta: 0 - quantity,
      occurred_at: report.shipped_at,
      document: { type: 'fulfilment_request' as const, id: fulfilment_id, name: report.name },
      document_line_id: line.line_id,
    })),
  )
  const holds = units.flatMap(([line, quantity]) => releaseOf(line, releasedOf(line, quantity)))
  return bookMovements(sql, { organization_id, actor, now, currency, floor: 'none' }, movements, holds)
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

/** Exceptions of a shipment: units that were not agreed to, that held no stock, or that were not there. */
function exceptionsOf(
  before: LockedOrder,
  after: LockedOrder,
  report: ShipmentReport,
  booked: readonly BookedMovement[],
): NewException[] {
  const subject = { type: orderSubject, id: before.order_id }
  const units = unitsByLine(report.packed)
  const over = after.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const overBefore = before.lines.reduce((sum, line) => sum + line.over_shipped_quantity, 0)
  const unheld = before.lines.reduce((sum, line) => {
    const shipped = Math.min(units.get(line) ?? 0, Math.max(outstandingOf(line), 0))
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
      sentence: `${counted(unheld, 'unit')} of shipment ${report.name} left without stock being held for ${before.name}.`,
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

export async function shipOrder(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  report: ShipmentReport,
): Promise<LockedOrder> {
  const { organization_id, now, actor } = context
  const fulfilment_id = uuidv7()
  const booked = await bookShipment(sql, context, fulfilment_id, report)
  // Costs of sales are in the organisation's currency, as the ledger's are, whatever the currency of the order.
  const costs = costsByLine(report, booked)
  const shipped = pricePacked(report.packed, costs, before.is_wholesale)
  await insertReport(sql, context, before, fulfilment_id, report, shipped)
  await insertShippedComponents(sql, organization_id, componentsShipped(report, booked))
  const units = unitsByLine(report.packed)
  const after: LockedOrder = {
    ...before,
    location_id: before.location_id ?? report.location_id,
    lines: before.lines.map((line) => {
      const quantity = units.get(line)
      return quantity === undefined ? line : shippedLine(line, quantity, shipped)
    }),
  }
  const sales = salesOfShipment(before, report, shipped)
  const [saved] = await saveOrders(sql, { organization_id, now }, [{ before, after, sales }])
  await openExceptions(sql, organization_id, now, exceptionsOf(before, after, report, booked))
  await resolveShortages(sql, { organization_id, now, resolved_by: actor }, [saved!])
  return saved!
}
