/** Reversing movements: which rows, and what stands in the way. */
import { stock_movements } from '../../../db/schema/stock.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import type { DocumentType, MovementKind } from '../../contract/stock.ts'
import type { MovementToBook } from '../../ledger/rules.ts'

const bookedColumns = selections(
  selection(stock_movements, 'm', [
    'movement_id',
    'variant_id',
    'location_id',
    'sequence',
    'kind',
    'quantity_delta',
    'occurred_at',
    'counted_from',
    'unit_cost',
    'landed_unit_cost',
    'document_type',
    'document_id',
    'document_name',
    'document_line_id',
  ]),
  selection(variants, 'v', ['sku']),
  selection(locations, 'o', ['name as location_name']),
)
export type Booked = RowOf<typeof bookedColumns> & { is_reversed: boolean }

/** Movements m that reverse nothing. */
export const readBooked = (sql: Sql, organization_id: string, which: Fragment) => sql<Booked[]>`
  select ${bookedColumns}, exists (select from stock_movements r
    where r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id) as is_reversed
  from stock_movements m
  join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
  join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
  where m.organization_id = ${organization_id} and m.reverses_movement_id is null and ${which}`

/** At the cost and the time of its row, so that stock history never includes it. */
export const reversalOf = (booked: Booked): MovementToBook => ({
  variant_id: booked.variant_id,
  location_id: booked.location_id,
  kind: booked.kind as MovementKind,
  quantity_delta: -booked.quantity_delta,
  unit_cost: booked.unit_cost,
  landed_unit_cost: booked.landed_unit_cost,
  occurred_at: booked.occurred_at,
  counted_from: booked.counted_from,
  document: {
    type: booked.document_type as DocumentType,
    id: booked.document_id,
    name: booked.document_name,
  },
  document_line_id: booked.document_line_id!,
  reverses_movement_id: booked.movement_id,
})

export interface Count {
  movement_id: number
  stocktake_name: string
}

/**
 * The stocktakes whose counts include these movements: reversing one would make its count wrong. Open stocktakes of
 * the same stock are locked first, so that none counts meanwhile. Called before levels are locked.
 */
export async function lockCountsOf(sql: Sql, organization_id: string, booked: readonly Booked[]): Promise<Count[]> {
  const variant_ids = booked.map(({ variant_id }) => variant_id)
  const location_ids = booked.map(({ location_id }) => location_id)
  await sql`
    select from stocktakes s
    where s.organization_id = ${organization_id} and s.status = 'open' and exists (
      select from unnest(${variant_ids}::uuid[], ${location_ids}::uuid[]) as p (variant_id, location_id)
      join stocktake_lines n on n.organization_id = s.organization_id and n.stocktake_id = s.stocktake_id
        and n.variant_id = p.variant_id and n.location_id = p.location_id)
    order by s.stocktake_id for share of s`
  return sql<Count[]>`
    select distinct on (b.movement_id) b.movement_id::float8 as movement_id, s.name as stocktake_name
    from unnest(${variant_ids}::uuid[], ${location_ids}::uuid[],
      ${booked.map(({ sequence }) => sequence)}::int[],
      ${booked.map(({ movement_id }) => movement_id)}::bigint[]) as b (variant_id, location_id, sequence, movement_id)
    join stocktake_lines n on n.organization_id = ${organization_id} and n.variant_id = b.variant_id
      and n.location_id = b.location_id and n.counted_at is not null and n.system_sequence >= b.sequence
    join stocktakes s on s.organization_id = n.organization_id and s.stocktake_id = n.stocktake_id
    order by b.movement_id, n.counted_at`
}
