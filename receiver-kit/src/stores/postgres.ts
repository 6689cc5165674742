import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

/** Runs a query with `$1`-style parameters and returns its rows, for clients other than the known ones. */
export type PostgresQuery = (text: string, values: unknown[]) => Promise<readonly Record<string, unknown>[]>

/** pg (Pool, Client), PGlite, Neon: anything with `query`. postgres.js, Bun.sql and their transactions: `unsafe`. */
export type PostgresClient =
  | { query(text: string, values: unknown[]): PromiseLike<unknown> }
  | { unsafe(text: string, values: never[]): PromiseLike<unknown> }
  | PostgresQuery

export interface PostgresStoreOptions {
  /** `table` or `schema.table` that the DDL created. @default 'webhook_deliveries' */
  table?: string
}

export interface PostgresStore<Transaction = PostgresClient> extends DeliveryStore<Transaction> {
  finishIn(transaction: Transaction, delivery_id: string, token: string): Promise<boolean>
  /** Deletes deliveries that were finished, or claimed and never finished, more than so many days ago. Returns how many. @default 90 */
  purge(older_than_days?: number): Promise<number>
}

/** The table's DDL, for one of your migrations; also in the package as `sql/webhook_deliveries.sql`. */
export const webhook_deliveries_ddl = `create table if not exists webhook_deliveries (
  delivery_id text primary key,
  token text not null,
  lease_expires_at timestamptz not null,
  done_at timestamptz
);
`

/**
 * Claims are rows, leases use the database's clock, and every step is one statement, so any number of receivers can share
 * the table. `finishIn` writes the mark through your transaction: effects and mark are committed together.
 */
export function createPostgresStore(client: PostgresClient, options: PostgresStoreOptions = {}): PostgresStore {
  return createSqlStore(queryOf(client), queryOf, options.table)
}

export function queryOf(client: PostgresClient): PostgresQuery {
  if ('unsafe' in client && typeof client.unsafe === 'function') {
    return async (text, values) => rowsOf(await client.unsafe(text, values as never[]))
  }
  if ('query' in client && typeof client.query === 'function') {
    return async (text, values) => rowsOf(await client.query(text, values))
  }
  if (typeof client === 'function') return client as PostgresQuery
  throw new TypeError('A Postgres client has a query or an unsafe method, or is a function (text, values) => rows.')
}

/** Drivers return the rows themselves or an object that contains them. */
export function rowsOf(result: unknown): readonly Record<string, unknown>[] {
  const rows = Array.isArray(result) ? result : (result as { rows?: unknown } | null)?.rows
  if (!Array.isArray(rows)) throw new TypeError('The Postgres client returned no rows.')
  return rows as Record<string, unknown>[]
}

export function createSqlStore<Transaction>(
  query: PostgresQuery,
  queryIn: (transaction: Transaction) => PostgresQuery,
  table_name = 'webhook_deliveries',
): PostgresStore<Transaction> {
  const table = quoteTable(table_name)
  const finish = async (run: PostgresQuery, delivery_id: string, token: string): Promise<boolean> => {
    const set = 'set done_at = coalesce(done_at, clock_timestamp())'
    const rows = await run(`update ${table} ${set} where delivery_id = $1 and token = $2 returning delivery_id`, [
      delivery_id,
      token,
    ])
    return rows.length === 1
  }
  return {
    async claim(delivery_id, lease_seconds): Promise<Claim> {
      const token = crypto.randomUUID()
      const claimed = await query(
        `insert into ${table} as held (delivery_id, token, lease_expires_at)
         values ($1, $2, clock_timestamp() + $3::float8 * interval '1 second')
         on conflict (delivery_id) do update set token = excluded.token, lease_expires_at = excluded.lease_expires_at
         where held.done_at is null and held.lease_expires_at <= clock_timestamp()
         returning delivery_id`,
        [delivery_id, token, lease_seconds],
      )
      if (claimed.length === 1) return { state: 'claimed', token }
      const [row] = await query(`select done_at is not null as done from ${table} where delivery_id = $1`, [
        delivery_id,
      ])
      return { state: row?.done === true ? 'done' : 'in_flight' }
    },
    finish: (delivery_id, token) => finish(query, delivery_id, token),
    finishIn: (transaction, delivery_id, token) => finish(queryIn(transaction), delivery_id, token),
    async release(delivery_id, token) {
      const rows = await query(
        `delete from ${table} where delivery_id = $1 and token = $2 and done_at is null returning delivery_id`,
        [delivery_id, token],
      )
      return rows.length === 1
    },
    async purge(older_than_days = remembered_days) {
      const rows = await query(
        `delete from ${table} where coalesce(done_at, lease_expires_at) < clock_timestamp() - $1::float8 * interval '1 day'
         returning delivery_id`,
        [older_than_days],
      )
      return rows.length
    },
  }
}

// The name becomes part of the SQL text, so only plain identifiers are accepted.
function quoteTable(name: string): string {
  if (!/^[a-z_]\w*(\.[a-z_]\w*)?$/i.test(name)) throw new TypeError(`Not a table name: ${JSON.stringify(name)}`)
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
}
