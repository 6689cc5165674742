import type { ReadCall } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Id,
  Instant,
  nilId,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { scoredLags } from '../../contract/stock.ts'
import { addDays, mondayOf } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { yearDays } from '../forecast_errors/sum_weeks.ts'
import { readWeeks, type Selection } from '../forecast_errors/week_errors.store.ts'
import { measureWeek, trailingOf, weeksOf } from './forecast_accuracy.rules.ts'

type Sql = ReadCall['sql']

const defaultWeeks = 13

const measures = {
  wmape: Nullable(
    Num('Weighted mean absolute percentage error: Σ|actual − forecast| ÷ Σ actual; 0 is a perfect forecast.', {
      examples: [0.31],
    }),
  ),
  wmape_reason: Reason,
  wmase: Nullable(
    Num(
      'Weighted mean absolute scaled error: Σ|actual − forecast| ÷ Σ|actual − same week a year earlier|; below 1 is better than the naive forecast.',
      {
        examples: [0.74],
      },
    ),
  ),
  wmase_reason: Reason,
}
const sums = {
  forecast_units: Num('Forecast units.'),
  actual_units: Num('Units sold of variants and channels that had a forecast.'),
  absolute_error: Num('Σ|actual − forecast| over variants and channels, in units.'),
}

const Week = Shape(
  {
    week_start: CalendarDate('Monday of the week.'),
    week_end: CalendarDate('Sunday of the week.'),
    variants: Count('Number of variants with a forecast.'),
    ...sums,
    naive_error: Nullable(
      Num('Σ|actual − same week a year earlier|, in units; null when nothing was sold in that earlier week.'),
    ),
    sold_without_forecast: Num('Units sold in the scope without a forecast; not part of any other figure.'),
    ...measures,
  },
  { $id: 'ForecastWeek' },
)

const Trailing = Shape({ weeks: Count('Number of weeks with a forecast.'), ...sums, ...measures })

const refusalCodes = ['no_complete_week', 'no_product_of_type', 'no_forecast', 'nothing_sold'] as const
const sentences: Record<(typeof refusalCodes)[number], string> = {
  no_complete_week: 'The window contains no complete past week (Monday to Sunday).',
  no_product_of_type: 'No product has this product type.',
  no_forecast: 'There is no forecast for any week of the window.',
  nothing_sold: 'No variant with a forecast was sold in the window.',
}

const Scope = Shape({
  start_date: Nullable(CalendarDate('Monday of the first complete week in the window; null when there is none.')),
  end_date: Nullable(CalendarDate('Sunday of the last complete week in the window; null when there is none.')),
  weeks: Count('Number of complete weeks in the window.'),
  lag_weeks: Whole('Lag of the measured forecasts, in weeks.', { examples: [1] }),
  product_type: Nullable(Text('Requested product type; null for all.')),
  sales_channel_id: Nullable(OwnId('Id of the requested sales channel; null for all.')),
  current_state: Nullable(
    Shape(
      {
        as_of: Instant('Time of the counts.'),
        variants: Count('Number of variants in the scope.'),
        variants_in_stock: Count('Number of variants in the scope with available units at any location.'),
        variants_with_forecast: Count('Number of variants in the scope with a forecast for the current week or later.'),
      },
      { description: 'Current counts of the scope; null when `current_state` is false.' },
    ),
  ),
})

/** Accuracy over all products, from stored sums. */
const countAll = (sql: Sql, { organization_id, sales_channel_id }: Selection, this_week: string) => sql<
  { variants: number; variants_in_stock: number; variants_with_forecast: number | null }[]
>`
  select (coalesce((select c.row_count from row_counts c
        where c.organization_id = ${organization_id} and c.table_name = 'variants'), 0)
      + coalesce((select sum(d.row_count) from row_count_deltas d
        where d.organization_id = ${organization_id} and d.table_name = 'variants'), 0))::int as variants,
    (select count(*)::int from (
      select from stock_levels where organization_id = ${organization_id} and available > 0 group by variant_id) l
    ) as variants_in_stock,
    (select coalesce((select v.variants from forecast_variants v
          where v.organization_id = ${organization_id} and v.from_week = ${this_week}::date
            and v.sales_channel_id = ${sales_channel_id ?? nilId}), 0)
      where exists (select from forecast_variants v
          where v.organization_id = ${organization_id} and v.from_week = ${this_week}::date)
        and not exists (select from forecast_week_changes c
          where c.organization_id = ${organization_id} and c.week_start >= ${this_week}::date)
    ) as variants_with_forecast`

async function readCurrentState(sql: Sql, selection: Selection, now: string, this_week: string) {
  const { organization_id, product_type, sales_channel_id } = selection
  if (product_type === null) {
    const [all] = await countAll(sql, selection, this_week)
    if (all!.variants_with_forecast !== null)
      return { as_of: now, ...all!, variants_with_forecast: all!.variants_with_forecast }
  }
  const [counts] = await sql<{ variants: number; variants_in_stock: number; variants_with_forecast: number }[]>`
    with scope as materialized (
      select v.variant_id from variants v
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where v.organization_id = ${organization_id} and (${product_type}::text is null or p.class = ${product_type})
    )
    select (select count(*)::int from scope) as variants,
      (select count(distinct l.variant_id)::int from stock_levels l join scope using (variant_id)
        where l.organization_id = ${organization_id} and l.available > 0) as variants_in_stock,
      (select count(distinct f.variant_id)::int from weekly_forecasts f join scope using (variant_id)
        where f.organization_id = ${organization_id} and f.week_start >= ${this_week}::date
          and (${sales_channel_id}::uuid is null or f.sales_channel_id = ${sales_channel_id}::uuid)
      ) as variants_with_forecast`
  return { as_of: now, ...counts! }
}

const readKnown = (sql: Sql, { organization_id, product_type, sales_channel_id }: Selection) => sql<
  { has_channel: boolean; has_type: boolean }[]
>`
  select exists (select from sales_channels where organization_id = ${organization_id}
      and sales_channel_id = ${sales_channel_id}::uuid) as has_channel,
    exists (select from products where organization_id = ${organization_id} and class = ${product_type}) as has_type`

const Query = Type.Object(
  {
    weeks: Type.Optional(
      Whole(
        `Number of complete weeks, ending at \`end_date\` or now. Defaults to ${defaultWeeks} unless \`start_date\` is given.`,
        {
          minimum: 1,
          maximum: limits.forecast_weeks_max,
          examples: [defaultWeeks],
        },
      ),
    ),
    start_date: Type.Optional(CalendarDate('First day of the window. Cannot be combined with `weeks`.')),
    end_date: Type.Optional(CalendarDate('Last day of the window, included. Defaults to now.')),
    current_state: Type.Optional(
      Flag('Whether to return the current counts of the scope, which are computed on each request.', {
        default: true,
      }),
    ),
    lag_weeks: Type.Optional(
      Whole(
        `Weeks from the last week whose sales a forecast knew to the week that it forecast: ${scoredLags.join(', ')}. Longer lags show how far ahead the forecasts can be relied on.`,
        { default: scoredLags[0], minimum: scoredLags[0], maximum: scoredLags.at(-1)!, examples: [4] },
      ),
    ),
    product_type: Type.Optional(
      Text('Limits the result to products of this type (the merchandising class of the product).', {
        minLength: 1,
        maxLength: 200,
        examples: ['core'],
      }),
    ),
    sales_channel_id: Type.Optional(Id('Limits the result to forecasts and sales of this sales channel.')),
  },
  { additionalProperties: false },
)

function checkQuery({ weeks, start_date, end_date, lag_weeks = scoredLags[0] }: Static<typeof Query>): void {
  if (!scoredLags.some((one) => one === lag_weeks))
    refuseField('lag_weeks', 'must be a lag that is measured', scoredLags.map(String))
  if (weeks !== undefined && start_date !== undefined) refuseField('weeks', 'cannot be combined with start_date')
  if (start_date === undefined) return
  if (end_date !== undefined && end_date < start_date) refuseField('end_date', 'must not be before start_date')
}

export const forecastAccuracy = operation({
  id: 'inventory.forecast_accuracy',
  route: 'GET /api/v1/inventory/forecast-accuracy',
  summary: 'Get forecast accuracy',
  description: `Returns the error of the weekly forecasts for complete weeks (Monday to Sunday), measured by variant and sales channel. Each week is measured with the forecast made \`lag_weeks\` before it, which is never changed afterwards. \`weeks\` lists every complete week of the window, \`latest\` is the last week with a forecast, and \`trailing\` combines all weeks. WMASE includes only weeks with sales a year (${yearDays} days) earlier. When nothing can be measured, the response is still 200 and \`refusal\` gives the reason. The window may span at most ${limits.forecast_weeks_max} weeks.`,
  query: Query,
  answer: Shape(
    {
      latest: Nullable(Week),
      trailing: Nullable(Trailing),
      weeks: Type.Array(Week, { description: 'Complete weeks of the window, oldest first.' }),
      refusal: Nullable(
        Shape(
          {
            code: OpenChoice(refusalCodes, 'Reason code why nothing could be measured.'),
            sentence: Text('The reason as a sentence.', { examples: [sentences.no_forecast] }),
          },
          { description: 'Reason why nothing could be measured; null when something was measured.' },
        ),
      ),
      scope: Scope,
    },
    { $id: 'ForecastAccuracy' },
  ),
  async run({ sql, caller, query, now }) {
    checkQuery(query)
    const { product_type = null, sales_channel_id = null, lag_weeks = scoredLags[0] } = query
    const selection: Selection = {
      organization_id: caller.organization_id,
      product_type,
      sales_channel_id,
      lag_weeks,
    }
    const today = dayInTimeZone(caller.time_zone, now)
    const window = weeksOf(today, { ...query, weeks: query.weeks ?? defaultWeeks })
    if (window !== null && window.weeks > limits.forecast_weeks_max)
      refuseField('start_date', `must be at most ${limits.forecast_weeks_max} weeks before the end of the window`)
    const [[known], weeks, current_state] = await Promise.all([
      readKnown(sql, selection),
      window === null ? [] : readWeeks(sql, selection, window),
      query.current_state === false ? null : readCurrentState(sql, selection, now, mondayOf(today)),
    ])
    if (sales_channel_id !== null && !known!.has_channel)
      refuseField('sales_channel_id', 'must be a sales channel of this organisation')
    const measured = weeks.filter(({ variants }) => variants > 0)
    const code =
      window === null
        ? 'no_complete_week'
        : product_type !== null && !known!.has_type
          ? 'no_product_of_type'
          : measured.length === 0
            ? 'no_forecast'
            : measured.every(({ actual_units }) => actual_units === 0)
              ? 'nothing_sold'
              : null
    return {
      latest: code === null ? measureWeek(measured.at(-1)!) : null,
      trailing: code === null ? trailingOf(weeks) : null,
      weeks: weeks.map(measureWeek),
      refusal: code && { code, sentence: sentences[code] },
      scope: {
        start_date: window && window.first_week,
        end_date: window && addDays(window.last_week, 6),
        weeks: window?.weeks ?? 0,
        lag_weeks,
        product_type,
        sales_channel_id,
        current_state,
      },
    }
  },
})
