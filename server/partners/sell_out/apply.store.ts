/**
 * Writes the staged rows of a report, piece by piece: the doors of a period with as many rows as one statement can write
 * within its time limit. A piece compares before it writes, so that a report that says the same again changes nothing.
 */
import { sell_out_reports, sell_out_staging } from '../../../db/schema/wholesale/sell_out.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments, differences } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseReport } from './reading/refuse_report.ts'

const stagedRows = recordset(sell_out_staging, [
  'row_number',
  'period_start',
  'period_end',
  'door_id',
  'variant_id',
  'units',
  'on_hand',
  'sales_cents',
])

export interface StagedRow {
  row_number: number
  period_start: string
  period_end: string
  door_id: string
  variant_id: string
  units: number | null
  on_hand: number | null
  sales_cents: number | null
}

export interface ReportKey {
  organization_id: string
  trading_partner_id: string
  file_id: string
}

export const stageRows = (sql: Sql, { organization_id, file_id }: ReportKey, rows: readonly StagedRow[]) => sql`
  insert into sell_out_staging (organization_id, file_id, ${stagedRows.names})
  select ${organization_id}, ${file_id}, ${stagedRows.values} from ${stagedRows.from(rows)}`

export interface Piece {
  period_start: string
  period_end: string
  door_ids: string[]
}

export interface StagedDoor {
  period_start: string
  period_end: string
  door_id: string
  row_count: number
}

export const readStagedDoors = (sql: Sql, { organization_id, file_id }: ReportKey) => sql<StagedDoor[]>`
  select period_start, period_end, door_id, count(*)::int as row_count from sell_out_staging
  where organization_id = ${organization_id} and file_id = ${file_id}
  group by period_start, period_end, door_id order by period_start, period_end, door_id`

export const pieceRowsMax = 20_000

/** The doors of each period, in pieces of about pieceRowsMax rows. */
export function piecesOf(doors: readonly StagedDoor[]): Piece[] {
  const pieces: Piece[] = []
  let last: Piece | undefined
  let rows = 0
  for (const { period_start, period_end, door_id, row_count } of doors) {
    const isSame = last?.period_start === period_start && last.period_end === period_end
    if (!isSame || rows + row_count > pieceRowsMax) {
      last = { period_start, period_end, door_ids: [] }
      pieces.push(last)
      rows = 0
    }
    last!.door_ids.push(door_id)
    rows += row_count
  }
  return pieces
}

/** Periods of earlier reports that share a day with a span of days. */
export const readPeriods = (
  sql: Sql,
  { organization_id, trading_partner_id }: Pick<ReportKey, 'organization_id' | 'trading_partner_id'>,
  from: string,
  to: string,
) => sql<{ period_start: string; period_end: string }[]>`
  select period_start, period_end from sell_out_reports
  where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
    and period_start <= ${to} and period_end >= ${from}
  group by period_start, period_end`

const reportRows = recordset(sell_out_reports, ['period_start', 'period_end', 'door_id'])

/** Records that the doors of a piece are reported; the sums of their rows refer to it. */
export const recordReports = (
  sql: Sql,
  key: ReportKey,
  { period_start, period_end, door_ids }: Piece,
  currency: string,
  now: string,
) => sql`
  insert into sell_out_reports (organization_id, trading_partner_id, ${reportRows.names}, currency, file_id, reported_at)
  select ${key.organization_id}, ${key.trading_partner_id}, ${reportRows.values}, ${currency}, ${key.file_id}, ${now}
  from ${reportRows.from(door_ids.map((door_id) => ({ period_start, period_end, door_id })))}
  on conflict on constraint sell_out_reports_pk do nothing`

/** Records the report that changed the doors of a piece, or the currency of their sales. */
export const renewReports = (
  sql: Sql,
  { organization_id, trading_partner_id, file_id }: ReportKey,
  { period_start, period_end, door_ids }: Piece,
  { currency, is_changed, now }: { currency: string; is_changed: boolean; now: string },
) => sql`
  update sell_out_reports set currency = ${currency}, file_id = ${file_id}, reported_at = ${now}
  where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
    and period_start = ${period_start} and period_end = ${period_end}
    and door_id = any(${arrayLiteral(door_ids)}::uuid[]) and (${is_changed} or currency <> ${currency})`

/** The rows that a piece's doors have afterwards. Sums are bigint, so that one beyond the column is refused by `refuseLarge`. */
export const wantedRows = (
  sql: Sql,
  { organization_id, file_id }: ReportKey,
  { period_start, period_end, door_ids }: Piece,
) => sql`
  select g.door_id, g.variant_id, sum(g.units) as units, sum(g.on_hand) as on_hand,
    sum(g.sales_cents)::bigint as sales_cents
  from sell_out_staging g
  where g.organization_id = ${organization_id} and g.file_id = ${file_id} and g.period_start = ${period_start}
    and g.period_end = ${period_end} and g.door_id = any(${arrayLiteral(door_ids)}::uuid[])
  group by g.door_id, g.variant_id`

export const isReported = (
  sql: Sql,
  { organization_id, trading_partner_id }: ReportKey,
  { period_start, period_end, door_ids }: Piece,
) => sql`
  r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
    and r.period_start = ${period_start} and r.period_end = ${period_end}
    and r.door_id = any(${arrayLiteral(door_ids)}::uuid[])`

export interface Changes {
  added: number
  changed: number
  unchanged: number
  removed: number
}

/** Replaces the rows of a piece's doors by the staged ones. */
export async function replaceRows(sql: Sql, key: ReportKey, piece: Piece): Promise<Changes> {
  const [counts] = await sql<{ standing: number; wanted: number; largest: number }[]>`
    select w.*, (select count(*)::int from sell_out_rows r where ${isReported(sql, key, piece)}) as standing
    from (
      select count(*)::int as wanted, coalesce(max(greatest(abs(w.units), abs(w.on_hand))), 0)::float8 as largest
      from (${wantedRows(sql, key, piece)}) w
    ) w`
  refuseLarge(counts!.largest, piece)
  const removed = counts!.standing === 0 ? 0 : await removeRows(sql, key, piece)
  const changed = counts!.standing === 0 ? 0 : await changeRows(sql, key, piece)
  const added = await addRows(sql, key, piece)
  return { added, changed, removed, unchanged: counts!.wanted - added - changed }
}

function refuseLarge(largest: number, { period_start, period_end }: Piece): void {
  if (largest <= limits.sell_out_units_max) return
  const max = limits.sell_out_units_max.toLocaleString('en-US')
  refuseReport(
    'unreadable_file',
    `The rows of one variant and door in ${period_start} to ${period_end} add up to ${largest.toLocaleString('en-US')} units; at most ${max} are allowed. Nothing was imported.`,
    'units_sold',
    `must add up to at most ${max} for each variant, door and period`,
  )
}

const removeRows = async (sql: Sql, key: ReportKey, piece: Piece): Promise<number> => {
  const { count } = await sql`
    delete from sell_out_rows r
    where ${isReported(sql, key, piece)} and not exists (select from (${wantedRows(sql, key, piece)}) w
      where w.door_id = r.door_id and w.variant_id = r.variant_id)`
  return count
}

const figureNames = ['units', 'on_hand', 'sales_cents']

const changeRows = async (sql: Sql, key: ReportKey, piece: Piece): Promise<number> => {
  const { count } = await sql`
    update sell_out_rows r set ${assignments(figureNames, 'w')}, units_document_id = null, on_hand_document_id = null
    from (${wantedRows(sql, key, piece)}) w
    where ${isReported(sql, key, piece)} and w.door_id = r.door_id and w.variant_id = r.variant_id
      and ${differences(figureNames, 'r', 'w')}`
  return count
}

const addRows = async (sql: Sql, key: ReportKey, piece: Piece): Promise<number> => {
  const { organization_id, trading_partner_id } = key
  const { count } = await sql`
    insert into sell_out_rows (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id, units,
      on_hand, sales_cents)
    select ${organization_id}, ${trading_partner_id}, ${piece.period_start}, ${piece.period_end}, w.door_id, w.variant_id,
      w.units, w.on_hand, w.sales_cents
    from (${wantedRows(sql, key, piece)}) w
    on conflict on constraint sell_out_rows_pk do nothing`
  return count
}

/** Adds the staged rows to those of the doors: rows that were refused when their report was imported. */
export async function mergeRows(sql: Sql, key: ReportKey, piece: Piece): Promise<number> {
  const { organization_id, trading_partner_id } = key
  const [merged] = await sql<{ largest: number }[]>`
    select coalesce(max(greatest(abs(w.units + coalesce(r.units, 0)), abs(w.on_hand + coalesce(r.on_hand, 0)))), 0)::float8
      as largest
    from (${wantedRows(sql, key, piece)}) w
    left join sell_out_rows r on ${isReported(sql, key, piece)} and r.door_id = w.door_id and r.variant_id = w.variant_id`
  refuseLarge(merged!.largest, piece)
  const { count } = await sql`
    insert into sell_out_rows as r (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id,
      units, on_hand, sales_cents)
    select ${organization_id}, ${trading_partner_id}, ${piece.period_start}, ${piece.period_end}, w.door_id, w.variant_id,
      w.units, w.on_hand, w.sales_cents
    from (${wantedRows(sql, key, piece)}) w
    on conflict on constraint sell_out_rows_pk do update
    set units = case when num_nonnulls(r.units, excluded.units) > 0
        then coalesce(r.units, 0) + coalesce(excluded.units, 0) end,
      on_hand = case when num_nonnulls(r.on_hand, excluded.on_hand) > 0
        then coalesce(r.on_hand, 0) + coalesce(excluded.on_hand, 0) end,
      sales_cents = case when num_nonnulls(r.sales_cents, excluded.sales_cents) > 0
        then coalesce(r.sales_cents, 0) + coalesce(excluded.sales_cents, 0) end`
  return count
}

/**
 * Reports of a period for the account as a whole and for its doors would count twice, so those of the other grain go.
 * Returns the number of rows removed.
 */
export async function dropOtherGrain(
  sql: Sql,
  { organization_id, trading_partner_id }: ReportKey,
  { period_start, period_end }: { period_start: string; period_end: string },
  isWhole: boolean,
): Promise<number> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from sell_out_reports s
      where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
        and s.period_start = ${period_start} and s.period_end = ${period_end}
        and (s.door_id <> s.trading_partner_id) = ${isWhole}) as found`
  if (!row!.found) return 0
  const { count } = await sql`
    delete from sell_out_rows r
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
      and r.period_start = ${period_start} and r.period_end = ${period_end}
      and (r.door_id <> r.trading_partner_id) = ${isWhole}`
  await sql`
    delete from sell_out_reports s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
      and s.period_start = ${period_start} and s.period_end = ${period_end}
      and (s.door_id <> s.trading_partner_id) = ${isWhole}`
  return count
}

export const clearStaging = (sql: Sql, { organization_id, file_id }: ReportKey) => sql`
  delete from sell_out_staging where organization_id = ${organization_id} and file_id = ${file_id}`
