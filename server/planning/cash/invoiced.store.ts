/** What suppliers billed of the orders that cash counts, and their receipts less what was billed. */
import { supplier_invoices } from '../../../db/schema/purchasing/supplier_invoices.ts'
import { purchase_order_lines } from '../../../db/schema/purchase_orders.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import { readMatchFacts } from '../../purchasing/supplier_invoices/match.store.ts'
import { type CashScope, counted, type ReceiptFact } from './cash_facts.store.ts'
import { type InvoiceFact, invoicesOf, receiptsNotBilled } from './invoiced.rules.ts'

const invoiceColumns = selection(supplier_invoices, 'i', [
  'supplier_invoice_id',
  'invoice_number',
  'supplier_id',
  'currency',
  'invoice_date',
  'due_on',
])
/** What an invoice bills of one order, or of none: amounts less their credits, as decimal text. */
export type BilledPart = RowOf<typeof invoiceColumns> & { purchase_order_id: string | null; amount: string }

/** Invoices that are not void, of the last year or of orders that count. */
const readBilled = (sql: Sql, scope: CashScope) => sql<BilledPart[]>`
  with ${counted(sql, scope)}, wanted as (
    select i.supplier_invoice_id from supplier_invoices i
    where i.organization_id = ${scope.organization_id} and i.kind = 'invoice' and i.state = 'recorded'
      and i.invoice_date >= (now() at time zone ${scope.time_zone})::date - ${limits.cash_payable_days}::int
    union
    select i.supplier_invoice_id from counted c
    join supplier_invoice_lines l on l.organization_id = ${scope.organization_id}
      and l.purchase_order_id = c.purchase_order_id
    join supplier_invoices i on i.organization_id = ${scope.organization_id}
      and i.supplier_invoice_id = l.supplier_invoice_id and i.kind = 'invoice' and i.state = 'recorded'
  )
  select ${invoiceColumns}, c.purchase_order_id, sum(l.amount - coalesce(k.amount, 0))::text as amount
  from wanted w
  join supplier_invoices i on i.organization_id = ${scope.organization_id} and i.supplier_invoice_id = w.supplier_invoice_id
  join supplier_invoice_lines l on l.organization_id = ${scope.organization_id}
    and l.supplier_invoice_id = i.supplier_invoice_id
  left join counted c on c.purchase_order_id = l.purchase_order_id
  left join lateral (
    select sum(cl.amount) as amount
    from supplier_invoices ci
    join supplier_invoice_lines cl on cl.organization_id = ci.organization_id
      and cl.supplier_invoice_id = ci.supplier_invoice_id
    where ci.organization_id = i.organization_id and ci.credits_invoice_id = i.supplier_invoice_id
      and ci.state = 'recorded' and cl.credited_line_number = l.line_number
  ) k on true
  group by i.organization_id, i.supplier_invoice_id, c.purchase_order_id
  order by i.invoice_date, i.supplier_invoice_id, c.purchase_order_id nulls last`

const outstandingColumns = selection(purchase_order_lines, 'l', ['purchase_order_id', 'line_id', 'unit_cost'])
export type OutstandingLine = RowOf<typeof outstandingColumns> & { units: number; day: string | null }

const readOutstanding = (sql: Sql, organization_id: string, orders: string) => sql<OutstandingLine[]>`
  select ${outstandingColumns}, l.quantity - l.delivered_quantity as units,
    coalesce(l.expected_delivery_date, o.expected_delivery_date)::text as day
  from purchase_orders o
  join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    and l.quantity > l.delivered_quantity
  where o.organization_id = ${organization_id} and o.purchase_order_id = any(${orders}::uuid[])
    and o.status in ${sql([...openOrderStatuses])}
  order by o.purchase_order_id, day nulls first, l.line_id`

const readDays = (sql: Sql, { organization_id, time_zone }: CashScope, orders: string) => sql<
  { delivery_id: string; day: string }[]
>`
  select delivery_id, (received_at at time zone ${time_zone})::date::text as day from purchase_order_deliveries
  where organization_id = ${organization_id} and purchase_order_id = any(${orders}::uuid[]) and removed_at is null`

export interface Invoiced {
  invoices: InvoiceFact[]
  /** By order, for those of which something was billed: what is owed by the order still. */
  receipts: ReadonlyMap<string, ReceiptFact[]>
}

export async function readInvoiced(sql: Sql, scope: CashScope): Promise<Invoiced> {
  const billed = await readBilled(sql, scope)
  const ids = [...new Set(billed.flatMap(({ purchase_order_id }) => purchase_order_id ?? []))]
  if (ids.length === 0) return { invoices: invoicesOf(billed, [], new Map()), receipts: new Map() }
  const orders = arrayLiteral(ids)
  const [facts, outstanding, days] = await Promise.all([
    readMatchFacts(sql, scope.organization_id, ids),
    readOutstanding(sql, scope.organization_id, orders),
    readDays(sql, scope, orders),
  ])
  const dayOf = new Map(days.map(({ delivery_id, day }) => [delivery_id, day]))
  const invoices = invoicesOf(billed, facts.shares, dayOf)
  return { invoices, receipts: receiptsNotBilled(ids, facts, outstanding, dayOf) }
}
