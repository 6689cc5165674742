import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { findCategories } from '../../catalogue/categories/find_categories.ts'
import { salesChannelTypes } from '../../catalogue/known_values.ts'
import { grains, type Period, periodsIn } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkWindow, halfOpenWindowOf, halfOpenWindowShape } from '../../calendar/window.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
  Choice,
  CommaList,
  Id,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { coverageOf } from '../../selling/sales_facts/coverage/coverage.rules.ts'
import { readRecordedChannels } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { findCoveredCategories } from './commitment_cover.store.ts'
import { type GroupSales, netSalesRows } from './net_sales.rules.ts'
import { basis_note, CategoriesParameter, categoriesWords, Coverage, readFiscalStart } from './sales_basis.ts'
import { isInOwnCurrency, netSum, readCoverage, categorySales, type SalesScope } from './sales_facts.store.ts'

const Row = Shape(
  {
    category_id: Nullable(OwnId('The category; null for products without a category.')),
    category: Nullable(Text('Name of the category; null for products without a category.', { examples: ['Knitwear'] })),
    channel_type: OpenChoice(salesChannelTypes, 'Type of the sales channels.'),
    period_start: CalendarDate('First day of the period that is within the window.'),
    net_sales: Money('Net sales in the period; negative if returns exceed sales.'),
    net_items_sold: Nullable(
      Whole('Units sold minus units returned in the period; null if the period has not started.', { examples: [12] }),
    ),
    reason: Reason,
  },
  { $id: 'NetSalesRow' },
)

/**
 * Sums of the groups that have sales in the window, by the index of the period. Each period is summed by itself: as one
 * sum over all periods, the planner would sort every row.
 */
const readGroups = (sql: Sql, scope: SalesScope, periods: readonly Period[]) => sql<GroupSales[]>`
  select g.category_id, c.name as category, g.channel_type,
    jsonb_agg(jsonb_build_object('period', p.period, 'net_cents', g.net_cents, 'unrated_currency', g.unrated_currency,
      'net_units', g.net_units)) as periods
  from jsonb_to_recordset(${JSON.stringify(
    periods.map(({ start, end }, period) => ({ period, first_day: start, last_day: end })),
  )}::text::jsonb) as p (period int, first_day date, last_day date)
  cross join lateral (
    select s.category_id, s.channel_type, sum(s.net_units)::float8 as net_units, ${netSum(sql, scope)}
    from (${categorySales(sql, scope)}) s
    where s.day >= p.first_day and s.day <= p.last_day
    group by s.category_id, s.channel_type having sum(s.row_count) <> 0 offset 0
  ) g
  left join categories c on c.organization_id = ${scope.organization_id} and c.category_id = g.category_id
  group by g.category_id, c.name, g.channel_type
  order by c.name nulls last, g.category_id, g.channel_type`

export const getNetSales = operation({
  id: 'sales.get_net_sales',
  route: 'GET /api/v1/sales/net-sales',
  summary: 'Get net sales',
  description: `Returns net sales and net units by category, type of sales channel and period of a window. Net sales are gross sales minus discounts and returns, excluding taxes, in the currency of the organisation. Periods are days, weeks (Monday to Sunday), calendar months, or weeks (Sunday to Saturday) and months of the 4-5-4 retail calendar; the first and last periods are cut to the window. Each category and channel type with sales or returns in the window has a row for every period: zero if nothing was sold, null with a reason if the period has not started, ends before the first recorded sale of the organisation, or begins after the day up to which the sales of the channels of the type are recorded, such as the newest day of an import. Days are those of the organisation's time zone. Past sales of a product count in its current category.\n\n\`commitment_id\` limits the result to the categories that the commitment has budgets for; a commitment with a budget for the rest covers all categories. Other currencies are converted with the newest rate on or before each day; a sum that lacks a rate is null and names the currency. \`end_date\` may be at most ${limits.net_sales_window_days_max} days after \`start_date\`. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      start_date: CalendarDate('First day of the window.', { examples: ['2026-11-01'] }),
      end_date: CalendarDate(
        `Last day of the window, included; at most ${limits.net_sales_window_days_max} days after \`start_date\`.`,
      ),
      commitment_id: Type.Optional(Id('Limits the result to the categories that this commitment covers.')),
      grain: Type.Optional(Choice(grains, 'Length of a period.', { default: 'week' })),
      categories: CategoriesParameter(categoriesWords),
      channel_types: Type.Optional(
        CommaList(Choice(salesChannelTypes, 'Type of sales channel.'), {
          minItems: 1,
          description: 'Limits the result to channels of these types; comma-separated.',
          examples: [['online', 'store']],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      window: halfOpenWindowShape('The requested window.'),
      grain: OpenChoice(grains, 'Length of a period.'),
      calendar: OpenChoice(['gregorian', 'retail_4_5_4'], 'Calendar of the periods.'),
      rows: Type.Array(Row, {
        description:
          'Sorted by category name, products without a category last, then by channel type and period, oldest first.',
      }),
      coverage: Coverage,
      basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
    },
    { $id: 'NetSales' },
  ),
  async run({ sql, caller: { organization_id, currency, time_zone }, query, now }) {
    const { start_date, end_date, grain = 'week', channel_types } = query
    checkWindow({ start: start_date, end: end_date }, { days: limits.net_sales_window_days_max })
    const window = { start: start_date, end: end_date }
    const [fiscal_year_start_month, is_own_currency, categories, covered_categories] = await Promise.all([
      readFiscalStart(sql, organization_id),
      isInOwnCurrency(sql, { organization_id, currency }, window),
      findCategories(sql, organization_id, query.categories),
      findCoveredCategories(sql, organization_id, query.commitment_id),
    ])
    const periods = periodsIn(window, grain, fiscal_year_start_month)
    const scope: SalesScope = {
      organization_id,
      currency,
      is_own_currency,
      window,
      categories,
      covered_categories,
      channel_types: channel_types === undefined ? null : arrayLiteral(channel_types),
    }
    const today = dayInTimeZone(time_zone, now)
    const [groups, facts, channels] = await Promise.all([
      readGroups(sql, scope, periods),
      readCoverage(sql, scope),
      readRecordedChannels(sql, organization_id),
    ])
    const throughOf = (types: readonly string[] | undefined) =>
      coverageOf(
        channels.filter(({ channel_type }) => types?.includes(channel_type) ?? true),
        today,
      ).recorded_through
    const coverage = { ...facts, recorded_through: throughOf(channel_types) }
    return {
      window: halfOpenWindowOf(window),
      grain,
      calendar: grain.startsWith('fiscal') ? 'retail_4_5_4' : 'gregorian',
      rows: netSalesRows(groups, periods, {
        today,
        currency,
        sales_begin_on: coverage.sales_begin_on,
        throughOf: (channel_type) => throughOf([channel_type]),
      }),
      coverage,
      basis_note,
    }
  },
})
