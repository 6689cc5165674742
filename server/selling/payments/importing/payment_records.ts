/** Writes payments of customers in bulk, as imports do: compared, written and undone by batches. */
import { uuidv7 } from 'uuidv7'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusals.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import type { DiffRecords, RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../../imports/record_diff.ts'
import { readBooks } from '../../../ledger/books.ts'
import { idsAmong, nameKey, statedTexts } from '../../../records/texts.ts'
import type { Payable } from '../allocation.rules.ts'
import { lockPayments } from '../in_force.store.ts'
import { lockPaidOrders, lockPayablesBy, readPayables } from '../payables.store.ts'
import { firstOfItsId, insertAllocations, insertPayments } from '../write_payments.ts'
import {
  contentKey,
  knownAs,
  knownPayments,
  type KnownPayments,
  type OnFile,
  payablesOf,
  payFor,
  type PaymentFacts,
  type PaymentRecord,
  type PaymentWrite,
  resolvePayment,
} from './payment_records.rules.ts'

interface NamedOrder {
  order_id: string
  name: string
}

async function readFacts(
  sql: Sql,
  { organization_id, time_zone, now }: WriteContext,
  records: readonly PaymentRecord[],
): Promise<PaymentFacts> {
  const accounts = statedTexts(records.map(({ account }) => account))
  const invoices = statedTexts(records.map(({ invoice }) => invoice))
  const orders = statedTexts(records.map(({ order }) => order))
  const [{ books_from }, foundAccounts, foundInvoices, foundOrders] = await Promise.all([
    readBooks(sql, organization_id),
    sql<{ trading_partner_id: string; name: string }[]>`
      select trading_partner_id, name from trading_partners where organization_id = ${organization_id}
        and (lower(name) in (select lower(w) from unnest(${accounts}::text[]) w)
          or trading_partner_id = any(${arrayLiteral(idsAmong(accounts))}::uuid[]))`,
    sql<{ invoice_id: number; name: string }[]>`
      select invoice_id::float8 as invoice_id, name from invoices
      where organization_id = ${organization_id} and lower(name) in (select lower(w) from unnest(${invoices}::text[]) w)`,
    sql<NamedOrder[]>`
      select order_id, name from sales_orders
      where organization_id = ${organization_id} and name = any(${orders}::text[])
      union
      select order_id, name from sales_orders
      where organization_id = ${organization_id} and order_id = any(${arrayLiteral(idsAmong(orders))}::uuid[])`,
  ])
  const payables = await readPayables(sql, organization_id, {
    invoiceIds: foundInvoices.map(({ invoice_id }) => invoice_id),
    orderIds: foundOrders.map(({ order_id }) => order_id),
  })
  const ofOrder = Map.groupBy(payables, ({ order_id }) => order_id)
  const withOrder = (order_id: string) => ofOrder.get(order_id)!.filter(({ is_void }) => !is_void)
  return {
    accounts: new Map(
      foundAccounts.flatMap((one) => [
        [nameKey(one.name), one.trading_partner_id] as const,
        [one.trading_partner_id, one.trading_partner_id] as const,
      ]),
    ),
    invoices: new Map(payables.flatMap((one) => (one.invoice_id === null ? [] : [[one.name.toLowerCase(), one]]))),
    orders: new Map(
      foundOrders.flatMap(({ order_id, name }) => {
        const of = withOrder(order_id)
        return [[name.toLowerCase(), of] as const, [order_id, of] as const]
      }),
    ),
    today: dayInTimeZone(time_zone, now),
    books_from,
  }
}

/** Payments on file that could be the same. */
async function readKnown(sql: Sql, organization_id: string, payments: readonly PaymentWrite[]): Promise<KnownPayments> {
  const externalIds = payments.flatMap(({ external_id }) => external_id ?? [])
  const days = [...new Set(payments.map(({ paid_on }) => paid_on))]
  const payers = [...new Set(payments.map(({ trading_partner_id, order_id }) => trading_partner_id ?? order_id!))]
  const rows = await sql<OnFile[]>`
    select trading_partner_id, order_id, amount_cents::float8 as amount_cents, currency, paid_on::text as paid_on,
      reference, external_id, (
        select r.paid_on::text from customer_payments r
        where r.organization_id = ${organization_id} and r.reverses_payment_id = p.customer_payment_id
      ) as reversed_on
    from customer_payments p
    where organization_id = ${organization_id} and reverses_payment_id is null and pays_out_payment_id is null and (
      external_id = any(${externalIds}::text[])
      or (paid_on = any(${days}::date[])
        and coalesce(trading_partner_id, order_id) = any(${arrayLiteral(payers)}::uuid[])))
    order by recorded_again, customer_payment_id`
  return knownPayments(rows)
}

const isResolved = (one: PaymentWrite | readonly unknown[]): one is PaymentWrite => !Array.isArray(one)

/** A payment on file is unchanged; one that the file repeats, or that pays more than is open, is refused. */
export const diffPayments: DiffRecords<PaymentRecord, PaymentWrite> = async (sql, context, records) => {
  const facts = await readFacts(sql, context, records)
  const resolved = records.map((record) => resolvePayment(record, facts))
  const known = await readKnown(sql, context.organization_id, resolved.filter(isResolved))
  const seen = new Set<string>()
  return resolved.map((one, i): RecordDiff<PaymentWrite> => {
    if (!isResolved(one)) return { outcome: 'refused', faults: one }
    const content = one.external_id ?? contentKey(one)
    if (seen.has(content)) {
      const rule = 'repeats a payment of the file; give each payment a reference of its own'
      return { outcome: 'refused', faults: [recordFault('reference', rule, one.reference)] }
    }
    seen.add(content)
    const isKnown = knownAs(one, known)
    if (typeof isKnown !== 'boolean') return { outcome: 'refused', faults: [isKnown] }
    if (isKnown) return { outcome: 'unchanged' }
    const paid = payFor(one, payablesOf(records[i]!, facts)!)
    return Array.isArray(paid) ? { outcome: 'created', write: one } : { outcome: 'refused', faults: [paid] }
  })
}

export interface PaymentUndo {
  customer_payment_id: string
}

const changed = (): never => refuse('conflict', { desc: 'What one of the payments pays was changed meanwhile.' })

/** The invoices and orders of the payments; the orders are locked, and the accounts, so that a payment is recorded once. */
async function lockPaid(sql: Sql, organization_id: string, writes: readonly PaymentWrite[]): Promise<Payable[]> {
  const accounts = writes.flatMap(({ trading_partner_id }) => trading_partner_id ?? [])
  const invoiceIds = writes.flatMap(({ invoice_id }) => invoice_id ?? [])
  const orderIds = writes.flatMap(({ paid_order_id }) => paid_order_id ?? [])
  const payables = await lockPayablesBy(sql, organization_id, { invoiceIds, orderIds })
  await sql`
    select from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral([...new Set(accounts)])}::uuid[])
    order by trading_partner_id for no key update`
  return payables
}

const payablesFor = ({ invoice_id, paid_order_id }: PaymentWrite, payables: readonly Payable[]): Payable[] =>
  invoice_id !== null
    ? payables.filter((one) => one.invoice_id === invoice_id)
    : payables.filter(({ order_id, is_void }) => order_id === paid_order_id && !is_void)

export const writePayments: WriteRecords<PaymentWrite> = async (sql, { organization_id, actor, now }, writes) => {
  if (writes.length === 0) return []
  const payables = await lockPaid(sql, organization_id, writes)
  const known = await readKnown(sql, organization_id, writes)
  const author = { organization_id, actor, now }
  const rows = writes.map((write) => {
    const paid = payFor(write, payablesFor(write, payables))
    if (knownAs(write, known) !== false || !Array.isArray(paid)) return changed()
    const { invoice_id: _invoice, paid_order_id: _order, ...payment } = write
    return { paid, payment: { ...firstOfItsId, ...payment, customer_payment_id: uuidv7() } }
  })
  await insertPayments(
    sql,
    author,
    rows.map(({ payment }) => payment),
  )
  await insertAllocations(
    sql,
    author,
    rows.flatMap(({ paid, payment: { customer_payment_id } }) =>
      paid.map((one) => ({ ...one, customer_payment_id, cause: 'recorded' as const, reason: null })),
    ),
  )
  return rows.map(({ payment: { customer_payment_id } }): { undo: PaymentUndo } => ({ undo: { customer_payment_id } }))
}

/** A payment that was reversed, applied or freed since stays as it is: its rows are the trace of that. */
export async function undoPayments(
  sql: Sql,
  { organization_id }: WriteContext,
  undos: readonly PaymentUndo[],
): Promise<readonly UndoOutcome[]> {
  const ids = undos.map(({ customer_payment_id }) => customer_payment_id)
  const orders = await sql<{ order_id: string }[]>`
    select distinct order_id from payment_allocations
    where organization_id = ${organization_id} and customer_payment_id = any(${arrayLiteral(ids)}::uuid[])`
  await lockPaidOrders(
    sql,
    organization_id,
    orders.map(({ order_id }) => order_id),
  )
  await lockPayments(sql, organization_id, ids)
  const rows = await sql<{ customer_payment_id: string; is_used: boolean }[]>`
    select p.customer_payment_id, exists (select from payment_allocations a
        where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id
          and a.cause <> 'recorded')
      or exists (select from customer_payments r
        where r.organization_id = ${organization_id}
          and (r.reverses_payment_id = p.customer_payment_id or r.pays_out_payment_id = p.customer_payment_id)) as is_used
    from customer_payments p
    where p.organization_id = ${organization_id} and p.customer_payment_id = any(${arrayLiteral(ids)}::uuid[])`
  const unused = arrayLiteral(rows.flatMap((row) => (row.is_used ? [] : row.customer_payment_id)))
  await sql`
    delete from payment_allocations
    where organization_id = ${organization_id} and customer_payment_id = any(${unused}::uuid[])`
  await sql`
    delete from customer_payments
    where organization_id = ${organization_id} and customer_payment_id = any(${unused}::uuid[])`
  const isUsed = new Map(rows.map((row) => [row.customer_payment_id, row.is_used]))
  return undos.map(({ customer_payment_id }): UndoOutcome => {
    const used = isUsed.get(customer_payment_id)
    if (used === undefined) return { outcome: 'unchanged' }
    const rule = 'was reversed, applied, taken off or paid out since; reverse it instead'
    return used ? { outcome: 'refused', faults: [recordFault('payment', rule, null)] } : { outcome: 'undone' }
  })
}
