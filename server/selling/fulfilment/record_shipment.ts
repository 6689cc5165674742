import type { Sql } from '../../contract/call.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Id, Instant, Nullable, type Static, Type } from '../../contract/schema.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import { acknowledgeLive } from '../edi_orders/outbound/acknowledge.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Label, Order, OrderPath } from '../orders/model.ts'
import { readOrder } from '../orders/order.store.ts'
import { readLocation } from '../orders/references.store.ts'
import { differencesOf, type StatedShipment } from './correction.rules.ts'
import { readHeir } from '../order_changes/order_links.store.ts'
import { findRecorded, recordedSource } from './new_shipment.store.ts'
import { bookReported, cartonsOf, readContents, reportedLines, transportOf } from './reported_shipment.ts'
import { cartonList, lineList, transportFields } from './shipment.model.ts'
import { readStandIns, StatedCarton, StatedLine } from './stand_ins/read_stand_ins.ts'
import { withStandIns } from './stand_ins/stand_ins.rules.ts'
import { findShipment } from './voided_shipment.store.ts'
import { requestRest } from '../warehouse_requests/settle_requests.ts'

const NewShipment = Type.Object(
  {
    location_id: Type.Optional(Id('Id of the location that the units left; that of the order if left out.')),
    shipped_at: Type.Optional(Instant('Time the shipment left, not in the future; now if left out.')),
    carrier: Type.Optional(Nullable(Label('Carrier.', ['UPS']))),
    tracking_number: Type.Optional(Nullable(Label('Tracking number of the shipment.', ['1Z999AA10123456784']))),
    ...transportFields,
    external_id: Type.Optional(
      Label(
        'Id of the shipment in the system that reported it. A repeated one with the same content changes nothing; with other content it is refused. The id of a voided shipment is free again.',
        ['DN-8812'],
      ),
    ),
    lines: Type.Optional(lineList(StatedLine, 'Units shipped, if the shipment has no cartons.')),
    cartons: Type.Optional(cartonList(StatedCarton, 'Cartons with their contents, in place of `lines`.')),
  },
  {
    $id: 'NewShipment',
    additionalProperties: false,
    examples: [{ lines: [{ line_item_id: exampleId('line_item_id'), quantity: 24 }], carrier: 'UPS' }],
  },
)
type NewShipment = Static<typeof NewShipment>

/** What the request states of the shipment, by SKU: lines that were open when it was recorded are not any more. */
function statedOf(order: LockedOrder, body: NewShipment): StatedShipment {
  const skuOf = (id: string | undefined) => order.lines.find(({ line_id }) => line_id === id?.toLowerCase())?.sku
  const units = reportedLines(body).map(({ line, carton_number }) => ({
    sku: line.sku ?? skuOf(line.line_item_id) ?? String(line.line_item_id),
    carton_number,
    quantity: line.quantity,
  }))
  const { carrier = null, tracking_number = null } = body
  return { ...body, carrier, tracking_number, ...transportOf(body), cartons: cartonsOf(body), units }
}

/** Whether the shipment was recorded before, under its id in the other system. Refuses another one under that id. */
async function isRecorded(sql: Sql, organization_id: string, order: LockedOrder, body: NewShipment): Promise<boolean> {
  const { external_id } = body
  const recorded = external_id === undefined ? null : await findRecorded(sql, organization_id, external_id)
  if (recorded === null) return false
  if (recorded.order_id !== order.order_id) refuseField('external_id', 'belongs to another shipment')
  const onFile = (await findShipment(sql, organization_id, order.order_id, recorded.fulfilment_id))!
  const skus = new Map(order.lines.map(({ line_id, sku }) => [line_id, sku]))
  const differences = differencesOf(statedOf(order, body), onFile, ({ order_line_id }) => skus.get(order_line_id)!)
  if (differences.length > 0)
    refuse('conflict', {
      desc: `${recorded.name} was recorded under the external_id ${external_id} with other content: ${differences.join('; ')}. Send another shipment under an id of its own, or correct ${recorded.name}.`,
      data: { field: 'external_id', shipment_id: recorded.fulfilment_id, differences },
    })
  return true
}

/** The contents, and the order as the shipment finds it: with a line for units that left in place of ordered ones. */
async function readRecorded(sql: Sql, context: WriteContext, order: LockedOrder, body: NewShipment) {
  const { added, from, contents } = await readStandIns(sql, context, order, body)
  const { cartons, packed } = readContents(from, contents)
  // All that is outstanding may have been another variant.
  const left = withStandIns({ ...order, lines: [] }, from, packed)
  return {
    start: { from: left.from, added },
    contents: { cartons, packed: left.packed },
    hasStandIns:
      left.from.lines.length > order.lines.length || left.from.lines.some((line, i) => line !== order.lines[i]),
  }
}

export const recordShipment = sessionOperation({
  id: 'session.record_shipment',
  route: 'POST /api/v1/sales/orders/{order_id}/shipments',
  summary: 'Record a shipment',
  desc: ({ name, lifecycle }) => `Shipment of ${name} recorded; the order is ${lifecycle}.`,
  description:
    'Records that units of an order have left, in cartons or not. The stock ledger books them at the cost they leave at, with movements of kind `fulfilment`, and the stock held for them is released. Wholesale sales count on the day of the shipment. A shipment is a fact and is always booked: units beyond what is outstanding are recorded as over-shipped, and units for which no stock was held leave all the same; both open an exception. Where another variant left than was ordered, its line has `instead_of`: the units leave the stock of what left, on a line of their own with `instead_of_line_item_id`, and the ordered ones are still owed or cancelled, as `ordered_units` says. If a warehouse was asked to ship the order, it gets the next revision of its request, with what is left to ship. When nothing is outstanding any more, `order.fulfilled` is sent in place of `order.updated`. A shipment whose `external_id` was recorded before changes nothing if it has the same content, and fails with `conflict` if not: `data.differences` says what differs. A shipment of an order that was merged into another is booked on that one, which is returned. A shipment that was recorded wrongly is corrected or voided. Fails with `conflict` for a draft and for an order that is on hold.',
  service: 'sales',
  status: 201,
  params: OrderPath,
  body: NewShipment,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'The order is a draft, or is on hold; or another shipment was recorded under the `external_id`.',
  emits: ['order.fulfilled', 'order.updated', 'movement.recorded', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const order_id = await readHeir(sql, organization_id, params.order_id)
    const order = await lockOrder(sql, caller, order_id)
    if (await isRecorded(sql, organization_id, order, body)) return readOrder(sql, organization_id, order_id)
    checkAct('record_shipment', order)
    const context = writeContext(caller, now)
    const { start, contents, hasStandIns } = await readRecorded(sql, context, order, body)
    const location_id =
      body.location_id === undefined && order.location_id !== null
        ? order.location_id
        : await readLocation(sql, organization_id, body.location_id)
    if (location_id === null) refuseField('location_id', 'is required, since the order has no location')
    const details = {
      ...contents,
      location_id,
      shipped_at: body.shipped_at ?? now,
      carrier: body.carrier ?? null,
      tracking_number: body.tracking_number ?? null,
      ...transportOf(body),
      source_system: body.external_id === undefined ? null : recordedSource,
      external_id: body.external_id ?? null,
    }
    const related = async (saved: LockedOrder) => {
      await requestRest(sql, context, saved)
      if (hasStandIns) await acknowledgeLive(sql, context, order, saved)
    }
    const { shown } = await bookReported(sql, context, order, details, related, undefined, start)
    return shown
  },
})
