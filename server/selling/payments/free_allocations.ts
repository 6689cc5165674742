/** Money that follows invoices: it moves from the order to the invoice, and is freed by credit notes and voids. */
import type { Sql } from '../../contract/sql.ts'
import { openCents } from '../invoices/balance.store.ts'
import { type InForce, takeFrom } from './allocation.rules.ts'
import { lockPayments, readInForce } from './in_force.store.ts'
import type { AllocationCause } from './known_values.ts'
import { insertAllocations, type PaymentAuthor } from './write_payments.ts'

export interface DatedAuthor extends PaymentAuthor {
  /** The day of `now` in the organisation's time zone. */
  today: string
}

/** Counter-rows of allocations: the money of the payments is unallocated again. */
export const freeAllocations = (
  sql: Sql,
  { today, ...author }: DatedAuthor,
  freed: readonly InForce[],
  cause: AllocationCause,
  reason: string | null,
): Promise<void> =>
  insertAllocations(
    sql,
    author,
    freed.map(({ amount_cents, ...of }) => ({
      ...of,
      amount_cents: 0 - amount_cents,
      cause,
      reason,
      allocated_on: of.allocated_on > today ? of.allocated_on : today,
    })),
  )

/** Allocations to invoices; their payments are locked. */
async function lockInForce(sql: Sql, organization_id: string, invoiceIds: readonly number[]): Promise<InForce[]> {
  const which = () => sql`a.invoice_id = any(${[...invoiceIds]}::bigint[])`
  const before = await readInForce(sql, organization_id, which())
  if (before.length === 0) return []
  await lockPayments(
    sql,
    organization_id,
    before.map(({ customer_payment_id }) => customer_payment_id),
  )
  return [...(await readInForce(sql, organization_id, which()))]
}

/** Frees what invoices were paid beyond what they bill after a credit note, the latest money first. */
export async function freeOverpaid(sql: Sql, author: DatedAuthor, invoiceIds: readonly number[]): Promise<void> {
  const { organization_id } = author
  const inForce = await lockInForce(sql, organization_id, invoiceIds)
  if (inForce.length === 0) return
  const overpaid = await sql<{ invoice_id: number; cents: number }[]>`
    select i.invoice_id::float8 as invoice_id, (0 - ${openCents(sql, organization_id)})::float8 as cents
    from invoices i
    where i.organization_id = ${organization_id} and i.invoice_id = any(${[...invoiceIds]}::bigint[])`
  const freed = overpaid.flatMap(({ invoice_id, cents }) =>
    takeFrom(
      inForce.filter((one) => one.invoice_id === invoice_id),
      cents,
    ),
  )
  await freeAllocations(sql, author, freed, 'credited', null)
}

/** Frees all money of an invoice that is voided. */
export async function freeVoided(sql: Sql, author: DatedAuthor, invoice_id: number): Promise<void> {
  await freeAllocations(sql, author, await lockInForce(sql, author.organization_id, [invoice_id]), 'voided', null)
}

/** Moves money on the order to its new invoice, the oldest first, up to what the invoice bills. */
export async function settleFromOrder(
  sql: Sql,
  { today, ...author }: DatedAuthor,
  { order_id, invoice_id, total_cents }: { order_id: string; invoice_id: number; total_cents: number },
): Promise<void> {
  const { organization_id } = author
  const which = () => sql`a.order_id = ${order_id} and a.invoice_id is null`
  const before = await readInForce(sql, organization_id, which())
  if (before.length === 0) return
  await lockPayments(
    sql,
    organization_id,
    before.map(({ customer_payment_id }) => customer_payment_id),
  )
  const onOrder = [...(await readInForce(sql, organization_id, which()))]
  const moved = takeFrom(onOrder.reverse(), total_cents)
  const common = { cause: 'invoiced', reason: null, allocated_on: today } as const
  await insertAllocations(
    sql,
    author,
    moved.flatMap((one) => [
      { ...one, ...common, amount_cents: 0 - one.amount_cents },
      { ...one, ...common, invoice_id },
    ]),
  )
}
