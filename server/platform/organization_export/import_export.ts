/**
 * Imports an export into an empty organisation, in one transaction: an import that is interrupted or fails at any point
 * leaves the organisation empty. Ids stay. Triggers compute sums, row counts and totals of orders as for any other write.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../../db/client/database.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import { isKnownTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { exportedTables } from './declaration.ts'
import { ExportFault } from './export_fault.ts'
import type { Manifest } from './manifest.ts'
import { manifestPath } from './manifest.ts'
import { readArchive } from './read_export.ts'

export interface ImportOptions {
  seconds_max: number
  onProgress?: (rows: number, total: number) => void
  /** Work of other domains on the imported rows, in the same transaction. */
  finish?: (sql: Sql) => Promise<void>
}

/** SQL of values that an import writes in place of the exported ones. */
const replaced: Readonly<Record<string, string>> = {
  // A document that waited to be sent is not sent a second time.
  'outbound_documents.state': `case when r.state = 'queued' then 'stored' else r.state end`,
  'edi_documents.state': `case when r.state = 'queued' then 'stored' else r.state end`,
  // An interchange that waited is read when a person releases it.
  'edi_interchanges.state': `case when r.state = 'received' then 'held' else r.state end`,
  // Lines of a posted stocktake are refused; it is posted when they are imported.
  'stocktakes.status': `'open'`,
  'stocktakes.posted_at': 'null::timestamptz',
}

/** The export must have been checked (checkExport) before. */
export async function importExport(
  db: Database,
  organization_id: string,
  path: string,
  manifest: Manifest,
  { seconds_max, onProgress, finish }: ImportOptions,
): Promise<void> {
  if (!uuidPattern.test(organization_id)) throw noOrganization(organization_id)
  const total = manifest.files.reduce((sum, { rows }) => sum + rows, 0)
  await db.write(
    async (sql) => {
      await sql`
        select set_config('statement_timeout', '600s', true), set_config('lock_timeout', '30s', true),
          set_config('idle_in_transaction_session_timeout', '300s', true)`
      await lockEmpty(sql, organization_id)
      await setSettings(sql, organization_id, manifest)
      await importFiles(sql, organization_id, path, manifest, (rows) => onProgress?.(rows, total))
      await finish?.(sql)
    },
    { deadline_ms: seconds_max * 1_000 },
  )
}

const noOrganization = (organization_id: string) =>
  new ExportFault(`There is no organisation with the id ${organization_id}.`)

/** Every row of an organisation refers to it, so while it is locked no other transaction adds one. */
async function lockEmpty(sql: Sql, organization_id: string): Promise<void> {
  const [organization] = await sql<{ name: string }[]>`
    select name from organizations where organization_id = ${organization_id} for update`
  if (organization === undefined) throw noOrganization(organization_id)
  for (const { name } of exportedTables) {
    const [row] = await sql`select 1 as one from ${sql(name)} where organization_id = ${organization_id} limit 1`
    if (row !== undefined)
      throw new ExportFault(
        `${organization.name} (${organization_id}) is not empty: it has rows in ${name}. Import into a new organisation.`,
      )
  }
}

async function setSettings(sql: Sql, organization_id: string, { organization }: Manifest): Promise<void> {
  const { currency, time_zone, fiscal_year_start_month } = organization
  if (!(await isKnownTimeZone(sql, time_zone)))
    throw new ExportFault(`The manifest has the time zone "${time_zone}", which this service does not know.`)
  await sql`
    update organizations set currency = ${currency}, time_zone = ${time_zone},
      fiscal_year_start_month = ${fiscal_year_start_month}
    where organization_id = ${organization_id}`
}

async function importFiles(
  sql: Sql,
  organization_id: string,
  path: string,
  { files, tables }: Manifest,
  onProgress: (rows: number) => void,
): Promise<void> {
  const posted: string[] = []
  let imported = 0
  let at = 0
  for await (const { path: name, content } of readArchive(path)) {
    if (name === manifestPath) break
    const file = files[at++]
    if (file === undefined || createHash('sha256').update(content).digest('hex') !== file.sha256)
      throw new ExportFault('The file changed while it was imported.')
    const { columns } = tables.find(({ table }) => table === file.table)!
    const lines = content.toString().trimEnd().split('\n')
    await insertLines(sql, organization_id, file.table, columns, lines).catch((error: unknown) =>
      refuseRow(name, error),
    )
    if (file.table === 'stocktakes') posted.push(...lines)
    // Foreign keys, and the first reads, would else be planned for the table as it was before.
    if (files[at]?.table !== file.table) await sql`analyze ${sql(file.table)}`
    imported += file.rows
    onProgress(imported)
  }
  if (at !== files.length) throw new ExportFault('The file changed while it was imported.')
  if (posted.length > 0) await postStocktakes(sql, organization_id, posted)
}

/** A value that the database does not take, and a row that refers to one that is not there, name their file. */
function refuseRow(path: string, error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined || !/^2[23]/.test(code)) throw error
  throw new ExportFault(`${path} has a row that cannot be imported: ${message}. Nothing was imported.`)
}

async function insertLines(
  sql: Sql,
  organization_id: string,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const names = textFragment(columns.map((column) => `"${column}"`).join(', '))
  const values = textFragment(columns.map((column) => replaced[`${table}.${column}`] ?? `r."${column}"`).join(', '))
  const { count } = await sql`
    insert into ${sql(table)} (organization_id, ${names})
    select ${organization_id}::uuid, ${values}
    from json_populate_recordset(null::${sql(table)}, ${`[${lines.join(',')}]`}::text::json) r`
  if (count !== lines.length) throw new Error(`${table}: ${count} of ${lines.length} rows were imported`)
}

const postStocktakes = (sql: Sql, organization_id: string, lines: readonly string[]) => sql`
  update stocktakes s set status = r.status, posted_at = r.posted_at
  from json_populate_recordset(null::stocktakes, ${`[${lines.join(',')}]`}::text::json) r
  where s.organization_id = ${organization_id} and s.stocktake_id = r.stocktake_id and r.status <> 'open'`
