/** Triggers keep sales by day to variants, sales channels and locations as foreign keys would, also of transactions at once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { testDatabase } from '../../support/database.ts'
import { openShop, type Shop } from '../support/sales.ts'

setDefaultTimeout(120_000)

interface Parent {
  table: 'variants' | 'sales_channels' | 'locations'
  key: 'variant_id' | 'sales_channel_id' | 'location_id'
  constraint: string
}

const parents: Parent[] = [
  { table: 'variants', key: 'variant_id', constraint: 'sales_daily_variant_fk' },
  { table: 'sales_channels', key: 'sales_channel_id', constraint: 'sales_daily_channel_fk' },
  { table: 'locations', key: 'location_id', constraint: 'sales_daily_location_fk' },
]

type Client = postgres.Sql<{}> | postgres.TransactionSql<{}>
type Keys = Record<Parent['key'], string>

const keysOf = ({ ids }: Shop): Keys => ({
  variant_id: ids.variants['J-S']!,
  sales_channel_id: ids.sales_channels.Online!,
  location_id: ids.locations.Main!,
})

const insertSales = (sql: Client, { organization_id }: Shop, keys: Keys, day = '2026-03-01') => sql`
  insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units, gross_sales_cents)
  values (${organization_id}, ${keys.variant_id}, ${day}, ${keys.sales_channel_id}, ${keys.location_id}, 'USD', 1, 100)`

async function insertParent(sql: Client, { organization_id, ids }: Shop, { table }: Parent): Promise<string> {
  const id = uuidv7()
  if (table === 'variants')
    await sql`
      insert into variants (organization_id, variant_id, product_id, sku, title, position, price_cents, created_at)
      select organization_id, ${id}, product_id, ${id}, 'One', 9, 100, now() from variants
      where organization_id = ${organization_id} and variant_id = ${ids.variants['J-S']!}`
  else if (table === 'sales_channels')
    await sql`
      insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
      values (${organization_id}, ${id}, ${id}, 'online')`
  else
    await sql`
      insert into locations (organization_id, location_id, name, kind)
      values (${organization_id}, ${id}, ${id}, 'warehouse')`
  return id
}

const deleteParent = (sql: Client, { organization_id }: Shop, { table, key }: Parent, id: string) =>
  sql`delete from ${sql(table)} where organization_id = ${organization_id} and ${sql(key)} = ${id}`

async function connect() {
  const { url } = await testDatabase()
  return [1, 2].map(() => postgres(url, { max: 1, onnotice: () => {} })) as [postgres.Sql<{}>, postgres.Sql<{}>]
}

/** `done`, or the SQLSTATE and the constraint. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code, constraint_name }: { code: string; constraint_name?: string }) =>
      `${code} ${constraint_name ?? ''}`.trim(),
  )

const orphans = async (sql: Client, { organization_id }: Shop): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sales_daily s
    where s.organization_id = ${organization_id} and not (
      exists (select from variants p where (p.organization_id, p.variant_id) = (s.organization_id, s.variant_id))
      and exists (select from locations p where (p.organization_id, p.location_id) = (s.organization_id, s.location_id))
      and exists (select from sales_channels p
        where (p.organization_id, p.sales_channel_id) = (s.organization_id, s.sales_channel_id)))`
  return row!.count
}

/** Whether somebody waits for a lock of this session's transaction. */
async function untilWaiting(sql: Client, pid: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waits: boolean }[]>`
      select exists (select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))) as waits`
    if (row!.waits) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const pidOf = async (sql: Client) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]!.pid

test('a row of sales without a parent is refused, one of several rows and one of another organisation too', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const [sql, second] = await connect()
  for (const { key, constraint } of parents) {
    for (const id of [uuidv7(), keysOf(other)[key]])
      expect(await outcomeOf(insertSales(sql, shop, { ...keysOf(shop), [key]: id }))).toBe(`23503 ${constraint}`)
    const several = sql`
      insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units, gross_sales_cents)
      select ${shop.organization_id}, n.variant_id, n.day, n.sales_channel_id, n.location_id, 'USD', 1, 100
      from jsonb_to_recordset(${JSON.stringify([
        { ...keysOf(shop), day: '2026-03-01' },
        { ...keysOf(shop), [key]: uuidv7(), day: '2026-03-02' },
      ])}::text::jsonb) as n (variant_id uuid, day date, sales_channel_id uuid, location_id uuid)`
    expect(await outcomeOf(several)).toBe(`23503 ${constraint}`)
  }
  await insertSales(sql, shop, keysOf(shop))
  for (const { key } of parents)
    expect(
      await outcomeOf(sql`
        update sales_daily set ${sql(key)} = ${uuidv7()} where organization_id = ${shop.organization_id}`),
    ).toBe('23000')
  expect(await orphans(sql, shop)).toBe(0)
  for (const one of [sql, second]) await one.end()
})

test('a parent with sales is neither deleted nor given another key, and one without sales is', async () => {
  const shop = await openShop()
  const [sql, second] = await connect()
  for (const parent of parents) {
    const { table, key, constraint } = parent
    const id = await insertParent(sql, shop, parent)
    const other = await insertParent(sql, shop, parent)
    await insertSales(sql, shop, { ...keysOf(shop), [key]: id })
    expect(await outcomeOf(deleteParent(sql, shop, parent, id))).toBe(`23503 ${constraint}`)
    expect(
      await outcomeOf(sql`
        update ${sql(table)} set ${sql(key)} = ${uuidv7()}
        where organization_id = ${shop.organization_id} and ${sql(key)} = ${id}`),
    ).toBe(`23503 ${constraint}`)
    // Both go in one transaction, the sales first.
    await sql.begin(async (tx) => {
      await tx`delete from sales_daily where organization_id = ${shop.organization_id} and ${tx(key)} = ${id}`
      await deleteParent(tx, shop, parent, id)
    })
    expect(await outcomeOf(deleteParent(sql, shop, parent, other))).toBe('done')
    const inSnapshot = sql.begin('isolation level repeatable read', async (tx) =>
      deleteParent(tx, shop, parent, keysOf(shop)[key]),
    )
    expect(await outcomeOf(inSnapshot)).toBe('0A000')
  }
  for (const one of [sql, second]) await one.end()
})

test('of a parent that is deleted while it gets its first sales, one of the two stays', async () => {
  const shop = await openShop()
  const [writer, deleter] = await connect()
  for (const parent of parents) {
    const { key, constraint } = parent
    // The row of sales first: the deletion waits for it.
    const soldId = await insertParent(writer, shop, parent)
    const inserts = Promise.withResolvers<void>()
    const inserting = writer.begin(async (tx) => {
      await insertSales(tx, shop, { ...keysOf(shop), [key]: soldId })
      inserts.resolve()
      const watch = postgres((await testDatabase()).url, { max: 1 })
      await untilWaiting(watch, await pidOf(tx))
      await watch.end()
    })
    await inserts.promise
    expect(await outcomeOf(deleteParent(deleter, shop, parent, soldId))).toBe(`23503 ${constraint}`)
    await inserting
    // The deletion first: the row of sales waits for it.
    const deletedId = await insertParent(writer, shop, parent)
    const deleted = Promise.withResolvers<void>()
    const deleting = deleter.begin(async (tx) => {
      await deleteParent(tx, shop, parent, deletedId)
      deleted.resolve()
      const watch = postgres((await testDatabase()).url, { max: 1 })
      await untilWaiting(watch, await pidOf(tx))
      await watch.end()
    })
    await deleted.promise
    expect(await outcomeOf(insertSales(writer, shop, { ...keysOf(shop), [key]: deletedId }, '2026-03-02'))).toBe(
      `23503 ${constraint}`,
    )
    await deleting
  }
  expect(await orphans(writer, shop)).toBe(0)
  for (const one of [writer, deleter]) await one.end()
})

test('rounds of deletions and sales at once leave no row of sales without its parent', async () => {
  const shop = await openShop()
  const [writer, deleter] = await connect()
  for (let round = 0; round < 120; round++) {
    const parent = parents[round % parents.length]!
    const id = await insertParent(writer, shop, parent)
    const wait = (round % 8) / 4
    const [inserted, removed] = await Promise.all([
      outcomeOf(insertSales(writer, shop, { ...keysOf(shop), [parent.key]: id })),
      new Promise((resolve) => setTimeout(resolve, wait)).then(() =>
        outcomeOf(deleteParent(deleter, shop, parent, id)),
      ),
    ])
    const both = [inserted, removed].map((one) => one === 'done')
    expect(both.filter((done) => done)).toHaveLength(1)
  }
  expect(await orphans(writer, shop)).toBe(0)
  for (const one of [writer, deleter]) await one.end()
})
