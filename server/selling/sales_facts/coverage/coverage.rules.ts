/** How far the sales of each channel are known, and so how far those of several channels together are. Pure. */
import { addDays, earlier, later } from '../../../calendar/days.ts'
import type { RecordingSource } from '../../known_values.ts'

export interface RecordedChannel {
  sales_channel_id: string
  sales_channel: string
  channel_type: string
  is_active: boolean
  /** Where the newest recorded sales come from; null where nothing was recorded. */
  source: RecordingSource | null
  recorded_from: string | null
  /** The newest day with recorded sales. */
  last_day: string | null
  /** The day up to which a person stated that an import is complete. */
  stated_through: string | null
  note: string | null
  stated_by: string | null
}

/** A channel further behind than this holds back no figure of the others: it is left out, and said to be. */
export const recordingLagDays = 28

/** The last day whose sales of a channel are known: silence up to it is zero, beyond it unknown. Null: nothing recorded. */
export function recordedThrough(channel: RecordedChannel, today: string): string | null {
  const { source, last_day, stated_through } = channel
  if (source === null || last_day === null) return stated_through
  if (source === 'live') return today
  return earlier(stated_through === null ? last_day : later(last_day, stated_through), today)
}

export interface SalesCoverage {
  /** The last day up to which the sales of every channel that counts are known; today where nothing ends earlier. */
  recorded_through: string
  /** The last day up to which the sales of any channel are known. */
  newest_through: string
  /** By channel; one of which nothing was recorded is not in it. */
  through_of: ReadonlyMap<string, string>
  /** Names of active channels whose sales end earlier. */
  behind: readonly string[]
}

/** Of active channels, or of all of those given where none is active. */
export function coverageOf(channels: readonly RecordedChannel[], today: string): SalesCoverage {
  const ends = channels.flatMap((channel) => {
    const through = recordedThrough(channel, today)
    return through === null ? [] : [{ channel, through }]
  })
  const active = ends.filter(({ channel }) => channel.is_active)
  const counted = active.length > 0 ? active : ends
  const newest = counted.reduce<string | null>(
    (day, { through }) => (day === null ? through : later(day, through)),
    null,
  )
  const since = newest === null ? today : addDays(newest, -recordingLagDays)
  const recorded_through = counted.reduce(
    (day, { through }) => (through >= since ? earlier(day, through) : day),
    newest ?? today,
  )
  return {
    recorded_through,
    newest_through: newest ?? today,
    through_of: new Map(ends.map(({ channel, through }) => [channel.sales_channel_id, through])),
    behind: counted.filter(({ through }) => through < recorded_through).map(({ channel }) => channel.sales_channel),
  }
}
