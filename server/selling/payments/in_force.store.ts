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
])
export type LockedPayment = RowOf<typeof columns> & { in_force: InForce[]; unallocated_cents: number }

/** Refuses an unknown payment, a reversal, and a payment that was reversed. */
export async function lockPayment(
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
  const in_force = await readInForce(sql, organization_id, sql`a.customer_payment_id = ${customer_payment_id}`)
  const allocated = in_force.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return { ...payment, in_force: [...in_force], unallocated_cents: payment.amount_cents - allocated }
}

/** Orders that a payment pays, to be locked before it. */
export async function readOrdersOf(sql: Sql, organization_id: string, customer_payment_id: string): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    select distinct order_id from payment_allocations
    where organization_id = ${organization_id} and customer_payment_id = ${customer_payment_id}`
  return rows.map(({ order_id }) => order_id)
}
