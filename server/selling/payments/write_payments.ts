/** Writes payments and what they pay; each statement writes all of them. Orders and payments are locked by the caller. */
import { uuidv7 } from 'uuidv7'
import { customer_payments, payment_allocations } from '../../../db/schema/selling/payments.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'

/** What a payment has that takes no other one back, pays none out, and is the first of its id. */
export const firstOfItsId = { recorded_again: 0, reverses_payment_id: null, pays_out_payment_id: null, reason: null }

export interface PaymentAuthor {
  organization_id: string
  actor: string
  now: string
}

const paymentRows = recordset(customer_payments, [
  'customer_payment_id',
  'trading_partner_id',
  'order_id',
  'amount_cents',
  'currency',
  'paid_on',
  'method',
  'reference',
  'external_id',
  'recorded_again',
  'reverses_payment_id',
  'pays_out_payment_id',
  'reason',
])
export type PaymentToWrite = RecordsetRow<typeof paymentRows>

export const insertPayments = (
  sql: Sql,
  { organization_id, actor, now }: PaymentAuthor,
  payments: readonly PaymentToWrite[],
) => sql`
  insert into customer_payments (organization_id, ${paymentRows.names}, created_by, created_at)
  select ${organization_id}, ${paymentRows.values}, ${actor}, ${now}::timestamptz from ${paymentRows.from(payments)}`

const allocationRows = recordset(payment_allocations, [
  'allocation_id',
  'customer_payment_id',
  'order_id',
  'invoice_id',
  'amount_cents',
  'cause',
  'reason',
  'allocated_on',
])
type AllocationToWrite = Omit<RecordsetRow<typeof allocationRows>, 'allocation_id'>

export async function insertAllocations(
  sql: Sql,
  { organization_id, actor, now }: PaymentAuthor,
  allocations: readonly AllocationToWrite[],
): Promise<void> {
  if (allocations.length === 0) return
  const rows = allocations.map((one) => ({ allocation_id: uuidv7(), ...one }))
  await sql`
    insert into payment_allocations (organization_id, ${allocationRows.names}, created_by, created_at)
    select ${organization_id}, ${allocationRows.values}, ${actor}, ${now}::timestamptz
    from ${allocationRows.from(rows)}`
}
