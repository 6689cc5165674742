/** `npm run export-organization`: writes every record of an organisation to an archive. */
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import process from 'node:process'
import { openDatabase } from '../db/client/database.ts'
import { readCommandLine } from './boot/command_line.ts'
import { migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { progressOf } from './boot/progress_bar.ts'
import { uuidPattern } from './contract/schema.ts'
import { ExportFault } from './platform/organization_export/export_fault.ts'
import { exportOrganization } from './platform/organization_export/write_export.ts'
import { readSettings, SettingsFault } from './settings/settings.ts'
import { StartFault } from './settings/start_fault.ts'

const usage = `Exports every record of an organisation as JSON lines, in a .tar.gz archive with a manifest.

  npm run export-organization -- --organization <id> [--out <file>]

  --organization <id>  organisation to export
  --out <file>         archive to write (default: <id>.tar.gz); an existing file is not replaced

API keys, webhooks, users and other secrets are not exported; the manifest lists what is left out, with the reason.
`

/** Longer than the largest organisation takes. */
const secondsMax = 24 * 3_600

interface Written {
  bytes: number
  sha256: string
}

/** Under another name until it is complete, so that an interrupted export leaves no archive. */
async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Written> {
  const part = `${path}.part`
  const handle = await open(part, 'w', 0o600)
  const digest = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk)
      digest.update(chunk)
      bytes += chunk.byteLength
    }
    await handle.sync()
    await handle.close()
    await rename(part, path)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
  return { bytes, sha256: digest.digest('hex') }
}

async function checkNew(path: string): Promise<void> {
  const existing = await open(path, 'r').catch(() => null)
  await existing?.close()
  if (existing !== null) throw new ExportFault(`${path} exists already; name another file with --out.`)
}

async function main(): Promise<void> {
  const { organization = '', out } = readCommandLine(usage, {
    organization: { type: 'string' },
    out: { type: 'string' },
  })
  if (!uuidPattern.test(organization))
    throw new ExportFault(`--organization must be the id of an organisation, not "${organization}".`)
  const path = out ?? `${organization}.tar.gz`
  await checkNew(path)
  const target = await openCommandTarget(readSettings(process.env))
  try {
    await migrateTarget(target)
    const db = openDatabase(target.url, { autocommit_connections: 1, read_connections: 1, write_slots: 1 })
    try {
      const written: Written[] = []
      const put = async (chunks: AsyncIterable<Uint8Array>) => void written.push(await writeFile(path, chunks))
      const options = { seconds_max: secondsMax, onProgress: progressOf('tables') }
      const { row_count, taken_at } = await exportOrganization(db, organization, put, options)
      const { bytes, sha256 } = written.at(-1)!
      const number = (value: number) => value.toLocaleString('en-US')
      process.stdout.write(
        `Exported ${number(row_count)} rows as of ${taken_at} to ${path} (${number(bytes)} bytes).\nSHA-256: ${sha256}\n`,
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
  process.stderr.write(`${isExpected ? '' : 'The export failed: '}${(error as Error).message}\n`)
  process.exitCode = 1
}
