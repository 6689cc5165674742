import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { resourceNames, resources } from '../../server/contract/resources.ts'
import { call, newTenant } from '../support/service/tenant.ts'

const path = '/api/v1/variants/table'

test('a valid key gets not_public for an unknown path, a wrong method and an operation of the app', async () => {
  const tenant = await newTenant()
  const requests = [
    await tenant.get('/api/v1'),
    await tenant.get('/api/v1/nowhere'),
    await tenant.get('/api/v1/billing/invoices'),
    await tenant.delete(path),
    await tenant.post('/api/v1/staff/organizations', {}),
    await tenant.get('/api/v1/developer/scopes'),
  ]
  for (const answer of requests) expect(answer.status).toBe(403)
  for (const answer of requests) expect(answer.body.message.code).toBe('not_public')
})

test('HEAD is answered like GET without a body, and counts as a read', async () => {
  const tenant = await newTenant()
  const answer = await call(tenant.service, 'HEAD', path, { key: tenant.api_key })
  expect(answer.status).toBe(200)
  expect(answer.text).toBe('')
  expect(answer.headers.get('x-ratelimit-limit')).toBe('600')
})

test('a plan without the public API refuses every operation, checked on each request', async () => {
  const tenant = await newTenant({ plan: 'essentials' })
  const { sql } = tenant.service.database
  expect((await tenant.get(path)).status).toBe(200)
  await sql`update organizations set plan = 'starter' where organization_id = ${tenant.organization_id}`
  const refused = await tenant.get(path)
  expect(refused.status).toBe(403)
  expect(refused.body.message.code).toBe('plan_excludes')
  expect(refused.body.message.desc).toContain('does not include the public API')
  await sql`update organizations set plan = 'essentials' where organization_id = ${tenant.organization_id}`
  expect((await tenant.get(path)).status).toBe(200)
})

test('a key created before the gate passes the first plan check but not the second', async () => {
  const tenant = await newTenant({ plan: 'starter' })
  await tenant.service.database
    .sql`update api_keys set minted_at = '2026-10-31' where api_key_id = ${tenant.api_key_id}`
  expect((await tenant.get(path)).status).toBe(200)
  const gated = await tenant.get(`/api/v1/tests/account?trading_partner_id=${uuidv7()}`)
  expect(gated.status).toBe(403)
  expect(gated.body.message.desc).toContain('trading-partner connectivity')
  expect(gated.body.message.desc).toContain('Essentials+')
})

test("a missing scope is reported with the resource's name, and write includes read", async () => {
  const tenant = await newTenant({ key: { scopes: ['stocktakes:write'] } })
  const refused = await tenant.get(path)
  expect(refused.status).toBe(403)
  expect(refused.body.message.code).toBe('scope_missing')
  expect(refused.body.message.desc).toBe('This key cannot read Products.')
  expect((await tenant.get('/api/v1/stocktakes/table')).status).not.toBe(403)
  const reader = await newTenant({ key: { scopes: ['sandbox:read'] } })
  const write = await reader.post('/api/v1/sandbox/seed')
  expect(write.body.message.desc).toBe('This key cannot write Sandbox.')
})

test('the organisation in the path must be that of the key', async () => {
  const tenant = await newTenant()
  const other = await newTenant()
  const route = (organization_id: string) => `/api/v1/organizations/${organization_id}/products/filters`
  const refused = await tenant.get(route(other.organization_id))
  expect(refused.status).toBe(403)
  expect(refused.body.message.code).toBe('organization_mismatch')
  expect((await tenant.get(route('anything'))).status).toBe(403)
  expect((await tenant.get(route(tenant.organization_id.toUpperCase()))).status).toBe(200)
})

test('an account-bound key can name only its own account and cannot call reads that cover all accounts', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const trading_partner_id = uuidv7()
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Meridian Stores')`
  const { api_key } = await tenant.mint({ trading_partner_id })
  const named = (id: string) => tenant.get(`/api/v1/tests/account?trading_partner_id=${id}`, { key: api_key })
  expect((await named(trading_partner_id)).status).toBe(200)
  expect((await named(trading_partner_id.toUpperCase())).status).toBe(200)
  const other = uuidv7()
  const refused = await named(other)
  expect(refused.status).toBe(403)
  expect(refused.body.message.code).toBe('account_mismatch')
  expect(refused.body.message.desc).toContain('Meridian Stores')
  expect(refused.body.message.desc).toContain(other)
  const aggregate = await tenant.get('/api/v1/tests/aggregate', { key: api_key })
  expect(aggregate.body.message.code).toBe('account_mismatch')
  expect((await tenant.get('/api/v1/tests/aggregate')).status).toBe(200)
})

test('the train is the requested one, or else the one that the key is pinned to', async () => {
  const tenant = await newTenant()
  expect((await tenant.get(path)).headers.get('service-version')).toBe('2026-11')
  expect((await tenant.get(path, { headers: { 'Service-Version': '2026-11' } })).status).toBe(200)
  const refused = await tenant.get(path, { headers: { 'Service-Version': '2025-01' } })
  expect(refused.status).toBe(400)
  expect(refused.body.data).toEqual({
    field: 'Service-Version',
    rule: 'must name a published date train',
    allowed: ['2026-11'],
  })
})

test('the scope matrix has eighteen resources, of which eight can be written', () => {
  expect(resourceNames).toHaveLength(18)
  const written = resourceNames.filter((name) => resources[name].verbs.length === 2)
  expect(written).toEqual([
    'suppliers',
    'purchase_orders',
    'orders',
    'returns',
    'stocktakes',
    'sandbox',
    'order_book',
    'sell_out',
  ])
})
