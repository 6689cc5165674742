import { Connection, copyQuery, isRepeatable, type Query, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable, errorCode, isConnectionError } from './errors.ts'

export interface PoolOptions {
  connections_max: number
  /** Reads may be asked twice; the door's statement counts, so it may not. */
  repeat_once: boolean
  wait_ms: number
  statement_ms: number
}

/** Codes of a connection that was never given: the statement did not run. */
const REFUSED = new Set(['ECONNREFUSED', '53300', '57P03'])

/** A connection whose current statement runs longer than this is joined only when all are so. */
const SLOW_MS = 50

/** Connections shared by all requests, each answering many statements in the order they came. */
export class Pool {
  readonly connections = new Set<Connection>()
  /** Worn out or clogged: they answer what they owe and are sent nothing more. */
  readonly #leaving = new Set<Connection>()
  readonly #target: Target
  readonly #options: PoolOptions
  #is_closed = false

  constructor(target: Target, options: PoolOptions) {
    this.#target = target
    this.#options = options
  }

  send(query: Query): void {
    this.#send(query, this.#options.repeat_once && isRepeatable(query))
  }

  #send(query: Query, may_repeat: boolean, may_open = true): void {
    if (this.#is_closed) return query.reject(new DatabaseUnavailable('no', 'the database is closed'))
    const connection = this.#choose(may_open)
    const { resolve, reject } = query
    query.reject = (error) => {
      if (!isConnectionError(error)) return reject(error)
      const code = errorCode(error) ?? ''
      // A refused connection ran nothing; one that stands may still have room.
      const goes_elsewhere = may_open && REFUSED.has(code) && this.#hasSound()
      const goes_again = may_repeat && connection.has_answered && code === 'CONNECTION_CLOSED'
      if (this.#is_closed || (!goes_elsewhere && !goes_again)) {
        return reject(unavailable(error, REFUSED.has(code) ? 'no' : this.#attempted()))
      }
      const copy = copyQuery(query)
      copy.resolve = resolve
      copy.reject = reject
      queueMicrotask(() => this.#send(copy, false, !goes_elsewhere))
    }
    connection.send(query)
  }

  #attempted(): 'no' | 'unknown' {
    return this.#options.repeat_once ? 'no' : 'unknown'
  }

  #hasSound(): boolean {
    return [...this.connections].some(({ has_answered }) => has_answered)
  }

  #choose(may_open: boolean): Connection {
    let best: Connection | undefined
    let best_load = Infinity
    const now = performance.now()
    for (const connection of this.connections) {
      const waiting = connection.outstanding.size
      if (waiting === 0) return connection
      const oldest = connection.oldest()
      const is_slow = oldest !== undefined && now - oldest.sent_at > SLOW_MS
      const load = waiting + (is_slow ? 1_000_000 : 0)
      if (load < best_load) [best, best_load] = [connection, load]
    }
    if (best && (!may_open || this.connections.size >= this.#options.connections_max)) return best
    const opened = new Connection(this.#target, (dead) => {
      this.connections.delete(dead)
      this.#leaving.delete(dead)
    })
    this.connections.add(opened)
    return opened
  }

  /** Called often: refuses what waited too long for its turn and ends what is far over its time. */
  sweep(now: number): void {
    const { wait_ms, statement_ms } = this.#options
    for (const connection of this.connections) {
      if (!connection.isWorn(now)) continue
      this.connections.delete(connection)
      this.#leaving.add(connection)
    }
    for (const connection of this.#leaving) {
      if (connection.outstanding.size > 0) continue
      this.#leaving.delete(connection)
      connection.retire()
    }
    for (const connection of [...this.connections, ...this.#leaving]) {
      let is_first = true
      let is_clogged = false
      for (const query of connection.outstanding) {
        const age_ms = now - query.sent_at
        if (is_first && age_ms > statement_ms) {
          connection.lose(new DatabaseUnavailable(this.#attempted(), 'a statement was not answered in time'))
          break
        }
        if (!is_first && age_ms > wait_ms) {
          query.reject(new DatabaseUnavailable(this.#attempted(), 'every connection is busy'))
          is_clogged = true
        }
        is_first = false
      }
      // What was refused here still stands in PostgreSQL's queue for this session: nobody may queue behind it.
      if (is_clogged) {
        this.connections.delete(connection)
        this.#leaving.add(connection)
      }
    }
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
    while ([...this.connections, ...this.#leaving].some((connection) => connection.outstanding.size > 0)) {
      if (performance.now() > until) break
      await new Promise((settle) => setTimeout(settle, 5))
    }
    for (const connection of [...this.connections, ...this.#leaving]) {
      if (connection.outstanding.size > 0)
        connection.lose(new DatabaseUnavailable('unknown', 'the database is closing'))
      else connection.retire()
    }
    this.connections.clear()
  }
}
