/**
 * Large writes. PostgreSQL caches plans per session, including those of foreign key checks: one cached while a table was
 * small scans it for each row. For a new organisation it also expects no rows and would choose nested loops. So cached
 * plans are discarded around a large write, nested loops are disabled, and each of its statements has the time that a slow
 * machine needs; the transaction's own limit stays. `rows` is the largest number of rows that any
 * statement of the write reads or changes.
 */
import type { Sql } from '../contract/call.ts'

const rowsMin = 1_000

/** Number of rows that one statement can write within its time limit even on a busy machine. */
const rowsAStatement = 4_000

export const inPieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAStatement) }, (_, i) =>
    rows.slice(i * rowsAStatement, (i + 1) * rowsAStatement),
  )

/** Transactions with a large write in progress; a nested one changes nothing. */
const in_flight = new WeakSet<Sql>()

export async function inBulk<T>(sql: Sql, rows: number, work: () => Promise<T>): Promise<T> {
  if (rows < rowsMin || in_flight.has(sql)) return work()
  in_flight.add(sql)
  await Promise.all([
    sql`discard plans`,
    sql`set local enable_nestloop = off`,
    sql`set local statement_timeout = '45s'`,
  ])
  const done = await work()
  // Later small writes on this connection must not reuse plans made for a large one.
  await Promise.all([sql`set local enable_nestloop = on`, sql`discard plans`])
  in_flight.delete(sql)
  return done
}
