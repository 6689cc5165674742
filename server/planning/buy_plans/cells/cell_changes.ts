/** Helpers for changes of cells: rows from cells, and the response. */
import type { Sql } from '../../../contract/call.ts'
import { Count, OwnId, Shape } from '../../../contract/schema.ts'
import { type PlanFigure, planFigures } from '../../known_values.ts'
import { PlanTotals } from '../buy_plan.model.ts'
import { readTotals } from '../buy_plans.store.ts'
import { type Cell, type CellRow, writeCells } from './cells.store.ts'

export const CellChanges = Shape(
  {
    mfp_id: OwnId('Id of the buy plan.'),
    cells_created: Count('Number of cells that the plan did not have.', { examples: [0] }),
    cells_changed: Count('Number of cells with a changed figure.', { examples: [1] }),
    cells_unchanged: Count('Number of requested cells that already had the figures.', { examples: [0] }),
    totals: PlanTotals('Sums of the working plan after the change.'),
  },
  { $id: 'BuyPlanCellChanges' },
)

export const rowOf = (cell: Cell): CellRow => ({
  cell_id: cell.cell_id,
  category_id: cell.category_id,
  sales_channel_id: cell.sales_channel_id,
  month: cell.month,
  sales_cents: cell.sales,
  markdown_cents: cell.markdown,
  margin_cents: cell.margin,
  receipts_cost_cents: cell.receipts_cost,
  closing_stock_retail_cents: cell.closing_stock_retail,
  closing_stock_cost_cents: cell.closing_stock_cost,
  chase_reserve_cents: cell.chase_reserve,
})

export const columnOf = (figure: PlanFigure) => `${figure}_cents` as const

export const isSame = (one: CellRow, other: CellRow) =>
  planFigures.every((figure) => one[columnOf(figure)] === other[columnOf(figure)])

interface Changed {
  created: readonly CellRow[]
  changed: readonly CellRow[]
  unchanged: number
}

/** Writes the cells, and returns the plan's new sums. */
export async function applyChanges(
  sql: Sql,
  plan: { organization_id: string; mfp_id: string; currency: string },
  { created, changed, unchanged }: Changed,
  now: string,
) {
  const { organization_id, mfp_id, currency } = plan
  if (created.length + changed.length > 0) {
    await writeCells(sql, organization_id, mfp_id, [...created, ...changed])
    await sql`
      update buy_plans set updated_at = ${now} where organization_id = ${organization_id} and mfp_id = ${mfp_id}`
  }
  const totals = (await readTotals(sql, organization_id, mfp_id, currency)).get(null)!
  return {
    mfp_id,
    cells_created: created.length,
    cells_changed: changed.length,
    cells_unchanged: unchanged,
    totals,
  }
}
