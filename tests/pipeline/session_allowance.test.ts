import { beforeEach, expect, test } from 'bun:test'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

/** Leaves one request for this minute and the next, whichever the test runs in. */
const spend = (tenant: Tenant, { user_id }: Session, verb: string, spent: number) => tenant.service.database.sql`
  insert into session_allowances (user_id, minute, verb, spent)
  select ${user_id}, date_trunc('minute', now()) + make_interval(mins => ahead), ${verb}, ${spent}
  from generate_series(0, 1) as ahead
  on conflict (user_id, minute, verb) do update set spent = excluded.spent`

/** The tests count requests of one minute: where little of it is left, they begin with the next. */
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 10_000) await Bun.sleep(left)
}, 15_000)

const rateOf = (headers: Headers) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => Number(headers.get(name)))

test('a user has one rate limit across all sessions, reported in the same headers as for keys', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  await spend(tenant, session, 'read', 2_998)
  const first = await session.get('/api/v1/variants/table')
  expect([first.status, ...rateOf(first.headers)]).toEqual([200, 3_000, 1])
  const reset = Number(first.headers.get('x-ratelimit-reset'))
  expect(reset % 60).toBe(0)
  expect(reset - Date.now() / 1000).toBeWithin(-1, 61)
  const last = await session.get('/api/v1/organizations')
  expect([last.status, ...rateOf(last.headers)]).toEqual([200, 3_000, 0])
  const refused = await session.get('/api/v1/variants/table')
  expect([refused.status, refused.body.code, ...rateOf(refused.headers)]).toEqual([429, 'rate_limited', 3_000, 0])
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
  const write = await session.post('/api/v1/sandbox/seed')
  expect([write.status, ...rateOf(write.headers)]).toEqual([200, 600, 599])
})

test('requests of keys and of other users do not count against it', async () => {
  const tenant = await newTenant()
  const [session, colleague] = [await newSession(tenant), await newSession(tenant)]
  await spend(tenant, session, 'read', 3_000)
  expect((await session.get('/api/v1/variants/table')).status).toBe(429)
  expect((await colleague.get('/api/v1/variants/table')).status).toBe(200)
  const byKey = await tenant.get('/api/v1/variants/table')
  expect([byKey.status, ...rateOf(byKey.headers)]).toEqual([200, 600, 599])
})
