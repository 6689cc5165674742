/** Moves the sums of variants whose product changed its category to the category that it has now. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { fragment } from '../../../../db/sql/fragment.ts'
import { additions, list, named } from '../../../../db/sql/lists.ts'
import { nilId } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import { foldMarksJob } from '../../../tables/marks.ts'

const changesMax = 1_000
/** Variants in a period, each with up to as many rows as the account has doors. */
const batchSums = 200

const readChanges = (sql: Sql, organization_id: string) => sql<{ entry: number; product_id: string }[]>`
  select entry::float8 as entry, product_id from sell_out_category_changes
  where organization_id = ${organization_id} order by entry limit ${changesMax}`

/**
 * False while a report is being imported: it may have read a product's category before the change, and its sums are not
 * visible yet. A later import reads the category as it is now.
 */
async function lockReports(sql: Sql, organization_id: string): Promise<boolean> {
  const locked = await sql`
    select from sell_out_declarations where organization_id = ${organization_id}
    order by trading_partner_id for no key update skip locked`
  const [all] = await sql<{ count: number }[]>`
    select count(*)::int as count from sell_out_declarations where organization_id = ${organization_id}`
  return locked.length === all!.count
}

/** One statement: a read that runs meanwhile sees each variant once, in either category. */
const figureNames = ['row_count', 'units_rows', 'units', 'on_hand_rows', 'on_hand']

const moveSums = (sql: Sql, organization_id: string, product_ids: readonly string[], sumsMax: number) => sql<
  { moved: number }[]
>`
  with moved as materialized (
    select s.trading_partner_id, s.period_start, s.period_end, s.variant_id, s.category_id as previous_id,
      coalesce(p.category_id, ${nilId}) as category_id, ${named(figureNames, 's')}
    from products p
    join variants v on v.organization_id = ${organization_id} and v.product_id = p.product_id
    join sell_out_by_variant s on s.organization_id = ${organization_id} and s.variant_id = v.variant_id
    where p.organization_id = ${organization_id} and p.product_id = any(${arrayLiteral(product_ids)}::uuid[])
      and s.category_id <> coalesce(p.category_id, ${nilId})
    limit ${sumsMax}
  ), counted as (
    update sell_out_by_variant s set category_id = m.category_id from moved m
    where s.organization_id = ${organization_id} and s.trading_partner_id = m.trading_partner_id
      and s.period_start = m.period_start and s.period_end = m.period_end and s.variant_id = m.variant_id
  ), by_category as (
    insert into sell_out_by_category as c (organization_id, trading_partner_id, period_start, period_end, category_id,
      variants, ${list(figureNames)})
    select ${organization_id}, m.trading_partner_id, m.period_start, m.period_end, k.category_id, sum(k.way),
      ${list(figureNames, (name) => `sum(k.way * m.${name})`)}
    from moved m
    cross join lateral (values (m.previous_id, -1), (m.category_id, 1)) k (category_id, way)
    group by m.trading_partner_id, m.period_start, m.period_end, k.category_id
    on conflict on constraint sell_out_by_category_pk do update set ${additions(['variants', ...figureNames], 'c')}
  ), by_door as (
    insert into sell_out_by_category_and_door as c (organization_id, trading_partner_id, category_id, period_start,
      period_end, door_id, ${list(figureNames)})
    select ${organization_id}, m.trading_partner_id, k.category_id, m.period_start, m.period_end, r.door_id, sum(k.way),
      sum(k.way * num_nonnulls(r.units)), sum(k.way * coalesce(r.units, 0)), sum(k.way * num_nonnulls(r.on_hand)),
      sum(k.way * coalesce(r.on_hand, 0))
    from moved m
    join sell_out_rows r on r.organization_id = ${organization_id} and r.trading_partner_id = m.trading_partner_id
      and r.period_start = m.period_start and r.period_end = m.period_end and r.variant_id = m.variant_id
    cross join lateral (values (m.previous_id, -1), (m.category_id, 1)) k (category_id, way)
    group by m.trading_partner_id, k.category_id, m.period_start, m.period_end, r.door_id
    on conflict on constraint sell_out_by_category_and_door_pk do update set
      ${additions(figureNames, 'c')}
  )
  select count(*)::int as moved from moved`

/** Returns whether there may be more to move now. The changes are read before the lock: see lockReports. */
export async function moveCategorySums(sql: Sql, organization_id: string, sumsMax = batchSums): Promise<boolean> {
  const changes = await readChanges(sql, organization_id)
  if (changes.length === 0 || !(await lockReports(sql, organization_id))) return false
  const product_ids = [...new Set(changes.map(({ product_id }) => product_id))]
  const [moved] = await moveSums(sql, organization_id, product_ids, sumsMax)
  if (moved!.moved === sumsMax) return true
  await sql`
    delete from sell_out_category_changes
    where organization_id = ${organization_id} and entry = any(${changes.map(({ entry }) => entry)}::bigint[])`
  return changes.length === changesMax
}

export const moveCategorySumsJob = foldMarksJob(
  'move_sell_out_sums',
  { table: fragment`sell_out_category_changes` },
  moveCategorySums,
)
