import { operation } from '../../contract/operation.ts'
import { Count, Instant, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { BuyPlanPath, PlanTotals } from './buy_plan.model.ts'
import { readPlan, readTotals, readVersions } from './buy_plans.store.ts'
import { PlanVersion } from './publish_version.ts'

const absence = 'No version of the plan has been published.'

export const listBuyPlanVersions = operation({
  id: 'planning.list_buy_plan_versions',
  route: 'GET /api/v1/mfp/{mfp_id}/versions',
  summary: 'List the versions of a buy plan',
  description:
    "Returns the published versions of a buy plan, newest first, with their sums, and the working plan. The newest version is in force. `budget` is the plan's budget version; a fiscal year has one budget. Versions never change. Requires the Pro plan. Keys bound to a trading account are refused.",
  account: 'aggregate',
  params: BuyPlanPath,
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    live_version_id: Nullable(OwnId('The version in force; null if none is published.')),
    budget: Nullable(
      Shape(
        {
          version_id: OwnId('Id of the version.'),
          label: Text('Label of the version.', { examples: ['Board budget'] }),
        },
        { description: 'The budget version; null if the plan has none.' },
      ),
    ),
    absence: Nullable(Text('Why there are no versions, as a sentence; null if there are some.')),
    working: Shape(
      {
        cell_count: Count('Number of cells.', { examples: [240] }),
        updated_at: Instant('When the plan last changed.'),
        totals: PlanTotals('Sums of the working plan.'),
      },
      { description: 'The working plan, which the next version is made of.' },
    ),
    versions: Type.Array(PlanVersion, { description: 'Published versions, newest first.' }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { mfp_id } }) {
    const plan = await readPlan(sql, organization_id, mfp_id)
    // One after the other, so that a version that is published meanwhile has totals or is not listed.
    const versions = await readVersions(sql, organization_id, plan.mfp_id)
    const totals = await readTotals(sql, organization_id, plan.mfp_id, plan.currency)
    const budget = versions.find(({ kind }) => kind === 'budget')
    return {
      mfp_id: plan.mfp_id,
      live_version_id: versions[0]?.version_id ?? null,
      budget: budget === undefined ? null : { version_id: budget.version_id, label: budget.label },
      absence: versions.length === 0 ? absence : null,
      working: { cell_count: plan.cell_count, updated_at: plan.updated_at, totals: totals.get(null)! },
      versions: versions.map((version, i) => ({
        ...version,
        is_budget: version.kind === 'budget',
        is_live: i === 0,
        totals: totals.get(version.version_id)!,
      })),
    }
  },
})
