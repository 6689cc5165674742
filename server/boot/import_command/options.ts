/** The options of `npm run import`. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { limits } from '../../contract/limits.ts'
import { CommandFault } from '../../platform/admin/command_fault.ts'
import { readArguments } from '../command_line.ts'

export const usage = `Imports a CSV, XLSX or XLS file: products, stock and other records. It recognises the file, shows what would
change, asks for confirmation, and writes a report of every row.

  npm run import -- FILE [options]

  --organization <id>      id or name of the organisation; required if there are several
  --kind <kind>            kind of the records; by default it follows from the file
  --profile <name>         built-in or saved profile; by default the one that recognises the file
  --mapping <file>         JSON file with the mapping, as PUT /api/v1/imports/{import_id}/mapping takes it
  --option <name=value>    option of the kind; can be repeated
  --answer <field=format>  how to read a column with two readings, for example date=DD/MM/YYYY; can be repeated
  --report <file>          where to write the report (default: <name>.report.csv in the working directory)
  --dry-run                preview only
  --yes                    import without asking

If standard output is not a terminal, it asks nothing, imports only with --yes, and prints one JSON line.

Exit codes: 0 imported or previewed; 1 nothing done because of an error, or the import failed; 2 imported or previewed,
but records were refused; 3 a mapping or an answer is needed; 130 cancelled with Ctrl-C.
`

export interface ImportOptions {
  path: string
  file_name: string
  organization: string | undefined
  kind: string | undefined
  profile: string | undefined
  /** The content of the mapping file. */
  mapping: Uint8Array | undefined
  kind_options: Record<string, string>
  answers: Record<string, string>
  report_path: string
  is_dry_run: boolean
  is_confirmed: boolean
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** npm runs a script in the repository's folder, and says where it was called. */
const workingFolder = resolve(process.cwd()) === resolve(root) ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()

export function readOptions(): ImportOptions {
  const { values, positionals } = readArguments(usage, {
    organization: { type: 'string' },
    kind: { type: 'string' },
    profile: { type: 'string' },
    mapping: { type: 'string' },
    option: { type: 'string', multiple: true },
    answer: { type: 'string', multiple: true },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  })
  if (positionals.length !== 1) throw new CommandFault('Name one file to import: npm run import -- FILE')
  const path = resolve(workingFolder, positionals[0]!)
  const file_name = basename(path)
  checkFile(path)
  const report = values.report ?? `${basename(file_name, extname(file_name))}.report.csv`
  return {
    path,
    file_name,
    organization: values.organization,
    kind: values.kind,
    profile: values.profile,
    mapping: values.mapping === undefined ? undefined : readMapping(resolve(workingFolder, values.mapping)),
    kind_options: readPairs('option', values.option),
    answers: readPairs('answer', values.answer),
    report_path: checkReport(resolve(workingFolder, report), path),
    is_dry_run: values['dry-run'] ?? false,
    is_confirmed: values.yes ?? false,
  }
}

const reasonOf = (error: unknown) =>
  (error as { code?: string }).code === 'ENOENT' ? 'it does not exist' : (error as Error).message

function checkFile(path: string): void {
  let size: number
  try {
    const fileStats = statSync(path)
    if (!fileStats.isFile()) throw new Error('it is not a file')
    accessSync(path, constants.R_OK)
    size = fileStats.size
  } catch (error) {
    throw new CommandFault(`${path} cannot be read: ${reasonOf(error)}.`)
  }
  if (size === 0) throw new CommandFault(`${path} is empty.`)
  if (size > limits.upload_bytes_max)
    throw new CommandFault(
      `${path} has ${size.toLocaleString('en-US')} bytes; at most ${limits.upload_bytes_max.toLocaleString('en-US')} can be imported at once.`,
    )
}

/** Found out before anything is imported. */
function checkReport(path: string, imported: string): string {
  if (path === imported) throw new CommandFault('--report names the file to import; name another file.')
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    throw new CommandFault(`The report cannot be written to ${join(dirname(path))}: ${reasonOf(error)}.`)
  }
  return path
}

function readMapping(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandFault(`The mapping ${path} cannot be read: ${reasonOf(error)}.`)
  }
}

function readPairs(name: string, texts: readonly string[] = []): Record<string, string> {
  const pairs = texts.map((text) => {
    const at = text.indexOf('=')
    if (at < 1)
      throw new CommandFault(
        `--${name} must have the form ${name === 'answer' ? 'field=format' : 'name=value'}, not "${text}".`,
      )
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const
  })
  return Object.fromEntries(pairs)
}
