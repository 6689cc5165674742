/**
 * Proves that the value of the stock by category and day, with what is not folded yet, equals the movements and the levels
 * at the costs and prices as they are now. One statement for each organisation, and so of one moment.
 */
import type { Sql } from '../../contract/sql.ts'
import { nilId } from '../../contract/schema.ts'
import { rateDocument } from '../../ledger/costs/replay.rules.ts'
import {
  receiptFigures,
  stockValueDays,
  stockValueTotals,
  unfoldedVariants,
  valueChanges,
} from './value_changes.sql.ts'

const shownMax = 20

export interface WrongStockValue {
  organization_id: string
  category_id: string | null
  currency: string
  /** Null for the stock as it is now. */
  day: string | null
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

/** Every movement and level, valued. A cost that became known on a day without movements may say nothing of receipts. */
const actual = (sql: Sql, organization_id: string) => sql`
  valued as materialized (
    select l.variant_id, l.location_id, l.on_hand, l.average_cost as cost, v.price_cents as price, p.currency,
      coalesce(p.category_id, ${nilId}) as category_id
    from stock_levels l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    where l.organization_id = ${organization_id} and l.sequence > 0
  ), actual_day as (
    select l.category_id, l.currency, m.day, count(*) filter (where m.moves) as row_count,
      count(*) filter (where m.moves and l.cost is null) as uncosted_rows,
      count(*) filter (where m.moves and l.price is null) as unpriced_rows,
      coalesce(sum(m.units * l.cost), 0) as cost, coalesce(sum(m.units * l.price::numeric), 0) as retail,
      coalesce(sum(m.received_cost), 0) as received_cost,
      coalesce(sum(m.received * l.price::numeric), 0) as received_retail,
      sum(m.received_uncosted) as received_uncosted_rows
    from (
      select m.variant_id, m.location_id, m.quantity_delta as units, m.kind <> 'cost_adjustment' as moves,
        (m.occurred_at at time zone o.time_zone)::date as day, ${receiptFigures(sql)}
      from stock_movements m
      join organizations o on o.organization_id = ${organization_id}
      where m.organization_id = ${organization_id} and (m.kind <> 'cost_adjustment' or m.document_type = ${rateDocument})
    ) m
    join valued l on l.variant_id = m.variant_id and l.location_id = m.location_id
    group by l.category_id, l.currency, m.day
    having count(*) filter (where m.moves) > 0 or sum(m.received_cost) <> 0 or sum(m.received_uncosted) <> 0
  ), actual_total as (
    select category_id, currency, coalesce(sum(on_hand * cost), 0) as cost, coalesce(sum(on_hand * price::numeric), 0) as retail,
      count(*) as level_count, count(*) filter (where on_hand <> 0) as stocked_levels,
      count(*) filter (where on_hand <> 0 and cost is null) as uncosted_levels,
      count(*) filter (where on_hand <> 0 and price is null) as unpriced_levels
    from valued group by category_id, currency
  )`

/** The sums, where they are not zero throughout. */
const storedSums = (sql: Sql, organization_id: string) => sql`
  kept_day as (
    select category_id, currency, day, sum(row_count)::bigint as row_count, sum(uncosted_rows)::bigint as uncosted_rows,
      sum(unpriced_rows)::bigint as unpriced_rows, sum(cost) as cost, sum(retail) as retail,
      sum(received_cost) as received_cost, sum(received_retail) as received_retail,
      sum(received_uncosted_rows)::bigint as received_uncosted_rows
    from (${stockValueDays(sql, organization_id, '0001-01-01')}) d
    group by category_id, currency, day
    having sum(row_count) <> 0 or sum(uncosted_rows) <> 0 or sum(unpriced_rows) <> 0 or sum(cost) <> 0
      or sum(retail) <> 0 or sum(received_cost) <> 0 or sum(received_retail) <> 0 or sum(received_uncosted_rows) <> 0
  ), kept_total as (
    select category_id, currency, sum(cost) as cost, sum(retail) as retail, sum(level_count)::bigint as level_count,
      sum(stocked_levels)::bigint as stocked_levels, sum(uncosted_levels)::bigint as uncosted_levels,
      sum(unpriced_levels)::bigint as unpriced_levels
    from (${stockValueTotals(sql, organization_id)}) t
    group by category_id, currency
    having sum(cost) <> 0 or sum(retail) <> 0 or sum(level_count) <> 0 or sum(stocked_levels) <> 0
      or sum(uncosted_levels) <> 0 or sum(unpriced_levels) <> 0
  )`

const findWrong = (sql: Sql, organization_id: string) => sql<Omit<WrongStockValue, 'organization_id'>[]>`
  with marked as materialized (${unfoldedVariants(sql, organization_id)}), ${valueChanges(sql, organization_id)}, ${actual(sql, organization_id)}, ${storedSums(sql, organization_id)}
  select nullif(category_id, ${nilId}) as category_id, currency, day::text as day, to_jsonb(k)::text as found,
    to_jsonb(a)::text as expected
  from kept_day k full join actual_day a using (category_id, currency, day)
  where (k.row_count, k.uncosted_rows, k.unpriced_rows, k.cost, k.retail, k.received_cost, k.received_retail,
    k.received_uncosted_rows) is distinct from (a.row_count, a.uncosted_rows, a.unpriced_rows, a.cost, a.retail,
    a.received_cost, a.received_retail, a.received_uncosted_rows)
  union all
  select nullif(category_id, ${nilId}), currency, null, to_jsonb(k)::text, to_jsonb(a)::text
  from kept_total k full join actual_total a using (category_id, currency)
  where (k.cost, k.retail, k.level_count, k.stocked_levels, k.uncosted_levels, k.unpriced_levels)
    is distinct from (a.cost, a.retail, a.level_count, a.stocked_levels, a.uncosted_levels, a.unpriced_levels)
  order by day nulls first, category_id, currency limit ${shownMax}`

/** Sums that differ, the first ones of each organisation. */
export async function verifyStockValues(sql: Sql, only?: string): Promise<WrongStockValue[]> {
  const organizations = await sql<{ organization_id: string }[]>`
    select organization_id from organizations
    where ${only ?? null}::uuid is null or organization_id = ${only ?? null}::uuid order by organization_id`
  const wrongValues: WrongStockValue[] = []
  for (const { organization_id } of organizations) {
    const wrong = await findWrong(sql, organization_id)
    wrongValues.push(...wrong.map((one) => ({ organization_id, ...one })))
  }
  return wrongValues
}
