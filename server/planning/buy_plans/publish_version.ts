import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Line, notBlank, Shape } from '../../contract/schema.ts'
import { planVersionKinds } from '../known_values.ts'
import { BuyPlanPath, PlanTotals, service, versionFields } from './buy_plan.model.ts'
import { lockPlan, readTotals, readVersions } from './buy_plans.store.ts'

export const PlanVersion = Shape(
  { ...versionFields, totals: PlanTotals('Sums of the version.') },
  { $id: 'BuyPlanVersion' },
)

const yearHasBudget = (fiscal_year: number) => `Fiscal year ${fiscal_year} already has a budget`

/** Refuses a second budget of the fiscal year, and names the plan that has it. */
async function checkBudget(sql: Sql, organization_id: string, fiscal_year: number): Promise<void> {
  const [budget] = await sql<{ name: string; label: string }[]>`
    select p.name, v.label from buy_plan_versions v
    join buy_plans p on p.organization_id = v.organization_id and p.mfp_id = v.mfp_id
    where v.organization_id = ${organization_id} and v.fiscal_year = ${fiscal_year} and v.kind = 'budget'`
  if (budget !== undefined)
    refuse('conflict', {
      desc: `${yearHasBudget(fiscal_year)}: ${budget.label} of ${budget.name}. Publish a reforecast.`,
    })
}

interface NewVersion {
  version_id: string
  number: number
  label: string
  kind: string
  locked_at: string
  locked_by: string
}

/** Writes the version without its cells, and returns their number. */
async function writeVersion(
  sql: Sql,
  plan: { organization_id: string; mfp_id: string; name: string; fiscal_year: number },
  version: NewVersion,
): Promise<number> {
  const { organization_id, mfp_id, fiscal_year } = plan
  const { version_id, number, label, kind, locked_at, locked_by } = version
  try {
    const [written] = await sql<{ cell_count: number }[]>`
      insert into buy_plan_versions (organization_id, version_id, mfp_id, number, label, kind, fiscal_year, cell_count,
        locked_at, locked_by)
      select ${organization_id}, ${version_id}, ${mfp_id}, ${number}, ${label}, ${kind}, ${fiscal_year}, count(*),
        ${locked_at}, ${locked_by}
      from buy_plan_cells k where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id}
      having count(*) > 0
      returning cell_count`
    return written?.cell_count ?? refuse('conflict', { desc: `${plan.name} has no cells to publish.` })
  } catch (error) {
    // Another plan has published the budget since it was looked for.
    if ((error as { constraint_name?: string }).constraint_name === 'buy_plan_versions_one_budget')
      refuse('conflict', { desc: `${yearHasBudget(fiscal_year)}. Publish a reforecast.` })
    throw error
  }
}

export const publishBuyPlan = sessionOperation({
  id: 'session.publish_buy_plan',
  route: 'POST /api/v1/mfp/{mfp_id}/publish',
  summary: 'Publish a version of a buy plan',
  desc: ({ label }) => `Version ${label} published.`,
  description:
    'Copies the working plan to a new version, which is then in force and never changes. A fiscal year has one budget in the organisation; every later version is a reforecast. Fails with `conflict` if the plan is archived or has no cells, or if the fiscal year already has a budget.',
  service,
  needs: 'admin',
  status: 201,
  params: BuyPlanPath,
  body: Shape(
    {
      label: Line('Label of the version.', {
        maxLength: limits.name_length_max,
        ...notBlank,
        examples: ['March reforecast'],
      }),
      kind: Choice(planVersionKinds, 'Kind of the version.'),
    },
    { examples: [{ label: 'March reforecast', kind: 'reforecast' }] },
  ),
  answer: PlanVersion,
  refusals: ['not_found', 'conflict'],
  conflict: `The plan is archived, has no cells or has ${limits.buy_plan_versions_max} versions, the maximum; or the fiscal year of a budget already has one.`,
  async run({ sql, caller: { organization_id, user_name }, params: { mfp_id }, body, now }) {
    const plan = await lockPlan(sql, organization_id, mfp_id)
    if (plan.archived_at !== null) refuse('conflict', { desc: `${plan.name} is archived. Restore it to publish it.` })
    const [newest] = await readVersions(sql, organization_id, mfp_id)
    const number = (newest?.number ?? 0) + 1
    if (number > limits.buy_plan_versions_max)
      refuse('conflict', { desc: `${plan.name} has ${limits.buy_plan_versions_max} versions, which is the maximum.` })
    if (body.kind === 'budget') await checkBudget(sql, organization_id, plan.fiscal_year)
    const version_id = uuidv7()
    const label = body.label.trim()
    const version = { version_id, number, label, kind: body.kind, locked_at: now, locked_by: user_name }
    const cell_count = await writeVersion(sql, { organization_id, mfp_id, ...plan }, version)
    await sql`
      insert into buy_plan_version_cells (organization_id, version_id, cell_id, category_id, sales_channel_id, month,
        sales_cents, markdown_cents, margin_cents, receipts_cost_cents, closing_stock_retail_cents,
        closing_stock_cost_cents, chase_reserve_cents)
      select ${organization_id}, ${version_id}, cell_id, category_id, sales_channel_id, month, sales_cents,
        markdown_cents, margin_cents, receipts_cost_cents, closing_stock_retail_cents, closing_stock_cost_cents,
        chase_reserve_cents
      from buy_plan_cells k where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id}`
    const totals = (await readTotals(sql, organization_id, mfp_id, plan.currency)).get(version_id)!
    return {
      ...version,
      is_budget: body.kind === 'budget',
      is_live: true,
      cell_count,
      totals,
    }
  },
})
