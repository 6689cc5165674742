import type { Claim, DeliveryStore } from '../store.ts'

export interface MemoryStoreOptions {
  /** Maximum number of stored deliveries; the oldest are dropped first. @default 100,000 */
  deliveries_max?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

interface Entry {
  token: string
  lease_expires_at: number
  done: boolean
}

/** A store in memory, for tests and for a single process that may lose its stored deliveries when it ends. */
export function createMemoryStore(options: MemoryStoreOptions = {}): DeliveryStore {
  const { deliveries_max = 100_000, now = () => Date.now() / 1000 } = options
  const entries = new Map<string, Entry>()
  const held = (delivery_id: string, token: string): Entry | null => {
    const entry = entries.get(delivery_id)
    return entry?.token === token ? entry : null
  }
  return {
    async claim(delivery_id, lease_seconds): Promise<Claim> {
      const entry = entries.get(delivery_id)
      if (entry?.done) return { state: 'done' }
      if (entry && entry.lease_expires_at > now()) return { state: 'in_flight' }
      const token = crypto.randomUUID()
      entries.delete(delivery_id)
      entries.set(delivery_id, { token, lease_expires_at: now() + lease_seconds, done: false })
      for (const oldest of entries.keys()) {
        if (entries.size <= deliveries_max) break
        entries.delete(oldest)
      }
      return { state: 'claimed', token }
    },
    async finish(delivery_id, token) {
      const entry = held(delivery_id, token)
      if (entry) entry.done = true
      return entry !== null
    },
    async release(delivery_id, token) {
      const entry = held(delivery_id, token)
      return entry !== null && !entry.done && entries.delete(delivery_id)
    },
  }
}
