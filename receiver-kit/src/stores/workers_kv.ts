import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

/** The part of a KVNamespace binding that is used. */
export interface WorkersKv {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
  delete(key: string): Promise<void>
}

export interface WorkersKvStoreOptions {
  /** Prefix of every key. @default 'webhook-delivery:' */
  prefix?: string
  /** How long a finished delivery is stored, at least the 60 seconds that KV requires. @default 90 days */
  retention_seconds?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

/** The shortest time to live that KV accepts. */
const ttl_seconds_min = 60

/**
 * Best effort. KV has no compare-and-set, and other locations can see a write up to a minute late, so two concurrent
 * copies may both run; copies that arrive one after the other, like the service's retries, run once. Handlers must
 * tolerate running twice. Claim and mark are two keys, because KV accepts one write per second and key.
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

  // The claim is kept longer than its lease, to distinguish a late holder from the one that took over. KV also caches
  // that a key was absent, so a missing claim does not mean that it was lost.
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
