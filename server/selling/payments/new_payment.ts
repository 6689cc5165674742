/** A payment that is not on file yet: its checks, who paid and what it pays, and its rows. */
import { uuidv7 } from 'uuidv7'
import { checkAmounts } from '../../contract/amounts.ts'
import type { Sql } from '../../contract/call.ts'
import { isCurrency } from '../../contract/money.ts'
import { refuseField } from '../../contract/refusals.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { checkDay } from '../../ledger/books.ts'
import { aboutAccountingPayment } from './accounting/exceptions.ts'
import { allocate, type Allocated, allocateToOrder, checkSum, checkTargets, type Payer } from './allocation.rules.ts'
import { lockPayables, lockPayablesOf } from './payables.store.ts'
import type { NewPayment } from './payment.model.ts'
import { firstOfItsId, insertAllocations, insertPayments, type PaymentAuthor } from './write_payments.ts'

/** Refuses an unknown currency, and amounts that it cannot have. */
export function checkMoney({ currency, amount_cents, allocations = [] }: NewPayment): void {
  if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
  checkAmounts(currency, { amount_cents })
  for (const [i, one] of allocations.entries())
    checkAmounts(currency, { [`allocations[${i}].amount_cents`]: one.amount_cents })
}

/** Records a payment, and resolves what was said about it while it could not be read. Returns its id. */
export async function recordNew(
  sql: Sql,
  author: PaymentAuthor,
  sent: NewPayment,
  recorded_again = 0,
): Promise<string> {
  const { organization_id, actor, now } = author
  await checkDay(sql, organization_id, now, 'paid_on', sent.paid_on)
  const { payer, allocations } = await composePayment(sql, organization_id, sent)
  const customer_payment_id = uuidv7()
  const content = contentOf(sent)
  await insertPayments(sql, author, [{ ...firstOfItsId, ...content, ...payer, customer_payment_id, recorded_again }])
  await insertAllocations(
    sql,
    author,
    allocations.map((one) => ({ ...one, customer_payment_id, cause: 'recorded', reason: null })),
  )
  if (content.external_id !== null)
    await resolveExceptions(sql, organization_id, now, {
      ...aboutAccountingPayment(content.external_id),
      resolution: 'payment_recorded',
      resolved_by: actor,
    })
  return customer_payment_id
}

const contentOf = (body: NewPayment) => ({
  amount_cents: body.amount_cents,
  paid_on: body.paid_on,
  method: body.method ?? ('unknown' as const),
  reference: body.reference?.trim() ?? null,
  external_id: body.external_id?.trim() ?? null,
})

interface ComposedPayment {
  payer: Payer
  allocations: Allocated[]
}

/** Who paid, and what it pays. Locks the orders that are paid. */
async function composePayment(
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
