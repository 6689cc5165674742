/** Counts the lines of orders on channel-days that an import has given back. */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { list, named } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { salesKeyNames, wholeFigureNames } from '../../contract/stock.ts'
import type { ChannelDay } from './channel_days.ts'
import type { SalesPart } from './sales_figures.rules.ts'
import { lineFacts } from './line_facts.ts'
import { addSales } from './add_sales.ts'

const dayRows = recordset(sales_daily, ['day', 'sales_channel_id'])

export async function countLinesOfDays(sql: Sql, organization_id: string, days: readonly ChannelDay[]): Promise<void> {
  const facts = lineFacts(sql, organization_id, arrayLiteral([...new Set(days.map(({ day }) => day))]))
  const parts = await sql<SalesPart[]>`
    select ${named(salesKeyNames, 'e')},
      ${list(wholeFigureNames, (name) => `e.${name}::float8 as ${name}`)}, e.known_cost_cents::text as known_cost_cents
    from ${dayRows.from(days)}
    join (${facts}) e on e.day = n.day and e.sales_channel_id = n.sales_channel_id`
  if (parts.length > 0) await addSales(sql, organization_id, parts)
}
