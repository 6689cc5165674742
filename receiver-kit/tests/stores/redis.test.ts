import { afterAll, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { storeConformance } from '../../src/stores/conformance.ts'
import { createRedisStore, type RedisClient } from '../../src/stores/redis.ts'
import { startRedis } from '../support/redis.ts'

const server = await startRedis()
if (!server) console.log('redis-server is not here (install it, or set REDIS_URL): the Redis store is left untested')

let prefixes = 0
const unused: Redis = new Redis({ lazyConnect: true })

const connect = async (url: string) => ({
  io: new Redis(url),
  node: await createClient({ url }).connect(),
  bun: new Bun.RedisClient(url),
})
type Clients = Awaited<ReturnType<typeof connect>>

const clients = server ? await connect(server.url) : null

afterAll(async () => {
  unused.disconnect()
  clients?.io.disconnect()
  clients?.node.destroy()
  clients?.bun.close()
  await server?.stop()
})

const named = (io: Redis, { node, bun }: Omit<Clients, 'io'>): Record<string, RedisClient> => ({
  ioredis: io,
  'node-redis': node,
  "Bun's client": bun,
  'a plain function': (script, keys, args) => io.eval(script, keys.length, ...keys, ...args),
})

if (clients) {
  const { io } = clients
  for (const [name, client] of Object.entries(named(io, clients))) {
    const open = () => {
      const prefix = `kit-${process.pid}-${prefixes++}:`
      const advance = async (seconds: number): Promise<void> => {
        for (const key of await io.keys(`${prefix}*`)) await io.hincrby(key, 'until', -seconds * 1000)
      }
      return { store: createRedisStore(client, { prefix }), advance }
    }
    for (const { title, run } of storeConformance({ open })) test(`${name}: ${title}`, run)
  }
}

test.skipIf(!clients)('a finished delivery is kept for the given time and then expired by Redis', async () => {
  const { io } = clients as Clients
  const store = createRedisStore(io, { prefix: 'kit-ttl:', retention_seconds: 1000 })
  const claim = await store.claim('d', 60)
  expect(claim.state).toBe('claimed')
  expect(await io.ttl('kit-ttl:d')).toBeWithin(990, 1001)
  await io.expire('kit-ttl:d', 10)
  expect(await store.finish('d', claim.state === 'claimed' ? claim.token : '')).toBe(true)
  expect(await io.ttl('kit-ttl:d')).toBeWithin(990, 1001)
})

test('a retention that is not a whole number of seconds, or an invalid client, is refused', () => {
  for (const retention_seconds of [0, 1.5, Number.NaN, -1]) {
    expect(() => createRedisStore(unused, { retention_seconds })).toThrow(TypeError)
  }
  expect(() => createRedisStore({} as RedisClient)).toThrow(/ioredis, node-redis or Bun/)
})
