import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { limits } from '../../contract/limits.ts'
import { amountIn } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Choice, Line, notBlank, Shape, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { Label } from '../orders/model.ts'
import { checkPaidOut } from './allocation.rules.ts'
import { lockPayment, readOrdersOf, readPaidOrder } from './in_force.store.ts'
import { paymentMethods } from './known_values.ts'
import { readLeftOfOrders, readOrdersOfMoney } from './overpaid/left_of_order.store.ts'
import { lockPaidOrders } from './payables.store.ts'
import { Payment, PaymentCents, PaymentPath, service } from './payment.model.ts'
import { readPayment } from './payment.store.ts'
import { insertPayments } from './write_payments.ts'

/**
 * Locks the orders that the money was or is on, and returns those that share it with the order of a consumer. A merge or
 * a split that ends while a lock is waited for brings further ones, which are locked too.
 */
async function lockOrdersOfMoney(sql: Sql, organization_id: string, customer_payment_id: string): Promise<string[]> {
  const locked = new Set<string>()
  for (;;) {
    const paidOrder = await readPaidOrder(sql, organization_id, customer_payment_id)
    const ofConsumer = paidOrder === null ? [] : await readOrdersOfMoney(sql, organization_id, paidOrder)
    const all = [...(await readOrdersOf(sql, organization_id, customer_payment_id)), ...ofConsumer]
    const more = all.filter((order_id) => !locked.has(order_id))
    if (more.length === 0) return ofConsumer
    await lockPaidOrders(sql, organization_id, more)
    for (const order_id of more) locked.add(order_id)
  }
}

export const payOutPayment = sessionOperation({
  id: 'session.pay_out_payment',
  route: 'POST /api/v1/sales/payments/{customer_payment_id}/pay-out',
  summary: 'Pay out unallocated money',
  desc: ({ unallocated: { cents, currency } }) =>
    `Paid out; ${amountIn(cents!, currency!)} ${currency} of the payment is unallocated.`,
  description:
    'Records that unallocated money of a payment went back to the account or the customer that paid it, by an entry of its own on `paid_on`: it is on the statement, and raises the balance of the account. Money on an invoice or an order is taken off it first (`session.unapply_payment`). Returns the payment, whose `payouts` name the entry; a payout that was recorded in error is reversed like a payment (`session.reverse_payment`), and its money is unallocated again. Fails with `conflict` beyond what is unallocated, which `data.unallocated_cents` states, beyond what refunds and exchanges left of the payments for the order of a consumer (`data.refundable_cents`), and if the payment was reversed or is a payout itself.',
  service,
  needs: 'admin',
  params: PaymentPath,
  body: Shape(
    {
      amount_cents: PaymentCents('Amount paid out, in hundredths of the currency of the payment.'),
      paid_on: Type.Optional(
        CalendarDate('Day of the payout, not before the payment and not after the current day, which is the default.'),
      ),
      method: Type.Optional(Choice(paymentMethods, 'How it was paid out; unknown if left out.')),
      reference: Type.Optional(
        Line('Reference of the payout.', {
          maxLength: limits.payment_reference_length_max,
          ...notBlank,
          examples: ['WIRE-2311'],
        }),
      ),
      reason: Label('Why the money is paid out.', ['Units of the order were cancelled']),
    },
    { examples: [{ amount_cents: 17_800, reason: 'Units of the order were cancelled' }] },
  ),
  answer: Payment,
  refusals: ['not_found', 'conflict'],
  conflict: 'Less is unallocated or left after refunds, the payment was reversed, or it is a payout.',
  async run({ sql, caller, params: { customer_payment_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const paid_on = body.paid_on ?? dayInTimeZone(caller.time_zone, now)
    await checkDay(sql, organization_id, now, 'paid_on', paid_on)
    const ofConsumer = await lockOrdersOfMoney(sql, organization_id, customer_payment_id)
    const payment = await lockPayment(sql, organization_id, customer_payment_id)
    const { trading_partner_id, order_id, currency } = payment
    checkAmounts(currency, { amount_cents: body.amount_cents })
    if (paid_on < payment.paid_on)
      refuseField('paid_on', `must not be before the payment, ${payment.paid_on}`, [`from ${payment.paid_on} on`])
    const left_cents = order_id === null ? null : await readLeftOfOrders(sql, organization_id, ofConsumer)
    checkPaidOut(body.amount_cents, { ...payment, left_cents })
    await insertPayments(sql, { organization_id, actor: actorOf(caller), now }, [
      {
        customer_payment_id: uuidv7(),
        trading_partner_id,
        order_id,
        amount_cents: 0 - body.amount_cents,
        currency,
        paid_on,
        method: body.method ?? 'unknown',
        reference: body.reference?.trim() ?? null,
        external_id: null,
        recorded_again: 0,
        reverses_payment_id: null,
        pays_out_payment_id: customer_payment_id,
        reason,
      },
    ])
    return readPayment(sql, organization_id, customer_payment_id)
  },
})
