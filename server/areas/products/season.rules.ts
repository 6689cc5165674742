/** The season of a category: how much of it sells in each week of the year, against its average week. */
import { addDays } from './stock_days.rules.ts'

export interface ReferenceWeek {
  /** A Monday. */
  week_start: string
  units: number
}

const season_weeks = 52
/** Below this, chance moves a week's index more than the season does. */
export const reference_units_per_week_min = 30

/** 1 to 52 after ISO 8601: a week belongs to the year of its Thursday; a 53rd week counts with the 52nd. */
export function weekOfYear(week_start: string): number {
  const thursday = addDays(week_start, 3)
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / 86_400_000
  return Math.min(Math.floor(days / 7) + 1, season_weeks)
}

/**
 * The index of every week of the year, or null where the weeks are too few or too thin. Whole years are taken from the
 * latest week back, so that growth of the category does not look like a season.
 */
export function seasonalIndex(weeks: readonly ReferenceWeek[]): Map<number, number> | null {
  const first = weeks.findIndex(({ units }) => units > 0)
  const years = first < 0 ? 0 : Math.floor((weeks.length - first) / season_weeks)
  if (years === 0) return null
  const whole = weeks.slice(-years * season_weeks)
  const by_week = Map.groupBy(whole, ({ week_start }) => weekOfYear(week_start))
  const meanOf = (some: readonly ReferenceWeek[]) => some.reduce((sum, { units }) => sum + units, 0) / some.length
  const means = new Map([...by_week].map(([week, some]) => [week, meanOf(some)]))
  if ([...means.values()].some((units) => units < reference_units_per_week_min)) return null
  const average = meanOf(whole)
  const index = new Map<number, number>()
  for (let week = 1; week <= season_weeks; week++) {
    // Around a 53-week year one week can be missing; its neighbours stand in for it.
    const around = [week === 1 ? season_weeks : week - 1, (week % season_weeks) + 1].flatMap(
      (one) => means.get(one) ?? [],
    )
    const units = means.get(week) ?? around.reduce((sum, one) => sum + one, 0) / around.length
    index.set(week, units / average)
  }
  return index
}
