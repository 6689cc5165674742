import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Nullable, Shape, Text } from '../../contract/schema.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { Issue } from './issue.model.ts'
import { PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { checkAct } from '../orders/rules.ts'
import { queueDocument } from './queue_documents.ts'
import { type LockedOrder, lockOrder, orderChanged, readOrder } from '../orders/store.ts'
import { shipTransfer } from '../transfers/transfer.ts'

const IssuedOrder = Shape(
  {
    ...PurchaseOrder.properties,
    link_url: Nullable(
      Text(
        'With the channel link: where the supplier reads the order without a key, for 90 days. Pass it on; whoever has it can read the order.',
        { examples: ['https://api.example.com/documents/AZqfPnwQ…/PO-1042.pdf'] },
      ),
    ),
  },
  { description: 'The order as it now stands.' },
)

export const issuePurchaseOrder = operation({
  id: 'purchase_orders.issue',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/issue',
  summary: 'Issue a purchase order',
  desc: ({ name, document }) =>
    document === null
      ? `Purchase order ${name} issued; it goes to no supplier.`
      : `Purchase order ${name} issued; its paper is ${document.state}.`,
  description:
    'Sends an approved order to its supplier: by mail with the printed order, as an EDI 850, or as a link that you pass on. What the paper says is frozen now, and it leaves after the answer: `document` tells how far it has come. Where the service has no mail server or EDI gateway, the paper is `stored` for the app to fetch.\n\nAn order that was issued and has changed since can be issued again, and its paper then takes the place of the earlier one (an 850 with BEG 05); the same paper is not sent twice the same way.\n\nIssuing a transfer draws its goods from the source, which must have them available; transfers, and manufacturing orders without a supplier, send no paper and are issued once.\n\nDrafts, orders on hold or over, and suppliers that cannot be reached by the channel are refused `conflict`, and nothing changes.',
  params: PurchaseOrderPath,
  body: Issue,
  answer: IssuedOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  emits: ['purchase_order_updated', 'movement.recorded'],
  async run({ sql, caller, params: { purchase_order_id }, body, now, documents }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('issue', order)
    const goes_out = order.supplier_id !== null && order.order_type !== 'transfer'
    if (!goes_out) checkInternal(order, body)
    if (order.order_type === 'transfer') await shipTransfer(sql, caller, order, now)
    const sent = goes_out ? await queueDocument({ sql, caller, now, documents }, order, body) : null
    await sql`
      update purchase_orders
      set issued_at = coalesce(issued_at, ${now}),
        status = case when status = 'approved' then 'issued' else status end
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`
    await orderChanged(sql, organization_id, [purchase_order_id], now)
    const link_url =
      sent?.channel === 'link'
        ? documents.documentUrl(organization_id, sent.document_id, `${fileNameOf(order.name)}.pdf`)
        : null
    return { ...(await readOrder(sql, organization_id, purchase_order_id)), link_url }
  },
})

/** What goes to no supplier is issued once, and in no way that could be chosen. */
function checkInternal(order: LockedOrder, asked: Issue): void {
  const [field] = Object.keys(asked)
  if (field !== undefined) refuseField(field, `cannot be named: ${order.name} goes to no supplier`)
  if (order.issued_at === null) return
  refuse('conflict', {
    desc: `${order.name} was issued at ${order.issued_at}, and nothing of it is left to send.`,
    data: { act: 'issue', status: order.status },
  })
}
