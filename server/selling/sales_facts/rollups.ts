/**
 * Sums of sales by day for reads: the folded sums and what is not folded yet, exact at once. To be put after `from`:
 *
 *   select p.category_id, s.day, sum(s.units) from (${salesByProduct(sql, organization_id, window)}) s
 *   join products p on p.organization_id = ${organization_id} and p.product_id = s.product_id group by 1, 2
 *
 * A product that changes its category takes its sales along, since categories are joined when they are read. A key may
 * come in several rows, so that sums are always summed again. Unknown cost and regular value make a sum null:
 * `case when sum(costed_units) = sum(units + returned_units) then sum(known_cost_cents) end`.
 */
import type { Sql } from '../../contract/sql.ts'

export interface SalesWindow {
  /** First and last day, both included. */
  start: string
  end: string
}

export const salesByProduct = (sql: Sql, organization_id: string, { start, end }: SalesWindow) => sql`
  select day, sales_channel_id, product_id, currency, row_count, units, returned_units, gross_sales_cents,
    discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
    known_regular_value_cents, known_markdown_units
  from sales_by_product where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date
  union all
  select day, sales_channel_id, product_id, currency, row_count, units, returned_units, gross_sales_cents,
    discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units,
    known_regular_value_cents, known_markdown_units
  from sales_deltas where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date`

export const salesByChannel = (sql: Sql, organization_id: string, { start, end }: SalesWindow) => sql`
  select day, sales_channel_id, currency, row_count, units, returned_units, gross_sales_cents, discounts_cents,
    returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units, known_regular_value_cents,
    known_markdown_units
  from sales_by_channel where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date
  union all
  select day, sales_channel_id, currency, row_count, units, returned_units, gross_sales_cents, discounts_cents,
    returns_cents, taxes_cents, costed_units, known_cost_cents, priced_units, known_regular_value_cents,
    known_markdown_units
  from sales_deltas where organization_id = ${organization_id} and day >= ${start}::date and day <= ${end}::date`
