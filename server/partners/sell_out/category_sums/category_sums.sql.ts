/**
 * Sums of sell-out by category, exact at once. `sell_out_by_variant` says in which category the sums count the rows of a
 * variant in a period. A product that changes its category is noted in `sell_out_category_changes`: reads move its
 * variants, until a job (move_sums.ts) has moved their sums.
 */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { nilId } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Days } from '../figures/coverage.store.ts'

export interface CategoryScope extends Days {
  organization_id: string
  /** Null for every account. */
  account_id: string | null
  category_ids: readonly string[]
}

const inScope = (sql: Sql, { organization_id, account_id, from, to, starts_from }: CategoryScope) => sql`
  s.organization_id = ${organization_id}
    ${account_id === null ? sql`` : sql`and s.trading_partner_id = ${account_id}`}
    and s.period_end between ${from} and ${to} and s.period_start between ${starts_from} and ${to}`

const isIn = (sql: Sql, { category_ids }: CategoryScope) => sql`any(${arrayLiteral(category_ids)}::uuid[])`

/**
 * Variants that the sums count outside of the categories although they are in them now: 1. The other way round: -1. The
 * products are an array, so that the planner begins with them: mostly there are none.
 */
const movedVariants = (sql: Sql, scope: CategoryScope) => sql`
  select s.*, case when s.category_id = ${isIn(sql, scope)} then -1 else 1 end as way
  from products p
  join variants v on v.organization_id = ${scope.organization_id} and v.product_id = p.product_id
  cross join lateral (
    select s.* from sell_out_by_variant s where s.variant_id = v.variant_id and ${inScope(sql, scope)} offset 0
  ) s
  where p.organization_id = ${scope.organization_id} and p.product_id = any(array(
      select distinct product_id from sell_out_category_changes where organization_id = ${scope.organization_id}))
    and (s.category_id = ${isIn(sql, scope)}) <> (coalesce(p.category_id, ${nilId}) = ${isIn(sql, scope)})`

/** By account, period and category; a period may come in several rows. */
export const categoryPeriods = (sql: Sql, scope: CategoryScope) => sql`
  select s.trading_partner_id, s.period_start, s.period_end, s.variants, s.units_rows, s.units
  from sell_out_by_category s
  where ${inScope(sql, scope)} and s.category_id = ${isIn(sql, scope)}
  union all
  select s.trading_partner_id, s.period_start, s.period_end, s.way, s.way * s.units_rows, s.way * s.units
  from (${movedVariants(sql, scope)}) s`

/** By period, category and door of one account; a period and door may come in several rows. */
export const categoryDoors = (sql: Sql, scope: CategoryScope) => sql`
  select s.period_start, s.period_end, s.door_id, s.row_count, s.units_rows, s.units, s.on_hand_rows, s.on_hand
  from sell_out_by_category_and_door s
  where ${inScope(sql, scope)} and s.category_id = ${isIn(sql, scope)}
  union all
  select r.period_start, r.period_end, r.door_id, s.way, s.way * num_nonnulls(r.units), s.way * coalesce(r.units, 0),
    s.way * num_nonnulls(r.on_hand), s.way * coalesce(r.on_hand, 0)
  from (${movedVariants(sql, scope)}) s
  cross join lateral (
    select r.* from sell_out_rows r
    where r.organization_id = ${scope.organization_id} and r.trading_partner_id = s.trading_partner_id
      and r.period_start = s.period_start and r.period_end = s.period_end and r.variant_id = s.variant_id offset 0
  ) r`
