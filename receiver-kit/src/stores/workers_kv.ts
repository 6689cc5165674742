import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

/** What is used of a KVNamespace binding. */
export interface WorkersKv {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
  delete(key: string): Promise<void>
}

export interface WorkersKvStoreOptions {
  /** Stands before every key. `webhook-delivery:` unless told. */
  prefix?: string
  /** How long a finished delivery is remembered. 90 days unless told; at least 60, which KV demands. */
  retention_seconds?: number
  /** Answers the present in unix seconds. The machine's clock unless told. */
  now?: () => number
}

/** The shortest time to live that KV takes. */
const ttl_seconds_min = 60

/**
 * Best effort. KV has no compare-and-set and other places see a write up to a minute late, so two copies that arrive at
 * once may both run; copies that come one after the other, as the service's retries do, run once. Handlers behind it must
 * bear being run twice. Claim and mark are two keys, since KV takes one write a second on a key.
 */
export function createWorkersKvStore(kv: WorkersKv, options: WorkersKvStoreOptions = {}): DeliveryStore {
  const {
    prefix = 'webhook-delivery:',
    retention_seconds = remembered_days * 86_400,
    now = () => Date.now() / 1000,
  } = options
  if (!(retention_seconds >= ttl_seconds_min))
    throw new TypeError(`retention_seconds must be ${ttl_seconds_min} or more`)
  const claimKey = (delivery_id: string): string => `${prefix}claim:${delivery_id}`
  const doneKey = (delivery_id: string): string => `${prefix}done:${delivery_id}`

  // The claim outlives its lease, so that a late holder is told from the one that took over. KV also caches that a key
  // was absent: to find none is therefore no sign of having lost it.
  async function lost(delivery_id: string, token: string): Promise<boolean> {
    const held = await kv.get(claimKey(delivery_id))
    return held !== null && !held.startsWith(`${token} `)
  }

  return {
    async claim(delivery_id, lease_seconds): Promise<Claim> {
      const [done, held] = await Promise.all([kv.get(doneKey(delivery_id)), kv.get(claimKey(delivery_id))])
      if (done !== null) return { state: 'done' }
      if (held !== null && Number(held.split(' ')[1]) > now()) return { state: 'in_flight' }
      const token = crypto.randomUUID()
      const value = `${token} ${now() + lease_seconds}`
      await kv.put(claimKey(delivery_id), value, { expirationTtl: Math.ceil(retention_seconds) })
      return { state: 'claimed', token }
    },
    async finish(delivery_id, token) {
      if (await lost(delivery_id, token)) return false
      await kv.put(doneKey(delivery_id), token, { expirationTtl: Math.ceil(retention_seconds) })
      return true
    },
    async release(delivery_id, token) {
      if ((await lost(delivery_id, token)) || (await kv.get(doneKey(delivery_id))) !== null) return false
      await kv.delete(claimKey(delivery_id))
      return true
    },
  }
}
