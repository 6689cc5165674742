/** Numbers of rows by organisation, for totals without a filter; a filtered total is counted. */
import { fragment } from '../../db/sql/fragment.ts'
import type { Sql } from '../contract/sql.ts'
import type { Only } from '../jobs/job.ts'
import { foldCounts, foldCountsJob } from './fold_counts.ts'
import type { CountedTable } from './known_values.ts'

export async function readRowCount(sql: Sql, organization_id: string, table_name: CountedTable): Promise<number> {
  const [row] = await sql<{ row_count: number }[]>`
    select (coalesce((select c.row_count from row_counts c
        where c.organization_id = ${organization_id} and c.table_name = ${table_name}), 0)
      + coalesce((select sum(d.row_count) from row_count_deltas d
        where d.organization_id = ${organization_id} and d.table_name = ${table_name}), 0))::float8 as row_count`
  return row!.row_count
}

const tables = {
  deltas: fragment`row_count_deltas`,
  sums: fragment`row_counts`,
  key: fragment`organization_id, table_name`,
  count: fragment`row_count`,
}

export const foldRowCounts = (sql: Sql, rowsMax?: number, only?: Only): Promise<number> =>
  foldCounts(sql, tables, rowsMax, only)

export const foldRowCountsJob = foldCountsJob('fold_row_counts', foldRowCounts)

export interface WrongCount {
  table_name: CountedTable
  /** Number of existing rows. */
  rows: number
  /** As the sums have it. */
  row_count: number
}

/** Tables whose count is not that of their rows. One statement, so that all is of one moment. */
export const findWrongCounts = (sql: Sql, organization_id: string) => sql<WrongCount[]>`
  with found (table_name, rows) as (
    select 'catalogue_events', count(*) from catalogue_events where organization_id = ${organization_id}
    union all select 'contacts', count(*) from contacts where organization_id = ${organization_id}
    union all select 'customers', count(*) from customers where organization_id = ${organization_id}
    union all select 'invoices', count(*) from invoices where organization_id = ${organization_id}
    union all select 'products', count(*) from products where organization_id = ${organization_id}
    union all select 'purchase_orders', count(*) from purchase_orders where organization_id = ${organization_id}
    union all select 'returns', count(*) from returns where organization_id = ${organization_id}
    union all select 'sales_daily', count(*) from sales_daily where organization_id = ${organization_id}
    union all select 'stock_levels', count(*) from stock_levels where organization_id = ${organization_id}
    union all select 'stock_movements', count(*) from stock_movements where organization_id = ${organization_id}
    union all select 'suppliers', count(*) from suppliers where organization_id = ${organization_id}
    union all select 'variants', count(*) from variants where organization_id = ${organization_id}
  ), counted as (
    select table_name, sum(row_count) as row_count from (
      select table_name, row_count from row_counts where organization_id = ${organization_id}
      union all
      select table_name, row_count from row_count_deltas where organization_id = ${organization_id}
    ) s group by table_name
  )
  select f.table_name, f.rows::float8 as rows, coalesce(c.row_count, 0)::float8 as row_count
  from found f left join counted c on c.table_name = f.table_name
  where f.rows <> coalesce(c.row_count, 0)
  order by f.table_name`
