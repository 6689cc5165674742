/** SQL of the doors of an account: sums by period and door, or the rows of the variants in scope. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { sell_out_by_door } from '../../../../db/schema/wholesale/sell_out.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/call.ts'
import { uuidPattern } from '../../../contract/schema.ts'
import { categoryDoors, categoryPeriods } from '../category_sums/category_sums.sql.ts'
import type { Days } from './coverage.store.ts'

const doorColumns = selection(sell_out_by_door, 'd', [
  'period_start',
  'period_end',
  'door_id',
  'row_count::float8',
  'units_rows::float8',
  'units::float8',
  'on_hand_rows::float8',
  'on_hand::float8',
])
export type DoorPeriod = RowOf<typeof doorColumns>

export const readDoorPeriods = (
  sql: Sql,
  organization_id: string,
  account_id: string,
  { from, to, starts_from }: Days,
) => sql<DoorPeriod[]>`
  select ${doorColumns} from sell_out_by_door d
  where d.organization_id = ${organization_id} and d.trading_partner_id = ${account_id}
    and d.period_end between ${from} and ${to}
    and d.period_start between ${starts_from} and ${to}`

/** What a read is limited to: variants by their rows, or whole categories by their sums; null where it is not. */
export type Limited = { variant_ids: readonly string[] } | { category_ids: readonly string[] } | null

export const readDoorPeriodsOf = (
  sql: Sql,
  organization_id: string,
  account_id: string,
  days: Days,
  limited: NonNullable<Limited>,
) =>
  'category_ids' in limited
    ? sql<DoorPeriod[]>`
        select s.period_start, s.period_end, s.door_id, sum(s.row_count::float8) as row_count,
          sum(s.units_rows::float8) as units_rows, sum(s.units::float8) as units,
          sum(s.on_hand_rows::float8) as on_hand_rows, sum(s.on_hand::float8) as on_hand
        from (${categoryDoors(sql, { organization_id, account_id, ...limited, ...days })}) s
        group by s.period_start, s.period_end, s.door_id
        having sum(s.row_count::float8) > 0`
    : readRowsOf(sql, organization_id, account_id, days, limited.variant_ids)

/**
 * Of some variants. Their rows are found by lists of periods and variants in one pass of the key: joined to the
 * variants of each period, they were kept for reuse (Memoize) that never came, at half of the cost.
 */
const readRowsOf = (
  sql: Sql,
  organization_id: string,
  account_id: string,
  { from, to, starts_from }: Days,
  variant_ids: readonly string[],
) => {
  const periods = sql`from sell_out_by_period p
    where p.organization_id = ${organization_id} and p.trading_partner_id = ${account_id}
      and p.period_end between ${from} and ${to} and p.period_start between ${starts_from} and ${to}`
  return sql<DoorPeriod[]>`
    select r.period_start, r.period_end, r.door_id, count(*)::float8 as row_count, count(r.units)::float8 as units_rows,
      coalesce(sum(r.units), 0)::float8 as units, count(r.on_hand)::float8 as on_hand_rows,
      coalesce(sum(r.on_hand), 0)::float8 as on_hand
    from sell_out_rows r
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${account_id}
      and r.period_start = any(array(select p.period_start ${periods}))
      and r.period_end = any(array(select p.period_end ${periods}))
      and r.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    group by r.period_start, r.period_end, r.door_id`
}

export interface AccountPeriod {
  period_start: string
  period_end: string
  variants: number
}

/** Variants with a row in each period; all of them, or those that the read is limited to. */
export const readAccountPeriods = (
  sql: Sql,
  organization_id: string,
  account_id: string,
  days: Days,
  limited: Limited,
) => {
  const { from, to, starts_from } = days
  if (limited === null)
    return sql<AccountPeriod[]>`
      select period_start, period_end, variants from sell_out_by_period
      where organization_id = ${organization_id} and trading_partner_id = ${account_id}
        and period_end between ${from} and ${to} and period_start between ${starts_from} and ${to}`
  if ('category_ids' in limited)
    return sql<AccountPeriod[]>`
      select s.period_start, s.period_end, sum(s.variants)::int as variants
      from (${categoryPeriods(sql, { organization_id, account_id, ...limited, ...days })}) s
      group by s.period_start, s.period_end`
  return sql<AccountPeriod[]>`
    select period_start, period_end, count(*)::int as variants from sell_out_by_variant
    where organization_id = ${organization_id} and trading_partner_id = ${account_id}
      and period_end between ${from} and ${to} and period_start between ${starts_from} and ${to}
      and variant_id = any(${arrayLiteral(limited.variant_ids)}::uuid[])
    group by period_start, period_end`
}

export interface NamedDoor {
  door_id: string
  door_reference: string
  name: string
  kind: string
}

export const readDoors = (sql: Sql, organization_id: string, account_id: string) => sql<NamedDoor[]>`
  select door_id, door_reference, name, kind from account_doors
  where organization_id = ${organization_id} and trading_partner_id = ${account_id}`

export interface Scope {
  product_id: string | undefined
  variant_id: string | undefined
  family_id: string | undefined
  category: string | undefined
}

export const isScoped = (scope: Scope): boolean => Object.values(scope).some((value) => value !== undefined)

/**
 * Which of the records that the scope names exist, the categories of that name, and the variants that fit all filters. One
 * of these is enough where a category is the only filter.
 */
export async function findScope(sql: Sql, organization_id: string, scope: Scope) {
  const { product_id = null, variant_id = null, family_id = null, category = null } = scope
  const category_id = category !== null && uuidPattern.test(category) ? category : null
  const categories = sql`select c.category_id from categories c where c.organization_id = ${organization_id}
    and (c.category_id = ${category_id}::uuid or c.name = ${category}::text)`
  const isCategoryAlone = product_id === null && variant_id === null && family_id === null
  const [[known], variants] = await Promise.all([
    sql<{ product: boolean; variant: boolean; family: boolean; category_ids: string[] }[]>`
      select exists (select from products where organization_id = ${organization_id}
          and product_id = ${product_id}::uuid) as product,
        exists (select from variants where organization_id = ${organization_id}
          and variant_id = ${variant_id}::uuid) as variant,
        exists (select from families where organization_id = ${organization_id}
          and family_id = ${family_id}::uuid) as family,
        array(${categories}) as category_ids`,
    sql<{ variant_id: string }[]>`
      select v.variant_id from variants v
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where v.organization_id = ${organization_id}
        ${product_id === null ? sql`` : sql`and v.product_id = ${product_id}`}
        ${variant_id === null ? sql`` : sql`and v.variant_id = ${variant_id}`}
        ${family_id === null ? sql`` : sql`and p.family_id = ${family_id}`}
        ${category === null ? sql`` : sql`and p.category_id in (${categories})`}
        ${isCategoryAlone ? sql`limit 1` : sql``}`,
  ])
  const variant_ids = variants.map((one) => one.variant_id)
  const { category_ids, ...others } = known!
  const limited = isCategoryAlone && variant_ids.length > 0 ? { category_ids } : { variant_ids }
  return { known: { ...others, category: category_ids.length > 0 }, limited }
}
