/** Arrivals whose cost is unknown because a rate is lacking: recorded when they are booked. */
import { unrated_arrivals } from '../../../db/schema/stock.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import type { MovementRow } from '../rules.ts'

const arrivalRows = recordset(
  unrated_arrivals,
  ['movement_id', 'variant_id', 'location_id', 'currency', 'stated_unit_cost'],
  { extra: { occurred_at: 'timestamptz' } },
)

export async function recordUnrated(
  sql: Sql,
  { organization_id }: { organization_id: string },
  booked: readonly MovementRow[],
  idOf: (row: MovementRow) => number,
): Promise<void> {
  const rows = booked.flatMap((row) => {
    const { variant_id, location_id, unrated_currency: currency, stated_unit_cost, occurred_at } = row
    // A reversal is no arrival: its cost is that of the row it reverses.
    if (currency === null || row.quantity_delta <= 0 || row.reverses_movement_id !== null) return []
    return { movement_id: idOf(row), variant_id, location_id, currency, stated_unit_cost, occurred_at }
  })
  if (rows.length === 0) return
  await sql`
    insert into unrated_arrivals (organization_id, movement_id, variant_id, location_id, currency, stated_unit_cost,
      arrived_on)
    select ${organization_id}, n.movement_id, n.variant_id, n.location_id, n.currency, n.stated_unit_cost,
      (n.occurred_at at time zone o.time_zone)::date
    from ${arrivalRows.from(rows)} join organizations o on o.organization_id = ${organization_id}`
}
