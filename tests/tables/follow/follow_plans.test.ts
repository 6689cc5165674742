/** What following costs: a page reads as many rows as it answers, however many changes are recorded, and a write adds few. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { fillOtherOrganizations } from '../../support/fixtures/bulk.ts'
import { beginning, followedLists, newTenant, type Tenant } from './followed_lists.ts'

const products = 6_000
const pageSize = 10

let database: TestDatabase
let planner: Planner
let tenant: Tenant

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_following')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  await fillOtherOrganizations(tenant, 200)
  const { sql } = database
  const org = tenant.organization_id
  await sql`insert into locations (organization_id, location_id, name) values (${org}, gen_random_uuid(), 'Main')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
    values (${org}, gen_random_uuid(), 'Web', 'online')`
  // The triggers record one change of each in one transaction, and the loop changes some products in many more.
  await sql`
    insert into products (organization_id, product_id, title, status, currency)
    select ${org}, gen_random_uuid(), 'P' || n, 'ACTIVE', 'USD' from generate_series(1, ${products}) n`
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select organization_id, gen_random_uuid(), product_id, title, title from products where organization_id = ${org}`
  await sql`
    insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale, sales_channel_id, currency,
      location_id, ordered_at, ordered_on)
    select ${org}, gen_random_uuid(), 'SO-' || n, 'api', 'open', false, c.sales_channel_id, 'USD', l.location_id, now(),
      current_date
    from generate_series(1, ${products}) n, sales_channels c, locations l
    where c.organization_id = ${org} and l.organization_id = ${org}`
  await sql`
    insert into returns (organization_id, return_id, name, state, location_id)
    select ${org}, n, 'RET-' || n, 'expected', l.location_id
    from generate_series(1, ${products}) n, locations l where l.organization_id = ${org}`
  await sql`
    insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, location_id, currency)
    select ${org}, gen_random_uuid(), 'PO-' || n, 'purchase', 'draft', l.location_id, 'USD'
    from generate_series(1, ${products}) n, locations l where l.organization_id = ${org}`
  for (const table of ['products', 'variants', 'sales_orders', 'returns', 'purchase_orders']) {
    const label = table === 'products' || table === 'variants' ? 'title' : 'name'
    for (let i = 0; i < 30; i += 1)
      await sql`
        update ${sql(table)} set ${sql(label)} = ${sql(label)} || '.' where organization_id = ${org} and
          ${sql(label)} like ${`%${i}`}`
  }
  await sql`vacuum (analyze)`
}, 240_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(path: string): Promise<{ body: any; scans: Scan[] }> {
  planner.take()
  const { status, body, text } = await tenant.get(path)
  expect([status, text]).toEqual([200, text])
  // Returns are counted by state for each page, with updated_since or without.
  const statements = planner.take().filter((one) => !one.text.includes("filter (where r.state = 'expected')"))
  const scans = await Promise.all(statements.map((one) => planner.explain(one)))
  return { body, scans: scans.flat() }
}

for (const list of followedLists)
  testUnless(otherProcess, `a page of ${list.name} that is followed reads the rows that it answers`, async () => {
    const page = async (updated_since: string, limit = pageSize) =>
      scansOf(`${list.path(tenant)}?updated_since=${updated_since}&limit=${limit}`)
    const first = await page(beginning)
    expect(first.body.data.rows.length).toBe(pageSize)
    const ofFollowing = ({ scans }: { scans: Scan[] }) =>
      scans.filter(({ table, rows_read }) => rows_read > pageSize * 8 && [list.table, 'record_changes'].includes(table))
    expect(ofFollowing(first)).toEqual([])
    expect(first.scans.filter(({ table, node }) => table === 'record_changes' && node === 'Seq Scan')).toEqual([])
    // In the middle of all changes.
    const said = JSON.parse(Buffer.from(first.body.data.watermark, 'base64url').toString())
    const [middle] = await database.sql<{ xid: string; id: string }[]>`
      select changed_in::text as xid, record_id as id from record_changes
      where organization_id = ${tenant.organization_id} and record_type = ${recordTypes[list.name]!}
      order by changed_in, record_id offset ${products} limit 1`
    const watermark = Buffer.from(JSON.stringify([said[0], 0, middle!.xid, middle!.id, said[4]])).toString('base64url')
    const later = await page(watermark)
    expect(later.body.data.rows.length).toBeGreaterThan(0)
    // A batch of changes is read, of which a page may have few.
    expect(
      ofFollowing(later).filter(({ table, rows_read }) => table !== 'record_changes' || rows_read > 1_000),
    ).toEqual([])
    expect(later.scans.filter(({ table, index }) => table === 'record_changes' && index === null)).toEqual([])
  })

const recordTypes: Record<string, string> = {
  'sales orders': 'sales_order',
  returns: 'return',
  products: 'product',
  variants: 'variant',
  'purchase orders': 'purchase_order',
}

testUnless(otherProcess, 'a write records each record once, whatever its parts, and looks each up by key', async () => {
  const { sql } = database
  const org = tenant.organization_id
  const count = async () =>
    Number((await sql`select count(*) as rows from record_changes where organization_id = ${org}`)[0]!.rows)
  const before = await count()
  await sql.begin(async (tx) => {
    const [location] = await tx`select location_id from locations where organization_id = ${org}`
    await tx`
      insert into stock_levels (organization_id, variant_id, location_id, on_hand)
      select organization_id, variant_id, ${location!.location_id}, 1 from variants where organization_id = ${org} limit 100`
    for (const on_hand of [2, 3, 4])
      await tx`update stock_levels set on_hand = ${on_hand} where organization_id = ${org}`
  })
  // A hundred variants of as many products.
  expect(await count()).toBe(before + 200)
})
