import { expect, test } from 'bun:test'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const path = '/api/v1/variants/table'

/** Waits until the database's minute has at least `seconds` left, so that it does not end during a test. */
async function untilMinuteHas(tenant: Tenant, seconds: number): Promise<void> {
  const [row] = await tenant.service.database.sql<
    { left: number }[]
  >`select 60 - extract(second from now())::float8 as left`
  if (row!.left < seconds) await Bun.sleep(row!.left * 1000 + 20)
}

const spend = (tenant: Tenant, verb: 'read' | 'write', spent: number) => tenant.service.database.sql`
  insert into allowances (api_key_id, minute, verb, spent)
  values (${tenant.api_key_id}, date_trunc('minute', now()), ${verb}, ${spent})
  on conflict (api_key_id, minute, verb) do update set spent = excluded.spent`

test('reads and writes have separate allowances, counted by the database', async () => {
  const tenant = await newTenant()
  await untilMinuteHas(tenant, 3)
  const read = await tenant.get(path)
  expect(read.headers.get('x-ratelimit-limit')).toBe('600')
  expect(read.headers.get('x-ratelimit-remaining')).toBe('599')
  const write = await tenant.post('/api/v1/sandbox/seed')
  expect(write.headers.get('x-ratelimit-limit')).toBe('120')
  expect(write.headers.get('x-ratelimit-remaining')).toBe('119')
  const reset = Number(write.headers.get('x-ratelimit-reset'))
  expect(reset % 60).toBe(0)
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60)
})

test('the 600th read succeeds, the 601st is refused, and refused requests count too', async () => {
  const tenant = await newTenant()
  await untilMinuteHas(tenant, 3)
  await spend(tenant, 'read', 599)
  const last = await tenant.get(path)
  expect(last.status).toBe(200)
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
  const over = await tenant.get(path)
  expect(over.status).toBe(429)
  expect(over.body.message.code).toBe('rate_limited')
  const retry_after = Number(over.headers.get('retry-after'))
  expect(retry_after).toBeGreaterThanOrEqual(1)
  expect(retry_after).toBeLessThanOrEqual(60)
  expect(over.headers.get('x-ratelimit-limit')).toBe('600')
  const [row] = await tenant.service.database.sql`
    select sum(spent)::int as spent from allowances where api_key_id = ${tenant.api_key_id}`
  expect(row!.spent).toBe(601)
  expect((await tenant.post('/api/v1/sandbox/seed')).status).toBe(200)
})

test('every refusal after the key was resolved has the three headers and counts against the allowance', async () => {
  const tenant = await newTenant({ key: { scopes: ['movements:read'] } })
  await untilMinuteHas(tenant, 3)
  for (const [at, answer] of [
    await tenant.get(path),
    await tenant.get('/api/v1/nowhere'),
    await tenant.get('/api/v1/inventory/movements?x=1'),
  ].entries()) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(599 - at))
    expect(answer.headers.has('x-ratelimit-reset')).toBe(true)
  }
})

test('two keys of one organisation have separate allowances', async () => {
  const tenant = await newTenant()
  await untilMinuteHas(tenant, 3)
  await spend(tenant, 'read', 600)
  const other = await tenant.mint()
  expect((await tenant.get(path)).status).toBe(429)
  expect((await tenant.get(path, { key: other.api_key })).status).toBe(200)
})
