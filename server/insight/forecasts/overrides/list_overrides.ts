import { mondayOf } from '../../../calendar/days.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Fragment, Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  Count,
  Flag,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { readSalesCoverage } from '../../../selling/sales_facts/coverage/coverage.store.ts'
import { Page, pagingQuery } from '../../../tables/table.ts'
import { overrideSources } from '../../known_values.ts'
import { actualLack } from '../reading/series.rules.ts'
import { throughRows } from '../reading/weeks_shown.store.ts'
import { scoreOverrides, type ScoredSums } from './overrides.rules.ts'

const OverrideVersion = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    sales_channel_id: OwnId('Id of the sales channel.'),
    sales_channel: Text('Name of the sales channel.', { examples: ['Online store'] }),
    week_start: CalendarDate('Monday of the week.', { examples: ['2027-03-01'] }),
    version: Count('Number of the version, from 1.', { examples: [1] }),
    is_in_force: Flag('Whether it is the newest version, and not a removal.'),
    units: Nullable(Whole('Units expected instead; null if the override was removed.', { examples: [30] })),
    previous_units: Nullable(Whole('Units of the version before; null without one, or if it was a removal.')),
    statistical_units: Nullable(Num('Statistical forecast at the time; null if there was none.')),
    statistical_reason_code: Nullable(
      OpenChoice(['no_forecast'], 'Why there is no statistical forecast; null if there is.'),
    ),
    source: OpenChoice(overrideSources, 'How it was entered. category: spread over the variants of a category.'),
    reason: Text('Why it was made.', { examples: ['Front page of the spring catalogue'] }),
    made_by: Text('Who made it.', { examples: ['user:Ada Merchant'] }),
    made_at: Instant('When it was made.'),
    actual_units: Nullable(Num('Units sold in the week.')),
    actual_reason_code: Nullable(
      OpenChoice(['week_not_over', 'not_recorded'], 'Why the units sold are not known; null if they are.'),
    ),
  },
  { $id: 'ForecastOverride' },
)

const bias = (whose: string) => Nullable(Num(`(${whose} − sold) ÷ sold; above zero, too much was expected.`))

const OverrideScore = Shape(
  {
    overrides: Count('Overrides measured, by variant, channel and week.', { examples: [12] }),
    override_units: Num('Units of the overrides.'),
    statistical_units: Num('Units of the statistical forecasts that they replaced.'),
    actual_units: Num('Units sold.'),
    override_error: Num('Σ|sold − override|, in units.'),
    statistical_error: Num('Σ|sold − statistical forecast|, in units.'),
    override_bias: bias('Override'),
    statistical_bias: bias('Statistical'),
    bias_reason_code: Nullable(
      OpenChoice(['no_override', 'nothing_sold'], 'Why the biases are null; null if they are present.'),
    ),
    value_added: Nullable(
      Num(
        '1 − `override_error` ÷ `statistical_error`: the share of the error that planners saved; below zero, they added to it.',
        {
          examples: [0.18],
        },
      ),
    ),
    value_added_reason_code: Nullable(
      OpenChoice(['no_override', 'forecast_exact'], 'Why `value_added` is null; null if it is present.'),
    ),
  },
  {
    $id: 'ForecastOverrideScore',
    description:
      'How good the overrides in force when their week began were, over all pages: of weeks that are over and recorded, and that had a statistical forecast. Compared with the forecast at the time of the override.',
  },
)

interface Filters {
  variant_id?: string
  sales_channel_id?: string
  source?: string
  made_by?: string
  start_date?: string
  end_date?: string
}

/** Versions o of some variants, channels and weeks. */
const ofWeeks = (sql: Sql, { variant_id, sales_channel_id, start_date, end_date }: Filters): Fragment => sql`
  ${variant_id === undefined ? sql`` : sql`and o.variant_id = ${variant_id}`}
  ${sales_channel_id === undefined ? sql`` : sql`and o.sales_channel_id = ${sales_channel_id}`}
  ${start_date === undefined ? sql`` : sql`and o.week_start >= ${mondayOf(start_date)}::date`}
  ${end_date === undefined ? sql`` : sql`and o.week_start <= ${end_date}::date`}`

const by = (sql: Sql, { source, made_by }: Filters): Fragment => sql`
  ${source === undefined ? sql`` : sql`and o.source = ${source}`}
  ${made_by === undefined ? sql`` : sql`and o.made_by = ${made_by}`}`

interface Row {
  variant_id: string
  sku: string
  sales_channel_id: string
  sales_channel: string
  week_start: string
  version: number
  is_in_force: boolean
  units: number | null
  previous_units: number | null
  statistical_units: number | null
  source: string
  reason: string
  made_by: string
  made_at: string
  sold_units: number
}

/** Units that a variant o sold in a channel and week. */
const soldOf = (sql: Sql, organization_id: string) => sql`
  (select coalesce(sum(d.units), 0)::float8 from sales_daily d
    where d.organization_id = ${organization_id} and d.variant_id = o.variant_id and d.day >= o.week_start
      and d.day < o.week_start + 7 and d.sales_channel_id = o.sales_channel_id)`

const readVersions = (sql: Sql, organization_id: string, filters: Filters, page: { offset: number; limit: number }) =>
  sql<Row[]>`
  select o.variant_id, v.sku, o.sales_channel_id, n.name as sales_channel, o.week_start, o.version,
    o.units is not null and not exists (select from forecast_overrides l
      where l.organization_id = ${organization_id} and l.variant_id = o.variant_id and l.week_start = o.week_start
        and l.sales_channel_id = o.sales_channel_id and l.version > o.version) as is_in_force,
    o.units, b.units as previous_units, o.statistical_units::float8 as statistical_units, o.source, o.reason, o.made_by,
    o.made_at, ${soldOf(sql, organization_id)} as sold_units
  from (
    select o.* from forecast_overrides o
    where o.organization_id = ${organization_id} ${ofWeeks(sql, filters)} ${by(sql, filters)}
    order by o.made_at desc, o.variant_id, o.week_start, o.sales_channel_id, o.version desc
    limit ${page.limit} offset ${page.offset}
  ) o
  join variants v on v.organization_id = ${organization_id} and v.variant_id = o.variant_id
  join sales_channels n on n.organization_id = ${organization_id} and n.sales_channel_id = o.sales_channel_id
  left join forecast_overrides b on b.organization_id = ${organization_id} and b.variant_id = o.variant_id
    and b.week_start = o.week_start and b.sales_channel_id = o.sales_channel_id and b.version = o.version - 1
  order by o.made_at desc, o.variant_id, o.week_start, o.sales_channel_id, o.version desc`

/** Overrides as they were when their week began: what is entered later knows some of its sales. */
const readScore = (
  sql: Sql,
  organization_id: string,
  filters: Filters,
  { today, time_zone, through_of }: { today: string; time_zone: string; through_of: ReadonlyMap<string, string> },
) => sql<ScoredSums[]>`
  select count(*)::int as overrides, coalesce(sum(o.units), 0)::float8 as override_units,
    coalesce(sum(o.statistical_units), 0)::float8 as statistical_units, coalesce(sum(o.sold), 0)::float8 as actual_units,
    coalesce(sum(abs(o.sold - o.units)), 0)::float8 as override_error,
    coalesce(sum(abs(o.sold - o.statistical_units)), 0)::float8 as statistical_error
  from (
    select o.units, o.statistical_units::float8 as statistical_units, ${soldOf(sql, organization_id)} as sold
    from (
      select distinct on (o.variant_id, o.week_start, o.sales_channel_id) o.* from forecast_overrides o
      where o.organization_id = ${organization_id} and o.week_start + 7 <= ${today}::date
        and o.made_at < o.week_start::timestamp at time zone ${time_zone} ${ofWeeks(sql, filters)}
      order by o.variant_id, o.week_start, o.sales_channel_id, o.version desc
    ) o
    join ${throughRows(sql, through_of)} on t.sales_channel_id = o.sales_channel_id
    where o.units is not null and o.statistical_units is not null and o.week_start + 6 <= t.through ${by(sql, filters)}
  ) o`

export const listForecastOverrides = sessionOperation({
  id: 'session.list_forecast_overrides',
  route: 'GET /api/v1/forecasts/overrides',
  summary: 'List overrides of forecasts',
  description:
    'Returns every version of the overrides, newest first, with author, reason and what it replaced, beside what sold; and how good the overrides were beside the statistical forecasts. All filters combine with AND; an id that is not known returns none.',
  service: 'sales',
  query: Type.Object(
    {
      variant_id: Type.Optional(Id('Only overrides of this variant.')),
      sales_channel_id: Type.Optional(Id('Only overrides in this sales channel.')),
      source: Type.Optional(Choice(overrideSources, 'Only overrides that were entered in this way.')),
      made_by: Type.Optional(
        Text('Only overrides of this author.', { minLength: 1, maxLength: 500, examples: ['user:Ada Merchant'] }),
      ),
      start_date: Type.Optional(CalendarDate('Only overrides of the week of this day and later ones.')),
      end_date: Type.Optional(CalendarDate('Only overrides of weeks that begin up to this day.')),
      ...pagingQuery(limits.page_limit_default),
    },
    { additionalProperties: false },
  ),
  answer: Page(OverrideVersion, { score: OverrideScore }),
  async run({ sql, caller: { organization_id, time_zone }, query, now }) {
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    const { start_date, end_date } = filters
    if (start_date !== undefined && end_date !== undefined && end_date < start_date)
      refuseField('end_date', 'must not be before start_date')
    const today = dayInTimeZone(time_zone, now)
    const { through_of } = await readSalesCoverage(sql, organization_id, today)
    const [rows, [counted], [sums]] = await Promise.all([
      readVersions(sql, organization_id, filters, { offset, limit }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from forecast_overrides o
        where o.organization_id = ${organization_id} ${ofWeeks(sql, filters)} ${by(sql, filters)}`,
      readScore(sql, organization_id, filters, { today, time_zone, through_of }),
    ])
    return {
      rows: rows.map(({ sold_units, ...row }) => {
        const actual_reason_code = actualLack(row.week_start, today, through_of.get(row.sales_channel_id) ?? null)
        const statistical_reason_code = row.statistical_units === null ? ('no_forecast' as const) : null
        return {
          ...row,
          statistical_reason_code,
          actual_units: actual_reason_code === null ? sold_units : null,
          actual_reason_code,
        }
      }),
      size: rows.length,
      offset,
      filtered_max_size: counted!.filtered,
      score: scoreOverrides(sums!),
    }
  },
})
