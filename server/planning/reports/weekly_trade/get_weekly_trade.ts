import { operation } from '../../../contract/operation.ts'
import { Type } from '../../../contract/schema.ts'
import { Report } from '../report.model.ts'
import { cut, plan_id, week } from '../report_query.ts'
import { computeWeeklyTrade } from './compute_weekly_trade.ts'

export const getWeeklyTrade = operation({
  id: 'reports.get_weekly_trade',
  route: 'GET /api/v1/finance/reports/weekly-trade',
  summary: 'Get the weekly trade report',
  description:
    'Returns the trade of a week of the 4-5-4 retail calendar, by category, channel or commitment: net sales, units, discounts, returns and margin against the plan and against the same week last year, 52 weeks earlier, and the stock cover at the end of the week. Each head figure names the section, row and column that it equals. The plan is the newest published version of a buy plan of the fiscal year, divided over the days of each month. Without `plan_id`, the only published plan is used; several plans require a choice, and without any the planned figures are null. A running week counts until today, and last year for as many days. A week that has not started, and a plan that is unknown, not published, archived or of another year, have no report (404). Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object(
    { week, cut: Type.Optional(cut), plan_id: Type.Optional(plan_id) },
    { additionalProperties: false },
  ),
  answer: Report,
  refusals: ['not_found'],
  run: ({ sql, caller: { organization_id, currency, time_zone }, query, now }) =>
    computeWeeklyTrade(
      { sql, organization_id, currency, time_zone, now },
      { week: query.week, cut: query.cut ?? 'category', plan_id: query.plan_id },
    ),
})
