import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type Database, openDatabase } from '../../db/client/database.ts'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import { outcomeOf, type Mark } from '../../db/client/outcome.ts'
import { settle } from './support/attempts.ts'
import { makeFolder, startForTest } from './support/cluster.ts'
import { type Proxy, startProxy } from './support/proxy.ts'

const folder = makeFolder()
let cluster: EmbeddedPostgres
let direct: Database
let proxy: Proxy
let database: Database

beforeAll(async () => {
  cluster = await startForTest(folder.path)
  direct = openDatabase(cluster.url)
  await direct.autocommit`create table written (request int primary key)`
})

afterAll(async () => {
  await direct.close()
  await cluster.stop()
  folder.remove()
})

beforeEach(async () => {
  proxy = await startProxy(cluster.url)
  database = openDatabase(proxy.url)
})

afterEach(async () => {
  await database.close()
  proxy.close()
})

async function has(request: number): Promise<boolean> {
  return (await direct.reads`select 1 from written where request = ${request}`).length === 1
}

const writing = (request: number) => () =>
  database.write(async (tx) => {
    await tx`insert into written (request) values (${request})`
    return request
  })

test('a COMMIT that succeeded but whose response was lost is reported as success', async () => {
  proxy.lose = 'answer'
  proxy.onLost = () => (proxy.lose = 'nothing')
  expect(await writing(1)()).toBe(1)
  expect(await has(1)).toBe(true)
})

test('a COMMIT that never arrived is reported as not attempted', async () => {
  proxy.lose = 'request'
  proxy.onLost = () => (proxy.lose = 'nothing')
  expect(await settle(writing(2))).toMatchObject({ outcome: 'unavailable', attempted: 'no' })
  expect(await has(2)).toBe(false)
})

test('an outcome that cannot be determined within two seconds is reported as unknown', async () => {
  proxy.lose = 'answer'
  proxy.onLost = () => proxy.close()
  const settled = await settle(writing(3))
  expect(settled).toMatchObject({ outcome: 'unavailable', attempted: 'unknown' })
  expect(settled.took_ms).toBeLessThan(2_000)
  expect(await has(3)).toBe(true)
})

test('a read of a snapshot succeeds even if the response to its COMMIT was lost', async () => {
  proxy.lose = 'answer'
  proxy.onLost = () => (proxy.lose = 'nothing')
  expect(await database.snapshot(async (tx) => (await tx`select 7 as seven`)[0]?.['seven'])).toBe(7)
})

const mark: Mark = {
  xid: '900',
  began_at: 1_000,
  asked_at: 0,
  server_run: { started: 'Monday', helpers: '11,12,13' },
}
const same = { started: 'Monday', helpers: '12,44' }
const restarted = { started: 'Tuesday', helpers: '91,92' }
const crashed = { started: 'Monday', helpers: '91,92' }

test.each([
  ['committed in the same run', { ...same, status: 'committed', committed_at: null }, 'committed'],
  ['aborted in the same run', { ...same, status: 'aborted', committed_at: null }, 'aborted'],
  ['still under way in the same run', { ...same, status: 'in progress', committed_at: null }, null],
  ['committed before the restart', { ...restarted, status: 'committed', committed_at: 1_400 }, 'committed'],
  ['committed before a crash of all backends', { ...crashed, status: 'committed', committed_at: 1_400 }, 'committed'],
  ['the number given out again after a crash', { ...crashed, status: 'committed', committed_at: 1_700 }, 'unknown'],
  ['no commit times kept and restarted', { ...restarted, status: 'committed', committed_at: null }, 'unknown'],
  ['another under way with the number', { ...crashed, status: 'in progress', committed_at: null }, 'aborted'],
  ['too old to tell', { ...same, status: null, committed_at: null }, 'unknown'],
] as const)('%s', (_, report, outcome) => {
  expect(outcomeOf(report, mark, 1_500)).toBe(outcome)
})
