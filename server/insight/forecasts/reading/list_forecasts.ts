import { addDays, earlier } from '../../../calendar/days.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { CalendarDate, Choice, CommaList, Id, Nullable, type Static, Text, Type } from '../../../contract/schema.ts'
import { scoredLags } from '../../../contract/stock.ts'
import { readSalesCoverage } from '../../../selling/sales_facts/coverage/coverage.store.ts'
import { Page, pagingQuery } from '../../../tables/table.ts'
import { forecastGrains } from '../../known_values.ts'
import { LastRun } from '../model.ts'
import { readForecastSettings } from '../settings.store.ts'
import { checkFilters, countRows, pairsOf, readPage } from './pairs.store.ts'
import { ForecastSeries } from './series.model.ts'
import { weeksScored, weeksShown } from './series.rules.ts'
import { seriesOf } from './shown_series.ts'
import { readErrors, readNewestOrigin, readShownWeeks } from './weeks_shown.store.ts'

const pageDefault = { variant: limits.page_limit_default, category: limits.forecast_categories_page_max }
const pageMax = { variant: limits.forecast_series_page_max, category: limits.forecast_categories_page_max }

const Query = Type.Object(
  {
    grain: Type.Optional(
      Choice(forecastGrains, 'What a row is: a variant in a channel, or a category.', { default: 'variant' }),
    ),
    variant_ids: Type.Optional(
      CommaList(Id('Id of a variant.'), {
        minItems: 1,
        maxItems: limits.forecast_variants_max,
        description: `Limits the result to these variants; at most ${limits.forecast_variants_max} ids.`,
      }),
    ),
    product_id: Type.Optional(Id('Limits the result to the variants of this product.')),
    category_ids: Type.Optional(
      CommaList(Id('Id of a category.'), {
        minItems: 1,
        maxItems: limits.forecast_variants_max,
        description: `Limits the result to these categories; at most ${limits.forecast_variants_max} ids.`,
      }),
    ),
    sales_channel_id: Type.Optional(Id('Limits the result to this sales channel.')),
    location_id: Type.Optional(
      Id(
        'Returns the part of this location: forecasts are made by channel, and a location has the share of the units that the variant sold there in 91 days, as for cover.',
      ),
    ),
    start_date: Type.Optional(CalendarDate('A day of the first week. Defaults to today.')),
    end_date: Type.Optional(
      CalendarDate(
        `A day of the last week; at most ${limits.forecast_weeks_shown_max} weeks. Defaults to as many weeks as are forecast.`,
      ),
    ),
    ...pagingQuery(limits.page_limit_default, limits.forecast_series_page_max),
  },
  { additionalProperties: false },
)

function checkQuery({ grain = 'variant', limit = 1, start_date, end_date }: Static<typeof Query>): void {
  if (limit > pageMax[grain])
    refuseField('limit', `must be at most ${pageMax[grain]} with grain ${grain}`, [`at most ${pageMax[grain]}`])
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    refuseField('end_date', 'must not be before start_date')
}

export const listForecasts = sessionOperation({
  id: 'session.list_forecasts',
  route: 'GET /api/v1/forecasts',
  summary: 'List forecasts',
  description: `Returns the weekly forecasts (Monday to Sunday, in the organisation's time zone) of each variant and channel, by SKU, or their sums by category, by name. A week that has not begun has the newest forecast, an earlier one the last that was made for it, beside what sold. [Overrides](/reference/session/set_forecast_overrides) are in force instead, with the statistical forecast beside them. \`score\` compares past forecasts with sales, by variant and channel as [forecast accuracy](/reference/inventory/forecast_accuracy) does; with \`location_id\` too it is that of the channel. The interval of a category follows from how far its own sums were off at that lag, since intervals cannot be added up.`,
  service: 'sales',
  query: Query,
  answer: Page(ForecastSeries, {
    first_week: CalendarDate('Monday of the first week.'),
    last_week: CalendarDate('Monday of the last week.'),
    last_run: Nullable(LastRun),
    recorded_through: CalendarDate('Last day up to which the sales of the channels are known.'),
    behind: Type.Array(Text('Name of a sales channel.', { examples: ['Outlet'] }), {
      description: 'Channels whose sales end earlier; sums over channels do not have what they sold after that.',
    }),
  }),
  async run({ sql, caller: { organization_id, time_zone }, query, now }) {
    checkQuery(query)
    const { grain = 'variant', offset = 0, start_date, end_date, limit = pageDefault[grain], ...filters } = query
    const today = dayInTimeZone(time_zone, now)
    const channels = filters.sales_channel_id === undefined ? null : [filters.sales_channel_id]
    await checkFilters(sql, organization_id, filters)
    const [settings, run, coverage, rows, filtered_max_size] = await Promise.all([
      readForecastSettings(sql, organization_id),
      readNewestOrigin(sql, organization_id),
      readSalesCoverage(sql, organization_id, today, channels),
      readPage(sql, organization_id, filters, { grain, offset, limit }),
      countRows(sql, organization_id, filters, grain),
    ])
    const shown = weeksShown(today, { start_date, end_date }, settings.horizon_weeks)
    if (shown.weeks < 1) refuseField('end_date', 'must not be before start_date')
    if (shown.weeks > limits.forecast_weeks_shown_max)
      refuseField('end_date', `must be at most ${limits.forecast_weeks_shown_max} weeks after the first`)
    const reading = {
      organization_id,
      pairs: () => pairsOf(sql, organization_id, filters, rows, grain),
      through_of: coverage.through_of,
    }
    const end_day = earlier(today, addDays(coverage.recorded_through, 1))
    const scored = weeksScored(today, coverage.recorded_through)
    const [weeks, errors] =
      rows.length === 0
        ? [[], []]
        : await Promise.all([
            readShownWeeks(sql, reading, shown, {
              newest_origin: run?.origin_week ?? null,
              location_id: filters.location_id ?? null,
              end_day,
            }),
            readErrors(sql, reading, scored, grain === 'category' ? scoredLags : scoredLags.slice(0, 1)),
          ])
    const context = { shown, today, coverage, grain, is_share: filters.location_id !== undefined, weeks, errors }
    return {
      rows: rows.map((row) => seriesOf(row, context)),
      size: rows.length,
      offset,
      filtered_max_size,
      first_week: shown.first_week,
      last_week: shown.last_week,
      last_run: run,
      recorded_through: coverage.recorded_through,
      behind: [...coverage.behind],
    }
  },
})
