/** Records of one account that the portal shows. Every statement names the organisation and the account of the seat. */
import { fulfilments } from '../../../db/schema/selling/fulfilments.ts'
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { products, variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'

export interface Owner {
  organization_id: string
  trading_partner_id: string
}

const orderColumns = selection(sales_orders, 'o', [
  'order_id',
  'name',
  'reference',
  'lifecycle',
  'ordered_on',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'door_reference',
])
export type ShownOrder = RowOf<typeof orderColumns> & { units: number; shipped_units: number }

/** Units are what is agreed and not cancelled; a line that was over-shipped counts what shipped beyond it too. */
const orderUnits = (sql: Sql, organization_id: string) => sql`
  cross join lateral (
    select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::float8 as units,
      coalesce(sum(l.fulfilled_quantity), 0)::float8 as shipped_units
    from order_lines l where l.organization_id = ${organization_id} and l.order_id = o.order_id
  ) q`

/** Confirmed orders that have not ended, the earliest end of the ship window first. */
export const readOpenOrders = (sql: Sql, { organization_id, trading_partner_id }: Owner) => sql<ShownOrder[]>`
  select ${orderColumns}, q.units, q.shipped_units
  from (
    select * from sales_orders
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
      and lifecycle in ('open', 'partially_allocated', 'allocated', 'partially_fulfilled')
    order by ship_window_end nulls last, created_at, order_id limit ${limits.portal_orders_shown_max + 1}
  ) o
  ${orderUnits(sql, organization_id)}
  order by o.ship_window_end nulls last, o.created_at, o.order_id`

/** An order of the account that is not a draft. */
export async function readShownOrder(sql: Sql, owner: Owner, order_id: string): Promise<ShownOrder | null> {
  const { organization_id, trading_partner_id } = owner
  const [order] = await sql<ShownOrder[]>`
    select ${orderColumns}, q.units, q.shipped_units
    from sales_orders o
    ${orderUnits(sql, organization_id)}
    where o.organization_id = ${organization_id} and o.trading_partner_id = ${trading_partner_id}
      and o.order_id = ${order_id} and o.lifecycle <> 'draft'`
  return order ?? null
}

const lineColumns = selections(
  selection(order_lines, 'l', [
    'buyer_sku',
    'ordered_quantity',
    'quantity',
    'cancelled_quantity',
    'fulfilled_quantity',
    'door_reference',
  ]),
  selection(variants, 'v', ['sku', 'title as variant_title']),
  selection(products, 'p', ['title as product_title']),
)
export type ShownLine = RowOf<typeof lineColumns>

export const readShownLines = (sql: Sql, { organization_id, trading_partner_id }: Owner, order_id: string) => sql<
  ShownLine[]
>`
  select ${lineColumns}
  from order_lines l
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = l.order_id
    and o.trading_partner_id = ${trading_partner_id}
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  where l.organization_id = ${organization_id} and l.order_id = ${order_id}
  order by l.line_number`

const shipmentColumns = selection(fulfilments, 'f', [
  'name',
  'order_id',
  'shipped_at',
  'shipped_on',
  'carrier',
  'tracking_number',
])
export type ShownShipment = RowOf<typeof shipmentColumns> & {
  /** It did not leave: what was recorded of it was taken back. */
  is_voided: boolean
  order_name: string
  reference: string | null
  units: number
}

/** The latest shipments of an order, or of the account's newest orders. The limits bound what is read: an index per order. */
export const readShownShipments = (
  sql: Sql,
  { organization_id, trading_partner_id }: Owner,
  order_id: string | null = null,
) => sql<ShownShipment[]>`
  select ${shipmentColumns}, f.is_voided, f.order_name, f.reference, (
    select coalesce(sum(l.quantity), 0)::float8 from fulfilment_lines l
    where l.organization_id = ${organization_id} and l.fulfilment_id = f.fulfilment_id) as units
  from (
    select s.*, o.name as order_name, o.reference
    from (
      select order_id, name, reference from sales_orders
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
        ${order_id === null ? sql`` : sql`and order_id = ${order_id}`}
      order by created_at desc limit ${limits.portal_shipment_orders_max}
    ) o
    cross join lateral (
      select fulfilment_id, order_id, name, shipped_at, shipped_on, carrier, tracking_number, false as is_voided
      from fulfilments
      where organization_id = ${organization_id} and order_id = o.order_id
      union all
      select fulfilment_id, order_id, name, shipped_at, shipped_on, carrier, tracking_number, true
      from voided_shipments
      where organization_id = ${organization_id} and order_id = o.order_id and replaced_by is null
      order by shipped_at desc, fulfilment_id limit ${limits.portal_shipments_shown_max}
    ) s
    order by s.shipped_at desc, s.fulfilment_id limit ${limits.portal_shipments_shown_max}
  ) f
  order by f.shipped_at desc, f.fulfilment_id`
