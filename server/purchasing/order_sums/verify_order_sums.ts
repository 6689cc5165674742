/**
 * Proves that purchase orders by category, with those that changed since they were summed, equal their lines and deliveries.
 * One statement for each organisation and kind of sums, and so of one moment.
 */
import type { Sql } from '../../contract/sql.ts'
import { measuredDeliverySums, measuredOrderSums, orderSums } from './order_sums.sql.ts'

const shownMax = 20

export interface WrongOrderSum {
  organization_id: string
  purchase_order_id: string
  /** Null for the lines of the order. */
  delivery_id: string | null
  category_id: string | null
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

type Found = Omit<WrongOrderSum, 'organization_id'>

const all = (sql: Sql, organization_id: string) => sql`
  wanted as materialized (
    select purchase_order_id from purchase_orders where organization_id = ${organization_id}
    union
    select purchase_order_id from purchase_order_sums where organization_id = ${organization_id}
    union
    select purchase_order_id from purchase_order_delivery_sums where organization_id = ${organization_id}
  )`

/** Every order is measured, whether it changed or not. */
const findWrongLines = (sql: Sql, organization_id: string) => sql<Found[]>`
  with ${all(sql, organization_id)}, ${orderSums(sql, organization_id)}, kept as (select to_jsonb(s) as of from order_sum s),
  actual as (
    with measured as (select purchase_order_id from wanted)
    select to_jsonb(s) as of from (${measuredOrderSums(sql, organization_id)}) s
  )
  select (coalesce(k.of, a.of) ->> 'purchase_order_id')::uuid as purchase_order_id, null::uuid as delivery_id,
    (coalesce(k.of, a.of) ->> 'category_id')::uuid as category_id, k.of::text as found, a.of::text as expected
  from kept k full join actual a on a.of = k.of
  where k.of is null or a.of is null
  order by 1, 3 nulls last, 4 limit ${shownMax}`

const findWrongDeliveries = (sql: Sql, organization_id: string) => sql<Found[]>`
  with ${all(sql, organization_id)}, ${orderSums(sql, organization_id)}, kept as (
    select to_jsonb(s) as of from (
      select s.purchase_order_id, s.delivery_id, s.category_id, s.received_lines, s.received_cost,
        s.received_uncosted_lines
      from purchase_order_delivery_sums s
      where s.organization_id = ${organization_id} and s.purchase_order_id not in (select purchase_order_id from measured)
      union all
      ${measuredDeliverySums(sql, organization_id)}
    ) s
  ), actual as (
    with measured as (select purchase_order_id from wanted)
    select to_jsonb(s) as of from (${measuredDeliverySums(sql, organization_id)}) s
  )
  select (coalesce(k.of, a.of) ->> 'purchase_order_id')::uuid as purchase_order_id,
    (coalesce(k.of, a.of) ->> 'delivery_id')::uuid as delivery_id,
    (coalesce(k.of, a.of) ->> 'category_id')::uuid as category_id, k.of::text as found, a.of::text as expected
  from kept k full join actual a on a.of = k.of
  where k.of is null or a.of is null
  order by 1, 2, 3 nulls last, 4 limit ${shownMax}`

/** Sums that differ, the first ones of each organisation. */
export async function verifyOrderSums(sql: Sql, only?: string): Promise<WrongOrderSum[]> {
  const organizations = await sql<{ organization_id: string }[]>`
    select organization_id from organizations
    where ${only ?? null}::uuid is null or organization_id = ${only ?? null}::uuid order by organization_id`
  const wrongSums: WrongOrderSum[] = []
  for (const { organization_id } of organizations) {
    const wrong = [
      ...(await findWrongLines(sql, organization_id)),
      ...(await findWrongDeliveries(sql, organization_id)),
    ]
    wrongSums.push(...wrong.map((one) => ({ organization_id, ...one })))
  }
  return wrongSums
}
