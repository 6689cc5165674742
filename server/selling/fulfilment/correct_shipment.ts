import { listOf } from '../../contract/outcome.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Instant, Nullable, type Static, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import { acknowledgeLive } from '../edi_orders/outbound/acknowledge.ts'
import { recallNotice, withdrawAnnounced } from '../edi_orders/outbound/recall_notice.ts'
import { type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Label } from '../orders/model.ts'
import { readOrder } from '../orders/order.store.ts'
import { readLocation } from '../orders/references.store.ts'
import { contentsOnFile, isUnchanged, keepCodes } from './correction.rules.ts'
import { daySentences } from './placed_by.ts'
import { bookReported, readContents } from './reported_shipment.ts'
import type { ReplacedShipment } from './ship_order.ts'
import { requestRest } from '../warehouse_requests/settle_requests.ts'
import { cartonList, lineList, transportFields } from './shipment.model.ts'
import { readShipments } from './shipment.store.ts'
import { StatedCarton, StatedLine, readStandIns, standInExample } from './stand_ins/read_stand_ins.ts'
import { withStandIns } from './stand_ins/stand_ins.rules.ts'
import {
  readReason,
  readToUndo,
  Reason,
  settleBounds,
  ShipmentPath,
  UndoneOutcome,
  unitsInWords,
} from './undo_shipment.ts'
import { unitsOf } from './void.rules.ts'
import { firstArrival } from './voided_shipment.store.ts'

const ShipmentCorrection = Type.Object(
  {
    reason: Reason,
    location_id: Type.Optional(Id('Id of the location that the units left.')),
    shipped_at: Type.Optional(Instant('Time the shipment left, not in the future.')),
    carrier: Type.Optional(Nullable(Label('Carrier; null for none.', ['UPS']))),
    tracking_number: Type.Optional(
      Nullable(Label('Tracking number of the shipment; null for none.', ['1Z999AA10123456784'])),
    ),
    ...transportFields,
    lines: Type.Optional(lineList(StatedLine, 'All units shipped, if the shipment has no cartons.')),
    cartons: Type.Optional(
      cartonList(
        StatedCarton,
        'All cartons with their contents, in place of `lines`. A carton without `sscc` keeps the code of the carton of its number.',
      ),
    ),
  },
  {
    $id: 'ShipmentCorrection',
    additionalProperties: false,
    examples: [
      { reason: 'Counted again', lines: [{ line_item_id: exampleId('line_item_id'), quantity: 12 }] },
      standInExample,
    ],
  },
)
type ShipmentCorrection = Static<typeof ShipmentCorrection>

/** The contents after the correction, those on file if none are sent, and the order with the lines that they need. */
async function correctedContents(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  replaced: ReplacedShipment,
  body: ShipmentCorrection,
) {
  const { shipment } = replaced
  const { added, sentences, ...read } = await readStandIns(sql, context, replaced.from, body)
  const isStated = body.lines !== undefined || body.cartons !== undefined
  const stated = isStated
    ? readContents(read.from, read.contents, unitsOf(shipment.lines))
    : contentsOnFile(shipment, read.from)
  const { from, packed } = withStandIns(before, read.from, stated.packed)
  const cartons = isStated ? keepCodes(stated.cartons, shipment.cartons) : stated.cartons
  return { contents: { packed, cartons }, replaced: { ...replaced, from, added }, sentences }
}

/** What came back had left: no return can have arrived before the day on which the order first shipped. */
async function checkArrivals(
  sql: Sql,
  { organization_id, time_zone }: WriteContext,
  order_id: string,
  { fulfilment_id }: ReplacedShipment['shipment'],
  shipped_at: string,
): Promise<void> {
  const arrival = await firstArrival(sql, organization_id, order_id, fulfilment_id)
  if (arrival === null) return
  const { received_on, name, others_shipped_on } = arrival
  const isAfter = (day: string | null) => day === null || day > received_on
  if (isAfter(dayInTimeZone(time_zone, shipped_at)) && isAfter(others_shipped_on))
    refuseField('shipped_at', `must not be after ${received_on}, the day on which ${name} arrived`, [
      `until ${received_on}`,
    ])
}

interface Left {
  name: string
  location: { location_id: string; name: string }
  shipped_on: string
}

/** Where and on which day it left after all. */
const movedSentences = (before: Left, after: Left): string[] => [
  ...(before.location.location_id === after.location.location_id
    ? []
    : [`${after.name} left ${after.location.name}, not ${before.location.name}.`]),
  ...(before.shipped_on === after.shipped_on
    ? []
    : [`${after.name} left on ${after.shipped_on}, not on ${before.shipped_on}.`]),
]

async function readDetails(
  sql: Sql,
  context: WriteContext,
  order_id: string,
  { shipment }: ReplacedShipment,
  body: ShipmentCorrection,
) {
  const location_id =
    body.location_id === undefined
      ? shipment.location_id
      : (await readLocation(sql, context.organization_id, body.location_id))!
  const { shipped_at = shipment.shipped_at, carrier = shipment.carrier } = body
  const { tracking_number = shipment.tracking_number } = body
  if (body.shipped_at !== undefined) await checkArrivals(sql, context, order_id, shipment, shipped_at)
  const { carrier_scac = shipment.carrier_scac, bill_of_lading = shipment.bill_of_lading } = body
  const { deliver_on = shipment.deliver_on } = body
  return { location_id, shipped_at, carrier, tracking_number, carrier_scac, bill_of_lading, deliver_on }
}

export const correctShipment = sessionOperation({
  id: 'session.correct_shipment',
  route: 'POST /api/v1/sales/orders/{order_id}/shipments/{shipment_id}/correct',
  summary: 'Correct a shipment',
  desc: ({ order: { name, lifecycle } }) => `Shipment of ${name} corrected; the order is ${lifecycle}.`,
  description:
    'Corrects what was recorded of a shipment: its units or cartons, the location that it left, its time, carrier, tracking number, bill of lading or expected arrival. Fields that are left out stay as they are; `lines` or `cartons`, if sent, are the whole contents. Where another variant left than was ordered, its line has `instead_of`: the units leave the stock of what left, on a line of their own with `instead_of_line_item_id`, those that were recorded are back, and the ordered ones are still owed or cancelled, as `ordered_units` says. A later correction or a void of the shipment undoes that. The shipment is voided, as `session.void_shipment` describes, and another one under the same name and `external_id` is booked in its place in the same act: `voided_shipments` keeps the first one with `replaced_by`, and the new one names it in `corrects`. Units from the same location leave at the cost at which they left before; from another location, at the cost of its stock. What the order gets back is held for it again, as far as it is available; what it ships beyond that leaves as any shipment does. Wholesale sales move to the day of the new time, and those of a consumer order with them where its shipment dates it, since nobody stated when it was placed. A shipping notice (856) that waits is rewritten; one that was sent is replaced by an 856 of purpose 05, where the account takes one. A request that changes nothing writes nothing. `movement.recorded` is sent, and `order.fulfilled` if nothing is outstanding any more, else `order.updated`. What invoices bill beyond the units that are left is credited in the same act, as by voiding. Fails with `conflict` as voiding does, where the corrected shipment would leave fewer units than returns take back.',
  service: 'sales',
  params: ShipmentPath,
  body: ShipmentCorrection,
  answer: UndoneOutcome,
  refusals: ['order_not_on_file', 'not_found', 'conflict'],
  conflict:
    'The shipment was voided or corrected before, returns take back more units than would have shipped, its order has allowances on invoiced units, or it left before the books begin.',
  emits: ['order.fulfilled', 'order.updated', 'movement.recorded', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id, shipment_id }, body, now }) {
    const { organization_id } = caller
    const reason = readReason(body.reason)
    if (body.lines !== undefined && body.cartons !== undefined)
      refuseField('lines', 'cannot be sent beside cartons', ['lines', 'cartons'])
    const context = writeContext(caller, now)
    const order = await lockOrder(sql, caller, order_id)
    const undone = await readToUndo(sql, context, order, shipment_id, reason)
    const { shipment } = undone
    const { contents, replaced, sentences: standIns } = await correctedContents(sql, context, order, undone, body)
    const details = await readDetails(sql, context, order_id, replaced, body)
    if (isUnchanged(details, contents, shipment, contentsOnFile(shipment, replaced.from)))
      return {
        order: await readOrder(sql, organization_id, order_id),
        given_back_to: [],
        consequences: ['Nothing changed.'],
      }
    const lines = contents.packed.map(({ line, quantity }) => ({ order_line_id: line.line_id, quantity }))
    const credited = await settleBounds(sql, context, order, replaced, unitsOf(lines))
    const before = (await readShipments(sql, organization_id, [order_id]))
      .get(order_id)!
      .find((one) => one.shipment_id === shipment.fulfilment_id)!
    const announced = await withdrawAnnounced(sql, organization_id, order, shipment.name)
    const { source_system, external_id } = shipment
    const report = { ...contents, ...details, source_system, external_id }
    const sentences: string[] = []
    const related = async (saved: LockedOrder) => {
      const shown = (await readShipments(sql, organization_id, [order_id])).get(order_id)!
      const after = shown.find(({ corrects }) => corrects === shipment.fulfilment_id)!
      sentences.push(...movedSentences(before, after))
      sentences.push(...(await recallNotice(sql, context, { order, before, after, announced })))
      await acknowledgeLive(sql, context, order, saved)
      await requestRest(sql, context, saved)
    }
    const { shown, saved, given, redated } = await bookReported(sql, context, order, report, related, replaced)
    const was = listOf(unitsInWords(order, shipment), 'and')
    const is = listOf(unitsInWords(replaced.from, { lines }), 'and')
    return {
      order: shown,
      given_back_to: given.orders,
      consequences: [
        was === is
          ? `${shipment.name} has ${is}, as before.`
          : `${shipment.name} has ${is}; it was recorded with ${was}.`,
        ...daySentences(order, saved),
        ...redated,
        ...standIns,
        ...given.sentences,
        ...credited,
        ...sentences,
      ],
    }
  },
})
