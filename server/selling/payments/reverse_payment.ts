import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { Label } from '../orders/model.ts'
import { freeAllocations } from './free_allocations.ts'
import { lockEntry, readOrdersOf } from './in_force.store.ts'
import { lockPaidOrders } from './payables.store.ts'
import { Payment, PaymentPath, service } from './payment.model.ts'
import { readPayment } from './payment.store.ts'
import { insertPayments, type PaymentAuthor } from './write_payments.ts'

export const reversePayment = sessionOperation({
  id: 'session.reverse_payment',
  route: 'POST /api/v1/sales/payments/{customer_payment_id}/reverse',
  summary: 'Reverse a payment',
  desc: () => 'The payment is reversed.',
  description:
    'Takes back a payment that was recorded in error, or that the bank returned, by a counter-entry of its own on `reversed_on`; the payment stays on file. What it paid of invoices and orders is open again, and what a payout returned is unallocated again. To correct an amount, a date or a payer, reverse the payment and record it anew. Fails with `conflict` if it is reversed already, or is a reversal itself.',
  service,
  needs: 'admin',
  params: PaymentPath,
  body: Shape({
    reason: Label('Why the payment is reversed.', ['The cheque was returned']),
    reversed_on: Type.Optional(
      CalendarDate('Day of the counter-entry, not before the payment; the current day if left out.'),
    ),
  }),
  answer: Payment,
  refusals: ['not_found', 'conflict'],
  conflict: 'The payment was reversed already, or is a reversal itself.',
  async run({ sql, caller, params: { customer_payment_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const today = dayInTimeZone(caller.time_zone, now)
    const paid_on = body.reversed_on ?? today
    const author = { organization_id, actor: actorOf(caller), now }
    await takeBack(sql, author, customer_payment_id, { reason, paid_on, field: 'reversed_on' })
    return readPayment(sql, organization_id, customer_payment_id)
  },
})

interface TakenBack {
  reason: string
  paid_on: string
  /** The field that states the day. */
  field: string
}

/** Writes the counter-entry, and frees what the payment pays. */
export async function takeBack(
  sql: Sql,
  author: PaymentAuthor,
  customer_payment_id: string,
  { reason, paid_on, field }: TakenBack,
): Promise<void> {
  const { organization_id, now } = author
  await checkDay(sql, organization_id, now, field, paid_on)
  // Refunds of the orders are limited by what was paid, so they wait.
  await lockPaidOrders(sql, organization_id, await readOrdersOf(sql, organization_id, customer_payment_id))
  const payment = await lockEntry(sql, organization_id, customer_payment_id)
  if (paid_on < payment.paid_on)
    refuseField(field, `must not be before the payment, ${payment.paid_on}`, [`from ${payment.paid_on} on`])
  const { trading_partner_id, order_id, currency, method, reference, pays_out_payment_id } = payment
  await insertPayments(sql, author, [
    {
      customer_payment_id: uuidv7(),
      trading_partner_id,
      order_id,
      amount_cents: 0 - payment.amount_cents,
      currency,
      paid_on,
      method,
      reference,
      external_id: null,
      recorded_again: 0,
      reverses_payment_id: customer_payment_id,
      pays_out_payment_id,
      reason,
    },
  ])
  await freeAllocations(sql, { ...author, today: paid_on }, payment.in_force, 'reversed', reason)
}
