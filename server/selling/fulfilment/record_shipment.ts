import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { writeContext } from '../../records/write_context.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Order, OrderPath } from '../orders/model.ts'
import { readOrder } from '../orders/order.store.ts'
import { readLocation } from '../orders/references.store.ts'
import { findRecorded, recordedSource } from './new_shipment.store.ts'
import { bookReported, readContents } from './reported_shipment.ts'
import { NewShipment } from './shipment.model.ts'

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
    'Records that units of an order have left, in cartons or not. The stock ledger books them at the cost they leave at, with movements of kind `fulfilment`, and the stock held for them is released. Wholesale sales count on the day of the shipment. A shipment is a fact and is always booked: units beyond what is outstanding are recorded as over-shipped, and units for which no stock was held leave all the same; both open an exception. When nothing is outstanding any more, `order.fulfilled` is sent in place of `order.updated`. A shipment whose `external_id` was recorded before changes nothing. Fails with `conflict` for a draft and for an order that is on hold.',
  service: 'sales',
  status: 201,
  params: OrderPath,
  body: NewShipment,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is a draft, or is on hold.',
  emits: ['order.fulfilled', 'order.updated', 'movement.recorded', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, caller, order_id)
    if (await isRecorded(sql, organization_id, order, body.external_id))
      return readOrder(sql, organization_id, order_id)
    checkAct('record_shipment', order)
    const contents = readContents(order, body)
    const location_id =
      body.location_id === undefined && order.location_id !== null
        ? order.location_id
        : await readLocation(sql, organization_id, body.location_id)
    if (location_id === null) refuseField('location_id', 'is required, since the order has no location')
    const { shown } = await bookReported(sql, writeContext(caller, now), order, {
      ...contents,
      location_id,
      shipped_at: body.shipped_at ?? now,
      carrier: body.carrier ?? null,
      tracking_number: body.tracking_number ?? null,
      source_system: body.external_id === undefined ? null : recordedSource,
      external_id: body.external_id ?? null,
    })
    return shown
  },
})
