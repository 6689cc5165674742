import {
  createSqlStore,
  type PostgresQuery,
  type PostgresStore,
  type PostgresStoreOptions,
  rowsOf,
} from './postgres.ts'

/** A Drizzle database or transaction on PostgreSQL, with any driver. */
export interface DrizzleExecutor<Query> {
  execute(query: Query): PromiseLike<unknown>
}

/** Drizzle's own `sql` tag, passed in so that this package imports nothing. */
export type DrizzleSqlTag<Query> = (strings: TemplateStringsArray, ...values: never[]) => Query

export interface DrizzleStoreOptions<Query> extends PostgresStoreOptions {
  db: DrizzleExecutor<Query>
  sql: DrizzleSqlTag<Query>
}

/** The Postgres store through Drizzle; `finishIn` takes the `tx` of `db.transaction(async (tx) => …)`. */
export function createDrizzleStore<Query>(options: DrizzleStoreOptions<Query>): PostgresStore<DrizzleExecutor<Query>> {
  const { db, sql, table } = options
  const queryIn =
    (executor: DrizzleExecutor<Query>): PostgresQuery =>
    async (text, values) =>
      rowsOf(await executor.execute(toTemplate(sql, text, values)))
  return createSqlStore(queryIn(db), queryIn, table)
}

// "… $1 … $2" becomes the arguments of the tag. The parameters are in order in every statement.
function toTemplate<Query>(sql: DrizzleSqlTag<Query>, text: string, values: unknown[]): Query {
  const strings = text.split(/\$\d+/)
  return sql(Object.assign(strings, { raw: strings }), ...(values as never[]))
}
