/** Counts the stock ledger by day: every variant once, then those that changed. See differences.sql.ts. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/sql.ts'
import { forEachDue, type Job, type Only, type Step, within } from '../../jobs/job.ts'
import { nextVariants } from '../../ledger/cover.ts'
import { takeMarks } from '../../tables/marks.ts'
import { differences } from './differences.sql.ts'

const productsAtOnce = 100
const marks = { table: fragment`stock_category_changes`, of: fragment`product_id` }

/**
 * Adds what these variants' movements changed. The organisation's row is locked first: what is counted already is read
 * once no other count is under way. Before the first count of an organisation there is nothing to add to.
 */
export async function countStock(sql: Sql, organization_id: string, variant_ids: readonly string[]): Promise<void> {
  const [counts] = await sql<{ time_zone: string }[]>`
    select time_zone from stock_day_counts where organization_id = ${organization_id} for update`
  if (counts === undefined || variant_ids.length === 0) return
  await sql`
    with wanted as (select unnest(${arrayLiteral(variant_ids)}::uuid[]) as variant_id),
    zone as (select ${counts.time_zone}::text as time_zone), ${differences(sql, organization_id)},
    days as (
      insert into stock_by_day as s (organization_id, location_id, day, category_id, units)
      select ${organization_id}, location_id, day, category_id, units from moved order by location_id, day, category_id
      on conflict on constraint stock_by_day_pk do update set units = s.units + excluded.units
    ), totals as (
      insert into stock_by_category as s (organization_id, location_id, category_id, units, variants)
      select ${organization_id}, location_id, category_id, sum(units), sum(variants)
      from (
        select location_id, category_id, units, 0 as variants from moved
        union all
        select location_id, category_id, 0, variants from held
      ) d
      group by location_id, category_id order by location_id, category_id
      on conflict on constraint stock_by_category_pk do update set units = s.units + excluded.units,
        variants = s.variants + excluded.variants
    )
    insert into stock_counted as c (organization_id, variant_id, location_id, category_id, sequence)
    select ${organization_id}, variant_id, location_id, category_id, sequence from pair
    where counted_sequence is distinct from sequence or counted_category_id is distinct from category_id
    order by variant_id, location_id
    on conflict on constraint stock_counted_pk do update set category_id = excluded.category_id,
      sequence = excluded.sequence`
}

/** Begins the count of an organisation, or restarts it if its time zone has changed. */
async function beginCount(sql: Sql, organization_id: string): Promise<void> {
  await sql`
    insert into stock_day_counts (organization_id, time_zone) values (${organization_id}, '')
    on conflict on constraint stock_day_counts_pk do nothing`
  const begun = await sql`
    update stock_day_counts c set time_zone = o.time_zone, after_variant_id = null, counted_at = null
    from organizations o
    where c.organization_id = ${organization_id} and o.organization_id = ${organization_id}
      and c.time_zone <> o.time_zone
    returning c.time_zone`
  if (begun.length === 0) return
  await sql`delete from stock_by_day where organization_id = ${organization_id}`
  await sql`delete from stock_by_category where organization_id = ${organization_id}`
  await sql`delete from stock_counted where organization_id = ${organization_id}`
}

/** Counts the next variants of a first count; false behind the last. */
async function countNext(sql: Sql, organization_id: string): Promise<boolean> {
  const [counts] = await sql<{ after_variant_id: string | null; counted_at: string | null }[]>`
    select after_variant_id, counted_at from stock_day_counts where organization_id = ${organization_id} for update`
  if (counts!.counted_at !== null) return false
  const variants = await nextVariants(sql, organization_id, counts!.after_variant_id)
  await countStock(sql, organization_id, variants)
  const last = variants.at(-1) ?? null
  await sql`
    update stock_day_counts set after_variant_id = ${last},
      counted_at = case when ${last}::uuid is null then now() end
    where organization_id = ${organization_id}`
  return last !== null
}

/** Takes the oldest changes of categories; returns how many there were. */
async function countChangedCategories(sql: Sql, organization_id: string): Promise<number> {
  const product_ids = await takeMarks(sql, organization_id, marks, productsAtOnce)
  if (product_ids.length === 0) return 0
  const variants = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and product_id = any(${arrayLiteral(product_ids)}::uuid[])`
  await countStock(
    sql,
    organization_id,
    variants.map(({ variant_id }) => variant_id),
  )
  return product_ids.length
}

/** Brings the sums of an organisation up to its ledger, but for what velocity_changes holds. */
export async function countOrganization(step: Step, organization_id: string): Promise<void> {
  await step((sql) => beginCount(sql, organization_id))
  while (await step((sql) => countNext(sql, organization_id)));
  while ((await step((sql) => countChangedCategories(sql, organization_id))) === productsAtOnce);
}

const readDue = (sql: Sql, _now: string, only: Only) => sql<{ organization_id: string }[]>`
  select o.organization_id from organizations o
  left join stock_day_counts c on c.organization_id = o.organization_id
  where ${within(sql, only, sql`o.organization_id`)}
    and (c.counted_at is null or c.time_zone <> o.time_zone
      or exists (select from stock_category_changes d where d.organization_id = o.organization_id))
  order by o.organization_id`

/** Changed variants are counted by the job that takes their marks (insight/velocity/refresh_velocity.ts). */
export const countStockJob: Job = {
  name: 'count_stock',
  every_seconds: 60,
  run: (step) => forEachDue(step, readDue, ({ organization_id }) => countOrganization(step, organization_id)),
}
