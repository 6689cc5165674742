/** Open orders for the product and variant reads: one row per order, with its lines as an array. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import type { OpenOrder, VariantOnFile } from './incoming.rules.ts'

export interface IncomingQuery {
  organization_id: string
  /** Limits the result to orders that arrive at this location. */
  location_id?: string
}

/**
 * Incoming units of the given variants (variant_id). Here, `offset 0` keeps lookups by key from becoming a join over
 * all lines of an organisation, which PostgreSQL chooses as long as it has not counted its rows.
 */
const readOpenOrders = (sql: Sql, query: IncomingQuery, variants: Fragment) => sql<OpenOrder[]>`
  select o.purchase_order_id as id, o.name, o.external_id, o.order_type, o.status, o.on_hold, o.hold_reason,
    o.supplier_id, s.name as supplier_name, o.location_id, d.name as location_name, o.source_location_id,
    f.name as source_location_name, o.order_date, o.expected_delivery_date, o.currency, l.lines
  from (
    select l.purchase_order_id, jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity,
      'confirmed_quantity', l.confirmed_quantity, 'in_transit_quantity', l.in_transit_quantity,
      'delivered_quantity', l.delivered_quantity, 'unit_cost', l.unit_cost::text) order by l.line_id) as lines
    from (${variants}) v
    cross join lateral (
      select * from purchase_order_lines l
      where l.organization_id = ${query.organization_id} and l.variant_id = v.variant_id offset 0
    ) l
    group by l.purchase_order_id
    having sum(greatest(l.quantity - l.delivered_quantity, 0)) > 0
  ) l
  cross join lateral (
    select * from purchase_orders o
    where o.organization_id = ${query.organization_id} and o.purchase_order_id = l.purchase_order_id offset 0
  ) o
  join locations d on d.organization_id = o.organization_id and d.location_id = o.location_id
  left join locations f on f.organization_id = o.organization_id and f.location_id = o.source_location_id
  left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
  where o.status in ${sql([...openOrderStatuses])}
    ${query.location_id === undefined ? sql`` : sql`and o.location_id = ${query.location_id}`}
  order by o.expected_delivery_date nulls last, o.name, o.purchase_order_id`

/** True when no location is requested. */
async function locationExists(sql: Sql, { organization_id, location_id }: IncomingQuery): Promise<boolean> {
  if (location_id === undefined) return true
  const existing = await sql<{ one: number }[]>`
    select 1 as one from locations where organization_id = ${organization_id} and location_id = ${location_id}`
  return existing.length > 0
}

/** The variants of a product in their order, and the open orders with any of them outstanding. */
export async function readIncomingOfProduct(sql: Sql, query: IncomingQuery, product_id: string) {
  const { organization_id } = query
  const [[product], variants, orders, hasLocation] = await Promise.all([
    sql<{ currency: string }[]>`
      select currency from products where organization_id = ${organization_id} and product_id = ${product_id}`,
    sql<VariantOnFile[]>`
      select variant_id, sku, title from variants
      where organization_id = ${organization_id} and product_id = ${product_id}
      order by position, variant_id`,
    readOpenOrders(
      sql,
      query,
      sql`select variant_id from variants where organization_id = ${organization_id} and product_id = ${product_id}`,
    ),
    locationExists(sql, query),
  ])
  if (product === undefined) refuse('product_not_on_file')
  if (!hasLocation) refuse('location_not_on_file')
  return { currency: product.currency, variants, orders }
}

export async function readIncomingOfVariant(sql: Sql, query: IncomingQuery, variant_id: string) {
  const [[variant], orders, hasLocation] = await Promise.all([
    sql<{ one: number }[]>`
      select 1 as one from variants where organization_id = ${query.organization_id} and variant_id = ${variant_id}`,
    readOpenOrders(sql, query, sql`select ${variant_id}::uuid as variant_id`),
    locationExists(sql, query),
  ])
  if (variant === undefined) refuse('variant_not_on_file')
  if (!hasLocation) refuse('location_not_on_file')
  return orders
}
