/** Folds what statements changed in sales_daily into the sums by channel, by product and by category. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { additions, list } from '../../../db/sql/lists.ts'
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { type Job, type Only, togetherOrApart, within } from '../../jobs/job.ts'
import { yearDays } from '../../stock/forecast_errors/sum_weeks.ts'
import { sumNames } from '../../contract/stock.ts'

const batchRows = 20_000

const sumList = list(sumNames)
const summed = list(sumNames, (name) => `sum(${name})`)
/** Set clause of an upsert into sums under the alias `c`. */
const addedSums = additions(sumNames, 'c')

/**
 * States the category in which the sums count each product of the oldest deltas. A product that a transaction is
 * changing is left for the next fold; a change that follows waits for the lock, and its trigger then finds the row.
 */
const countProducts = (sql: Sql, rowsMax: number, only: Only) => sql`
  insert into sales_product_categories (organization_id, product_id, category_id)
  select p.organization_id, p.product_id, coalesce(p.category_id, ${nilId})
  from (
    select distinct o.organization_id, o.product_id
    from (select organization_id, product_id from sales_deltas where ${within(sql, only, sql`organization_id`)}
      order by organization_id, entry limit ${rowsMax}) o
    where not exists (select from sales_product_categories m
      where m.organization_id = o.organization_id and m.product_id = o.product_id)
  ) d
  join products p on p.organization_id = d.organization_id and p.product_id = d.product_id
  order by p.organization_id, p.product_id for share of p skip locked
  on conflict on constraint sales_product_categories_pk do nothing`

/**
 * One statement: a concurrent read sees each delta once, either by itself or in the sums. The lock keeps a product
 * in its category until the sums are there to be moved. Rows are deleted by their position: the statistics of a table
 * that every fold empties promise one row, and a join by key would then scan the whole index for each delta.
 */
export const foldOldest = (sql: Sql, rowsMax: number, only: Only = null) => sql<{ rows: number }[]>`
  with oldest as (
    select d.tid, m.category_id
    from (
      select ctid as tid, organization_id, product_id from sales_deltas
      where ${within(sql, only, sql`organization_id`)}
      order by organization_id, entry limit ${rowsMax} for update skip locked
    ) d
    join sales_product_categories m on m.organization_id = d.organization_id and m.product_id = d.product_id
    for share of m skip locked
  ), taken as (
    delete from sales_deltas d using oldest o where d.ctid = o.tid
    returning d.*, o.category_id
  ), by_channel as (
    insert into sales_by_channel as c (organization_id, day, sales_channel_id, currency, ${sumList})
    select organization_id, day, sales_channel_id, currency, ${summed}
    from taken group by organization_id, day, sales_channel_id, currency
    order by organization_id, day, sales_channel_id, currency
    on conflict on constraint sales_by_channel_pk do update set version = c.version + 1, ${addedSums}
  ), by_product as (
    insert into sales_by_product as c (organization_id, day, sales_channel_id, product_id, currency, ${sumList})
    select organization_id, day, sales_channel_id, product_id, currency, ${summed}
    from taken group by organization_id, day, sales_channel_id, product_id, currency
    order by organization_id, day, sales_channel_id, product_id, currency
    on conflict on constraint sales_by_product_pk do update set ${addedSums}
  ), by_category as (
    insert into sales_by_category as c (organization_id, day, sales_channel_id, category_id, currency, ${sumList})
    select organization_id, day, sales_channel_id, category_id, currency, ${summed}
    from taken
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict on constraint sales_by_category_pk do update set ${addedSums}
  ), forecast_weeks_changed as (
    insert into forecast_week_changes (organization_id, week_start)
    select distinct w.organization_id, w.week_start
    from (
      select distinct organization_id, date_trunc('week', day)::date as week_start from taken where row_count <> 0
    ) t
    join forecast_weeks w on w.organization_id = t.organization_id
      and w.week_start in (t.week_start, t.week_start + ${yearDays}::int)
  )
  select count(*)::int as rows from taken`

export async function foldSalesDeltas(sql: Sql, rowsMax = batchRows, only: Only = null): Promise<number> {
  await countProducts(sql, rowsMax, only)
  const [folded] = await foldOldest(sql, rowsMax, only)
  return folded!.rows
}

const movedProductsMax = 200

/** Locked first, so that the sums are read with the categories as they are once the lock is there. */
const lockMoved = (sql: Sql, only: Only) => sql<{ organization_id: string; product_id: string }[]>`
  select organization_id, product_id from sales_product_categories where is_moved and ${within(sql, only, sql`organization_id`)}
  order by organization_id, product_id limit ${movedProductsMax} for update skip locked`

const moveSums = (sql: Sql, organization_id: string, product_ids: readonly string[]) => sql`
  with moved as materialized (
    select m.product_id, m.category_id as previous_id, coalesce(p.category_id, ${nilId}) as category_id
    from sales_product_categories m
    join products p on p.organization_id = ${organization_id} and p.product_id = m.product_id
    where m.organization_id = ${organization_id} and m.product_id = any(${arrayLiteral(product_ids)}::uuid[])
  ), counted as (
    update sales_product_categories m set category_id = v.category_id, is_moved = false
    from moved v where m.organization_id = ${organization_id} and m.product_id = v.product_id
  )
  insert into sales_by_category as c (organization_id, day, sales_channel_id, category_id, currency, ${sumList})
  select ${organization_id}, s.day, s.sales_channel_id, k.category_id, s.currency,
    ${list(sumNames, (name) => `sum(k.sign * s.${name})`)}
  from moved v
  join sales_by_product s on s.organization_id = ${organization_id} and s.product_id = v.product_id
  cross join lateral (values (v.previous_id, -1), (v.category_id, 1)) k (category_id, sign)
  where v.previous_id <> v.category_id
  group by s.day, s.sales_channel_id, k.category_id, s.currency
  order by s.day, s.sales_channel_id, k.category_id, s.currency
  on conflict on constraint sales_by_category_pk do update set ${addedSums}`

/** Moves the sums of products that have changed their category; returns how many were marked. */
export async function moveProductSums(sql: Sql, only: Only = null): Promise<number> {
  const locked = await lockMoved(sql, only)
  const owners = Map.groupBy(locked, ({ organization_id }) => organization_id)
  for (const [organization_id, products] of owners) {
    const product_ids = products.map(({ product_id }) => product_id)
    await moveSums(sql, organization_id, product_ids)
  }
  return locked.length
}

export const foldSalesJob: Job = {
  name: 'fold_sales',
  every_seconds: 60,
  run: (step) =>
    togetherOrApart(step, async (only) => {
      // Deltas of a product that a transaction is changing stay behind, so that a batch is not always full.
      while ((await step((sql) => foldSalesDeltas(sql, batchRows, only))) > batchRows / 2);
      while ((await step((sql) => moveProductSums(sql, only))) === movedProductsMax);
    }),
}
