/** The facts from which returns are composed, read for any number of requests at once. */
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { sqlShare } from '../../contract/money/shares.ts'
import { dueAtOnce } from '../invoices/rules.ts'
import type { OrderFacts, OrderLineFacts, ReturnFacts } from './compose_return.rules.ts'
import type { ReturnRequest } from './new_return.model.ts'

const orderColumns = selection(sales_orders, 'o', [
  'order_id',
  'origin',
  'currency',
  'customer_id',
  'sales_channel_id',
  'trading_partner_id',
])
export type LockedOrder = RowOf<typeof orderColumns>

/** Locks the orders, so that returns of one order follow each other. */
export const lockOrders = (sql: Sql, organization_id: string, orderIds: readonly string[]) => sql<LockedOrder[]>`
  select ${orderColumns} from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id = any(${[...new Set(orderIds)]}::uuid[])
  order by o.order_id for no key update`

/** What u.units of the lines n of orders o have of cents of the whole line. */
const shareOfUnits = (sql: Sql, cents: Fragment) =>
  sqlShare(sql, { cents, part: sql`u.units`, whole: sql`n.quantity`, currency: sql`o.currency` })

/** What invoices of order o bill, be their tax and freight more than those of the order, less what voids of shipments credit. */
const billedOf = (sql: Sql, organization_id: string) => sql`
  select coalesce(sum(i.total_cents - v.cents), 0) as cents,
    coalesce(sum(coalesce(i.freight_cents, 0) - v.freight_cents), 0) as freight_cents
  from invoices i
  cross join lateral (
    select coalesce(sum(c.total_cents), 0) as cents, coalesce(sum(c.freight_cents), 0) as freight_cents
    from credit_notes c
    where c.organization_id = ${organization_id} and c.invoice_id = i.invoice_id and c.state = 'issued' and c.kind = 'void'
  ) v
  where i.organization_id = ${organization_id} and i.order_id = o.order_id and i.state = 'issued'`

/** What exchanges of order o promise for units that have not arrived, and what they took of its payments; not those of the return at hand. */
const exchangesOf = (sql: Sql, organization_id: string, return_id: number | null) => sql`
  select coalesce(sum(greatest(e.returned_cents - i.cents, 0))
      filter (where b.state in ('expected', 'partially_received')), 0) as cents,
    coalesce(sum(case when b.state = 'closed' then i.cents else greatest(e.returned_cents, i.cents) end)
      filter (where b.state <> 'cancelled' and e.settlement <> 'credit_note'), 0) as exchanged_cents
  from returns b
  join return_exchanges e on e.organization_id = ${organization_id} and e.return_id = b.return_id
    and e.cancelled_at is null
  cross join lateral (
    select coalesce(sum(n.value_cents + n.tax_cents), 0) as cents from return_receipt_lines n
    where n.organization_id = ${organization_id} and n.return_id = b.return_id
  ) i
  where b.organization_id = ${organization_id} and b.order_id = o.order_id
    and not b.refund_is_stated and b.return_id is distinct from ${return_id}::bigint`

interface RefundableOrder {
  order_id: string
  refundable_cents: number
  /** What of the freight, with its tax, was not paid back. */
  freight_left_cents: number
  paid_back_cents: number
  payments_left_cents: number | null
  has_payments: boolean
}

/**
 * What was paid for orders and not paid back: agreed units of consumer orders and shipped ones of accounts with their taxes
 * and freight, or what their invoices bill if that is more, less refunds, credit notes, what was taken off as units arrived without a refund, and what exchanges promise for
 * units that have not arrived, but for those of the return at hand. Below zero where more was paid back than is agreed by now.
 * What a void credits is not shipped any more, and what counts back for cancelled units was paid back all the same. Beside it,
 * what was paid back, and what payments paid of an order and was neither paid back nor exchanged; null where no payment is on
 * file, unless the order is on terms: then nothing was paid yet.
 */
export const readRefundable = (
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
  return_id: number | null = null,
) => sql<RefundableOrder[]>`
  select o.order_id, (g.cents - r.cents - a.cents - k.cents - x.cents)::float8 as refundable_cents,
    greatest(g.freight_cents - r.freight_cents - k.freight_cents, 0)::float8 as freight_left_cents,
    (r.cents + a.cents + k.cents)::float8 as paid_back_cents,
    case when p.is_on_file or (o.is_wholesale and lower(btrim(o.terms)) <> all(${[...dueAtOnce]}::text[]))
      then (p.cents - r.refunded_cents - x.exchanged_cents)::float8 end as payments_left_cents,
    p.is_on_file as has_payments
  from sales_orders o
  cross join lateral (
    select coalesce(sum(u.units * n.unit_price_cents - ${shareOfUnits(sql, sql`n.discount_cents`)}
      + ${shareOfUnits(sql, sql`n.tax_cents`)}), 0) as cents
    from order_lines n
    cross join lateral (select n.quantity - n.cancelled_quantity as units) u
    where n.organization_id = ${organization_id} and n.order_id = o.order_id and n.quantity > 0
  ) l
  cross join lateral (
    select coalesce(sum(n.gross_sales_cents - n.discounts_cents + n.taxes_cents), 0) as cents
    from fulfilments f
    join fulfilment_lines n on n.organization_id = ${organization_id} and n.fulfilment_id = f.fulfilment_id
    where f.organization_id = ${organization_id} and f.order_id = o.order_id
  ) s
  cross join lateral (${billedOf(sql, organization_id)}) b
  cross join lateral (
    select greatest(o.freight_cents + o.freight_tax_cents + case when o.is_wholesale then s.cents else l.cents end, b.cents)
      as cents, greatest(o.freight_cents + o.freight_tax_cents, b.freight_cents) as freight_cents
  ) g
  cross join lateral (
    select coalesce(sum(f.freight_cents + n.cents), 0) as cents, coalesce(sum(f.freight_cents), 0) as freight_cents,
      coalesce(sum(f.freight_cents + n.cents) filter (where f.reverses is distinct from 'receipts'), 0) as refunded_cents
    from refunds f
    cross join lateral (
      select coalesce(sum(i.amount_cents + i.tax_cents), 0) as cents
      from refund_lines i where i.organization_id = ${organization_id} and i.refund_id = f.refund_id
    ) n
    where f.organization_id = ${organization_id} and f.order_id = o.order_id
      and f.reverses is distinct from 'cancelled'
  ) r
  cross join lateral (
    select coalesce(sum(n.value_cents + n.tax_cents), 0) as cents
    from returns b
    join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = b.return_id
    where b.organization_id = ${organization_id} and b.order_id = o.order_id
  ) a
  cross join lateral (
    select coalesce(sum(c.total_cents), 0) as cents, coalesce(sum(c.freight_cents), 0) as freight_cents from credit_notes c
    where c.organization_id = ${organization_id} and c.order_id = o.order_id and c.state = 'issued' and c.kind <> 'void'
  ) k
  cross join lateral (
    select coalesce(sum(n.amount_cents), 0) as cents, count(*) > 0 as is_on_file from payment_allocations n
    where n.organization_id = ${organization_id} and n.order_id = o.order_id
  ) p
  cross join lateral (${exchangesOf(sql, organization_id, return_id)}) x
  where o.organization_id = ${organization_id} and o.order_id = any(${[...orderIds]}::uuid[])`

const lineColumns = selection(order_lines, 'l', [
  'line_id',
  'order_id',
  'variant_id',
  'fulfilled_quantity as shipped_quantity',
])

/** Units of the order line `l` in returns, announced ones included, and those of them that went back into stock. */
export const unitsInReturns = (sql: Sql, organization_id: string): Fragment => sql`
  select coalesce(sum(case when b.state = 'closed' then t.received_quantity
      else greatest(t.expected_quantity, t.received_quantity) end), 0)::float8 as returned_quantity,
    coalesce(sum(t.restocked_quantity), 0)::float8 as restocked_quantity
  from return_lines t
  join returns b on b.organization_id = ${organization_id} and b.return_id = t.return_id and b.state <> 'cancelled'
  where t.organization_id = ${organization_id} and t.order_line_id = l.line_id`

/** The money of what shipped is that of fulfilment lines, whatever the order says since. */
const readOrderLines = (sql: Sql, organization_id: string, orderIds: readonly string[]) => sql<
  (RowOf<typeof lineColumns> & Pick<OrderLineFacts, 'returned_quantity' | 'net_cents' | 'tax_cents'>)[]
>`
  select ${lineColumns}, r.returned_quantity, f.net_cents, f.tax_cents
  from order_lines l
  cross join lateral (${unitsInReturns(sql, organization_id)}) r
  cross join lateral (
    select coalesce(sum(s.gross_sales_cents - s.discounts_cents), 0)::float8 as net_cents,
      coalesce(sum(s.taxes_cents), 0)::float8 as tax_cents
    from fulfilment_lines s where s.organization_id = ${organization_id} and s.order_line_id = l.line_id
  ) f
  where l.organization_id = ${organization_id} and l.order_id = any(${[...orderIds]}::uuid[])
  order by l.order_id, l.line_number`

/** Locations that are named, and the active warehouses, of which two are enough to know that there are several. */
export const readPlaces = (sql: Sql, organization_id: string, location_ids: readonly string[]) => sql<
  { location_id: string; name: string; is_active: boolean; is_warehouse: boolean }[]
>`
  select location_id, name, is_active, false as is_warehouse from locations
  where organization_id = ${organization_id} and location_id = any(${[...new Set(location_ids)]}::uuid[])
  union all
  (select location_id, name, is_active, true from locations
  where organization_id = ${organization_id} and kind = 'warehouse' and is_active limit 2)`

export function onlyWarehouse(places: readonly { location_id: string; is_warehouse: boolean }[]): string | null {
  const warehouses = places.filter(({ is_warehouse }) => is_warehouse)
  return warehouses.length === 1 ? warehouses[0]!.location_id : null
}

const readChannels = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ sales_channel_id: string }[]>`
  select sales_channel_id from sales_channels
  where organization_id = ${organization_id} and sales_channel_id = any(${[...new Set(ids)]}::uuid[])`

const groupLines = (lines: readonly OrderLineFacts[]) => {
  const byOrder = new Map<string, OrderLineFacts[]>()
  for (const line of lines) byOrder.set(line.order_id, [...(byOrder.get(line.order_id) ?? []), line])
  return byOrder
}

export async function readReturnFacts(
  sql: Sql,
  { organization_id, currency }: { organization_id: string; currency: string },
  requests: readonly ReturnRequest[],
  orders: readonly LockedOrder[],
): Promise<ReturnFacts> {
  const lines = requests.flatMap((request) => request.lines ?? [])
  const orderIds = orders.map(({ order_id }) => order_id)
  const [orderLines, refundable, variants, places, channels] = await Promise.all([
    readOrderLines(sql, organization_id, orderIds),
    readRefundable(sql, organization_id, orderIds),
    findVariants(sql, organization_id, {
      ids: lines.flatMap(({ variant_id }) => variant_id ?? []),
      skus: lines.flatMap(({ sku }) => sku ?? []),
    }),
    readPlaces(
      sql,
      organization_id,
      requests.flatMap(({ location_id }) => location_id ?? []),
    ),
    readChannels(
      sql,
      organization_id,
      requests.flatMap(({ sales_channel_id }) => sales_channel_id ?? []),
    ),
  ])
  const byOrder = groupLines(orderLines)
  const refundableOf = new Map(refundable.map((one) => [one.order_id, one]))
  return {
    currency,
    orders: new Map(
      orders.map((order): [string, OrderFacts] => [
        order.order_id,
        {
          ...order,
          refundable_cents: refundableOf.get(order.order_id)?.refundable_cents ?? 0,
          freight_left_cents: refundableOf.get(order.order_id)?.freight_left_cents ?? 0,
          payments_left_cents: refundableOf.get(order.order_id)?.payments_left_cents ?? null,
          lines: byOrder.get(order.order_id) ?? [],
        },
      ]),
    ),
    variants,
    locations: new Map(places.map((place) => [place.location_id, place])),
    sales_channels: new Set(channels.map(({ sales_channel_id }) => sales_channel_id)),
    only_warehouse_id: onlyWarehouse(places),
  }
}
