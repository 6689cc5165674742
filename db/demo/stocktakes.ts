/** Stocktakes of the two years: opened before their lines are written, and posted afterwards. */
import type postgres from 'postgres'
import type { Sql } from '../../server/contract/sql.ts'
import { refreshTotals } from '../../server/stock/stocktakes/store.ts'
import { mondayOf } from './calendar.ts'
import type { TradingHistory } from './trading_history.ts'

export async function openStocktakes(
  tx: postgres.TransactionSql,
  organization_id: string,
  currency: string,
  history: TradingHistory,
): Promise<number> {
  const rows = history.stocktakes.map(({ stocktake_id, name, week }) => ({
    organization_id,
    stocktake_id,
    name,
    counted_on: mondayOf(history.calendar, week),
    include_all_variants: false,
    currency,
    created_by: 'user:Stock control',
    created_at: history.monday(week, '08:00:00'),
  }))
  const places = history.stocktakes.map(({ stocktake_id, location }) => ({
    organization_id,
    stocktake_id,
    location_id: history.masterData.location_ids[location]!,
  }))
  await tx`insert into stocktakes ${tx(rows)}`
  await tx`insert into stocktake_locations ${tx(places)}`
  return rows.length
}

/** A posted stocktake never changes, so it is posted after its lines are written; one without counted lines stays open. */
export async function closeStocktakes(
  tx: postgres.TransactionSql,
  organization_id: string,
  history: TradingHistory,
): Promise<void> {
  for (const { stocktake_id, week, is_posted } of history.stocktakes) {
    await refreshTotals(tx as unknown as Sql, organization_id, stocktake_id)
    if (is_posted)
      await tx`
        update stocktakes set status = 'posted', posted_at = ${history.monday(week, '16:00:00')}
        where organization_id = ${organization_id} and stocktake_id = ${stocktake_id} and counted_line_count > 0`
  }
}
