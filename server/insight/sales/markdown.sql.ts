/**
 * Sales by day, channel, category and currency, as far as markdowns are measured by them. Sums do not tell the amounts of
 * units with a regular price from those of others, so where some unit has none, all units of the key are left out of markdowns
 * and counted; their amounts are never spread over other units.
 */
import { list } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { sumNames } from '../../contract/stock.ts'
import { type SalesWindow, salesByCategory } from '../../selling/sales_facts/rollups.ts'

/** One row for each key: what sums and changes cancel out has no part in whether its units have a price. */
export const salesWithPrices = (sql: Sql, organization_id: string, window: SalesWindow) => sql`
  select n.*, n.units = n.priced_units as is_priced,
    case when n.units = n.priced_units then 0 else n.units end as left_out_units,
    case when n.units = n.priced_units then n.known_regular_value_cents else 0 end as regular_value_cents,
    case when n.units = n.priced_units
      then n.known_regular_value_cents - n.gross_sales_cents + n.discounts_cents else 0 end as markdown_cents
  from (
    select f.day, f.sales_channel_id, f.category_id, f.currency, ${list(sumNames, (name) => `sum(f.${name}) as ${name}`)}
    from (${salesByCategory(sql, organization_id, window)}) f
    group by f.day, f.sales_channel_id, f.category_id, f.currency
  ) n`
