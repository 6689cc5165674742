/** Open orders as the reads of a product and of a variant take them: one row an order, its lines beside it. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { open_order_statuses } from '../../contract/stock.ts'
import type { OpenOrder, VariantOnFile } from './incoming.rules.ts'

export interface Wanted {
  organization_id: string
  /** Only orders that arrive there. */
  location_id?: string
}

const readOpenOrders = (sql: Sql, wanted: Wanted, isWanted: Fragment) => sql<OpenOrder[]>`
  select o.purchase_order_id as id, o.name, o.external_id, o.order_type, o.status, o.on_hold, o.hold_reason,
    o.supplier_id, s.name as supplier_name, o.location_id, d.name as location_name, o.source_location_id,
    f.name as source_location_name, o.order_date, o.expected_delivery_date, o.currency, l.lines
  from (
    select l.purchase_order_id, jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity,
      'confirmed_quantity', l.confirmed_quantity, 'in_transit_quantity', l.in_transit_quantity,
      'delivered_quantity', l.delivered_quantity, 'unit_cost', l.unit_cost::text) order by l.line_id) as lines
    from purchase_order_lines l
    where l.organization_id = ${wanted.organization_id} and ${isWanted}
    group by l.purchase_order_id
    having sum(greatest(l.quantity - l.delivered_quantity, 0)) > 0
  ) l
  join purchase_orders o
    on o.organization_id = ${wanted.organization_id} and o.purchase_order_id = l.purchase_order_id
  join locations d on d.organization_id = o.organization_id and d.location_id = o.location_id
  left join locations f on f.organization_id = o.organization_id and f.location_id = o.source_location_id
  left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
  where o.status in ${sql([...open_order_statuses])}
    ${wanted.location_id === undefined ? sql`` : sql`and o.location_id = ${wanted.location_id}`}
  order by o.expected_delivery_date nulls last, o.name, o.purchase_order_id`

/** Whether the named location is on file; none named is none asked. */
async function knowsLocation(sql: Sql, { organization_id, location_id }: Wanted): Promise<boolean> {
  if (location_id === undefined) return true
  const found = await sql<{ one: number }[]>`
    select 1 as one from locations where organization_id = ${organization_id} and location_id = ${location_id}`
  return found.length > 0
}

/** A product's variants in its own order, and the open orders that bring any of them. */
export async function readIncomingOfProduct(sql: Sql, wanted: Wanted, product_id: string) {
  const { organization_id } = wanted
  const [[product], variants, orders, knows_location] = await Promise.all([
    sql<{ currency: string }[]>`
      select currency from products where organization_id = ${organization_id} and product_id = ${product_id}`,
    sql<VariantOnFile[]>`
      select variant_id, sku, title from variants
      where organization_id = ${organization_id} and product_id = ${product_id}
      order by position, variant_id`,
    readOpenOrders(
      sql,
      wanted,
      sql`l.variant_id in (
        select variant_id from variants where organization_id = ${organization_id} and product_id = ${product_id})`,
    ),
    knowsLocation(sql, wanted),
  ])
  if (product === undefined) refuse('product_not_on_file')
  if (!knows_location) refuse('location_not_on_file')
  return { currency: product.currency, variants, orders }
}

export async function readIncomingOfVariant(sql: Sql, wanted: Wanted, variant_id: string) {
  const [[variant], orders, knows_location] = await Promise.all([
    sql<{ one: number }[]>`
      select 1 as one from variants where organization_id = ${wanted.organization_id} and variant_id = ${variant_id}`,
    readOpenOrders(sql, wanted, sql`l.variant_id = ${variant_id}`),
    knowsLocation(sql, wanted),
  ])
  if (variant === undefined) refuse('variant_not_on_file')
  if (!knows_location) refuse('location_not_on_file')
  return orders
}
