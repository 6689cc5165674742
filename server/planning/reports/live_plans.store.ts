/** Buy plans of a fiscal year, and the cells of the newest version of a plan. */
import type { Sql } from '../../contract/call.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { readPlanHeads, readVersions } from '../buy_plans/buy_plans.store.ts'
import { type MonthCell, readVersionMonths } from '../buy_plans/cells/month_cells.store.ts'
import { type Cell, readCells } from '../buy_plans/cells/cells.store.ts'

/** Plans of the fiscal year, oldest first, whether in force or not. */
export const readPlansOf = async (sql: Sql, organization_id: string, fiscal_year: number) =>
  (await readPlanHeads(sql, organization_id)).filter((plan) => plan.fiscal_year === fiscal_year).toReversed()

/** The label of the newest version of each published plan, and its cells summed over channels, by plan. */
export async function readLiveMonths(
  sql: Sql,
  organization_id: string,
  mfpIds: readonly string[],
): Promise<ReadonlyMap<string, { label: string; cells: readonly MonthCell[] }>> {
  const versions = await sql<{ mfp_id: string; version_id: string; label: string }[]>`
    select distinct on (v.mfp_id) v.mfp_id, v.version_id, v.label from buy_plan_versions v
    where v.organization_id = ${organization_id} and v.mfp_id = any(${arrayLiteral(mfpIds)}::uuid[])
    order by v.mfp_id, v.number desc`
  const cells = await readVersionMonths(
    sql,
    organization_id,
    versions.map(({ version_id }) => version_id),
  )
  return new Map(
    versions.map(({ mfp_id, version_id, label }) => [mfp_id, { label, cells: cells.get(version_id) ?? [] }]),
  )
}

/** The label and the cells of the newest version of a published plan. */
export async function readLiveCells(
  sql: Sql,
  organization_id: string,
  mfp_id: string,
): Promise<{ label: string; cells: Cell[] }> {
  const [newest] = await readVersions(sql, organization_id, mfp_id)
  const { version_id, label } = newest!
  return { label, cells: await readCells(sql, organization_id, { mfp_id, version_id }) }
}
