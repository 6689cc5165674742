import { expect, test } from 'bun:test'
import { newTenant } from '../../support/tenant.ts'

test('a variant is read with its stock', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const [variant] = await tenant.service.database.sql`
    select variant_id, sku from variants where organization_id = ${tenant.organization_id} order by sku limit 1`
  const answer = await tenant.get(`/api/v1/variants/${variant!.variant_id}`)
  expect(answer.status).toBe(200)
  expect(answer.body.data.sku).toBe(variant!.sku)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('600')
})
