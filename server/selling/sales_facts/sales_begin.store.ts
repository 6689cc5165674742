/** The first day with recorded sales or returns in any channel: before it nothing is known of sales. */
import type { Fragment, Sql } from '../../contract/sql.ts'

/** As an expression; null if nothing was recorded. */
export const salesBeginOn = (sql: Sql, organization_id: string): Fragment => sql`
  (select day from sales_daily where organization_id = ${organization_id} order by day limit 1)`

export async function readSalesBegin(sql: Sql, organization_id: string): Promise<string | null> {
  const [first] = await sql<{ sales_begin_on: string | null }[]>`
    select ${salesBeginOn(sql, organization_id)} as sales_begin_on`
  return first!.sales_begin_on
}
