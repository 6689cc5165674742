/** The windows of a velocity read, and how much of them the data covers. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Choice, Count, Instant, Nullable, Shape } from '../../contract/schema.ts'
import { addDays } from '../../calendar/days.ts'
import { windowOf, windowShape } from '../../calendar/window.ts'
import { salesByChannel } from '../../selling/sales_facts/rollups.ts'
import { velocityWeeks } from '../known_values.ts'
import type { Weeks } from './current_figures.ts'

const lengths = velocityWeeks.map(String)

export const weeksQuery = Choice(lengths, 'Length of the window, in weeks.', { default: lengths[0] })

export const weeksOf = (text: string | undefined): Weeks =>
  velocityWeeks.find((weeks) => String(weeks) === text) ?? velocityWeeks[0]

export const windowFields = {
  window: windowShape(
    'The days of the figures: the last complete days that are recorded, in the time zone of the organisation, as of the last daily measurement. A new day is included as soon as it is measured, within minutes of its start.',
  ),
  previous_window: windowShape('As many days, directly before the window.'),
  coverage: Shape(
    {
      days_with_sales: Count('Number of days of the window with recorded sales or returns.', { examples: [28] }),
      channels_with_sales: Count('Number of sales channels with recorded sales or returns in the window.', {
        examples: [2],
      }),
    },
    { description: 'How much of the window the recorded sales cover.' },
  ),
  measured_at: Nullable(
    Instant(
      'Time of the last daily measurement. Variants whose sales or stock changed since are measured when they are read. Null before the first.',
    ),
  ),
}

export async function readWindows(sql: Sql, organization_id: string, weeks: Weeks) {
  const [shown] = await sql<{ end_exclusive: string; measured_at: string | null }[]>`
    select coalesce(w.end_exclusive, (now() at time zone o.time_zone)::date) as end_exclusive, w.measured_at
    from organizations o left join velocity_windows w on w.organization_id = o.organization_id
    where o.organization_id = ${organization_id}`
  const { end_exclusive, measured_at } = shown!
  const window = { start: addDays(end_exclusive, -weeks * 7), end: addDays(end_exclusive, -1) }
  const previous = { start: addDays(window.start, -weeks * 7), end: addDays(window.start, -1) }
  const [coverage] = await sql<{ days_with_sales: number; channels_with_sales: number }[]>`
    select count(distinct day)::int as days_with_sales, count(distinct sales_channel_id)::int as channels_with_sales
    from (
      select day, sales_channel_id from (${salesByChannel(sql, organization_id, window)}) s
      group by day, sales_channel_id having sum(row_count) > 0
    ) d`
  return {
    days: window,
    fields: { window: windowOf(window), previous_window: windowOf(previous), coverage: coverage!, measured_at },
  }
}

export const velocityLimits = `Up to ${limits.velocity_changes_read_max.toLocaleString('en-US')} changes are measured by a read; after a larger write, figures follow within minutes.`
