import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { CalendarDate, Shape, Text, Type } from '../../../contract/schema.ts'
import { ChannelCoverage, publishedCoverage, service } from './coverage.model.ts'
import { coverageOf } from './coverage.rules.ts'
import { readRecordedChannels } from './coverage.store.ts'

export const listSalesCoverage = sessionOperation({
  id: 'session.list_sales_coverage',
  route: 'GET /api/v1/sales/coverage',
  summary: 'List the coverage of sales by channel',
  description:
    'Returns how far the sales of each channel are recorded. A channel whose orders come in as they are placed is recorded to now. One whose days or orders are imported from files is recorded up to its newest day, or up to a later day that a person stated. Days without sales up to there are zero, days after it are unknown. `recorded_through` is the last day up to which every active channel is known: windows of complete days, comparisons, velocity, forecasts and suggested events end there. A channel more than 28 days behind the newest one holds nothing back and is in `behind`.',
  service,
  answer: Shape({
    recorded_through: CalendarDate('The last day up to which the sales of the channels that count are known.', {
      examples: ['2026-11-22'],
    }),
    behind: Type.Array(Text('Name of a sales channel.', { examples: ['Outlet'] }), {
      description: 'Active channels whose sales end earlier, and which the figures leave out after that.',
    }),
    channels: Type.Array(ChannelCoverage, { description: 'All channels, by name.' }),
  }),
  async run({ sql, caller: { organization_id, time_zone }, now }) {
    const today = dayInTimeZone(time_zone, now)
    const channels = await readRecordedChannels(sql, organization_id)
    const { recorded_through, behind } = coverageOf(channels, today)
    return {
      recorded_through,
      behind: [...behind],
      channels: channels.map((channel) => publishedCoverage(channel, today)),
    }
  },
})
