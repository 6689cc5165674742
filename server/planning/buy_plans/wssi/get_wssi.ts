import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { CalendarDate, Type } from '../../../contract/schema.ts'
import { readRecorded } from '../../../insight/sales/recorded.store.ts'
import { readCategoryNames } from '../../reports/weekly_trade/trade_sales.store.ts'
import { BuyPlanPath, service, viewQuery } from '../buy_plan.model.ts'
import { readPlan, resolveView } from '../buy_plans.store.ts'
import { readCells } from '../cells/cells.store.ts'
import { planMonths } from '../plan_calendar.rules.ts'
import { readWssi } from './read_wssi.ts'
import { shownWeek, Wssi } from './wssi.model.ts'
import { totalOf, type WssiRow } from './wssi.rules.ts'
import { checkOrder, weeksOf, weeksShown } from './wssi_weeks.rules.ts'

export const getWssi = sessionOperation({
  id: 'session.get_wssi',
  route: 'GET /api/v1/mfp/{mfp_id}/wssi',
  summary: 'Get the WSSI of a buy plan',
  description:
    'Returns the weekly sales, stock and intake of a buy plan by category: the plan, what happened, and a re-projection. Stock and intake are at regular prices, sales are net sales. Cells are divided over the days of their month; planned stock moves evenly from one month end to the next, and planned intake is what sales, markdowns and closing stock need beyond the opening stock. Weeks that are over are actual, and the running week is until `actual_through`. From the stock of now on, the re-projection takes off expected sales and planned markdowns, and adds the open orders in the week in which they are due, overdue and undated ones in the running week; drafts do not count. A figure that is not known is null with its cause, and so are those that follow from it. Without `start_date` and `end_date`, the half of the year with the current day is returned.',
  service,
  params: BuyPlanPath,
  query: Type.Object(
    {
      ...viewQuery,
      start_date: Type.Optional(
        CalendarDate('A day of the first week, within the plan.', { examples: ['2026-11-01'] }),
      ),
      end_date: Type.Optional(CalendarDate('A day of the last week, within the plan.', { examples: ['2026-12-31'] })),
    },
    { additionalProperties: false },
  ),
  answer: Wssi,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params, query, now }) {
    const today = dayInTimeZone(time_zone, now)
    const { view = 'working', ...days } = query
    checkOrder(days)
    const plan = await readPlan(sql, organization_id, params.mfp_id)
    const [viewRead, recorded] = await Promise.all([
      resolveView(sql, organization_id, plan.mfp_id, view),
      readRecorded(sql, organization_id, today),
    ])
    const months = planMonths(plan)
    const weeks = weeksOf(months, recorded)
    const shown = weeksShown(weeks, months, days, today)
    const { currency } = plan
    const [cells, names] = await Promise.all([
      readCells(sql, organization_id, { mfp_id: plan.mfp_id, version_id: viewRead.version_id }),
      readCategoryNames(sql, organization_id),
    ])
    const scope = { organization_id, currency, time_zone, recorded }
    const { categories, unplanned } = await readWssi(sql, scope, { cells, months, weeks })
    const shownWeeks = (rows: readonly WssiRow[]) =>
      shown.map(({ number, start }) => shownWeek(start, rows[number - 1]!, currency))
    return {
      mfp_id: plan.mfp_id,
      name: plan.name,
      fiscal_year: plan.fiscal_year,
      currency,
      view: viewRead,
      as_of: now,
      recorded_through: recorded.recorded_through,
      weeks: shown.map(({ start, end, phase, actual_through }) => ({
        week_start: start,
        week_end: end,
        month: months.find((month) => start <= month.end)!.month,
        phase,
        actual_through,
      })),
      rows: categories.map(({ weeks: rows, ...category }) => ({ ...category, weeks: shownWeeks(rows) })),
      totals: categories.length === 0 ? [] : shownWeeks(totalOf(categories.map((one) => one.weeks))),
      unplanned: [
        ...names
          .filter(({ key }) => unplanned.includes(key))
          .map(({ key, name }) => ({ category_id: key, category: name })),
        ...(unplanned.includes('') ? [{ category_id: null, category: null }] : []),
      ],
    }
  },
})
