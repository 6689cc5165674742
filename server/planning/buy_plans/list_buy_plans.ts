import { operation } from '../../contract/operation.ts'
import { Type } from '../../contract/schema.ts'
import { BuyPlan } from './buy_plan.model.ts'
import { publishedPlan, readPlans } from './buy_plans.store.ts'

export const listBuyPlans = operation({
  id: 'planning.list_buy_plans',
  route: 'GET /api/v1/mfp',
  summary: 'List buy plans',
  description:
    'Returns every buy plan (merchandise financial plan) of the organisation, archived ones included, newest first, as an array. Cells and totals are those of the working plan. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  answer: Type.Array(BuyPlan, { description: 'Buy plans, newest first.' }),
  run: async ({ sql, caller: { organization_id } }) => (await readPlans(sql, organization_id)).map(publishedPlan),
})
