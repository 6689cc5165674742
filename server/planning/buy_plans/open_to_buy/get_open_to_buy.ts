import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { operation } from '../../../contract/operation.ts'
import { CalendarDate, Instant, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import { BuyPlanPath, categoryFields, monthFields, ViewRead, viewQuery } from '../buy_plan.model.ts'
import { readPlan, resolveView } from '../buy_plans.store.ts'
import { readMonthCells } from '../cells/month_cells.store.ts'
import { phaseOf, planMonths } from '../plan_calendar.rules.ts'
import { CategoryMonth, categoryMonth, MonthTotals, monthTotals } from './open_to_buy.model.ts'
import { openToBuyOfCells, readOpenToBuyFacts } from './read_open_to_buy.ts'

const basis_note =
  "Planned figures are those of the requested state of the plan. Stock and receipts come from the ledger by the day in the organisation's time zone and by each product's current category: stock at moving average cost and at regular prices as both are now, receipts at landed cost. Orders count with their outstanding units in the month of their due date; overdue and undated orders count in the current month."

export const getOpenToBuy = operation({
  id: 'planning.get_open_to_buy',
  route: 'GET /api/v1/otb/{mfp_id}/rollup',
  summary: 'Get the open-to-buy of a buy plan',
  description:
    'Returns what can still be ordered, by category and fiscal month of a buy plan, at retail and at cost, with the orders that consume it. At retail: planned sales + planned markdowns + planned closing stock − opening stock − receipts to date − orders due in the month. At cost, the planned cost of sales replaces sales and markdowns. Overdue orders count in the current month; an overbought month stays negative. Draft orders are listed separately and not deducted; orders on hold, not yet issued or past their cancel date are marked, since cancelling them releases their amount. A month that has ended has no open-to-buy. A figure that cannot be calculated is null with a reason. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  params: BuyPlanPath,
  query: Type.Object(viewQuery, { additionalProperties: false }),
  answer: Shape({
    mfp_id: OwnId('Id of the buy plan.'),
    name: Text('Name of the buy plan.', { examples: ['Fiscal year 2026'] }),
    fiscal_year: Whole('Calendar year in which the first month of the fiscal year lies.', { examples: [2026] }),
    currency: Text('Currency of all figures, as an ISO 4217 code.', { examples: ['USD'] }),
    as_of: Instant('When the figures were calculated.'),
    today: CalendarDate("The current day in the organisation's time zone."),
    view: ViewRead,
    months: Type.Array(
      Shape({
        ...monthFields,
        phase: OpenChoice(['past', 'current', 'future'], 'Whether the month has ended, is running or has not started.'),
      }),
      { description: 'Months of the fiscal year, in order.' },
    ),
    rows: Type.Array(
      Shape({
        ...categoryFields,
        months: Type.Array(CategoryMonth, { description: 'One entry for each month of the fiscal year.' }),
      }),
      { description: 'Categories of the plan by name; products without a category last.' },
    ),
    totals: Type.Array(MonthTotals, { description: 'Sums of the categories for each month.' }),
    basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params, query, now }) {
    const { organization_id, time_zone } = caller
    const plan = await readPlan(sql, organization_id, params.mfp_id)
    const { mfp_id, currency } = plan
    const view = await resolveView(sql, organization_id, mfp_id, query.view ?? 'working')
    const today = dayInTimeZone(time_zone, now)
    const [cells, facts] = await Promise.all([
      readMonthCells(sql, organization_id, { mfp_id, version_id: view.version_id }),
      readOpenToBuyFacts(sql, { organization_id, currency, time_zone }, plan, today),
    ])
    const rows = openToBuyOfCells(facts, cells, today)
    return {
      mfp_id,
      name: plan.name,
      fiscal_year: plan.fiscal_year,
      currency,
      as_of: now,
      today,
      view,
      months: planMonths(plan).map((month) => ({
        month: month.month,
        start_date: month.start,
        end_date: month.end,
        weeks: month.weeks,
        phase: phaseOf(month, today),
      })),
      rows: rows.map(({ category_id, category, months }) => ({
        category_id,
        category,
        months: months.map((one) => categoryMonth(one, currency)),
      })),
      totals: (rows.length === 0 ? [] : planMonths(plan)).map(({ month }, i) =>
        monthTotals(
          month,
          rows.map(({ months }) => months[i]!),
          currency,
        ),
      ),
      basis_note,
    }
  },
})
