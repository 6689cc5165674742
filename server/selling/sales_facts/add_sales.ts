/**
 * The only writer of sales_daily besides imports of days. A write that changes lines computes what they added before
 * and what they add now (sales_figures.rules.ts), and calls this in its transaction:
 *
 *   const { imported_days } = await addSales(sql, organization_id, salesChange(before, after))
 *
 * On a day that an import covers, the imported figures are the sales: such parts are left out and their days returned.
 */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import { type ChannelDay, channelDayKey, channelDaysOf, claimForOrders } from './channel_days.ts'
import { canStandAlone, figureNames, salesChange, type SalesPart } from './sales_figures.rules.ts'

const partRows = recordset(sales_daily, [
  'variant_id',
  'day',
  'sales_channel_id',
  'location_id',
  'currency',
  'units',
  'returned_units',
  'gross_sales_cents',
  'discounts_cents',
  'returns_cents',
  'taxes_cents',
  'costed_units',
  'known_cost_cents',
  'priced_units',
  'known_regular_value_cents',
  'known_markdown_units',
])

/** Locks the rows there are in the order of their keys, so that two writers cannot lock each other out. */
const lockRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  select from ${partRows.from(parts)}
  join sales_daily s on s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
    and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency
  order by n.variant_id, n.day, n.sales_channel_id, n.location_id, n.currency
  for no key update of s`

const upsertRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  insert into sales_daily as s (organization_id, ${partRows.names})
  select ${organization_id}, ${partRows.values} from ${partRows.from(parts)}
  order by n.variant_id, n.day, n.sales_channel_id, n.location_id, n.currency
  on conflict on constraint sales_daily_pk do update set
    units = s.units + excluded.units,
    returned_units = s.returned_units + excluded.returned_units,
    gross_sales_cents = s.gross_sales_cents + excluded.gross_sales_cents,
    discounts_cents = s.discounts_cents + excluded.discounts_cents,
    returns_cents = s.returns_cents + excluded.returns_cents,
    taxes_cents = s.taxes_cents + excluded.taxes_cents,
    costed_units = s.costed_units + excluded.costed_units,
    known_cost_cents = s.known_cost_cents + excluded.known_cost_cents,
    priced_units = s.priced_units + excluded.priced_units,
    known_regular_value_cents = s.known_regular_value_cents + excluded.known_regular_value_cents,
    known_markdown_units = s.known_markdown_units + excluded.known_markdown_units`

/** For parts that are no row of their own: PostgreSQL checks constraints before it looks for the row to update. */
const updateRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  update sales_daily s set
    units = s.units + n.units,
    returned_units = s.returned_units + n.returned_units,
    gross_sales_cents = s.gross_sales_cents + n.gross_sales_cents,
    discounts_cents = s.discounts_cents + n.discounts_cents,
    returns_cents = s.returns_cents + n.returns_cents,
    taxes_cents = s.taxes_cents + n.taxes_cents,
    costed_units = s.costed_units + n.costed_units,
    known_cost_cents = s.known_cost_cents + n.known_cost_cents,
    priced_units = s.priced_units + n.priced_units,
    known_regular_value_cents = s.known_regular_value_cents + n.known_regular_value_cents,
    known_markdown_units = s.known_markdown_units + n.known_markdown_units
  from ${partRows.from(parts)}
  where s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
    and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency`

/** A row in which nothing is left is no row. */
const deleteEmptyRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  delete from sales_daily s using ${partRows.from(parts)}
  where s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
    and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency
    and (s.units, s.returned_units, s.gross_sales_cents, s.discounts_cents, s.returns_cents, s.taxes_cents,
      s.costed_units, s.known_cost_cents, s.priced_units, s.known_regular_value_cents, s.known_markdown_units)
      = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`

export async function addSales(
  sql: Sql,
  organization_id: string,
  changes: readonly SalesPart[],
): Promise<{ imported_days: ChannelDay[] }> {
  const all = salesChange([], changes)
  if (all.length === 0) return { imported_days: [] }
  const imported = await claimForOrders(sql, organization_id, all)
  const importedKeys = new Set(imported.map(channelDayKey))
  const parts = all.filter((part) => !importedKeys.has(channelDayKey(part)))
  const imported_days = channelDaysOf(imported).map(({ day, sales_channel_id }) => ({ day, sales_channel_id }))
  if (parts.length === 0) return { imported_days }
  const added = parts.filter(canStandAlone)
  const reductions = parts.filter((part) => !canStandAlone(part))
  if (reductions.length > 0) await lockRows(sql, organization_id, parts)
  if (added.length > 0) await upsertRows(sql, organization_id, added)
  if (reductions.length > 0) {
    const { count } = await updateRows(sql, organization_id, reductions)
    if (count !== reductions.length) throw new Error('sales were taken from a day that has none of them')
  }
  const reduced = parts.filter((part) => figureNames.some((name) => part[name] < 0))
  if (reduced.length > 0) await deleteEmptyRows(sql, organization_id, reduced)
  return { imported_days }
}
