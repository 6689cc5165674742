import { findCategories } from '../../catalogue/categories/find_categories.ts'
import { checkWindow, windowOf, windowShape } from '../../calendar/window.ts'
import type { Sql } from '../../contract/call.ts'
import { readRecorded } from './recorded.store.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
  Choice,
  Flag,
  Nullable,
  Num,
  OpenChoice,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'
import { basis_note, CategoriesParameter, readFiscalStart, WindowCoverage } from './sales_basis.ts'
import { readWindowCoverage } from './window_coverage.ts'
import { isInOwnCurrency, netSum, categorySales, type SalesScope } from './sales_facts.store.ts'
import {
  analyticsOf,
  calendarMonths,
  type CategorySales,
  fiscalMonths,
  type Group,
  type Month,
  overallKey,
  sampleSales,
  windowOfMonths,
  withoutCategoryKey,
} from './sales_analytics.rules.ts'

const groupFields = ['revenue_total', 'revenue_monthly'] as const

const GroupShape = Shape(
  {
    currency: Text('Currency of the amounts, as an ISO 4217 code.', { examples: ['USD'] }),
    revenue_total: Type.Optional(
      Nullable(Num('Net sales in the window, in units of the currency; null if unknown.', { examples: [1345.5] })),
    ),
    revenue_monthly: Type.Optional(
      Type.Record(Type.String(), Nullable(Num('Net sales in the month.', { examples: [1345.5] })), {
        description:
          'Net sales by month, in units of the currency: months as `2026-11`, or as `FY2026-10` with `in_fiscal_year`. Null if the month has not started or is not recorded, or a rate is missing.',
        examples: [{ '2026-11': 1345.5 }],
      }),
    ),
    reason: Reason,
    basis: Shape(
      {
        window: windowShape('The requested window.'),
        calendar: OpenChoice(['gregorian', 'retail_4_5_4'], 'Calendar of the months.'),
        coverage: Nullable(WindowCoverage),
        basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
      },
      {
        $id: 'SalesAnalyticsBasis',
        description: 'What the figures are of, the same in every group; `coverage` is null with `is_sample`.',
      },
    ),
  },
  { description: 'Revenue of a group.' },
)

/** A group of the sample response: the months of its window; those before the first recorded sale are unknown. */
const sampleGroup = {
  currency: 'USD',
  revenue_total: 445,
  revenue_monthly: {
    ...Object.fromEntries(['02', '03', '04', '05', '06', '07', '08', '09'].map((month) => [`2026-${month}`, null])),
    '2026-10': 178,
    '2026-11': 267,
  },
  reason: null,
  basis: {
    window: { start_date: '2026-02-01', end_date: '2026-11-30', end_exclusive: '2026-12-01' },
    calendar: 'gregorian',
    coverage: {
      sales_begin_on: '2026-10-20',
      recorded_through: '2026-11-22',
      days_with_sales: 14,
      channels_with_sales: 2,
      conversions: [],
    },
    basis_note,
  },
}

/** Requested categories have a group each, otherwise those with sales; each month is summed by itself. */
const readCategories = (sql: Sql, scope: SalesScope, months: readonly Month[]) => sql<CategorySales[]>`
  with sold as materialized (
    select g.category_id, p.month, g.net_cents, g.unrated_currency
    from jsonb_to_recordset(${JSON.stringify(
      months.map(({ start, end }, month) => ({ month, first_day: start, last_day: end })),
    )}::text::jsonb) as p (month int, first_day date, last_day date)
    cross join lateral (
      select s.category_id, ${netSum(sql, scope)}
      from (${categorySales(sql, scope)}) s
      where s.day >= p.first_day and s.day <= p.last_day
      group by s.category_id having sum(s.row_count) <> 0 offset 0
    ) g
  )
  select c.name as category, coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'net_cents', s.net_cents,
    'unrated_currency', s.unrated_currency)) filter (where s.month is not null), '[]') as months
  from sold s
  full join (
    select category_id, name from categories
    where organization_id = ${scope.organization_id} and category_id = any(${scope.categories}::uuid[])
  ) w on w.category_id = s.category_id
  left join categories c on c.organization_id = ${scope.organization_id}
    and c.category_id = coalesce(s.category_id, w.category_id)
  group by c.name order by c.name nulls last`

const answered = (
  { currency, reason, ...figures }: Group,
  fields: readonly (typeof groupFields)[number][],
  basis: Static<typeof GroupShape>['basis'],
) => ({
  currency,
  ...Object.fromEntries(fields.map((field) => [field, figures[field]])),
  reason,
  basis,
})

export const getSalesAnalytics = operation({
  id: 'sales.get_analytics',
  route: 'GET /api/v1/sales/analytics',
  summary: 'Get sales analytics',
  description: `Returns revenue by category, keyed by the name of the category, and \`${overallKey}\` for their sum. Revenue is net sales: gross sales minus discounts and returns, excluding taxes, in units of the organisation's currency. Products without a category are in \`${withoutCategoryKey}\`; a category of one of these two names has the key \`${overallKey} (category)\` or \`${withoutCategoryKey} (category)\`. Without \`categories\`, the categories with sales or returns in the window are returned; with it, those requested, and \`${overallKey}\` is their sum.\n\nMonths are calendar months, cut to the window. With \`in_fiscal_year\`, only days of the window in the current or the last fiscal year count, and months are months of the 4-5-4 retail calendar, keyed by fiscal year and month. Months without sales are zero; months that have not started, that end before the first recorded sale or that begin after what is recorded are null, and a window without a day in the fiscal year has no months and a total of null. \`reason\` explains the first null of a group. \`end_date\` may be at most ${limits.sales_analytics_days_max} days after \`start_date\`. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      start_date: CalendarDate('First day of the window.', { examples: ['2026-02-01'] }),
      end_date: CalendarDate(
        `Last day of the window, included; at most ${limits.sales_analytics_days_max} days after \`start_date\`.`,
      ),
      in_fiscal_year: Type.Optional(
        Choice(['this', 'last'], 'Limits the window to the current or the last fiscal year of the organisation.'),
      ),
      categories: CategoriesParameter('Categories to return, by id or name; comma-separated.'),
      fields: Type.Optional(
        Type.Array(Choice(groupFields, 'A figure of each group.'), {
          minItems: 1,
          uniqueItems: true,
          description: 'Figures of each group to return, separated by commas; all by default.',
          examples: [['revenue_total']],
        }),
      ),
      is_sample: Type.Optional(
        Flag(
          'Whether to return sample figures of two fixed categories instead of figures of the organisation, to build a chart before sales are recorded. `categories` is then checked and not applied.',
          { default: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Record(Type.String(), GroupShape, {
    description: `Groups by category name, after \`${overallKey}\`.`,
    examples: [{ [overallKey]: sampleGroup, Knitwear: sampleGroup }],
  }),
  async run({ sql, caller: { organization_id, currency, time_zone }, query, now }) {
    const { start_date, end_date, in_fiscal_year, fields = groupFields, is_sample = false } = query
    checkWindow({ start: start_date, end: end_date }, { days: limits.sales_analytics_days_max })
    const window = { start: start_date, end: end_date }
    const today = dayInTimeZone(time_zone, now)
    const [fiscal_year_start_month, is_own_currency, categories] = await Promise.all([
      readFiscalStart(sql, organization_id),
      isInOwnCurrency(sql, { organization_id, currency }, window),
      findCategories(sql, organization_id, query.categories),
    ])
    const months =
      in_fiscal_year === undefined
        ? calendarMonths(window)
        : fiscalMonths(window, in_fiscal_year, today, fiscal_year_start_month)
    const scope = {
      organization_id,
      currency,
      is_own_currency,
      categories,
      covered_categories: null,
      channel_types: null,
    }
    const sales = is_sample
      ? sampleSales(months)
      : months.length === 0
        ? []
        : await readCategories(sql, { ...scope, window: windowOfMonths(months) }, months)
    const recorded = is_sample
      ? { today, sales_begin_on: null, recorded_through: today }
      : await readRecorded(sql, organization_id, today)
    const groups = analyticsOf(sales, { months, currency, ...recorded })
    const basis = {
      window: windowOf(window),
      calendar: in_fiscal_year === undefined ? 'gregorian' : 'retail_4_5_4',
      coverage: is_sample
        ? null
        : await readWindowCoverage(sql, { organization_id, currency }, window, recorded.recorded_through),
      basis_note,
    }
    return Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, answered(group, fields, basis)]))
  },
})
