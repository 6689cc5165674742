/**
 * Folds what changed in the value of the stock into the sums by category and day. Movements are folded by the job that
 * takes their marks (insight/velocity/refresh_velocity.ts); the job here takes those of new prices, products and categories.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import { additions, assignments, list, named } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { foldMarksJob, takeMarks } from '../../tables/marks.ts'
import { valueChanges } from './value_changes.sql.ts'

const batchMarks = 1_000
const batchLevels = 20_000
const marks = { table: fragment`stock_value_changes`, of: fragment`variant_id` }

/**
 * One fold of an organisation at a time: two would add what changed in a level twice. Writers do not wait for it, except a
 * change of the time zone, which removes the sums. Taken before the statement whose snapshot it protects.
 */
const lockSums = (sql: Sql, organization_id: string) => sql`
  select pg_advisory_xact_lock(hashtextextended('stock values ' || ${organization_id}::uuid, 0))`

const levelNames = ['sequence', 'on_hand', 'cost', 'price_cents', 'currency', 'category_id']
const dayNames = [
  'row_count',
  'uncosted_rows',
  'unpriced_rows',
  'cost',
  'retail',
  'received_cost',
  'received_retail',
  'received_uncosted_rows',
]
const totalNames = ['cost', 'retail', 'level_count', 'stocked_levels', 'uncosted_levels', 'unpriced_levels']

/** Adds what changed in these variants; a read that runs meanwhile sees each change once, by itself or in the sums. */
export const foldStatement = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql`
  with marked as materialized (
    select distinct variant_id from unnest(${arrayLiteral(variant_ids)}::uuid[]) n (variant_id)
  ), ${valueChanges(sql, organization_id)},
  folded as (
    insert into stock_value_levels (organization_id, variant_id, location_id, sequence, on_hand, cost, price_cents,
      currency, category_id)
    select ${organization_id}, k.variant_id, k.location_id, k.sequence, k.on_hand, k.cost, k.price, k.currency,
      k.category_id
    from changed_level k order by k.variant_id, k.location_id
    on conflict on constraint stock_value_levels_pk do update set ${assignments(levelNames)}
  ), days as (
    insert into stock_value_days as d (organization_id, day, category_id, currency, ${list(dayNames)})
    select ${organization_id}, c.day, c.category_id, c.currency, ${named(dayNames, 'c')}
    from changed_day c order by c.day, c.category_id, c.currency
    on conflict on constraint stock_value_days_pk do update set ${additions(dayNames, 'd')}
  )
  insert into stock_value_totals as t (organization_id, category_id, currency, ${list(totalNames)})
  select ${organization_id}, c.category_id, c.currency, ${named(totalNames, 'c')}
  from changed_total c order by c.category_id, c.currency
  on conflict on constraint stock_value_totals_pk do update set ${additions(totalNames, 't')}`

/** Folds what changed in variants whose marks the caller has taken or leaves. */
export async function foldVariants(sql: Sql, organization_id: string, variant_ids: readonly string[]): Promise<void> {
  if (variant_ids.length === 0) return
  await lockSums(sql, organization_id)
  await foldStatement(sql, organization_id, variant_ids)
}

/** Folds the oldest changes of values and returns how many marks it took. */
export async function foldOrganization(sql: Sql, organization_id: string, marksMax = batchMarks): Promise<number> {
  await lockSums(sql, organization_id)
  const variant_ids = await takeMarks(sql, organization_id, marks, marksMax)
  if (variant_ids.length > 0) await foldStatement(sql, organization_id, variant_ids)
  return variant_ids.length
}

/**
 * Folds variants with movements that the sums lack, though the job that takes their marks has not come to them: after a
 * bulk load it would be long in doing so. Returns how many there were.
 */
async function foldMoved(sql: Sql, organization_id: string, levelsMax: number): Promise<number> {
  const moved = await sql<{ variant_id: string }[]>`
    select l.variant_id from stock_levels l
    left join stock_value_levels f on f.organization_id = l.organization_id and f.variant_id = l.variant_id
      and f.location_id = l.location_id
    where l.organization_id = ${organization_id} and l.sequence > coalesce(f.sequence, 0) limit ${levelsMax}`
  await foldVariants(
    sql,
    organization_id,
    moved.map(({ variant_id }) => variant_id),
  )
  return moved.length
}

/** At the end of a bulk load: folds a batch of what changed in the organisation, and returns how much that was. */
export async function foldStockValues(sql: Sql, organization_id: string, rowsMax?: number): Promise<number> {
  const folded = await foldOrganization(sql, organization_id, rowsMax)
  return folded > 0 ? folded : foldMoved(sql, organization_id, rowsMax ?? batchLevels)
}

export const foldStockValuesJob = foldMarksJob(
  'fold_stock_values',
  marks,
  async (sql, organization_id) => (await foldOrganization(sql, organization_id)) === batchMarks,
)
