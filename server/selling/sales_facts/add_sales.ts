/**
 * The only writer of sales_daily besides imports of days. A write that changes lines computes what they added before
 * and what they add now (sales_figures.rules.ts), and calls this in its transaction:
 *
 *   const { imported_days } = await addSales(sql, organization_id, salesChange(before, after))
 *
 * On a day that an import covers, the imported figures are the sales: such parts are left out, which an exception says, and
 * their days returned.
 */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { additions, matches, named } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { type ChannelDay, channelDayKey, channelDaysOf, claimForOrders } from './channel_days.ts'
import { openNotCounted } from './not_counted.ts'
import { figureNames, salesKeyNames } from '../../contract/stock.ts'
import { canEmpty, canStandAlone, salesChange, type SalesPart } from './sales_figures.rules.ts'

const partRows = recordset(sales_daily, [...salesKeyNames, ...figureNames])

/** Locks the rows there are in the order of their keys, so that two writers cannot lock each other out. */
const lockRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  select from ${partRows.from(parts)}
  join sales_daily s on s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}
  order by ${named(salesKeyNames, 'n')}
  for no key update of s`

const upsertRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  insert into sales_daily as s (organization_id, ${partRows.names})
  select ${organization_id}, ${partRows.values} from ${partRows.from(parts)}
  order by ${named(salesKeyNames, 'n')}
  on conflict on constraint sales_daily_pk do update set
    ${additions(figureNames, 's')}`

/** For parts that are no row of their own: PostgreSQL checks constraints before it looks for the row to update. */
const updateRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  update sales_daily s set
    ${additions(figureNames, 's', 'n')}
  from ${partRows.from(parts)}
  where s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}`

/** A row in which nothing is left is no row. */
const deleteEmptyRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  delete from sales_daily s using ${partRows.from(parts)}
  where s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}
    and (${named(figureNames, 's')})
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
  await openNotCounted(sql, organization_id, imported)
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
  const emptying = parts.filter(canEmpty)
  if (emptying.length > 0) await deleteEmptyRows(sql, organization_id, emptying)
  return { imported_days }
}
