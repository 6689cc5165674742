/** SQL of costs that were unknown for lack of a rate: which can be known now, and the lines that show them. */
import type { Sql } from '../../contract/sql.ts'

/** An arrival of unknown cost for which a rate of a suitable day is on file by now. */
export interface RatedArrival {
  organization_id: string
  movement_id: number
  variant_id: string
  location_id: string
  currency: string
  stated_unit_cost: string | null
  /** Whether it came without any cost, and that was stated since. */
  is_stated_late: boolean
  rate: string
  rate_date: string
  document_id: string
  document_line_id: string | null
}

/**
 * Arrivals in the organisation's own currency need no rate: their cost was stated after they arrived. Where the delivery line
 * keeps a rate, at which its freight was converted, that holds.
 */
export const findRated = (sql: Sql, organization_id: string, currency: string, limit: number) => sql<RatedArrival[]>`
  select u.organization_id, u.movement_id::float8 as movement_id, u.variant_id, u.location_id, u.currency,
    u.stated_unit_cost, m.stated_unit_cost is null as is_stated_late, trim_scale(r.rate)::text as rate,
    r.rate_date::text as rate_date, m.document_id, m.document_line_id
  from unrated_arrivals u
  join stock_movements m on m.organization_id = u.organization_id and m.movement_id = u.movement_id
  left join purchase_order_delivery_lines n on n.organization_id = u.organization_id and n.movement_id = u.movement_id
    and n.delivery_id = case m.document_type when 'purchase_order_delivery' then m.document_id::uuid end
  left join lateral (
    select x.organization_currency_per_unit as rate, x.rate_date from exchange_rates x
    where x.organization_id = u.organization_id and x.currency = u.currency and x.rate_date <= u.arrived_on
    order by x.rate_date desc limit 1
  ) d on true
  cross join lateral (
    select case when u.currency = ${currency} then 1 else coalesce(n.cost_rate, d.rate) end as rate,
      case when u.currency = ${currency} then u.arrived_on else coalesce(n.cost_rate_date, d.rate_date) end as rate_date
  ) r
  where u.organization_id = ${organization_id} and u.known_at is null and u.stated_unit_cost is not null
    and r.rate is not null and not exists (select from stock_movements v
      where v.organization_id = u.organization_id and v.reverses_movement_id = u.movement_id)
  order by m.entry limit ${limit}`

/** Arrivals of known cost that show what units cost which had left before any cost was known. */
export const findCovering = (sql: Sql, organization_id: string, limit: number) => sql<
  { movement_id: number; variant_id: string; location_id: string }[]
>`
  select u.movement_id::float8 as movement_id, u.variant_id, u.location_id
  from unrated_arrivals u
  where u.organization_id = ${organization_id} and u.known_at is null and u.unit_cost is not null
  order by u.movement_id limit ${limit}`

/** The orders of which units left these pairs at an unknown cost, locked in their order. */
export const lockShippedUnknown = (sql: Sql, organization_id: string, pairs: readonly { variant_id: string }[]) => sql<
  { order_id: string }[]
>`
  select o.order_id from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id in (
    select f.order_id from fulfilment_lines t
    join fulfilments f on f.organization_id = t.organization_id and f.fulfilment_id = t.fulfilment_id
    where t.organization_id = ${organization_id} and t.unit_cost is null and not f.is_historical
      and (t.variant_id = any(${pairs.map(({ variant_id }) => variant_id)}::uuid[])
        or exists (select from fulfilment_components k
          where k.organization_id = t.organization_id and k.fulfilment_id = t.fulfilment_id
            and k.order_line_id = t.order_line_id
            and k.variant_id = any(${pairs.map(({ variant_id }) => variant_id)}::uuid[]))))
  order by o.order_id for update`

export interface ShippedCost {
  fulfilment_id: string
  order_line_id: string
  variant_id: string
  unit_cost: string
}

/**
 * Writes the cost of what left for a shipped line, and returns the cost of a unit of the line: of a bundle, once the cost of
 * each of its components is known.
 */
export async function costPart(
  sql: Sql,
  organization_id: string,
  { fulfilment_id, order_line_id, variant_id, unit_cost }: ShippedCost,
): Promise<string | null> {
  await sql`
    update fulfilment_components set unit_cost = ${unit_cost}
    where organization_id = ${organization_id} and fulfilment_id = ${fulfilment_id} and order_line_id = ${order_line_id}
      and variant_id = ${variant_id} and unit_cost is null`
  const [whole] = await sql<{ unit_cost: string | null }[]>`
    select case when count(*) = 0 then ${unit_cost}::numeric when count(*) = count(c.unit_cost) then
      round(sum(c.quantity * c.unit_cost) / (select sum(t.quantity) from fulfilment_lines t
        where t.organization_id = ${organization_id} and t.fulfilment_id = ${fulfilment_id}
          and t.order_line_id = ${order_line_id}), 10) end::text as unit_cost
    from fulfilment_components c
    where c.organization_id = ${organization_id} and c.fulfilment_id = ${fulfilment_id}
      and c.order_line_id = ${order_line_id}`
  return whole!.unit_cost
}

/** Writes the cost of shipped lines, and returns what those of wholesale orders count as on their days. */
export const costShipped = (
  sql: Sql,
  organization_id: string,
  { fulfilment_id, order_line_id, unit_cost }: Omit<ShippedCost, 'variant_id'>,
) => sql<
  {
    variant_id: string
    day: string
    sales_channel_id: string
    location_id: string
    currency: string
    quantity: number
    is_wholesale: boolean
  }[]
>`
  update fulfilment_lines t set unit_cost = ${unit_cost}
  from fulfilments f join sales_orders o on o.organization_id = f.organization_id and o.order_id = f.order_id
  where t.organization_id = ${organization_id} and t.fulfilment_id = ${fulfilment_id}
    and t.order_line_id = ${order_line_id} and t.unit_cost is null and f.organization_id = t.organization_id
    and f.fulfilment_id = t.fulfilment_id
  returning t.variant_id, f.shipped_on::text as day, o.sales_channel_id, f.location_id, o.currency, t.quantity,
    o.is_wholesale`

/**
 * Writes the cost of units of an order line that came back while theirs was unknown, once that of all its shipments is, and
 * returns what they are: they take back what they cost when they were sold.
 */
export const costReturned = (sql: Sql, organization_id: string, order_line_id: string) => sql<
  {
    variant_id: string
    day: string
    sales_channel_id: string | null
    location_id: string
    currency: string
    quantity: number
    surplus_quantity: number
    unit_cost: string
  }[]
>`
  update return_receipt_lines n set unit_cost = s.unit_cost
  from return_lines t
  join returns r on r.organization_id = ${organization_id} and r.return_id = t.return_id
  join return_receipts i on i.organization_id = ${organization_id} and i.return_id = t.return_id
  cross join lateral (
    select round(sum(f.quantity * f.unit_cost) / sum(f.quantity), 10) as unit_cost
    from fulfilment_lines f
    where f.organization_id = ${organization_id} and f.order_line_id = t.order_line_id
    having count(*) = count(f.unit_cost)
  ) s
  where n.organization_id = ${organization_id} and t.organization_id = ${organization_id}
    and t.order_line_id = ${order_line_id}::uuid and n.return_id = t.return_id and n.line_id = t.line_id
    and i.receipt_number = n.receipt_number and n.unit_cost is null and not n.is_excess
  returning n.variant_id, i.received_on::text as day, r.sales_channel_id, i.location_id, n.currency,
    n.received_quantity as quantity, n.surplus_quantity, n.unit_cost::text as unit_cost`

/** Locks the orders of arrivals, in their order: freight and duty of theirs become known with the rate. */
export const lockPurchases = (sql: Sql, organization_id: string, arrivals: readonly { movement_id: number }[]) => sql<
  { purchase_order_id: string }[]
>`
  select o.purchase_order_id from purchase_orders o
  where o.organization_id = ${organization_id} and o.purchase_order_id in (
    select n.purchase_order_id from purchase_order_delivery_lines n
    where n.organization_id = ${organization_id}
      and n.movement_id = any(${arrivals.map(({ movement_id }) => movement_id)}::bigint[]))
  order by o.purchase_order_id for update`

/**
 * Freight and duty that were booked with an arrival whose cost was unknown, per unit; what was billed later is in rows of its
 * own.
 */
export async function addedAtArrival(sql: Sql, organization_id: string, movement_id: number): Promise<string> {
  const [row] = await sql<{ added: string }[]>`
    select round((coalesce(n.freight_cost, 0) + coalesce(n.duty_cost, 0) - coalesce((
      select sum(a.adjusted_cost) from stock_movements a
      where a.organization_id = n.organization_id and a.document_type = 'landed_cost_adjustment'
        and a.document_id = n.delivery_id::text and split_part(a.document_line_id, ' ', 1) = n.line_id::text), 0))
      / n.received_quantity, 10)::text as added
    from purchase_order_delivery_lines n
    where n.organization_id = ${organization_id} and n.movement_id = ${movement_id} and n.received_quantity > 0`
  return row?.added ?? '0'
}

/** Writes the cost of a delivery line that arrived without one. */
export const costDelivered = (
  sql: Sql,
  organization_id: string,
  { movement_id, rate, rate_date }: { movement_id: number; rate: string | null; rate_date: string | null },
  unit_cost: string,
) => sql<{ purchase_order_id: string }[]>`
  update purchase_order_delivery_lines
  set unit_cost = ${unit_cost}, cost_rate = ${rate}, cost_rate_date = ${rate_date},
    landed_unit_cost = ${unit_cost}::numeric
      + round((coalesce(freight_cost, 0) + coalesce(duty_cost, 0)) / received_quantity, 10)
  where organization_id = ${organization_id} and movement_id = ${movement_id}
  returning purchase_order_id`
