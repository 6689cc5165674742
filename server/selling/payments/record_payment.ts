import { uuidv7 } from 'uuidv7'
import { checkAmounts } from '../../contract/amounts.ts'
import type { Sql } from '../../contract/call.ts'
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { allocate, type Allocated, allocateToOrder, checkSum, checkTargets, type Payer } from './allocation.rules.ts'
import { findKnown } from './known_payment.store.ts'
import { lockPayables, lockPayablesOf } from './payables.store.ts'
import { NewPayment, Payment, service } from './payment.model.ts'
import { readPayment } from './payment.store.ts'
import { insertAllocations, insertPayments } from './write_payments.ts'

export const recordPayment = sessionOperation({
  id: 'session.record_payment',
  route: 'POST /api/v1/sales/payments',
  summary: 'Record a payment from a customer',
  desc: ({ account, order }) => `Payment of ${account?.name ?? order!.name} recorded.`,
  description:
    'Records money that was received: from an account, allocated to invoices and orders as `allocations` say and the rest on account; or for an order with `order_id`, whose open invoices it settles, oldest first, with the rest held on the order until it is invoiced. Money on an order moves to its next invoice as that is issued. Refused with `bad_request` in another currency than that of an invoice or order, in the future, or before the books of the organisation begin. Fails with `conflict` beyond what is open of an invoice or order, which `data.open_cents` states, and if `external_id` was recorded with other content. A payment is never changed or deleted: reverse it (`session.reverse_payment`).',
  service,
  status: 201,
  body: NewPayment,
  answer: Payment,
  refusals: ['conflict'],
  conflict:
    'More would be paid than is open, the invoice is void, or another payment was recorded with the `external_id`, which `data.customer_payment_id` names.',
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    if (!isCurrency(body.currency)) refuseField('currency', 'must be an ISO 4217 code')
    checkAmounts(body.currency, { amount_cents: body.amount_cents })
    for (const [i, { amount_cents }] of (body.allocations ?? []).entries())
      checkAmounts(body.currency, { [`allocations[${i}].amount_cents`]: amount_cents })
    const known = await findKnown(sql, organization_id, body)
    if (known !== null) return readPayment(sql, organization_id, known)
    await checkDay(sql, organization_id, now, 'paid_on', body.paid_on)
    const { payer, allocations } = await composePayment(sql, organization_id, body)
    const customer_payment_id = uuidv7()
    const author = { organization_id, actor: actorOf(caller), now }
    await insertPayments(sql, author, [
      { ...contentOf(body), ...payer, customer_payment_id, reverses_payment_id: null, reason: null },
    ])
    await insertAllocations(
      sql,
      author,
      allocations.map((one) => ({ ...one, customer_payment_id, cause: 'recorded', reason: null })),
    )
    return readPayment(sql, organization_id, customer_payment_id)
  },
})

const contentOf = (body: NewPayment) => ({
  amount_cents: body.amount_cents,
  paid_on: body.paid_on,
  method: body.method ?? ('unknown' as const),
  reference: body.reference?.trim() ?? null,
  external_id: body.external_id?.trim() ?? null,
})

export interface ComposedPayment {
  payer: Payer
  allocations: Allocated[]
}

/** Who paid, and what it pays. Locks the orders that are paid. */
export async function composePayment(
  sql: Sql,
  organization_id: string,
  { trading_partner_id, order_id, allocations = [], ...content }: NewPayment,
): Promise<ComposedPayment> {
  const { currency, amount_cents, paid_on } = content
  if ((trading_partner_id === undefined) === (order_id === undefined))
    refuseField('trading_partner_id', 'must be sent, or order_id, and not both', ['trading_partner_id', 'order_id'])
  if (order_id !== undefined) {
    if (allocations.length > 0) refuseField('allocations', 'cannot be sent with order_id', ['trading_partner_id'])
    const payables = await lockPayablesOf(sql, organization_id, order_id)
    const order = payables.find(({ invoice_id }) => invoice_id === null)
    if (order === undefined) return refuseField('order_id', 'must be a sales order of this organisation')
    const account = order.trading_partner_id
    const payer = { trading_partner_id: account, order_id: account === null ? order.order_id : null, currency }
    return { payer, allocations: allocateToOrder(payer, amount_cents, payables, paid_on) }
  }
  const payer = {
    trading_partner_id: await findAccount(sql, organization_id, trading_partner_id!),
    order_id: null,
    currency,
  }
  checkTargets('allocations', allocations)
  checkSum(allocations, amount_cents, currency)
  const payables = await lockPayables(sql, organization_id, allocations)
  return { payer, allocations: allocate(payer, allocations, payables, paid_on) }
}

async function findAccount(sql: Sql, organization_id: string, id: string): Promise<string> {
  const [account] = await sql<{ trading_partner_id: string }[]>`
    select trading_partner_id from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${uuidPattern.test(id) ? id : nilId}
    for key share`
  return (
    account?.trading_partner_id ?? refuseField('trading_partner_id', 'must be a trading account of this organisation')
  )
}
