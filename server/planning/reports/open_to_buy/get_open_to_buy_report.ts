import { operation } from '../../../contract/operation.ts'
import { Type } from '../../../contract/schema.ts'
import { Report } from '../report.model.ts'
import { fiscalYear } from '../report_query.ts'
import { computeOpenToBuyReport } from './compute_open_to_buy_report.ts'

export const getOpenToBuyReport = operation({
  id: 'reports.get_open_to_buy_report',
  route: 'GET /api/v1/finance/reports/open-to-buy',
  summary: 'Get the open-to-buy report',
  description:
    'Returns what can still be bought in a fiscal year, from the newest published version of each plan that is not archived: for each plan, by month and by category, at retail and at cost. Totals cover the months that have not ended. Each head figure names the section, row and column that it equals. Plans that share a category or differ in currency are not added up: the total is null with the reason. A year without a published plan has no rows, and the section states it. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object({ fiscal_year: fiscalYear }, { additionalProperties: false }),
  answer: Report,
  run: ({ sql, caller: { organization_id, currency, time_zone }, query, now }) =>
    computeOpenToBuyReport({ sql, organization_id, currency, time_zone, now }, Number(query.fiscal_year)),
})
