import { expect, test } from 'bun:test'
import { newTenant } from '../../support/tenant.ts'

test('variants page, filter, sort and search by the published keys only', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const all = await tenant.get('/api/v1/variants/table?limit=10')
  expect(all.status).toBe(200)
  expect(all.body.data).toMatchObject({ size: 6, offset: 0, filtered_max_size: 6 })
  const skus = all.body.data.rows.map((row: any) => row.sku)
  expect(skus).toEqual([...skus].sort())
  const filter = encodeURIComponent(JSON.stringify([{ key: 'on_hand_qty', operation: 'gte', value: 100 }]))
  const some = await tenant.get(`/api/v1/variants/table?filter_args=${filter}&sort_args=-on_hand_qty&search=s`)
  expect(some.status).toBe(200)
  for (const row of some.body.data.rows) expect(row.on_hand_qty).toBeGreaterThanOrEqual(100)
  const bad = await tenant.get(
    `/api/v1/variants/table?filter_args=${encodeURIComponent('[{"key":"nope","operation":"eq","value":1}]')}`,
  )
  expect(bad.status).toBe(400)
  expect(bad.body.data.field).toBe('filter_args[0].key')
})
