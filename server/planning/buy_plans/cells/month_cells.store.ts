/** Cells of plans summed over their sales channels: what the open-to-buy and the projection of sales are made of. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'
import type { PlanFigure } from '../../known_values.ts'

export type MonthCell = Record<PlanFigure, number | null> & {
  category_id: string | null
  category: string | null
  month: number
}

/** Null if a cell has no value. Whole cents below 2^53 add up exactly as float8. */
const figures = (sql: Sql): Fragment => sql`
  case when count(*) = count(k.sales_cents) then sum(k.sales_cents::float8) end as sales,
  case when count(*) = count(k.markdown_cents) then sum(k.markdown_cents::float8) end as markdown,
  case when count(*) = count(k.margin_cents) then sum(k.margin_cents::float8) end as margin,
  case when count(*) = count(k.receipts_cost_cents) then sum(k.receipts_cost_cents::float8) end as receipts_cost,
  case when count(*) = count(k.closing_stock_retail_cents) then sum(k.closing_stock_retail_cents::float8) end
    as closing_stock_retail,
  case when count(*) = count(k.closing_stock_cost_cents) then sum(k.closing_stock_cost_cents::float8) end
    as closing_stock_cost,
  case when count(*) = count(k.chase_reserve_cents) then sum(k.chase_reserve_cents::float8) end as chase_reserve`

/** By category name, those without a category last, then by month. */
const readWorkingMonths = (sql: Sql, organization_id: string, mfp_id: string) => sql<MonthCell[]>`
  select c.name as category, s.* from (
    select k.category_id, k.month, ${figures(sql)} from buy_plan_cells k
    where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id} group by k.category_id, k.month
  ) s
  left join categories c on c.organization_id = ${organization_id} and c.category_id = s.category_id
  order by c.name nulls last, s.category_id, s.month`

/** The same of published versions. */
export async function readVersionMonths(
  sql: Sql,
  organization_id: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly MonthCell[]>> {
  const cells = await sql<(MonthCell & { version_id: string })[]>`
    select c.name as category, s.* from (
      select k.version_id, k.category_id, k.month, ${figures(sql)} from buy_plan_version_cells k
      where k.organization_id = ${organization_id} and k.version_id = any(${arrayLiteral(versionIds)}::uuid[])
      group by k.version_id, k.category_id, k.month
    ) s
    left join categories c on c.organization_id = ${organization_id} and c.category_id = s.category_id
    order by c.name nulls last, s.category_id, s.month`
  return Map.groupBy(cells, ({ version_id }) => version_id)
}

/** Reads the cells of the working plan, or of a version. */
export const readMonthCells = async (
  sql: Sql,
  organization_id: string,
  { mfp_id, version_id }: { mfp_id: string; version_id: string | null },
): Promise<readonly MonthCell[]> =>
  version_id === null
    ? readWorkingMonths(sql, organization_id, mfp_id)
    : ((await readVersionMonths(sql, organization_id, [version_id])).get(version_id) ?? [])
