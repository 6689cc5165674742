/** Takes imported orders back. An order on which something happened since, or that moved stock, stays. */
import type { Sql } from '../../contract/sql.ts'
import type { UndoOutcome, WriteContext } from '../../imports/record_diff.ts'
import { undoProducts } from '../../catalogue/product_records/undo_products.ts'
import { undoCustomers } from '../customers/diff_customers.ts'
import { recountCustomers } from '../orders/order_customer.ts'
import { announceOrders } from '../orders/order.store.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import { releaseOrderDays } from '../sales_facts/channel_days.ts'
import { withoutPart } from '../sales_facts/sales_figures.rules.ts'
import type { OrderUndo } from './write_orders.ts'

interface UndoFacts {
  order_id: string
  customer_id: string | null
  is_changed: boolean
  is_booked: boolean
  is_invoiced: boolean
  /** A payment was recorded for it, be it reversed. */
  is_paid: boolean
  /** A line of the order book names one of its lines. */
  is_in_book: boolean
  has_outstanding: boolean
}

const lockOrders = (sql: Sql, organization_id: string, ids: readonly string[]) => sql`
  select from sales_orders o where o.organization_id = ${organization_id} and o.order_id = any(${ids}::uuid[])
  order by o.order_id for update`

/** Returns of an order that came later have another time of creation than the order. */
const readFacts = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<UndoFacts[]>`
  select o.order_id, o.customer_id,
    o.updated_at <> o.created_at or exists (select from order_links k where k.organization_id = ${organization_id}
      and k.from_order_id = o.order_id) or exists (select from returns r where r.organization_id = ${organization_id}
      and r.order_id = o.order_id and (r.created_at <> o.created_at or r.updated_at <> r.created_at)) as is_changed,
    exists (select from fulfilments f where f.organization_id = ${organization_id} and f.order_id = o.order_id
      and not f.is_historical)
    or exists (select from returns r where r.organization_id = ${organization_id} and r.order_id = o.order_id
      and r.ledger_written_at is not null) as is_booked,
    exists (select from invoices i where i.organization_id = ${organization_id} and i.order_id = o.order_id) as is_invoiced,
    exists (select from customer_payments p where p.organization_id = ${organization_id} and p.order_id = o.order_id)
    or exists (select from payment_allocations a where a.organization_id = ${organization_id} and a.order_id = o.order_id) as is_paid,
    exists (select from order_lines l join order_book_revisions b on b.organization_id = ${organization_id}
      and b.order_line_id = l.line_id
      where l.organization_id = ${organization_id} and l.order_id = o.order_id) as is_in_book,
    o.lifecycle not in ('fulfilled', 'cancelled') as has_outstanding
  from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id = any(${ids}::uuid[])`

const refused = (rule: string): UndoOutcome => ({
  outcome: 'refused',
  faults: [{ field: 'record', rule, value: null }],
})

function outcomeOf({ is_progress }: OrderUndo, facts: UndoFacts | undefined): UndoOutcome {
  if (facts !== undefined && is_progress === true)
    return refused(
      'was known and brought up to date; void the shipment, or correct the refund or the cancellation, on the order',
    )
  if (facts === undefined) return { outcome: 'unchanged' }
  if (facts.is_booked) return refused('moved stock after the cut-over, so the order stays')
  if (facts.is_invoiced) return refused('has an invoice, so the order stays')
  if (facts.is_paid)
    return refused('has a payment, so the order stays; undo the import of its payments first, if one recorded it')
  if (facts.is_in_book) return refused('is named in the order book, so the order stays')
  if (facts.is_changed) return refused('was changed, allocated, shipped or returned since, so the order stays')
  return { outcome: 'undone' }
}

/** Open orders were announced when they came, so they are announced as cancelled before they go. */
async function cancelOpen(sql: Sql, { organization_id, now }: WriteContext, open: readonly string[]): Promise<void> {
  if (open.length === 0) return
  await sql`
    update order_lines set cancelled_quantity = quantity - fulfilled_quantity
    where organization_id = ${organization_id} and order_id = any(${open}::uuid[])`
  await sql`
    update sales_orders o set updated_at = ${now}::timestamptz,
      lifecycle = case when s.fulfilled = 0 then 'cancelled' else 'fulfilled' end,
      cancelled_at = case when s.fulfilled = 0 then ${now}::timestamptz end,
      fulfilled_at = case when s.fulfilled > 0 then ${now}::timestamptz end
    from (
      select order_id, sum(fulfilled_quantity) as fulfilled from order_lines
      where organization_id = ${organization_id} and order_id = any(${open}::uuid[]) group by order_id
    ) s
    where o.organization_id = ${organization_id} and o.order_id = s.order_id`
  await announceOrders(
    sql,
    organization_id,
    open.map((order_id) => ({ order_id, event: 'order.cancelled' })),
  )
}

async function deleteReturns(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  const returns = await sql<{ return_id: number }[]>`
    select return_id::float8 as return_id from returns
    where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  const returnIds = returns.map(({ return_id }) => return_id)
  await sql`
    delete from refund_lines l using refunds r
    where l.organization_id = ${organization_id} and r.organization_id = ${organization_id}
      and l.refund_id = r.refund_id and r.order_id = any(${ids}::uuid[])`
  await sql`delete from refunds where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`
    delete from return_receipt_lines where organization_id = ${organization_id} and return_id = any(${returnIds}::bigint[])`
  await sql`
    delete from return_receipts where organization_id = ${organization_id} and return_id = any(${returnIds}::bigint[])`
  await sql`
    delete from return_lines where organization_id = ${organization_id} and return_id = any(${returnIds}::bigint[])`
  await sql`delete from returns where organization_id = ${organization_id} and return_id = any(${returnIds}::bigint[])`
}

async function deleteOrders(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  await deleteReturns(sql, organization_id, ids)
  await sql`
    delete from fulfilment_lines l using fulfilments f
    where l.organization_id = ${organization_id} and f.organization_id = ${organization_id}
      and l.fulfilment_id = f.fulfilment_id and f.order_id = any(${ids}::uuid[])`
  await sql`delete from fulfilments where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`
    delete from order_line_components c using order_lines l
    where c.organization_id = ${organization_id} and l.organization_id = ${organization_id}
      and c.line_id = l.line_id and l.order_id = any(${ids}::uuid[])`
  await sql`delete from order_lines where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`delete from sales_orders where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
}

export async function undoOrders(
  sql: Sql,
  context: WriteContext,
  undos: readonly OrderUndo[],
): Promise<readonly UndoOutcome[]> {
  const { organization_id } = context
  const ids = undos.map(({ order_id }) => order_id)
  await lockOrders(sql, organization_id, ids)
  const facts = new Map((await readFacts(sql, organization_id, ids)).map((one) => [one.order_id, one]))
  const outcomes = undos.map((undo) => outcomeOf(undo, facts.get(undo.order_id)))
  const gone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  if (gone.length === 0) return outcomes
  const goneIds = gone.map(({ order_id }) => order_id)
  await cancelOpen(
    sql,
    context,
    goneIds.filter((id) => facts.get(id)!.has_outstanding),
  )
  await deleteOrders(sql, organization_id, goneIds)
  await recountCustomers(sql, organization_id, [...new Set(goneIds.flatMap((id) => facts.get(id)!.customer_id ?? []))])
  const newCustomers = [...new Set(gone.flatMap(({ new_customer_id }) => new_customer_id ?? []))]
  // One that has other orders or returns stays.
  if (newCustomers.length > 0)
    await undoCustomers(
      sql,
      context,
      newCustomers.map((customer_id) => ({ customer_id, previous: null })),
    )
  const sales = gone.flatMap((undo) => undo.sales)
  await addSales(sql, organization_id, sales.map(withoutPart))
  await releaseOrderDays(sql, organization_id, sales)
  // A placeholder that other orders name stays for them.
  const placeholders = gone.flatMap((undo) => undo.placeholders ?? [])
  if (placeholders.length > 0) await undoProducts(sql, context, placeholders)
  return outcomes
}
