import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { checkAmounts } from '../../../contract/amounts.ts'
import type { Caller, Sql } from '../../../contract/call.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import type { Static } from '../../../contract/schema.ts'
import { writeContext } from '../../../records/write_context.ts'
import { creditLocked } from '../../credit_notes/credit_return.ts'
import { readCreditedCents, readNamesOf } from '../../credit_notes/creditable.store.ts'
import { checkTotal } from '../../orders/creation/creation.rules.ts'
import { type NewLine, placeOrder } from '../../orders/creation/creation.store.ts'
import { type LockedOrder, lockOrder } from '../../orders/locked_order.store.ts'
import { openQuestions } from '../../orders/order_questions.ts'
import { readAccount, readChannel, readLocation } from '../../orders/references.store.ts'
import { priceSubmitted } from '../../orders/submitted_lines.ts'
import { ReturnPath } from '../model.ts'
import { type LockedReturn, lockReturn, readShipped } from '../receipt.store.ts'
import { readRefundable } from '../return_facts.store.ts'
import { NewExchange, ReturnExchange } from './exchange.model.ts'
import {
  type Priced,
  samePrices,
  settlementFault,
  totalOf,
  type UnitsComingBack,
  unpaidFault,
  valueUnits,
  worthOf,
} from './exchange.rules.ts'
import { insertExchange, readInForce, readLinesComingBack, readNewest, readProducts } from './exchange.store.ts'

type Body = Static<typeof NewExchange>

/** Refuses a return that cannot be exchanged, and answers its order, locked. */
async function lockExchanged(sql: Sql, caller: Caller, locked: LockedReturn): Promise<LockedOrder> {
  const { name, state, order_id, return_id } = locked
  if (state === 'cancelled') refuse('conflict', { desc: `${name} is cancelled.`, data: { reason: 'cancelled' } })
  if (order_id === null)
    return refuse('conflict', {
      desc: `${name} is of no order, so what was paid for its units is unknown. Create an order for what replaces them.`,
      data: { reason: 'no_order' },
    })
  const exchange = await readInForce(sql, caller.organization_id, return_id)
  if (exchange !== null)
    refuse('conflict', {
      desc: `${name} is exchanged for ${exchange.name} already.`,
      data: { reason: 'exchanged', order_id: exchange.order_id },
    })
  return lockOrder(sql, caller, order_id)
}

interface Worth {
  returned_cents: number
  /** Units whose price a replacement of the same product has. */
  units: UnitsComingBack[]
}

/** What counts, or will count, as returned. Money that was paid back is not there to be exchanged. */
async function valueReturn(sql: Sql, { organization_id }: Caller, locked: LockedReturn): Promise<Worth> {
  const lines = await readLinesComingBack(sql, organization_id, locked.return_id)
  const ids = lines.flatMap(({ order_line_id }) => order_line_id ?? [])
  const shipped = await readShipped(sql, organization_id, locked.order_id!, ids, locked.return_id)
  const units = valueUnits(lines, shipped.lines, shipped.refundable_cents)
  // What receipts took off is zero where a refund or a credit note counts in its place.
  return locked.refund_is_stated ? { returned_cents: 0, units: [] } : { returned_cents: worthOf(units), units }
}

/** Accounts are credited for what comes back, and invoiced for what replaces it. */
async function creditWorth(
  sql: Sql,
  caller: Caller,
  now: string,
  { locked, order, isCredited }: { locked: LockedReturn; order: LockedOrder; isCredited: boolean },
): Promise<number> {
  const { name } = locked
  if (order.trading_partner_id === null)
    refuse('conflict', {
      desc: `${name} is of a consumer order, which is not invoiced; a difference is charged or refunded.`,
      data: { reason: 'not_invoiced', field: 'settlement' },
    })
  if (!isCredited) await creditLocked(sql, caller, now, { locked, order, body: {} })
  return readCreditedCents(sql, caller.organization_id, locked.return_id)
}

async function priceReplacement(
  sql: Sql,
  caller: Caller,
  now: string,
  body: Body,
  order: LockedOrder,
  units: readonly UnitsComingBack[],
): Promise<NewLine[]> {
  const { organization_id } = caller
  const { trading_partner_id, currency } = order
  const { freight_cents, freight_tax_cents } = body
  checkAmounts(currency, { freight_cents, freight_tax_cents })
  const products = await readProducts(sql, organization_id, body.lines)
  const same = samePrices(
    body.lines.map((line, i) => ({ ...line, product_id: products[i]! })),
    units,
    currency,
  )
  const account = trading_partner_id === null ? null : await readAccount(sql, organization_id, trading_partner_id)
  const submitted = body.lines.map((line, i) =>
    same[i] === null ? line : { ...line, unit_price_cents: same[i]!.unit_price_cents },
  )
  const pricing = {
    is_wholesale: order.is_wholesale,
    is_open: true,
    currency,
    cost_currency: caller.currency,
    bound: null,
  }
  const priced = await priceSubmitted(sql, organization_id, submitted, pricing, {
    trading_partner_id,
    price_list_id: account?.price_list_id ?? null,
    day: dayInTimeZone(caller.time_zone, now),
  })
  const lines = priced.map((line, i) => ({ ...line, ...same[i] }))
  checkTotal(lines)
  return lines
}

function checkSettlement(
  { settlement }: Body,
  priced: Parameters<typeof settlementFault>[1],
  { order, locked, isCredited }: { order: LockedOrder; locked: LockedReturn; isCredited: boolean },
): void {
  if (order.trading_partner_id !== null && settlement !== 'credit_note' && (isCredited || !locked.refund_is_stated))
    refuse('conflict', {
      desc: `${locked.name} is of an order of an account: a credit note takes off what comes back, and what replaces it is invoiced.`,
      data: { reason: 'account', field: 'settlement', allowed: ['credit_note'] },
    })
  const fault = settlementFault(settlement, priced)
  if (fault !== null) refuse('conflict', fault)
  if (settlement === 'refund' && order.origin === 'channel')
    refuse('refund_is_the_channels', { data: { field: 'settlement', status: settlement } })
}

/** What is paid back is limited by what was paid and not paid back, as every refund is. */
async function checkPaid(sql: Sql, organization_id: string, priced: Priced, { order_id, return_id }: LockedReturn) {
  const [money] = await readRefundable(sql, organization_id, [order_id!], return_id)
  const fault = unpaidFault(priced, money!.payments_left_cents)
  if (fault !== null) refuse('conflict', fault)
}

/** The order that replaces what comes back: of the same customer or account, on the same channel. */
async function headerOf(sql: Sql, caller: Caller, now: string, body: Body, order: LockedOrder) {
  const { organization_id } = caller
  await readChannel(sql, organization_id, order.sales_channel_id, order.trading_partner_id)
  const location_id = await readLocation(sql, organization_id, body.location_id ?? order.location_id)
  if (location_id === null)
    refuseField('location_id', 'is required, since the organisation has no single location in use')
  return {
    origin: 'app',
    lifecycle: 'open',
    is_wholesale: order.is_wholesale,
    trading_partner_id: order.trading_partner_id,
    customer_id: order.customer_id,
    sales_channel_id: order.sales_channel_id,
    location_id,
    currency: order.currency,
    door_reference: order.door_reference,
    shipping_method: order.shipping_method,
    terms: order.terms,
    ordered_at: now,
    ordered_on: dayInTimeZone(caller.time_zone, now),
    is_ordered_at_stated: false,
    freight_cents: body.freight_cents ?? 0,
    freight_tax_cents: body.freight_tax_cents ?? 0,
    reference: null,
    requested_ship_date: null,
    ship_window_start: null,
    ship_window_end: null,
    cancel_date: null,
    commitment_id: null,
    notes: null,
  } as const
}

export const exchangeReturn = sessionOperation({
  id: 'session.exchange_return',
  route: 'POST /api/v1/sales/returns/{return_id}/exchange',
  summary: 'Exchange a return',
  desc: ({ order }) => `Exchanged for ${order.name}.`,
  description:
    'Creates the order that replaces what comes back in a return, before or after its units arrive: for the same customer or account, on the same channel, in the same currency, open and not holding stock yet, as any order. The response states the price difference, taxes and freight included, which the return shows in `exchanges`; the order names the return in `exchanged_return_id`. Net sales count once: the returned units leave at their price on the days on which they arrive, or on the day of their credit note, and the replacement counts as a sale of its own; an even exchange comes to zero. A replacement of the same product without a price has the price, discount and tax that were paid for as many of the units that come back. The settlement must agree with the difference: `charge`, where the customer owes it, leaves it to be paid with the new order; `refund`, where the customer is owed it, states that it is paid back, at most what is left of what was paid for the order; `none`, where nothing is owed. A return of an account is settled by `credit_note`: its units are credited as `session.credit_return` does, and the replacement is invoiced. Where a refund or none was stated before, nothing of the return is set against the replacement. While the exchange is in force, no refund is stated for the return. Fails with `conflict`, and `data.reason` says why: `cancelled`, `no_order`, `exchanged`, `account`, `not_invoiced`, `refunded`, `credited`, `unpaid` where more would be paid back than is left of the payments, `data.refundable_cents`, or `difference` with `data.balance`, `data.difference_cents` and the settlement that is allowed.',
  service: 'returns',
  needs: 'member',
  status: 201,
  params: ReturnPath,
  body: NewExchange,
  answer: ReturnExchange,
  refusals: ['return_not_on_file', 'refund_is_the_channels', 'conflict'],
  conflict:
    'The return is cancelled, exchanged already or of no order; its units cannot be credited; the settlement does not agree with the difference; or more would be paid back than is left of what was paid.',
  emits: ['order.created', 'exception.opened'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const { organization_id } = caller
    const context = writeContext(caller, now)
    const locked = await lockReturn(sql, caller, return_id)
    const order = await lockExchanged(sql, caller, locked)
    const { currency } = order
    const { settlement } = body
    const worth = await valueReturn(sql, caller, locked)
    const lines = await priceReplacement(sql, caller, now, body, order, worth.units)
    const header = await headerOf(sql, caller, now, body, order)
    const replacement_cents = totalOf({ ...header, lines })
    // What cost nothing is credited with nothing, and is credited all the same.
    const isCredited = (await readNamesOf(sql, organization_id, { return_id })).length > 0
    const returned_cents =
      settlement === 'credit_note'
        ? await creditWorth(sql, caller, now, { locked, order, isCredited })
        : worth.returned_cents
    const priced = { returned_cents, replacement_cents, currency }
    checkSettlement(body, priced, { order, locked, isCredited })
    if (settlement === 'refund') await checkPaid(sql, organization_id, priced, locked)
    await placeOrder(sql, context, header, lines, async (created) => {
      const { order_id } = created
      await openQuestions(sql, context, { ...header, ...created, lines })
      const exchange_id = uuidv7()
      await insertExchange(sql, context, {
        exchange_id,
        return_id,
        order_id,
        currency,
        returned_cents,
        replacement_cents,
        settlement,
      })
    })
    await sql`
      update returns set updated_at = ${now}::timestamptz
      where organization_id = ${organization_id} and return_id = ${return_id}`
    return readNewest(sql, organization_id, return_id)
  },
})
