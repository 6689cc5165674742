import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import type { Static } from '../../contract/schema.ts'
import type { FiscalMonth } from '../../calendar/retail_calendar.ts'
import { CommitmentPath } from '../../purchasing/commitments/commitment_actions.ts'
import { readCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { service, WorkingPlan } from './plan.model.ts'
import { planOfRecordMonths } from '../../commitment_grids/plan_months.rules.ts'
import { readPlanHead, readWorkingCells } from './plan.store.ts'

export const monthAnswer = ({ fiscal_year, month, start, end, weeks }: FiscalMonth) => ({
  fiscal_year,
  month,
  start_date: start,
  end_date: end,
  weeks,
})

export async function answerWorkingPlan(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
): Promise<Static<typeof WorkingPlan>> {
  const commitment = await readCommitment(sql, organization_id, commitment_id)
  const [head, cells] = await Promise.all([
    readPlanHead(sql, organization_id, commitment.commitment_id),
    readWorkingCells(sql, organization_id, commitment.commitment_id),
  ])
  return {
    commitment_id: commitment.commitment_id,
    currency: commitment.currency,
    updated_at: head?.updated_at ?? null,
    updated_by: head?.updated_by ?? null,
    months: head === null ? [] : planOfRecordMonths(cells, head.fiscal_year_start_month).map(monthAnswer),
    cells: cells.map(({ category_id, category, ...cell }) => ({ category_id, category, ...cell })),
  }
}

export const getCommitmentPlan = sessionOperation({
  id: 'session.get_commitment_plan',
  route: 'GET /api/v1/commitments/{commitment_id}/money/plan',
  summary: 'Get the working plan of a commitment',
  description: 'Returns the monthly plan of a commitment as it was last set, whether it is locked as a version or not.',
  service,
  params: CommitmentPath,
  answer: WorkingPlan,
  refusals: ['not_found'],
  run: ({ sql, caller: { organization_id }, params: { commitment_id } }) =>
    answerWorkingPlan(sql, organization_id, commitment_id),
})
