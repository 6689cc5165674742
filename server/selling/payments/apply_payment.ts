/** Puts money of a payment on invoices and orders, and takes it off them. */
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { Label } from '../orders/model.ts'
import { allocate, checkSum, checkTargets, free } from './allocation.rules.ts'
import { freeAllocations } from './free_allocations.ts'
import { lockPayment, readOrdersOf } from './in_force.store.ts'
import { lockPaidOrders, lockPayables } from './payables.store.ts'
import { AllocationTarget, NewAllocations, Payment, PaymentCents, PaymentPath, service } from './payment.model.ts'
import { readPayment } from './payment.store.ts'
import { insertAllocations } from './write_payments.ts'

export const applyPayment = sessionOperation({
  id: 'session.apply_payment',
  route: 'POST /api/v1/sales/payments/{customer_payment_id}/apply',
  summary: 'Apply a payment to invoices',
  desc: () => 'The payment is applied.',
  description:
    'Allocates money of a payment that pays nothing yet to invoices or orders of the account that paid, on the current day: money on account, and money that a credit note or a void has freed. Fails with `conflict` beyond what is unallocated (`data.unallocated_cents`) or open (`data.open_cents`), on a void invoice, and if the payment was reversed.',
  service,
  params: PaymentPath,
  body: Shape({ allocations: NewAllocations }),
  answer: Payment,
  refusals: ['not_found', 'conflict'],
  conflict: 'More would be paid than is unallocated or open, the invoice is void, or the payment was reversed.',
  async run({ sql, caller, params: { customer_payment_id }, body: { allocations }, now }) {
    const { organization_id } = caller
    if (allocations.length === 0) refuseField('allocations', 'must name at least one invoice or order')
    checkTargets('allocations', allocations)
    const payables = await lockPayables(sql, organization_id, allocations)
    const payment = await lockPayment(sql, organization_id, customer_payment_id)
    const { currency, unallocated_cents, paid_on } = payment
    for (const [i, { amount_cents }] of allocations.entries())
      checkAmounts(currency, { [`allocations[${i}].amount_cents`]: amount_cents })
    const today = dayInTimeZone(caller.time_zone, now)
    const was_on = payment.order_id === null ? [] : await readOrdersOf(sql, organization_id, customer_payment_id)
    const applied = allocate({ ...payment, was_on }, allocations, payables, today > paid_on ? today : paid_on)
    checkSum(allocations, unallocated_cents, currency)
    await insertAllocations(
      sql,
      { organization_id, actor: actorOf(caller), now },
      applied.map((one) => ({ ...one, customer_payment_id, cause: 'applied', reason: null })),
    )
    return readPayment(sql, organization_id, customer_payment_id)
  },
})

export const unapplyPayment = sessionOperation({
  id: 'session.unapply_payment',
  route: 'POST /api/v1/sales/payments/{customer_payment_id}/unapply',
  summary: 'Take a payment off invoices',
  desc: () => 'The money is unallocated.',
  description:
    'Takes money of a payment off invoices or orders by counter-entries on the current day, so that it can be applied to others: what `allocations` name, each in full unless an amount is sent, or everything without them. Fails with `conflict` if an amount is more than the payment pays (`data.allocated_cents`), and if it was reversed.',
  service,
  params: PaymentPath,
  body: Shape({
    allocations: Type.Optional(
      Type.Array(
        Shape({
          ...AllocationTarget,
          amount_cents: Type.Optional(PaymentCents('What is taken off, in hundredths of the currency.')),
        }),
        {
          minItems: 1,
          maxItems: limits.payment_allocations_max,
          description: 'Invoices and orders, each named once; all of them if left out.',
          examples: [[{ invoice_id: 731 }]],
        },
      ),
    ),
    reason: Label('Why the money is taken off.', ['Applied to the wrong invoice']),
  }),
  answer: Payment,
  refusals: ['not_found', 'conflict'],
  conflict: 'More would be taken off than the payment pays, or the payment was reversed.',
  async run({ sql, caller, params: { customer_payment_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    checkTargets('allocations', body.allocations ?? [])
    await lockPaidOrders(sql, organization_id, await readOrdersOf(sql, organization_id, customer_payment_id))
    const { in_force, currency } = await lockPayment(sql, organization_id, customer_payment_id)
    for (const [i, { amount_cents }] of (body.allocations ?? []).entries())
      checkAmounts(currency, { [`allocations[${i}].amount_cents`]: amount_cents })
    const freed = free(in_force, body.allocations, currency)
    const today = dayInTimeZone(caller.time_zone, now)
    await freeAllocations(sql, { organization_id, actor: actorOf(caller), now, today }, freed, 'unapplied', reason)
    return readPayment(sql, organization_id, customer_payment_id)
  },
})
