import { expect, test } from 'bun:test'
import { startService } from '../support/service/service.ts'
import { newSession } from '../support/service/session.ts'
import { call, newTenant } from '../support/service/tenant.ts'

const uuidv7Shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('every response has its own id and the region', async () => {
  const { service, get } = await newTenant()
  const answers = [
    await get('/api/v1/variants/table'),
    await get('/api/v1/nowhere'),
    await call(service, 'GET', '/api/v1/variants/table'),
    await call(service, 'GET', '/nowhere/at/all'),
    await call(service, 'GET', '/healthz'),
    await call(service, 'OPTIONS', '/api/v1/variants/table'),
  ]
  const ids = answers.map((answer) => answer.headers.get('x-request-id')!)
  for (const id of ids) expect(id).toMatch(uuidv7Shape)
  expect(new Set(ids).size).toBe(ids.length)
  for (const answer of answers) expect(answer.headers.get('x-service-region')).toBe('us')
})

/** Responses of every kind: of operations, files, pages, health, refusals and the preflight. */
const everyKind: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/v1/variants/table'],
  ['GET', '/api/v1/nowhere'],
  ['OPTIONS', '/api/v1/variants/table'],
  ['POST', '/auth/where'],
  ['GET', '/exports/none/none.csv'],
  ['GET', '/documents/none/none.pdf'],
  ['POST', '/callbacks/warehouses/none/none/counts'],
  ['GET', '/portal'],
  ['GET', '/portal/accept'],
  ['GET', '/'],
  ['GET', '/openapi/2026-11.json'],
  ['GET', '/nowhere/at/all'],
  ['GET', '/healthz'],
]

test('no response may be read as another type, and a service with an https address asks browsers to stay with https', async () => {
  const tenant = await newTenant()
  const secure = await startService({ BASE_URL: 'https://api.example.com/prefix' })
  try {
    const headersOf = async (service: typeof secure, name: string) =>
      Promise.all(
        everyKind.map(async ([method, path]) => {
          const headers = { Authorization: `Bearer ${tenant.api_key}` }
          const answer = await fetch(service.base_url + path, { method, headers, redirect: 'manual' })
          await answer.arrayBuffer()
          return [path, answer.headers.get(name)]
        }),
      )
    const all = (value: string | null) => everyKind.map(([, path]) => [path, value])
    for (const service of [tenant.service, secure])
      expect(await headersOf(service, 'x-content-type-options')).toEqual(all('nosniff'))
    expect(await headersOf(secure, 'strict-transport-security')).toEqual(all('max-age=31536000'))
    expect(await headersOf(tenant.service, 'strict-transport-security')).toEqual(all(null))
  } finally {
    await secure.stop()
  }
})

test('a refusal has the envelope: equal codes, a message, a doc_url with its anchor, the request id', async () => {
  const tenant = await newTenant()
  const { body, headers } = await tenant.get('/api/v1/variants/table?limit=0')
  expect(body).toEqual({
    code: 'bad_request',
    message: {
      code: 'bad_request',
      desc: 'limit must be a whole number from 1 to 10000.',
      doc_url: 'https://docs.example.com/api/guides/errors#bad_request',
      request_id: headers.get('x-request-id'),
      service: 'UNKNOWN',
      severity: 'ERROR',
    },
    data: { field: 'limit', rule: 'must be a whole number from 1 to 10000' },
  })
})

test('a success message has the service, and severity INFO for a read or SUCCESS for a write', async () => {
  const tenant = await newTenant()
  const read = await tenant.get('/api/v1/variants/table')
  expect(read.body.message).toMatchObject({ service: 'product', severity: 'INFO' })
  const write = await tenant.post('/api/v1/sandbox/seed')
  expect(write.body.message).toMatchObject({ service: 'sandbox', severity: 'SUCCESS' })
})

test('no response of the API may be cached: data, refusals and secrets that are shown once', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const minted = await admin.post('/api/v1/developer/keys', {
    name: 'Shown once',
    scopes: ['products:read'],
    expires_in_days: 1,
  })
  expect(minted.status).toBe(201)
  for (const answer of [minted, await tenant.get('/api/v1/variants/table'), await tenant.get('/api/v1/nowhere')])
    expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('browser scripts can read exactly six headers, and credentials are not allowed', async () => {
  const { service, get } = await newTenant()
  const answer = await get('/api/v1/variants/table', { headers: { Origin: 'https://shop.example.com' } })
  const exposed = answer.headers.get('access-control-expose-headers')!.split(', ')
  expect(exposed).toEqual([
    'X-Request-Id',
    'X-Service-Region',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
  ])
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  const preflight = await call(service, 'OPTIONS', '/api/v1/sandbox/seed', {
    headers: { Origin: 'https://shop.example.com', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
})

test('unknown and repeated query parameters are refused by name', async () => {
  const tenant = await newTenant()
  const unknown = await tenant.get('/api/v1/variants/table?colour=red')
  expect(unknown.body.data.field).toBe('colour')
  expect(unknown.body.data.allowed).toContain('filter_args')
  const without = await tenant.get(`/api/v1/product/${crypto.randomUUID()}/filters?colour=red`)
  expect(without.body.message.desc).toBe('colour is not a parameter: this operation has none.')
  const repeated = await tenant.get('/api/v1/variants/table?limit=5&limit=6')
  expect(repeated.body.message.desc).toBe('limit is given more than once.')
  for (const limit of ['5.0', '0x5', '1e1', '+5', ' 5', '', '99999999999999999999']) {
    const answer = await tenant.get(`/api/v1/variants/table?limit=${encodeURIComponent(limit)}`)
    expect(`${limit}: ${answer.status} ${answer.body.data.field}`).toBe(`${limit}: 400 limit`)
  }
})
