/** What following a list answers: what counts as a change, what is refused, who sees what, and how long changes are kept. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { tidyChanges } from '../../../server/tables/follow/tidy_changes.ts'
import { limits } from '../../../server/contract/limits.ts'
import { startService } from '../../support/service/service.ts'
import { separateDatabase } from '../../support/database.ts'
import type { OrderShop } from '../../selling/support/orders.ts'
import {
  beginning,
  followedLists,
  type FollowedList,
  followOnce,
  followToEnd,
  newTenant,
  openFollowedShop,
  type Tenant,
} from './followed_lists.ts'

setDefaultTimeout(120_000)

const listOf = (name: string) => followedLists.find((list) => list.name === name)!

/** What changed in each list since the last look: labels of rows, and how many were deleted. */
async function watch(tenant: Tenant) {
  const marks = new Map<string, string>()
  const look = async () => {
    const found: Record<string, unknown[]> = {}
    for (const list of followedLists) {
      const page = await followToEnd(tenant, list, marks.get(list.name) ?? beginning)
      marks.set(list.name, page.watermark)
      const labels = [...page.rows.map((row) => row.sku ?? row[list.row_label]), ...page.deleted.map(() => 'deleted')]
      if (labels.length > 0) found[list.name] = labels.toSorted()
    }
    return found
  }
  await look()
  return look
}

test('a record counts as changed when its own fields or the parts that its row shows change, once for each write', async () => {
  const shop = await openFollowedShop()
  const { tenant, ids, admin } = shop
  const look = await watch(tenant)
  expect(await look()).toEqual({})

  const order = await shop.placed({ reference: 'A', lines: [{ sku: 'J-S', quantity: 2 }] })
  expect(await look()).toEqual({ 'sales orders': ['A'] })
  expect((await tenant.patch(`/api/v1/sales/orders/${order.order_id}`, { reference: 'B' })).status).toBe(200)
  expect(await look()).toEqual({ 'sales orders': ['B'] })
  expect((await tenant.patch(`/api/v1/sales/orders/${order.order_id}`, { reference: 'B' })).status).toBe(200)
  expect(await look()).toEqual({})
  // Units that are held are shown by the variant as committed.
  expect((await shop.act(order, 'allocate')).status).toBe(200)
  expect(await look()).toEqual({ 'sales orders': ['B'], variants: ['J-S'], products: ['Jumper'] })

  const product = `/api/v1/catalogue/products/${ids.products.Jumper}`
  expect((await admin.patch(product, { tags: ['winter'] })).status).toBe(200)
  expect(await look()).toEqual({ products: ['Jumper'] })
  expect((await admin.patch(product, { title: 'Pullover' })).status).toBe(200)
  expect(await look()).toEqual({ products: ['Pullover'], variants: ['J-L', 'J-M', 'J-S'] })
  const variant = `/api/v1/catalogue/variants/${ids.variants['J-M']}`
  expect((await admin.patch(variant, { price_cents: 6100 })).status).toBe(200)
  expect(await look()).toEqual({ products: ['Pullover'], variants: ['J-M'] })

  const lines = [{ variant_id: ids.variants['J-L'], location_id: ids.locations.Store, quantity: 3 }]
  expect((await admin.post('/api/v1/stock-adjustments', { reason: 'found', lines })).status).toBe(201)
  expect(await look()).toEqual({ products: ['Pullover'], variants: ['J-L'] })

  const returned = (await tenant.get('/api/v1/sales/returns')).body.data.rows[0]
  const arrived = await tenant.post(`/api/v1/sales/returns/${returned.id}/receive`, {
    lines: [{ id: returned.lines[0].id, received_quantity: 1, restocked_quantity: 1, disposition: 'restock' }],
  })
  expect([arrived.status, arrived.text]).toEqual([200, arrived.text])
  expect(await look()).toEqual({ returns: ['RET-1001'], products: ['Pullover'], variants: ['J-S'] })

  const purchase = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const [draft] = (await tenant.get(purchase)).body.data.rows
  expect((await tenant.delete(`${purchase}/${draft.id}`)).status).toBeLessThan(300)
  expect(await look()).toEqual({ 'purchase orders': ['deleted'] })
})

test('an exception that is opened or resolved changes its order and its return', async () => {
  const shop = await openFollowedShop()
  const { tenant } = shop
  const { sql } = tenant.service.database
  const look = await watch(tenant)
  const [order] = (await tenant.get('/api/v1/sales/orders')).body.data.rows
  const [returned] = (await tenant.get('/api/v1/sales/returns')).body.data.rows
  const subjects = [
    ['sales_order', order.order_id],
    ['return', String(returned.id)],
  ] as const
  for (const [subject_type, subject_id] of subjects)
    await sql`
      insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
      values (${tenant.organization_id}, ${uuidv7()}, 'date_slip', 'warning', ${subject_type}, ${subject_id}, 'Late.', now())`
  expect(Object.keys(await look())).toEqual(['sales orders', 'returns'])
  await sql`
    update exceptions set resolved_at = now(), resolution = 'done' where organization_id = ${tenant.organization_id}`
  expect(Object.keys(await look())).toEqual(['sales orders', 'returns'])
})

test('the primary supplier of a variant is a part of it, its terms are not', async () => {
  const { tenant, ids } = await openFollowedShop()
  const { sql } = tenant.service.database
  const [supplier_id, variant_id] = [uuidv7(), ids.variants['J-S']!]
  await sql`
    insert into suppliers (organization_id, supplier_id, name, currency) values (${tenant.organization_id}, ${supplier_id}, 'Mill', 'USD')`
  const look = await watch(tenant)
  const path = `/api/v1/inventory/suppliers/${supplier_id}/variants`
  const attached = await tenant.post(path, { variants: [{ variant_id, is_primary: true }] })
  expect([attached.status, attached.text]).toEqual([200, attached.text])
  expect(await look()).toEqual({ variants: ['J-S'] })
  await sql`
    update supplier_variants set lead_time_days = 9 where organization_id = ${tenant.organization_id}`
  expect(await look()).toEqual({})
  expect((await tenant.delete(`${path}/${variant_id}`)).status).toBeLessThan(300)
  expect(await look()).toEqual({ variants: ['J-S'] })
})

test('a change stays back while a transaction that began before it is open, and comes when that has ended', async () => {
  const shop = await openFollowedShop()
  const { tenant, ids } = shop
  const list = listOf('variants')
  const { sql } = tenant.service.database
  const { watermark } = await followToEnd(tenant, list, beginning)
  const change = (tx: any, sku: string) => tx`
    update variants set price_cents = price_cents + 1 where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!}`
  const early = await sql.reserve()
  await early`begin`
  await change(early, 'J-M')
  await change(sql, 'J-S')
  const meanwhile = await followToEnd(tenant, list, watermark)
  expect([meanwhile.rows, meanwhile.deleted]).toEqual([[], []])
  await early`commit`
  early.release()
  const after = await followToEnd(tenant, list, meanwhile.watermark)
  expect(after.rows.map(({ sku }) => sku)).toEqual(['J-M', 'J-S'])
})

test('pages are of any size, counts stay those of the list, and the last page has a watermark to go on from', async () => {
  const { tenant } = await openFollowedShop()
  const list = listOf('variants')
  const first = await followOnce(tenant, list, beginning, { limit: '2' })
  expect([first.size, (first as any).filtered_max_size, (first as any).offset]).toEqual([2, 3, 0])
  const rest = await followToEnd(tenant, list, first.watermark, { limit: '1' })
  expect([...first.rows, ...rest.rows].map(({ sku }) => sku).toSorted()).toEqual(['J-L', 'J-M', 'J-S'])
  const plain = (await tenant.get('/api/v1/variants/table')).body.data
  expect(['watermark' in plain, 'deleted' in plain]).toEqual([false, false])
})

const others: Record<string, [string, string][]> = {
  'sales orders': [
    ['lifecycle', 'open'],
    ['needs_you', 'true'],
    ['origin', 'api'],
    ['is_wholesale', 'true'],
    ['search', 'x'],
    ['since', '2026-01-01'],
    ['offset', '1'],
  ],
  returns: [
    ['state', 'closed'],
    ['origin', 'api'],
    ['since', '2026-01-01'],
    ['offset', '1'],
  ],
}
const ofTables: [string, string][] = [
  ['filter_args', '[]'],
  ['sort_args', '-created_at,name'],
  ['search', 'x'],
  ['offset', '1'],
]

for (const list of followedLists)
  test(`following ${list.name} refuses filters and watermarks that are not good, and says what to do`, async () => {
    const { tenant } = await openFollowedShop()
    const ask = (query: Record<string, string>) =>
      tenant.get(`${list.path(tenant)}?${new URLSearchParams(query).toString()}`)
    for (const [field, value] of others[list.name] ?? ofTables) {
      const sort = field === 'sort_args' && list.table !== 'purchase_orders' ? '-last_updated_at' : value
      const refused = await ask({ updated_since: beginning, [field]: field === 'sort_args' ? sort : value })
      expect([refused.status, refused.body.code, refused.body.data?.field]).toEqual([400, 'bad_request', field])
    }
    for (const updated_since of ['yesterday', '2026-11-01', '2026-02-30T00:00:00Z', btoa('[1]'), btoa('null')]) {
      const refused = await ask({ updated_since })
      expect([refused.status, refused.body.data?.field]).toEqual([400, 'updated_since'])
    }
    const expired = async (updated_since: string, reader: Tenant = tenant) => {
      const { status, body } = await reader.get(`${list.path(reader)}?updated_since=${updated_since}`)
      expect([status, body.code]).toEqual([409, 'watermark_expired'])
      expect(body.message.desc).toContain('updated_since=1970-01-01T00:00:00Z')
      return body.message.desc as string
    }
    const { watermark } = await followToEnd(tenant, list, beginning)
    const another = followedLists.find(({ name }) => name !== list.name)!
    await expired((await followToEnd(tenant, another, beginning)).watermark)
    const elsewhere = await newTenant()
    await expired(watermark, elsewhere)
    const said = JSON.parse(Buffer.from(watermark, 'base64url').toString())
    const made = (edit: (parts: any[]) => void) => {
      const parts = structuredClone(said)
      edit(parts)
      return Buffer.from(JSON.stringify(parts)).toString('base64url')
    }
    const day = 86_400_000
    expect(await expired(made((parts) => (parts[4] -= (limits.changes_days + 2) * day)))).toContain('30 days')
    await expired(made((parts) => (parts[2] = String(BigInt(parts[2]) + 1_000_000n))))
    const aged = await followToEnd(
      tenant,
      list,
      made((parts) => (parts[4] -= limits.changes_days * day)),
    )
    expect(aged.rows).toEqual([])
  })

test('an instant starts with what changed since; one from before changes were recorded starts with every record', async () => {
  const { tenant, ids } = await openFollowedShop()
  const { sql } = tenant.service.database
  const list = listOf('variants')
  // Far enough that the margin before an instant does not reach the records of the fixture.
  await sql`
    update record_changes set changed_at = changed_at - interval '2 hours' where organization_id = ${tenant.organization_id}`
  await sql`
    insert into record_change_logs (identity, started_at) values (database_identity(), now() - interval '1 day')
    on conflict (identity) do update set started_at = least(record_change_logs.started_at, excluded.started_at)`
  await sql`
    update variants set price_cents = 1 where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-S']!}`
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const since = async (instant: string) => (await followToEnd(tenant, list, instant)).rows.map(({ sku }) => sku)
  expect(await since(ago(1))).toEqual(['J-S'])
  expect((await since(ago(3))).toSorted()).toEqual(['J-L', 'J-M', 'J-S'])
  expect(await since(ago(-1))).toEqual([])
  expect((await since(ago(48))).toSorted()).toEqual(['J-L', 'J-M', 'J-S'])
  expect((await since('2026-01-01T00:00:00+02:00')).length).toBe(3)
})

async function wholesaleShop(): Promise<OrderShop & { other_id: string }> {
  const shop = await openFollowedShop()
  const { sql } = shop.tenant.service.database
  const [other_id, channel_id] = [uuidv7(), uuidv7()]
  const org = shop.tenant.organization_id
  await sql`insert into trading_partners (organization_id, trading_partner_id, name) values (${org}, ${other_id}, 'Other')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${org}, ${channel_id}, 'Other', 'wholesale', ${other_id})`
  return { ...shop, other_id }
}

test('a key of one account follows the orders and returns of that account, deleted ones too, and no others', async () => {
  const shop = await wholesaleShop()
  const { tenant, account_id, other_id } = shop
  const { sql } = tenant.service.database
  const { api_key } = await tenant.mint({ trading_partner_id: account_id })
  const bound = { ...tenant, get: (path: string) => tenant.get(path, { key: api_key }) }
  const lines = [{ sku: 'J-S', quantity: 1, unit_price_cents: 2000 }]
  const own = await shop.placed({ reference: 'own', trading_partner_id: account_id, lines })
  const other = await shop.placed({ reference: 'other', trading_partner_id: other_id, lines })
  for (const { order_id } of [own, other])
    await sql`
      insert into returns (organization_id, return_id, name, state, order_id, customer_id, sales_channel_id, location_id)
      select organization_id, ${order_id === own.order_id ? 1 : 2}, reference, 'expected', order_id, customer_id,
        sales_channel_id, location_id from sales_orders where organization_id = ${tenant.organization_id}
        and order_id = ${order_id}`
  const named = { trading_partner_id: account_id }
  const marks: Record<string, string> = {}
  for (const name of ['sales orders', 'returns']) {
    const list = listOf(name)
    const unnamed = await bound.get(`${list.path(tenant)}?updated_since=${beginning}`)
    expect([unnamed.status, unnamed.body.code]).toEqual([403, 'account_mismatch'])
    const all = await followToEnd(bound, list, beginning, named)
    expect(all.rows.map((row) => row[list.row_label])).toEqual(['own'])
    marks[name] = all.watermark
    // Without its account, the watermark is of another list.
    const whole = await tenant.get(`${list.path(tenant)}?updated_since=${all.watermark}`)
    expect([whole.status, whole.body.code]).toEqual([409, 'watermark_expired'])
  }
  await sql`delete from returns where organization_id = ${tenant.organization_id} and order_id is not null`
  for (const order of [other, own]) {
    await sql`delete from order_lines where organization_id = ${tenant.organization_id} and order_id = ${order.order_id}`
    await sql`delete from sales_orders where organization_id = ${tenant.organization_id} and order_id = ${order.order_id}`
  }
  for (const [name, id] of [
    ['sales orders', own.order_id],
    ['returns', '1'],
  ] as const) {
    const since = await followToEnd(bound, listOf(name), marks[name]!, named)
    expect([since.rows, since.deleted.map((one) => one.id)]).toEqual([[], [id]])
  }
})

test('tidying keeps the last change of each record for the watermarks that are still good', async () => {
  const { tenant, ids } = await openFollowedShop()
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  const list = listOf('variants')
  const { watermark } = await followToEnd(tenant, list, beginning)
  for (const sku of ['J-S', 'J-M', 'J-S', 'J-S'])
    await sql`
      update variants set price_cents = coalesce(price_cents, 0) + 1
      where organization_id = ${org} and variant_id = ${ids.variants[sku]!}`
  const tidy = async () => {
    let reached: Awaited<ReturnType<typeof tidyChanges>> = null
    do reached = await sql.begin((tx) => tidyChanges(tx as never, org, reached, 2))
    while (reached !== null)
    return sql`select record_type, record_id from record_changes where organization_id = ${org}`
  }
  const remainingChanges = await tidy()
  expect(new Set(remainingChanges.map(({ record_type, record_id }) => `${record_type} ${record_id}`)).size).toBe(
    remainingChanges.length,
  )
  expect((await followToEnd(tenant, list, watermark)).rows.map(({ sku }) => sku)).toEqual(['J-M', 'J-S'])
  const days = limits.changes_days
  const age = (more: number) => sql`
    update record_changes set changed_at = now() - make_interval(days => ${days + more}) where organization_id = ${org}`
  await age(1)
  expect((await tidy()).length).toBe(remainingChanges.length)
  await age(3)
  expect((await tidy()).length).toBe(0)
})

test('tidying leaves changes alone that an open transaction may still come before', async () => {
  const { tenant, ids } = await openFollowedShop()
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  await sql.begin((tx) => tidyChanges(tx as never, org, null))
  const rows = () => sql`select 1 from record_changes where organization_id = ${org}`
  const before = (await rows()).length
  const early = await sql.reserve()
  await early`begin`
  await early`select pg_current_xact_id()`
  for (let i = 0; i < 3; i += 1)
    await sql`update variants set position = position + 1 where organization_id = ${org} and variant_id = ${ids.variants['J-S']!}`
  await sql.begin((tx) => tidyChanges(tx as never, org, null))
  // Three of the variant and three of its product.
  expect((await rows()).length).toBe(before + 6)
  await early`rollback`
  early.release()
  await sql.begin((tx) => tidyChanges(tx as never, org, null))
  expect((await rows()).length).toBe(before)
})

test('in a restored database every watermark is refused once, and starting anew misses nothing', async () => {
  const database = await separateDatabase('followed_after_a_restore')
  const service = await startService({}, database)
  try {
    const tenant = await newTenant({ service })
    const list: FollowedList = listOf('products')
    const { sql } = database
    const org = tenant.organization_id
    await sql`
      insert into products (organization_id, product_id, title, status, currency)
      select ${org}, gen_random_uuid(), 'P' || n, 'ACTIVE', 'USD' from generate_series(1, 5) n`
    const { watermark } = await followToEnd(tenant, list, beginning)
    // As a dump leaves it in another cluster: other identity, and transactions whose numbers are yet to come there.
    await sql`
      update record_changes set changed_in = (changed_in::text::bigint + 1000000)::text::xid8 where organization_id = ${org}`
    await sql`
      create or replace function database_identity() returns text language sql stable as $$ select 'restored' $$`
    const refused = await tenant.get(`${list.path(tenant)}?updated_since=${watermark}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'watermark_expired'])
    const anew = await followToEnd(tenant, list, beginning, { limit: '2' })
    expect(anew.rows.map(({ title }) => title).toSorted()).toEqual(['P1', 'P2', 'P3', 'P4', 'P5'])
    await sql`update products set title = 'P1 new' where organization_id = ${org} and title = 'P1'`
    await sql`delete from products where organization_id = ${org} and title = 'P2'`
    const since = await followToEnd(tenant, list, anew.watermark)
    expect([since.rows.map(({ title }) => title), since.deleted.length]).toEqual([['P1 new'], 1])
    // Changes of this database are not recorded from a known time on, so an instant starts with every record.
    const hour = new Date(Date.now() - 60_000).toISOString()
    expect((await followToEnd(tenant, list, hour)).rows.length).toBe(4)
  } finally {
    await service.stop()
    await database.stop()
  }
})
