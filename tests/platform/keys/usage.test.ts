import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import type { Exchange } from '../../../server/pipeline/exchange.ts'
import { startUsage } from '../../../server/observe/usage.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { startPlanner } from '../../support/plans.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'

const usageOf = (tenant: Tenant) => `/api/v1/developer/keys/${tenant.api_key_id}/usage`

/** Rows are written in batches off the caller's path: asked for until they are there. */
async function untilShown(admin: Session, path: string, count: number): Promise<any[]> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = (await admin.get(path)).body.data
    if (rows.length >= count) return rows
    await new Promise((settle) => setTimeout(settle, 50))
  }
  throw new Error('the calls do not show')
}

test('a call is found by the request id of its answer', async () => {
  const tenant = await newTenant({ key: { scopes: ['products:read'] } })
  const admin = await newSession(tenant)
  const good = await tenant.get('/api/v1/variants/table?limit=3', { headers: { 'X-Forwarded-For': '198.51.100.7' } })
  const refused = await tenant.post('/api/v1/sandbox/seed')
  expect(refused.body.code).toBe('scope_missing')
  const rows = await untilShown(admin, usageOf(tenant), 2)
  expect(rows).toHaveLength(2)
  const find = async (request_id: string) => (await admin.get(`${usageOf(tenant)}?request_id=${request_id}`)).body.data
  const found = await find(good.headers.get('x-request-id')!)
  expect(found).toMatchObject({ size: 1, filtered_max_size: 1 })
  expect(found.rows[0]).toMatchObject({
    request_id: good.headers.get('x-request-id'),
    method: 'GET',
    path: '/api/v1/variants/table',
    operation: 'products.list_variants',
    status: 200,
    code: null,
    address: '198.51.100.7',
  })
  expect((await find(refused.body.message.request_id)).rows[0]).toMatchObject({ status: 403, code: 'scope_missing' })
  expect(await find(uuidv7())).toMatchObject({ rows: [], filtered_max_size: 0 })
  expect(await find('not-an-id')).toMatchObject({ rows: [], filtered_max_size: 0 })

  const other = await tenant.mint()
  const elsewhere = `/api/v1/developer/keys/${other.api_key_id}/usage?request_id=${good.headers.get('x-request-id')}`
  expect((await admin.get(elsewhere)).body.data.filtered_max_size).toBe(0)
})

test('usage pages newest first, filters by status, code and time, and ends after 30 days', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { sql } = tenant.service.database
  const row = (minutesAgo: number, status: number, code: string | null) => ({
    api_key_id: tenant.api_key_id,
    request_id: uuidv7(),
    at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    method: 'GET',
    path: `/api/v1/at/${minutesAgo}`,
    operation: null,
    status,
    code,
    duration_ms: 3,
    address: null,
  })
  const day = 24 * 60
  await insertRows(tenant, 'key_usage', [
    row(5, 429, 'rate_limited'),
    row(1, 200, null),
    row(3, 403, 'scope_missing'),
    row(29 * day, 200, null),
    row(31 * day, 200, null),
    row(2, 403, 'ip_not_allowed'),
  ])
  const paths = async (query: string) => {
    const { rows, filtered_max_size } = (await admin.get(`${usageOf(tenant)}?${query}`)).body.data
    return [filtered_max_size, ...rows.map((one: any) => Number(one.path.split('/').at(-1)))]
  }
  expect(await paths('')).toEqual([5, 1, 2, 3, 5, 29 * day])
  expect(await paths('limit=2&offset=1')).toEqual([5, 2, 3])
  expect(await paths('status=403')).toEqual([2, 2, 3])
  expect(await paths('code=rate_limited')).toEqual([1, 5])
  const since = new Date(Date.now() - 4 * 60_000).toISOString()
  expect(await paths(`since=${since}`)).toEqual([3, 1, 2, 3])
  expect(await paths('since=2020-01-01T00:00:00Z')).toEqual([5, 1, 2, 3, 5, 29 * day])
  for (const [query, field] of [
    ['status=99', 'status'],
    ['code=nope', 'code'],
    ['since=yesterday', 'since'],
    ['limit=101', 'limit'],
    ['offset=2147483647', 'offset'],
    ['until=2026-01-01T00:00:00Z', 'until'],
  ])
    expect((await admin.get(`${usageOf(tenant)}?${query}`)).body.data?.field).toBe(field)
  // Among many calls of other keys: only then is an index worth more than a look at every row.
  await sql`
    insert into key_usage (organization_id, api_key_id, request_id, at, method, path, status, duration_ms)
    select ${tenant.organization_id}, gen_random_uuid(), gen_random_uuid(), now() - make_interval(secs => n), 'GET', '/', 200, 1
    from generate_series(1, 20000) n`
  await sql`analyze key_usage`
  const [plan] = await sql`
    explain (format json)
    select 1 from key_usage where organization_id = ${tenant.organization_id} and api_key_id = ${tenant.api_key_id}
    and at >= now() - interval '30 days' order by at desc, request_id desc limit 50`
  expect(JSON.stringify(plan)).toContain('key_usage_pk')
})

test("a session's own calls are in no key's usage", async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await admin.get('/api/v1/variants/table')
  await call(tenant.service, 'GET', '/api/v1/variants/table', { key: tenant.api_key })
  const rows = await untilShown(admin, usageOf(tenant), 1)
  expect(rows).toHaveLength(1)
})

testUnless(
  otherProcess,
  'a call is found among all of its key by reading its own row, however late it was stamped',
  async () => {
    const planner = await startPlanner()
    const tenant = await newTenant({ service: planner.service })
    const admin = await newSession(tenant)
    const { sql } = tenant.service.database
    // A call every two minutes for 28 days; the first 48 bits of an id are the millisecond of its call.
    await sql`
    insert into key_usage (organization_id, api_key_id, request_id, at, method, path, status, duration_ms)
    select ${tenant.organization_id}, ${tenant.api_key_id},
      overlay(overlay(gen_random_uuid()::text placing '7' from 15)
        placing overlay(lpad(to_hex((extract(epoch from made_at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) from 1)::uuid,
      made_at + make_interval(secs => n % 500), 'GET', '/api/v1/nth/' || n, 200, 1
    from generate_series(1, 20000) n, lateral (select now() - make_interval(mins => n * 2) as made_at) at_n`
    await sql`analyze key_usage`
    const [late] = await sql<{ request_id: string }[]>`
    select request_id from key_usage where api_key_id = ${tenant.api_key_id} and path = '/api/v1/nth/9999'`
    const read = async (request_id: string) => {
      planner.take()
      const { rows, filtered_max_size } = (await admin.get(`${usageOf(tenant)}?request_id=${request_id}`)).body.data
      const plans = await Promise.all(planner.take().map((one) => planner.explain(one)))
      const scans = plans.flat().filter(({ table }) => table === 'key_usage')
      const paths = rows.map(({ path }: { path: string }) => path)
      return { filtered_max_size, paths, scans: scans.map(({ index, rows_read }) => `${index} ${rows_read}`) }
    }
    const nothing = { filtered_max_size: 0, paths: [] }
    // The key is read first, with its newest call.
    const lastUse = 'key_usage_pk 1'
    expect(await read(late!.request_id)).toEqual({
      filtered_max_size: 1,
      paths: ['/api/v1/nth/9999'],
      scans: [lastUse, 'key_usage_pk 1', 'key_usage_pk 1'],
    })
    // An id of another version that begins with the same time, and the last time that an id can hold.
    const ofChance = `${late!.request_id.slice(0, 14)}4${late!.request_id.slice(15)}`
    expect(await read(ofChance)).toEqual({ ...nothing, scans: [lastUse] })
    const last = await read('ffffffff-ffff-7fff-bfff-ffffffffffff')
    expect(last).toEqual({ ...nothing, scans: [lastUse, 'key_usage_pk 0', 'key_usage_pk 0'] })
    await planner.stop()
  },
)

testUnless(otherProcess, 'a row that cannot be written keeps no other from being written', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const db = openDatabase(tenant.service.database.url)
  const usage = startUsage(db)
  const record = (method: string, duration_ms: number, path = '/api/v1/x') =>
    usage.record({
      exchange: {
        request: { method },
        request_id: uuidv7(),
        caller: { kind: 'key', organization_id: tenant.organization_id, api_key_id: tenant.api_key_id },
        operation: null,
        status: 403,
        code: 'not_public',
        address: '203.0.113.7',
      } as unknown as Exchange,
      path,
      at: new Date().toISOString(),
      duration_ms,
    })
  // No call lasts for less than nothing; NULL is a word that a method may be, and paths may be long.
  for (const method of ['GET', 'NULL', "O'X"]) record(method, 1)
  record('GET', -5)
  record('GET', 2, `/api/v1/"\\{},${'x'.repeat(60_000)}`)
  await usage.stop()
  const { rows } = (await admin.get(usageOf(tenant))).body.data
  const shown = rows.map(
    ({ method, path, duration_ms }: Record<string, string | number>) => `${method} ${path} ${duration_ms}`,
  )
  expect(shown.toSorted()).toEqual(
    [
      'GET /api/v1/x 1',
      'NULL /api/v1/x 1',
      "O'X /api/v1/x 1",
      `GET ${`/api/v1/"\\{},${'x'.repeat(60_000)}`.slice(0, 1_000)} 2`,
    ].toSorted(),
  )
  await db.close()
})
