import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  CommaList,
  Count,
  Id,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
} from '../../contract/schema.ts'
import { type Period, periodsIn } from '../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkWindow, lengthOf, windowOf, windowShape } from '../../calendar/window.ts'
import { salesByChannel } from '../../selling/sales_facts/rollups.ts'
import { salesBeginOn } from '../../selling/sales_facts/sales_begin.store.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { earlier } from '../../calendar/days.ts'
import { recordedThroughField } from './sales_basis.ts'
import { isInOwnCurrency, netSum } from './sales_facts.store.ts'
import { type ChannelSales, performanceOf, comparedWith } from './channel_performance.rules.ts'

const granularities = ['day', 'week', 'month'] as const

const basis_note =
  'Net sales: gross sales minus discounts and returns, excluding taxes. Returns count on the day of the refund.'

const Channel = Shape(
  {
    sales_channel_id: OwnId('Id of the sales channel.'),
    channel_name: Text('Name of the sales channel.', { examples: ['Online store'] }),
    total_revenue: Money(
      'Net sales in the window; negative if returns exceed sales, null if the whole window is in the future or a rate is missing.',
    ),
    period_difference: Money('`total_revenue` minus the net sales of the previous window.'),
    change_percentage: Nullable(
      Num(
        '`period_difference` as a percentage of the net sales of the previous window, rounded to two decimals; null if those are zero, negative or unknown.',
        { examples: [50] },
      ),
    ),
    change_percentage_reason: Reason,
    data: Type.Array(
      Shape({
        date: CalendarDate('First day of the period that is within the window.'),
        revenue: Money(
          'Net sales in the period; zero if nothing was sold or returned, null if it has not started, ends before the first recorded sale, or lacks a rate.',
        ),
      }),
      { description: 'All periods of the window, oldest first.' },
    ),
  },
  { $id: 'ChannelSales' },
)

const Coverage = Shape(
  {
    sales_begin_on: Nullable(
      CalendarDate('First day with recorded sales in any channel of the organisation; null if there is none.'),
    ),
    days_with_sales: Count('Number of days of the window with recorded sales or returns in the requested channels.', {
      examples: [1],
    }),
    recorded_through: recordedThroughField,
    channels_with_sales: Count('Number of requested channels with recorded sales or returns in the window.', {
      examples: [1],
    }),
  },
  { description: 'How much of the request the recorded sales cover.' },
)

interface SalesScope {
  organization_id: string
  /** The organisation's. */
  currency: string
  is_own_currency: boolean
  /** PostgreSQL array literal; null for all. */
  channels: string | null
}

/** From the sums by day and channel; one statement, so that all figures are of the same moment. */
const readChannels = (sql: Sql, scope: SalesScope, periods: readonly Period[], window: Period) => {
  const { organization_id, channels } = scope
  return sql<ChannelSales[]>`
  with sold as materialized (
    select d.day, d.sales_channel_id, d.currency,
      sum(d.gross_sales_cents - d.discounts_cents - d.returns_cents) as net_cents
    from (${salesByChannel(sql, organization_id, window)}) d
    where ${channels}::uuid[] is null or d.sales_channel_id = any(${channels}::uuid[])
    group by d.day, d.sales_channel_id, d.currency having sum(d.row_count) <> 0
  )
  select c.sales_channel_id, c.name as channel_name,
    coalesce(jsonb_object_agg(s.period, jsonb_build_object('net_cents', s.net_cents, 'unrated_currency',
      s.unrated_currency)) filter (where s.period is not null), '{}') as sums
  from sales_channels c
  left join (
    select p.period, s.sales_channel_id, ${netSum(sql, scope)}
    from jsonb_to_recordset(${JSON.stringify(
      periods.map(({ start, end }, period) => ({ period, first_day: start, last_day: end })),
    )}::text::jsonb) as p (period int, first_day date, last_day date)
    cross join lateral (
      select day::date as day from generate_series(p.first_day, p.last_day, interval '1 day') as one (day)
    ) g
    join sold s on s.day = g.day
    group by p.period, s.sales_channel_id
  ) s on s.sales_channel_id = c.sales_channel_id
  where c.organization_id = ${organization_id}
    and (${channels}::uuid[] is null or c.sales_channel_id = any(${channels}::uuid[]))
  group by c.sales_channel_id, c.name
  order by c.name, c.sales_channel_id`
}

/** Looks for one row of each day, so that a day with many costs no more. */
const readCoverage = (
  sql: Sql,
  { organization_id, channels }: Pick<SalesScope, 'organization_id' | 'channels'>,
  { start, end }: Period,
) => sql<{ sales_begin_on: string | null; days_with_sales: number }[]>`
  select ${salesBeginOn(sql, organization_id)} as sales_begin_on,
    (select count(*)::int
      from generate_series(${start}::date, ${end}::date, interval '1 day') as one (day)
      cross join lateral (
        select from sales_daily s
        where s.organization_id = ${organization_id} and s.day = one.day::date
          and (${channels}::uuid[] is null or s.sales_channel_id = any(${channels}::uuid[]))
        limit 1
      ) found) as days_with_sales`

const longest = { years: limits.sales_window_years_max }

export const getChannelPerformance = operation({
  id: 'sales.get_channel_performance',
  route: 'GET /api/v1/sales/performance/channels',
  summary: 'Get channel performance',
  description: `Returns the revenue of each sales channel for each period of a window, and compares the total with as many days that end the day before; of a window that ends in the future or after what is recorded, only the days that are recorded are counted. Revenue is net sales (gross sales minus discounts and returns, excluding taxes) in the currency of the organisation; returns count on the day of the refund, so revenue may be negative. Periods are days, weeks (Monday to Sunday) or calendar months; the first and last periods are cut to the window. Channels are sorted by name and include those without sales, whose figures are zero. A period that has not started is null, with a reason, and does not count towards the total. So is a period that ends before the first recorded sale of the organisation, which \`coverage\` states; where the previous window begins before it, nothing is compared, and the reason says so. The sales of a channel that is imported are known up to its newest day: a period after it is null, and a channel that ends before the others is not compared. Other currencies are converted with the newest rate on or before each day; a figure that lacks a rate is null and names the currency. \`end_date\` may be at most ${lengthOf(longest)} after \`start_date\`. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      start_date: CalendarDate('First day of the window.', { examples: ['2026-11-01'] }),
      end_date: CalendarDate(`Last day of the window, included; at most ${lengthOf(longest)} after \`start_date\`.`),
      sales_channel_ids: Type.Optional(
        CommaList(Id('Id of a sales channel.'), {
          minItems: 1,
          maxItems: limits.filter_values_max,
          description: 'Limits the result to these sales channels; comma-separated ids.',
        }),
      ),
      granularity: Type.Optional(Choice(granularities, 'Length of a period.', { default: 'day' })),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      window: windowShape('The requested window.'),
      previous_window: windowShape('The window that `period_difference` and `change_percentage` compare with.'),
      granularity: OpenChoice(granularities, 'Length of a period.'),
      calendar: OpenChoice(['gregorian'], 'Calendar of the periods.'),
      channels: Type.Array(Channel, { description: 'Sorted by name.' }),
      coverage: Coverage,
      basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
    },
    { $id: 'ChannelPerformance' },
  ),
  async run({ sql, caller: { organization_id, currency, time_zone }, query, now }) {
    const { start_date, end_date, granularity = 'day' } = query
    const window = { start: start_date, end: end_date }
    checkWindow(window, longest)
    const requested = query.sales_channel_ids && [...new Set(query.sales_channel_ids)]
    const today = dayInTimeZone(time_zone, now)
    const recorded = await readSalesCoverage(sql, organization_id, today, requested ?? null)
    const previous = comparedWith(window, recorded.newest_through)
    const compared = { start: previous.start, end: end_date }
    const scope = {
      organization_id,
      currency,
      is_own_currency: await isInOwnCurrency(sql, { organization_id, currency }, compared),
      channels: requested === undefined ? null : arrayLiteral(requested),
    }
    const periods = periodsIn(window, granularity)
    const [sales, [coverage]] = await Promise.all([
      readChannels(sql, scope, [...periods, previous], compared),
      readCoverage(sql, scope, window),
    ])
    if (requested !== undefined && sales.length < requested.length)
      refuseField('sales_channel_ids', 'must be sales channels of this organisation')
    const compared_through = earlier(window.end, recorded.newest_through)
    const basis = { previous, today, currency, compared_through, sales_begin_on: coverage!.sales_begin_on }
    const throughOf = (id: string) => recorded.through_of.get(id) ?? today
    return {
      window: windowOf(window),
      previous_window: windowOf(previous),
      granularity,
      calendar: 'gregorian',
      channels: sales.map((channel) =>
        performanceOf(channel, periods, { ...basis, recorded_through: throughOf(channel.sales_channel_id) }),
      ),
      coverage: {
        ...coverage!,
        recorded_through: recorded.recorded_through,
        channels_with_sales: sales.filter(({ sums }) => periods.some((_, i) => i in sums)).length,
      },
      basis_note,
    }
  },
})
