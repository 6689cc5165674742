import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'

/**
 * The categories whose sales a commitment covers, as an array literal: those it has budgets for. A budget for the rest
 * covers all categories, which is null, as is no commitment.
 */
export async function findCoveredCategories(sql: Sql, organization_id: string, commitment_id: string | undefined) {
  if (commitment_id === undefined) return null
  const budgets = await sql<{ budget_id: string | null; category_id: string | null }[]>`
    select b.budget_id, b.category_id from commitments k
    left join commitment_budgets b on b.organization_id = k.organization_id and b.commitment_id = k.commitment_id
    where k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}`
  if (budgets.length === 0) return refuseField('commitment_id', 'must be a commitment of this organisation')
  const hasRest = budgets.some(({ budget_id, category_id }) => budget_id !== null && category_id === null)
  return hasRest ? null : arrayLiteral(budgets.flatMap(({ category_id }) => category_id ?? []))
}
