/**
 * Exact numbers of rows without counting them: triggers append what each statement changes to a table of deltas, a job
 * folds it into sums, and a read adds both.
 */
import type { Fragment, Sql } from '../contract/sql.ts'
import { batchJob, type Job, type Only, within } from '../jobs/job.ts'

const batchRows = 20_000

interface CountTables {
  deltas: Fragment
  sums: Fragment
  /** Columns of the sums' key, which the deltas have too. */
  key: Fragment
  /** The number, in both. */
  count: Fragment
}

/**
 * One statement: a read that runs meanwhile sees each delta once. Rows are deleted by their position: the statistics of a
 * table that every fold empties promise one row, and a join by key would then scan the whole index for each delta.
 */
export async function foldCounts(
  sql: Sql,
  { deltas, sums, key, count }: CountTables,
  rowsMax = batchRows,
  only: Only = null,
): Promise<number> {
  const [folded] = await sql<{ rows: number }[]>`
    with oldest as (
      select ctid as tid from ${deltas}
      where ${within(sql, only, sql`organization_id`)}
      order by organization_id, entry limit ${rowsMax} for update skip locked
    ), taken as (
      delete from ${deltas} d using oldest o where d.ctid = o.tid returning d.*
    ), counted as (
      insert into ${sums} as c (${key}, ${count})
      select ${key}, sum(${count}) from taken group by ${key} order by ${key}
      on conflict (${key}) do update set ${count} = c.${count} + excluded.${count}
    )
    select count(*)::int as rows from taken`
  return folded!.rows
}

/** Folds until a batch is not full. */
export const foldCountsJob = (name: string, fold: (sql: Sql, rowsMax: number, only: Only) => Promise<number>): Job =>
  batchJob(name, 60, batchRows, (sql, only) => fold(sql, batchRows, only))
