import { afterAll, beforeAll, expect, test } from 'bun:test'
import type postgres from 'postgres'
import { type Database, isBusyError, isConnectionError, openDatabase, type Sql } from '../../db/client/database.ts'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import type { Fragment } from '../../server/contract/sql.ts'
import { longest, rejection, settle } from './support/attempts.ts'
import { makeFolder, startForTest } from './support/cluster.ts'

const SLOTS = 3

const folder = makeFolder()
let cluster: EmbeddedPostgres
let database: Database

beforeAll(async () => {
  cluster = await startForTest(folder.path)
  database = openDatabase(cluster.url, { write_slots: SLOTS, autocommit_connections: 2, read_connections: 2 })
  await database.autocommit`create table levels (id int primary key, on_hand int not null)`
  await database.autocommit`insert into levels select n, 100 from generate_series(1, 20) n`
})

afterAll(async () => {
  await database.close()
  await cluster.stop()
  folder.remove()
})

async function onHand(id: number): Promise<unknown> {
  return (await database.reads`select on_hand from levels where id = ${id}`)[0]?.['on_hand']
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

test('an error thrown by the work rolls the transaction back and is rethrown unchanged', async () => {
  const mine = new Error('mine')
  const thrown = await rejection(
    database.write(async (tx) => {
      await tx`update levels set on_hand = 0 where id = 1`
      throw mine
    }),
  )
  expect(thrown).toBe(mine)
  expect(await onHand(1)).toBe(100)
})

test('a failed statement fails the transaction even if the work catches its error', async () => {
  const thrown = await rejection(
    database.write(async (tx) => {
      await tx`update levels set on_hand = 0 where id = 1`
      await tx`select 1 / 0`.catch(() => undefined)
    }),
  )
  expect(thrown.code).toBe('22012')
  expect(await onHand(1)).toBe(100)
})

test('a statement sent after the end is refused instead of running in the next transaction', async () => {
  let escaped: Sql | undefined
  await database.write(async (tx) => {
    escaped = tx
    await tx`select 1`
  })
  const late = escaped
  if (!late) throw new Error('the work did not run')
  await database.write(async (tx) => {
    await tx`select 1`
    expect((await rejection(late`update levels set on_hand = 0 where id = 1`)).message).toContain('ended')
  })
  expect(await onHand(1)).toBe(100)
})

test('the reads pool refuses a write', async () => {
  expect((await rejection(database.reads`update levels set on_hand = 0`)).code).toBe('25006')
  expect((await rejection(database.snapshot((tx) => tx`update levels set on_hand = 0`))).code).toBe('25006')
})

test('after a deadlock the transaction is retried, and both commit', async () => {
  let runs = 0
  const take = (first: number, second: number) =>
    database.write(async (tx) => {
      runs++
      await tx`update levels set on_hand = on_hand - 1 where id = ${first}`
      await pause(50)
      await tx`update levels set on_hand = on_hand - 1 where id = ${second}`
    })
  await Promise.all([take(2, 3), take(3, 2)])
  expect(runs).toBeGreaterThan(2)
  expect([await onHand(2), await onHand(3)]).toEqual([98, 98])
})

test('after a serialization failure the work runs at most four times before the error is thrown', async () => {
  let runs = 0
  const thrown = await rejection(
    database.write(async (tx) => {
      runs++
      await tx`do $$ begin raise exception 'again' using errcode = '40001'; end $$`
    }),
  )
  expect(thrown.code).toBe('40001')
  expect(runs).toBe(4)
})

test('when every slot is taken, a write is refused within two seconds as not attempted', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const holders = Array.from({ length: SLOTS }, () => database.write(() => freed))
  const refused = await Promise.all(
    Array.from({ length: 20 }, () => settle(() => database.write((tx) => tx`select 1`))),
  )
  for (const one of refused) expect(one).toMatchObject({ outcome: 'unavailable', attempted: 'no' })
  expect(longest(refused)).toBeLessThan(2_000)
  free()
  await Promise.all(holders)
  expect(await settle(() => database.write((tx) => tx`select 1`))).toMatchObject({ outcome: 'done' })
})

test('when every shared connection is busy, queued statements are refused within two seconds', async () => {
  const held = Array.from({ length: 4 }, (_, one) =>
    settle(() => (one < 2 ? database.autocommit : database.reads)`select pg_sleep(2.4)`),
  )
  await pause(20)
  const behind = await Promise.all(
    Array.from({ length: 10 }, (_, one) => settle(() => (one % 2 ? database.autocommit : database.reads)`select 1`)),
  )
  for (const one of behind) expect(one.outcome).toBe('unavailable')
  expect(longest(behind)).toBeLessThan(2_000)
  // A slow read may continue; the pipeline's statement is never that slow, so its connection is closed.
  const outcomes = (await Promise.all(held)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['unavailable', 'unavailable', 'done', 'done'])
})

test('a transaction that exceeds its time is aborted and its locks are released', async () => {
  const settled = await settle(() =>
    database.write(
      async (tx) => {
        await tx`update levels set on_hand = 0 where id = 5`
        await new Promise(() => undefined)
      },
      { deadline_ms: 200 },
    ),
  )
  expect(settled).toMatchObject({ outcome: 'unavailable', attempted: 'no' })
  await database.write((tx) => tx`update levels set on_hand = on_hand + 1 where id = 5`)
  expect(await onHand(5)).toBe(101)
})

test('a lock that is not granted within two seconds fails the statement, not the connection', async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const holder = database.write(async (tx) => {
    await tx`select 1 from levels where id = 6 for update`
    await freed
  })
  await pause(20)
  const thrown = await rejection(database.write((tx) => tx`update levels set on_hand = 1 where id = 6`))
  free()
  await holder
  expect(thrown.code).toBe('55P03')
  expect([isBusyError(thrown), isConnectionError(thrown)]).toEqual([true, false])
})

test('the time spent waiting for a slot is deducted from the lock timeout', async () => {
  const other = openDatabase(cluster.url, { write_slots: 1 })
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holder = other.write(async (tx) => {
    await tx`select 1 from levels where id = 7 for update`
    hold()
    await freed
  })
  await held
  const lockTimeouts: string[] = []
  const write = () =>
    rejection(
      database.write(async (tx) => {
        const [row] = await tx<{ lock_timeout: string }[]>`select current_setting('lock_timeout') as lock_timeout`
        lockTimeouts.push(row!.lock_timeout)
        await tx`update levels set on_hand = 1 where id = 7`
      }),
    )
  const first = Array.from({ length: SLOTS }, write)
  // Sent a little later, so that a slot becomes free before its own wait ends.
  await pause(300)
  const thrown = await write()
  await Promise.all(first)
  free()
  await holder
  expect(thrown.code).toBe('55P03')
  expect(lockTimeouts.slice(0, SLOTS)).toEqual(Array.from({ length: SLOTS }, () => '1500ms'))
  expect(Number.parseInt(lockTimeouts[SLOTS]!, 10)).toBeLessThan(1_000)
  expect(await database.write((tx) => tx`select current_setting('lock_timeout') as left`)).toMatchObject([
    { left: '1500ms' },
  ])
  await other.close()
})

test('a listener receives notifications, and is notified once after its connection was lost', async () => {
  const notifications: string[] = []
  const { unlisten } = await database.listen('Deliveries', (payload) => notifications.push(payload))
  await database.autocommit`select pg_notify('Deliveries', 'one')`
  await waitFor(() => notifications.length === 1)
  await database.autocommit`
    select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'`
  await waitFor(() => notifications.length === 2)
  await database.autocommit`select pg_notify('Deliveries', 'two')`
  await waitFor(() => notifications.length === 3)
  expect(notifications).toEqual(['one', '', 'two'])
  await unlisten()
})

async function waitFor(holds: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 3_000
  while (!holds() && performance.now() < giveUpAt) await pause(5)
}

test('values survive the round trip unchanged, including arrays and lists', async () => {
  const texts = ['a', 'b "c"', '', 'd\\e', '{f,g}', 'NULL']
  const [row] = await database.reads`
    select ${texts}::text[] as texts, 'b "c"' = any(${texts}::text[]) as has, ${[]}::uuid[] as none,
      ${[1, 2]}::int[] as numbers, array[1, null]::int[] as holes, array[[1, 2], [3, 4]] as nested, ${'9007199254740993'}::bigint as big,
      1.50::numeric as price, ${'2026-02-28'}::date as day, '{"a": [1]}'::jsonb as json,
      ${(database.reads as unknown as postgres.Sql).json({ b: 'c' }) as unknown as Fragment}::jsonb as object,
      '2026-11-21 09:18:40.123+00'::timestamptz as at, ${'2026-11-21T10:00:00+02:00'}::timestamptz as given,
      '2026-11-21 09:18:40'::timestamp as plain, 'infinity'::timestamptz as never, null::timestamptz as none_at`
  expect(row).toEqual({
    texts,
    has: true,
    none: [],
    numbers: [1, 2],
    holes: [1, null],
    nested: [
      [1, 2],
      [3, 4],
    ],
    big: '9007199254740993',
    price: '1.50',
    day: '2026-02-28',
    json: { a: [1] },
    object: { b: 'c' },
    at: '2026-11-21T09:18:40.123+00:00',
    given: '2026-11-21T08:00:00+00:00',
    plain: '2026-11-21T09:18:40+00:00',
    never: 'infinity',
    none_at: null,
  })
})

test('a connection with many prepared statements is replaced without affecting callers', async () => {
  const session = async () => (await database.reads`select pg_backend_pid() as pid`)[0]?.['pid']
  const before = await session()
  for (let one = 0; one < 1_100; one++) await database.reads`select ${database.reads.unsafe(String(one))}`
  await pause(150)
  expect(await session()).not.toBe(before)
  expect((await database.reads`select count(*)::int as n from pg_prepared_statements`)[0]?.['n']).toBeLessThan(200)
})

test('when PostgreSQL has no free connections, new ones are refused and existing ones keep working', async () => {
  const others = Array.from({ length: 40 }, () => openDatabase(cluster.url, { read_connections: 8 }))
  const asks = others.flatMap(({ reads }) => Array.from({ length: 8 }, () => settle(() => reads`select pg_sleep(0.5)`)))
  const all = await Promise.all(asks)
  expect(all.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(all.filter(({ outcome }) => outcome === 'unavailable').length).toBeGreaterThan(0)
  expect(longest(all)).toBeLessThan(2_000)
  expect(await settle(() => database.reads`select 1`)).toMatchObject({ outcome: 'done' })
  await Promise.all(others.map((other) => other.close()))
})

test('sessions have their configured limits', async () => {
  const [row] = await database.autocommit`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`
  expect(row).toEqual({ statement: '5s', lock: '1500ms', idle: '10s', zone: 'UTC' })
  // Regardless of the server's own configuration.
  const [jit] = await database.autocommit`select setting, source from pg_settings where name = 'jit'`
  expect(jit).toEqual({ setting: 'off', source: 'client' })
})
