import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

/** Runs a Lua script with keys and arguments, for clients other than the known ones. */
export type RedisEval = (script: string, keys: string[], args: string[]) => Promise<unknown>

/** ioredis (`defineCommand`), Bun's RedisClient (`send`), node-redis (`eval` with an object). */
export type RedisClient =
  | { defineCommand: unknown; eval(script: string, key_count: number, ...rest: string[]): Promise<unknown> }
  | { send(command: string, args: string[]): Promise<unknown> }
  | { eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown> }
  | RedisEval

export interface RedisStoreOptions {
  /** Prefix of every key, before the delivery id. @default 'webhook-delivery:' */
  prefix?: string
  /** How long a finished delivery is stored. @default 90 days */
  retention_seconds?: number
}

// One hash per delivery: token, until (milliseconds of Redis' own clock) and, once finished, done.
const claim_script = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'done', 'until')
if held[1] then return 'done' end
if held[2] and tonumber(held[2]) > now then return 'in_flight' end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'until', string.format('%.0f', now + ARGV[2] * 1000))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'claimed'`

const finish_script = `if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'done', '1')
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`

const release_script = `if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'done') == 1 then return 0 end
return redis.call('DEL', KEYS[1])`

/** Each step is one script, which Redis runs atomically. Leases use Redis' clock. Deliveries last as long as Redis keeps them. */
export function createRedisStore(client: RedisClient, options: RedisStoreOptions = {}): DeliveryStore {
  const { prefix = 'webhook-delivery:', retention_seconds = remembered_days * 86_400 } = options
  if (!Number.isSafeInteger(retention_seconds) || retention_seconds < 1) {
    throw new TypeError('retention_seconds must be a whole number of seconds, 1 or more')
  }
  const run = evalOf(client)
  const retention = String(retention_seconds)
  return {
    async claim(delivery_id, lease_seconds): Promise<Claim> {
      const token = crypto.randomUUID()
      const state = String(await run(claim_script, [prefix + delivery_id], [token, String(lease_seconds), retention]))
      if (state === 'claimed') return { state, token }
      if (state === 'in_flight' || state === 'done') return { state }
      throw new TypeError(`The Redis client returned ${state} for a claim.`)
    },
    async finish(delivery_id, token) {
      return Number(await run(finish_script, [prefix + delivery_id], [token, retention])) === 1
    },
    async release(delivery_id, token) {
      return Number(await run(release_script, [prefix + delivery_id], [token])) === 1
    },
  }
}

function evalOf(client: RedisClient): RedisEval {
  if ('defineCommand' in client && typeof client.eval === 'function') {
    return (script, keys, args) => client.eval(script, keys.length, ...keys, ...args)
  }
  if ('send' in client && typeof client.send === 'function') {
    return (script, keys, args) => client.send('EVAL', [script, String(keys.length), ...keys, ...args])
  }
  if (typeof client === 'function') return client
  if ('eval' in client && typeof client.eval === 'function') {
    const { eval: evaluate } = client as { eval(script: string, options: object): Promise<unknown> }
    return (script, keys, args) => evaluate.call(client, script, { keys, arguments: args })
  }
  throw new TypeError(
    'A Redis client is one of ioredis, node-redis or Bun, or a function (script, keys, args) => result.',
  )
}
