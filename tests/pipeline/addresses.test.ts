import { afterAll, beforeAll, expect, test } from 'bun:test'
import { callerAddress, isAddressIn } from '../../server/pipeline/address.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { newTenant } from '../support/service/tenant.ts'

const path = '/api/v1/variants/table'
let withoutProxies: TestService
beforeAll(async () => {
  withoutProxies = await startService({ TRUSTED_PROXIES: '' })
})
afterAll(() => withoutProxies.stop())

test('a key with an allowlist is accepted from its addresses and refused from others', async () => {
  const home = await newTenant({ service: withoutProxies, key: { allowed_addresses: ['127.0.0.0/8', '::1'] } })
  expect((await home.get(path)).status).toBe(200)
  const away = await newTenant({
    service: withoutProxies,
    key: { allowed_addresses: ['198.51.100.7', '2001:db8::/32'] },
  })
  const refused = await away.get(path)
  expect(refused.status).toBe(403)
  expect(refused.body.message.code).toBe('ip_not_allowed')
})

test('a forged X-Forwarded-For has no effect if no proxy is trusted', async () => {
  const away = await newTenant({ service: withoutProxies, key: { allowed_addresses: ['198.51.100.7'] } })
  expect((await away.get(path, { headers: { 'X-Forwarded-For': '198.51.100.7' } })).status).toBe(403)
})

test('behind trusted proxies, the rightmost address that is not a proxy is used', async () => {
  const tenant = await newTenant({ key: { allowed_addresses: ['198.51.100.7'] } })
  const from = (hops: string) => tenant.get(path, { headers: { 'X-Forwarded-For': hops } })
  expect((await from('198.51.100.7')).status).toBe(200)
  expect((await from('203.0.113.9, 198.51.100.7, 127.0.0.2')).status).toBe(200)
  expect((await from('198.51.100.7, 203.0.113.9')).status).toBe(403)
  expect((await from('not an address')).status).toBe(403)
})

test('IPv4-mapped IPv6 addresses are compared as IPv4', () => {
  expect(isAddressIn('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(isAddressIn('10.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(true)
  expect(isAddressIn('2001:db8::5', ['2001:db8::/32'])).toBe(true)
  expect(isAddressIn('2001:db9::5', ['2001:db8::/32'])).toBe(false)
  expect(isAddressIn('10.1.2.3', ['::/0'])).toBe(false)
  expect(isAddressIn('nonsense', ['0.0.0.0/0'])).toBe(false)
  const request = new Request('http://localhost/', { headers: { 'X-Forwarded-For': '[2001:db8::5]:443' } })
  expect(isAddressIn(callerAddress(request, '10.0.0.1', ['10.0.0.1']), ['2001:db8::5'])).toBe(true)
})

test('a port after an address is ignored, and text that is not an address is truncated', async () => {
  const tenant = await newTenant({ key: { allowed_addresses: ['198.51.100.7', '2001:db8::5'] } })
  const from = async (hops: string) => (await tenant.get(path, { headers: { 'X-Forwarded-For': hops } })).status
  expect([await from('198.51.100.7:50122'), await from('[2001:db8::5]:50122')]).toEqual([200, 200])
  expect([await from('198.51.100.8:7'), await from('198.51.100.7:50122:1')]).toEqual([403, 403])
  const shown = (hop: string) =>
    callerAddress(new Request('http://localhost/', { headers: { 'X-Forwarded-For': hop } }), '10.0.0.1', ['10.0.0.1'])
  expect(shown('[2001:DB8:0::5]:443')).toBe('2001:db8::5')
  expect(shown('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(shown('x'.repeat(5_000))).toBe('x'.repeat(45))
})
