import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Nullable, type Static, Type } from '../../contract/schema.ts'
import { shareOf } from '../sales_facts/sales_figures.rules.ts'
import { checkDiscount, checkShipWindow, checkTotal } from './creation.rules.ts'
import { checkAct, type LockedLine, type LockedOrder, lockOrder, saveOrders } from './locked_order.store.ts'
import { Cents, details, lineDetails, Order, OrderPath, Quantity } from './model.ts'
import { announceOrders, readOrder } from './order.store.ts'
import { checkCommitment, readLocation } from './references.store.ts'

const LineUpdate = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    quantity: Type.Optional(
      Quantity(
        'Agreed units. Discount and tax change in proportion, unless they are sent. At 0 the line stays on the order.',
      ),
    ),
    unit_price_cents: Type.Optional(Cents('Agreed unit price before discounts, excluding taxes.')),
    discount_cents: Type.Optional(Cents('Discount on all units of the line; at most their price.')),
    tax_cents: Type.Optional(Cents('Tax on all units of the line.')),
    ...lineDetails,
  },
  { additionalProperties: false },
)

const OrderUpdate = Type.Object(
  {
    ...details,
    location_id: Type.Optional(Nullable(Id('Id of the location that ships the order; null only in a draft.'))),
    lines: Type.Optional(
      Type.Array(LineUpdate, {
        minItems: 1,
        maxItems: limits.sales_order_lines_max,
        description: 'Lines to change; the others keep their values.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ requested_ship_date: '2026-12-01', reference: 'PO 77120-A' }],
  },
)
type OrderUpdate = Static<typeof OrderUpdate>
type LineUpdate = Static<typeof LineUpdate>

const moneyFields = ['quantity', 'unit_price_cents', 'discount_cents', 'tax_cents'] as const

function updatedLine(line: LockedLine, { line_item_id: _id, ...sent }: LineUpdate, field: string): LockedLine {
  const changed = differenceOf(line, sent)
  if (Object.keys(changed).length === 0) return line
  const next = { ...line, ...changed } as LockedLine
  if (changed.quantity !== undefined) {
    next.discount_cents = sent.discount_cents ?? shareOf(line.discount_cents, next.quantity, line.quantity)
    next.tax_cents = sent.tax_cents ?? shareOf(line.tax_cents, next.quantity, line.quantity)
  }
  if (moneyFields.some((name) => name in changed)) checkDiscount(field, next)
  return next
}

function updatedLines({ lines }: LockedOrder, sent: readonly LineUpdate[]): LockedLine[] {
  const updates = new Map(sent.map((one, i) => [one.line_item_id.toLowerCase(), { one, field: `lines[${i}]` }]))
  if (updates.size < sent.length) refuseField('lines', 'must name each line once')
  for (const [id, { field }] of updates)
    if (!lines.some(({ line_id }) => line_id === id))
      refuseField(`${field}.line_item_id`, 'must be a line of the order')
  const next = lines.map((line) => {
    const update = updates.get(line.line_id)
    return update === undefined ? line : updatedLine(line, update.one, update.field)
  })
  if (next.every(({ quantity }) => quantity === 0))
    refuseField('lines', 'must leave a line with units; cancel the order instead')
  checkTotal(next)
  return next
}

/** Checks each part of the change against the state of the order; what stays the same is no change. */
async function updatedOrder(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  { location_id, lines: sentLines = [], ...sent }: OrderUpdate,
): Promise<LockedOrder | null> {
  const header = differenceOf(before, sent)
  const moved = differenceOf(before, { location_id })
  const lines = updatedLines(before, sentLines)
  const changedLines = lines.filter((line, i) => line !== before.lines[i])
  const isRepriced = lines.some((line, i) => moneyFields.some((name) => line[name] !== before.lines[i]![name]))
  if (Object.keys(header).length === 0 && Object.keys(moved).length === 0 && changedLines.length === 0) return null
  checkAct('update_details', before)
  if (isRepriced) checkAct('update_lines', before)
  if ('location_id' in moved) {
    checkAct('update_location', before)
    if (location_id !== null) await readLocation(sql, organization_id, location_id)
    else if (before.lifecycle !== 'draft') refuseField('location_id', 'must not be null unless the order is a draft')
  }
  await checkCommitment(sql, organization_id, header.commitment_id)
  const after = { ...before, ...header, ...moved, lines } as LockedOrder
  checkShipWindow(after)
  return after
}

export const updateOrder = operation({
  id: 'orders.update',
  route: 'PATCH /api/v1/sales/orders/{order_id}',
  summary: 'Update a sales order',
  desc: ({ name }) => `Order ${name} saved.`,
  description:
    'Changes the fields that are sent; null clears one, and a field sent with its current value is no change. Reference, dates, commitment, terms and notes can change until the order is fulfilled or cancelled. The location, and quantities and prices of lines, can change only in a draft and in an open order, before stock is held or units have shipped; otherwise the request fails with `conflict` and nothing changes. Changed quantities and prices of a consumer order change the sales of its day.',
  params: OrderPath,
  body: OrderUpdate,
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  emits: ['order.updated'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    const after = await updatedOrder(sql, organization_id, before, body)
    if (after === null) return readOrder(sql, organization_id, order_id)
    await saveOrders(sql, { organization_id, now }, [{ before, after }])
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return order!
  },
})
