/** A shipment that a warehouse reports: a fact, booked whatever was asked for. */
import type { Sql } from '../../contract/sql.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import type { Order } from '../orders/model.ts'
import { announceOrders, orderSubject, readOrder } from '../orders/order.store.ts'
import { bookReported, readContents, transportOf } from '../fulfilment/reported_shipment.ts'
import { readHeir } from '../order_changes/order_links.store.ts'
import { expectedOf, type RequestMessage, restOf, type ShortLine } from '../warehouse_requests/request.rules.ts'
import { lockRequests, type OpenRequest } from '../warehouse_requests/requests.store.ts'
import { endRequest } from '../warehouse_requests/settle_requests.ts'
import type { ReportingConnection } from './connection.store.ts'
import type { ShipmentAnswer, ShipmentReport } from './report.model.ts'

/** What the report is about: its order, and what the request that it names asked for. A request is known at its location alone. */
async function readReported(sql: Sql, connection: ReportingConnection, report: ShipmentReport): Promise<ReportedOrder> {
  const { order_id, request_id } = report
  if ((order_id === undefined) === (request_id === undefined))
    refuseField('request_id', 'is required unless order_id is given; send exactly one of them', [
      'request_id',
      'order_id',
    ])
  if (order_id !== undefined) return { order_id }
  const [request] = await sql<Required<ReportedOrder>[]>`
    select order_id, message from warehouse_requests
    where organization_id = ${connection.organization_id} and request_id = ${request_id!}
      and location_id = ${connection.location_id}`
  return request ?? refuseField('request_id', 'must be a request to this warehouse')
}

interface ReportedOrder {
  order_id: string
  message?: RequestMessage
}

const hasUnits = ({ cartons, lines }: ShipmentReport): boolean => cartons !== undefined || lines?.length !== 0

const bookUnits = (
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  connection: ReportingConnection,
  { report, message }: { report: ShipmentReport; message: RequestMessage | undefined },
  related: (saved: LockedOrder) => Promise<unknown>,
) =>
  bookReported(
    sql,
    context,
    order,
    {
      ...readContents(order, report, message === undefined ? undefined : expectedOf(message, order), 'warehouse'),
      location_id: connection.location_id,
      shipped_at: report.shipped_at ?? context.now,
      carrier: report.carrier ?? null,
      tracking_number: report.tracking_number ?? null,
      ...transportOf(report),
      source_system: `warehouse:${connection.connection_id}`,
      external_id: report.report_id,
    },
    related,
  )

const shownLines = 3

function shortSentence(warehouse: string, { name }: LockedOrder, rest: readonly ShortLine[]): string {
  const units = rest.slice(0, shownLines).map((line) => `${counted(line.units, 'unit')} of ${line.sku}`)
  const more = rest.length > shownLines ? ` and ${rest.length - shownLines} more` : ''
  return `${warehouse} ships ${name} short: ${units.join(', ')}${more} will not ship. Release the order again, or cancel the rest.`
}

/** Ends the request; what is missing opens an exception, and keeps its holds until a person decides. */
async function completeShort(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  warehouse: string,
  { request_id, message }: OpenRequest,
): Promise<boolean> {
  const { organization_id, now } = context
  const rest = restOf(message, order)
  await endRequest(sql, context, order.order_id, request_id)
  if (rest.length === 0) return false
  const subject = { type: orderSubject, id: order.order_id }
  const sentence = shortSentence(warehouse, order, rest)
  await openExceptions(sql, organization_id, now, [{ kind: 'quantity_short', severity: 'warning', subject, sentence }])
  return true
}

const requestOf = async (sql: Sql, organization_id: string, request_id: string) => {
  const [row] = await sql<{ request_id: string; status: string }[]>`
    select request_id, status from warehouse_requests
    where organization_id = ${organization_id} and request_id = ${request_id}`
  return row!
}

/** The shipment by its name: shipments are listed by the time they left, which a report may state. */
function shipmentOf({ shipments }: Order, named: string): NonNullable<ShipmentAnswer['shipment']> {
  const { shipment_id, name, cartons } = shipments.find((one) => one.name === named)!
  return { shipment_id, name, cartons: cartons.map(({ carton_number, sscc }) => ({ carton_number, sscc })) }
}

export async function reportShipment(
  sql: Sql,
  context: WriteContext,
  connection: ReportingConnection,
  report: ShipmentReport,
): Promise<ShipmentAnswer> {
  const { organization_id } = context
  // The parcel of an order that was merged since is one of the order that has its lines.
  const reported = await readReported(sql, connection, report)
  const order_id = await readHeir(sql, organization_id, reported.order_id)
  const order = await lockOrder(sql, { organization_id, account: null }, order_id)
  checkAct('report_shipment', order)
  const open = await lockRequests(sql, organization_id, order_id)
  const request = open.find(({ location_id }) => location_id === connection.location_id)
  if (request === undefined && report.lines?.length === 0)
    refuse('conflict', { desc: `No request to ship ${order.name} is open at this warehouse.` })
  if (!hasUnits(report) && report.is_complete !== true)
    refuseField('lines', 'must not be empty unless is_complete is true')
  const complete = async (after: LockedOrder) =>
    report.is_complete === true && request !== undefined
      ? completeShort(sql, context, after, connection.name, request)
      : false
  const message = reported.message ?? request?.message
  const booked = hasUnits(report)
    ? await bookUnits(sql, context, order, connection, { report, message }, complete)
    : null
  if (booked === null && (await complete(order)))
    await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
  const shown = booked?.shown ?? (await readOrder(sql, organization_id, order_id))
  return {
    order_id,
    order_name: shown.name,
    lifecycle: shown.lifecycle,
    shipment: booked === null ? null : shipmentOf(booked.shown, booked.shipment_name),
    request: request === undefined ? null : await requestOf(sql, organization_id, request.request_id),
  }
}
