/** The commands: what they print, and that a killed one leaves nothing half done. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { exportedTables } from '../../../server/platform/organization_export/declaration.ts'
import { run, start, type Command } from '../../start/support/commands.ts'
import { createRecords } from '../../support/fixtures/records/create_records.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { newFolder } from './support.ts'

setDefaultTimeout(120_000)

const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let source: Tenant
let environment: Record<string, string>

beforeAll(async () => {
  source = await newTenant()
  await createRecords(source)
  const { url, data_dir } = source.service.database
  environment = { DATABASE_URL: url, DATA_DIR: data_dir }
})

/** Starts a command, and kills it when it waits for a table that the test has locked. */
async function killAt(lock: string, table: string, name: Command, args: string[]): Promise<void> {
  const { sql } = source.service.database
  await sql.begin(async (holder) => {
    await holder.unsafe(`lock table ${table} in ${lock} mode`)
    const { child, ended } = start(name, environment, 'bun', args)
    for (let waiting = 0; waiting === 0;) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
      const [row] = await sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_locks where not granted and relation = ${table}::regclass`
      waiting = row!.waiting
    }
    child.kill('SIGKILL')
    await ended
  })
}

async function countRows({ organization_id, service: { database } }: Tenant): Promise<number> {
  let rows = 0
  for (const { name } of exportedTables) {
    const [row] = await database.sql<{ rows: number }[]>`
      select count(*)::int as rows from ${database.sql(name)} where organization_id = ${organization_id}`
    rows += row!.rows
  }
  return rows
}

test('a killed export leaves no archive, and the next one completes', async () => {
  const out = `${folder}/killed.tar.gz`
  const args = ['--organization', source.organization_id, '--out', out]
  await killAt('access exclusive', 'variants', 'export-organization', args)
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, true])
  const { code, out: printed } = await run('export-organization', environment, 'bun', args)
  expect(code).toBe(0)
  expect(printed).toMatch(/^Exported \d+ rows as of .* to .*killed\.tar\.gz \([\d,]+ bytes\)\.\nSHA-256: /)
  expect(printed).toContain(createHash('sha256').update(readFileSync(out)).digest('hex'))
  expect(existsSync(`${out}.part`)).toBe(false)
  const again = await run('export-organization', environment, 'bun', args)
  expect([again.code, again.err]).toEqual([1, `${out} exists already; name another file with --out.\n`])
})

test('a killed import leaves the organisation empty, and the next one completes', async () => {
  const file = `${folder}/import.tar.gz`
  const args = ['--organization', source.organization_id, '--out', file]
  expect((await run('export-organization', environment, 'bun', args)).code).toBe(0)
  const copy = await newTenant()
  const target = [file, '--organization', copy.organization_id]
  // Only its inserts wait for a share lock: by then products and levels are written.
  await killAt('share', 'stock_movements', 'import-organization', target)
  expect(await countRows(copy)).toBe(0)
  // Only the sums, which follow the last row, wait for this one.
  await killAt('share', 'stock_value_totals', 'import-organization', target)
  expect(await countRows(copy)).toBe(0)
  const { code, out, err } = await run('import-organization', environment, 'bun', target)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Imported \d+ rows of Test organisation, as of .*, into /)
  const rows = await countRows(copy)
  expect(rows).toBe(await countRows(source))
  const again = await run('import-organization', environment, 'bun', target)
  expect(again.code).toBe(1)
  expect(again.err).toMatch(
    /^Test organisation \(.*\) is not empty: it has rows in \w+\. Import into a new organisation\.\n$/,
  )
  expect(await countRows(copy)).toBe(rows)
})

test('wrong arguments are refused with a sentence', async () => {
  const cases: [Command, string[], RegExp][] = [
    ['export-organization', [], /--organization must be the id of an organisation, not ""/],
    ['export-organization', ['--organization', 'acme'], /must be the id of an organisation, not "acme"/],
    ['import-organization', ['--organization', source.organization_id], /^Name one file\./],
    ['import-organization', ['a', 'b'], /^Name one file\./],
    ['import-organization', [`${folder}/none`, '--organization', source.organization_id], /Cannot read .*none: ENOENT/],
    ['import-organization', ['--what'], /Unknown option '--what'/],
  ]
  for (const [name, args, sentence] of cases) {
    const { code, err } = await run(name, environment, 'bun', args)
    expect({ args, code }).toEqual({ args, code: 1 })
    expect(err).toMatch(sentence)
  }
})
