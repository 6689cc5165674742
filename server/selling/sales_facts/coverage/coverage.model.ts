/** How far a channel is recorded, as reads answer it. */
import {
  CalendarDate,
  Flag,
  Nullable,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
} from '../../../contract/schema.ts'
import { salesChannelTypes } from '../../../catalogue/known_values.ts'
import { recordingSources } from '../../known_values.ts'
import { type RecordedChannel, recordedThrough } from './coverage.rules.ts'

export { service } from '../../channels/model.ts'

export const ChannelCoverage = Shape(
  {
    sales_channel_id: OwnId('The sales channel.'),
    sales_channel: Text('Name of the sales channel.', { examples: ['Online store'] }),
    channel_type: OpenChoice(salesChannelTypes, 'Type of the sales channel.'),
    is_active: Flag('Whether the channel is active. Archived channels hold no window back.'),
    source: Nullable(
      OpenChoice(
        recordingSources,
        'Where the newest recorded sales come from. live: orders come in as they are placed; import: from files. Null if nothing was recorded.',
      ),
    ),
    recorded_from: Nullable(CalendarDate('First day with recorded sales; null if there is none.')),
    recorded_through: Nullable(
      CalendarDate('Last day whose sales are known: today for a live channel; null if nothing was recorded.', {
        examples: ['2026-11-22'],
      }),
    ),
    last_day: Nullable(CalendarDate('Newest day with recorded sales; null if there is none.')),
    stated_through: Nullable(
      CalendarDate('Day up to which a person stated that the import is complete; null without.'),
    ),
    note: Nullable(Text('Why it was stated; null without.', { examples: ['Closed from the 23rd to the 26th'] })),
    stated_by: Nullable(
      Text('Name of the user who made or withdrew the newest statement; null without one.', {
        examples: ['Ada Merchant'],
      }),
    ),
    reason: Reason,
  },
  { $id: 'ChannelCoverage' },
)
export type ChannelCoverage = Static<typeof ChannelCoverage>

export const publishedCoverage = (channel: RecordedChannel, today: string): ChannelCoverage => {
  const recorded_through = recordedThrough(channel, today)
  return {
    ...channel,
    recorded_through,
    reason: recorded_through === null ? 'No sales of the channel have been recorded.' : null,
  }
}
