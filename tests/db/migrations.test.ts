/** The migrations produce the schema that the code declares, and start from one baseline. */
import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { migrateDatabase } from '../../db/migrate.ts'
import { migrateTarget } from '../../server/boot/database_target.ts'
import { StartFault } from '../../server/settings/start_fault.ts'
import { testDatabase } from '../support/database.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'merchant-migrations-'))
const made: string[] = []

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  const { sql } = await testDatabase()
  for (const name of made) await sql`drop database ${sql(name)} with (force)`
})

async function emptyDatabase(name: string): Promise<string> {
  const { sql, url } = await testDatabase()
  await sql`create database ${sql(name)}`
  made.push(name)
  const named = new URL(url)
  named.pathname = `/${name}`
  return named.href
}

test('generating migrations produces nothing new: every table, column and check has a migration', () => {
  cpSync(join(repository, 'db/migrations'), join(folder, 'migrations'), { recursive: true })
  const listed = readFileSync(join(folder, 'migrations/meta/_journal.json'), 'utf8')
  const config = join(folder, 'drizzle.config.ts')
  // drizzle-kit resolves `out` relative to its working directory.
  const out = relative(repository, join(folder, 'migrations'))
  writeFileSync(
    config,
    `import config from '${repository}db/drizzle.config.ts'\nexport default { ...config, out: '${out}' }\n`,
  )
  const drizzleKit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs')
  const generated = spawnSync(process.execPath, [drizzleKit, 'generate', '--config', config], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(generated.stderr + generated.stdout).toContain('No schema changes')
  expect(generated.status).toBe(0)
  expect(readFileSync(join(folder, 'migrations/meta/_journal.json'), 'utf8')).toBe(listed)
})

test('two processes that migrate an empty database concurrently apply each migration once', async () => {
  const url = await emptyDatabase('migrated_twice')
  await Promise.all([migrateDatabase(url), migrateDatabase(url)])
  await migrateDatabase(url)
  const sql = postgres(url, { max: 1 })
  const applied = await sql`select hash from drizzle.__drizzle_migrations`
  await sql.end()
  const files = readdirSync(join(repository, 'db/migrations')).filter((name) => name.endsWith('.sql'))
  expect(applied.length).toBe(files.length)
})

test('a database that was migrated from another baseline is refused in one sentence and left unchanged', async () => {
  const url = await emptyDatabase('migrated_from_another_baseline')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`create schema drizzle`
  await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('foundation', 1795253737893)`
  await sql`create table organizations (organization_id uuid primary key)`
  const refused = await migrateTarget({ url, words: 'the PostgreSQL at db/merchant', close: async () => {} }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(StartFault)
  expect((refused as Error).message).toBe(
    'Cannot use the PostgreSQL at db/merchant: its tables were created by a pre-release version and cannot be migrated. Set DATABASE_URL to an empty database, or DATA_DIR to another directory, and start again.',
  )
  const tables = await sql`select 1 from information_schema.tables where table_schema = 'public'`
  const applied = await sql`select 1 from drizzle.__drizzle_migrations`
  await sql.end()
  expect([tables.length, applied.length]).toEqual([1, 1])
})
