/** SQL of imported reports and of the rows that they left behind. */
import { sell_out_refusals } from '../../../db/schema/wholesale/sell_out.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import type { Fragment } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { inPieces } from '../../ledger/in_bulk.ts'
import type { SellOutSource } from '../known_values.ts'
import type { Changes, ReportKey } from './apply.store.ts'
import type { OutcomeCounts, RefusedOutcome } from './outcomes.rules.ts'

interface FileFacts {
  source: SellOutSource
  file_name: string | null
  sha256: string | null
  recognised_as: string | null
}

/** The import of the same bytes for the account, if there was one. */
export async function findFile(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  sha256: string | null,
): Promise<string | null> {
  if (sha256 === null) return null
  const [file] = await sql<{ file_id: string }[]>`
    select file_id from sell_out_files
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and sha256 = ${sha256}
    limit 1`
  return file?.file_id ?? null
}

export const startFile = (
  sql: Sql,
  { actor, now }: WriteContext,
  { organization_id, trading_partner_id, file_id }: ReportKey,
  { source, file_name, sha256, recognised_as }: FileFacts,
) => sql`
  insert into sell_out_files (organization_id, file_id, trading_partner_id, source, file_name, sha256, recognised_as,
    rows_submitted, rows_added, rows_changed, rows_unchanged, rows_removed, rows_refused, imported_at, imported_by)
  values (${organization_id}, ${file_id}, ${trading_partner_id}, ${source}, ${file_name}, ${sha256}, ${recognised_as},
    0, 0, 0, 0, 0, 0, ${now}, ${actor})`

/** `isAgain`: the file was imported before; the counts of that import stay if this one changed nothing. */
export const finishFile = (
  sql: Sql,
  { now }: WriteContext,
  { organization_id, file_id }: ReportKey,
  counts: OutcomeCounts,
  { added, changed, unchanged, removed }: Changes,
  isAgain: boolean,
) => sql`
  update sell_out_files set rows_submitted = ${counts.submitted}, rows_added = ${added}, rows_changed = ${changed},
    rows_unchanged = ${unchanged}, rows_removed = ${removed}, rows_refused = ${counts.refused}, imported_at = ${now},
    undone_at = null, undone_by = null
  where organization_id = ${organization_id} and file_id = ${file_id}
    and (not ${isAgain} or ${added + changed + removed > 0} or rows_refused <> ${counts.refused})`

export const forgetRefusals = (sql: Sql, { organization_id, file_id }: ReportKey) => sql`
  delete from sell_out_refusals where organization_id = ${organization_id} and file_id = ${file_id}`

export interface RefusedRow {
  row_number: number
  reason: RefusedOutcome
  /** null where the row could not be read. */
  period_start: string | null
  period_end: string | null
  door_reference: string | null
  buyer_sku: string | null
  gtin: string | null
  sku: string | null
  units: number | null
  on_hand: number | null
  sales_cents: number | null
  field: string | null
  value: string | null
  rule: string
  allowed: readonly string[] | null
}

const refusedRows = recordset(sell_out_refusals, [
  'row_number',
  'reason',
  'period_start',
  'period_end',
  'door_reference',
  'buyer_sku',
  'gtin',
  'sku',
  'units',
  'on_hand',
  'sales_cents',
  'field',
  'value',
  'rule',
  'allowed',
])

export const keepRefusals = (
  sql: Sql,
  { organization_id, trading_partner_id, file_id }: ReportKey,
  rows: readonly RefusedRow[],
  currency: string,
) => sql`
  insert into sell_out_refusals (organization_id, file_id, trading_partner_id, currency, ${refusedRows.names})
  select ${organization_id}, ${file_id}, ${trading_partner_id}, ${currency}, ${refusedRows.values}
  from ${refusedRows.from(rows.map((row) => ({ ...row, allowed: row.allowed === null ? null : [...row.allowed] })))}`

export interface Covered {
  period_start: string
  period_end: string
  door_reference: string | null
  /** Whether the reference with other leading zeros means the same door. */
  ignores_zeros: boolean
}

const coveredRows = recordset(sell_out_refusals, ['period_start', 'period_end', 'door_reference'], {
  extra: { ignores_zeros: 'boolean' },
})

const withoutZeros = (sql: Sql, reference: Fragment) => sql`regexp_replace(lower(${reference}), '^0+(?=.)', '')`

/**
 * A report replaces what earlier reports of the same doors and periods left behind; one of the account as a whole what any
 * report of the period did.
 */
export async function replaceRefusals(
  sql: Sql,
  key: ReportKey,
  covered: readonly Covered[],
  isWhole: boolean,
): Promise<void> {
  const { organization_id, trading_partner_id, file_id } = key
  for (const rows of inPieces(covered))
    await sql`
      delete from sell_out_refusals r using ${coveredRows.from(rows)}
      where r.organization_id = ${organization_id} and r.trading_partner_id = ${trading_partner_id}
        and r.period_start = n.period_start and r.period_end = n.period_end and r.file_id <> ${file_id}
        and (${isWhole} or lower(r.door_reference) is not distinct from lower(n.door_reference)
          or n.ignores_zeros
            and ${withoutZeros(sql, fragment`r.door_reference`)} = ${withoutZeros(sql, fragment`n.door_reference`)})`
}

const leftOutColumns = selection(sell_out_refusals, 'r', ['reason', 'door_reference', 'buyer_sku', 'gtin', 'sku'])

/** Rows that an import left out, in their order. */
export const readFirstRefusals = (sql: Sql, { organization_id, file_id }: ReportKey, limit: number) => sql<
  RowOf<typeof leftOutColumns>[]
>`
  select ${leftOutColumns} from sell_out_refusals r
  where r.organization_id = ${organization_id} and r.file_id = ${file_id}
  order by r.row_number limit ${limit}`
