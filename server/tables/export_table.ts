/** The export of a list. A table with one needs `exportQuery`, `ExportablePage`, and `if (query.export) return exportedPage(call, table)`. */
import type { TObject } from '@sinclair/typebox'
import type { Caller, ExportAsker, ReadCall } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuseField } from '../contract/refusals.ts'
import { Count, Flag, Instant, Nullable, Shape, type Static, Text, type TSchema, Type } from '../contract/schema.ts'
import { exportStatements, runStatement, type Scope, type Statement } from './page.ts'
import { Page, type Table, type TableQuery } from './table.ts'

export const ExportLink = Shape(
  {
    export_url: Text('URL of the file: a plain GET without a key. Treat it as a secret.', {
      examples: ['https://api.example.com/exports/q1bK…/inventory.csv'],
    }),
    file_name: Text('Name of the file.', { examples: ['inventory.csv'] }),
    row_count: Count('Number of rows that the file would have now.'),
    expires_at: Instant('Time at which the URL stops working; it also stops working with the key that requested it.'),
  },
  { $id: 'ExportLink', description: 'A URL that streams every row of the filtered table as CSV.' },
)
export type ExportLink = Static<typeof ExportLink>

const answersExport = 'Only with `export=true`:'

/** Fields of a page of a table that can be exported, beside those of the page. */
const exportFields = {
  export_url: Nullable(
    Text(
      'With `export=true`, the URL of a CSV file of every row of the filtered table: a plain GET without a key. Treat it as a secret. null otherwise.',
      { examples: ['https://api.example.com/exports/q1bK…/inventory.csv'] },
    ),
  ),
  file_name: Type.Optional(Text(`${answersExport} name of the file.`, { examples: ['inventory.csv'] })),
  row_count: Type.Optional(Count(`${answersExport} number of rows that the file would have now.`)),
  expires_at: Type.Optional(
    Instant(
      `${answersExport} time at which the URL stops working; it also stops working with the key that requested it.`,
    ),
  ),
}

/** data of a page of a table that can be exported: one shape, whether the rows are in it or in the file. */
export const ExportablePage = <R extends TSchema>(row: R, extra: Record<string, TSchema> = {}) =>
  Page(row, { ...extra, ...exportFields })

export const exportQuery = {
  export: Type.Optional(
    Flag('Whether to return no rows but `export_url`, a URL that streams every row of the filtered table as CSV.', {
      default: false,
    }),
  ),
}

/** What a page with its rows has of an export. */
export const notExported = { export_url: null }

/** The page of an export: no rows, and where to fetch the file. */
export async function exportedPage(call: ReadCall & { query: object }, exportable: Exportable) {
  const link = await exportTable(call as ReadCall & { query: ExportQuery }, exportable)
  return { rows: [], size: 0, offset: 0, filtered_max_size: link.row_count, ...link }
}

/** The query of an export: the table's own and whatever more its operation takes. */
export type ExportQuery = TableQuery & Record<string, unknown>

/** A table that can be exported completely; its statements are rebuilt from the query in the export's URL. */
export interface Exportable {
  name: string
  row: TObject
  statements: (organization_id: string, query: ExportQuery) => { count: Statement; rows: Statement }
  shape?: (selected: never) => unknown
  /** The most rows that it may have; limits.export_rows_max unless stated. */
  rows_max?: number
  /** The row's fields that the query asks for; every field when absent. */
  fields?: (query: ExportQuery) => readonly string[] | undefined
}

/** A table as something to export; `scopes` are the conditions that its operation adds. */
export const exportableTable = (
  table: Table,
  more: { scopes?: (query: ExportQuery) => Scope[]; fields?: Exportable['fields'] } = {},
): Exportable => ({
  name: table.name,
  row: table.row,
  shape: table.shape as Exportable['shape'],
  fields: more.fields,
  statements: (organization_id, query) =>
    exportStatements(table, organization_id, query, ...(more.scopes?.(query) ?? [])),
})

/** An export that would have more rows than the cap is refused, never truncated. */
export function checkExportSize(row_count: number, rows_max: number = limits.export_rows_max): void {
  if (row_count <= rows_max) return
  refuseField(
    'export',
    `would hold more than ${rows_max.toLocaleString('en-US')} rows, the maximum of an export. Narrow it with filter_args or search`,
  )
}

/** A signed URL of a file that is generated when it is fetched. */
export function linkFile(
  { caller, now, exportUrl }: ReadCall,
  { table, query, file_name, row_count }: { table: string; query: object; file_name: string; row_count: number },
): ExportLink {
  const expires_at = new Date(Date.parse(now) + limits.export_url_minutes * 60_000).toISOString()
  const { organization_id } = caller
  const asked_by = askerOf(caller)
  const export_url = exportUrl({ table, organization_id, query: { ...query }, expires_at, asked_by, file_name })
  return { export_url, file_name, row_count, expires_at }
}

const askerOf = (caller: Caller): ExportAsker =>
  caller.kind === 'key'
    ? { kind: 'key', id: caller.api_key_id }
    : { kind: 'session', id: caller.user_id, role: caller.role }

/** Counts, refuses what is too large and returns a signed address. offset and limit do not apply to an export. */
export async function exportTable(
  call: ReadCall & { query: ExportQuery },
  exportable: Exportable,
): Promise<ExportLink> {
  const { sql, caller, now } = call
  const { offset: _offset, limit: _limit, export: _export, ...query } = call.query
  const { count } = exportable.statements(caller.organization_id, query)
  const [counted] = await runStatement<{ filtered: number }>(sql, count)
  checkExportSize(counted!.filtered, exportable.rows_max)
  const expires_at = new Date(Date.parse(now) + limits.export_url_minutes * 60_000).toISOString()
  const { organization_id } = caller
  const export_url = call.exportUrl({
    table: exportable.name,
    organization_id,
    query,
    expires_at,
    asked_by: askerOf(caller),
  })
  return { export_url, file_name: `${exportable.name}.csv`, row_count: counted!.filtered, expires_at }
}
