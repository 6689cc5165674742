/** Reads orders of earlier imports, with what happened to them since. */
import { order_lines, sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { readRefundable, unitsInReturns } from '../../returns/return_facts.store.ts'
import type { OrderRecord } from '../reading/order_record.ts'
import type { KnownLine, KnownOrder } from './known_order.model.ts'

const wantedOrders = recordset(sales_orders, [], { extra: { source_system: 'text', external_id: 'text' } })

const orderColumns = selection(sales_orders, 'o', [
  'order_id',
  'name',
  'is_wholesale',
  'trading_partner_id',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'currency',
  'ordered_on',
  'freight_cents::float8',
  'freight_tax_cents::float8',
  'lines_without_goods',
])
interface OrderRow extends RowOf<typeof orderColumns> {
  source_system: string
  external_id: string
  is_changed_here: boolean
  freight_back_cents: number
}

const readHeaders = (sql: Sql, organization_id: string, records: readonly OrderRecord[]) => sql<OrderRow[]>`
  select ${orderColumns}, n.source_system, n.external_id,
    exists (select from order_changes c where c.organization_id = ${organization_id} and c.order_id = o.order_id
      and c.kind = 'changed')
    or exists (select from order_links k where k.organization_id = ${organization_id}
      and o.order_id in (k.order_id, k.from_order_id) and k.kind in ('merged_from', 'split_from')) as is_changed_here,
    (select coalesce(sum(f.freight_cents), 0)::float8 from refunds f
      where f.organization_id = ${organization_id} and f.order_id = o.order_id) as freight_back_cents
  from ${wantedOrders.from(records.map((one) => ({ source_system: one.source_system, external_id: one.order_number })))}
  join sales_orders o on o.organization_id = ${organization_id} and o.source_system = n.source_system
    and o.external_id = n.external_id`

const lineColumns = selection(order_lines, 'l', [
  'order_id',
  'line_id',
  'variant_id',
  'external_id',
  'quantity',
  'ordered_quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'unit_price_cents::float8',
  'regular_unit_price_cents::float8',
  'discount_cents::float8',
  'tax_cents::float8',
  'unit_cost',
])

const readLines = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<KnownLine[]>`
  select ${lineColumns}, v.sku, r.returned_quantity, r.restocked_quantity, p.cents + q.cents as paid_back_cents
  from order_lines l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  cross join lateral (${unitsInReturns(sql, organization_id)}) r
  cross join lateral (
    select coalesce(sum(f.amount_cents + f.tax_cents), 0)::float8 as cents from refund_lines f
    join refunds b on b.organization_id = ${organization_id} and b.refund_id = f.refund_id
      and b.reverses is distinct from 'cancelled'
    where f.organization_id = ${organization_id} and f.order_line_id = l.line_id
  ) p
  cross join lateral (
    select coalesce(sum(n.value_cents + n.tax_cents), 0)::float8 as cents from return_lines t
    join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = t.return_id
      and n.line_id = t.line_id
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
  ) q
  where l.organization_id = ${organization_id} and l.order_id = any(${[...ids]}::uuid[])
  order by l.order_id, l.line_number`

type Paid = Pick<Awaited<ReturnType<typeof readRefundable>>[number], 'has_payments' | 'payments_left_cents'>

/** What is left of payments on file; an order without one is taken as paid, since its file says that money went back. */
export const paymentsLeft = ({ has_payments, payments_left_cents }: Paid): number | null =>
  has_payments ? payments_left_cents : null

export async function readKnownOrders(
  sql: Sql,
  organization_id: string,
  records: readonly OrderRecord[],
): Promise<KnownOrder[]> {
  const headers = await readHeaders(sql, organization_id, records)
  if (headers.length === 0) return []
  const ids = headers.map(({ order_id }) => order_id)
  const [lines, refundable] = await Promise.all([
    readLines(sql, organization_id, ids),
    readRefundable(sql, organization_id, ids),
  ])
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const moneyOf = new Map(refundable.map((one) => [one.order_id, one]))
  return headers.map((header) => {
    const { refundable_cents, paid_back_cents, ...paid } = moneyOf.get(header.order_id)!
    const payments_left_cents = paymentsLeft(paid)
    const of = (linesOf.get(header.order_id) ?? []).map((line) => ({
      ...line,
      unit_price_cents: line.unit_price_cents ?? 0,
    }))
    return { ...header, refundable_cents, payments_left_cents, paid_back_cents, lines: of }
  })
}
