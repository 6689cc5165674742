import { expect, test } from 'bun:test'
import { mintKey } from '../../server/pipeline/credential.ts'
import { startService } from '../support/service/service.ts'
import { call, newTenant } from '../support/service/tenant.ts'

const path = '/api/v1/variants/table'
const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

test('a request without an Authorization header is refused with 400 before any key is looked up', async () => {
  const { service } = await newTenant()
  const answer = await call(service, 'GET', path)
  expect(answer.status).toBe(400)
  expect(answer.body.message.code).toBe('bad_request')
  expect(answer.body.message.desc).toContain('Authorization header is required')
  for (const name of rateHeaders) expect(answer.headers.has(name)).toBe(false)
})

test('malformed, unknown, revoked, expired and stopped keys get identical responses', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const [revoked, expired, stopped] = await Promise.all([tenant.mint(), tenant.mint(), tenant.mint()])
  await sql`update api_keys set revoked_at = now() where api_key_id = ${revoked.api_key_id}`
  await sql`update api_keys set expires_at = now() where api_key_id = ${expired.api_key_id}`
  await sql`update api_keys set stops_at = now() - interval '1 second' where api_key_id = ${stopped.api_key_id}`
  const wrongChecksum = tenant.api_key.slice(0, -1) + (tenant.api_key.endsWith('0') ? '1' : '0')
  const keys = [revoked.api_key, expired.api_key, stopped.api_key, mintKey('us'), 'nonsense', wrongChecksum, 'svc_us_']
  const seen = new Set<string>()
  for (const key of keys) {
    const answer = await call(tenant.service, 'GET', path, { key })
    const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
    seen.add(JSON.stringify([answer.status, headers, answer.text.replace(answer.headers.get('x-request-id')!, '')]))
    for (const name of rateHeaders) expect(answer.headers.has(name)).toBe(false)
    expect(answer.body.message.request_id).toBe(answer.headers.get('x-request-id'))
  }
  expect(seen.size).toBe(1)
  expect([...seen][0]).toContain('The API key is not valid.')
})

test('a refused key uses no allowance and records no usage', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`update api_keys set revoked_at = now() where api_key_id = ${tenant.api_key_id}`
  await tenant.get(path)
  const [row] = await sql`
    select (select count(*)::int from allowances where api_key_id = ${tenant.api_key_id}) as spent,
      (select count(*)::int from key_usage where api_key_id = ${tenant.api_key_id}) as used`
  expect(row).toEqual({ spent: 0, used: 0 })
})

test('a key of the other region is referred to its address; an unknown key is not', async () => {
  const abroad = await newTenant({ region: 'eu' })
  const answer = await abroad.get(path)
  expect(answer.status).toBe(421)
  expect(answer.body.message.code).toBe('wrong_region')
  expect(answer.body.data).toEqual({ region: 'eu', api_base_url: 'https://eu.example.com' })
  expect((await call(abroad.service, 'GET', path, { key: mintKey('eu') })).status).toBe(401)
  await abroad.service.database.sql`
    update key_directory set live = false
    where key_hash in (select key_hash from api_keys where api_key_id = ${abroad.api_key_id})`
  expect((await abroad.get(path)).status).toBe(401)
})

test('each region accepts only its own keys, and without a peer address the message names the region', async () => {
  const eu = await startService({ SERVICE_REGION: 'eu', PEER_BASE_URL: '' })
  try {
    const [home, abroad] = await Promise.all([
      newTenant({ region: 'eu', service: eu }),
      newTenant({ region: 'us', service: eu }),
    ])
    const accepted = await home.get(path)
    expect(accepted.status).toBe(200)
    expect(accepted.headers.get('x-service-region')).toBe('eu')
    const refused = await abroad.get(path)
    expect(refused.status).toBe(421)
    expect(refused.body.data).toBeUndefined()
    expect(refused.body.message.desc).toContain("Send requests to that region's API")
  } finally {
    await eu.stop()
  }
})

test('a key in another scheme or without Bearer is not accepted', async () => {
  const tenant = await newTenant()
  const { api_key } = tenant
  for (const header of [
    `Basic ${api_key}`,
    `Token ${api_key}`,
    'Bearer',
    api_key,
    `Bearer${api_key}`,
    `Bearer a ${api_key}`,
  ])
    for (const organization of [{}, { 'X-Organization-ID': tenant.organization_id }] as Record<string, string>[]) {
      const headers = { Authorization: header, ...organization }
      const read = await call(tenant.service, 'GET', path, { headers })
      expect([header, read.status, read.body.code]).toEqual([header, 401, 'key_invalid'])
      for (const auth of ['/auth/where', '/auth/sign-out']) {
        const answer = await call(tenant.service, 'POST', auth, { headers })
        expect([auth, answer.status, answer.body.code]).toEqual([auth, 401, 'key_invalid'])
      }
    }
})

test('tabs and several spaces are accepted between Bearer and the key', async () => {
  const tenant = await newTenant()
  for (const gap of ['\t', '   ', ' \t '])
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme}${gap}${tenant.api_key}` }
      expect((await call(tenant.service, 'GET', path, { headers })).status).toBe(200)
    }
})

test('a malformed token is key_invalid even with X-Organization-ID; only a possible user token is session_invalid', async () => {
  const tenant = await newTenant()
  const ask = async (token: string, target = path) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Organization-ID': tenant.organization_id }
    const { status, body } = await call(tenant.service, 'GET', target, { headers })
    return [status, body.code ?? body.data.error]
  }
  for (const token of [
    'nonsense',
    'svc',
    'svc_',
    `Svc${tenant.api_key.slice(3)}`,
    tenant.api_key.slice(7),
    'x'.repeat(200),
  ]) {
    expect([token, ...(await ask(token))]).toEqual([token, 401, 'key_invalid'])
    expect([token, ...(await ask(token, '/api/v1/nowhere'))]).toEqual([token, 401, 'key_invalid'])
    expect(await ask(token, '/api/v1/pim/v1/products')).toEqual([401, 'key_invalid'])
  }
  expect(await ask('x'.repeat(32))).toEqual([401, 'session_invalid'])
  expect(await ask('0'.repeat(48))).toEqual([401, 'session_invalid'])
})
