/**
 * Sums of sales by day for reads: the folded sums and what is not folded yet, exact at once. To be put after `from`:
 *
 *   select s.category_id, s.day, sum(s.units) from (${salesByCategory(sql, organization_id, window)}) s group by 1, 2
 *
 * A product that changes its category takes its sales along at once: the sums of products that no job has moved yet are
 * moved by the read. A key may come in several rows, so that sums are always summed again. Unknown cost and regular value make a sum null:
 * `case when sum(costed_units) = sum(units + returned_units) then sum(known_cost_cents) end`.
 */
import { list, named } from '../../../db/sql/lists.ts'
import { nilId } from '../../contract/schema.ts'
import type { Parameter, Sql } from '../../contract/sql.ts'
import { sumNames } from '../../contract/stock.ts'

const sumList = list(sumNames)

export interface SalesWindow {
  /** First and last day, both included. */
  start: string
  end: string
}

export const salesByProduct = (sql: Sql, organization_id: string, { start, end }: SalesWindow) => sql`
  select day, sales_channel_id, product_id, currency, ${sumList}
  from sales_by_product where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date
  union all
  select day, sales_channel_id, product_id, currency, ${sumList}
  from sales_deltas where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date`

export const salesByChannel = (sql: Sql, organization_id: string, { start, end }: SalesWindow) => sql`
  select day, sales_channel_id, currency, ${sumList}
  from sales_by_channel where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date
  union all
  select day, sales_channel_id, currency, ${sumList}
  from sales_deltas where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date`

/** `category_id` is null for products without one; the days may come from the statement around it. */
export const salesByCategory = (
  sql: Sql,
  organization_id: string,
  { start, end }: Record<keyof SalesWindow, Parameter>,
) => sql`
  select day, sales_channel_id, nullif(category_id, ${nilId}) as category_id, currency, ${sumList}
  from sales_by_category where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date
  union all
  select d.day, d.sales_channel_id, p.category_id, d.currency, ${named(sumNames, 'd')}
  from sales_deltas d
  join products p on p.organization_id = ${organization_id} and p.product_id = d.product_id
  where d.organization_id = ${organization_id} and d.day >= ${start}::date and d.day <= ${end}::date
  union all
  select b.day, b.sales_channel_id, k.category_id, b.currency, ${list(sumNames, (name) => `k.sign * b.${name}`)}
  from sales_product_categories m
  join products p on p.organization_id = ${organization_id} and p.product_id = m.product_id
  join sales_by_product b on b.organization_id = ${organization_id} and b.product_id = m.product_id
    and b.day >= ${start}::date and b.day <= ${end}::date
  cross join lateral (values (nullif(m.category_id, ${nilId}), -1), (p.category_id, 1)) k (category_id, sign)
  where m.organization_id = ${organization_id} and m.is_moved`
