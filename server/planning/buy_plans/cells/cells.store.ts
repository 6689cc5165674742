/** Cells of a plan's working tip or of a published version, with the names of their categories and channels. */
import { buy_plan_cells } from '../../../../db/schema/planning/buy_plans.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import { recordset, type RecordsetRow } from '../../../../db/sql/recordset.ts'
import { assignments } from '../../../../db/sql/lists.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'

const cellColumns = selection(buy_plan_cells, 'k', [
  'cell_id',
  'category_id',
  'sales_channel_id',
  'month',
  'sales_cents::float8 as sales',
  'markdown_cents::float8 as markdown',
  'margin_cents::float8 as margin',
  'receipts_cost_cents::float8 as receipts_cost',
  'closing_stock_retail_cents::float8 as closing_stock_retail',
  'closing_stock_cost_cents::float8 as closing_stock_cost',
  'chase_reserve_cents::float8 as chase_reserve',
])
export type Cell = RowOf<typeof cellColumns> & { category: string | null; sales_channel: string }

/** Cells by category name, those without a category last, then by channel name and month. */
export const readCells = (
  sql: Sql,
  organization_id: string,
  { mfp_id, version_id }: { mfp_id: string; version_id: string | null },
): PromiseLike<Cell[]> => {
  const named: Fragment = sql`
    join sales_channels n on n.organization_id = ${organization_id} and n.sales_channel_id = k.sales_channel_id
    left join categories c on c.organization_id = ${organization_id} and c.category_id = k.category_id`
  const sorted: Fragment = sql`order by c.name nulls last, k.category_id, n.name, k.sales_channel_id, k.month`
  return version_id === null
    ? sql<Cell[]>`
        select ${cellColumns}, c.name as category, n.name as sales_channel from buy_plan_cells k ${named}
        where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id} ${sorted}`
    : sql<Cell[]>`
        select ${cellColumns}, c.name as category, n.name as sales_channel from buy_plan_version_cells k ${named}
        where k.organization_id = ${organization_id} and k.version_id = ${version_id} ${sorted}`
}

const plannedNames = [
  'sales_cents',
  'markdown_cents',
  'margin_cents',
  'receipts_cost_cents',
  'closing_stock_retail_cents',
  'closing_stock_cost_cents',
  'chase_reserve_cents',
] as const
const cellRows = recordset(buy_plan_cells, ['cell_id', 'category_id', 'sales_channel_id', 'month', ...plannedNames])
export type CellRow = RecordsetRow<typeof cellRows>

/** Writes whole cells; one of the same category, channel and month is replaced and keeps its id. */
export async function writeCells(
  sql: Sql,
  organization_id: string,
  mfp_id: string,
  rows: readonly CellRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into buy_plan_cells (organization_id, mfp_id, ${cellRows.names})
    select ${organization_id}, ${mfp_id}, ${cellRows.values} from ${cellRows.from(rows)}
    on conflict on constraint buy_plan_cells_one_a_month do update set ${assignments(plannedNames)}`
}
