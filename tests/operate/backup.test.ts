/** Backups as described in the production guide: the restored data has the same rows, and its ledger is consistent. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../../db/embedded/start.ts'
import type { Sql } from '../../server/contract/sql.ts'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { newDataDir, newMigratedDataDir, type Server, startServer, printedValue } from '../start/support/commands.ts'
import { missingProgram, testUnless } from '../support/needs.ts'

// Starting a server takes a while.
setDefaultTimeout(120_000)

const cleanups: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

function keep({ DATA_DIR, remove }: ReturnType<typeof newDataDir>): string {
  cleanups.push(remove)
  return DATA_DIR
}

async function startOn(environment: Record<string, string>): Promise<{ out: string; server: Server }> {
  const server = startServer(environment)
  cleanups.push(async () => void (await server.stop()))
  const { out } = await server.ready()
  return { out, server }
}

const seed = async (out: string): Promise<string> => {
  const key = printedValue(out, 'API key')
  const headers = { Authorization: `Bearer ${key}` }
  const seeded = await fetch(`${printedValue(out, 'Base address')}/api/v1/sandbox/seed`, { method: 'POST', headers })
  expect(seeded.status).toBe(200)
  return key
}

/** Row count and checksum of every table. */
async function fingerprint(sql: postgres.Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ print: string }[]>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as print
      from ${sql(name)} t`
    prints[name] = row!.print
  }
  return prints
}

/** Compares all tables of both, and verifies the ledger of the restored one. */
async function expectSame(beforeUrl: string, afterUrl: string): Promise<void> {
  const [before, after] = [beforeUrl, afterUrl].map((url) => postgres(url, { max: 2, onnotice: () => {} }))
  try {
    const prints = await fingerprint(before!)
    expect(Number.parseInt(prints.stock_movements!)).toBeGreaterThan(0)
    expect(await fingerprint(after!)).toEqual(prints)
    const { rows, faults, overcommitted } = await verifyLedger(after! as unknown as Sql, { is_full: true })
    expect([rows > 0, faults, overcommitted]).toEqual([true, [], []])
  } finally {
    await Promise.all([before!.end(), after!.end()])
  }
}

test('a copy of DATA_DIR, taken while the server is stopped, restores every table, file and key', async () => {
  const DATA_DIR = keep(await newMigratedDataDir())
  const copy = join(keep(newDataDir()), 'copy')
  const { out, server } = await startOn({ DATA_DIR })
  const key = await seed(out)
  await server.stop()
  const copied = spawnSync('cp', ['-a', DATA_DIR, copy])
  expect(copied.status).toBe(0)
  const clusters = await Promise.all(
    [DATA_DIR, copy].map((folder) => startEmbedded({ data_dir: join(folder, 'postgres'), durable: false })),
  )
  try {
    await expectSame(clusters[0]!.url, clusters[1]!.url)
  } finally {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
  }
  const restored = await startOn({ DATA_DIR: copy })
  const read = await fetch(`${printedValue(restored.out, 'Base address')}/api/v1/variants/table?limit=1`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect([read.status, ((await read.json()) as any).data.filtered_max_size]).toEqual([200, 6])
})

// A database user that may create databases, with pg_dump and pg_restore of its version on the PATH.
const external = process.env.BACKUP_DATABASE_URL
const missing = external ? missingProgram('pg_dump', 'pg_restore') : 'BACKUP_DATABASE_URL names no database'
testUnless(missing, 'pg_dump and pg_restore of an external database restore every table', async () => {
  const admin = postgres(external!, { max: 1, onnotice: () => {} })
  const names = ['backup_source', 'backup_restored']
  const urls = names.map((name) => Object.assign(new URL(external!), { pathname: `/${name}` }).href) as [string, string]
  for (const name of names) {
    await admin`drop database if exists ${admin(name)}`
    await admin`create database ${admin(name)}`
  }
  cleanups.push(async () => {
    for (const name of names) await admin`drop database if exists ${admin(name)} with (force)`
    await admin.end()
  })
  const { out, server } = await startOn({ DATA_DIR: keep(newDataDir()), DATABASE_URL: urls[0] })
  await seed(out)
  await server.stop()
  const file = join(keep(newDataDir()), 'merchant.dump')
  for (const [program, ...args] of [
    ['pg_dump', '--format=custom', `--file=${file}`, urls[0]],
    ['pg_restore', '--no-owner', '--exit-on-error', `--dbname=${urls[1]}`, file],
  ]) {
    const { status, stderr } = spawnSync(program!, args, { encoding: 'utf8' })
    expect([program, status, stderr]).toEqual([program, 0, ''])
  }
  await expectSame(urls[0], urls[1])
})
