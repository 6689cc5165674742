/**
 * PostgreSQL keeps plans for a session, those of its foreign key checks too. One kept from when a table was small may
 * read an organisation's rows whole; over thousands of rows that costs minutes. Before a large write they are made anew.
 */
import type { Sql } from '../contract/call.ts'

const rows_min = 1_000

export async function planAfresh(sql: Sql, rows: number): Promise<void> {
  if (rows >= rows_min) await sql`discard plans`
}
