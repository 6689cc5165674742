/**
 * Large writes. PostgreSQL keeps plans for a session, those of its foreign key checks too: one kept from when a table
 * was small reads it whole for each row. And of a fresh organisation's rows it expects none, so that it would compare
 * each row with every other. So plans are made anew around a large write, and none of them may nest loops. `rows` is the
 * most that any statement of the work meets, those that it only reads included.
 */
import type { Sql } from '../contract/call.ts'

const rowsMin = 1_000

/** Rows that one statement writes within its time limit even on a busy machine. */
const rowsAStatement = 4_000

export const inPieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAStatement) }, (_, i) =>
    rows.slice(i * rowsAStatement, (i + 1) * rowsAStatement),
  )

/** The transactions in which a large write is under way; one within another changes nothing. */
const in_flight = new WeakSet<Sql>()

export async function inBulk<T>(sql: Sql, rows: number, work: () => Promise<T>): Promise<T> {
  if (rows < rowsMin || in_flight.has(sql)) return work()
  in_flight.add(sql)
  await Promise.all([sql`discard plans`, sql`set local enable_nestloop = off`])
  const done = await work()
  // Small writes of this connection must not inherit what suited a large one.
  await Promise.all([sql`set local enable_nestloop = on`, sql`discard plans`])
  in_flight.delete(sql)
  return done
}
