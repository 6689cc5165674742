/** What is answered while the service itself is in trouble. */
import { expect, test } from 'bun:test'
import { limits } from '../../server/contract/limits.ts'
import { listen } from '../../server/listen.ts'
import { readSettings } from '../../server/settings.ts'
import { startHouse } from '../../server/start.ts'
import { announce } from '../support/announce.ts'
import { planRequest, sent, targetOf } from '../support/requests.ts'
import { catalogue, startService, test_environment } from '../support/service.ts'
import { call, newTenant, type Tenant } from '../support/tenant.ts'
import { session_catalogue } from '../../server/session/catalogue.ts'

const in_process = process.env.TEST_RUNTIME !== 'deno'

/** What every operation answers, as `operation status code`, with those answered as expected left out. */
async function strays(tenant: Tenant, base_url: string, expected: string): Promise<string[]> {
  const service = { ...tenant.service, base_url }
  const found: string[] = []
  for (const operation of [...catalogue, ...session_catalogue]) {
    const plan = planRequest(operation, tenant.organization_id)
    const given = sent(plan, operation)
    const answer = await call(service, operation.method, targetOf(plan), { key: tenant.api_key, ...given })
    const shown = `${answer.status} ${answer.body.code}`
    if (shown !== expected) found.push(`${operation.id} ${shown}`)
  }
  return found
}

test.skipIf(!in_process)('a service that is stopping refuses every operation and says when to come back', async () => {
  const tenant = await newTenant()
  const stopping = await startService()
  await stopping.running!.drain()
  expect(await strays(tenant, stopping.base_url, '503 SERVICE_UNAVAILABLE')).toEqual([])
  await stopping.stop()
})

test.skipIf(!in_process)(
  'a service without its database refuses every operation and says when to come back',
  async () => {
    const tenant = await newTenant()
    const settings = readSettings({ ...test_environment(tenant.service.database), LOG_LEVEL: 'off' })
    // Nobody listens on port 1.
    const running = startHouse(settings, 'postgres://nobody:nothing@127.0.0.1:1/nothing')
    const listener = listen(running, '127.0.0.1', 0)
    expect(await strays(tenant, `http://127.0.0.1:${listener.port}`, '503 POSTGRES_UNAVAILABLE')).toEqual([])
    await listener.stop()
    await running.stop()
  },
  60_000,
)

test('a fault of the service is answered 500, tells nothing of itself, and the next request is served', async () => {
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

test.skipIf(!in_process)('a body that trickles in for longer than it may is refused', async () => {
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
  expect(answer.body.message.code).toBe('body_too_slow')
})
