import { Connection, copyQuery, isRepeatable, type Query, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable, errorCode, isConnectionError } from './errors.ts'
import { dividedShares, FairShares, type Owner, type Shares } from './fair_shares.ts'

export interface PoolOptions {
  connections_max: number
  /** Reads may be repeated; the pipeline's statement counts requests, so it may not. */
  repeat_once: boolean
  /** Both from when the pool was asked: until a statement runs, and until it is answered. */
  wait_ms: number
  statement_ms: number
  /** Shares of the organisations; without it, a part stays free of those that hold connections for long. */
  shares?: Shares
}

/** One attempt at a statement. */
interface Attempt {
  query: Query
  owner: Owner
  may_repeat: boolean
  may_open: boolean
  asked_at: number
}

/** Codes of a refused connection: the statement did not run. */
const REFUSED = new Set(['ECONNREFUSED', '53300', '57P03'])

/** Nothing is sent behind a statement that runs longer than this. */
const SLOW_MS = 50
/** Unanswered statements of one connection, which runs them in order. */
const PIPELINED_MAX = 16

/**
 * Connections shared by all requests; each answers its statements in order. A statement waits here, not in a session,
 * while its organisation uses its share of the connections (fair_shares.ts) and all of those are slow.
 */
export class Pool {
  readonly connections = new Set<Connection>()
  /** Expired or blocked: they answer their statements and get no new ones. */
  readonly #draining = new Set<Connection>()
  /** Unanswered statements of each connection, by owner. */
  readonly #uses = new WeakMap<Connection, Map<Owner, number>>()
  readonly #shares: FairShares<Attempt>
  readonly #target: Target
  readonly #options: PoolOptions
  #is_closed = false

  constructor(target: Target, options: PoolOptions) {
    this.#target = target
    this.#options = options
    this.#shares = new FairShares(options.shares ?? dividedShares(options.connections_max))
  }

  send(query: Query, owner: Owner): void {
    const may_repeat = this.#options.repeat_once && isRepeatable(query)
    this.#send({ query, owner, may_repeat, may_open: true, asked_at: performance.now() })
  }

  #send(attempt: Attempt): void {
    if (this.#is_closed) return attempt.query.reject(new DatabaseUnavailable('no', 'the database is closed'))
    const connection = this.#choose(attempt.owner, attempt.may_open)
    if (connection === null) this.#shares.wait(attempt.owner, attempt)
    else this.#sendOn(connection, attempt)
  }

  #sendOn(connection: Connection, attempt: Attempt): void {
    const { query, may_repeat, may_open } = attempt
    const { resolve, reject } = query
    const end = this.#begin(connection, attempt.owner)
    query.resolve = (value) => {
      end()
      resolve(value)
    }
    query.reject = (error) => {
      end()
      if (!isConnectionError(error)) return reject(error)
      const code = errorCode(error) ?? ''
      // A refused connection ran nothing; an open one may still accept statements.
      const goesToAnother = may_open && REFUSED.has(code) && this.#hasWorking()
      const goesAgain = may_repeat && connection.has_answered && code === 'CONNECTION_CLOSED'
      if (this.#is_closed || (!goesToAnother && !goesAgain)) {
        return reject(unavailable(error, REFUSED.has(code) ? 'no' : this.#attempted()))
      }
      const copy = copyQuery(query)
      copy.resolve = resolve
      copy.reject = reject
      const again = { ...attempt, query: copy, may_repeat: false, may_open: !goesToAnother }
      queueMicrotask(() => this.#send(again))
    }
    query.asked_at = attempt.asked_at
    connection.send(query)
  }

  /** Counts a statement of this owner; returns what ends it, which the answer to a refused statement calls again. */
  #begin(connection: Connection, owner: Owner): () => void {
    const uses = this.#uses.get(connection)!
    const count = uses.get(owner) ?? 0
    if (count === 0) this.#shares.begin(owner)
    uses.set(owner, count + 1)
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      const left = uses.get(owner)! - 1
      if (left > 0) uses.set(owner, left)
      else {
        uses.delete(owner)
        this.#shares.end(owner)
      }
      // Later, because a connection that was lost is still listed here.
      if (this.#shares.waiting_count > 0) queueMicrotask(() => this.#sendWaiting())
    }
  }

  #sendWaiting(): void {
    while (this.#shares.waiting_count > 0) {
      const next = this.#shares.next((owner) => this.#choose(owner, this.#shares.waitingOf(owner)[0]!.may_open))
      if (next === null) return
      this.#sendOn(next.place, next.waiter)
    }
  }

  #attempted(): 'no' | 'unknown' {
    return this.#options.repeat_once ? 'no' : 'unknown'
  }

  #hasWorking(): boolean {
    return [...this.connections].some(({ has_answered }) => has_answered)
  }

  /** An idle connection or a new one, else the least busy of those that answer soon; null if the statement must wait. */
  #choose(owner: Owner, mayOpen: boolean): Connection | null {
    const hasShare = this.#shares.hasShare(owner)
    const now = performance.now()
    let best: Connection | null = null
    let leastLoad = Infinity
    for (const connection of this.connections) {
      const count = connection.outstanding.size
      const uses = this.#uses.get(connection)!
      if (!hasShare && !uses.has(owner)) continue
      if (count === 0) return connection
      if (count >= PIPELINED_MAX || now - connection.oldest()!.sent_at > SLOW_MS) continue
      // Another organisation's statement may turn out to be slow: those connections come last.
      const isShared = uses.size > 1 || !uses.has(owner)
      const load = count + (isShared ? PIPELINED_MAX : 0)
      if (load < leastLoad) [best, leastLoad] = [connection, load]
    }
    const mayAdd = hasShare && this.connections.size < this.#options.connections_max
    return mayAdd && (mayOpen || this.connections.size === 0) ? this.#open() : best
  }

  #open(): Connection {
    const opened = new Connection(this.#target, (dead) => {
      this.connections.delete(dead)
      this.#draining.delete(dead)
    })
    this.#uses.set(opened, new Map())
    this.connections.add(opened)
    return opened
  }

  /** Called periodically: refuses statements that waited too long and closes connections far over their limit. */
  sweep(now: number): void {
    this.#drainExpired(now)
    for (const connection of [...this.connections, ...this.#draining]) this.#refuseLate(connection, now)
    for (const [owner, attempt] of this.#shares.all()) {
      if (now - attempt.asked_at <= this.#options.wait_ms || !this.#shares.drop(owner, attempt)) continue
      attempt.query.reject(new DatabaseUnavailable('no', 'every connection is busy'))
    }
    this.#sendWaiting()
  }

  #drainExpired(now: number): void {
    for (const connection of this.connections) {
      if (!connection.isExpired(now)) continue
      this.connections.delete(connection)
      this.#draining.add(connection)
    }
    for (const connection of this.#draining) {
      if (connection.outstanding.size > 0) continue
      this.#draining.delete(connection)
      connection.retire()
    }
  }

  #refuseLate(connection: Connection, now: number): void {
    const { wait_ms, statement_ms } = this.#options
    let isFirst = true
    let isBlocked = false
    for (const query of connection.outstanding) {
      const ageMs = now - (query.asked_at ?? query.sent_at)
      if (isFirst && ageMs > statement_ms) {
        connection.lose(new DatabaseUnavailable(this.#attempted(), 'a statement was not answered in time'))
        return
      }
      if (!isFirst && ageMs > wait_ms) {
        query.reject(new DatabaseUnavailable(this.#attempted(), 'every connection is busy'))
        isBlocked = true
      }
      isFirst = false
    }
    if (!isBlocked) return
    // The refused statement is still queued in this session: no new one may queue behind it.
    this.connections.delete(connection)
    this.#draining.add(connection)
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
    for (const [owner, attempt] of this.#shares.all()) {
      this.#shares.drop(owner, attempt)
      attempt.query.reject(new DatabaseUnavailable('no', 'the database is closed'))
    }
    while ([...this.connections, ...this.#draining].some((connection) => connection.outstanding.size > 0)) {
      if (performance.now() > until) break
      await new Promise((settle) => setTimeout(settle, 5))
    }
    for (const connection of [...this.connections, ...this.#draining]) {
      if (connection.outstanding.size > 0)
        connection.lose(new DatabaseUnavailable('unknown', 'the database is closing'))
      else connection.retire()
    }
    this.connections.clear()
  }
}
