/**
 * Three kinds of access to PostgreSQL: single statements outside transactions (those of the pipeline and of workers), reads
 * on connections that PostgreSQL itself makes read-only, and transactions on slots.
 *
 * The driver, postgres.js, speaks the protocol and builds statements. It is not trusted with a
 * failing connection: it then reconnects by itself, may run one request's next statement inside
 * another's transaction, leaves promises unsettled and throws from its callbacks. So each driver
 * client here opens a single socket (connection.ts), does not see that socket close (socket.ts),
 * and is discarded with it; unanswered statements are tracked and settled here. On top of that are
 * pool.ts for shared connections, slots.ts and transaction.ts for writes, both shared fairly between
 * organisations (fair_shares.ts), and outcome.ts for a COMMIT whose response was lost.
 *
 * Nothing hangs: connecting and waiting for a connection have limits, and when a connection stays
 * silent PostgreSQL is probed on a new one; if that is silent too, all connections are closed.
 */
import { Connection, makeSql, type Query, type Sql, type Target, targetOf } from './connection.ts'
import { ConnectionLost, DatabaseUnavailable, errorCode } from './errors.ts'
import { evenShares, type Owner } from './fair_shares.ts'
import { Listener } from './listener.ts'
import { Pool } from './pool.ts'
import { Slots } from './slots.ts'
import { runTransaction } from './transaction.ts'

export type { Sql } from './connection.ts'
export { DatabaseUnavailable, isBusyError, isConnectionError, isFullError, isUnavailable } from './errors.ts'

/** Connections in the share of one organisation, or without a limit for the service itself. */
export interface Access {
  /** PostgreSQL refuses writes here; a read lost with its connection is repeated once. */
  reads: Sql
  /** One transaction. The work is run again after a deadlock. */
  write<T>(work: (tx: Sql) => Promise<T>, options?: { deadline_ms?: number }): Promise<T>
  /** Several reads of one snapshot; also for cursors. */
  snapshot<T>(work: (tx: Sql) => Promise<T>, options?: { deadline_ms?: number }): Promise<T>
}

export interface Database extends Access {
  /** Autocommit: one statement per request, never repeated. */
  autocommit: Sql
  /** The same for what is presumably one organisation's: its statements do not keep those of others waiting. */
  autocommitOf(owner: Owner): Sql
  /** Access for one organisation, limited to its share of the connections, so that it delays no other. */
  of(organization_id: string): Access
  /** After a reconnection the payload is empty: notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<{ unlisten(): Promise<void> }>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  autocommit_connections?: number
  read_connections?: number
  write_slots?: number
  /** Maximum wait for a connection. */
  acquire_ms?: number
  application_name?: string
  /** The last work of every write: what else the transaction has to settle before it commits. */
  before_commit?: (tx: Sql) => Promise<void>
}

const STATEMENT_MS = 5_000
/** The pipeline's statement takes one or two milliseconds; after this time its connection is closed. */
const AUTOCOMMIT_MS = 1_700
/** A request that waits for a lock is answered within two seconds. */
const LOCK_MS = 1_500
const IDLE_IN_TRANSACTION_MS = 10_000
const TRANSACTION_MS = 15_000
const ACQUIRE_MS = 1_500
const CONNECT_MS = 900
/** Silence after which PostgreSQL is probed, and how long it has to answer. */
const SILENCE_MS = 900
const PROBE_MS = 800
const SWEEP_MS = 100
const CLOSE_MS = 2_000
/** Organisations whose access is kept in memory. */
const REMEMBERED_MAX = 1_000

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const session = sessionSettings(options.application_name ?? 'merchant-api')
  const target = targetOf(url, session, CONNECT_MS)
  const reading = { ...target, session: { ...session, default_transaction_read_only: 'on' } }
  const acquire_ms = options.acquire_ms ?? ACQUIRE_MS
  const limits = { wait_ms: acquire_ms, statement_ms: STATEMENT_MS + 2_000 }
  const autocommit = new Pool(target, {
    ...limits,
    connections_max: options.autocommit_connections ?? 4,
    statement_ms: AUTOCOMMIT_MS,
    repeat_once: false,
    shares: evenShares(options.autocommit_connections ?? 4),
  })
  const reads = new Pool(reading, {
    ...limits,
    connections_max: options.read_connections ?? 8,
    repeat_once: true,
  })
  const slots = new Slots(target, options.write_slots ?? 8)
  const listener = new Listener(target)
  const stopWatching = watch(target, autocommit, reads, slots)
  const autocommitSql = makeSql((query) => autocommit.send(query, null))
  const run = <T>(owner: Owner, kind: 'write' | 'snapshot', work: Work<T>, deadline_ms = TRANSACTION_MS) =>
    runTransaction(slots, target, work, { owner, kind, acquire_ms, deadline_ms, lock_ms: LOCK_MS })
  const { before_commit } = options
  const settled = <T>(work: Work<T>): Work<T> =>
    before_commit === undefined
      ? work
      : async (tx) => {
          const result = await work(tx)
          await before_commit(tx)
          return result
        }
  const accessOf = (owner: Owner): Access => ({
    reads: makeSql((query) => reads.send(query, owner)),
    write: (work, { deadline_ms } = {}) => run(owner, 'write', settled(work), deadline_ms),
    snapshot: (work, { deadline_ms } = {}) => run(owner, 'snapshot', work, deadline_ms),
  })
  return {
    ...accessOf(null),
    autocommit: autocommitSql,
    autocommitOf: remembered((owner) => makeSql((query) => autocommit.send(query, owner))),
    of: remembered(accessOf),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async ping() {
      await autocommitSql`select 1`
    },
    async close() {
      const until = performance.now() + CLOSE_MS
      listener.close()
      await Promise.all([slots.close(until), autocommit.close(until), reads.close(until)])
      stopWatching()
    },
  }
}

type Work<T> = (tx: Sql) => Promise<T>

/** Making the access of an organisation takes longer than finding it. */
function remembered<O extends Owner, T>(accessOf: (owner: O) => T): (owner: O) => T {
  const known = new Map<O, T>()
  return (owner) => {
    const knownAccess = known.get(owner)
    if (knownAccess !== undefined) return knownAccess
    if (known.size >= REMEMBERED_MAX) known.clear()
    const access = accessOf(owner)
    known.set(owner, access)
    return access
  }
}

/** PostgreSQL settings that are off although an acknowledged write can then be lost; expected to be empty. */
export async function findDurabilityFaults(database: Database): Promise<string[]> {
  const rows = await database.reads<{ name: string }[]>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`
  return rows.map(({ name }) => name)
}

function sessionSettings(application_name: string): Record<string, string> {
  return {
    application_name,
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    statement_timeout: String(STATEMENT_MS),
    lock_timeout: String(LOCK_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    // Aggregates over a whole catalogue stay in memory.
    work_mem: '16MB',
    // JIT compilation takes longer than it saves; an external PostgreSQL may have it on.
    jit: 'off',
    // A backend whose client is gone notices within a second and releases its locks.
    client_connection_check_interval: '1000',
  }
}

function watch(target: Target, autocommit: Pool, reads: Pool, slots: Slots): () => void {
  let isProbing = false
  const groups = [autocommit.connections, reads.connections, slots.connections]
  const check = () => {
    const now = performance.now()
    autocommit.sweep(now)
    reads.sweep(now)
    if (isProbing || !groups.some((group) => [...group].some((one) => isSilent(one, now)))) return
    isProbing = true
    void isReachable(target).then((reachable) => {
      isProbing = false
      if (!reachable) groups.forEach(closeAll)
    })
  }
  const timer = setInterval(check, SWEEP_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function isSilent(connection: Connection, now: number): boolean {
  const oldest = connection.oldest()
  return oldest !== undefined && now - Math.max(oldest.sent_at, connection.last_heard_at) > SILENCE_MS
}

function closeAll(group: Set<Connection>): void {
  for (const connection of group) {
    connection.lose(new ConnectionLost('UNREACHABLE', 'PostgreSQL does not answer'))
  }
}

// An error (too many connections, starting up) also counts as a response; silence and a closed port do not.
async function isReachable(target: Target): Promise<boolean> {
  const connection = new Connection(target, () => undefined)
  const silence = new ConnectionLost('UNREACHABLE', 'PostgreSQL does not answer')
  const timer = setTimeout(() => connection.lose(silence), PROBE_MS)
  try {
    await makeSql((query: Query) => connection.send(query))`select 1`
    return true
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false
    return /^[0-9A-Z]{5}$/.test(errorCode(error) ?? '')
  } finally {
    clearTimeout(timer)
    connection.retire()
  }
}
