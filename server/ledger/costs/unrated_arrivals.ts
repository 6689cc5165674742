/**
 * Arrivals whose cost is unknown because a rate is lacking, and those whose cost is the first that is known of units that
 * left before: recorded when they are booked.
 */
import { unrated_arrivals } from '../../../db/schema/stock.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { isMissing, type Level, type MovementRow, pairKey } from '../rules.ts'

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
    if (isMissing(row.document_type, row)) return []
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

const costRows = recordset(
  unrated_arrivals,
  ['movement_id', 'variant_id', 'location_id', 'currency', 'unit_cost', 'landed_unit_cost'],
  { extra: { occurred_at: 'timestamptz' } },
)

/** The first row of known cost of each pair that had moved units before and knew no cost of any. */
function firstOfKnownCost(before: readonly Level[], after: readonly Level[], booked: readonly MovementRow[]) {
  const unknown = new Set(
    before.filter((one) => one.sequence > 0 && one.average_cost === null && one.unrated_currency === null).map(pairKey),
  )
  const known = after.filter((one) => one.average_cost !== null && unknown.has(pairKey(one)))
  return known.flatMap((pair) => {
    const isFirst = (row: MovementRow) => row.quantity_delta > 0 && row.landed_unit_cost !== null
    return booked.find((row) => pairKey(row) === pairKey(pair) && isFirst(row)) ?? []
  })
}

interface Covering {
  movement_id: number
  variant_id: string
  location_id: string
  unit_cost: string | null
  landed_unit_cost: string | null
  occurred_at: string
}

/**
 * Records rows that show what units cost which had left before: the job `make_costs_known` costs them, since it locks the
 * orders that sold them first. The cost of the row itself is known, and `known_at` is when that of the others is.
 */
export async function insertCovering(
  sql: Sql,
  { organization_id, currency }: { organization_id: string; currency: string },
  covering: readonly Covering[],
): Promise<void> {
  if (covering.length === 0) return
  const rows = covering.map(({ movement_id, variant_id, location_id, unit_cost, landed_unit_cost, occurred_at }) => {
    return { movement_id, variant_id, location_id, currency, unit_cost, landed_unit_cost, occurred_at }
  })
  await sql`
    insert into unrated_arrivals (organization_id, movement_id, variant_id, location_id, currency, unit_cost,
      landed_unit_cost, arrived_on)
    select ${organization_id}, n.movement_id, n.variant_id, n.location_id, n.currency, n.unit_cost, n.landed_unit_cost,
      (n.occurred_at at time zone o.time_zone)::date
    from ${costRows.from(rows)} join organizations o on o.organization_id = ${organization_id}`
}

/** Records the first arrivals of known cost of pairs of which units had moved before. */
export const recordCovering = (
  sql: Sql,
  booking: { organization_id: string; currency: string },
  levels: { before: readonly Level[]; after: readonly Level[] },
  booked: readonly MovementRow[],
  idOf: (row: MovementRow) => number,
) =>
  insertCovering(
    sql,
    booking,
    firstOfKnownCost(levels.before, levels.after, booked).map((row) => ({ ...row, movement_id: idOf(row) })),
  )
