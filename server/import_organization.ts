/** `npm run import-organization`: imports an export of an organisation into an empty one. */
import process from 'node:process'
import { openDatabase } from '../db/client/database.ts'
import { readArguments } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { progressOf } from './boot/progress_bar.ts'
import { uuidPattern } from './contract/schema.ts'
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

The whole archive is checked first. The import is one transaction: if it is interrupted or fails, the organisation stays empty.
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

let isImported = false

async function main(): Promise<void> {
  const { file, organization_id } = readOptions()
  const { manifest, row_count } = await checkExport(file)
  const target = await openCommandTarget(readSettings(process.env))
  try {
    await migrateTarget(target)
    const db = openDatabase(target.url, { autocommit_connections: 1, read_connections: 1, write_slots: 1 })
    try {
      await importExport(db, organization_id, file, manifest, {
        seconds_max: secondsMax,
        onProgress: progressOf('rows'),
        // What the periodic jobs do otherwise in the next minutes: sums are then read from few rows.
        finish: (sql) => foldAll((fold) => fold(sql), organization_id, foldedRows),
      })
      isImported = true
      process.stdout.write(
        `Imported ${number(row_count)} rows of ${manifest.organization.name}, as of ${manifest.taken_at}, into ${organization_id}.\nVerify them with npm run verify.\n`,
      )
    } finally {
      await db.close()
    }
  } finally {
    await target.close()
  }
}

try {
  await main()
} catch (error) {
  const isExpected = [ExportFault, StartFault, SettingsFault].some((kind) => error instanceof kind)
  const words = isImported
    ? 'The import is complete, but the command could not close the database: '
    : 'The import failed: '
  process.stderr.write(`${isExpected ? '' : words}${(error as Error).message}\n`)
  process.exitCode = 1
}
