import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { releaseComponents } from '../manufacturing/components.store.ts'
import { PurchaseOrderPath } from './model.ts'
import { checkAct } from './rules.ts'
import { lockOrder } from './store.ts'

export const deletePurchaseOrder = operation({
  id: 'purchase_orders.delete',
  route: 'DELETE /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
  summary: 'Delete a purchase order',
  description:
    'Deletes a draft or cancelled order and its lines permanently. An order that was ever issued, received against or sent to a warehouse cannot be deleted, since others have a record of it; cancel or close it instead.',
  params: PurchaseOrderPath,
  status: 204,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict: 'The order is neither a draft nor cancelled, or it was issued, received against or sent to a warehouse.',
  async run({ sql, caller: { organization_id }, params: { purchase_order_id } }) {
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('delete', order)
    const [known] = await sql<{ is_received: boolean; is_pushed: boolean; is_invoiced: boolean }[]>`
      select
        exists (select from purchase_order_deliveries
          where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}) as is_received,
        exists (select from warehouse_inbounds
          where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}) as is_pushed,
        exists (select from supplier_invoice_lines
          where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}) as is_invoiced`
    const { is_received, is_pushed, is_invoiced } = known!
    if (order.issued_at !== null || is_received || is_pushed || is_invoiced) {
      const was =
        order.issued_at !== null
          ? 'issued'
          : is_received
            ? 'received against'
            : is_pushed
              ? 'sent to a warehouse'
              : 'invoiced'
      refuse('conflict', {
        desc: `${order.name} was ${was}, so it stays on file and cannot be deleted.`,
        data: { act: 'delete', status: order.status, issued_at: order.issued_at },
      })
    }
    await releaseComponents(sql, organization_id, purchase_order_id)
    for (const table of ['purchase_order_components', 'supplier_signals', 'purchase_order_lines', 'purchase_orders'])
      await sql`
        delete from ${sql(table)}
        where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
  },
})
