import { readSalesCoverage } from '../../../selling/sales_facts/coverage/coverage.store.ts'
import { addDays, eachDay, earlier } from '../../../calendar/days.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { operation } from '../../../contract/operation.ts'
import {
  CalendarDate,
  Count,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { readDailyUnits, readOverlapping } from './daily_units.store.ts'
import { EventPath } from './demand_event.model.ts'
import { readEvent } from './demand_events.store.ts'
import {
  type Analysis,
  analyse,
  baselineDays,
  baselineDaysMin,
  baselineUnitsMin,
  level,
} from './event_analytics.rules.ts'

const reasons = {
  not_started: 'The event has no complete day yet of which the sales are recorded.',
  too_little_data: `Fewer than ${baselineDaysMin} days or ${baselineUnitsMin} units before the event to measure the expected level on.`,
} as const

const Interval = (description: string) =>
  Nullable(
    Shape(
      {
        level: Num('Confidence level of the interval.', { examples: [level] }),
        low: Num('Lower bound.', { examples: [96.5] }),
        high: Num('Upper bound.', { examples: [183.5] }),
      },
      { description },
    ),
  )

const Analytics = Shape(
  {
    event_id: OwnId('Id of the event.'),
    name: Text('Name of the event.', { examples: ['Spring sale'] }),
    starts_on: CalendarDate('First day of the event.'),
    ends_on: CalendarDate('Last day of the event, included.'),
    days_measured: Count('Number of days of the event that are over and of which the sales are recorded.', {
      examples: [10],
    }),
    units_sold: Whole('Units sold on those days, of the goods and in the channels that the event concerns.', {
      examples: [480],
    }),
    expected_units: Nullable(
      Num('Units expected on those days without the event, rounded to two decimals.', { examples: [340] }),
    ),
    uplift_units: Nullable(Num('Units sold minus expected units; negative for a loss.', { examples: [140] })),
    uplift_percentage: Nullable(
      Num('Uplift as a percentage of the expected units, rounded to one decimal.', { examples: [41.2] }),
    ),
    uplift_interval: Interval('Interval that contains the uplift in units with this confidence.'),
    conclusion: Nullable(
      OpenChoice(
        ['increase', 'decrease', 'inconclusive'],
        'What the interval supports. inconclusive: it contains zero.',
      ),
    ),
    reason_code: Nullable(OpenChoice(Object.keys(reasons), 'Why the uplift is unknown; null when it is known.')),
    reason: Reason,
    baseline: Shape(
      {
        start_date: CalendarDate('First day that may be part of the baseline.'),
        end_date: CalendarDate('Last day before the event.'),
        days_used: Count('Number of days used: from the first sale on, without the days of other events.', {
          examples: [84],
        }),
        units: Whole('Units sold on the days used.', { examples: [2_856] }),
        excluded_events: Type.Array(
          Shape({ event_id: OwnId('Id of the event.'), name: Text('Name of the event.', { examples: ['Press day'] }) }),
          { description: 'Other events in use on some of the same goods and channels, whose days are not used.' },
        ),
      },
      { description: 'The days that the expected level is measured on.' },
    ),
    days: Type.Array(
      Shape({
        date: CalendarDate('Day of the event.'),
        units_sold: Whole('Units sold.', { examples: [48] }),
        expected_units: Nullable(Num('Expected units, rounded to two decimals.', { examples: [34] })),
      }),
      { description: 'The days of the event that are over, in order.' },
    ),
  },
  { $id: 'DemandEventAnalytics' },
)

const to2 = (figure: number) => Math.round(figure * 100) / 100 + 0

function figuresOf({ uplift, reason, units }: Analysis) {
  if (uplift === null)
    return {
      expected_units: null,
      uplift_units: null,
      uplift_percentage: null,
      uplift_interval: null,
      conclusion: null,
      reason_code: reason,
      reason: reason === null ? null : reasons[reason],
    }
  const sold = units.reduce((total, one) => total + one, 0)
  const { expected_units, interval } = uplift
  const expected = to2(expected_units)
  const conclusion = interval.low > 0 ? 'increase' : interval.high < 0 ? 'decrease' : 'inconclusive'
  return {
    expected_units: expected,
    uplift_units: to2(sold - expected),
    uplift_percentage: Math.round((uplift.uplift_units / expected_units) * 1000) / 10 + 0,
    uplift_interval: { level, low: to2(interval.low), high: to2(interval.high) },
    conclusion,
    reason_code: null,
    reason: null,
  }
}

export const getEventAnalytics = operation({
  id: 'sales.get_event_analytics',
  route: 'GET /api/v1/sales/velocity/events/{event_id}/analytics',
  summary: 'Get event analytics',
  description: `Returns the uplift of an event: the units sold on its days minus the units expected without it. The expected units of a day are the average daily units of the ${baselineDays} days before the event, times a factor for the weekday. Days of other events on the same goods and channels are not used. The interval combines the variation of daily units, which is at least that of independent purchases, with the uncertainty of the average. With fewer than ${baselineDaysMin} days or ${baselineUnitsMin} units before the event, the figures are null and \`reason\` explains why. The estimate assumes that the level would have stayed the same: a season that begins with the event counts as uplift.`,
  account: 'aggregate',
  params: EventPath,
  answer: Analytics,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params, now }) {
    const { event_id, name, starts_on, ends_on, scope } = await readEvent(sql, organization_id, params.event_id)
    const concerned = {
      variant_ids: scope.variants.map(({ variant_id }) => variant_id),
      category_ids: scope.categories.map(({ category_id }) => category_id),
      sales_channel_ids: scope.sales_channels.map(({ sales_channel_id }) => sales_channel_id),
    }
    const before = { start: addDays(starts_on, -baselineDays), end: addDays(starts_on, -1) }
    const [sales, others] = await Promise.all([
      readDailyUnits(sql, organization_id, concerned, { start: before.start, end: ends_on }),
      readOverlapping(sql, organization_id, concerned, before, event_id),
    ])
    const excluded = new Set(others.flatMap((other) => eachDay(other.starts_on, addDays(other.ends_on, 1))))
    const today = dayInTimeZone(time_zone, now)
    const channels = concerned.sales_channel_ids.length === 0 ? null : concerned.sales_channel_ids
    const { recorded_through } = await readSalesCoverage(sql, organization_id, today, channels)
    const end_day = earlier(today, addDays(recorded_through, 1))
    const analysis = analyse({ starts_on, ends_on, today: end_day, sales, excluded })
    const { days, units, uplift, baseline_days, baseline_units } = analysis
    return {
      event_id,
      name,
      starts_on,
      ends_on,
      days_measured: days.length,
      units_sold: units.reduce((total, one) => total + one, 0),
      ...figuresOf(analysis),
      baseline: {
        start_date: before.start,
        end_date: before.end,
        days_used: baseline_days,
        units: baseline_units,
        excluded_events: others.map((other) => ({ event_id: other.event_id, name: other.name })),
      },
      days: days.map((date, i) => ({
        date,
        units_sold: units[i]!,
        expected_units: uplift === null ? null : to2(uplift.expected[i]!),
      })),
    }
  },
})
