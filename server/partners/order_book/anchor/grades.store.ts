/** The plans of record that grade the styles of a season, as they were known then. */
import type { Sql } from '../../../contract/call.ts'
import { readPlansInForce, readVersionCells } from '../../../commitment_grids/plans_in_force.store.ts'
import { type BookScope, knownUntil } from '../scope.ts'
import { readDollarRates } from '../../../exchange_rates/dollar_rates.ts'
import { gradesOf } from './grades.rules.ts'

/** The plan of the commitment that is read, or those of all commitments of the season that are not retired. */
export async function readGrades(sql: Sql, scope: BookScope) {
  const { organization_id, commitment_id, season_code, known } = scope
  const which =
    commitment_id === null
      ? sql`upper(btrim(k.season_code)) = ${season_code} and k.status <> 'retired'`
      : sql`k.commitment_id = ${commitment_id}`
  const plans = await readPlansInForce(sql, organization_id, which, sql`v.locked_at <= ${knownUntil(sql, known)}`)
  const currencyOf = new Map(plans.map(({ version_id, currency }) => [version_id, currency]))
  const [cells, rates] = await Promise.all([
    readVersionCells(sql, organization_id, [...currencyOf.keys()]),
    readDollarRates(sql, organization_id, [...currencyOf.values()], known.day),
  ])
  const sales = cells.map(({ version_id, category_id, planned_sales_cents }) => ({
    category_id,
    currency: currencyOf.get(version_id)!,
    planned_sales_cents,
  }))
  return {
    ...gradesOf(sales, rates, known.day),
    grades_plans: plans.map(({ commitment_id: of, version_id, label }) => ({ commitment_id: of, version_id, label })),
  }
}
