/** Connections are shared fairly: what one organisation holds or waits for delays no other. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Access, type Database, openDatabase } from '../../db/client/database.ts'
import { dividedShares, FairShares } from '../../db/client/fair_shares.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let tests: TestDatabase
let db: Database

beforeAll(async () => {
  tests = await testDatabase()
  db = openDatabase(tests.url, { write_slots: 6, read_connections: 6, autocommit_connections: 1 })
  await tests.sql`create table if not exists fair_shares (id int primary key, units int not null)`
  await tests.sql`insert into fair_shares select n, 0 from generate_series(1, 20) n`
})
afterAll(async () => {
  await db.close()
  await tests.sql`drop table fair_shares`
})

/** Holds a lock until `release`. */
async function hold(lock: (tx: TestDatabase['sql']) => PromiseLike<unknown>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const ended = tests.sql.begin(async (tx) => {
    await lock(tx as unknown as TestDatabase['sql'])
    isLocked()
    await released
  })
  await locked
  return { release: () => (release(), ended) }
}

/** Starts the work many times; how many have an answer. */
function startMany(count: number, work: () => PromiseLike<unknown>) {
  let answered = 0
  const all = Array.from({ length: count }, async () => {
    await work()
    answered++
  })
  return { all: Promise.all(all), answered: () => answered }
}

const addTo = (access: Access, id: number) => () =>
  access.write((tx) => tx`update fair_shares set units = units + 1 where id = ${id}`)

test('writes of one organisation that wait for a lock leave slots to others, and all of them are done', async () => {
  const { release } = await hold((tx) => tx`select from fair_shares where id = 1 for update`)
  const waiting = startMany(30, addTo(db.of('a'), 1))
  const others = startMany(20, addTo(db.of('b'), 2))
  await others.all
  await addTo(db, 3)()
  expect(waiting.answered()).toBe(0)
  await release()
  await waiting.all
  const rows = await tests.sql<{ units: number }[]>`select units from fair_shares where id <= 3 order by id`
  expect(rows.map(({ units }) => units)).toEqual([30, 20, 1])
})

test('slow reads of one organisation leave connections to others, and nothing is sent behind them', async () => {
  const { release } = await hold((tx) => tx`lock table fair_shares in access exclusive mode`)
  const slow = startMany(40, () => db.of('a').reads`select units from fair_shares where id = 1`)
  for (let i = 0; i < 20; i++) expect(await db.of('b').reads`select ${i}::int as n`).toEqual([{ n: i }] as never)
  const waitingForLocks = async () => {
    const [{ sessions }] = (await tests.sql`
      select count(*)::int as sessions from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%fair_shares%' and datname = current_database()`) as any
    return sessions as number
  }
  // On a busy machine a statement that was sent takes a moment to reach its lock.
  for (let i = 0; i < 100 && (await waitingForLocks()) < 5; i++) await Bun.sleep(10)
  expect(await waitingForLocks()).toBe(5)
  expect(slow.answered()).toBe(0)
  await release()
  await slow.all
})

test('organisations that want connections at once take turns, those that use least first', () => {
  const shares = new FairShares<string>(dividedShares(6))
  const begin = (owner: string, count: number) => {
    for (let i = 0; i < count; i++) shares.begin(owner)
  }
  begin('a', 4)
  expect(shares.hasShare('a')).toBe(true)
  begin('a', 1)
  // One of six connections stays free of a single organisation, and each has less where several want some.
  expect(shares.hasShare('a')).toBe(false)
  expect(shares.hasShare(null)).toBe(true)
  begin('b', 1)
  expect(shares.hasShare('b')).toBe(true)
  for (const [owner, waiter] of [
    ['a', 'a1'],
    ['b', 'b1'],
    ['c', 'c1'],
    ['b', 'b2'],
    ['c', 'c2'],
  ] as const)
    shares.wait(owner, waiter)
  const served: string[] = []
  for (let next = shares.next(Boolean); next !== null; next = shares.next(Boolean)) {
    served.push(next.waiter)
    shares.begin(next.owner)
  }
  expect(served).toEqual(['c1', 'b1', 'c2', 'b2', 'a1'])
  expect(shares.waiting_count).toBe(0)
})
