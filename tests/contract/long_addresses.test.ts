import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../server/contract/limits.ts'
import { newTenant } from '../support/tenant.ts'

test('a filter of as many ids as may be listed arrives, and one more is refused', async () => {
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

test('filter_args are refused by name beyond their length, whatever they hold', async () => {
  const tenant = await newTenant()
  const answer = await tenant.get(`/api/v1/variants/table?filter_args=${'x'.repeat(limits.filter_args_length_max)}`)
  expect(answer.body.data.rule).toContain('JSON array')
  const long = await tenant.get(`/api/v1/variants/table?filter_args=${'x'.repeat(limits.filter_args_length_max + 1)}`)
  expect(long.status).toBe(400)
  expect(long.body.data.field).toBe('filter_args')
})

test('a path segment that is not UTF-8 is refused, never a fault', async () => {
  const tenant = await newTenant()
  expect((await tenant.get('/api/v1/variants/%FF%FE')).body.message.code).toBe('bad_request')
  const organisation = await tenant.get('/api/v1/organizations/%ED%A0%80/products/overview')
  expect(organisation.body.message.code).toBe('organization_mismatch')
  const file = await tenant.get('/exports/%FF%FE/%FF', { key: null })
  expect([file.status, file.body.code]).toEqual([403, 'export_link_invalid'])
  const paper = await tenant.get('/documents/%FF%FE/%FF', { key: null })
  expect([paper.status, paper.body.code]).toEqual([403, 'document_link_invalid'])
})
