import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../server/contract/limits.ts'
import { newTenant } from '../support/service/tenant.ts'
import { testUnless } from '../support/needs.ts'

test('a filter with the maximum number of ids is accepted, and one more is refused', async () => {
  const tenant = await newTenant()
  const filter = (count: number) =>
    encodeURIComponent(
      JSON.stringify([{ key: 'product_id', operation: 'in', value: Array.from({ length: count }, () => uuidv7()) }]),
    )
  const most = await tenant.get(`/api/v1/variants/table?filter_args=${filter(limits.filter_values_max)}`)
  expect(most.status).toBe(200)
  const more = await tenant.get(`/api/v1/variants/table?filter_args=${filter(limits.filter_values_max + 1)}`)
  expect(more.status).toBe(400)
  expect(more.body.data.field).toBe('filter_args[0].value')
})

test('filter_args above the maximum length are refused by name, whatever their content', async () => {
  const tenant = await newTenant()
  const answer = await tenant.get(`/api/v1/variants/table?filter_args=${'x'.repeat(limits.filter_args_length_max)}`)
  expect(answer.body.data.rule).toContain('JSON array')
  const long = await tenant.get(`/api/v1/variants/table?filter_args=${'x'.repeat(limits.filter_args_length_max + 1)}`)
  expect(long.status).toBe(400)
  expect(long.body.data.field).toBe('filter_args')
})

test('a path segment that is not UTF-8 is refused and causes no server error', async () => {
  const tenant = await newTenant()
  expect((await tenant.get('/api/v1/variants/%FF%FE')).body.message.code).toBe('bad_request')
  const organisation = await tenant.get('/api/v1/organizations/%ED%A0%80/products/overview')
  expect(organisation.body.message.code).toBe('organization_mismatch')
  const file = await tenant.get('/exports/%FF%FE/%FF', { key: null })
  expect([file.status, file.body.code]).toEqual([403, 'export_link_invalid'])
  const document = await tenant.get('/documents/%FF%FE/%FF', { key: null })
  expect([document.status, document.body.code]).toEqual([403, 'document_link_invalid'])
})

test('a query that is not UTF-8 is refused by name, and an encoded U+FFFD is ordinary text', async () => {
  const tenant = await newTenant()
  for (const search of ['%FF', 'caf%E9', '%ED%A0%80', '%C0%AF']) {
    const answer = await tenant.get(`/api/v1/variants/table?search=${search}`)
    expect([search, answer.status, answer.body.data]).toEqual([
      search,
      400,
      { field: 'search', rule: 'is not UTF-8, percent-encoded' },
    ])
  }
  for (const search of ['%EF%BF%BD', 'caf%C3%A9', '100%', 'a+b%20c'])
    expect([search, (await tenant.get(`/api/v1/variants/table?search=${search}`)).status]).toEqual([search, 200])
})

testUnless(
  process.env.TEST_RUNTIME === 'deno' ? 'Deno answers 414 to a longer address itself' : null,
  'a URL of 65,534 bytes is accepted, and one more byte is refused, whatever it decodes to',
  async () => {
    const tenant = await newTenant()
    const path = '/api/v1/variants/table?filter_args=[]'
    const padded = (bytes: number) => {
      const left = bytes - path.length
      return path + '%20'.repeat(Math.floor(left / 3)) + '+'.repeat(left % 3)
    }
    expect((await tenant.get(padded(limits.address_bytes_max))).status).toBe(200)
    const long = await tenant.get(padded(limits.address_bytes_max + 1))
    expect([long.status, long.body.data]).toEqual([400, { field: 'address', rule: 'is longer than 65,534 bytes' }])
  },
)
