/**
 * SQL of the velocity of variants as it is now: the rows of variant_velocity, but for variants that changed since, which
 * are measured. In a table's joins, where $1 is the organisation.
 */
import { limits } from '../../contract/limits.ts'
import { velocityWeeks } from '../known_values.ts'
import { measured, measuredColumns, ownTimeZone } from './measured.ts'

export type Weeks = (typeof velocityWeeks)[number]

/** The day after the windows: that of the last full measurement, or today before the first. */
export const windowEnd = `coalesce((select w.end_exclusive from velocity_windows w where w.organization_id = $1),
    (now() at time zone ${ownTimeZone})::date)`

/** Variants that changed since they were measured, of which reads measure so many. */
export const changedVariants = `select distinct c.variant_id from (select variant_id from velocity_changes
          where organization_id = $1 order by entry limit ${limits.velocity_changes_read_max}) c`

/** Figures of all variants when none has changed. */
export const storedFigures = (weeks: Weeks): string =>
  `select ${measuredColumns} from variant_velocity s
    where s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}`

/** Figures of all variants, or of those that `among` selects by the SQL of their id. */
export function currentFigures(weeks: Weeks, among?: (variant_id: string) => string): string {
  const changed =
    among === undefined
      ? changedVariants
      : `select distinct c.variant_id from velocity_changes c
          where c.organization_id = $1 and ${among('c.variant_id')}`
  return `
    select ${measuredColumns} from variant_velocity s
    where s.organization_id = $1 and s.end_exclusive = ${windowEnd} and s.weeks = ${weeks}
      and ${among === undefined ? `s.variant_id not in (${changed})` : `${among('s.variant_id')} and not exists (select from velocity_changes c where c.organization_id = $1 and c.variant_id = s.variant_id)`}
    union all
    select ${measuredColumns} from (${measured({ variants: changed, end: windowEnd, weeks: [weeks] })}) m`
}
