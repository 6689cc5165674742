import { afterAll, expect, test } from 'bun:test'
import { PGlite } from '@electric-sql/pglite'
import { sql as drizzleSql } from 'drizzle-orm'
import { drizzle as drizzleOverPg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleOverPostgresJs } from 'drizzle-orm/postgres-js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import postgres from 'postgres'
import type { DeliveryStore } from '../../src/index.ts'
import { storeConformance } from '../../src/stores/conformance.ts'
import { createDrizzleStore } from '../../src/stores/drizzle.ts'
import { createPostgresStore, type PostgresClient, webhook_deliveries_ddl } from '../../src/stores/postgres.ts'
import { newReceiver, request } from '../support/deliveries.ts'
import { moveBack, newSchema, startPostgres } from '../support/postgres.ts'

const server = await startPostgres()
const sql = postgres(server.url, { max: 20, onnotice: () => {} })
const pool = new pg.Pool({ connectionString: server.url, max: 20 })
// A connection released by the pool may report the server's end before it is closed, when it has no listener any more.
pool.on('connect', (client) => client.on('error', () => {}))
pool.on('error', () => {})
// Bun rejects the few SCRAM iterations of a test cluster, so it signs in with a role of its own.
await sql.unsafe(
  `set scram_iterations = 4096; drop role if exists kit_bun; create role kit_bun superuser login password 'kit'`,
)
const bun_url = Object.assign(new URL(server.url), { username: 'kit_bun', password: 'kit' })
const bun_sql = new Bun.SQL(bun_url.href, { max: 20 })

afterAll(async () => {
  await Promise.all([sql.end(), pool.end(), bun_sql.close(), lite.close()])
  await server.stop()
})

const conforming: Record<string, (table: string) => DeliveryStore<never>> = {
  'postgres.js': (table) => createPostgresStore(sql, { table }),
  pg: (table) => createPostgresStore(pool, { table }),
  'Bun.sql': (table) => createPostgresStore(bun_sql, { table }),
  'a plain function': (table) =>
    createPostgresStore(async (text, values) => (await pool.query(text, values)).rows, { table }),
  'Drizzle over pg': (table) => createDrizzleStore({ db: drizzleOverPg(pool), sql: drizzleSql, table }),
  'Drizzle over postgres.js': (table) => createDrizzleStore({ db: drizzleOverPostgresJs(sql), sql: drizzleSql, table }),
}

for (const [client, storeOn] of Object.entries(conforming)) {
  const open = async () => {
    const schema = await newSchema(sql, webhook_deliveries_ddl)
    return { store: storeOn(schema.table), advance: (seconds: number) => moveBack(schema, seconds) }
  }
  for (const { title, run } of storeConformance({ open })) test(`${client}: ${title}`, run)
}

const lite = new PGlite()
await lite.exec(webhook_deliveries_ddl)
const openPglite = async () => {
  await lite.exec('truncate webhook_deliveries')
  const advance = async (seconds: number): Promise<void> => {
    await lite.query(`update webhook_deliveries set lease_expires_at = lease_expires_at - $1 * interval '1 second'`, [
      seconds,
    ])
  }
  return { store: createPostgresStore(lite), advance }
}
for (const { title, run } of storeConformance({ open: openPglite })) test(`PGlite: ${title}`, run)

test("the DDL in the package equals the store's, and can be run twice", async () => {
  const shipped = readFileSync(join(import.meta.dir, '../../sql/webhook_deliveries.sql'), 'utf8')
  expect(shipped).toBe(webhook_deliveries_ddl)
  await newSchema(sql, `${webhook_deliveries_ddl}; ${webhook_deliveries_ddl}`)
})

test('finishIn commits the effects and the mark together: a rollback leaves neither, a commit both', async () => {
  const { table, name } = await newSchema(sql, webhook_deliveries_ddl)
  await sql.unsafe(`create table ${name}.orders (id text)`)
  let fails = true
  const store = createPostgresStore(sql, { table })
  const { handler } = newReceiver<PostgresClient>({
    store,
    on: {
      'order.created': async ({ body, finishIn }) => {
        await sql.begin(async (tx) => {
          await tx.unsafe(`insert into ${name}.orders values ($1)`, [body.order_id])
          await finishIn(tx)
          if (fails) throw new Error('the power went')
        })
      },
    },
  })
  const orders = async (): Promise<number> => (await sql.unsafe(`select from ${name}.orders`)).length
  const copy = await request({ delivery_id: 'd-1' })
  expect((await handler.handle(copy)).status).toBe(500)
  const marks = async (): Promise<number> => (await sql.unsafe(`select from ${table}`)).length
  expect([await orders(), await marks()]).toEqual([0, 0])
  fails = false
  expect((await handler.handle(copy)).status).toBe(204)
  expect((await handler.handle(copy)).status).toBe(204)
  expect([await orders(), await marks()]).toEqual([1, 1])
})

test('finishIn rolls back the transaction of a handler that lost its claim: the effects exist once', async () => {
  const schema = await newSchema(sql, webhook_deliveries_ddl)
  const { name, table } = schema
  await sql.unsafe(`create table ${name}.orders (id text)`)
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let runs = 0
  const { handler, problems } = newReceiver<PostgresClient>({
    store: createPostgresStore(sql, { table }),
    on: {
      'order.created': async ({ finishIn }) => {
        const first = runs++ === 0
        await sql.begin(async (tx) => {
          await tx.unsafe(`insert into ${name}.orders values ('o')`)
          if (first) started.resolve()
          if (first) await gate.promise
          await finishIn(tx)
        })
      },
    },
  })
  const copy = await request({ delivery_id: 'd-2' })
  const late = handler.handle(copy)
  await started.promise
  await moveBack(schema, 46)
  expect((await handler.handle(copy)).status).toBe(204)
  gate.resolve()
  expect((await late).status).toBe(409)
  expect((await sql.unsafe(`select from ${name}.orders`)).length).toBe(1)
  expect(problems.map(({ reason }) => reason)).toEqual(['claim_lost'])
})

test('a copy that arrives while the mark is being committed waits, and finds it done or in flight', async () => {
  const { table } = await newSchema(sql, webhook_deliveries_ddl)
  const store = createPostgresStore(sql, { table })
  const claim = await store.claim('d-3', 60)
  if (claim.state !== 'claimed') throw new Error('not claimed')
  const asked = await sql.begin(async (tx) => {
    expect(await store.finishIn(tx, 'd-3', claim.token)).toBe(true)
    return [store.claim('d-3', 60)]
  })
  expect(['done', 'in_flight']).toContain((await asked[0])?.state as string)
  expect((await store.claim('d-3', 60)).state).toBe('done')
})

test('finishIn also accepts transactions of pg and of Drizzle', async () => {
  const { table } = await newSchema(sql, webhook_deliveries_ddl)
  const claimed = async (store: DeliveryStore<never>, id: string): Promise<string> => {
    const claim = await store.claim(id, 60)
    return claim.state === 'claimed' ? claim.token : ''
  }
  const over_pg = createPostgresStore(pool, { table })
  const client = await pool.connect()
  const token = await claimed(over_pg, 'pg')
  await client.query('begin')
  expect(await over_pg.finishIn(client, 'pg', token)).toBe(true)
  await client.query('rollback')
  client.release()
  expect(await over_pg.release('pg', token)).toBe(true)

  const db = drizzleOverPg(pool)
  const over_drizzle = createDrizzleStore({ db, sql: drizzleSql, table })
  const other = await claimed(over_drizzle, 'drizzle')
  await db.transaction(async (tx) => {
    expect(await over_drizzle.finishIn(tx, 'drizzle', other)).toBe(true)
  })
  expect((await over_drizzle.claim('drizzle', 60)).state).toBe('done')
})

test('purge deletes rows older than the given age, but no newer or unfinished ones', async () => {
  const { table } = await newSchema(sql, webhook_deliveries_ddl)
  const store = createPostgresStore(sql, { table })
  await sql.unsafe(`insert into ${table} values
    ('old', 't', now() - interval '100 days', now() - interval '91 days'),
    ('young', 't', now() - interval '100 days', now() - interval '89 days'),
    ('abandoned', 't', now() - interval '91 days', null),
    ('working', 't', now() + interval '45 seconds', null)`)
  expect(await store.purge()).toBe(2)
  const left = await sql.unsafe(`select delivery_id from ${table} order by 1`)
  expect(left.map((row) => row.delivery_id)).toEqual(['working', 'young'])
  expect(await store.purge(88)).toBe(1)
})

test('a table name that is not a plain identifier is refused', () => {
  for (const table of ['a b', 'a"; drop table x', 'a.b.c', '', '1a', 'a.']) {
    expect(() => createPostgresStore(sql, { table })).toThrow(TypeError)
  }
})

test('an invalid client, or one that returns no rows, is refused with a message', async () => {
  expect(() => createPostgresStore({} as PostgresClient)).toThrow(/query or an unsafe method/)
  const mute = createPostgresStore({ query: async () => undefined })
  await expect(mute.claim('d', 60)).rejects.toThrow(/returned no rows/)
})
