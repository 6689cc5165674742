import type { Sql } from '../../contract/sql.ts'
import { foldRowCounts } from '../../tables/row_counts.ts'
import { foldOrderSums } from '../../purchasing/order_sums/fold_orders.ts'
import { foldStockValues } from '../../stock/stock_values/fold_stock_values.ts'
import { foldSalesDeltas } from './fold_sales.ts'
import { foldOrderCounts } from './order_counts.ts'

const folds = [foldSalesDeltas, foldRowCounts, foldOrderCounts, foldStockValues, foldOrderSums]

/** Folds all deltas of sales, rows, orders, stock and purchase orders after a bulk load. `run` gives each batch its connection or transaction. */
export async function foldAll(
  run: (fold: (sql: Sql) => Promise<number>) => Promise<number>,
  rowsMax?: number,
): Promise<void> {
  for (const fold of folds) while ((await run((sql) => fold(sql, rowsMax))) > 0);
}
