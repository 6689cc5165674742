/**
 * What works a queue. It wakes when told that something waits, and looks every half second all the same, since a
 * listener can lose notices. A claim is a lease, longer than an attempt may take; a worker that dies in between leaves
 * what it held to whoever looks after that, so everything leaves at least once. In a crowd, attempts that end within a
 * few milliseconds are written down together and their places filled together: a statement each would cost the database
 * more than the attempts cost us. What is sent alone is written down at once: whatever is not yet is sent twice by a crash.
 */
import type { Database } from '../../db/client.ts'
import { logger } from '../observe/logs.ts'

/** How many attempts more may be under way to one receiver; a slow one fills its own room and nobody else's. */
export interface Room {
  room: string
  left: number
}

export interface Ended<C, O> {
  claimed: C
  outcome: O
  started_at: string
  duration_ms: number
}

/** A queue is its statements, and what is done with what was claimed. */
export interface Queue<C, O> {
  /** As a log says it: "deliveries". */
  name: string
  channel: string
  concurrency: number
  per_room: number
  claim: (most: number, busy: readonly Room[]) => Promise<readonly C[]>
  roomOf: (claimed: C) => string
  /** A failure is data, never thrown. */
  attempt: (claimed: C) => Promise<O>
  finish: (ended: readonly Ended<C, O>[]) => Promise<unknown>
}

export interface Worker {
  /** Claims nothing more, waits for what is under way and writes it down. */
  stop: () => Promise<void>
  /** Resolves when nothing is due or under way; for tests and the command line. */
  settle: () => Promise<void>
}

const look_ms = 500
/** In a crowd: how long the first that ended waits for others, and how many are enough. */
const crowd = 32
const gather_ms = 4
const gather_most = 32
const settle_look_ms = 4

const pause = (): Promise<true> => new Promise((settle) => setTimeout(() => settle(true), settle_look_ms))

class Runner<C, O> {
  readonly #queue: Queue<C, O>
  readonly #under_way = new Map<string, number>()
  #running = 0
  /** Ended attempts that are being written down. */
  #writing = 0
  #ended: Ended<C, O>[] = []
  #gathering: ReturnType<typeof setTimeout> | null = null
  #claiming: Promise<boolean> | null = null
  #woken = false
  #stopped = false
  /** The last look was refused: whether something is due is not known. */
  is_blind = false

  constructor(queue: Queue<C, O>) {
    this.#queue = queue
  }

  get idle(): boolean {
    return this.#running + this.#writing + this.#ended.length === 0 && this.#claiming === null
  }

  stop(): void {
    this.#stopped = true
  }

  /** Looks for what is due until there is nothing or no room is left; one look at a time. */
  wake(): void {
    this.#woken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null
      if (this.#woken && !this.#stopped) this.wake()
    })
  }

  async #claimAll(): Promise<boolean> {
    // Where there is no room the end of an attempt wakes again; a wake kept until then would spin and end nothing.
    this.#woken = false
    let found = true
    while (found && !this.#stopped && this.#running < this.#queue.concurrency) {
      this.#woken = false
      try {
        found = await this.#claim()
        this.is_blind = false
      } catch (error) {
        // The database is away; the next look tries again.
        this.is_blind = true
        logger.warning(`${this.#queue.name} cannot be claimed`, { message: (error as Error).message })
        return false
      }
    }
    return found
  }

  async #claim(): Promise<boolean> {
    const { concurrency, per_room } = this.#queue
    const busy = [...this.#under_way].map(([room, count]) => ({ room, left: per_room - count }))
    const claimed = await this.#queue.claim(concurrency - this.#running, busy)
    for (const one of claimed) void this.#run(one)
    return claimed.length > 0
  }

  async #run(claimed: C): Promise<void> {
    const room = this.#queue.roomOf(claimed)
    this.#running++
    this.#under_way.set(room, (this.#under_way.get(room) ?? 0) + 1)
    const started_at = new Date().toISOString()
    const started = performance.now()
    const outcome = await this.#queue.attempt(claimed)
    const duration_ms = Math.round(performance.now() - started)
    this.#running--
    const left = this.#under_way.get(room)! - 1
    if (left === 0) this.#under_way.delete(room)
    else this.#under_way.set(room, left)
    this.#ended.push({ claimed, outcome, started_at, duration_ms })
    if (this.#running < crowd || this.#ended.length >= gather_most) this.#goOn()
    else this.#gathering ??= setTimeout(() => this.#goOn(), gather_ms)
  }

  /** Writes down what ended and fills its places. */
  #goOn(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    this.#gathering = null
    if (this.#writing === 0) void this.#flush()
    if (!this.#stopped) this.wake()
  }

  async #flush(): Promise<void> {
    const ended = this.#ended
    this.#ended = []
    this.#writing = ended.length
    try {
      await this.#queue.finish(ended)
    } catch (error) {
      // Not written down means not known to have arrived: the lease ends and it is sent again.
      logger.warning(`attempts of ${this.#queue.name} could not be written down`, {
        attempts: ended.length,
        message: (error as Error).message,
      })
    } finally {
      this.#writing = 0
      if (this.#ended.length > 0) void this.#flush()
    }
  }

  async drained(): Promise<void> {
    while (!this.idle) await pause()
  }
}

/** Works a queue until it is stopped. The database is the worker's own: nothing waits for a request's turn. */
export function startQueue<C, O>(db: Database, queue: Queue<C, O>): Worker {
  const runner = new Runner(queue)
  const listening = db.listen(queue.channel, () => runner.wake()).catch(() => null)
  const timer = setInterval(() => runner.wake(), look_ms)
  runner.wake()
  return {
    settle: async () => {
      do {
        runner.wake()
        await runner.drained()
      } while (runner.is_blind && (await pause()))
    },
    stop: async () => {
      runner.stop()
      clearInterval(timer)
      await (await listening)?.unlisten()
      await runner.drained()
    },
  }
}
