import type { Caller, SecretTools, Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Nullable, type Static, Type } from '../../contract/schema.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { checkUnchanged, guard } from '../../records/unchanged.ts'
import { writeContext } from '../../records/write_context.ts'
import { refuseAgreement } from '../bound_keys.ts'
import { settleAgain } from '../edi_orders/inbound/allowances/settle_again.ts'
import { resolveSlip } from '../fulfilment/date_slips.ts'
import { addLines, priceAdded } from './added_lines.ts'
import {
  checkBound,
  checkBoundUnits,
  isDetailed,
  isRequantified,
  LineUpdate,
  updatedLines,
} from '../order_changes/changed_lines.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { checkShipWindow, checkTotal } from './creation/creation.rules.ts'
import type { NewLine } from './creation/creation.store.ts'
import { repriceShipped } from '../order_changes/reprice.store.ts'
import { saveLive } from '../order_changes/live_change.ts'
import { checkAct, type LockedLine, type LockedOrder, lockOrder } from './locked_order.store.ts'
import { details, freight, NewSalesOrderLine, Order, OrderPath } from './model.ts'
import { identifyCustomer, OrderCustomer, recountCustomers } from './order_customer.ts'
import { announceOrders, readAccountOf, readOrder } from './order.store.ts'
import { reviewQuestions } from './order_questions.ts'
import { checkCommitment, readChannel, readLocation } from './references.store.ts'

const OrderUpdate = Type.Object(
  {
    ...guard('order'),
    ...details,
    ...freight,
    location_id: Type.Optional(Nullable(Id('Id of the location that ships the order; null only in a draft.'))),
    sales_channel_id: Type.Optional(Id('Id of the sales channel: one of no account, or of the account of the order.')),
    customer: Type.Optional(Nullable(OrderCustomer)),
    lines: Type.Optional(
      Type.Array(LineUpdate, {
        minItems: 1,
        maxItems: limits.sales_order_lines_max,
        description: 'Lines to change; the others keep their values.',
      }),
    ),
    new_lines: Type.Optional(
      Type.Array(NewSalesOrderLine, {
        minItems: 1,
        maxItems: limits.sales_order_lines_max,
        description: 'Lines to add. A repeated request adds them again, unless it has the same Idempotency-Key.',
      }),
    ),
  },
  {
    $id: 'SalesOrderChange',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ requested_ship_date: '2026-12-01', reference: 'PO 77120-A' }],
  },
)
type OrderUpdate = Static<typeof OrderUpdate>

/** Lines that a change states are named as they are sent, the others by their place in the order. */
function checkDates(after: LockedOrder, sent: Sent): void {
  const at = new Map(sent.lines?.map(({ line_item_id }, i) => [line_item_id.toLowerCase(), i]))
  const sentAt = (i: number) => at.get(after.lines[i]!.line_id)
  const fieldOf = (i: number) => (sentAt(i) === undefined ? `line_items[${i}]` : `lines[${sentAt(i)}]`)
  const lineSent = (i: number) => sent.lines?.[sentAt(i) ?? -1]?.cancel_date !== undefined
  checkShipWindow(after, after.lines, fieldOf, { hasSent: (name) => sent[name] !== undefined, lineSent })
}

interface Update {
  after: LockedOrder
  added: NewLine[]
}

type Sent = Omit<OrderUpdate, 'updated_at' | 'customer'> & { customer_id?: string | null }

/** Freight, channel and customer: what counts for the order as a whole. */
const saleFields = ['freight_cents', 'freight_tax_cents', 'sales_channel_id', 'customer_id'] as const

/** Checks what changes of the order as a whole against its state; what stays the same is no change. */
async function changedHeader(
  sql: Sql,
  { organization_id, account }: Caller,
  before: LockedOrder,
  sent: Omit<Sent, 'lines' | 'new_lines'>,
): Promise<Partial<LockedOrder>> {
  const header: Partial<LockedOrder> = differenceOf(before, sent)
  if (Object.keys(header).length > 0) checkAct('update_details', before)
  if (saleFields.some((name) => name in header)) checkAct('update_sale', before)
  const freightField = (['freight_cents', 'freight_tax_cents'] as const).find((name) => name in header)
  if (account !== null && freightField !== undefined)
    refuseAgreement(account, 'freight is agreed by the seller', { field: freightField })
  if (account !== null && 'terms' in header)
    refuseAgreement(account, 'payment terms are agreed by the seller', { field: 'terms' })
  const movedField = (['location_id', 'sales_channel_id'] as const).find((name) => name in header)
  if (account !== null && movedField !== undefined && before.lifecycle !== 'draft')
    refuseAgreement(account, 'the seller decides where a confirmed order ships from and counts', { field: movedField })
  const { freight_cents, freight_tax_cents } = header
  checkAmounts(before.currency, { freight_cents, freight_tax_cents })
  if (header.sales_channel_id !== undefined)
    await readChannel(sql, organization_id, header.sales_channel_id, before.trading_partner_id)
  if (header.location_id !== undefined) {
    checkAct('update_location', before)
    if (header.location_id !== null) await readLocation(sql, organization_id, header.location_id)
    else if (before.lifecycle !== 'draft') refuseField('location_id', 'must not be null unless the order is a draft')
  }
  await checkCommitment(sql, organization_id, header.commitment_id)
  return header
}

/** Other dates can slip again, and are reported then. */
function slipsAfter(before: LockedOrder, header: Partial<LockedOrder>, lines: readonly LockedLine[]) {
  const hasOtherDates =
    'ship_window_end' in header ||
    'cancel_date' in header ||
    lines.some(({ cancel_date }, i) => cancel_date !== before.lines[i]!.cancel_date)
  return hasOtherDates ? { date_slip_on: null, holds_released_on: null } : {}
}

/** The order as the change asks for it; null if nothing changes. */
async function updatedOrder(sql: Sql, caller: Caller, before: LockedOrder, change: Sent): Promise<Update | null> {
  const { lines: sentLines = [], new_lines = [], ...sent } = change
  checkBound(caller, before, sentLines)
  const lines = updatedLines(before, sentLines)
  checkBoundUnits(caller, before, { sent: sentLines, added: new_lines.length })
  const header = await changedHeader(sql, caller, before, sent)
  const isSame = Object.keys(header).length === 0 && lines.every((line, i) => line === before.lines[i])
  if (isSame && new_lines.length === 0) return null
  if (Object.keys(header).length > 0 || isDetailed(before.lines, lines)) checkAct('update_details', before)
  if (isRequantified(before.lines, lines) || new_lines.length > 0) checkAct('update_lines', before)
  const slips = slipsAfter(before, header, lines)
  const after = { ...before, ...header, ...slips, lines }
  if ('date_slip_on' in slips || 'ship_window_start' in header) checkDates(after, change)
  const added = new_lines.length === 0 ? [] : await priceAdded(sql, caller, after, new_lines)
  const agreed = [
    ...lines.map(({ quantity, cancelled_quantity }) => quantity - cancelled_quantity),
    ...added.map(({ quantity }) => quantity),
  ]
  if (agreed.every((units) => units === 0))
    refuseField('lines', 'must leave a line with units; cancel the order instead')
  checkTotal([...lines, ...added])
  return { after, added }
}

/** The customer of the change, recorded before the order is locked, as when an order is created. */
async function readCustomer(
  sql: Sql,
  secrets: SecretTools,
  caller: Caller,
  context: WriteContext,
  order_id: string,
  customer: OrderUpdate['customer'],
): Promise<Pick<Sent, 'customer_id'>> {
  if (customer === undefined) return {}
  if (customer === null) return { customer_id: null }
  const trading_partner_id = await readAccountOf(sql, caller, order_id)
  const order = { trading_partner_id, is_bound: caller.account !== null }
  return { customer_id: await identifyCustomer(sql, secrets, context, customer, order) }
}

/** Discounts and freight that are sent count as they are. */
const statesMoney = ({ lines = [], freight_cents }: Pick<OrderUpdate, 'lines' | 'freight_cents'>): boolean =>
  freight_cents !== undefined || lines.some((line) => line.discount_cents !== undefined)

export const updateOrder = operation({
  id: 'orders.update',
  route: 'PATCH /api/v1/sales/orders/{order_id}',
  summary: 'Update a sales order',
  desc: ({ name }) => `Order ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears one, and a field sent with its current value is no change. Reference, dates, commitment, terms, notes and lines can change until the order is fulfilled or cancelled; freight, channel, customer and location until units have shipped. Lines can be added, with variants and prices found as for a new order. What the order holds follows in the same transaction: a smaller quantity gives stock back, a larger one and an added line hold what is available if the order holds stock, and another location gives all of it back and holds what is available there. An order that is on hold or was unallocated holds no further stock. Prices, discounts and taxes of a line change until units of it are invoiced or returned, also after they have shipped and when nothing is outstanding any more: units that have shipped count as sold at the new price on the day on which they left, and are invoiced at it. If a warehouse was asked to ship the order, it gets the next revision of the request; if the order moves, it is told to stop, and the warehouse at the new location gets a request. After an 855 was sent, an 865 of the changed lines follows, where the account takes one. Otherwise the request fails with `conflict` and nothing changes, as it does if the order has changed since the `updated_at` that you send. Added lines and changed quantities and prices of a consumer order change the sales of its day.',
  params: OrderPath,
  body: OrderUpdate,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is fulfilled or cancelled; units have shipped, and the change concerns freight, channel, customer, location or the price of a line of which units are invoiced, taken back by a return, or left before the organisation came here; a warehouse was asked to ship the order and has no connection any more; or a key that is bound to an account changes a price, a discount, a tax, freight or payment terms, or the location or channel of a confirmed order.',
  emits: ['order.updated', 'order.fulfilled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now, secrets }) {
    const { organization_id } = caller
    const { updated_at, customer, ...sent } = body
    if (Object.keys(body).every((field) => field === 'updated_at'))
      refuseField('body', 'must contain at least one field to change', Object.keys(OrderUpdate.properties))
    const context = writeContext(caller, now)
    const recorded = await readCustomer(sql, secrets, caller, context, order_id, customer)
    const before = await lockOrder(sql, caller, order_id)
    const { name, lifecycle, updated_at: held } = before
    await checkUnchanged(sql, updated_at, { noun: 'order', name, held, act: 'update', lifecycle })
    const update = await updatedOrder(sql, caller, before, { ...sent, ...recorded })
    if (update === null) return readOrder(sql, organization_id, order_id)
    const added = await addLines(sql, organization_id, before, update.added)
    const changed = { ...update.after, lines: [...update.after.lines, ...added] }
    const { order: after, report } = statesMoney(sent)
      ? { order: changed, report: async () => {} }
      : await settleAgain(sql, organization_id, before, changed)
    if (after.date_slip_on !== before.date_slip_on)
      await resolveSlip(sql, { organization_id, now, resolved_by: context.actor }, before, 'dates_changed')
    const sales = await repriceShipped(sql, organization_id, before, update.after)
    const saved = await saveLive(sql, context, before, after, { added, sales })
    await reviewQuestions(sql, context, before, saved)
    await report(sql, context)
    const customers = [before.customer_id, saved.customer_id].filter((id) => id !== null)
    if (before.customer_id !== saved.customer_id) await recountCustomers(sql, organization_id, customers)
    const isDone = saved.lifecycle === 'fulfilled' && lifecycle !== 'fulfilled'
    if (isDone) await resolveSlip(sql, { organization_id, now, resolved_by: context.actor }, after, 'fulfilled')
    const event = isDone ? 'order.fulfilled' : 'order.updated'
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event }])
    return order!
  },
})
