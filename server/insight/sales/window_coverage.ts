/** What reads over a window state of the sales recorded in it, over all channels: the one place for it. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { CalendarDate, Count, Nullable, Shape, type Static, Type } from '../../contract/schema.ts'
import { Conversion, recordedThroughField } from './sales_basis.ts'
import { readCoverage } from './sales_facts.store.ts'

export const WindowCoverage = Shape(
  {
    sales_begin_on: Nullable(
      CalendarDate('First day with recorded sales in any channel of the organisation; null if there is none.'),
    ),
    recorded_through: recordedThroughField,
    days_with_sales: Count('Number of days of the window with recorded sales or returns.', { examples: [14] }),
    channels_with_sales: Count('Number of sales channels with recorded sales or returns in the window.', {
      examples: [2],
    }),
    conversions: Type.Array(Conversion, {
      description:
        "Currencies other than the organisation's in the window, with the dates of the rates that convert them: each day uses the newest rate on or before it.",
    }),
  },
  {
    $id: 'SalesWindowCoverage',
    description:
      'How much of the window the recorded sales cover, over all channels and products, whatever the filters.',
  },
)

export async function readWindowCoverage(
  sql: Sql,
  { organization_id, currency }: { organization_id: string; currency: string },
  window: Period,
  recorded_through: string,
): Promise<Static<typeof WindowCoverage>> {
  const facts = await readCoverage(sql, { organization_id, currency, window, channel_types: null })
  return { ...facts, recorded_through }
}
