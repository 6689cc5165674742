import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { PurchaseOrder, PurchaseOrderPath } from './model.ts'
import { checkAct } from './rules.ts'
import { lockOrder, orderChanged, readOrder } from './store.ts'

export const approvePurchaseOrder = operation({
  id: 'purchase_orders.approve',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/approve',
  summary: 'Approve a purchase order',
  desc: ({ name }) => `Purchase order ${name} approved.`,
  description:
    'Approves a draft: its units are now on order and count as incoming stock. The order must have a line, and a purchase order a supplier. Approving a transfer reserves nothing at its source; issuing it fails if the units are no longer available then. Fails with `conflict` if the order is on hold or not a draft. Of two concurrent approvals only one succeeds.',
  params: PurchaseOrderPath,
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict: 'The order is not a draft, is on hold, or has no supplier or no lines.',
  emits: ['purchase_order_updated'],
  async run({ sql, caller: { organization_id }, params: { purchase_order_id }, now }) {
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('approve', order)
    const data = { act: 'approve', status: order.status, on_hold: order.on_hold }
    if (order.order_type === 'purchase' && order.supplier_id === null)
      refuse('conflict', { desc: `${order.name} has no supplier. Set a supplier before approving it.`, data })
    const [line] = await sql<{ one: number }[]>`
      select 1 as one from purchase_order_lines
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id} limit 1`
    if (line === undefined)
      refuse('conflict', { desc: `${order.name} has no lines. Add a line before approving it.`, data })
    await sql`
      update purchase_orders set status = 'approved', approved_at = ${now}
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
    await orderChanged(sql, organization_id, [purchase_order_id], now)
    return readOrder(sql, organization_id, purchase_order_id)
  },
})
