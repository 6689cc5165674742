/** What invoices and orders leave open for payments. Reads lock the orders, in the order of their ids. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { sqlShare } from '../../contract/money/shares.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'
import { openCents } from '../invoices/balance.store.ts'
import type { Payable, Target } from './allocation.rules.ts'

/** Locks orders for what is paid of them; credit notes, invoices and refunds lock them too. */
export const lockPaidOrders = (sql: Sql, organization_id: string, orderIds: readonly string[]) => sql`
  select from sales_orders
  where organization_id = ${organization_id} and order_id = any(${arrayLiteral([...new Set(orderIds)])}::uuid[])
  order by order_id for no key update`

const payableInvoices = (sql: Sql, organization_id: string) => sql`
  select i.order_id, i.invoice_id::float8 as invoice_id, i.name, i.trading_partner_id, i.currency,
    ${openCents(sql, organization_id)}::float8 as open_cents, i.state = 'void' as is_void, i.issued_on::text as issued_on,
    i.issued_at
  from invoices i`

/** What u.units of the lines n of orders o have of cents of the whole line. */
const shareOfUnits = (sql: Sql, cents: Fragment) =>
  sqlShare(sql, { cents, part: sql`u.units`, whole: sql`n.quantity`, currency: sql`o.currency` })

/**
 * Sums of orders o: what is agreed, with taxes and freight (l), what invoices in force bill (b), and the money on the order itself
 * (p). Units of a voided shipment were credited, and are billed again once they ship.
 */
export const orderSums = (sql: Sql, organization_id: string) => sql`
  cross join lateral (
    select case when o.lifecycle = 'draft' then 0
      else o.freight_cents + o.freight_tax_cents + coalesce(sum(u.units * n.unit_price_cents
        - ${shareOfUnits(sql, sql`n.discount_cents`)} + ${shareOfUnits(sql, sql`n.tax_cents`)}), 0) end as cents
    from order_lines n
    cross join lateral (
      select greatest(n.quantity - n.cancelled_quantity,
        case when o.is_wholesale then n.fulfilled_quantity else 0 end) as units
    ) u
    where n.organization_id = ${organization_id} and n.order_id = o.order_id and n.quantity > 0
      and n.unit_price_cents is not null
  ) l
  cross join lateral (
    select coalesce(sum(d.cents), 0) as cents
    from (
      select i.total_cents as cents from invoices i
      where i.organization_id = ${organization_id} and i.order_id = o.order_id and i.state = 'issued'
      union all
      select 0 - c.total_cents from credit_notes c
      where c.organization_id = ${organization_id} and c.order_id = o.order_id and c.kind = 'void'
    ) d
  ) b
  cross join lateral (
    select coalesce(sum(a.amount_cents), 0) as cents from payment_allocations a
    where a.organization_id = ${organization_id} and a.order_id = o.order_id and a.invoice_id is null
  ) p`

/** Orders as far as no invoice bills them: what is agreed less what invoices bill and less the money on the order. */
const payableOrders = (sql: Sql, organization_id: string) => sql`
  select o.order_id, null::float8 as invoice_id, o.name, o.trading_partner_id, o.currency,
    greatest(l.cents - b.cents - p.cents, 0)::float8 as open_cents,
    false as is_void, null::text as issued_on, null::timestamptz as issued_at
  from sales_orders o
  ${orderSums(sql, organization_id)}`

type Row = Payable & { issued_at: string | null }
const shape = (rows: readonly Row[]): Payable[] => rows.map(({ issued_at: _at, ...payable }) => payable)

interface PayableIds {
  invoiceIds: readonly number[]
  orderIds: readonly string[]
}

/** Invoices by id; orders by id with all their invoices, which come before them, the oldest first. Unknown ones are left out. */
export async function readPayables(
  sql: Sql,
  organization_id: string,
  { invoiceIds, orderIds }: PayableIds,
): Promise<Payable[]> {
  const rows = await sql<Row[]>`
    select * from (${payableInvoices(sql, organization_id)}
      where i.organization_id = ${organization_id} and (i.invoice_id = any(${[...invoiceIds]}::bigint[])
        or i.order_id = any(${arrayLiteral(orderIds)}::uuid[]))) invoice
    union all
    select * from (${payableOrders(sql, organization_id)}
      where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(orderIds)}::uuid[])) ordered
    order by issued_at nulls last, invoice_id`
  return shape(rows)
}

/** The same, with the orders locked. */
export async function lockPayablesBy(sql: Sql, organization_id: string, ids: PayableIds): Promise<Payable[]> {
  const ofInvoices = await sql<{ order_id: string }[]>`
    select order_id from invoices
    where organization_id = ${organization_id} and invoice_id = any(${[...ids.invoiceIds]}::bigint[])`
  await lockPaidOrders(sql, organization_id, [...ofInvoices.map(({ order_id }) => order_id), ...ids.orderIds])
  return readPayables(sql, organization_id, ids)
}

/** The invoices and orders that are named; unknown ones are left out. */
export const lockPayables = (sql: Sql, organization_id: string, targets: readonly Target[]): Promise<Payable[]> =>
  lockPayablesBy(sql, organization_id, {
    invoiceIds: targets.flatMap(({ invoice_id }) => invoice_id ?? []),
    orderIds: targets.flatMap(({ order_id }) => (order_id !== undefined && uuidPattern.test(order_id) ? order_id : [])),
  })

/** The order and its invoices in force, oldest first; none if the order is unknown. */
export async function lockPayablesOf(sql: Sql, organization_id: string, order_id: string): Promise<Payable[]> {
  const id = uuidPattern.test(order_id) ? order_id : nilId
  const payables = await lockPayablesBy(sql, organization_id, { invoiceIds: [], orderIds: [id] })
  return payables.filter(({ is_void }) => !is_void)
}
