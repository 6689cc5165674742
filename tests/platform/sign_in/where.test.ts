import { expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { type TestService, testService } from '../../support/service/service.ts'
import { newSession } from '../../support/service/session.ts'
import { type CallOptions, call, newTenant } from '../../support/service/tenant.ts'

const where = (service: TestService, options: CallOptions = {}) =>
  call(service, 'POST', '/auth/where', {
    ...options,
    headers: { 'X-Forwarded-For': `10.9.${randomInt(256)}.${randomInt(256)}`, ...options.headers },
  })

const here = { region: 'us', api_base_url: 'http://localhost:3000' }

test('a key of either region gets its region and the address of its API', async () => {
  const tenant = await newTenant()
  const own = await where(tenant.service, { key: tenant.api_key })
  expect(own.status).toBe(200)
  expect(own.body).toEqual({
    data: here,
    message: { desc: 'Send requests to http://localhost:3000.', service: 'auth', severity: 'INFO' },
  })
  expect(own.headers.get('x-service-region')).toBe('us')
  expect(own.headers.get('x-ratelimit-limit')).toBeNull()
  const far = await newTenant({ region: 'eu' })
  const other = await where(tenant.service, { key: far.api_key })
  expect(other.body.data).toEqual({ region: 'eu', api_base_url: 'https://eu.example.com' })
})

test('a dead or made-up key is key_invalid, in the other region too', async () => {
  const service = await testService()
  const far = await newTenant({ region: 'eu' })
  const expired = await far.mint({ expires_in_days: -1 })
  for (const key of ['svc_us_madeup', expired.api_key]) {
    const answer = await where(service, { key })
    expect([answer.status, answer.body.code]).toEqual([401, 'key_invalid'])
    const atTheService = await call(service, 'GET', '/api/v1/variants/table', { key })
    expect([atTheService.status, atTheService.body.code]).toEqual([401, 'key_invalid'])
  }
  const live = await call(service, 'GET', '/api/v1/variants/table', { key: far.api_key })
  expect([live.status, live.body.code]).toEqual([421, 'wrong_region'])
})

test('a valid user token gets this region', async () => {
  const tenant = await newTenant()
  const valid = await newSession(tenant)
  const late = await newSession(tenant, { expires_in_seconds: -1 })
  const ask = (token: string) => where(tenant.service, { headers: { Authorization: `Bearer ${token}` } })
  expect((await ask(valid.user_token)).body.data).toEqual(here)
  expect((await ask(late.user_token)).body.code).toBe('session_invalid')
})

test('an e-mail gets this region whether or not it belongs to a user', async () => {
  const tenant = await newTenant()
  const { email } = await newSession(tenant)
  const known = await where(tenant.service, { body: { email } })
  const unknown = await where(tenant.service, { body: { email: `nobody-${uuidv7()}@example.com` } })
  expect(known.body.data).toEqual(here)
  expect(known.text).toBe(unknown.text)
})

test('a lookup without a key, token or e-mail is refused', async () => {
  const service = await testService()
  expect((await where(service)).body.code).toBe('bad_request')
  expect((await where(service, { body: {} })).body.data.field).toBe('email')
  expect((await where(service, { body: { email: 'no at sign' } })).body.data.field).toBe('email')
  expect((await where(service, { body: { email: 'a@example.com', region: 'eu' } })).body.data.field).toBe('region')
  expect((await call(service, 'GET', '/auth/where')).status).toBe(404)
})
