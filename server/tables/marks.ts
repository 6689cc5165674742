/**
 * Marks: triggers append a row for what changed, and a job takes the oldest rows to keep figures that follow from it. A change
 * that is not visible yet keeps its mark.
 */
import type { Fragment, Sql } from '../contract/sql.ts'
import { forEachDue, type Job, type Only, within } from '../jobs/job.ts'

export interface Marks {
  table: Fragment
  /** Column with the id of what changed. */
  of: Fragment
}

/**
 * Takes the oldest marks of an organisation, only those with an id, and returns the ids. Rows are deleted by their position:
 * the statistics of a table that every fold empties promise one row, and a join by key would then scan the whole index for
 * each mark.
 */
export async function takeMarks(
  sql: Sql,
  organization_id: string,
  { table, of }: Marks,
  marksMax: number,
): Promise<string[]> {
  const deletedMarks = await sql<{ id: string }[]>`
    with oldest as materialized (
      select ctid as tid from ${table} where organization_id = ${organization_id} and ${of} is not null
      order by entry limit ${marksMax}
    )
    delete from ${table} m using oldest o where m.organization_id = ${organization_id} and m.ctid = o.tid
    returning m.${of} as id`
  return deletedMarks.map(({ id }) => id)
}

export const organizationsWithMarks = (sql: Sql, { table }: Pick<Marks, 'table'>, only: Only) => sql<
  { organization_id: string }[]
>`
  select o.organization_id from organizations o
  where exists (select from ${table} m where m.organization_id = o.organization_id)
    and ${within(sql, only, sql`o.organization_id`)}
  order by o.organization_id`

/** Folds for each organisation with marks until `fold` returns that there is no more. */
export const foldMarksJob = (
  name: string,
  marks: Pick<Marks, 'table'>,
  fold: (sql: Sql, organization_id: string) => Promise<boolean>,
): Job => ({
  name,
  every_seconds: 60,
  run: (step) =>
    forEachDue(
      step,
      (sql, _now, only) => organizationsWithMarks(sql, marks, only),
      async ({ organization_id }) => {
        while (await step((sql) => fold(sql, organization_id)));
      },
    ),
})
