import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Database, openDatabase } from '../../db/client/database.ts'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import { readPidFile } from '../../db/embedded/postmaster.ts'
import { longest, type Settled, settle } from './support/attempts.ts'
import { makeFolder, startForTest } from './support/cluster.ts'
import { whileStopped } from '../support/stopped_postgres.ts'

// Durable: acknowledged writes must survive a SIGKILL.
const folder = makeFolder()
let cluster: EmbeddedPostgres
let database: Database
const uncaught: unknown[] = []
const noteUncaught = (error: unknown) => void uncaught.push(error)

beforeAll(async () => {
  process.on('uncaughtException', noteUncaught)
  process.on('unhandledRejection', noteUncaught)
  cluster = await startForTest(folder.path, { durable: true })
  database = openDatabase(cluster.url)
  await database.autocommit`create table written (request int primary key)`
})

afterAll(async () => {
  await database.close()
  await cluster.stop()
  folder.remove()
  process.off('uncaughtException', noteUncaught)
  process.off('unhandledRejection', noteUncaught)
})

let requests = 0

interface Load {
  writes: Map<number, Settled>
  others: Settled[]
  stop(): Promise<void>
}

// Paced like a client that backs off after a 503, so that refused requests do not become the load.
function startLoad(): Load {
  const writes = new Map<number, Settled>()
  const others: Settled[] = []
  const state = { is_over: false }
  const loop = async (run: () => Promise<Settled>) => {
    while (!state.is_over) {
      const { outcome } = await run()
      await new Promise((wake) => setTimeout(wake, outcome === 'done' ? 2 : 25))
    }
  }
  const write = async () => {
    const request = ++requests
    const settled = await settle(() => database.write((tx) => tx`insert into written (request) values (${request})`))
    writes.set(request, settled)
    return settled
  }
  const other = (sql: Database['autocommit']) => async () => {
    const settled = await settle(() => sql`select count(*) from written`)
    others.push(settled)
    return settled
  }
  const loops = [
    ...Array.from({ length: 8 }, () => loop(write)),
    ...Array.from({ length: 4 }, () => loop(other(database.autocommit))),
    ...Array.from({ length: 4 }, () => loop(other(database.reads))),
  ]
  const stop = async () => {
    state.is_over = true
    await Promise.all(loops)
  }
  return { writes, others, stop }
}

async function checkTruth(load: Load): Promise<void> {
  const rows = await database.reads<{ request: number }[]>`select request from written`
  const landed = new Set(rows.map(({ request }) => request))
  const lies = [...load.writes].filter(([request, { outcome, attempted }]) =>
    outcome === 'done' ? !landed.has(request) : attempted === 'no' && landed.has(request),
  )
  const all = [...load.writes.values(), ...load.others]
  expect(lies).toEqual([])
  expect(all.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(uncaught).toEqual([])
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

async function firstSuccess(): Promise<number> {
  const from = performance.now()
  while ((await settle(() => database.write((tx) => tx`select 1`))).outcome !== 'done') await pause(10)
  return performance.now() - from
}

for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
  test(`after a postmaster ends by ${signal} and restarts, requests are refused within 2 s and then succeed`, async () => {
    const load = startLoad()
    await pause(300)
    process.kill(readPidFile(cluster.data_dir)?.pid ?? 0, signal)
    await pause(600)
    cluster = await startForTest(folder.path, { durable: true })
    const ready_after_ms = await firstSuccess()
    await pause(200)
    await load.stop()
    const all = [...load.writes.values(), ...load.others]
    console.log(signal, {
      writes: load.writes.size,
      others: load.others.length,
      unavailable: all.filter(({ outcome }) => outcome === 'unavailable').length,
      unknown: all.filter(({ attempted }) => attempted === 'unknown').length,
      longest_ms: longest(all),
      ready_after_ms,
    })
    await checkTruth(load)
    expect(longest(all)).toBeLessThan(2_100)
    expect(ready_after_ms).toBeLessThan(1_000)
  })
}

test('if PostgreSQL is reachable but silent, every request is refused within about two seconds', async () => {
  await Promise.all([database.ping(), database.reads`select 1`, database.write((tx) => tx`select 1`)])
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const attempts = await whileStopped({ sql, data_dir: cluster.data_dir }, () =>
    Promise.all([
      settle(() => database.reads`select 1`),
      settle(() => database.autocommit`select 1`),
      settle(() => database.write((tx) => tx`select 1`)),
      settle(() => database.ping()),
    ]),
  )
  await sql.end({ timeout: 2 })
  expect(attempts.map(({ outcome }) => outcome)).toEqual(attempts.map(() => 'unavailable'))
  console.log('silent', { longest_ms: longest(attempts) })
  expect(longest(attempts)).toBeLessThan(2_100)
  expect(await firstSuccess()).toBeLessThan(1_000)
})
