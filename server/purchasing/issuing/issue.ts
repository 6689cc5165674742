import type { Caller, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Nullable, Shape, Text } from '../../contract/schema.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { checkDates } from '../../ledger/books.ts'
import { Issue } from './issue.model.ts'
import { PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { dateByGoods } from '../orders/order_dates.ts'
import { checkAct } from '../orders/rules.ts'
import { queueOrderDocument } from './queue_documents.ts'
import { type LockedOrder, lockOrder, orderChanged, readOrder } from '../orders/store.ts'
import { shipTransfer } from '../transfers/transfer.ts'

const IssuedOrder = Shape(
  {
    ...PurchaseOrder.properties,
    link_url: Nullable(
      Text(
        'URL at which the supplier can read the order without a key for 90 days; only for the channel `link`, else null. Pass it on: anyone who has it can read the order.',
        { examples: ['https://api.example.com/documents/AZqfPnwQ…/PO-1042.pdf'] },
      ),
    ),
  },
  { $id: 'IssuedPurchaseOrder', description: 'The order after issuing.' },
)

export const issuePurchaseOrder = operation({
  id: 'purchase_orders.issue',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/issue',
  summary: 'Issue a purchase order',
  desc: ({ name, document }) =>
    document === null
      ? `Purchase order ${name} issued; no document is sent.`
      : `Purchase order ${name} issued; its document is ${document.state}.`,
  description:
    'Sends an approved order to its supplier: by e-mail with the printed order attached, as an EDI 850, or as a link that you pass on. The content of the document is frozen now; it is sent after the response, and `document` shows its state. If the service has no mail server or EDI gateway, the document is `stored` and can be downloaded in the app. An order that was issued and has changed since can be issued again. The new document then replaces the earlier one (an 850 with BEG 05). The same document is not sent twice to the same recipient by the same channel.\n\nIssuing a transfer takes its goods from the source, which must have them available, at `shipped_at`, which may be earlier than now. It is then `issued_at` of the order, and no delivery can arrive before it. Transfers, and manufacturing orders without a supplier, send no document and can be issued only once. Fails with `conflict` and changes nothing if the order is a draft, on hold, delivered, closed or cancelled, or if the supplier cannot be reached by the channel.',
  params: PurchaseOrderPath,
  body: Issue,
  answer: IssuedOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'The order is neither approved nor issued, or is on hold; the supplier lacks what the channel needs, such as an e-mail address or an EDI identity; or the order has not changed since it was sent to this recipient.',
  emits: ['purchase_order_updated', 'movement.recorded', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { purchase_order_id }, body, now, documents }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('issue', order)
    const hasDocument = order.supplier_id !== null && order.order_type !== 'transfer'
    checkShippedAt(order, body)
    if (!hasDocument) checkInternal(order, body)
    const { shipped_at = now } = body
    if (order.order_type === 'transfer') {
      await dateDeparture(sql, caller, order, now, shipped_at)
      await shipTransfer(sql, caller, order, now, shipped_at)
    }
    const sent = hasDocument ? await queueOrderDocument({ sql, caller, now, documents }, order, body) : null
    await sql`
      update purchase_orders
      set issued_at = coalesce(issued_at, ${shipped_at}),
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

/** Refuses a departure in the future, before the books begin, or before the order was placed. */
async function dateDeparture(sql: Sql, caller: Caller, order: LockedOrder, now: string, shipped_at: string) {
  const departure = { field: 'shipped_at', at: shipped_at }
  if (shipped_at !== now) await checkDates(sql, caller.organization_id, now, [departure])
  await dateByGoods(sql, caller, order, [departure])
}

/** Only goods of a transfer leave when it is issued. */
function checkShippedAt({ name, order_type }: LockedOrder, { shipped_at }: Issue): void {
  if (shipped_at !== undefined && order_type !== 'transfer')
    refuseField('shipped_at', `applies only to transfers; ${name} is a ${order_type} order`)
}

/** An order that sends no document accepts no sending options and is issued only once. */
function checkInternal(order: LockedOrder, { shipped_at: _departure, ...options }: Issue): void {
  const [field] = Object.keys(options)
  if (field !== undefined) refuseField(field, `cannot be sent: ${order.name} sends no document to a supplier`)
  if (order.issued_at === null) return
  refuse('conflict', {
    desc: `${order.name} was issued at ${order.issued_at}, and it sends no document that could be sent again.`,
    data: { act: 'issue', status: order.status },
  })
}
