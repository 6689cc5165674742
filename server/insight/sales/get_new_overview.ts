import { addDays, earlier } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { windowOf, windowShape } from '../../calendar/window.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
  Choice,
  CommaList,
  Flag,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { tableQuery } from '../../tables/table.ts'
import { basis_note, readFiscalStart, WindowCoverage } from './sales_basis.ts'
import {
  cardKeys,
  cardsOf,
  forecastOf,
  forecastWeeks,
  netMoney,
  nextWeeks,
  noSums,
  type OverviewSums,
  overviewPeriods,
  overviewWindows,
  pointsOf,
  priceDays,
  seriesOf,
} from './sales_overview.rules.ts'
import { readRecorded } from './recorded.store.ts'
import { isInOwnCurrency } from './sales_facts.store.ts'
import { readWindowCoverage } from './window_coverage.ts'
import { nothingApart, readCostLacks } from './cost_lacks.store.ts'
import { overviewTable, readForecast, readPeriods, readVariants } from './sales_overview.store.ts'

const chartNames = ['revenue', 'sales_by_variant'] as const

const Card = Shape(
  {
    key: OpenChoice(cardKeys, 'Key of the card.'),
    info: Text('Description of the figure, as a sentence.'),
    value: Nullable(Num('Value in the window, in `unit`; null when it cannot be computed.', { examples: [1345.5] })),
    reason: Nullable(Text('Reason why the value is null; null when it is present.')),
    previous_value: Nullable(Num('Value in the previous window, in `unit`; null when it cannot be computed.')),
    previous_reason: Nullable(Text('Reason why the previous value is null; null when it is present.')),
    change: Nullable(
      Num('Change from the previous value in percent, rounded to one decimal; null when it cannot be computed.', {
        examples: [4.2],
      }),
    ),
    change_reason: Reason,
    unit: Text('Unit of the values: the ISO 4217 code of the currency, `units` or `percent`.', { examples: ['USD'] }),
    higher_better: Flag('Whether a higher value is better.'),
  },
  { $id: 'SalesCard' },
)

const Point = Shape({
  date: CalendarDate('First day of the point.'),
  value: Money(
    'Net sales; zero if nothing was sold, null if the point has not started or ends before the first recorded sale.',
  ),
})

const Charts = Shape(
  {
    revenue: Type.Optional(Money('Net sales in the window.')),
    historical: Type.Optional(
      Type.Array(Point, { description: 'Net sales in the window by day, week or month, oldest first.' }),
    ),
    forecast: Type.Optional(
      Nullable(
        Type.Array(
          Shape({
            date: CalendarDate('Monday of the week.'),
            units: Num('Forecast units.', { examples: [120.5] }),
            value: Money('Those units at the average net price of the last 13 weeks.'),
          }),
          { description: `Forecast of the next ${forecastWeeks} weeks; null if there is none.` },
        ),
      ),
    ),
    forecast_reason: Type.Optional(Reason),
    last_year: Type.Optional(
      Type.Array(Point, { description: 'Net sales by the same points 52 weeks earlier, so that weekdays align.' }),
    ),
    sales_by_variant: Type.Optional(
      Type.Array(
        Shape({
          variant_id: Nullable(OwnId('The variant; null with `product_option`.')),
          value: Nullable(
            Text('SKU of the variant, or value of the option; null for variants without the option.', {
              examples: ['M'],
            }),
          ),
          net_sales: Money('Net sales in the window.'),
          net_items_sold: Whole('Units sold minus units returned in the window.', { examples: [12] }),
        }),
        { description: `Most net sales first; at most ${limits.sales_overview_variants_max}.` },
      ),
    ),
  },
  { $id: 'SalesCharts', description: 'The requested charts.' },
)

/** The same weekdays 52 weeks earlier. */
const lastYearOf = ({ start, end }: Period): Period => ({ start: addDays(start, -364), end: addDays(end, -364) })

const hasSums = (entry: readonly [number, OverviewSums | undefined]): entry is readonly [number, OverviewSums] =>
  entry[1] !== undefined

const { filter_args } = tableQuery(overviewTable).properties

export const getSalesOverview = operation({
  id: 'sales.get_new_overview',
  route: 'GET /api/v1/sales/new-overview',
  summary: 'Get the sales overview',
  description: `Returns cards that compare a period with the one before, and charts of net sales against last year and the forecast. Cards and charts are at the top level of the response. Net sales are gross sales minus discounts and returns, excluding taxes, in the currency of the organisation; days are those of its time zone.\n\nPeriods of a number of days end yesterday and compare with as many days before. Periods to date end today and compare with as many days of the month or year before. Where the sales of a channel are imported and known to an earlier day only, all of them end on that day, which \`window\` states. Sums are not compared with a month or year that has fewer days, and nothing is compared with a period that begins before the first recorded sale; \`previous_reason\` says so. Fiscal months and years are those of the 4-5-4 retail calendar. Points of charts are days for up to 31 days, weeks for up to 100, and months beyond; the first and last are cut to the window. The forecast values the forecast units of the next ${forecastWeeks} weeks at the average net price of the last 13 weeks. \`sales_by_variant\` lists the variants that sold most, or with \`product_option\` the values of that option. Filters apply to all figures. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  answers: 'unwrapped',
  query: Type.Object(
    {
      filter_args,
      period: Type.Optional(Choice(overviewPeriods, 'The window of the figures.', { default: 'last_28_days' })),
      cards: Type.Optional(
        CommaList(Choice(cardKeys, 'Key of a card.'), {
          minItems: 1,
          description: 'Cards to return, comma-separated; all by default.',
          examples: [['net_sales', 'return_rate']],
        }),
      ),
      charts: Type.Optional(
        CommaList(Choice(chartNames, 'Name of a chart.'), {
          minItems: 1,
          description:
            'Charts to return, comma-separated; all by default. `revenue` is the fields revenue, historical, forecast, forecast_reason and last_year.',
          examples: [['revenue']],
        }),
      ),
      product_option: Type.Optional(
        Text('Name of a product option, such as Size, by whose values `sales_by_variant` sums; case-sensitive.', {
          minLength: 1,
          maxLength: 100,
          examples: ['Size'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape({
    cards: Type.Array(Card, { description: 'The requested cards, always in the same order.' }),
    charts: Charts,
    window: windowShape('The window of the figures.'),
    previous_window: windowShape('The window that cards compare with.'),
    last_year_window: windowShape('The window of `last_year`.'),
    calendar: OpenChoice(['gregorian', 'retail_4_5_4'], 'Calendar of the window.'),
    coverage: WindowCoverage,
    basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
  }),
  async run({ sql, caller: { organization_id, currency, time_zone }, query, now }) {
    const { period = 'last_28_days', cards = cardKeys, charts = chartNames, product_option } = query
    const today = dayInTimeZone(time_zone, now)
    const fiscal_year_start_month = await readFiscalStart(sql, organization_id)
    const recorded = await readRecorded(sql, organization_id, today)
    const { sales_begin_on } = recorded
    const { window, previous, last_year } = overviewWindows(period, recorded, fiscal_year_start_month)
    const pricedThrough = earlier(recorded.recorded_through, addDays(today, -1))
    const recent: Period = { start: addDays(pricedThrough, 1 - priceDays), end: pricedThrough }
    const every = { start: earlier(earlier(last_year.start, previous.start), recent.start), end: today }
    const is_own_currency = await isInOwnCurrency(sql, { organization_id, currency }, every)
    const scope = { organization_id, filter_args: query.filter_args, is_own_currency }
    const [points, pastPoints] = [pointsOf(window), pointsOf(window).map(lastYearOf)]
    const isWanted = (name: (typeof chartNames)[number]) => charts.includes(name)
    const heads = [window, previous, recent]
    const [coverage, sums, weeks, variants] = await Promise.all([
      readWindowCoverage(sql, { organization_id, currency }, window, recorded.recorded_through),
      readPeriods(sql, scope, [...heads, ...(isWanted('revenue') ? [...points, ...pastPoints] : [])]),
      isWanted('revenue') ? readForecast(sql, scope, nextWeeks(today)) : [],
      isWanted('sales_by_variant')
        ? readVariants(sql, scope, window, { product_option, limit: limits.sales_overview_variants_max })
        : [],
    ])
    const from = (first: number, count: number) =>
      new Map(Array.from({ length: count }, (_, i) => [i, sums.get(first + i)] as const).filter(hasSums))
    const [current, before, priced] = heads.map((_, i) => sums.get(i) ?? noSums)
    // Filters select among products and channels, of which lacks are not told apart here.
    const isCosted = current!.costed_units >= current!.units + current!.returned_units
    const lacks = isCosted || query.filter_args ? [] : await readCostLacks(sql, organization_id, window, nothingApart)
    const basis = { ...recorded, currency }
    const forecast = forecastOf(weeks, priced!, currency)
    return {
      cards: cardsOf(
        cardKeys.filter((key) => cards.includes(key)),
        { ...current!, lacks },
        before!,
        { window, previous, currency, sales_begin_on },
      ),
      charts: {
        ...(isWanted('revenue')
          ? {
              revenue: netMoney(current!, currency),
              historical: seriesOf(points, from(heads.length, points.length), basis),
              forecast: forecast.points,
              forecast_reason: forecast.reason,
              last_year: seriesOf(pastPoints, from(heads.length + points.length, pastPoints.length), basis),
            }
          : {}),
        ...(isWanted('sales_by_variant')
          ? {
              sales_by_variant: variants.map(({ variant_id, value, ...of }) => ({
                variant_id,
                value,
                net_sales: netMoney(of, currency),
                net_items_sold: of.units - of.returned_units,
              })),
            }
          : {}),
      },
      window: windowOf(window),
      previous_window: windowOf(previous),
      last_year_window: windowOf(last_year),
      calendar: period.startsWith('fiscal') ? 'retail_4_5_4' : 'gregorian',
      coverage,
      basis_note,
    }
  },
})
