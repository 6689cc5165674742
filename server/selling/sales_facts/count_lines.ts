/** Counts the lines of orders on channel-days that an import has given back. */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import type { ChannelDay } from './channel_days.ts'
import type { SalesPart } from './sales_figures.rules.ts'
import { lineFacts } from './line_facts.ts'
import { addSales } from './add_sales.ts'

const dayRows = recordset(sales_daily, ['day', 'sales_channel_id'])

export async function countLinesOfDays(sql: Sql, organization_id: string, days: readonly ChannelDay[]): Promise<void> {
  const facts = lineFacts(sql, organization_id, arrayLiteral([...new Set(days.map(({ day }) => day))]))
  const parts = await sql<SalesPart[]>`
    select e.variant_id, e.day, e.sales_channel_id, e.location_id, e.currency, e.units, e.returned_units,
      e.gross_sales_cents::float8 as gross_sales_cents, e.discounts_cents::float8 as discounts_cents,
      e.returns_cents::float8 as returns_cents, e.taxes_cents::float8 as taxes_cents, e.costed_units,
      e.known_cost_cents::float8 as known_cost_cents, e.priced_units,
      e.known_regular_value_cents::float8 as known_regular_value_cents, e.known_markdown_units
    from ${dayRows.from(days)}
    join (${facts}) e on e.day = n.day and e.sales_channel_id = n.sales_channel_id`
  if (parts.length > 0) await addSales(sql, organization_id, parts)
}
