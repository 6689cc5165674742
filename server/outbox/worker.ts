/**
 * The deliverer. It wakes when told that something waits, and looks every half second all the same, since a listener
 * can lose notices. A claim is a lease of 45 seconds on each delivery, longer than an attempt may take; a worker that
 * dies in between leaves its deliveries to whoever looks after that, so every delivery leaves at least once, and its
 * id tells a receiver which it has seen. Attempts that end while others are being written down are written together
 * next, so that batches grow with the load and none waits for company.
 */
import type { Database } from '../../db/client.ts'
import { logger } from '../observe/logs.ts'
import type { AddressRules } from './address.ts'
import { deliveries_channel } from './emit.ts'
import { type Outcome, postParcel } from './post.ts'
import type { SecretBox } from './secret.ts'
import { signatureHeader } from './sign.ts'
import { claimDue, type Claimed, finishAttempts, type Finished } from './store.ts'

export interface WorkerOptions {
  /** Its own: deliveries wait for no request's turn. */
  db: Database
  secrets: SecretBox
  rules: AddressRules
}

export interface Worker {
  /** Claims nothing more, waits for what is under way and writes it down. */
  stop: () => Promise<void>
  /** Resolves when nothing is due or under way; for tests and the command line. */
  settle: () => Promise<void>
}

const look_ms = 500
const settle_look_ms = 4
const concurrency = 128
const per_endpoint = 16

class Deliverer {
  readonly #options: WorkerOptions
  readonly #under_way = new Map<string, number>()
  #running = 0
  /** Ended attempts that are being written down. */
  #writing = 0
  #finished: Finished[] = []
  #claiming: Promise<boolean> | null = null
  #woken = false
  #stopped = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  get idle(): boolean {
    return this.#running + this.#writing + this.#finished.length === 0 && this.#claiming === null
  }

  stop(): void {
    this.#stopped = true
  }

  /** Looks for due deliveries until there are none or no room is left; one look at a time. */
  wake(): void {
    this.#woken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null
      if (this.#woken && !this.#stopped) this.wake()
    })
  }

  async #claimAll(): Promise<boolean> {
    // Where there is no room the end of a delivery wakes again; a wake kept until then would spin and end nothing.
    this.#woken = false
    let found = true
    while (found && !this.#stopped && this.#running < concurrency) {
      this.#woken = false
      try {
        found = await this.#claim()
      } catch (error) {
        // The database is away; the next look tries again.
        logger.warning('deliveries cannot be claimed', { message: (error as Error).message })
        return false
      }
    }
    return found
  }

  async #claim(): Promise<boolean> {
    const busy = [...this.#under_way].map(([endpoint, count]) => ({ endpoint, left: per_endpoint - count }))
    const claimed = await claimDue(this.#options.db.door, concurrency - this.#running, busy, per_endpoint)
    for (const delivery of claimed) void this.#deliver(delivery)
    return claimed.length > 0
  }

  async #deliver(claimed: Claimed): Promise<void> {
    this.#running++
    this.#under_way.set(claimed.endpoint, (this.#under_way.get(claimed.endpoint) ?? 0) + 1)
    const started_at = new Date().toISOString()
    const outcome = await attempt(claimed, this.#options)
    this.#running--
    const left = this.#under_way.get(claimed.endpoint)! - 1
    if (left === 0) this.#under_way.delete(claimed.endpoint)
    else this.#under_way.set(claimed.endpoint, left)
    this.#finished.push({ claimed, outcome, started_at })
    if (this.#writing === 0) void this.#flush()
    if (!this.#stopped) this.wake()
  }

  async #flush(): Promise<void> {
    const ended = this.#finished
    this.#finished = []
    this.#writing = ended.length
    try {
      await finishAttempts(this.#options.db.door, ended)
    } catch (error) {
      // Not written down means not known to be delivered: the lease ends and it is sent again.
      logger.warning('attempts could not be written down', {
        attempts: ended.length,
        message: (error as Error).message,
      })
    } finally {
      this.#writing = 0
      if (this.#finished.length > 0) void this.#flush()
    }
  }

  async drained(): Promise<void> {
    while (!this.idle) await new Promise((settle) => setTimeout(settle, settle_look_ms))
  }
}

/** One attempt: signed now, sent to the address that is judged now. */
async function attempt(claimed: Claimed, { secrets, rules }: WorkerOptions): Promise<Outcome> {
  let secret: string
  try {
    secret = secrets.open(claimed.sealed_secret, claimed.webhook_id)
  } catch {
    return { status: null, failure: 'secret_unreadable', answer: new Uint8Array(0), address: null, duration_ms: 0 }
  }
  const body = Buffer.from(claimed.body, 'utf8')
  return postParcel(
    {
      hook_url: claimed.hook_url,
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Service-Event': claimed.event,
        'X-Service-Delivery-Id': claimed.delivery_id,
        'X-Service-Signature': signatureHeader(secret, body, claimed.unix_seconds),
      },
    },
    rules,
  )
}

export function startWorker(options: WorkerOptions): Worker {
  const deliverer = new Deliverer(options)
  const listening = options.db.listen(deliveries_channel, () => deliverer.wake()).catch(() => null)
  const timer = setInterval(() => deliverer.wake(), look_ms)
  deliverer.wake()
  return {
    settle: async () => {
      deliverer.wake()
      await deliverer.drained()
    },
    stop: async () => {
      deliverer.stop()
      clearInterval(timer)
      await (await listening)?.unlisten()
      await deliverer.drained()
    },
  }
}
