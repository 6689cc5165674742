import { Connection, copyQuery, isRepeatable, type Query, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable, errorCode, isConnectionError } from './errors.ts'

export interface PoolOptions {
  connections_max: number
  /** Reads may be asked twice; the door's statement counts, so it may not. */
  repeat_once: boolean
  wait_ms: number
  statement_ms: number
}

/** A connection whose current statement runs longer than this is joined only when all are so. */
const SLOW_MS = 50

/** Connections shared by all requests, each answering many statements in the order they came. */
export class Pool {
  readonly connections = new Set<Connection>()
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

  #send(query: Query, may_repeat: boolean): void {
    if (this.#is_closed) return query.reject(new DatabaseUnavailable('no', 'the database is closed'))
    const connection = this.#choose()
    const { resolve, reject } = query
    query.reject = (error) => {
      if (!isConnectionError(error)) return reject(error)
      // What was refused on a fresh connection, or unreachable, would be so again.
      const was_sound = connection.has_answered && errorCode(error) === 'CONNECTION_CLOSED'
      if (!may_repeat || !was_sound || this.#is_closed) {
        return reject(unavailable(error, this.#attempted(connection)))
      }
      const copy = copyQuery(query)
      copy.resolve = resolve
      copy.reject = reject
      queueMicrotask(() => this.#send(copy, false))
    }
    connection.send(query)
  }

  #attempted(connection: Connection): 'no' | 'unknown' {
    return this.#options.repeat_once || !connection.has_answered ? 'no' : 'unknown'
  }

  #choose(): Connection {
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
    if (best && this.connections.size >= this.#options.connections_max) return best
    const opened = new Connection(this.#target, (dead) => this.connections.delete(dead))
    this.connections.add(opened)
    return opened
  }

  /** Called often: refuses what waited too long for its turn and ends what is far over its time. */
  sweep(now: number): void {
    const { repeat_once, wait_ms, statement_ms } = this.#options
    for (const connection of [...this.connections]) {
      let is_first = true
      for (const query of [...connection.outstanding]) {
        const age_ms = now - query.sent_at
        if (is_first && age_ms > statement_ms) {
          connection.lose(new DatabaseUnavailable(this.#attempted(connection), 'a statement was not answered in time'))
          break
        }
        if (!is_first && age_ms > wait_ms) {
          query.reject(new DatabaseUnavailable(repeat_once ? 'no' : 'unknown', 'every connection is busy'))
        }
        is_first = false
      }
    }
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
    while ([...this.connections].some((connection) => connection.outstanding.size > 0)) {
      if (performance.now() > until) break
      await new Promise((settle) => setTimeout(settle, 5))
    }
    for (const connection of [...this.connections]) {
      if (connection.outstanding.size > 0)
        connection.lose(new DatabaseUnavailable('unknown', 'the database is closing'))
      else connection.retire()
    }
    this.connections.clear()
  }
}
