import postgres from 'postgres'
import type { Sql } from '../../server/contract/sql.ts'
import { ConnectionLost, DatabaseUnavailable, errorCode, isConnectionError } from './errors.ts'
import { type Address, DriverSocket, openSocket } from './socket.ts'
import { arrayOfElement, valueTypes } from './values.ts'

/** Statements are always written as tagged templates of this type. */
export type { Sql } from '../../server/contract/sql.ts'
type DriverSql = postgres.Sql

/** Internal parts of the driver's Query; pinned by an exact version and tests. */
export interface Query extends PromiseLike<postgres.RowList<postgres.Row[]>> {
  strings: TemplateStringsArray | string[]
  args: unknown[]
  options: Record<string, unknown>
  handler: (query: Query) => void
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  active: boolean
  /** Whether it is a prepared statement, and whether this session has prepared it before. */
  prepare: boolean
  prepared: boolean
  isRaw?: boolean | string
  cursorFn?: unknown
  forEachFn?: unknown
  onlyDescribe?: boolean
  sent_at: number
  /** When a pool was asked; the statement may have waited there before it was sent. */
  asked_at?: number
}

type QueryClass = new (
  strings: TemplateStringsArray | string[],
  args: unknown[],
  handler: ((query: Query) => void) & { debug?: boolean },
  canceller: null,
  options?: Record<string, unknown>,
) => Query

export interface Target {
  url: string
  address: Address
  /** Session settings sent with the start-up packet, so that they cost no round trip. */
  session: Record<string, string>
  connect_ms: number
}

const LIFETIME_MS = 30 * 60 * 1000
const PREPARED_MAX = 1_000

const driverOptions = {
  max: 1,
  fetch_types: false,
  prepare: true,
  idle_timeout: 0,
  max_lifetime: null,
  backoff: 0,
  onnotice: () => undefined,
  no_subscribe: true,
}

function openDriver(url: string, more: Record<string, unknown>): DriverSql {
  // The types are a fresh copy: the driver writes into them.
  return postgres(url, { ...driverOptions, types: valueTypes(), ...more } as unknown as postgres.Options<{}>)
}

// Never connects: it provides the driver's Query class, identifiers and list builders.
const unconnected = openDriver('postgres://127.0.0.1:1/none', {})
Object.assign(sharedOf(unconnected).typeArrayMap, arrayOfElement())
const QueryOfDriver = peek(unconnected).constructor as unknown as QueryClass

function peek(sql: DriverSql): Query {
  return sql`` as unknown as Query
}

function sharedOf(sql: DriverSql): { typeArrayMap: Record<number, number> } {
  return (sql.options as unknown as { shared: { typeArrayMap: Record<number, number> } }).shared
}

/**
 * One connection. Its driver client can open a single socket and is discarded with it, so no
 * statement can move to a second session. Every unanswered statement is tracked here, and is
 * settled here when the connection is lost.
 */
export class Connection {
  readonly outstanding = new Set<Query>()
  readonly opened_at = performance.now()
  is_alive = true
  /** Whether PostgreSQL ever answered a statement here. */
  has_answered = false
  #prepared = 0
  #socket: DriverSocket | null = null
  #onClosed: ((connection: Connection) => void) | null
  #onLost: ((error: unknown) => void) | null = null
  readonly #handle: (query: Query) => void

  constructor(
    target: Target,
    onClosed: (connection: Connection) => void,
    notified?: (channel: string, payload: string) => void,
  ) {
    this.#onClosed = onClosed
    const client = openDriver(target.url, {
      ssl: false,
      path: undefined,
      connect_timeout: target.connect_ms / 1000,
      connection: target.session,
      socket: () => this.#open(target),
      ...(notified ? { onnotify: notified } : {}),
    })
    this.#handle = peek(client).handler
  }

  get last_heard_at(): number {
    return this.#socket?.last_heard_at ?? this.opened_at
  }

  send(query: Query): void {
    if (!this.is_alive) return query.reject(new ConnectionLost('CONNECTION_CLOSED', 'the connection is gone'))
    const { resolve, reject } = query
    query.sent_at = performance.now()
    this.outstanding.add(query)
    query.resolve = (value) => {
      this.outstanding.delete(query)
      this.has_answered = true
      if (query.prepare && !query.prepared) this.#prepared++
      resolve(value)
    }
    query.reject = (error) => {
      this.outstanding.delete(query)
      reject(error)
      // An error raised here concerns only this statement; the connection stays in use.
      if (!(error instanceof DatabaseUnavailable) && isConnectionError(error)) this.lose(error)
    }
    this.#handle(query)
  }

  /** A session keeps every prepared statement, so the connection is replaced before there are too many. */
  isExpired(now: number): boolean {
    return this.#prepared > PREPARED_MAX || now - this.opened_at > LIFETIME_MS
  }

  /** The statement that has waited longest for its answer. */
  oldest(): Query | undefined {
    return this.outstanding.values().next().value
  }

  /** Closes this connection and rejects its unanswered statements. */
  lose(cause: unknown): void {
    if (!this.is_alive) return
    this.is_alive = false
    const onClosed = this.#onClosed
    this.#onClosed = null
    onClosed?.(this)
    this.#socket?.destroy()
    const unanswered = [...this.outstanding]
    this.outstanding.clear()
    for (const query of unanswered) query.reject(cause)
    this.#onLost?.(cause)
  }

  /** Calls back on loss, also while no statement is running. */
  whenLost(onLost: ((error: unknown) => void) | null): void {
    this.#onLost = onLost
    if (!this.is_alive) onLost?.(new ConnectionLost('CONNECTION_CLOSED', 'the connection is gone'))
  }

  /** Terminates the session; only for a connection without unanswered statements. */
  retire(): void {
    if (!this.is_alive) return
    this.is_alive = false
    this.#onClosed = null
    this.#socket?.end(TERMINATE)
  }

  async #open(target: Target): Promise<DriverSocket> {
    if (this.#socket || !this.is_alive) throw new ConnectionLost('CONNECTION_CLOSED', 'the connection is gone')
    try {
      const raw = await openSocket(target.address, target.connect_ms)
      this.#socket = new DriverSocket(raw, (error) => this.lose(error))
      if (!this.is_alive) this.#socket.destroy()
      return this.#socket
    } catch (error) {
      this.lose(error)
      throw error
    }
  }
}

const TERMINATE = Buffer.from([88, 0, 0, 0, 4])

export function targetOf(url: string, session: Record<string, string>, connect_ms: number): Target {
  const { host, port, path, ssl } = openDriver(url, {}).options as unknown as {
    host: string[]
    port: number[]
    path: string | false
    ssl: unknown
  }
  const address: Address = { hosts: host, ports: port, path: path || null, tls: tlsOf(ssl) }
  return { url, address, session, connect_ms }
}

function tlsOf(ssl: unknown): Address['tls'] {
  if (ssl === 'prefer' || ssl === 'allow') return 'prefer'
  if (ssl === 'verify-full' || ssl === 'verify-ca') return 'verify'
  return ssl === 'require' || ssl === true ? 'require' : 'off'
}

/** A tagged template on top of a send function; everything that opens connections is unsupported. */
export function makeSql(send: (query: Query) => void): Sql {
  const handler = (query: Query) => {
    // The driver drops the promise of the call that leads here: nothing may be thrown.
    try {
      send(query)
    } catch (error) {
      query.reject(error)
    }
  }
  const sql = (first: unknown, ...rest: unknown[]) =>
    isTemplate(first)
      ? new QueryOfDriver(first, rest, handler, null)
      : (unconnected as unknown as (...values: unknown[]) => unknown)(first, ...rest)
  return Object.assign(sql, driverHelpers, {
    unsafe: (text: string, args: unknown[] = [], options: Record<string, unknown> = {}) =>
      new QueryOfDriver([text], args, handler, null, {
        prepare: false,
        ...options,
        simple: 'simple' in options ? options['simple'] : args.length === 0,
      }),
    options: { ...unconnected.options, parsers: { ...unconnected.options.parsers } },
  }) as unknown as Sql
}

const unsupported = (name: string) => () => {
  throw new Error(`${name} is not part of a pool's sql; transactions go through write()`)
}

const driverHelpers = {
  json: unconnected.json,
  array: unconnected.array,
  typed: unconnected.typed,
  types: unconnected.types,
  PostgresError: unconnected.PostgresError,
  CLOSE: unconnected.CLOSE,
  END: unconnected.END,
  parameters: unconnected.parameters,
  ...Object.fromEntries(
    ['begin', 'savepoint', 'reserve', 'listen', 'notify', 'subscribe', 'file', 'largeObject', 'end', 'close'].map(
      (name) => [name, unsupported(name)],
    ),
  ),
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}

/** A copy of the statement, to be sent again on another connection; its result settles the original. */
export function copyQuery(query: Query): Query {
  const copy = new QueryOfDriver(query.strings, query.args, () => undefined, null, query.options)
  if (query.isRaw !== undefined) copy.isRaw = query.isRaw
  return copy
}

/** Whether a lost statement can be sent again: no part of its result was delivered yet. */
export function isRepeatable(query: Query): boolean {
  return !query.cursorFn && !query.forEachFn && !query.onlyDescribe
}

export function unavailable(error: unknown, attempted: 'no' | 'unknown'): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error
  const code = errorCode(error)
  return new DatabaseUnavailable(attempted, `the database is not available${code ? ` (${code})` : ''}`, error)
}
