/** SQL of the doors of an account: their sums by period, or the rows of the variants in scope. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { uuidPattern } from '../../../contract/schema.ts'
import { categoryDoors, categoryPeriods } from '../category_sums/category_sums.sql.ts'
import type { Days } from './coverage.store.ts'
import { periodPlaces } from './period.rules.ts'

/** The periods of a door, the earliest first: the same place in each list is the same period. */
export interface DoorPeriods {
  door_id: string
  /** Numbers that periodOf reads. */
  periods: number[]
  units: (number | null)[]
  on_hand: (number | null)[]
  variants: number[]
  /** The periods in which the door sold zero unless they are listed above. */
  reported: number[]
}

/** Limits of a read: variants by their rows, or whole categories by their sums; null without a limit. */
export type Limited = { variant_ids: readonly string[] } | { category_ids: readonly string[] } | null

export interface DoorScope extends Days {
  organization_id: string
  account_id: string
  limited: Limited
  /** Whether a door that reported a period without a row of the scope sold zero. */
  has_absent_zeros: boolean
}

const inWindow = (sql: Sql, { organization_id, account_id, from, to, starts_from }: Omit<DoorScope, 'limited'>) => sql`
  d.organization_id = ${organization_id} and d.trading_partner_id = ${account_id}
    and d.period_end between ${from} and ${to} and d.period_start between ${starts_from} and ${to}`

/** The number of a period, which periodOf reads: days take longer to send and to read. */
const numberOf = (sql: Sql, days: Days) =>
  sql`(s.period_start - ${days.starts_from}::date) * ${periodPlaces(days)}::int + (s.period_end - s.period_start)`

/**
 * One row for each door. A large account has tens of thousands of periods of doors in a year: as a row each, the
 * service spent most of its time on reading them. Reported periods are a list of their own, which is much cheaper to
 * find than each of the periods that the scope lacks.
 */
export const readDoorPeriods = (sql: Sql, scope: DoorScope) => {
  const { limited, has_absent_zeros } = scope
  const listed = sql`
    select s.door_id, array_to_json(array_agg(s.period order by s.period)) as periods,
      array_to_json(array_agg(s.units order by s.period)) as units,
      array_to_json(array_agg(s.on_hand order by s.period)) as on_hand,
      array_to_json(array_agg(s.variants order by s.period)) as variants
    from (${limited === null ? allPeriods(sql, scope) : periodsIn(sql, scope, limited)}) s
    group by s.door_id`
  if (limited === null || !has_absent_zeros)
    return sql<DoorPeriods[]>`select c.*, '[]'::json as reported from (${listed}) c`
  return sql<DoorPeriods[]>`
    select door_id, coalesce(c.periods, '[]') as periods, coalesce(c.units, '[]') as units,
      coalesce(c.on_hand, '[]') as on_hand, coalesce(c.variants, '[]') as variants, coalesce(z.reported, '[]') as reported
    from (${listed}) c
    full join (
      select s.door_id, array_to_json(array_agg(${numberOf(sql, scope)})) as reported
      from (select d.* from sell_out_by_door d where ${inWindow(sql, scope)} and d.units_rows > 0) s
      group by s.door_id
    ) z using (door_id)`
}

const allPeriods = (sql: Sql, scope: DoorScope) => sql`
  select s.door_id, ${numberOf(sql, scope)} as period, case when s.units_rows > 0 then s.units end as units,
    case when s.on_hand_rows > 0 then s.on_hand end as on_hand, s.row_count as variants
  from (select d.* from sell_out_by_door d where ${inWindow(sql, scope)}) s`

/** Sums of floats take half of the time of sums of bigint, and hold the same whole numbers. */
const periodsIn = (sql: Sql, scope: DoorScope, limited: NonNullable<Limited>) => sql`
  select s.door_id, ${numberOf(sql, scope)} as period,
    case when sum(s.units_rows::float8) > 0 then sum(s.units::float8)::bigint end as units,
    case when sum(s.on_hand_rows::float8) > 0 then sum(s.on_hand::float8)::bigint end as on_hand,
    sum(s.row_count::float8)::bigint as variants
  from (${
    'category_ids' in limited
      ? categoryDoors(sql, { ...scope, category_ids: limited.category_ids })
      : rowsOf(sql, scope, limited.variant_ids)
  }) s
  group by s.door_id, period
  having sum(s.row_count::float8) > 0`

/**
 * Figures of some variants. Their rows are found by lists of periods and variants in one pass of the key: joined to the
 * variants of each period, they were kept for reuse (Memoize) that never came, at half of the cost.
 */
const rowsOf = (sql: Sql, scope: DoorScope, variant_ids: readonly string[]) => {
  const { organization_id, account_id } = scope
  return sql`
    select r.period_start, r.period_end, r.door_id, 1 as row_count, num_nonnulls(r.units) as units_rows,
      coalesce(r.units, 0) as units, num_nonnulls(r.on_hand) as on_hand_rows, coalesce(r.on_hand, 0) as on_hand
    from sell_out_rows r
    where r.organization_id = ${organization_id} and r.trading_partner_id = ${account_id}
      and r.period_start = any(array(select d.period_start from sell_out_by_period d where ${inWindow(sql, scope)}))
      and r.period_end = any(array(select d.period_end from sell_out_by_period d where ${inWindow(sql, scope)}))
      and r.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`
}

/** Whether the account reported anything in the window. */
export async function hasReported(sql: Sql, scope: DoorScope): Promise<boolean> {
  const [row] = await sql<{ reported: boolean }[]>`
    select exists (select from sell_out_by_door d where ${inWindow(sql, scope)}) as reported`
  return row!.reported
}

export interface AccountPeriod {
  period_start: string
  period_end: string
  variants: number
}

/** Variants with a row in each period; all of them, or those that the read is limited to. */
export const readAccountPeriods = (sql: Sql, scope: DoorScope) => {
  const { limited } = scope
  if (limited === null)
    return sql<AccountPeriod[]>`
      select d.period_start, d.period_end, d.variants from sell_out_by_period d where ${inWindow(sql, scope)}`
  if ('category_ids' in limited)
    return sql<AccountPeriod[]>`
      select s.period_start, s.period_end, sum(s.variants)::int as variants
      from (${categoryPeriods(sql, { ...scope, category_ids: limited.category_ids })}) s
      group by s.period_start, s.period_end`
  return sql<AccountPeriod[]>`
    select d.period_start, d.period_end, count(*)::int as variants from sell_out_by_variant d
    where ${inWindow(sql, scope)} and d.variant_id = any(${arrayLiteral(limited.variant_ids)}::uuid[])
    group by d.period_start, d.period_end`
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
 * Existing records that the scope names, the categories of that name, and the variants that fit all filters. One
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
