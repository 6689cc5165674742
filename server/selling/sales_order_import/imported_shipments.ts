/** Shipments of imported orders: those before the cut-over are history, the others are booked in the ledger. */
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { fulfilment_lines, fulfilments } from '../../../db/schema/selling/fulfilments.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import { counted } from '../../contract/outcome.ts'
import { openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type BookedMovement, bookMovements } from '../../ledger/book.ts'
import { costOfParts, isTakenApart, partUnits, type StockPart } from '../../ledger/bundles/parts.rules.ts'
import { insertShippedComponents } from '../fulfilment/new_shipment.store.ts'
import { orderSubject } from '../orders/order.store.ts'
import { shareOf } from '../../contract/money/shares.ts'
import type { ShippedLine } from '../sales_facts/sales_figures.rules.ts'
import type { ShippedUnits } from './reading/order_record.ts'
import type { ResolvedLine } from './matching/matching.model.ts'
import type { OrderWrite } from './resolve_order.rules.ts'

interface ImportedLine extends Omit<ShippedLine, 'unit_cost'> {
  line: ResolvedLine
}

interface ImportedShipment {
  order: OrderWrite
  fulfilment_id: string
  name: string
  shipped_at: string
  is_historical: boolean
  tracking_number: string | null
  carrier: string | null
  lines: ImportedLine[]
}

/** The money of units after `before` ones of the line have shipped: shares round so that all shipments add up. */
function pricedUnits(line: ResolvedLine, before: number, quantity: number, currency: string): ImportedLine {
  const share = (cents: number) =>
    shareOf(cents, before + quantity, line.quantity, currency) - shareOf(cents, before, line.quantity, currency)
  return {
    line,
    quantity,
    gross_sales_cents: quantity * line.unit_price_cents,
    discounts_cents: share(line.discount_cents),
    taxes_cents: share(line.tax_cents),
    regular_unit_price_cents: line.regular_unit_price_cents,
  }
}

const shipmentKey = ({ shipped_at, tracking_number, carrier }: ShippedUnits, is_historical: boolean) =>
  JSON.stringify([Date.parse(shipped_at), tracking_number, carrier, is_historical])

function shipmentsOf(order: OrderWrite): ImportedShipment[] {
  const shipments = new Map<string, Omit<ImportedShipment, 'name'>>()
  for (const line of order.lines) {
    let before = 0
    for (const units of line.shipped) {
      const { shipped_at, tracking_number, carrier } = units
      const is_historical = line.is_without_goods || Date.parse(shipped_at) < Date.parse(order.cut_over)
      const key = shipmentKey(units, is_historical)
      const shipment = shipments.get(key) ?? {
        order,
        fulfilment_id: uuidv7(),
        shipped_at,
        is_historical,
        tracking_number,
        carrier,
        lines: [],
      }
      shipment.lines.push(pricedUnits(line, before, units.quantity, order.currency))
      before += units.quantity
      shipments.set(key, shipment)
    }
  }
  return [...shipments.values()]
    .toSorted((one, other) => Date.parse(one.shipped_at) - Date.parse(other.shipped_at))
    .map((shipment, i) => ({ ...shipment, name: `${order.record.order_number}-${i + 1}` }))
}

const unitsKey = (fulfilment_id: string, line_id: string) => `${fulfilment_id} ${line_id}`

/** What the lines of an import take from stock. */
export type PartsOf = (line: ResolvedLine) => readonly StockPart[]

/** Units of one line in one shipment, which are one movement for each part. */
const movementsOf = ({ order, fulfilment_id, name, shipped_at, lines }: ImportedShipment, partsOf: PartsOf) => {
  const units = new Map<ResolvedLine, number>()
  for (const { line, quantity } of lines) units.set(line, (units.get(line) ?? 0) + quantity)
  return [...units].flatMap(([line, shipped]) =>
    partUnits({ parts: partsOf(line) }, shipped).map(({ variant_id, quantity }) => ({
      variant_id,
      location_id: order.location_id!,
      kind: 'fulfilment' as const,
      quantity_delta: 0 - quantity,
      occurred_at: shipped_at,
      document: { type: 'fulfilment_request' as const, id: fulfilment_id, name },
      document_line_id: line.line_id,
      source_system: order.record.source_system,
    })),
  )
}

/** The movements of shipments, by shipment and line. */
async function bookShipments(
  sql: Sql,
  context: WriteContext,
  shipments: readonly ImportedShipment[],
  partsOf: PartsOf,
) {
  const { organization_id, actor, now, currency } = context
  const live = shipments.filter(({ is_historical }) => !is_historical)
  const booked = await bookMovements(
    sql,
    { organization_id, actor, now, currency, floor: 'none' },
    live.flatMap((shipment) => movementsOf(shipment, partsOf)),
  )
  const negative = Map.groupBy(
    booked.filter(({ on_hand_after }) => on_hand_after < 0),
    ({ document_id }) => document_id,
  )
  await openExceptions(
    sql,
    organization_id,
    now,
    live
      .filter(({ fulfilment_id }) => negative.has(fulfilment_id))
      .map(({ order, name, fulfilment_id }) => ({
        kind: 'stock_negative' as const,
        severity: 'warning' as const,
        subject: { type: orderSubject, id: order.order_id },
        sentence: `Shipment ${name} leaves ${counted(new Set(negative.get(fulfilment_id)!.map(({ variant_id }) => variant_id)).size, 'variant')} with fewer than zero units on hand.`,
      })),
  )
  return Map.groupBy(booked, (row) => unitsKey(row.document_id, row.document_line_id))
}

const shipmentRows = recordset(fulfilments, [
  'fulfilment_id',
  'order_id',
  'name',
  'location_id',
  'shipped_at',
  'shipped_on',
  'is_historical',
  'carrier',
  'tracking_number',
])
const lineRows = recordset(fulfilment_lines, [
  'fulfilment_id',
  'line_number',
  'order_line_id',
  'variant_id',
  'quantity',
  'unit_cost',
  'gross_sales_cents',
  'discounts_cents',
  'taxes_cents',
  'regular_unit_price_cents',
])

/** Units of an order line as they left; `day` is that of their shipment. */
export interface WrittenUnits extends ShippedLine {
  line: ResolvedLine
  fulfilment_id: string
  day: string
  /** The movements of the line in that shipment; none before the cut-over. */
  booked: readonly Pick<BookedMovement, 'variant_id' | 'quantity_delta' | 'unit_cost'>[]
}

/** Whether a movement took a component of a bundle. */
function isOfBundle(written: readonly WrittenUnits[], partsOf: PartsOf): (row: BookedMovement) => boolean {
  const bundles = written.filter(({ line }) => isTakenApart({ variant_id: line.variant_id, parts: partsOf(line) }))
  const ids = new Set(bundles.map(({ line }) => line.line_id))
  return ({ document_line_id }) => ids.has(document_line_id)
}

export async function writeShipments(
  sql: Sql,
  context: WriteContext,
  writes: readonly OrderWrite[],
  partsOf: PartsOf,
): Promise<WrittenUnits[]> {
  const { organization_id, actor, now } = context
  const shipments = writes.flatMap(shipmentsOf)
  if (shipments.length === 0) return []
  const bookedOf = await bookShipments(sql, context, shipments, partsOf)
  const rows = shipments.map(({ order, lines: _lines, ...shipment }) => ({
    ...shipment,
    order_id: order.order_id,
    location_id: order.location_id!,
    shipped_on: dayInTimeZone(order.time_zone, shipment.shipped_at),
  }))
  const written = shipments.flatMap(({ lines, fulfilment_id, is_historical }, i) =>
    lines.map(({ line, ...units }, n) => {
      const booked = bookedOf.get(unitsKey(fulfilment_id, line.line_id)) ?? []
      const shipped = lines.reduce((sum, one) => sum + (one.line === line ? one.quantity : 0), 0)
      return {
        ...units,
        line,
        booked,
        day: rows[i]!.shipped_on,
        fulfilment_id,
        line_number: n + 1,
        unit_cost: is_historical ? line.unit_cost : costOfParts(booked, shipped),
      }
    }),
  )
  await sql`
    insert into fulfilments (organization_id, ${shipmentRows.names}, recorded_by, recorded_at)
    select ${organization_id}, ${shipmentRows.values}, ${actor}, ${now}::timestamptz from ${shipmentRows.from(rows)}`
  await sql`
    insert into fulfilment_lines (organization_id, ${lineRows.names})
    select ${organization_id}, ${lineRows.values}
    from ${lineRows.from(written.map(({ line, day: _day, booked: _booked, ...row }) => ({ ...row, order_line_id: line.line_id, variant_id: line.variant_id })))}
    order by n.fulfilment_id, n.line_number`
  await insertShippedComponents(
    sql,
    organization_id,
    [...bookedOf.values()].flat().filter(isOfBundle(written, partsOf)),
  )
  return written
}
