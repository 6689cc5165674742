import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRoot } from '../../db/embedded/binaries.ts'
import { findDurabilityFaults, openDatabase, type Sql } from '../../db/client/database.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { isAlive } from '../../db/embedded/claims.ts'
import { readPidFile } from '../../db/embedded/postmaster.ts'
import { rejection } from './support/attempts.ts'
import { makeFolder } from './support/cluster.ts'
import { kill, startProcess } from './support/processes.ts'
import { testUnless } from '../support/needs.ts'

const folder = makeFolder()
const data_dir = join(folder.path, 'postgres')
const start = (more = {}) => startEmbedded({ data_dir, durable: false, ...more })

afterAll(() => folder.remove())

async function ask<T>(url: string, question: (sql: Sql) => Promise<T>): Promise<T> {
  const database = openDatabase(url)
  try {
    return await question(database.autocommit)
  } finally {
    await database.close()
  }
}

function postmasterPid(): number {
  const pidFile = readPidFile(data_dir)
  if (!pidFile) throw new Error('no postmaster')
  return pidFile.pid
}

beforeAll(async () => {
  const cluster = await start()
  await ask(cluster.url, (sql) => sql`create table kept as select 7 as seven`)
  await cluster.stop()
})

test('a second start finds the data, a third attaches to the running postmaster', async () => {
  const cluster = await start()
  expect(cluster.attached).toBe(false)
  expect(cluster.version).toMatch(/^18/)
  const again = await start()
  expect([again.attached, again.url]).toEqual([true, cluster.url])
  expect(await ask(again.url, async (sql) => [...(await sql`select seven from kept`)])).toEqual([{ seven: 7 }])
  await again.stop()
  expect(await start().then(async (next) => [next.attached, await next.stop()][0])).toBe(false)
})

test('it listens on localhost only and requires the password, which only its own user can read', async () => {
  const cluster = await start()
  const settings = await ask(
    cluster.superuser_url,
    (sql) => sql`
    select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as methods`,
  )
  expect(settings[0]).toEqual({ addresses: '127.0.0.1', sockets: '', methods: 'scram-sha-256' })
  const wrong = new URL(cluster.url)
  wrong.password = 'wrong'
  expect((await rejection(ask(wrong.href, (sql) => sql`select 1`))).message).toContain('password')
  expect(statSync(`${data_dir}.password`).mode & 0o777).toBe(0o600)
  await cluster.stop()
})

/** What the database answers to each statement: null, or the code of its refusal. */
const refusals = (url: string, statements: readonly string[]) =>
  ask(url, async (sql) => {
    const codes: (string | null)[] = []
    for (const text of statements)
      codes.push(
        await sql.unsafe(text).then(
          () => null,
          (error: { code: string }) => error.code,
        ),
      )
    return codes
  })

const beyondItsDatabase = [
  "copy (select 1) to program 'true'",
  "select pg_read_file('/etc/hostname')",
  "copy (select 1) to '/tmp/written-by-postgresql'",
  'create role another',
  'create database another',
  "alter system set work_mem = '1MB'",
  'set session_replication_role = replica',
  'alter role postgres password null',
  'set role postgres',
  "select lo_import('/etc/hostname')",
  'select * from pg_authid',
]

test('the service connects as a role that owns its database and may do nothing beyond it', async () => {
  const cluster = await start()
  const privilege = '42501'
  expect(await refusals(cluster.url, beyondItsDatabase)).toEqual(beyondItsDatabase.map(() => privilege))
  expect(
    await refusals(cluster.url, ['create schema more', 'create table more.rows (id int)', 'drop schema more cascade']),
  ).toEqual([null, null, null])
  const [role] = await ask(
    cluster.url,
    (sql) => sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members where member = r.oid) as roles
      from pg_roles r where rolname = current_user`,
  )
  expect({ ...role }).toEqual({
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    roles: 0,
  })
  await cluster.stop()
})

test('what an earlier release made as the superuser belongs to the role after the next start, also attached', async () => {
  const cluster = await start()
  const made = await refusals(cluster.superuser_url, [
    'create schema older',
    'create table older.counted (id bigint generated always as identity primary key, n serial, s text)',
    'create view older.seen as select * from older.counted',
    'create sequence older.numbers',
    "create type older.kind as enum ('a')",
    "create function older.one() returns int language sql as 'select 1'",
    'create table public.left_over (id int)',
    'alter table public.kept owner to postgres',
    'alter database postgres owner to postgres',
  ])
  expect(made).toEqual(made.map(() => null))
  expect(await refusals(cluster.url, ['alter table kept add column more int'])).toEqual(['42501'])
  const again = await start()
  expect([again.attached, again.url]).toEqual([true, cluster.url])
  const changes = [
    'alter table kept add column more int',
    'alter table kept drop column more',
    'alter table older.counted add column more text',
    "insert into older.counted (s) values ('x')",
    'alter sequence older.numbers restart',
    "alter type older.kind add value 'b'",
    'drop function older.one()',
    'drop schema older cascade',
    'drop table left_over',
    'create schema another',
    'drop schema another',
  ]
  expect(await refusals(again.url, changes)).toEqual(changes.map(() => null))
  await again.stop()
})

test('two concurrent starts use the same postmaster', async () => {
  const [one, other] = await Promise.all([startProcess('start', data_dir), startProcess('start', data_dir)])
  expect(one.message.url).toBe(other.message.url ?? '')
  expect([one.message.attached, other.message.attached].toSorted()).toEqual([false, true])
  await Promise.all([kill(one.child), kill(other.child)])
})

test('the postmaster of a killed server is reused, and stopped by the server that reuses it', async () => {
  const { child, message } = await startProcess('start', data_dir)
  await kill(child)
  const pid = postmasterPid()
  expect(isAlive(pid)).toBe(true)
  const beside = await start({ leave_running_if_attached: true })
  expect([beside.attached, beside.url]).toEqual([true, message.url ?? ''])
  await beside.stop()
  expect(isAlive(pid)).toBe(true)
  const found = await start()
  expect(found.attached).toBe(true)
  await found.stop()
  expect(isAlive(pid)).toBe(false)
})

test('files left by a machine crash do not prevent a start, even if their process id was reused', async () => {
  await start()
  const before = readFileSync(join(data_dir, 'postmaster.pid'), 'utf8')
  process.kill(postmasterPid(), 'SIGKILL')
  const lines = before.split('\n')
  writeFileSync(join(data_dir, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
  const again = await start()
  // The port may differ: backends of the killed postmaster can keep the old one for a moment.
  expect(again.attached).toBe(false)
  expect(await ask(again.url, async (sql) => (await sql`select seven from kept`).length)).toBe(1)
  await again.stop()
})

test('text sorts by code point, and case folding covers all of Unicode', async () => {
  const cluster = await start()
  const [row] = await ask(
    cluster.url,
    (sql) => sql`
      select lower('ÉTOILE ŁÓDŹ ΑΘΗΝΑ') as folded, 'Étoile' ilike '%é%' as found,
        (select string_agg(word, '' order by word) from unnest(array['é', 'a', 'Z', 'b']) word) as sorted`,
  )
  expect(row).toEqual({ folded: 'étoile łódź αθηνα', found: true, sorted: 'Zabé' })
  await cluster.stop()
})

test('a durable start does not attach to a postmaster that runs without fsync', async () => {
  await start()
  const durable = await start({ durable: true })
  const database = openDatabase(durable.url)
  expect(durable.attached).toBe(false)
  expect(await findDurabilityFaults(database)).toEqual([])
  await database.close()
  await durable.stop()
})

test('a directory that contains other files is refused and left unchanged', async () => {
  const other = join(folder.path, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'letter.txt'), 'mine')
  expect((await rejection(startEmbedded({ data_dir: other }))).message).toContain('is not empty')
})

testUnless(
  isRoot && process.platform === 'linux' ? null : 'needs root on Linux',
  'root may keep the data in a directory that only root can enter',
  async () => {
    const closed = join(folder.path, 'closed', 'postgres')
    mkdirSync(dirname(closed))
    chmodSync(dirname(closed), 0o700)
    for (const attached of [false, false]) {
      const cluster = await startEmbedded({ data_dir: closed, durable: false })
      expect(cluster.attached).toBe(attached)
      const again = await startEmbedded({ data_dir: closed, durable: false })
      expect(again.attached).toBe(true)
      await ask(again.url, (sql) => sql`create table if not exists kept as select 1`)
      await again.stop()
    }
  },
)

test('the tables of an earlier release are migrated further by the role', async () => {
  const older = join(folder.path, 'older')
  const before = await startEmbedded({ data_dir: older, durable: false })
  await migrateDatabase(before.superuser_url)
  const foreign = (sql: Sql) => sql<{ owned: number }[]>`
    select count(*)::int as owned from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = 10 and n.nspname in ('public', 'drizzle')`
  expect((await ask(before.superuser_url, foreign))[0]!.owned).toBeGreaterThan(500)
  const after = await startEmbedded({ data_dir: older, durable: false })
  expect((await ask(after.url, foreign))[0]!.owned).toBe(0)
  await migrateDatabase(after.url)
  await after.stop()
}, 30_000)
