/**
 * The worker of one kind of work. It wakes on a notification and also polls every half second, since a listener can
 * lose notifications. Under load, attempts that end within a few milliseconds are recorded in one statement and their
 * slots filled in one, which costs the database less. A single outcome is recorded immediately: a crash repeats
 * every attempt that is not recorded. While the database does not answer, outcomes are kept and recorded again.
 */
import { type Database, isConnectionError, isUnavailable } from '../../db/client/database.ts'
import { logger } from '../observe/logs.ts'
import { sendOrApart } from './apart.ts'
import { FairShare } from './fair_share.ts'
import { ageSeconds, type Allotment, type Ended, type Job, type Kind } from './kind.ts'
import { Statistics } from './statistics.ts'

export interface Worker {
  /** Stops claiming, waits for running attempts and records their outcomes. */
  stop: () => Promise<void>
  /** Resolves when nothing is due or running; for tests and the command line. */
  settle: () => Promise<void>
}

const lookMs = 500
/** Batching under load: how long the first outcome waits for others, and how many fill a batch. */
const crowd = 32
const gatherMs = 4
const gatherMost = 32
/** For how long an outcome is kept if the database does not answer: no lease is shorter. */
const keepSecondsMax = 30
const recordAgainMs = 500
const settleLookMs = 4

const isRecent = (ended: { started_ms: number; duration_ms: number }): boolean =>
  ageSeconds(ended) - ended.duration_ms / 1_000 < keepSecondsMax

const pause = (): Promise<true> => new Promise((settle) => setTimeout(() => settle(true), settleLookMs))

class Runner<J extends Job, O> {
  readonly #kind: Kind<J, O>
  readonly #share: FairShare
  readonly #statistics: Statistics
  /** Ended attempts that are being recorded. */
  #writing = 0
  #ended: Ended<J, O>[] = []
  #gathering: ReturnType<typeof setTimeout> | null = null
  #claiming: Promise<void> | null = null
  #woken = false
  #stopped = false
  /** The last poll failed, so whether something is due is unknown. */
  is_blind = false

  constructor(kind: Kind<J, O>) {
    this.#kind = kind
    this.#share = new FairShare(kind.caps)
    this.#statistics = new Statistics(kind.name)
  }

  get idle(): boolean {
    return this.#share.running + this.#writing + this.#ended.length === 0 && this.#claiming === null
  }

  stop(): void {
    this.#stopped = true
  }

  /** Claims due jobs until there are none or no slot is free; one poll at a time. */
  wake(): void {
    this.#woken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null
      if (this.#woken && !this.#stopped) this.wake()
    })
  }

  async #claimAll(): Promise<void> {
    // With no free slot, the end of an attempt wakes the worker; keeping the wake-up would only spin.
    this.#woken = false
    let isMoreDue = true
    while (isMoreDue && !this.#stopped && this.#share.running < this.#kind.caps.total) {
      this.#woken = false
      try {
        isMoreDue = await this.#claim()
        this.is_blind = false
      } catch (error) {
        // The database is unavailable; the next poll retries.
        this.is_blind = true
        logger.warning(`${this.#kind.name} cannot be claimed`, { message: (error as Error).message })
        return
      }
    }
  }

  /** Claims each organisation's share; returns whether another poll could find more. */
  async #claim(): Promise<boolean> {
    const groups = await this.#kind.findGroups()
    // Attempts that ended meanwhile freed slots, which a stopping worker must not fill.
    if (this.#stopped) return false
    this.#statistics.looked(groups, this.#share.timed_out_destinations)
    const allotments = this.#share.allot(groups)
    if (allotments.length === 0) return false
    const jobs = await this.#claimAllotted(allotments)
    for (const job of jobs) void this.#run(job)
    // Only a group that received its full allotment, or had none, can have more due.
    const isOneFull = allotments.some(({ jobs_max }) => jobs.length >= jobs_max)
    return jobs.length > 0 && (allotments.length < groups.length || isOneFull)
  }

  /** Throws only if nothing could be claimed. */
  async #claimAllotted(allotments: readonly Allotment[]): Promise<readonly J[]> {
    let fault: unknown = null
    const claimed = await sendOrApart(
      allotments,
      ({ organization_id }) => organization_id,
      (some) => this.#kind.claim(some),
      (error) => {
        fault = error
        if (!isConnectionError(error)) this.#statistics.fault()
      },
    )
    if (fault !== null && claimed.length === 0) throw fault
    if (fault !== null) logger.error(`${this.#kind.name} cannot be claimed`, { message: (fault as Error).message })
    return claimed.flat()
  }

  async #run(job: J): Promise<void> {
    this.#share.begin(job)
    this.#statistics.begin()
    const started_ms = performance.now()
    const outcome = await this.#attempt(job)
    const duration_ms = Math.round(performance.now() - started_ms)
    const evaluation = this.#kind.evaluate(outcome)
    this.#share.end(job, evaluation.is_timed_out ?? false)
    this.#statistics.end(evaluation, duration_ms)
    this.#ended.push({ job, outcome, started_ms, duration_ms })
    if (this.#share.running < crowd || this.#ended.length >= gatherMost) this.#goOn()
    else this.#gathering ??= setTimeout(() => this.#goOn(), gatherMs)
  }

  /** Runs one attempt with a timeout shorter than the lease; an exception becomes an outcome. */
  async #attempt(job: J): Promise<O> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<O>((resolve) => {
      timer = setTimeout(() => resolve(this.#kind.failed('timed_out')), this.#kind.attempt_seconds_max * 1_000)
    })
    try {
      return await Promise.race([this.#kind.run(job), late])
    } catch (error) {
      return this.#kind.failed(error as Error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Records ended attempts and fills their slots. */
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
    const toRetry: Ended<J, O>[] = []
    const held = await sendOrApart(
      ended,
      ({ job }) => job.organization_id,
      (some) => this.#kind.finish(some),
      (error, some) => {
        if (!this.#stopped && isUnavailable(error)) toRetry.push(...some.filter(isRecent))
        if (!isConnectionError(error)) this.#statistics.fault()
        logger.warning(`attempts of ${this.#kind.name} could not be written down`, {
          attempts: some.length,
          message: (error as Error).message,
        })
      },
    )
    // An unrecorded attempt is not known to be done: its lease ends and it is retried.
    this.#statistics.lost(ended.length - toRetry.length - held.reduce((sum, count) => sum + count, 0))
    this.#writing = 0
    this.#ended.unshift(...toRetry)
    if (toRetry.length > 0) this.#gathering ??= setTimeout(() => this.#goOn(), recordAgainMs)
    else if (this.#ended.length > 0) void this.#flush()
  }

  async drained(): Promise<void> {
    while (!this.idle) await pause()
  }
}

/** Runs one kind until stopped, on its own database pool, so that it never waits for requests. */
export function startQueue<J extends Job, O>(db: Database, kind: Kind<J, O>): Worker {
  const runner = new Runner(kind)
  const listening = db.listen(kind.channel, () => runner.wake()).catch(() => null)
  const timer = setInterval(() => runner.wake(), lookMs)
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

/** The workers of several kinds as one. */
export const together = (workers: readonly Worker[]): Worker => ({
  settle: async () => void (await Promise.all(workers.map((worker) => worker.settle()))),
  stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
})
