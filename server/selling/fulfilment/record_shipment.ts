import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { writeContext } from '../../records/write_context.ts'
import { readTimeZone } from '../orders/creation.store.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Order, OrderPath } from '../orders/model.ts'
import { announceOrders, readOrder } from '../orders/order.store.ts'
import { readLocation } from '../orders/references.store.ts'
import { type CartonRow, countShipments, findRecorded, recordedSource } from './new_shipment.store.ts'
import { shipOrder } from './ship_order.ts'
import { NewShipment } from './shipment.model.ts'
import { isSscc, packLines } from './shipment.rules.ts'

function cartonsOf({ cartons = [] }: NewShipment): CartonRow[] {
  const seen = new Set<string>()
  return cartons.map(({ sscc = null, weight_kg = null, tracking_number = null, door_reference = null }, i) => {
    if (sscc !== null && !isSscc(sscc)) refuseField(`cartons[${i}].sscc`, 'must end in its check digit')
    if (sscc !== null && seen.has(sscc)) refuseField(`cartons[${i}].sscc`, 'is repeated')
    if (sscc !== null) seen.add(sscc)
    return { carton_number: i + 1, sscc, weight_kg, tracking_number, door_reference }
  })
}

function reportedLines({ lines, cartons }: NewShipment) {
  if ((lines === undefined) === (cartons === undefined))
    refuseField('lines', 'is required unless cartons is given; send exactly one of them', ['lines', 'cartons'])
  if (lines !== undefined) return lines.map((line, i) => ({ line, carton_number: null, field: `lines[${i}]` }))
  return cartons!.flatMap((carton, i) =>
    carton.lines.map((line, j) => ({ line, carton_number: i + 1, field: `cartons[${i}].lines[${j}]` })),
  )
}

/** Whether the shipment was recorded before, under its id in the other system. */
async function isRecorded(sql: Sql, organization_id: string, order: LockedOrder, external_id: string | undefined) {
  if (external_id === undefined) return false
  const recorded = await findRecorded(sql, organization_id, external_id)
  if (recorded !== null && recorded !== order.order_id) refuseField('external_id', 'belongs to another shipment')
  return recorded !== null
}

export const recordShipment = sessionOperation({
  id: 'session.record_shipment',
  route: 'POST /api/v1/sales/orders/{order_id}/shipments',
  summary: 'Record a shipment',
  desc: ({ name, lifecycle }) => `Shipment of ${name} recorded; the order is ${lifecycle}.`,
  description:
    'Records that units of an order have left, in cartons or not. The stock ledger books them at the cost they leave at, with movements of kind `fulfilment`, and the stock held for them is released. Wholesale sales count on the day of the shipment. A shipment is a fact and is always booked: units beyond what is outstanding are recorded as over-shipped, and units for which no stock was held leave all the same; both open an exception. When nothing is outstanding any more, `order.fulfilled` is sent in place of `order.updated`. A shipment whose `external_id` was recorded before changes nothing. Fails with `conflict` for a draft.',
  service: 'sales',
  needs: 'member',
  status: 201,
  params: OrderPath,
  body: NewShipment,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  emits: ['order.fulfilled', 'order.updated', 'movement.recorded', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, caller, order_id)
    if (await isRecorded(sql, organization_id, order, body.external_id))
      return readOrder(sql, organization_id, order_id)
    checkAct('record_shipment', order)
    const cartons = cartonsOf(body)
    const packed = packLines(order, reportedLines(body))
    const shipped_at = body.shipped_at ?? now
    if (Date.parse(shipped_at) > Date.parse(now)) refuseField('shipped_at', 'must not be in the future')
    const named = body.location_id === undefined ? order.location_id : null
    const [location_id, time_zone, before] = await Promise.all([
      named ?? readLocation(sql, organization_id, body.location_id),
      readTimeZone(sql, organization_id),
      countShipments(sql, organization_id, order_id),
    ])
    if (location_id === null) refuseField('location_id', 'is required, since the order has no location')
    const saved = await shipOrder(sql, writeContext(caller, now), order, {
      name: `${order.name}-${before + 1}`,
      location_id,
      shipped_at,
      shipped_on: dayInTimeZone(time_zone, shipped_at),
      carrier: body.carrier ?? null,
      tracking_number: body.tracking_number ?? null,
      source_system: body.external_id === undefined ? null : recordedSource,
      external_id: body.external_id ?? null,
      cartons,
      packed,
    })
    const isDone = saved.lifecycle === 'fulfilled' && order.lifecycle !== 'fulfilled'
    const event = isDone ? 'order.fulfilled' : 'order.updated'
    const [shown] = await announceOrders(sql, organization_id, [{ order_id, event }])
    return shown!
  },
})
