/** Counts the sales of imported orders; a day that was imported meanwhile has its sales from there. */
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import type { SalesPart } from '../sales_facts/sales_figures.rules.ts'

/** Refuses `conflict` for a day that was imported since the orders were compared with what is stored. */
export async function countSales(sql: Sql, organization_id: string, sales: readonly SalesPart[]): Promise<void> {
  const { imported_days } = await addSales(sql, organization_id, sales)
  if (imported_days.length > 0)
    refuse('conflict', { desc: `The sales of ${imported_days[0]!.day} were imported at the same moment.` })
}
