/**
 * Exact numbers of rows by organisation without counting them. Triggers append what each statement adds or removes, a
 * job folds it, and a read adds both. For totals without a filter; a filtered total is counted.
 */
import type { Sql } from '../contract/sql.ts'
import type { Job } from '../jobs/job.ts'
import type { CountedTable } from './known_values.ts'

export async function readRowCount(sql: Sql, organization_id: string, table_name: CountedTable): Promise<number> {
  const [row] = await sql<{ row_count: number }[]>`
    select (coalesce((select c.row_count from row_counts c
        where c.organization_id = ${organization_id} and c.table_name = ${table_name}), 0)
      + coalesce((select sum(d.row_count) from row_count_deltas d
        where d.organization_id = ${organization_id} and d.table_name = ${table_name}), 0))::float8 as row_count`
  return row!.row_count
}

const batchRows = 20_000

/** Rows are deleted by their position: see foldOldest (selling/sales_facts/fold_sales.ts). */
export async function foldRowCounts(sql: Sql, rowsMax = batchRows): Promise<number> {
  const [folded] = await sql<{ rows: number }[]>`
    with oldest as (
      select ctid as tid from row_count_deltas order by organization_id, entry limit ${rowsMax}
      for update skip locked
    ), taken as (
      delete from row_count_deltas d using oldest o where d.ctid = o.tid
      returning d.organization_id, d.table_name, d.row_count
    ), counted as (
      insert into row_counts as c (organization_id, table_name, row_count)
      select organization_id, table_name, sum(row_count) from taken group by organization_id, table_name
      order by organization_id, table_name
      on conflict on constraint row_counts_pk do update set row_count = c.row_count + excluded.row_count
    )
    select count(*)::int as rows from taken`
  return folded!.rows
}

export const foldRowCountsJob: Job = {
  name: 'fold_row_counts',
  every_seconds: 60,
  async run(step) {
    while ((await step((sql) => foldRowCounts(sql))) === batchRows);
  },
}

export interface WrongCount {
  table_name: CountedTable
  /** Of the rows there are. */
  rows: number
  /** As the sums have it. */
  row_count: number
}

/** Tables whose count is not that of their rows. One statement, so that all is of one moment. */
export const findWrongCounts = (sql: Sql, organization_id: string) => sql<WrongCount[]>`
  with found (table_name, rows) as (
    select 'contacts', count(*) from contacts where organization_id = ${organization_id}
    union all select 'customers', count(*) from customers where organization_id = ${organization_id}
    union all select 'invoices', count(*) from invoices where organization_id = ${organization_id}
    union all select 'products', count(*) from products where organization_id = ${organization_id}
    union all select 'purchase_orders', count(*) from purchase_orders where organization_id = ${organization_id}
    union all select 'returns', count(*) from returns where organization_id = ${organization_id}
    union all select 'sales_daily', count(*) from sales_daily where organization_id = ${organization_id}
    union all select 'sales_orders', count(*) from sales_orders where organization_id = ${organization_id}
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
