import { sessionOperation } from '../../contract/operation.ts'
import { CalendarDate, Nullable, OpenChoice, OwnId, Reason, Shape, Type } from '../../contract/schema.ts'
import { baselineFills, baselineSources, monthStates } from '../known_values.ts'
import { baselineMonths } from './baseline_months.rules.ts'
import { BuyPlanPath, month, service } from './buy_plan.model.ts'
import { readPlan } from './buy_plans.store.ts'

const BaselineMonth = Shape(
  {
    month: month('Number of the fiscal month; 1 is the first of the year.'),
    start_date: CalendarDate('First day of last year that the month is compared with.', { examples: ['2026-02-01'] }),
    end_date: CalendarDate('Last day of last year that the month is compared with.', { examples: ['2026-02-28'] }),
    actuals: OpenChoice(
      monthStates,
      'whole: all days are recorded; partial: some are, and the figures count these; none: no day is.',
    ),
    filled_from: Nullable(
      OpenChoice(['year_before', 'zero'], 'What the month was filled with instead; null for nothing.'),
    ),
    reason: Reason,
  },
  { $id: 'BuyPlanBaselineMonth' },
)

export const getBuyPlanBaseline = sessionOperation({
  id: 'session.get_buy_plan_baseline',
  route: 'GET /api/v1/mfp/{mfp_id}/baseline',
  summary: 'Get the baseline of a buy plan',
  description:
    "Returns where a plan's first figures came from, and what last year's actuals cover of each month. Values that were entered since are not considered.",
  service,
  params: BuyPlanPath,
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    baseline_source: OpenChoice(baselineSources, "Where the plan's first figures came from."),
    unmeasured_months: OpenChoice(baselineFills, 'What was to fill months that last year does not have as a whole.'),
    baseline_through: Nullable(
      CalendarDate('Last day whose actuals the first figures contain; null if they contain none.', {
        examples: ['2026-11-20'],
      }),
    ),
    months: Type.Array(BaselineMonth, {
      description: 'The months of last year; empty for a plan that was not made of them.',
    }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params: { mfp_id } }) {
    const plan = await readPlan(sql, caller.organization_id, mfp_id)
    return {
      mfp_id,
      baseline_source: plan.baseline_source,
      unmeasured_months: plan.baseline_fill,
      baseline_through: plan.baseline_through,
      months: baselineMonths(plan),
    }
  },
})
