/** SQL of adjustments. An adjustment has no lines of its own: its ledger rows are its lines, numbered from 1. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { bookMovements, type Booking } from '../../ledger/book.ts'
import type { AdjustmentReason } from '../known_values.ts'
import {
  type AdjustmentDetail,
  type AdjustmentHeader,
  headerColumns,
  lineColumns,
  type SelectedLine,
  shapeAdjustment,
} from './model.ts'
import { type AdjustmentLine, movementsOf, unitsOf } from './rules.ts'

const firstNumber = 1_001

/** Takes names from the counter, whose row stays locked until the transaction ends. */
async function takeNames(sql: Sql, organization_id: string, count: number): Promise<string[]> {
  const [row] = await sql<{ last_number: number }[]>`
    insert into stock_adjustment_numbers (organization_id, last_number)
    values (${organization_id}, ${firstNumber - 1 + count})
    on conflict (organization_id) do update set last_number = stock_adjustment_numbers.last_number + ${count}
    returning last_number`
  return Array.from({ length: count }, (_, i) => `ADJ-${row!.last_number - count + 1 + i}`)
}

export interface NewAdjustment {
  reason: AdjustmentReason
  note: string | null
  /** When the stock changed, if not now. */
  occurred_at?: string
  lines: readonly AdjustmentLine[]
}

/**
 * Records adjustments and books their lines at once, so that all levels are locked in the one order. The caller has
 * checked what stock they leave. Answers the id and the ledger rows of each, in its order.
 */
export async function bookAdjustments(sql: Sql, booking: Booking, adjustments: readonly NewAdjustment[]) {
  if (adjustments.length === 0) return []
  const { organization_id, actor, now } = booking
  const names = await takeNames(sql, organization_id, adjustments.length)
  const named = adjustments.map((one, i) => ({ ...one, adjustment_id: uuidv7(), name: names[i]! }))
  const rows = named.map(({ adjustment_id, name, reason, note, lines }) => ({
    organization_id,
    adjustment_id,
    name,
    reason,
    note,
    line_count: lines.length,
    ...unitsOf(lines),
    created_by: actor,
    created_at: now,
  }))
  await sql`insert into stock_adjustments ${sql(rows)}`
  const booked = await bookMovements(sql, booking, named.flatMap(movementsOf))
  let start = 0
  return named.map(({ adjustment_id, lines }) => {
    const movements = booked.slice(start, (start += lines.length))
    return { adjustment_id, movements }
  })
}

export const readLines = (sql: Sql, organization_id: string, adjustment_id: string) => sql<SelectedLine[]>`
  select ${lineColumns}, r.movement_id::float8 as reversed_by_movement_id
  from stock_movements m
  join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
  join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
  left join stock_movements r on r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id
  where m.organization_id = ${organization_id} and m.document_type = 'manual_adjustment'
    and m.document_id = ${adjustment_id} and m.reverses_movement_id is null
  order by m.document_line_id::int`

const refuseUnknown = (): never =>
  refuse('not_found', { desc: 'No stock adjustment of this organisation has that id.' })

export async function readAdjustment(
  sql: Sql,
  organization_id: string,
  adjustment_id: string,
): Promise<AdjustmentDetail> {
  const [[header], lines] = await Promise.all([
    sql<AdjustmentHeader[]>`
      select ${headerColumns} from stock_adjustments a
      where a.organization_id = ${organization_id} and a.adjustment_id = ${adjustment_id}`,
    readLines(sql, organization_id, adjustment_id.toLowerCase()),
  ])
  return header === undefined ? refuseUnknown() : shapeAdjustment(header, lines)
}

/** Locks the adjustment's row, so that it is undone once. */
export async function lockAdjustment(
  sql: Sql,
  organization_id: string,
  adjustment_id: string,
): Promise<AdjustmentHeader> {
  const [row] = await sql<AdjustmentHeader[]>`
    select ${headerColumns} from stock_adjustments a
    where a.organization_id = ${organization_id} and a.adjustment_id = ${adjustment_id} for update`
  return row ?? refuseUnknown()
}

/** Locks the adjustments of these movements, so that nothing else undoes them meanwhile. */
export const lockAdjustmentsOf = (sql: Sql, organization_id: string, movement_ids: readonly number[]) => sql`
  select from stock_adjustments a
  where a.organization_id = ${organization_id} and a.adjustment_id in (
    select m.document_id::uuid from stock_movements m
    where m.organization_id = ${organization_id} and m.movement_id = any(${[...movement_ids]}::bigint[])
      and m.document_type = 'manual_adjustment')
  order by a.adjustment_id for update`

/** An adjustment of which every line is reversed is undone. */
export const closeReversed = (
  sql: Sql,
  { organization_id, actor, now }: Pick<Booking, 'organization_id' | 'actor' | 'now'>,
  adjustmentIds: readonly string[],
) => sql`
  update stock_adjustments a set undone_at = ${now}, undone_by = ${actor}
  where a.organization_id = ${organization_id} and a.adjustment_id = any(${[...new Set(adjustmentIds)]}::uuid[])
    and a.undone_at is null and a.line_count = (
      select count(*) from stock_movements r
      where r.organization_id = a.organization_id and r.document_type = 'manual_adjustment'
        and r.document_id = a.adjustment_id::text and r.reverses_movement_id is not null)`
