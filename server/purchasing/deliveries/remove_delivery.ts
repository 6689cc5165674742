import { operation } from '../../contract/operation.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { lockCounts } from '../../ledger/counts/stocktake_offsets.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import { settleLevels } from '../../ledger/costs/make_known.ts'
import { openAssembly, readUsedParts, reversalOfPart, writeComponentUse } from '../manufacturing/components.store.ts'
import { DeliveryPath } from './deliveries.model.ts'
import { findDelivery, readBookedLines, reversalOf, updateOrderProgress } from './delivery_corrections.store.ts'
import { adjustCosts, holdLevels, takeBackAdjustments } from '../landed_costs/received_cost.store.ts'
import { readLinesToReceive } from './receiving.store.ts'
import { checkAct, checkNotTakenBack } from '../orders/rules.ts'
import { lockOrder, orderChanged } from '../orders/store.ts'
import { settleInvoices } from '../supplier_invoices/settle.ts'

export const removePurchaseOrderDelivery = operation({
  id: 'purchase_orders.remove_delivery',
  route: 'DELETE /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id}',
  summary: 'Delete a delivery',
  description:
    'Removes a delivery that was recorded in error. Each of its ledger movements is reversed by a new one that refers to it in `reverses_movement_id` and has the same `occurred_at`, so the units appear on no past day. The average cost is restored, and the units are outstanding again. Units of a transfer are in transit again; the components of a manufacturing order return at the cost at which they left, available and not reserved.\n\nIf the stock was counted after the delivery was recorded, a movement under document type `delivery_correction` offsets the removal at the stocktake, as described under Correct a delivery. An open `over_receipt` exception is resolved if the order then has no more units than ordered. The same delivery can be recorded again afterwards. Fails with `conflict` if some of its units are no longer available because they left or are promised, and for a closed transfer: what had not arrived was written off when it was closed, so adjust the stock at its destination instead. A hold does not block removal.',
  params: DeliveryPath,
  status: 204,
  refusals: ['purchase_order_not_on_file', 'purchase_order_delivery_not_on_file', 'conflict'],
  conflict:
    'The order is a draft or cancelled, or a closed transfer; units of the delivery are no longer at the location; or components would return that are bundles and assembled when sold by now.',
  emits: ['movement.recorded', 'purchase_order_updated', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { purchase_order_id, delivery_id }, now }) {
    const { organization_id } = caller
    await holdBundles(sql, organization_id)
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    const delivery = await findDelivery(sql, organization_id, purchase_order_id, delivery_id)
    checkAct('mend_delivery', order)
    checkNotTakenBack(order)
    const [lines, booked, parts] = await Promise.all([
      readLinesToReceive(sql, organization_id, purchase_order_id),
      readBookedLines(sql, organization_id, delivery_id),
      readUsedParts(sql, organization_id, delivery_id),
    ])
    const assembly = await openAssembly(sql, organization_id, order, lines)
    const booking = bookingOf(caller, now, 'available')
    const movements = [
      ...booked.map((line) => reversalOf(order, delivery, line)),
      ...parts.map((part) => reversalOfPart(order, delivery_id, part)),
    ]
    const after = { ...delivery, name: order.name, revision: delivery.revision + 1 }
    await lockCounts(sql, organization_id, movements, now)
    await holdLevels(sql, caller, order, lines)
    await takeBackAdjustments(sql, caller, now, order, after, booked)
    await bookMovements(sql, booking, movements)
    await settleLevels(sql, booking, movements)
    await sql`
      update purchase_order_deliveries set removed_at = ${now}, revision = ${after.revision}, updated_at = ${now}
      where organization_id = ${organization_id} and delivery_id = ${delivery_id}`
    await adjustCosts(sql, bookingOf(caller, now, 'none'), order)
    const units = new Map(booked.map((line) => [line.line_id, -line.received_quantity]))
    await writeComponentUse(sql, organization_id, order, { assembly, movements, holds: [] }, lines, units)
    await updateOrderProgress(sql, caller, now, order, lines, units, booked, 'delivery_removed')
    await settleInvoices(sql, caller, now, [order])
    await orderChanged(sql, organization_id, [purchase_order_id], now)
  },
})
