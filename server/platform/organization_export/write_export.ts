/**
 * Writes the archive of an organisation: for each table one or more files of JSON lines, and the manifest. One
 * transaction reads everything, so all rows are of one moment; a cursor and files of a few megabytes keep memory flat.
 * PostgreSQL writes the lines itself, so that no number passes through a double.
 */
import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Database } from '../../../db/client/database.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { type ExportedTable, exportedTables, leftOutTables } from './declaration.ts'
import { ExportFault } from './export_fault.ts'
import {
  exportFormat,
  formatVersion,
  type Manifest,
  type ManifestFile,
  manifestPath,
  type OrganizationSettings,
} from './manifest.ts'
import { tarEnd, tarFile } from './tar.ts'

const fileBytes = 4 * 1024 * 1024
const batchRows = 500

export interface ExportSummary {
  taken_at: string
  row_count: number
}

export interface ExportOptions {
  seconds_max: number
  /** Called when a table is done. */
  onProgress?: (done: number, total: number) => void
}

interface Head {
  organization: OrganizationSettings & { organization_id: string }
  migration: string
  taken_at: string
}

/** `put` stores the archive; what it throws ends the export. */
export function exportOrganization(
  db: Database,
  organization_id: string,
  put: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
  { seconds_max, onProgress }: ExportOptions,
): Promise<ExportSummary> {
  return db.snapshot(
    async (sql) => {
      await sql`
        select set_config('statement_timeout', '600s', true), set_config('cursor_tuple_fraction', '1', true),
          set_config('idle_in_transaction_session_timeout', '300s', true), set_config('lock_timeout', '30s', true)`
      const head = await readHead(sql, organization_id)
      const files: ManifestFile[] = []
      await put(compress(writeArchive(sql, head, files, onProgress)))
      return { taken_at: head.taken_at, row_count: files.reduce((sum, { rows }) => sum + rows, 0) }
    },
    { deadline_ms: seconds_max * 1_000 },
  )
}

async function readHead(sql: Sql, organization_id: string): Promise<Head> {
  const [row] = await sql<(OrganizationSettings & { taken_at: string; migration: string })[]>`
    select name, currency, time_zone, fiscal_year_start_month, now() as taken_at,
      (select max(created_at)::text from drizzle.__drizzle_migrations) as migration
    from organizations where organization_id = ${organization_id}`
  if (row === undefined) throw new ExportFault(`There is no organisation with the id ${organization_id}.`)
  const { taken_at, migration, ...settings } = row
  return { organization: { organization_id, ...settings }, migration, taken_at: new Date(taken_at).toISOString() }
}

/** Compressed chunks; a reader that stops early ends the source. */
function compress(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  // Its error reaches the reader through the stream.
  pipeline(Readable.from(source, { highWaterMark: 1 }), gzip, () => {})
  return gzip
}

async function* writeArchive(
  sql: Sql,
  head: Head,
  files: ManifestFile[],
  onProgress: ExportOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  const seconds = Math.floor(Date.parse(head.taken_at) / 1_000)
  for (const [done, table] of exportedTables.entries()) {
    for await (const { file, content } of writeTable(sql, head.organization.organization_id, table)) {
      files.push(file)
      yield tarFile(file.path, content, seconds)
    }
    onProgress?.(done + 1, exportedTables.length)
  }
  yield tarFile(manifestPath, Buffer.from(`${JSON.stringify(manifestOf(head, files), null, 2)}\n`), seconds)
  yield tarEnd()
}

const quoted = (names: readonly string[]) => textFragment(names.map((name) => `"${name}"`).join(', '))

async function* writeTable(sql: Sql, organization_id: string, { name, columns, order_by }: ExportedTable) {
  await sql`
    declare exported_rows no scroll cursor for
    select row_to_json(e)::text as line from (
      select ${quoted(columns.map((column) => column.name))} from ${sql(name)}
      where organization_id = ${organization_id} order by ${quoted(order_by)}
    ) e`
  let lines: string[] = []
  let bytes = 0
  let number = 0
  const takeFile = () => {
    const content = Buffer.from(`${lines.join('\n')}\n`)
    const path = `${name}/${String(++number).padStart(5, '0')}.jsonl`
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = { path, table: name, rows: lines.length, bytes: content.byteLength, sha256 }
    lines = []
    bytes = 0
    return { file, content }
  }
  for (;;) {
    const rows = await sql<{ line: string }[]>`fetch forward ${textFragment(String(batchRows))} from exported_rows`
    for (const { line } of rows) {
      lines.push(line)
      bytes += line.length
      if (bytes >= fileBytes) yield takeFile()
    }
    if (rows.length < batchRows) break
  }
  if (lines.length > 0) yield takeFile()
  await sql`close exported_rows`
}

function manifestOf(head: Head, files: readonly ManifestFile[]): Manifest {
  const rowsOf = Map.groupBy(files, ({ table }) => table)
  return {
    format: exportFormat,
    format_version: formatVersion,
    migration: head.migration,
    taken_at: head.taken_at,
    organization: head.organization,
    tables: exportedTables.map(({ name, columns }) => ({
      table: name,
      columns: columns.map((column) => column.name),
      rows: (rowsOf.get(name) ?? []).reduce((sum, { rows }) => sum + rows, 0),
    })),
    files: [...files],
    left_out: {
      tables: leftOutTables,
      columns: Object.fromEntries(
        exportedTables.flatMap(({ name, left_out }) => (Object.keys(left_out).length === 0 ? [] : [[name, left_out]])),
      ),
    },
  }
}
