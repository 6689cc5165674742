/** Payments that are locked, and what they pay now. */
import { customer_payments } from '../../../db/schema/selling/payments.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'
import type { InForce } from './allocation.rules.ts'

/** The latest allocations first, since these are freed first. */
export const readInForce = (sql: Sql, organization_id: string, which: Fragment) => sql<InForce[]>`
  select a.customer_payment_id, a.order_id, a.invoice_id::float8 as invoice_id, sum(a.amount_cents)::float8 as amount_cents,
    max(a.allocated_on)::text as allocated_on
  from payment_allocations a
  where a.organization_id = ${organization_id} and ${which}
  group by a.customer_payment_id, a.order_id, a.invoice_id
  having sum(a.amount_cents) <> 0
  order by max(a.allocation_id::text) desc, a.customer_payment_id`

/** Payments are locked after the orders that they pay. */
export const lockPayments = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  select from customer_payments
  where organization_id = ${organization_id} and customer_payment_id = any(${arrayLiteral([...new Set(ids)])}::uuid[])
  order by customer_payment_id for update`

const columns = selection(customer_payments, 'p', [
  'customer_payment_id',
  'trading_partner_id',
  'order_id',
  'amount_cents::float8',
  'currency',
  'paid_on',
  'method',
  'reference',
  'reverses_payment_id',
  'pays_out_payment_id',
])
export type LockedPayment = RowOf<typeof columns> & {
  in_force: InForce[]
  /** What pays nothing and was not paid out. */
  unallocated_cents: number
}

/** What of payment p went back to its payer. */
export const paidOutCents = (sql: Sql, organization_id: string): Fragment => sql`
  (select 0 - coalesce(sum(y.amount_cents), 0) from customer_payments y
    where y.organization_id = ${organization_id} and y.pays_out_payment_id = p.customer_payment_id)`

/** Whether p is money that was received, and was not reversed. */
export const isInForce = (sql: Sql, organization_id: string): Fragment => sql`
  p.reverses_payment_id is null and p.pays_out_payment_id is null and not exists (select from customer_payments r
    where r.organization_id = ${organization_id} and r.reverses_payment_id = p.customer_payment_id)`

/** Refuses an unknown payment, a reversal, and a payment or payout that was reversed. */
export async function lockEntry(
  sql: Sql,
  organization_id: string,
  customer_payment_id: string,
): Promise<LockedPayment> {
  const [payment] = await sql<RowOf<typeof columns>[]>`
    select ${columns} from customer_payments p
    where p.organization_id = ${organization_id} and p.customer_payment_id = ${customer_payment_id} for update`
  if (payment === undefined) refuse('not_found', { desc: 'No payment of this organisation has that id.' })
  if (payment.reverses_payment_id !== null)
    refuse('conflict', { desc: 'This entry is a reversal; record another payment.', data: { reason: 'reversal' } })
  const [reversal] = await sql<{ customer_payment_id: string }[]>`
    select customer_payment_id from customer_payments
    where organization_id = ${organization_id} and reverses_payment_id = ${customer_payment_id}`
  if (reversal !== undefined)
    refuse('conflict', { desc: 'The payment was reversed already.', data: { reason: 'reversed', reversal } })
  const [out] = await sql<{ cents: number }[]>`
    select ${paidOutCents(sql, organization_id)}::float8 as cents from customer_payments p
    where p.organization_id = ${organization_id} and p.customer_payment_id = ${customer_payment_id}`
  const in_force = await readInForce(sql, organization_id, sql`a.customer_payment_id = ${customer_payment_id}`)
  const allocated = in_force.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return { ...payment, in_force: [...in_force], unallocated_cents: payment.amount_cents - allocated - out!.cents }
}

/** The same, of money that was received; a payout pays nothing. */
export async function lockPayment(
  sql: Sql,
  organization_id: string,
  customer_payment_id: string,
): Promise<LockedPayment> {
  const payment = await lockEntry(sql, organization_id, customer_payment_id)
  if (payment.pays_out_payment_id !== null)
    refuse('conflict', {
      desc: 'This entry is a payout; reverse it if it was recorded in error.',
      data: { reason: 'payout' },
    })
  return payment
}

/** Orders that a payment pays, to be locked before it. */
export async function readOrdersOf(sql: Sql, organization_id: string, customer_payment_id: string): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    select distinct order_id from payment_allocations
    where organization_id = ${organization_id} and customer_payment_id = ${customer_payment_id}`
  return rows.map(({ order_id }) => order_id)
}

/** The consumer order that a payment is for; null for money of an account, and of an unknown payment. */
export async function readPaidOrder(
  sql: Sql,
  organization_id: string,
  customer_payment_id: string,
): Promise<string | null> {
  const [row] = await sql<{ order_id: string | null }[]>`
    select order_id from customer_payments
    where organization_id = ${organization_id} and customer_payment_id = ${customer_payment_id}`
  return row?.order_id ?? null
}
