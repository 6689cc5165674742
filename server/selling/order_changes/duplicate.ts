import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Nullable, Type } from '../../contract/schema.ts'
import { writeContext } from '../../records/write_context.ts'
import { lockNumber } from '../edi_orders/edi_order.store.ts'
import { checkTotal } from '../orders/creation/creation.rules.ts'
import { placeOrder } from '../orders/creation/creation.store.ts'
import { checkAct, type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Label, Order, OrderPath } from '../orders/model.ts'
import { openQuestions } from '../orders/order_questions.ts'
import { linkOrders } from './order_links.store.ts'
import { readAccount, readChannel, readLocation } from '../orders/references.store.ts'
import { type LineSubmission, priceSubmitted } from '../orders/submitted_lines.ts'

/** The lines as they were agreed, whatever was cancelled of them; a price that is open is found as for a new order. */
function linesAgain({ lines, name, lifecycle }: LockedOrder): LineSubmission[] {
  const again = lines.filter(({ quantity }) => quantity > 0)
  if (again.length === 0)
    refuse('conflict', { desc: `${name} has no line with units to repeat.`, data: { act: 'duplicate', lifecycle } })
  return again.map(
    ({ variant_id, quantity, unit_price_cents, discount_cents, tax_cents, door_reference, buyer_sku }) => ({
      variant_id,
      quantity,
      ...(unit_price_cents === null ? {} : { unit_price_cents }),
      discount_cents,
      tax_cents,
      door_reference,
      buyer_sku,
    }),
  )
}

/** What the order as a whole has again. Its reference, dates and commitment are those of one purchase. */
const headerAgain = (order: LockedOrder) => ({
  trading_partner_id: order.trading_partner_id,
  customer_id: order.customer_id,
  sales_channel_id: order.sales_channel_id,
  location_id: order.location_id,
  is_wholesale: order.is_wholesale,
  door_reference: order.door_reference,
  currency: order.currency,
  shipping_method: order.shipping_method,
  terms: order.terms,
  freight_cents: order.freight_cents,
  freight_tax_cents: order.freight_tax_cents,
  notes: order.notes,
  requested_ship_date: null,
  ship_window_start: null,
  ship_window_end: null,
  cancel_date: null,
  commitment_id: null,
})

export const duplicateOrder = sessionOperation({
  id: 'session.duplicate_order',
  route: 'POST /api/v1/sales/orders/{order_id}/duplicate',
  summary: 'Duplicate a sales order',
  desc: ({ name, lifecycle }) => `Order ${name} created; it is ${lifecycle}.`,
  description:
    'Creates an order with the lines of another as they were agreed, at their prices, discounts and taxes, and with its account or customer, channel, location, terms, freight and notes; reference, dates and commitment are not repeated. An order of an account starts as a draft; a consumer order starts open and counts as a sale of today. No stock is held yet. A `reference` that another order of the account has, and doors that are not on file, open the exceptions that a new order opens. Fails with `conflict` if no line of the order has units.',
  service: 'sales',
  status: 201,
  params: OrderPath,
  body: Type.Object(
    { reference: Type.Optional(Nullable(Label("The customer's reference of the new order.", ['PO 77121']))) },
    { additionalProperties: false, default: {}, examples: [{ reference: 'PO 77121' }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict: 'No line of the order has units.',
  emits: ['order.created', 'exception.opened'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const context = writeContext(caller, now)
    const order = await lockOrder(sql, caller, order_id)
    checkAct('duplicate', order)
    const submitted = linesAgain(order)
    const { trading_partner_id, currency } = order
    const lifecycle = order.is_wholesale ? 'draft' : 'open'
    const account = trading_partner_id === null ? null : await readAccount(sql, organization_id, trading_partner_id)
    const { reference = null } = body
    if (account !== null && reference !== null)
      await lockNumber(sql, organization_id, { ...account, number: reference })
    await readChannel(sql, organization_id, order.sales_channel_id, trading_partner_id)
    const location_id = await readLocation(sql, organization_id, order.location_id)
    if (lifecycle === 'open' && location_id === null)
      refuseField('location_id', 'is required, since the organisation has no single location in use')
    const ordered_on = dayInTimeZone(caller.time_zone, now)
    const pricing = {
      is_wholesale: order.is_wholesale,
      is_open: lifecycle === 'open',
      currency,
      cost_currency: caller.currency,
      bound: null,
    }
    const lines = await priceSubmitted(sql, organization_id, submitted, pricing, {
      trading_partner_id,
      price_list_id: account?.price_list_id ?? null,
      day: ordered_on,
    })
    checkTotal(lines)
    const placed = {
      ...headerAgain(order),
      location_id,
      origin: 'app' as const,
      lifecycle,
      reference,
      ordered_at: now,
      ordered_on,
      is_ordered_at_stated: false,
    } as const
    return placeOrder(sql, context, placed, lines, async (created) => {
      await openQuestions(sql, context, { ...placed, ...created, lines })
      await linkOrders(sql, context, [
        { order_id: created.order_id, from_order_id: order.order_id, kind: 'duplicate_of' },
      ])
    })
  },
})
