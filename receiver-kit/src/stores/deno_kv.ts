import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

interface Entry {
  key: readonly unknown[]
  value: unknown
  versionstamp: string | null
}

interface Atomic {
  check(entry: { key: string[]; versionstamp: string | null }): Atomic
  set(key: string[], value: unknown, options: { expireIn: number }): Atomic
  delete(key: string[]): Atomic
  commit(): Promise<{ ok: boolean }>
}

/** The part of a Deno.Kv that is used. */
export interface DenoKv {
  get(key: string[]): Promise<Entry>
  atomic(): Atomic
}

export interface DenoKvStoreOptions {
  /** First part of every key. @default 'webhook_deliveries' */
  prefix?: string
  /** How long a finished delivery is stored. @default 90 days */
  retention_seconds?: number
  /** The current time in unix seconds. @default the machine's clock */
  now?: () => number
}

interface Held {
  token: string
  lease_expires_at: number
  done: boolean
}

const tries_max = 20

/** Every change is an atomic commit that checks what it read, so one receiver wins. Leases use the receivers' clocks. */
export function createDenoKvStore(kv: DenoKv, options: DenoKvStoreOptions = {}): DeliveryStore {
  const {
    prefix = 'webhook_deliveries',
    retention_seconds = remembered_days * 86_400,
    now = () => Date.now() / 1000,
  } = options

  // Reads, lets `decide` choose what to write (null deletes, undefined keeps), and retries if another write came between.
  async function change<Result>(
    delivery_id: string,
    decide: (held: Held | null) => { write?: Held | null; result: Result },
  ): Promise<Result> {
    const key = [prefix, delivery_id]
    for (let tries = 0; tries < tries_max; tries++) {
      const entry = await kv.get(key)
      const { write, result } = decide(entry.value as Held | null)
      if (write === undefined) return result
      const atomic = kv.atomic().check({ key, versionstamp: entry.versionstamp })
      if (write) atomic.set(key, write, { expireIn: retention_seconds * 1000 })
      else atomic.delete(key)
      if ((await atomic.commit()).ok) return result
    }
    throw new Error(`Deno KV rejected ${tries_max} commits in a row for one delivery.`)
  }

  return {
    claim: (delivery_id, lease_seconds) =>
      change<Claim>(delivery_id, (held) => {
        if (held?.done) return { result: { state: 'done' } }
        if (held && held.lease_expires_at > now()) return { result: { state: 'in_flight' } }
        const token = crypto.randomUUID()
        const write = { token, lease_expires_at: now() + lease_seconds, done: false }
        return { write, result: { state: 'claimed', token } }
      }),
    finish: (delivery_id, token) =>
      change<boolean>(delivery_id, (held) =>
        held?.token === token ? { write: { ...held, done: true }, result: true } : { result: false },
      ),
    release: (delivery_id, token) =>
      change<boolean>(delivery_id, (held) =>
        held?.token === token && !held.done ? { write: null, result: true } : { result: false },
      ),
  }
}
