import { expect, test } from 'bun:test'
import { createPostgresStore } from '../../receiver-kit/src/stores/postgres.ts'
import { createRedisStore } from '../../receiver-kit/src/stores/redis.ts'
import { limits } from '../../server/contract/limits.ts'

test('stores remember a delivery for as long as the service lists it, unless another retention is given', async () => {
  const retentions: number[] = []
  const redis = createRedisStore(async (_script, _keys, args) => {
    retentions.push(Number(args.at(-1)) / 86_400)
    return 'claimed'
  })
  await redis.claim('d-1', 45)
  await redis.finish('d-1', 'a token')
  await createPostgresStore(async (_text, values) => {
    retentions.push(values[0] as number)
    return []
  }).purge()
  expect(retentions).toEqual([limits.webhook_delivery_days, limits.webhook_delivery_days, limits.webhook_delivery_days])
})
