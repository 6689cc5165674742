import { type Claim, type DeliveryStore, remembered_days } from '../store.ts'

/** The part of a D1PreparedStatement that is used. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: unknown[] }>
}

/** The part of a D1Database binding that is used. */
export interface D1<Statement extends D1Statement = D1Statement> {
  prepare(text: string): Statement
}

/** The options of {@link createD1Store}. */
export interface D1StoreOptions {
  /** The name of the table that the DDL created. @default 'webhook_deliveries' */
  table?: string
}

export interface D1Store<Statement> extends DeliveryStore<Statement[]> {
  /**
   * Adds the mark to the statements of your batch: `await finishIn(statements)`, then `await db.batch(statements)`.
   * The batch is one transaction, and fails as a whole if the claim was lost.
   */
  finishIn(statements: Statement[], delivery_id: string, token: string): Promise<boolean>
  /** Deletes deliveries that were finished, or claimed and never finished, more than so many days ago. Returns how many. @default 90 */
  purge(older_than_days?: number): Promise<number>
}

/** The table's DDL, for one of your migrations; also in the package as `sql/webhook_deliveries_d1.sql`. */
export const webhook_deliveries_d1_ddl = `create table if not exists webhook_deliveries (
  delivery_id text primary key,
  token text not null,
  lease_expires_at real not null,
  done_at real
);
`

/** Seconds since 1970, with fractions, by the database's clock. */
const now = "unixepoch('subsec')"

/**
 * A store for Cloudflare Workers. Claims are rows of a D1 database, leases use its clock, and every step is one statement,
 * so exactly one of two concurrent copies runs.
 */
export function createD1Store<Statement extends D1Statement>(
  db: D1<Statement>,
  options: D1StoreOptions = {},
): D1Store<Statement> {
  const { table: name = 'webhook_deliveries' } = options
  if (typeof db?.prepare !== 'function') throw new TypeError('A D1 database has a prepare method: pass env.<binding>.')
  if (!/^[a-z_]\w*$/i.test(name)) throw new TypeError(`Not a table name: ${JSON.stringify(name)}`)
  const table = `"${name}"`
  const statement = (text: string, ...values: unknown[]): Statement => db.prepare(text).bind(...values) as Statement
  const run = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await statement(text, ...values).all()).results as Record<string, unknown>[]

  return {
    async claim(delivery_id, lease_seconds): Promise<Claim> {
      const token = crypto.randomUUID()
      const claimed = await run(
        `insert into ${table} (delivery_id, token, lease_expires_at) values (?1, ?2, ${now} + ?3)
         on conflict (delivery_id) do update set token = excluded.token, lease_expires_at = excluded.lease_expires_at
         where ${table}.done_at is null and ${table}.lease_expires_at <= ${now}
         returning delivery_id`,
        delivery_id,
        token,
        lease_seconds,
      )
      if (claimed.length === 1) return { state: 'claimed', token }
      const [row] = await run(`select done_at is not null as done from ${table} where delivery_id = ?1`, delivery_id)
      return { state: row?.done === 1 ? 'done' : 'in_flight' }
    },
    async finish(delivery_id, token) {
      const set = `set done_at = coalesce(done_at, ${now})`
      const rows = await run(
        `update ${table} ${set} where delivery_id = ?1 and token = ?2 returning delivery_id`,
        delivery_id,
        token,
      )
      return rows.length === 1
    },
    async finishIn(statements, delivery_id, token) {
      // json() of an invalid value is the only error that a statement can raise by itself.
      const text = `insert into ${table} (delivery_id, token, lease_expires_at, done_at) values (?1, ?2, ${now}, ${now})
        on conflict (delivery_id) do update set done_at =
          case when ${table}.token = excluded.token then coalesce(${table}.done_at, ${now}) else json('claim lost') end`
      statements.push(statement(text, delivery_id, token))
      return true
    },
    async release(delivery_id, token) {
      const rows = await run(
        `delete from ${table} where delivery_id = ?1 and token = ?2 and done_at is null returning delivery_id`,
        delivery_id,
        token,
      )
      return rows.length === 1
    },
    async purge(older_than_days = remembered_days) {
      const rows = await run(
        `delete from ${table} where coalesce(done_at, lease_expires_at) < ${now} - ?1 * 86400.0 returning delivery_id`,
        older_than_days,
      )
      return rows.length
    },
  }
}
