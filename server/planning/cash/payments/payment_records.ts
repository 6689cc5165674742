/** Writes payments to suppliers in bulk, as imports do: compared, written and undone by batches. */
import { supplier_payments } from '../../../../db/schema/planning/cash.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusals.ts'
import { readBooks } from '../../../ledger/books.ts'
import { recordFault } from '../../../imports/record_fault.ts'
import type { DiffRecords, RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../../imports/record_diff.ts'
import { idsAmong, nameKey, statedTexts } from '../../../records/texts.ts'
import {
  type FoundOrder,
  type FoundSupplier,
  paymentKey,
  type PaymentFacts,
  type PaymentRecord,
  type PaymentWrite,
  resolvePayment,
} from './payment_records.rules.ts'

async function readFacts(
  sql: Sql,
  { organization_id, time_zone, now }: WriteContext,
  records: readonly PaymentRecord[],
): Promise<PaymentFacts> {
  const suppliers = statedTexts(records.map(({ supplier }) => supplier))
  const orders = statedTexts(records.map(({ purchase_order }) => purchase_order))
  const [{ books_from }, foundSuppliers, foundOrders] = await Promise.all([
    readBooks(sql, organization_id),
    sql<FoundSupplier[]>`
      select supplier_id, name, currency from suppliers where organization_id = ${organization_id}
        and (lower(name) in (select lower(w) from unnest(${suppliers}::text[]) w)
          or supplier_id = any(${arrayLiteral(idsAmong(suppliers))}::uuid[]))`,
    sql<FoundOrder[]>`
      select purchase_order_id, name, status, order_type, supplier_id, currency from purchase_orders
      where organization_id = ${organization_id} and name = any(${orders}::text[])
      union
      select purchase_order_id, name, status, order_type, supplier_id, currency from purchase_orders
      where organization_id = ${organization_id} and purchase_order_id = any(${arrayLiteral(idsAmong(orders))}::uuid[])`,
  ])
  return {
    suppliers: new Map(
      foundSuppliers.flatMap((one) => [[nameKey(one.name), one] as const, [one.supplier_id, one] as const]),
    ),
    orders: new Map(foundOrders.flatMap((one) => [[one.name, one] as const, [one.purchase_order_id, one] as const])),
    today: dayInTimeZone(time_zone, now),
    books_from,
  }
}

/** Keys of the recorded payments to the suppliers on the days. */
async function readRecorded(
  sql: Sql,
  organization_id: string,
  payments: readonly PaymentWrite[],
): Promise<Set<string>> {
  const suppliers = [...new Set(payments.map(({ supplier_id }) => supplier_id))]
  const days = [...new Set(payments.map(({ paid_on }) => paid_on))]
  const rows = await sql<PaymentWrite[]>`
    select supplier_id, purchase_order_id, kind, amount_cents::float8 as amount_cents, currency, paid_on, reference
    from supplier_payments
    where organization_id = ${organization_id} and supplier_id = any(${arrayLiteral(suppliers)}::uuid[])
      and paid_on = any(${days}::date[])`
  return new Set(rows.map(paymentKey))
}

const isResolved = (one: PaymentWrite | readonly unknown[]): one is PaymentWrite => !Array.isArray(one)

/** A payment that is recorded already is unchanged; one that the file repeats is refused. */
export const diffPayments: DiffRecords<PaymentRecord, PaymentWrite> = async (sql, context, records) => {
  const facts = await readFacts(sql, context, records)
  const resolved = records.map((record) => resolvePayment(record, facts))
  const recorded = await readRecorded(sql, context.organization_id, resolved.filter(isResolved))
  const seen = new Set<string>()
  return resolved.map((one): RecordDiff<PaymentWrite> => {
    if (!isResolved(one)) return { outcome: 'refused', faults: one }
    const key = paymentKey(one)
    if (seen.has(key)) {
      const rule = 'repeats a payment of the file; give each payment a reference of its own'
      return { outcome: 'refused', faults: [recordFault('reference', rule, one.reference)] }
    }
    seen.add(key)
    return recorded.has(key) ? { outcome: 'unchanged' } : { outcome: 'created', write: one }
  })
}

const paymentRows = recordset(supplier_payments, [
  'payment_id',
  'supplier_id',
  'purchase_order_id',
  'kind',
  'amount_cents',
  'currency',
  'paid_on',
  'reference',
])

export interface PaymentUndo {
  payment_id: string
}

/** Imports that write to the same supplier wait for each other, so that a payment is recorded once. */
export const writePayments: WriteRecords<PaymentWrite> = async (sql, { organization_id, actor, now }, writes) => {
  if (writes.length === 0) return []
  const suppliers = [...new Set(writes.map(({ supplier_id }) => supplier_id))]
  await sql`
    select from suppliers
    where organization_id = ${organization_id} and supplier_id = any(${arrayLiteral(suppliers)}::uuid[])
    order by supplier_id for no key update`
  const recorded = await readRecorded(sql, organization_id, writes)
  if (writes.some((write) => recorded.has(paymentKey(write))))
    refuse('conflict', { desc: 'One of the payments was recorded meanwhile.' })
  const rows = writes.map((write) => ({ payment_id: uuidv7(), ...write }))
  await sql`
    insert into supplier_payments (organization_id, ${paymentRows.names}, created_by, created_at)
    select ${organization_id}, ${paymentRows.values}, ${actor}, ${now} from ${paymentRows.from(rows)}`
  return rows.map(({ payment_id }): { undo: PaymentUndo } => ({ undo: { payment_id } }))
}

/** A payment that was deleted since has nothing to take back. */
export async function undoPayments(
  sql: Sql,
  { organization_id }: WriteContext,
  undos: readonly PaymentUndo[],
): Promise<readonly UndoOutcome[]> {
  const ids = arrayLiteral(undos.map(({ payment_id }) => payment_id))
  const deleted = await sql<PaymentUndo[]>`
    delete from supplier_payments
    where organization_id = ${organization_id} and payment_id = any(${ids}::uuid[]) returning payment_id`
  const gone = new Set(deleted.map(({ payment_id }) => payment_id))
  return undos.map(({ payment_id }) => ({ outcome: gone.has(payment_id) ? 'undone' : 'unchanged' }))
}
