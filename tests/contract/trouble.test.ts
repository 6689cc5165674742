/** Responses while the service itself fails. */
import { expect, test } from 'bun:test'
import { limits } from '../../server/contract/limits.ts'
import { listen } from '../../server/boot/listen.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { startApp } from '../../server/boot/start.ts'
import { announce } from '../support/document/announce.ts'
import { newLocation } from '../support/fixtures/locations.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { publicOperations, startService, testEnvironment, testService } from '../support/service/service.ts'
import { type Answer, call, newTenant, type Tenant } from '../support/service/tenant.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { otherProcess, testUnless } from '../support/needs.ts'

/** The responses of all operations as `operation status code`, without the expected ones. */
async function unexpectedAnswers(tenant: Tenant, base_url: string, expected: string): Promise<string[]> {
  const service = { ...tenant.service, base_url }
  const found: string[] = []
  for (const operation of [...publicOperations, ...sessionOperations]) {
    const plan = planRequest(operation, tenant.organization_id)
    const given = sent(plan, operation)
    const answer = await call(service, operation.method, targetOf(plan), { key: tenant.api_key, ...given })
    const shown = `${answer.status} ${answer.body.code}`
    if (shown !== expected) found.push(`${operation.id} ${shown}`)
  }
  return found
}

testUnless(otherProcess, 'a stopping service refuses every operation with Retry-After', async () => {
  const tenant = await newTenant()
  const stopping = await startService()
  await stopping.running!.drain()
  expect(await unexpectedAnswers(tenant, stopping.base_url, '503 SERVICE_UNAVAILABLE')).toEqual([])
  await stopping.stop()
})

testUnless(
  otherProcess,
  'a service without its database refuses every operation with Retry-After',
  async () => {
    const tenant = await newTenant()
    const settings = readSettings({ ...testEnvironment(tenant.service.database), LOG_LEVEL: 'off' })
    // No process listens on port 1.
    const running = startApp(settings, 'postgres://nobody:nothing@127.0.0.1:1/nothing')
    const listener = listen(running, '127.0.0.1', 0)
    const base_url = `http://127.0.0.1:${listener.port}`
    expect(await unexpectedAnswers(tenant, base_url, '503 POSTGRES_UNAVAILABLE')).toEqual([])
    const ready = await call({ ...tenant.service, base_url }, 'GET', '/readyz')
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
    expect(ready.body.message).toMatchObject({
      desc: 'The service is briefly unavailable.',
      request_id: ready.headers.get('x-request-id'),
    })
    expect((await call({ ...tenant.service, base_url }, 'GET', '/healthz')).text).toBe('ok')
    await listener.stop()
    await running.stop()
  },
  60_000,
)

/** Sends a request while `table` is locked, and ends the database session that waits for the lock. */
async function whileKilledAt(tenant: Tenant, table: string, send: () => Promise<Answer>): Promise<Answer> {
  const { sql } = tenant.service.database
  return await sql.begin(async (holder) => {
    await holder.unsafe(`lock table ${table} in access exclusive mode`)
    const answer = send()
    for (let killed = 0; killed === 0;) {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_locks where relation = ${table}::regclass and not granted`
      killed = ended.length
    }
    return answer
  })
}

test('a write whose connection is lost in the pipeline is refused as not attempted; the refusal of a read does not mention it', async () => {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  const headers = { 'Idempotency-Key': 'once' }
  const write = () => tenant.post('/api/v1/tests/required', { location_id: place.location_id, note: 'x' }, { headers })
  const answer = await whileKilledAt(tenant, 'allowances', write)
  expect([answer.status, answer.body.code]).toEqual([503, 'POSTGRES_UNAVAILABLE'])
  expect(answer.body.message.desc).toBe(
    'The service is briefly unavailable. The write was not attempted; nothing changed, and the same Idempotency-Key may be resent.',
  )
  expect(await place.name()).toBe('')
  expect((await write()).status).toBe(200)
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await whileKilledAt(tenant, 'allowances', () =>
      call(tenant.service, method, '/api/v1/variants/table', { key: tenant.api_key }),
    )
    expect(response.status).toBe(503)
    if (method === 'GET') expect(response.body.message.desc).toBe('The service is briefly unavailable.')
  }
})

test.each([
  ['53100', 'the disk of the database is full'],
  ['53200', 'its memory is spent'],
  ['40P01', 'every attempt of a write is the victim of a deadlock'],
])('%s: when %s, a write is refused 503 with the seconds to wait and nothing of it stays', async (code) => {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  const { sql } = tenant.service.database
  await sql.unsafe(`create or replace function trouble() returns trigger language plpgsql as $$
    begin raise exception 'trouble' using errcode = '${code}'; end $$`)
  await sql.unsafe(`create trigger trouble after update on locations for each row
    when (new.location_id = '${place.location_id}') execute function trouble()`)
  const write = () =>
    tenant.post(
      '/api/v1/tests/required',
      { location_id: place.location_id, note: 'x' },
      { headers: { 'Idempotency-Key': 'once' } },
    )
  const answer = await write()
  await sql`drop trigger trouble on locations`
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'POSTGRES_UNAVAILABLE',
    '2',
  ])
  expect(answer.text).not.toContain('trouble')
  expect(await place.name()).toBe('')
  expect((await write()).status).toBe(200)
})

test('an internal error is answered with 500 without details, and the next request succeeds', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`alter table custom_fields rename to custom_fields_away`
  const answer = await tenant.get('/api/v1/variants/custom-fields')
  await sql`alter table custom_fields_away rename to custom_fields`
  expect(answer.status).toBe(500)
  expect(answer.body.message.code).toBe('internal_error')
  expect(answer.text).not.toContain('custom_fields')
  expect((await tenant.get('/api/v1/variants/custom-fields')).status).toBe(200)
})

testUnless(otherProcess, 'an internal error outside the API answers 500 in the envelope, without details', async () => {
  const { database, settings } = await testService()
  const context = startApp({ ...settings, LOG_LEVEL: 'off' }, database.url)
  context.context.db.ping = () => Promise.reject(new Error('the inside of the service'))
  const response = await context.fetch(new Request('http://localhost/readyz'), '127.0.0.1')
  const text = await response.text()
  expect([response.status, JSON.parse(text).code]).toEqual([500, 'internal_error'])
  expect(text).not.toContain('inside')
  await context.stop()
})

testUnless(
  otherProcess,
  'an error outside the service is answered with 500 by the runtime, without its message',
  async () => {
    const fetchAndFail = () => Promise.reject(new Error('the inside of the service'))
    const listener = listen({ fetch: fetchAndFail, drain: async () => {} }, '127.0.0.1', 0)
    const response = await fetch(`http://127.0.0.1:${listener.port}/api/v1/variants/table`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('inside')
    await listener.stop()
  },
)

testUnless(otherProcess, 'a body that is sent too slowly is refused, and its connection is closed', async () => {
  const tenant = await newTenant()
  const bound = limits as { body_seconds_max: number }
  const { body_seconds_max } = bound
  bound.body_seconds_max = 0.05
  const answer = await announce(tenant.service, {
    method: 'POST',
    path: '/api/v1/stocktakes',
    headers: { Authorization: `Bearer ${tenant.api_key}` },
    byte_count: 100,
  })
  bound.body_seconds_max = body_seconds_max
  expect(answer.status).toBe(408)
  expect(answer.headers.get('connection')).toBe('close')
  expect(answer.body.message.code).toBe('body_too_slow')
})
