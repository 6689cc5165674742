import { Connection, makeSql, type Query, type Sql, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable, errorCode, isConnectionError, isRetryable } from './errors.ts'
import type { Owner } from './fair_shares.ts'
import { findOutcome, selectServerRun, type ServerRun, type Mark } from './outcome.ts'
import type { Lease, Slots } from './slots.ts'

export interface TransactionOptions {
  /** Whose share of the slots it uses. */
  owner: Owner
  kind: 'write' | 'snapshot'
  acquire_ms: number
  deadline_ms: number
  /** lock_timeout, reduced by the time spent waiting for a slot. */
  lock_ms: number
}

const ATTEMPTS_MAX = 4
const ROLLBACK_MS = 1_000
/** A shorter wait for a slot leaves the session's lock_timeout unchanged. */
const SHORT_WAIT_MS = 100
const LOCK_MS_MIN = 300

/** The server run of each connection, read once: a crash ends every connection. */
const serverRuns = new WeakMap<Connection, ServerRun>()

/** Runs the work in one transaction, and again after a deadlock or serialization failure. */
export async function runTransaction<T>(
  slots: Slots,
  target: Target,
  work: (tx: Sql) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const ends_at = performance.now() + options.deadline_ms
  for (let attempt = 1; ; attempt++) {
    const asked_at = performance.now()
    const lease = await slots.acquire(options.owner, Math.max(0, Math.min(options.acquire_ms, ends_at - asked_at)))
    const waited_ms = performance.now() - asked_at
    // A wait for a slot plus a wait for a lock takes no longer than either alone.
    const lock_ms = waited_ms < SHORT_WAIT_MS ? null : Math.max(LOCK_MS_MIN, Math.ceil(options.lock_ms - waited_ms))
    const transaction = new Transaction(lease, slots, target, { kind: options.kind, ends_at, waited_ms, lock_ms })
    try {
      return await transaction.run(work)
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isRetryable(error) || performance.now() > ends_at) throw error
    } finally {
      transaction.end()
    }
    await new Promise((settle) => setTimeout(settle, Math.random() * 20 * attempt))
  }
}

interface TransactionTimes {
  kind: TransactionOptions['kind']
  ends_at: number
  /** For its slot. */
  waited_ms: number
  lock_ms: number | null
}

class Transaction {
  #lease: Lease
  readonly #slots: Slots
  readonly #target: Target
  readonly #kind: TransactionOptions['kind']
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #control = makeSql((query) => this.#lease.connection.send(query))
  readonly #waited_ms: number
  readonly #lock_ms: number | null
  #is_open = false
  #first_failure: unknown

  constructor(lease: Lease, slots: Slots, target: Target, { kind, ends_at, waited_ms, lock_ms }: TransactionTimes) {
    this.#lease = lease
    this.#slots = slots
    this.#target = target
    this.#kind = kind
    this.#waited_ms = waited_ms
    this.#lock_ms = lock_ms
    const overdue = () => this.#lease.connection.lose(new DatabaseUnavailable('no', 'the transaction took too long'))
    this.#timer = setTimeout(overdue, Math.max(0, ends_at - performance.now()))
  }

  end(): void {
    this.#is_open = false
    this.#lease.connection.whenLost(null)
    clearTimeout(this.#timer)
    this.#lease.release()
  }

  async run<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const mark = await this.#begin()
    let result: T
    try {
      result = await this.#work(work)
    } catch (error) {
      this.#is_open = false
      await this.#rollBack()
      throw error
    }
    this.#is_open = false
    await this.#commit(mark)
    return result
  }

  // An idle connection may have been lost unnoticed; nothing has run yet, so a new one is tried.
  async #begin(): Promise<Mark | null> {
    const isUsed = this.#lease.connection.has_answered
    try {
      return await this.#sendBegin()
    } catch (error) {
      if (!isConnectionError(error)) throw error
      if (!isUsed || errorCode(error) !== 'CONNECTION_CLOSED') throw unavailable(error, 'no')
    }
    this.#lease = this.#slots.replace(this.#lease)
    try {
      return await this.#sendBegin()
    } catch (error) {
      throw isConnectionError(error) ? unavailable(error, 'no') : error
    }
  }

  // All in one packet. The transaction id is read before any work: after a loss it would be too late.
  async #sendBegin(): Promise<Mark | null> {
    const { connection } = this.#lease
    const sql = this.#control
    if (this.#kind === 'snapshot') {
      await sql`begin isolation level repeatable read read only`
      return null
    }
    const asked_at = performance.now()
    const known = serverRuns.get(connection)
    const [runs, , marks] = await Promise.all([
      known ? [known] : sql<ServerRun[]>`${selectServerRun}`,
      sql`begin isolation level read committed read write`,
      sql<{ xid: string; began_at: number }[]>`
        select pg_current_xact_id()::text as xid, extract(epoch from now())::float8 * 1000 as began_at`,
      ...(this.#lock_ms === null ? [] : [sql`select set_config('lock_timeout', ${String(this.#lock_ms)}, true)`]),
    ])
    const [server_run] = runs
    const [row] = marks
    if (!server_run || !row) throw new Error('PostgreSQL returned no transaction id')
    serverRuns.set(connection, server_run)
    return { ...row, server_run, asked_at }
  }

  #work<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    this.#is_open = true
    return new Promise((settle, fail) => {
      this.#lease.connection.whenLost((error) => fail(this.#reasonOf(error)))
      const tx = makeSql((query) => this.#send(query))
      work(tx).then(settle, fail)
    })
  }

  // A statement sent after the end is refused here, so it cannot run in another transaction.
  #send(query: Query): void {
    if (!this.#is_open) return query.reject(new Error('this transaction has ended; a statement came late'))
    const { reject } = query
    query.reject = (error) => {
      const reason = isConnectionError(error) ? this.#reasonOf(error) : error
      this.#first_failure ??= reason
      reject(reason)
    }
    this.#lease.connection.send(query)
  }

  #reasonOf(error: unknown): DatabaseUnavailable {
    return unavailable(error, 'no')
  }

  async #rollBack(): Promise<void> {
    const { connection } = this.#lease
    if (!connection.is_alive) return
    const lost = new DatabaseUnavailable('no', 'the transaction could not be rolled back in time')
    const timer = setTimeout(() => connection.lose(lost), ROLLBACK_MS)
    try {
      await this.#control`rollback`
    } catch (error) {
      connection.lose(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #commit(mark: Mark | null): Promise<void> {
    if (!this.#lease.connection.is_alive) {
      throw new DatabaseUnavailable('no', 'the connection was lost before the commit')
    }
    try {
      const { command } = await this.#control`commit`
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (command !== 'COMMIT') throw this.#first_failure ?? new Error('nothing was committed')
    } catch (error) {
      if (!isConnectionError(error) || error === this.#first_failure) throw error
      const outcome = mark ? await findOutcome(this.#target, mark, this.#waited_ms) : 'committed'
      if (outcome === 'committed') return
      const [attempted, sentence] =
        outcome === 'aborted'
          ? (['no', 'the connection was lost and nothing was written'] as const)
          : (['unknown', 'the connection was lost during the commit, which may or may not have succeeded'] as const)
      throw new DatabaseUnavailable(attempted, sentence, error)
    }
  }
}
