/** Sums orders that changed again. See order_sums.sql.ts. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/sql.ts'
import { foldMarksJob, takeMarks } from '../../tables/marks.ts'
import { measuredDeliverySums, measuredOrderSums, ordersOfVariants } from './order_sums.sql.ts'

const variantsAtOnce = 20_000
const ordersAtOnce = 500
const marks = { table: fragment`purchase_order_changes`, of: fragment`purchase_order_id` }

/**
 * One fold of an organisation at a time: a slower one would replace newer sums. Writers never wait for it. Taken before the
 * statements whose snapshots it protects.
 */
const lockSums = (sql: Sql, organization_id: string) => sql`
  select pg_advisory_xact_lock(hashtextextended('order sums ' || ${organization_id}::uuid, 0))`

/**
 * Changes of variants and products become changes of the orders that contain them, each order once. One statement: a line
 * that it does not see yet brings a change of its own.
 */
export const noteOrders = (sql: Sql, organization_id: string, changesMax: number) => sql<{ changes: number }[]>`
  with oldest as materialized (
    select c.ctid as tid from purchase_order_changes c
    where c.organization_id = ${organization_id} and c.purchase_order_id is null order by c.entry limit ${changesMax}
  ), noted as materialized (
    delete from purchase_order_changes c using oldest o where c.organization_id = ${organization_id} and c.ctid = o.tid
    returning c.variant_id, c.product_id
  ), added as (
    insert into purchase_order_changes (organization_id, purchase_order_id)
    select ${organization_id}, f.purchase_order_id from (${ordersOfVariants(sql, organization_id)}) f
    where f.purchase_order_id not in (
      select c.purchase_order_id from purchase_order_changes c
      where c.organization_id = ${organization_id} and c.purchase_order_id is not null
    )
    order by f.purchase_order_id
  )
  select count(*)::int as changes from noted`

export async function sumOrders(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  const orders = arrayLiteral(ids)
  await sql`
    delete from purchase_order_sums
    where organization_id = ${organization_id} and purchase_order_id = any(${orders}::uuid[])`
  await sql`
    delete from purchase_order_delivery_sums
    where organization_id = ${organization_id} and purchase_order_id = any(${orders}::uuid[])`
  await sql`
    with measured as (select unnest(${orders}::uuid[]) as purchase_order_id)
    insert into purchase_order_sums (organization_id, purchase_order_id, part, category_id, due_on, price_currency,
      ordered_cost, outstanding_lines, outstanding_units, outstanding_cost, outstanding_uncosted_lines,
      outstanding_retail, outstanding_unpriced_lines, undated_lines, undated_cost, undated_uncosted_lines)
    select ${organization_id}, s.purchase_order_id, row_number() over (partition by s.purchase_order_id), s.category_id,
      s.due_on, s.price_currency, s.ordered_cost, s.outstanding_lines, s.outstanding_units, s.outstanding_cost,
      s.outstanding_uncosted_lines, s.outstanding_retail, s.outstanding_unpriced_lines, s.undated_lines, s.undated_cost,
      s.undated_uncosted_lines
    from (${measuredOrderSums(sql, organization_id)}) s`
  await sql`
    with measured as (select unnest(${orders}::uuid[]) as purchase_order_id)
    insert into purchase_order_delivery_sums (organization_id, purchase_order_id, delivery_id, part, category_id,
      received_lines, received_cost, received_uncosted_lines)
    select ${organization_id}, s.purchase_order_id, s.delivery_id, row_number() over (partition by s.delivery_id),
      s.category_id, s.received_lines, s.received_cost, s.received_uncosted_lines
    from (${measuredDeliverySums(sql, organization_id)}) s`
}

/**
 * Returns how many changes it took. Sums may be newer than the changes that were taken: what committed meanwhile has a
 * change of its own, and readers measure its order until that is taken, too.
 */
export async function foldOrderSums(sql: Sql, organization_id: string, changesMax = variantsAtOnce): Promise<number> {
  await lockSums(sql, organization_id)
  const [recorded] = await noteOrders(sql, organization_id, changesMax)
  const markedIds = await takeMarks(sql, organization_id, marks, Math.min(changesMax, ordersAtOnce))
  const ids = new Set(markedIds)
  if (ids.size > 0) await sumOrders(sql, organization_id, [...ids])
  return recorded!.changes + markedIds.length
}

export const foldOrderSumsJob = foldMarksJob(
  'fold_order_sums',
  marks,
  async (sql, organization_id) => (await foldOrderSums(sql, organization_id)) >= ordersAtOnce,
)
