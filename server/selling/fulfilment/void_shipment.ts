import { counted, listOf } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Shape } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { bookMovements } from '../../ledger/book.ts'
import { writeContext } from '../../records/write_context.ts'
import { acknowledgeLive } from '../edi_orders/outbound/acknowledge.ts'
import { recallNotice, withdrawAnnounced } from '../edi_orders/outbound/recall_notice.ts'
import { type LockedOrder, lockOrder, saveOrders } from '../orders/locked_order.store.ts'
import { recountCustomers } from '../orders/order_customer.ts'
import { announceOrders, orderSubject } from '../orders/order.store.ts'
import { recountSurplus } from '../returns/surplus/recount_surplus.ts'
import { salesChange } from '../sales_facts/sales_figures.rules.ts'
import { type GivenBack, giveBack, holdReturned, settleReturned } from './held_units/given_back.ts'
import { daySentences, lockParts, redateParts } from './placed_by.ts'
import type { ReplacedShipment } from './ship_order.ts'
import { settleMovedStock } from './resolve_stock_exceptions.ts'
import { readShipments } from './shipment.store.ts'
import {
  heldUnits,
  readReason,
  readToUndo,
  Reason,
  settleBounds,
  ShipmentPath,
  UndoneOutcome,
  unitsInWords,
} from './undo_shipment.ts'
import { requestRest } from '../warehouse_requests/settle_requests.ts'
import { salesOnFile } from './void.rules.ts'
import { moveToVoided } from './voided_shipment.store.ts'

/** Reverses the shipment in the ledger, the sales and the order. */
async function unship(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  undone: ReplacedShipment,
): Promise<{ saved: LockedOrder; given: GivenBack; redated: string[] }> {
  const { organization_id, now, actor, currency } = context
  const { shipment, from, reversals, reason } = undone
  const isRedated = from.ordered_at !== before.ordered_at
  const parts = isRedated ? await lockParts(sql, organization_id, before) : []
  await bookMovements(sql, { organization_id, actor, now, currency, floor: 'none' }, reversals)
  await moveToVoided(sql, shipment, { organization_id, now, actor, reason, replaced_by: null })
  const given = await giveBack(sql, context, before.order_id, shipment)
  const after = await holdReturned(sql, organization_id, before, from, undone)
  const sales = salesChange(salesOnFile(before, shipment), [])
  const [saved] = await saveOrders(sql, { organization_id, now, actor }, [{ before, after, sales }])
  await recountSurplus(sql, organization_id, before, saved!)
  await settleReturned(sql, context, saved!)
  const redated = await redateParts(sql, context, parts)
  if (isRedated && before.customer_id !== null) await recountCustomers(sql, organization_id, [before.customer_id])
  for (const kind of ['shipped_unallocated', 'shipped_on_hold'] as const)
    await resolveExceptions(sql, organization_id, now, {
      kind,
      subject: { type: orderSubject, id: before.order_id },
      about: ` ${shipment.name} left`,
      resolution: 'voided',
      resolved_by: actor,
    })
  return { saved: saved!, given, redated }
}

export const voidShipment = sessionOperation({
  id: 'session.void_shipment',
  route: 'POST /api/v1/sales/orders/{order_id}/shipments/{shipment_id}/void',
  summary: 'Void a shipment',
  desc: ({ order: { name, lifecycle } }) => `Shipment of ${name} voided; the order is ${lifecycle}.`,
  description:
    'Takes back a shipment that was recorded in error, with all that followed from it, in one act. The ledger gets a movement for each one that the shipment booked, which names it in `reverses_movement_id` and has its `occurred_at` and cost, so the shipment appears on no past day. Wholesale sales leave the day they counted on; consumer sales stay on the day of the order, which is that of its recording again if this shipment had dated it. Where the stock was counted between the shipment and now, the count stands: a movement of kind `stocktake` under document type `count_offset` offsets the reversal at the count. Orders whose holds the shipment took get them back first, as far as they still want them. The other units are outstanding again and are held for the order again where they left, as far as they are available, unless a person gave its stock back; a shortage opens an exception of kind `allocation_short`. A shipping notice (856) that waits is withdrawn; one that was sent is cancelled by an 856 of purpose 01, where the account takes one, and `consequences` says so otherwise. The shipment moves from `shipments` to `voided_shipments`, and `order.updated` is sent. What invoices bill of its units is credited in the same act, by credit notes of kind `void`; the units are invoiced again once they ship. An open request to a warehouse gets a revision with what the order holds then; a completed one stays completed: release the order again. Fails with `conflict`, and `data.reason` says why: `credited`, with the allowances on the order, which are cancelled first; `returned`, with the returns that take units of it back; `voided`, if it was voided or corrected before; `historical`, if it left before the organisation came here and so moved no stock; or without a reason if the books of its day are closed.',
  service: 'sales',
  params: ShipmentPath,
  body: Shape({ reason: Reason }),
  answer: UndoneOutcome,
  refusals: ['order_not_on_file', 'not_found', 'conflict'],
  conflict:
    'The shipment was voided before, its order has allowances on invoiced units, a return takes some back, or it left before the books begin.',
  emits: ['order.updated', 'movement.recorded', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id, shipment_id }, body, now }) {
    const { organization_id } = caller
    const reason = readReason(body.reason)
    const context = writeContext(caller, now)
    const before = await lockOrder(sql, caller, order_id)
    const undone = await readToUndo(sql, context, before, shipment_id, reason)
    const credited = await settleBounds(sql, context, before, undone)
    const { name } = undone.shipment
    const shipments = (await readShipments(sql, organization_id, [order_id])).get(order_id)!
    const shown = shipments.find((one) => one.shipment_id === undone.shipment.fulfilment_id)!
    const announced = await withdrawAnnounced(sql, organization_id, before, name)
    const { saved, given, redated } = await unship(sql, context, before, undone)
    const sentences = await recallNotice(sql, context, { order: before, before: shown, after: null, announced })
    await acknowledgeLive(sql, context, before, saved)
    await requestRest(sql, context, saved)
    const held = heldUnits(saved) - heldUnits(before)
    await settleMovedStock(sql)
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return {
      order: order!,
      given_back_to: given.orders,
      consequences: [
        `${listOf(unitsInWords(before, undone.shipment), 'and')} did not leave ${shown.location.name}.`,
        ...daySentences(before, saved),
        ...redated,
        ...given.sentences,
        ...(held > 0 ? [`${counted(held, 'unit')} held for ${before.name} again.`] : []),
        ...(held > 0 || given.lines.length > 0 ? [] : ['No stock is held for them.']),
        ...credited,
        ...sentences,
      ],
    }
  },
})
