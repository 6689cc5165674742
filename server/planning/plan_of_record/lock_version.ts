import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { checkAct, CommitmentPath, stateRefusing } from '../../purchasing/commitments/commitment_actions.ts'
import { lockCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { LockedVersion, service, versionBody } from './plan.model.ts'
import { readPlanHead, readVersions } from './plan.store.ts'

/** Copies the cells of the working plan. */
const copyCells = (sql: Sql, organization_id: string, commitment_id: string, version_id: string) => sql`
  insert into commitment_plan_version_cells (organization_id, version_id, cell_id, category_id, fiscal_year, month,
    planned_sales_cents, planned_markdown_cents, planned_closing_stock_cents, budget_cents)
  select ${organization_id}, ${version_id}, cell_id, category_id, fiscal_year, month, planned_sales_cents,
    planned_markdown_cents, planned_closing_stock_cents, budget_cents
  from commitment_plan_cells k where k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}`

export const lockCommitmentPlan = sessionOperation({
  id: 'session.lock_commitment_plan',
  route: 'POST /api/v1/commitments/{commitment_id}/money/plan/versions',
  summary: 'Lock a version of the plan of a commitment',
  desc: ({ label }) => `Version ${label} locked.`,
  description:
    'Copies the working plan of a commitment to a new version, which is the plan of record from then on and never changes. A commitment has one budget; every later version is a reforecast. Fails with `conflict` if no plan is set, the commitment already has a budget, or it is closed or retired.',
  service,
  needs: 'admin',
  status: 201,
  params: CommitmentPath,
  body: versionBody,
  answer: LockedVersion,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(
    stateRefusing('amend'),
    'it has no monthly plan',
    'it already has a budget and another is sent',
    `it has ${limits.commitment_plan_versions_max} versions, the maximum`,
  ),
  async run({ sql, caller: { organization_id, user_name }, params: { commitment_id }, body, now }) {
    const commitment = await lockCommitment(sql, organization_id, commitment_id)
    checkAct('amend', commitment)
    const [head, versions] = await Promise.all([
      readPlanHead(sql, organization_id, commitment_id),
      readVersions(sql, organization_id, commitment_id),
    ])
    if (head === null) refuse('conflict', { desc: `${commitment.name} has no monthly plan to lock. Set it first.` })
    if (versions.length >= limits.commitment_plan_versions_max)
      refuse('conflict', {
        desc: `${commitment.name} has ${limits.commitment_plan_versions_max} versions, which is the maximum.`,
      })
    const budget = versions.find(({ kind }) => kind === 'budget')
    if (body.kind === 'budget' && budget !== undefined)
      refuse('conflict', { desc: `${commitment.name} already has a budget: ${budget.label}. Lock a reforecast.` })
    const version_id = uuidv7()
    await sql`
      insert into commitment_plan_versions (organization_id, version_id, commitment_id, number, label, kind,
        fiscal_year_start_month, cell_count, locked_at, locked_by)
      select ${organization_id}, ${version_id}, ${commitment_id}, ${versions.length + 1}, ${body.label.trim()},
        ${body.kind}, ${head.fiscal_year_start_month}, count(*), ${now}, ${user_name}
      from commitment_plan_cells k where k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}`
    await copyCells(sql, organization_id, commitment_id, version_id)
    const [locked] = await readVersions(sql, organization_id, commitment_id)
    return locked!
  },
})
