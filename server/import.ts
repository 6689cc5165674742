/**
 * `npm run import -- FILE`: imports a file from the terminal or a script. It works on the database in DATABASE_URL, or on
 * the service's own in DATA_DIR, whether a server is running on it or not.
 */
import process from 'node:process'
import { openServiceDatabase } from './boot/database.ts'
import { checkDatabase, migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { openFileStore } from './boot/file_store.ts'
import { type Ended, importFile } from './boot/import_command/import_file.ts'
import { faultText } from './boot/import_command/layout.ts'
import { type ImportOptions, readOptions } from './boot/import_command/options.ts'
import { chooseOrganization } from './boot/import_command/organizations.ts'
import { Interrupted, openScreen, type Screen } from './boot/import_command/screen.ts'
import { openImportSession } from './boot/import_command/session.ts'
import { imports } from './boot/imports.ts'
import { Refusal } from './contract/refusals.ts'
import { openFiles } from './files/files.ts'
import { startImports } from './imports/work/worker.ts'
import { configureLogs } from './observe/logs.ts'
import { CommandFault } from './platform/admin/command_fault.ts'
import { secretBox } from './secrets/secret_key.ts'
import { readSettings, type Settings, SettingsFault } from './settings/settings.ts'
import { StartFault } from './settings/start_fault.ts'

const interruptedCode = 130

async function main(options: ImportOptions, screen: Screen): Promise<number> {
  const settings = readSettings(process.env)
  configureLogs(settings.LOG_LEVEL)
  const target = await openCommandTarget(settings)
  try {
    // A write that is lost can be imported again: what is already there stays unchanged.
    await checkDatabase(target, { needsDurability: false })
    await migrateTarget(target)
    return conclude(options, screen, await importInto(settings, target.url, options, screen))
  } finally {
    await target.close()
  }
}

async function importInto(settings: Settings, url: string, options: ImportOptions, screen: Screen): Promise<Ended> {
  const db = openServiceDatabase(url, { autocommit_connections: 2, read_connections: 2, write_slots: 3 })
  try {
    const organization = await chooseOrganization(db.reads, options.organization, screen)
    const files = openFiles(openFileStore(settings), db)
    const session = openImportSession(db, files, organization)
    // A worker of a running server takes some of the work; leases keep the two apart.
    const { organization_id } = organization
    const worker = startImports({ db, files, catalogue: imports, secrets: secretBox(settings), organization_id })
    try {
      return await importFile({ db, session, options, screen })
    } finally {
      await worker.stop()
    }
  } finally {
    await db.close()
  }
}

const countsOf = (outcomes: Ended['found']['preview']) =>
  outcomes === null ? null : { records: outcomes.records, rows: outcomes.rows }

/** The line of a pipe. */
const summaryOf = ({ state, found, report, reason }: Ended, { file_name }: ImportOptions) => ({
  state,
  import_id: found.import_id,
  file_name,
  kind: found.kind,
  profile: found.profile,
  preview: countsOf(found.preview),
  result: countsOf(found.result),
  report,
  fault: found.fault === null ? null : faultText(file_name, found.fault),
  reason: reason ?? null,
  questions: found.questions,
  mapping: found.mapping,
  columns: state === 'needs_mapping' ? found.columns : null,
})

/** Shows how the import ended, and returns the exit code. */
function conclude(options: ImportOptions, screen: Screen, ended: Ended): number {
  const { state, found, report, reason } = ended
  if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify(summaryOf(ended, options))}\n`)
  if (report !== null) screen.show(`The report of every row is in ${report}`)
  if (state === 'failed' && found.fault !== null) throw new CommandFault(faultText(options.file_name, found.fault))
  if (state === 'cancelled') {
    const written = found.result === null ? 'Nothing was written.' : `Kept: ${found.result.sentence}`
    process.stderr.write(`Cancelled. ${written}\n`)
    return interruptedCode
  }
  if (state === 'needs_mapping') {
    const option = /^kind_options\.(\w+) /.exec(reason ?? '')?.[1]
    const how = option === undefined ? 'Send a mapping with --mapping FILE.' : `Add --option ${option}=VALUE.`
    process.stderr.write(`${reason?.replace(/^kind_options\./, 'The option ')} ${how}\n`)
  }
  if (state === 'needs_answer') {
    const open = found.questions.map(({ field, choices }) => `--answer ${field}=${choices.join('|')}`)
    process.stderr.write(`A column can be read in two ways; add ${open.join(' ')}\n`)
  }
  if (state === 'previewed') screen.show('Nothing was imported.')
  if (state === 'needs_mapping' || state === 'needs_answer') return 3
  if (state === 'failed') return 1
  const refused = (state === 'completed' ? found.result : found.preview)?.records.refused ?? 0
  return refused > 0 ? 2 : 0
}

/** The operations name the file by its key. */
const inWords = (desc: string, { file_name }: ImportOptions) =>
  desc.replace(/^file_key names a file that /, `${file_name} `)

function sentenceOf(error: unknown, options: ImportOptions | undefined): string {
  if (error instanceof Refusal) return options === undefined ? error.desc : inWords(error.desc, options)
  const isPlain = [CommandFault, StartFault, SettingsFault].some((kind) => error instanceof kind)
  return isPlain ? (error as Error).message : `The import failed: ${(error as Error).message}`
}

let options: ImportOptions | undefined
try {
  options = readOptions()
  process.exitCode = await main(options, openScreen())
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = interruptedCode
  else {
    process.stderr.write(`${sentenceOf(error, options)}\n`)
    process.exitCode = 1
  }
}
