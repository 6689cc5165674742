import { operation } from '../../../contract/operation.ts'
import { Type } from '../../../contract/schema.ts'
import { Report } from '../report.model.ts'
import { asOf, checkAsOf } from '../report_query.ts'
import { computeCashFromTheBuy } from './compute_cash_from_the_buy.ts'

export const getCashFromTheBuy = operation({
  id: 'reports.get_cash_from_the_buy',
  route: 'GET /api/v1/finance/reports/cash-from-the-buy',
  summary: 'Get the report of cash from the buy',
  description:
    'Returns what the buy will cost and when: unpaid deposits and balances of orders and deliveries, and the open buy of the published plan, for twelve fiscal months, by payment terms and by order. Figures are computed as in the cash gate and in US dollars. `as_of` is the day from which months are listed; what is due before it is one row. Orders, deliveries and payments count as recorded now, whatever the day. Each head figure names the section, row and column that it equals. A figure that contains something unmeasured, such as an order in a currency without a rate, is null with its `cause` and `reason`, and `known_part` is the sum of what is known. What could not be computed is listed with its reason. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object({ as_of: Type.Optional(asOf) }, { additionalProperties: false }),
  answer: Report,
  run({ sql, caller: { organization_id, currency, time_zone }, query: { as_of }, now }) {
    checkAsOf(as_of)
    return computeCashFromTheBuy({ sql, organization_id, currency, time_zone, now }, as_of)
  },
})
