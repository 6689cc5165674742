import { limits } from '../../contract/limits.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Nullable, type Static, Type } from '../../contract/schema.ts'
import { checkUnchanged, guard } from '../../records/unchanged.ts'
import { actorOf } from '../../ledger/actor.ts'
import { refuseAgreement } from '../bound_keys.ts'
import { resolveSlip } from '../fulfilment/date_slips.ts'
import { shareOf } from '../sales_facts/sales_figures.rules.ts'
import { addLines, priceAdded } from './added_lines.ts'
import type { NewLine } from './creation.store.ts'
import { checkDiscount, checkShipWindow, checkTotal } from './creation.rules.ts'
import { checkAct, type LockedLine, type LockedOrder, lockOrder, saveOrders } from './locked_order.store.ts'
import { Cents, details, lineDetails, Order, NewSalesOrderLine, OrderPath, Quantity } from './model.ts'
import { announceOrders, readOrder } from './order.store.ts'
import { checkCommitment, readLocation } from './references.store.ts'

const LineUpdate = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    quantity: Type.Optional(
      Quantity(
        'Agreed units. Discount and tax change in proportion, unless they are sent. At least the units of the line that are cancelled. At 0 the line stays on the order.',
      ),
    ),
    unit_price_cents: Type.Optional(Cents('Agreed unit price before discounts, excluding taxes.')),
    discount_cents: Type.Optional(Cents('Discount on all units of the line; at most their price.')),
    tax_cents: Type.Optional(Cents('Tax on all units of the line.')),
    ...lineDetails,
  },
  { $id: 'SalesOrderLineChange', additionalProperties: false },
)

const OrderUpdate = Type.Object(
  {
    ...guard('order'),
    ...details,
    location_id: Type.Optional(Nullable(Id('Id of the location that ships the order; null only in a draft.'))),
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
type LineUpdate = Static<typeof LineUpdate>

/** A buyer changes neither the agreed price of a line nor its discount. */
function checkBound({ account }: Caller, { lines }: LockedOrder, sent: readonly LineUpdate[]): void {
  if (account === null) return
  for (const [i, { line_item_id, unit_price_cents, discount_cents }] of sent.entries()) {
    const line = lines.find(({ line_id }) => line_id === line_item_id.toLowerCase())
    if (line === undefined) continue
    for (const [name, value] of Object.entries(differenceOf(line, { unit_price_cents, discount_cents })))
      if (value !== undefined)
        refuseAgreement(account, 'prices and discounts are agreed by the seller', { field: `lines[${i}].${name}` })
  }
}

const moneyFields = ['quantity', 'unit_price_cents', 'discount_cents', 'tax_cents'] as const

function updatedLine(
  order: LockedOrder,
  line: LockedLine,
  { line_item_id: _id, ...sent }: LineUpdate,
  field: string,
): LockedLine {
  const changed = differenceOf(line, sent)
  if (Object.keys(changed).length === 0) return line
  // The state of the order comes first: of one that is over, no value would be right.
  if (moneyFields.some((name) => name in changed)) checkAct('update_lines', order)
  if (line.verdict === 'rejected' && changed.quantity !== undefined)
    refuseField(`${field}.quantity`, 'must stay 0, since the line was rejected; add a line with new_lines instead')
  const next = { ...line, ...changed } as LockedLine
  if (next.quantity < line.cancelled_quantity)
    refuseField(
      `${field}.quantity`,
      `must be at least the units of the line that are cancelled, ${line.cancelled_quantity}`,
    )
  if (changed.quantity !== undefined) {
    next.discount_cents = sent.discount_cents ?? shareOf(line.discount_cents, next.quantity, line.quantity)
    next.tax_cents = sent.tax_cents ?? shareOf(line.tax_cents, next.quantity, line.quantity)
  }
  if (moneyFields.some((name) => name in changed)) checkDiscount(field, next)
  return next
}

function updatedLines(order: LockedOrder, sent: readonly LineUpdate[]): LockedLine[] {
  const { lines } = order
  const updates = new Map(sent.map((one, i) => [one.line_item_id.toLowerCase(), { one, field: `lines[${i}]` }]))
  if (updates.size < sent.length) refuseField('lines', 'must name each line once')
  for (const [id, { field }] of updates)
    if (!lines.some(({ line_id }) => line_id === id))
      refuseField(`${field}.line_item_id`, 'must be a line of the order')
  const next = lines.map((line) => {
    const update = updates.get(line.line_id)
    return update === undefined ? line : updatedLine(order, line, update.one, update.field)
  })
  return next
}

interface Update {
  after: LockedOrder
  added: NewLine[]
}

/** Checks each part of the change against the state of the order; what stays the same is no change. */
async function updatedOrder(
  sql: Sql,
  caller: Caller,
  before: LockedOrder,
  { location_id, lines: sentLines = [], new_lines = [], ...sent }: Omit<OrderUpdate, 'updated_at'>,
): Promise<Update | null> {
  const { organization_id } = caller
  const header = differenceOf(before, sent)
  const moved = differenceOf(before, { location_id })
  checkBound(caller, before, sentLines)
  const lines = updatedLines(before, sentLines)
  const changedLines = lines.filter((line, i) => line !== before.lines[i])
  const isRepriced = lines.some((line, i) => moneyFields.some((name) => line[name] !== before.lines[i]![name]))
  const parts = [Object.keys(header), Object.keys(moved), changedLines, new_lines]
  if (parts.every((part) => part.length === 0)) return null
  checkAct('update_details', before)
  if (isRepriced || new_lines.length > 0) checkAct('update_lines', before)
  if ('location_id' in moved) {
    checkAct('update_location', before)
    if (location_id !== null) await readLocation(sql, organization_id, location_id)
    else if (before.lifecycle !== 'draft') refuseField('location_id', 'must not be null unless the order is a draft')
  }
  await checkCommitment(sql, organization_id, header.commitment_id)
  // Other dates can slip again, and are reported then.
  const hasOtherDates =
    'ship_window_end' in header ||
    'cancel_date' in header ||
    lines.some(({ cancel_date }, i) => cancel_date !== before.lines[i]!.cancel_date)
  const slips = hasOtherDates ? { date_slip_on: null, holds_released_on: null } : {}
  const after = { ...before, ...header, ...moved, ...slips, lines } as LockedOrder
  checkShipWindow(after)
  const added = new_lines.length === 0 ? [] : await priceAdded(sql, caller, before, new_lines)
  const all = [...lines, ...added]
  const agreed = [
    ...lines.map(({ quantity, cancelled_quantity }) => quantity - cancelled_quantity),
    ...added.map(({ quantity }) => quantity),
  ]
  if (agreed.every((units) => units === 0))
    refuseField('lines', 'must leave a line with units; cancel the order instead')
  checkTotal(all)
  return { after, added }
}

export const updateOrder = operation({
  id: 'orders.update',
  route: 'PATCH /api/v1/sales/orders/{order_id}',
  summary: 'Update a sales order',
  desc: ({ name }) => `Order ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears one, and a field sent with its current value is no change. Reference, dates, commitment, terms and notes can change until the order is fulfilled or cancelled. Lines can be added, with variants and prices found as for a new order. The location, and the lines with their quantities and prices, can change only in a draft and in an open order, before stock is held or units have shipped; otherwise the request fails with `conflict` and nothing changes, as it does if the order has changed since the `updated_at` that you send. Added lines and changed quantities and prices of a consumer order change the sales of its day.',
  params: OrderPath,
  body: OrderUpdate,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is fulfilled or cancelled; or the change concerns the location or the lines, and the order is neither a draft nor open; or a key that is bound to an account changes a price or a discount.',
  emits: ['order.updated', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const { updated_at, ...sent } = body
    if (Object.keys(sent).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(OrderUpdate.properties))
    const before = await lockOrder(sql, caller, order_id)
    const { name, lifecycle, updated_at: held } = before
    await checkUnchanged(sql, updated_at, { noun: 'order', name, held, act: 'update', lifecycle })
    const update = await updatedOrder(sql, caller, before, sent)
    if (update === null) return readOrder(sql, organization_id, order_id)
    const lines = [...update.after.lines, ...(await addLines(sql, organization_id, before, update.added))]
    const after = { ...update.after, lines }
    if (after.date_slip_on !== before.date_slip_on)
      await resolveSlip(sql, { organization_id, now, resolved_by: actorOf(caller) }, before, 'dates_changed')
    await saveOrders(sql, { organization_id, now }, [{ before, after }])
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
