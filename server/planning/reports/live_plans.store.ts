/** Buy plans of a fiscal year, and the cells of the newest version of a plan. */
import type { Sql } from '../../contract/call.ts'
import { readPlans, readVersions } from '../buy_plans/buy_plans.store.ts'
import { type Cell, readCells } from '../buy_plans/cells/cells.store.ts'

/** Plans of the fiscal year, oldest first, whether in force or not. */
export const readPlansOf = async (sql: Sql, organization_id: string, fiscal_year: number) =>
  (await readPlans(sql, organization_id)).filter((plan) => plan.fiscal_year === fiscal_year).toReversed()

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
