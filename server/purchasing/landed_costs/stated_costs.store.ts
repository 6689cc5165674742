/** SQL of costs in the organisation's own currency that were unknown when the units arrived, and are stated later. */
import type { Sql } from '../../contract/call.ts'

interface Arrived {
  line_id: string
  movement_id: number
  unit_cost: string | null
}

/**
 * Keeps the costs that are stated of lines without one with their arrivals; returns whether any says something new. Like a
 * rate that is set late, they enter the stock and the cost of sales of their days by the job `make_costs_known`, which locks
 * the orders that sold the units first.
 */
export async function stateCosts(
  sql: Sql,
  organization_id: string,
  currency: string,
  lines: readonly Arrived[],
  stated: ReadonlyMap<string, { unit_cost: string | undefined }>,
): Promise<boolean> {
  const rows = lines.flatMap(({ line_id, movement_id, unit_cost: known }) => {
    const unit_cost = stated.get(line_id)?.unit_cost
    return known !== null || unit_cost === undefined ? [] : [{ movement_id, unit_cost }]
  })
  if (rows.length === 0) return false
  const { count } = await sql`
    insert into unrated_arrivals as u (organization_id, movement_id, variant_id, location_id, currency, stated_unit_cost,
      arrived_on)
    select m.organization_id, m.movement_id, m.variant_id, m.location_id, ${currency}, n.unit_cost,
      (m.occurred_at at time zone o.time_zone)::date
    from unnest(${rows.map(({ movement_id }) => movement_id)}::bigint[], ${rows.map(({ unit_cost }) => unit_cost)}::numeric[])
      as n (movement_id, unit_cost)
    join stock_movements m on m.organization_id = ${organization_id} and m.movement_id = n.movement_id
    join organizations o on o.organization_id = m.organization_id
    on conflict (organization_id, movement_id) do update
    set stated_unit_cost = excluded.stated_unit_cost, currency = excluded.currency
    where u.known_at is null and u.stated_unit_cost is distinct from excluded.stated_unit_cost`
  return count > 0
}
