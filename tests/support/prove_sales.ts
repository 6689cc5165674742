/** Differences of sales, row counts and sums of products, by kind; `npm run verify` finds the same. */
import type { Sql } from '../../server/contract/sql.ts'
import { findWrongProductSums } from '../../server/insight/product_sums/verify_product_sums.ts'
import { findWrongOrderCounts } from '../../server/selling/sales_facts/order_counts.ts'
import { verifySales } from '../../server/selling/sales_facts/verify_sales.ts'
import { findWrongCounts } from '../../server/tables/row_counts.ts'

export async function proveSales(sql: Sql, options: { organization_id: string; is_full?: boolean }) {
  const { organization_id } = options
  return {
    sales: await verifySales(sql, options),
    counts: [...(await findWrongCounts(sql, organization_id))],
    order_counts: [...(await findWrongOrderCounts(sql, organization_id))],
    product_sums: await findWrongProductSums(sql, organization_id),
  }
}
