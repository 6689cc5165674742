import type { Sql } from '../contract/sql.ts'

/** A preview plans in a transaction that cannot lock rows. */
export async function canWrite(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ is_read_only: boolean }[]>`
    select current_setting('transaction_read_only')::boolean as is_read_only`
  return row?.is_read_only === false
}
