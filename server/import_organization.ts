/** `npm run import-organization`: imports an export of an organisation into an empty one. */
import process from 'node:process'
import { type Database, openDatabase } from '../db/client/database.ts'
import { readArguments } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { progressOf } from './boot/progress_bar.ts'
import { uuidPattern } from './contract/schema.ts'
import type { Sql } from './contract/sql.ts'
import { ExportFault } from './platform/organization_export/export_fault.ts'
import { importExport } from './platform/organization_export/import_export.ts'
import { checkExport } from './platform/organization_export/read_export.ts'
import { foldAll } from './selling/sales_facts/fold_all.ts'
import { readSettings, SettingsFault } from './settings/settings.ts'
import { StartFault } from './settings/start_fault.ts'

const usage = `Imports an export of an organisation into an empty organisation.

  npm run import-organization -- <file> --organization <id>

  <file>               archive that npm run export-organization wrote
  --organization <id>  organisation to import into; it must be empty

The whole archive is checked first. The import is one transaction: if it is interrupted, the organisation stays empty.
`

/** Longer than the largest organisation takes. */
const secondsMax = 24 * 3_600
const number = (value: number) => value.toLocaleString('en-US')

function readOptions(): { file: string; organization_id: string } {
  const { positionals, values } = readArguments(usage, { organization: { type: 'string' } })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new ExportFault(`Name one file.\n\n${usage.trimEnd()}`)
  const organization_id = values.organization ?? ''
  if (!uuidPattern.test(organization_id))
    throw new ExportFault(`--organization must be the id of an organisation, not "${organization_id}".`)
  return { file, organization_id }
}

const foldedRows = 100_000

/** What the periodic jobs do otherwise in the next minutes: sums are then read from few rows. */
async function fold(db: Database, organization_id: string): Promise<void> {
  const patiently = (work: (sql: Sql) => Promise<number>) =>
    db.write(
      async (sql) => {
        await sql`select set_config('statement_timeout', '600s', true)`
        return work(sql)
      },
      { deadline_ms: 660_000 },
    )
  await foldAll(patiently, organization_id, foldedRows)
}

async function main(): Promise<void> {
  const { file, organization_id } = readOptions()
  const { manifest, row_count } = await checkExport(file)
  const target = await openCommandTarget(readSettings(process.env))
  try {
    await migrateTarget(target)
    const db = openDatabase(target.url, { door_connections: 1, read_connections: 1, write_slots: 1 })
    try {
      const options = { seconds_max: secondsMax, onProgress: progressOf('rows') }
      await importExport(db, organization_id, file, manifest, options)
      await fold(db, organization_id)
    } finally {
      await db.close()
    }
  } finally {
    await target.close()
  }
  process.stdout.write(
    `Imported ${number(row_count)} rows of ${manifest.organization.name}, as of ${manifest.taken_at}, into ${organization_id}.\nVerify them with npm run ledger:verify and npm run sales:verify.\n`,
  )
}

try {
  await main()
} catch (error) {
  const isExpected = [ExportFault, StartFault, SettingsFault].some((kind) => error instanceof kind)
  process.stderr.write(`${isExpected ? '' : 'The import failed: '}${(error as Error).message}\n`)
  process.exitCode = 1
}
