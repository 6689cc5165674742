/** SQL of writing invoices of suppliers: the locks that every write takes, and the rows. */
import { supplier_invoice_lines } from '../../../db/schema/purchasing/supplier_invoices.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { refuseUnknown } from '../../records/single.ts'
import { type LockedOrder, lockOrder, orderChanged } from '../orders/store.ts'
import { settleInvoices } from './settle.ts'

export const known = (id: string): string => (uuidPattern.test(id) ? id.toLowerCase() : nilId)

/** Writes to invoices of one supplier wait for each other: numbers stay unique, and an invoice keeps its orders. */
export const lockSupplierInvoices = (sql: Sql, organization_id: string, supplier_id: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`supplier invoices ${organization_id} ${supplier_id}`}, 0))`

export interface InvoiceOnFile {
  supplier_invoice_id: string
  kind: 'invoice' | 'credit_note'
  supplier_id: string
  credits_invoice_id: string | null
  invoice_number: string
  currency: string
  invoice_date: string
  payment_terms: string | null
  due_on: string | null
  stated_total: string | null
  lines_total: string
  state: 'recorded' | 'void'
  revision: number
}

/** The invoice, with the lock on its supplier's invoices. */
export async function holdInvoice(sql: Sql, organization_id: string, id: string): Promise<InvoiceOnFile> {
  const supplier_invoice_id = known(id)
  const [supplier] = await sql<{ supplier_id: string }[]>`
    select supplier_id from supplier_invoices
    where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}`
  if (supplier === undefined) return refuseUnknown('supplier invoice')
  await lockSupplierInvoices(sql, organization_id, supplier.supplier_id)
  const [invoice] = await sql<InvoiceOnFile[]>`
    select supplier_invoice_id, kind, supplier_id, credits_invoice_id, invoice_number, currency, invoice_date,
      payment_terms, due_on, stated_total, lines_total, state, revision
    from supplier_invoices
    where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}`
  return invoice!
}

export function refuseVoid({ invoice_number, state }: InvoiceOnFile): void {
  if (state === 'void') refuse('conflict', { desc: `${invoice_number} is void.`, data: { state } })
}

/** Locks orders by id; an unknown one is refused with the field that named it. */
export async function lockOrders(
  sql: Sql,
  organization_id: string,
  named: readonly { id: string; field: string }[],
): Promise<LockedOrder[]> {
  const ids = [...new Set(named.map(({ id }) => known(id)))].toSorted()
  const rows = await sql<{ purchase_order_id: string }[]>`
    select purchase_order_id from purchase_orders
    where organization_id = ${organization_id} and purchase_order_id = any(${ids}::uuid[])`
  const onFile = new Set(rows.map(({ purchase_order_id }) => purchase_order_id))
  const unknown = named.find(({ id }) => !onFile.has(known(id)))
  if (unknown !== undefined) refuseField(unknown.field, 'must be a purchase order of this organisation')
  const orders: LockedOrder[] = []
  for (const id of ids) orders.push(await lockOrder(sql, organization_id, id))
  return orders
}

/** Locks the orders that an invoice bills. */
export async function lockOrdersOf(
  sql: Sql,
  organization_id: string,
  { supplier_invoice_id }: InvoiceOnFile,
): Promise<LockedOrder[]> {
  const rows = await sql<{ purchase_order_id: string }[]>`
    select distinct purchase_order_id from supplier_invoice_lines
    where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}
      and purchase_order_id is not null`
  return lockOrders(
    sql,
    organization_id,
    rows.map(({ purchase_order_id }) => ({ id: purchase_order_id, field: 'lines' })),
  )
}

/** Refuses a number that another document of the supplier has. The caller holds the lock on the supplier's invoices. */
export async function checkNumber(
  sql: Sql,
  organization_id: string,
  supplier_id: string,
  invoice_number: string,
  ownId: string = nilId,
): Promise<void> {
  const [other] = await sql<{ supplier_invoice_id: string; invoice_number: string; invoice_date: string }[]>`
    select supplier_invoice_id, invoice_number, invoice_date from supplier_invoices
    where organization_id = ${organization_id} and supplier_id = ${supplier_id} and state <> 'void'
      and lower(invoice_number) = lower(${invoice_number}) and supplier_invoice_id <> ${ownId}`
  if (other === undefined) return
  refuse('conflict', {
    desc: `${other.invoice_number} of ${other.invoice_date} is on file already for this supplier.`,
    data: { supplier_invoice_id: other.supplier_invoice_id, invoice_number: other.invoice_number },
  })
}

const lineRows = recordset(supplier_invoice_lines, [
  'line_number',
  'kind',
  'description',
  'purchase_order_id',
  'line_id',
  'delivery_id',
  'quantity',
  'amount',
  'credited_line_number',
  'price_accepted_at',
  'price_accepted_by',
])
export type LineToWrite = RecordsetRow<typeof lineRows>

export const insertLines = (
  sql: Sql,
  organization_id: string,
  supplier_invoice_id: string,
  lines: readonly LineToWrite[],
) => sql`
  insert into supplier_invoice_lines (organization_id, supplier_invoice_id, ${lineRows.names})
  select ${organization_id}, ${supplier_invoice_id}, ${lineRows.values} from ${lineRows.from(lines)}`

/** Ends every write on an invoice: costs, matches and exceptions follow, and events tell the orders that changed. */
export async function invoicesChanged(
  sql: Sql,
  caller: Caller,
  now: string,
  orders: readonly LockedOrder[],
  supplier_invoice_id: string,
): Promise<void> {
  const recosted = await settleInvoices(sql, caller, now, orders, supplier_invoice_id)
  await orderChanged(sql, caller.organization_id, recosted, now)
}
