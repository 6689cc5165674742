import type { ReadCall } from '../../../contract/call.ts'
import { readSalesCoverage } from '../../../selling/sales_facts/coverage/coverage.store.ts'
import { addDays, eachDay, earlier } from '../../../calendar/days.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { windowOf, windowShape } from '../../../calendar/window.ts'
import { limits } from '../../../contract/limits.ts'
import { operation } from '../../../contract/operation.ts'
import {
  CalendarDate,
  Count,
  Id,
  Nullable,
  Num,
  OpenChoice,
  Reason,
  Shape,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { readDailyUnits, readOverlapping } from './daily_units.store.ts'
import { checkScope } from './demand_events.store.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  averageUnitsMin,
  daysMin,
  hasEnough,
  scoreMin,
  seriesOf,
  suggest,
  unitsDifferenceMin,
} from './suggested_events.rules.ts'

const tooLittle = `Fewer than ${daysMin} days since the first sale of the window, or fewer than ${averageUnitsMin} unit a day.`

const Suggested = Shape({
  window: windowShape(
    'The days that were tested: the last complete days that are recorded, in the time zone of the organisation.',
  ),
  days_tested: Count('Number of days from the first sale of the window on.', { examples: [182] }),
  events: Type.Array(
    Shape(
      {
        starts_on: CalendarDate('First unusual day.', { examples: ['2026-03-06'] }),
        ends_on: CalendarDate('Last unusual day, included.', { examples: ['2026-03-08'] }),
        days: Count('Number of days.', { examples: [3] }),
        direction: OpenChoice(['increase', 'decrease'], 'Whether more or less than usual was sold.'),
        units_sold: Whole('Units sold on those days.', { examples: [210] }),
        expected_units: Num('Usual units of those days, rounded to two decimals.', { examples: [96.4] }),
        score: Num(
          `Difference of the most unusual day in robust standard deviations, rounded to two decimals; at least ${scoreMin} from zero.`,
          { examples: [6.31] },
        ),
      },
      { $id: 'SuggestedEvent' },
    ),
    { description: 'Periods of unusual days, the most unusual first.' },
  ),
  reason_code: Nullable(OpenChoice(['too_little_data'], 'Why nothing was tested; null if it was.')),
  reason: Reason,
})

async function scopeOf(
  { sql, caller }: ReadCall,
  query: { variant_id?: string; category_id?: string; sales_channel_id?: string },
) {
  const one = (id: string | undefined) => (id === undefined ? [] : [id])
  if (query.variant_id !== undefined && query.category_id !== undefined)
    refuseField('category_id', 'must not be sent together with variant_id')
  const scope = {
    variant_ids: one(query.variant_id),
    category_ids: one(query.category_id),
    sales_channel_ids: one(query.sales_channel_id),
  }
  return { ...scope, ...(await checkScope(sql, caller.organization_id, scope, singular)) }
}
const singular = { variant_ids: 'variant_id', category_ids: 'category_id', sales_channel_ids: 'sales_channel_id' }

export const listSuggestedEvents = operation({
  id: 'sales.list_suggested_events',
  route: 'GET /api/v1/sales/velocity/events/suggested',
  summary: 'List suggested demand events',
  description: `Returns periods in which unusually much or little was sold, as candidates for demand events: of one variant, of the products of one category, or of all goods, in one sales channel or in all. The usual units of a day are a running median of 91 days times a factor for the weekday; in the first and last 45 days of the window, where there are not so many on both sides, of 43 days. So a promotion of up to six weeks is found as a period, and one of more than three weeks not before 45 days have followed it. A day is unusual if its units differ by at least ${unitsDifferenceMin} and by at least ${scoreMin} robust standard deviations, on a scale on which the variation does not depend on the level. Consecutive unusual days are one period. Days of demand events in use on the same goods and channels are left out. The days end with the last one of which the sales are known, so that days that an import does not reach are no decrease.`,
  account: 'aggregate',
  query: Type.Object(
    {
      weeks: Type.Optional(
        Whole('Number of weeks to test.', {
          minimum: limits.suggested_events_weeks_min,
          maximum: limits.suggested_events_weeks_max,
          default: limits.suggested_events_weeks_default,
        }),
      ),
      variant_id: Type.Optional(Id('Variant to test; cannot be combined with `category_id`.')),
      category_id: Type.Optional(Id('Category to test.')),
      sales_channel_id: Type.Optional(Id('Sales channel to test; all channels together by default.')),
    },
    { additionalProperties: false },
  ),
  answer: Suggested,
  async run(call) {
    const { sql, caller, query, now } = call
    const { organization_id, time_zone } = caller
    const scope = await scopeOf(call, query)
    const today = dayInTimeZone(time_zone, now)
    const weeks = query.weeks ?? limits.suggested_events_weeks_default
    const channels = scope.sales_channel_ids.length === 0 ? null : scope.sales_channel_ids
    const { recorded_through } = await readSalesCoverage(sql, organization_id, today, channels)
    const end_day = earlier(today, addDays(recorded_through, 1))
    const window = { start: addDays(end_day, -weeks * 7), end: addDays(end_day, -1) }
    const [sales, known] = await Promise.all([
      readDailyUnits(sql, organization_id, scope, window),
      readOverlapping(sql, organization_id, scope, window, null),
    ])
    const series = seriesOf(sales, end_day)
    const isEnough = hasEnough(series)
    const days = new Set(known.flatMap((event) => eachDay(event.starts_on, addDays(event.ends_on, 1))))
    const events = isEnough ? suggest(series, days) : []
    return {
      window: windowOf(window),
      days_tested: series.days.length,
      events: events.map(({ units, expected_units, score, ...one }) => ({
        starts_on: one.starts_on,
        ends_on: one.ends_on,
        days: eachDay(one.starts_on, addDays(one.ends_on, 1)).length,
        direction: one.direction,
        units_sold: units,
        expected_units: Math.round(expected_units * 100) / 100,
        score: Math.round(score * 100) / 100,
      })),
      reason_code: isEnough ? null : 'too_little_data',
      reason: isEnough ? null : tooLittle,
    }
  },
})
