import { expect, test } from 'bun:test'
import { idFor, kindIn } from '../support/document/foreign.ts'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { newLocation } from '../support/fixtures/locations.ts'
import { setSeededFixture } from '../support/fixtures/seeded_fixture.ts'
import { publicOperations } from '../support/service/service.ts'
import { call, newTenant, type Tenant } from '../support/service/tenant.ts'

const path = '/api/v1/tests/required'
const json = { 'Content-Type': 'application/json' }
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

async function fixture() {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  const mark = (note: string, idempotency_key?: string, options: { key?: string } = {}) =>
    tenant.post(
      path,
      { location_id: place.location_id, note },
      { ...options, ...(idempotency_key === undefined ? {} : withKey(idempotency_key)) },
    )
  return { tenant, place, mark }
}

const age = (tenant: Tenant, hours: number) => tenant.service.database.sql`
  update remembered_writes set first_seen_at = first_seen_at - make_interval(hours => ${hours}),
    forget_at = forget_at - make_interval(hours => ${hours})
  where organization_id = ${tenant.organization_id}`

/** Holds the claim of a key from a separate connection, like a running request. */
async function whileHeld(tenant: Tenant, idempotency_key: string, work: () => Promise<void>) {
  await tenant.service.database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${tenant.api_key_id} ${idempotency_key}`}, 0))`
    await work()
  })
}

test('the same key and request replays the first response byte for byte, and nothing runs again', async () => {
  const { place, mark } = await fixture()
  const first = await mark('a', 'k')
  const again = await mark('a', 'k')
  expect(first.status).toBe(200)
  expect(first.headers.has('idempotency-replayed')).toBe(false)
  expect(again.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await place.name()).toBe('a')
})

test('the same key with another body, operation or query is a conflict', async () => {
  const { tenant, place, mark } = await fixture()
  await mark('a', 'k')
  const otherBody = await mark('b', 'k')
  const otherOperation = await tenant.post('/api/v1/sandbox/seed', undefined, withKey('k'))
  for (const answer of [otherBody, otherOperation]) {
    expect(answer.status).toBe(409)
    expect(answer.body.message.code).toBe('idempotency_conflict')
  }
  expect(await place.name()).toBe('a')
})

test('a key that was used for another request is a conflict, even if this request is invalid', async () => {
  const { tenant, place, mark } = await fixture()
  await mark('a', 'k')
  const broken = [
    await tenant.post(path, undefined, { raw: '{"location_id":', headers: { ...withKey('k').headers, ...json } }),
    await tenant.post(path, { note: 7 }, withKey('k')),
    await tenant.post(path, undefined, withKey('k')),
    await tenant.post(`${path}?surprise=1`, { location_id: place.location_id, note: 'a' }, withKey('k')),
    await tenant.post('/api/v1/stocktakes', { surprise: true }, withKey('k')),
    await tenant.post('/api/v1/sandbox/seed', { surprise: true }, withKey('k')),
  ]
  for (const answer of broken) expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_conflict'])
  // An unused key does not hide errors of the request, and is not used up by them.
  const fresh = await tenant.post(path, { note: 7 }, withKey('fresh'))
  expect([fresh.status, fresh.body.code]).toEqual([400, 'bad_request'])
  expect((await mark('b', 'fresh')).status).toBe(200)
  expect(await place.name()).toBe('ab')
})

test('a request that the pipeline refuses before it reads the Idempotency-Key is refused as if it had none', async () => {
  const { tenant, mark } = await fixture()
  const reader = await tenant.mint({ scopes: ['sandbox:read'] })
  await mark('a', 'k')
  const invalid = { raw: '{', headers: { ...withKey('k').headers, ...json } }
  const refusals = [
    await tenant.post(path, undefined, { ...invalid, key: null }),
    await tenant.post(path, undefined, { ...invalid, key: 'svc_us_nothing' }),
    await tenant.post('/api/v1/sandbox/seed', undefined, { ...invalid, key: reader.api_key }),
    await tenant.post(path, undefined, { ...invalid, headers: { ...invalid.headers, 'Service-Version': 'never' } }),
  ]
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'bad_request'],
    [401, 'key_invalid'],
    [403, 'scope_missing'],
    [400, 'bad_request'],
  ])
})

test('fifty identical concurrent requests have one effect', async () => {
  const { place, mark } = await fixture()
  const answers = await Promise.all(Array.from({ length: 50 }, () => mark('x', 'k')))
  const statuses = new Set(answers.map((answer) => answer.status))
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
  for (const refused of answers.filter((answer) => answer.status === 409)) {
    expect(refused.body.message.code).toBe('idempotency_in_flight')
    expect(refused.headers.get('retry-after')).toBe('1')
  }
  expect(new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.text)).size).toBe(1)
  expect(await place.name()).toBe('x')
})

test('a claimed key is refused as in flight, and can be used again afterwards', async () => {
  const { tenant, mark } = await fixture()
  await whileHeld(tenant, 'k', async () => {
    const answer = await mark('a', 'k')
    expect(answer.body.message.code).toBe('idempotency_in_flight')
    expect(answer.headers.get('retry-after')).toBe('1')
  })
  expect((await mark('a', 'k')).status).toBe(200)
})

test('an Idempotency-Key applies only to the API key that sent it', async () => {
  const { tenant, place, mark } = await fixture()
  const other = await tenant.mint()
  await mark('a', 'k')
  expect((await mark('b', 'k', { key: other.api_key })).status).toBe(200)
  expect(await place.name()).toBe('ab')
})

test('a failed write releases its key', async () => {
  const tenant = await newTenant({ sandbox: false })
  const { sql } = tenant.service.database
  expect((await tenant.post('/api/v1/sandbox/seed', undefined, withKey('k'))).status).toBe(409)
  await sql`update organizations set sandbox = true where organization_id = ${tenant.organization_id}`
  const second = await tenant.post('/api/v1/sandbox/seed', undefined, withKey('k'))
  expect(second.status).toBe(200)
  expect(second.headers.has('idempotency-replayed')).toBe(false)
})

test('a key-required write is refused without a usable key', async () => {
  const { place, mark } = await fixture()
  for (const key of [undefined, '', 'x'.repeat(256)]) {
    const answer = await mark('a', key)
    expect(answer.status).toBe(400)
    expect(answer.body.message.code).toBe('idempotency_key_required')
  }
  expect((await mark('a', 'x'.repeat(255))).status).toBe(200)
  expect(await place.name()).toBe('a')
})

test('on other writes, keys of up to 255 characters apply, longer ones are ignored, and empty or repeated ones are refused', async () => {
  const tenant = await newTenant()
  const seed = (key: string) => tenant.post('/api/v1/sandbox/seed', undefined, withKey(key))
  expect((await seed('x'.repeat(255))).body.data.seeded).toBe(true)
  expect((await seed('x'.repeat(255))).body.data.seeded).toBe(true)
  expect((await seed('x'.repeat(256))).body.data.already_seeded).toBe(true)
  for (const key of ['', 'one, two']) {
    const answer = await seed(key)
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBe('Idempotency-Key')
  }
})

test("a key's length is counted in characters, and its UTF-8 and Latin-1 encodings are the same key", async () => {
  const { place, mark } = await fixture()
  // fetch sends each character of a header as one byte, so this text represents bytes.
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  expect((await mark('a', utf8('é'.repeat(200)))).status).toBe(200)
  for (const again of [utf8('é'.repeat(200)), 'é'.repeat(200)])
    expect((await mark('a', again)).headers.get('idempotency-replayed')).toBe('true')
  expect((await mark('b', utf8('鍵'.repeat(255)))).status).toBe(200)
  expect((await mark('c', utf8('🔑'.repeat(255)))).status).toBe(200)
  expect((await mark('c', utf8('🔑'.repeat(256)))).body.code).toBe('idempotency_key_required')
  expect((await mark('c', utf8('é'.repeat(256)))).body.code).toBe('idempotency_key_required')
  expect(await place.name()).toBe('abc')
})

test("after a day, a key-required write's key can be used for other writes and still replays its own response", async () => {
  const { tenant, place, mark } = await fixture()
  const seed = () => tenant.post('/api/v1/sandbox/seed', undefined, withKey('k'))
  await mark('a', 'k')
  expect((await seed()).body.code).toBe('idempotency_conflict')
  await age(tenant, 25)
  await whileHeld(tenant, 'k', async () => {
    expect((await seed()).body.code).toBe('idempotency_in_flight')
  })
  const seeded = await seed()
  expect([seeded.status, seeded.headers.has('idempotency-replayed')]).toEqual([200, false])
  expect((await seed()).headers.get('idempotency-replayed')).toBe('true')
  // The 30-day record is not affected by the other write under its key.
  expect((await mark('a', 'k')).headers.get('idempotency-replayed')).toBe('true')
  expect((await mark('b', 'k')).body.code).toBe('idempotency_key_reused')
  await age(tenant, 25)
  const seededAgain = await seed()
  expect(seededAgain.headers.has('idempotency-replayed')).toBe(false)
  expect(seededAgain.body.data.already_seeded).toBe(true)
  expect(await place.name()).toBe('a')
})

test('responses are stored for 24 hours, and for 30 days on key-required writes', async () => {
  const { tenant, place, mark } = await fixture()
  await mark('a', 'k')
  await tenant.post('/api/v1/sandbox/seed', undefined, withKey('seed'))
  await age(tenant, 25)
  const seed = await tenant.post('/api/v1/sandbox/seed', undefined, withKey('seed'))
  expect(seed.body.data.already_seeded).toBe(true)
  expect(seed.headers.has('idempotency-replayed')).toBe(false)
  expect((await mark('a', 'k')).headers.get('idempotency-replayed')).toBe('true')
  await age(tenant, 29 * 24)
  expect((await mark('a', 'k')).headers.has('idempotency-replayed')).toBe(false)
  expect(await place.name()).toBe('aa')
})

test('after 24 hours, a key-required write treats different encodings of a key as different keys', async () => {
  const { tenant, mark } = await fixture()
  await mark('a', 'k')
  expect((await mark('b', 'k')).body.message.code).toBe('idempotency_conflict')
  await age(tenant, 25)
  const reused = await mark('b', 'k')
  expect(reused.status).toBe(409)
  expect(reused.body.message.code).toBe('idempotency_key_reused')
  await whileHeld(tenant, 'k', async () => {
    const held = await mark('a', 'k')
    expect(held.status).toBe(409)
    expect(held.body.message.code).toBe('idempotency_key_in_flight')
    expect(held.headers.get('retry-after')).toBe('2')
  })
})

/** A field of each key-required write that makes its request another one. */
const differently: Record<string, object> = {
  'orders.create': { reference: 'PO 2' },
  'returns.create': { expected_on: '2027-01-31' },
}

test('every key-required write refuses a key of another request after 24 hours, and one that is in flight', async () => {
  for (const operation of publicOperations.filter(({ idempotency }) => idempotency === 'required')) {
    const tenant = await newTenant()
    const ids = await setSeededFixture(tenant, operation.id)
    const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, kindIn(operation, name)))
    const send = (more: object = {}) =>
      call(tenant.service, operation.method, targetOf(plan), {
        key: tenant.api_key,
        body: { ...(plan.body as object), ...more },
        headers: { 'Idempotency-Key': 'k' },
      })
    expect([operation.id, (await send()).status]).toEqual([operation.id, operation.status])
    await age(tenant, 25)
    const reused = await send(differently[operation.id])
    expect([operation.id, reused.status, reused.body.message.code]).toEqual([
      operation.id,
      409,
      'idempotency_key_reused',
    ])
    await whileHeld(tenant, 'k', async () => {
      const inFlight = await send()
      expect([inFlight.status, inFlight.body.message.code]).toEqual([409, 'idempotency_key_in_flight'])
    })
  }
})

test('a write whose Idempotency-Key cannot be looked up is not attempted, and the refusal says so', async () => {
  const { tenant, place, mark } = await fixture()
  await tenant.service.database.sql.begin(async (tx) => {
    await tx`lock table remembered_writes in access exclusive mode`
    const answer = await mark('a', 'k')
    expect(answer.status).toBe(503)
    expect(answer.body.message.code).toBe('POSTGRES_UNAVAILABLE')
    expect(answer.body.message.desc).toContain('not attempted')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  expect(await place.name()).toBe('')
  expect((await mark('a', 'k')).status).toBe(200)
})

test('a GET ignores the key', async () => {
  const { tenant } = await fixture()
  const answer = await tenant.get('/api/v1/variants/table', withKey(''))
  expect(answer.status).toBe(200)
})
