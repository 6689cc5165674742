/**
 * better-auth compares instants with its process's clock and deletes sessions that have expired by it. This adapter
 * shifts the database's instants by the difference of the clocks, so that processes with different clocks agree on when
 * a session ends. Differences below a second are ignored.
 */
import type { DBAdapter } from 'better-auth'
import type { Sql } from '../../contract/call.ts'

const agreementMs = 1_000

/** Milliseconds by which this process is ahead of the database. */
async function readAhead(sql: Sql): Promise<number> {
  const [row] = await sql<{ now_ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`
  const aheadMs = Math.round(Date.now() - row!.now_ms)
  return Math.abs(aheadMs) < agreementMs ? 0 : aheadMs
}

/** The value with every instant in it shifted. */
function shift<T>(value: T, byMs: number): T {
  if (value instanceof Date) return new Date(value.getTime() + byMs) as T
  if (Array.isArray(value)) return value.map((one: unknown) => shift(one, byMs)) as T
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shift(one as unknown, byMs)])) as T
}

export function onDatabaseClock(inner: DBAdapter, sql: Sql): DBAdapter {
  const moved =
    <A, R>(call: (input: A) => Promise<R>) =>
    async (input: A): Promise<R> => {
      const aheadMs = await readAhead(sql)
      return aheadMs === 0 ? call(input) : shift(await call(shift(input, aheadMs * -1)), aheadMs)
    }
  const outer: DBAdapter = {
    ...inner,
    create: moved(inner.create) as DBAdapter['create'],
    findOne: moved(inner.findOne) as DBAdapter['findOne'],
    findMany: moved(inner.findMany) as DBAdapter['findMany'],
    update: moved(inner.update) as DBAdapter['update'],
    updateMany: moved(inner.updateMany),
    count: moved(inner.count),
    delete: moved(inner.delete) as DBAdapter['delete'],
    deleteMany: moved(inner.deleteMany),
    consumeOne: moved(inner.consumeOne) as DBAdapter['consumeOne'],
    incrementOne: moved(inner.incrementOne) as DBAdapter['incrementOne'],
    transaction: (work) => work(outer),
  }
  return outer
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Converts the instants in a response of better-auth back to the database's clock. */
export async function toDatabaseClock(text: string, sql: Sql): Promise<string> {
  const aheadMs = await readAhead(sql)
  if (aheadMs === 0 || text === '') return text
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
    typeof value === 'string' && instant.test(value) ? new Date(Date.parse(value) - aheadMs).toISOString() : value,
  )
}
