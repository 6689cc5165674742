/**
 * SQL of transferred units that left at an unknown cost. What was billed for them on the way is added to the cost at which they
 * left once that is known: to the units still on the way, and to those that arrived after the bill.
 */
import type { Sql } from '../../contract/sql.ts'
import { noCostStated } from '../../ledger/costs/lacks.rules.ts'

/** A row by which units of a transfer line left their source, and what a unit cost there. */
export interface Departure {
  movement_id: number
  document_id: string
  document_line_id: string
  unit_cost: string
}

/**
 * What was booked of a unit of the line on the way, by the entry of its row: a change is spread evenly over all units of the
 * variant that are on the way to the location.
 */
const changesOnTheWay = (
  sql: Sql,
  organization_id: string,
  { movement_id, document_id, document_line_id }: Departure,
) => sql`
  select a.entry, a.adjusted_cost / w.units as unit_cost
  from stock_movements d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = ${document_id}::uuid
  join stock_movements a on a.organization_id = ${organization_id} and a.variant_id = d.variant_id
    and a.location_id = o.location_id and a.adjusted_stock = 'in_transit' and a.entry > d.entry
  cross join lateral (
    select -sum(s.quantity_delta) as units, -sum(s.quantity_delta) filter (
      where s.document_id = ${document_id} and split_part(s.document_line_id, ' ', 1) = ${document_line_id}) as own_units
    from stock_movements s
    join purchase_orders t on t.organization_id = ${organization_id} and t.purchase_order_id::text = s.document_id
      and t.location_id = o.location_id
    where s.organization_id = ${organization_id} and s.variant_id = d.variant_id
      and s.document_type = 'transfer_order_delivery' and s.kind in ('transfer_out', 'transfer_in') and s.entry < a.entry
  ) w
  where d.organization_id = ${organization_id} and d.movement_id = ${movement_id} and w.own_units > 0`

/** Writes what units of a transfer line cost that are on the way, unless it is known already. */
export const costOnTheWay = (sql: Sql, organization_id: string, departure: Departure) => sql`
  update purchase_order_lines l
  set unit_cost = greatest(round(${departure.unit_cost}::numeric + (select coalesce(sum(c.unit_cost), 0)
    from (${changesOnTheWay(sql, organization_id, departure)}) c), 10), 0)
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${departure.document_id}
    and l.line_id = ${departure.document_line_id} and l.unit_cost is null`

/**
 * Arrivals of a transfer line that are of unknown cost because the units left at one, and what their units cost. What was booked
 * again by corrections had arrived when the row did that brought it first.
 */
export const findTransferred = (sql: Sql, organization_id: string, departure: Departure) => sql<
  { movement_id: number; variant_id: string; location_id: string; unit_cost: string }[]
>`
  with recursive arrived as (
    select m.movement_id, m.movement_id as first_id, m.entry, m.recorded_at, m.document_line_id
    from stock_movements m
    join unrated_arrivals u on u.organization_id = m.organization_id and u.movement_id = m.movement_id
    where m.organization_id = ${organization_id} and m.document_type = 'transfer_order_delivery'
      and m.document_id = ${departure.document_id} and m.kind = 'transfer_in' and u.known_at is null
      and split_part(m.document_line_id, ' ', 1) = ${departure.document_line_id}
    union all
    select a.movement_id, f.movement_id, f.entry, f.recorded_at, a.document_line_id
    from arrived a
    join stock_movements r on r.organization_id = ${organization_id} and r.document_type = 'transfer_order_delivery'
      and r.document_id = ${departure.document_id} and r.kind = 'transfer_in' and r.recorded_at = a.recorded_at
      and r.document_line_id = split_part(a.document_line_id, ' ', 1) || ' ' || split_part(a.document_line_id, ' ', 2)
    join stock_movements f on f.organization_id = ${organization_id} and f.movement_id = r.reverses_movement_id
      and f.entry < a.entry
  )
  select u.movement_id::float8 as movement_id, u.variant_id, u.location_id,
    greatest(round(${departure.unit_cost}::numeric + coalesce(sum(c.unit_cost), 0), 10), 0)::text as unit_cost
  from (select movement_id, min(entry) as since, max(entry) as entry from arrived group by movement_id) m
  join unrated_arrivals u on u.organization_id = ${organization_id} and u.movement_id = m.movement_id
  left join (${changesOnTheWay(sql, organization_id, departure)}) c on c.entry < m.since
  group by u.movement_id, u.variant_id, u.location_id, m.entry
  order by m.entry`

/** Keeps arrivals of a transfer line as of unknown cost, where the units left at one that no rate was lacking for. */
export const recordTransferred = (sql: Sql, organization_id: string, order_id: string, line_id: string) => sql`
  insert into unrated_arrivals (organization_id, movement_id, variant_id, location_id, currency, arrived_on)
  select m.organization_id, m.movement_id, m.variant_id, m.location_id, ${noCostStated},
    (m.occurred_at at time zone o.time_zone)::date
  from stock_movements m join organizations o on o.organization_id = m.organization_id
  where m.organization_id = ${organization_id} and m.document_type = 'transfer_order_delivery'
    and m.document_id = ${order_id} and m.kind = 'transfer_in' and split_part(m.document_line_id, ' ', 1) = ${line_id}
    and m.unit_cost is null and m.quantity_delta > 0 and m.document_line_id not like '% missing'
  on conflict (organization_id, movement_id) do nothing`
