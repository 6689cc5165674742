/**
 * An upgrade as described in the production guide: a new release migrates the database while the old process still
 * runs.
 */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../../db/embedded/start.ts'
import { newMigratedDataDir, run, startServer, printedValue } from '../start/support/commands.ts'

// Starting a server takes a while.
setDefaultTimeout(120_000)

const { DATA_DIR, remove } = await newMigratedDataDir()
const server = startServer({ DATA_DIR })
afterAll(async () => {
  await server.stop()
  remove()
})

test('while a migration adds columns and indexes to every table, the running process responds as before', async () => {
  const { out, base_url: base } = await server.ready()
  const organization_id = printedValue(out, 'Organisation')
  const headers = { Authorization: `Bearer ${printedValue(out, 'API key')}`, 'Content-Type': 'application/json' }
  const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; data: any }> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${base}/api/v1/${path}`, { method, headers, ...sent })
    return { status: response.status, data: ((await response.json()) as any).data }
  }
  expect((await ask('POST', 'sandbox/seed')).status).toBe(200)
  const { data: variants } = await ask('GET', 'variants/table')
  const { variant_id, product_id } = variants.rows[0]
  const { data: suppliers } = await ask('GET', 'inventory/suppliers/table')
  const location_id = (await ask('GET', `inventory/position?variant_id=${variant_id}`)).data.locations[0].location_id
  const orders = `organizations/${organization_id}/purchase-orders`
  const reads = [
    'variants/table',
    `variants/${variant_id}`,
    `product/${product_id}`,
    'inventory/table',
    `inventory/movements?variant_id=${variant_id}&location_id=${location_id}`,
    'inventory/suppliers/table',
    orders,
    'stocktakes/table',
  ]
  const readAll = () => Promise.all(reads.map((path) => ask('GET', path)))
  const write = () =>
    ask('POST', orders, {
      location_id,
      supplier_id: suppliers.rows[0].supplier_id,
      line_items: [{ variant_id, quantity: 1, unit_cost: 4 }],
    })
  // Twice, so that every connection has prepared the statements that it will use again.
  await readAll()
  expect((await write()).status).toBe(200)
  const before = await readAll()
  expect(before.map(({ status }) => status)).toEqual(reads.map(() => 200))

  await addColumnsEverywhere()

  expect(await readAll()).toEqual(before)
  expect((await write()).status).toBe(200)
})

test('data of a pre-release version, whose migrations no longer exist, is refused at start in one sentence', async () => {
  server.child.kill('SIGTERM')
  await server.ended
  const cluster = await startEmbedded({ data_dir: join(DATA_DIR, 'postgres') })
  const sql = postgres(cluster.url, { max: 1 })
  await sql`update drizzle.__drizzle_migrations set created_at = created_at - 1000000000`
  await sql.end()
  await cluster.stop()
  const { code, out, err } = await run('main', { DATA_DIR })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(
    /^Cannot use a PostgreSQL \S+ of its own, in \S+: its tables were created by a pre-release version and cannot be migrated\. Set DATABASE_URL to an empty database, or DATA_DIR to another directory, and start again\.\n$/,
  )
})

/** Like a migration: one transaction over every table. */
async function addColumnsEverywhere(): Promise<void> {
  const cluster = await startEmbedded({ data_dir: join(DATA_DIR, 'postgres'), leave_running_if_attached: true })
  expect(cluster.attached).toBe(true)
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  await sql.begin(async (tx) => {
    for (const { name } of tables) {
      await tx`alter table ${tx(name)} add column of_the_next_release text`
      await tx`create index on ${tx(name)} (of_the_next_release)`
    }
  })
  await sql.end()
  await cluster.stop()
}
