/** SQL of costs that were not stated when the units arrived, and are stated later. */
import type { Sql } from '../../contract/call.ts'
import { changeLacks } from '../../ledger/costs/make_known.ts'
import type { ArrivalRate } from './received_cost.rules.ts'

interface Arrived {
  line_id: string
  movement_id: number
  variant_id: string
  location_id: string
  unit_cost: string | null
  rate: ArrivalRate
}

/**
 * Keeps the costs that are stated of lines without one with their arrivals; returns whether any says something new. Like a
 * rate that is set late, they enter the stock and the cost of sales of their days by the job `make_costs_known`, which locks
 * the orders that sold the units first. Where no rate of the currency is on file, the stock lacks that from now on; the caller
 * then holds the levels.
 */
export async function stateCosts(
  sql: Sql,
  organization_id: string,
  currency: string,
  lines: readonly Arrived[],
  stated: ReadonlyMap<string, { unit_cost: string | undefined }>,
): Promise<boolean> {
  const arrived = lines.flatMap(({ unit_cost: known, ...line }) => {
    const unit_cost = stated.get(line.line_id)?.unit_cost
    return known !== null || unit_cost === undefined ? [] : [{ ...line, unit_cost }]
  })
  if (arrived.length === 0) return false
  const movement_ids = arrived.map(({ movement_id }) => movement_id)
  const { count } = await sql`
    insert into unrated_arrivals as u (organization_id, movement_id, variant_id, location_id, currency, stated_unit_cost,
      arrived_on)
    select m.organization_id, m.movement_id, m.variant_id, m.location_id, ${currency}, n.unit_cost,
      (m.occurred_at at time zone o.time_zone)::date
    from unnest(${movement_ids}::bigint[], ${arrived.map(({ unit_cost }) => unit_cost)}::numeric[])
      as n (movement_id, unit_cost)
    join stock_movements m on m.organization_id = ${organization_id} and m.movement_id = n.movement_id
    join organizations o on o.organization_id = m.organization_id
    on conflict (organization_id, movement_id) do update
    set stated_unit_cost = excluded.stated_unit_cost, currency = excluded.currency
    where u.known_at is null and u.stated_unit_cost is distinct from excluded.stated_unit_cost`
  if (count > 0)
    for (const line of arrived.filter(({ rate }) => rate === null))
      await changeLacks(sql, organization_id, line, currency)
  return count > 0
}
