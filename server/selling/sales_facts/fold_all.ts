import type { Sql } from '../../contract/sql.ts'
import { foldRowCounts } from '../../tables/row_counts.ts'
import { foldOrderSums } from '../../purchasing/order_sums/fold_orders.ts'
import { foldStockValues } from '../../stock/stock_values/fold_stock_values.ts'
import { foldSalesDeltas } from './fold_sales.ts'
import { foldOrderCounts } from './order_counts.ts'

type Run = (fold: (sql: Sql) => Promise<number>) => Promise<number>

/**
 * Folds all deltas of an organisation's sales, rows and orders, and its stock and purchase orders, after a bulk load. `run`
 * gives each batch its connection or transaction.
 */
export async function foldAll(run: Run, organization_id: string, rowsMax?: number): Promise<void> {
  for (const fold of [foldSalesDeltas, foldRowCounts, foldOrderCounts])
    while ((await run((sql) => fold(sql, rowsMax, organization_id))) > 0);
  for (const fold of [foldStockValues, foldOrderSums])
    while ((await run((sql) => fold(sql, organization_id, rowsMax))) > 0);
}
