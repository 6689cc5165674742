import { Connection, copyQuery, isRepeatable, type Query, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable, errorCode, isConnectionError } from './errors.ts'

export interface PoolOptions {
  connections_max: number
  /** Reads may be repeated; the door's statement counts requests, so it may not. */
  repeat_once: boolean
  wait_ms: number
  statement_ms: number
}

/** Codes of a refused connection: the statement did not run. */
const REFUSED = new Set(['ECONNREFUSED', '53300', '57P03'])

/** A connection whose statement runs longer than this is chosen only when all do. */
const SLOW_MS = 50

/** Connections shared by all requests; each answers its statements in order. */
export class Pool {
  readonly connections = new Set<Connection>()
  /** Expired or blocked: they answer their statements and get no new ones. */
  readonly #draining = new Set<Connection>()
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

  #send(query: Query, mayRepeat: boolean, mayOpen = true): void {
    if (this.#is_closed) return query.reject(new DatabaseUnavailable('no', 'the database is closed'))
    const connection = this.#choose(mayOpen)
    const { resolve, reject } = query
    query.reject = (error) => {
      if (!isConnectionError(error)) return reject(error)
      const code = errorCode(error) ?? ''
      // A refused connection ran nothing; an open one may still accept statements.
      const goesToAnother = mayOpen && REFUSED.has(code) && this.#hasWorking()
      const goesAgain = mayRepeat && connection.has_answered && code === 'CONNECTION_CLOSED'
      if (this.#is_closed || (!goesToAnother && !goesAgain)) {
        return reject(unavailable(error, REFUSED.has(code) ? 'no' : this.#attempted()))
      }
      const copy = copyQuery(query)
      copy.resolve = resolve
      copy.reject = reject
      queueMicrotask(() => this.#send(copy, false, !goesToAnother))
    }
    connection.send(query)
  }

  #attempted(): 'no' | 'unknown' {
    return this.#options.repeat_once ? 'no' : 'unknown'
  }

  #hasWorking(): boolean {
    return [...this.connections].some(({ has_answered }) => has_answered)
  }

  #choose(mayOpen: boolean): Connection {
    let best: Connection | undefined
    let bestLoad = Infinity
    const now = performance.now()
    for (const connection of this.connections) {
      const waiting = connection.outstanding.size
      if (waiting === 0) return connection
      const oldest = connection.oldest()
      const isSlow = oldest !== undefined && now - oldest.sent_at > SLOW_MS
      const load = waiting + (isSlow ? 1_000_000 : 0)
      if (load < bestLoad) [best, bestLoad] = [connection, load]
    }
    if (best && (!mayOpen || this.connections.size >= this.#options.connections_max)) return best
    const opened = new Connection(this.#target, (dead) => {
      this.connections.delete(dead)
      this.#draining.delete(dead)
    })
    this.connections.add(opened)
    return opened
  }

  /** Called periodically: refuses statements that waited too long and closes connections far over their limit. */
  sweep(now: number): void {
    const { wait_ms, statement_ms } = this.#options
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
    for (const connection of [...this.connections, ...this.#draining]) {
      let isFirst = true
      let isBlocked = false
      for (const query of connection.outstanding) {
        const ageMs = now - query.sent_at
        if (isFirst && ageMs > statement_ms) {
          connection.lose(new DatabaseUnavailable(this.#attempted(), 'a statement was not answered in time'))
          break
        }
        if (!isFirst && ageMs > wait_ms) {
          query.reject(new DatabaseUnavailable(this.#attempted(), 'every connection is busy'))
          isBlocked = true
        }
        isFirst = false
      }
      // The refused statement is still queued in this session: no new one may queue behind it.
      if (isBlocked) {
        this.connections.delete(connection)
        this.#draining.add(connection)
      }
    }
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
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
