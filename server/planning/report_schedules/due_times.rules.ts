/** When a report schedule is due: days of the week or of the month, at a time of a time zone's clocks. Pure. */
import { addDays, weekdayOf } from '../../calendar/days.ts'
import { dayInTimeZone, instantInTimeZone } from '../../calendar/time_zone.ts'
import { limits } from '../../contract/limits.ts'
import { weekdays } from '../known_values.ts'

export interface Timing {
  weekdays: readonly string[] | null
  days_of_month: readonly number[] | null
  time: string
  time_zone: string
}

const lastOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

/** A day of the month that a month does not have is its last day. */
function isDue(timing: Timing, day: string): boolean {
  if (timing.weekdays !== null) return timing.weekdays.includes(weekdays[weekdayOf(day)]!)
  const [date, last] = [Number(day.slice(8)), lastOfMonth(day)]
  return timing.days_of_month!.some((one) => Math.min(one, last) === date)
}

/** Longer than the longest time between two due days. */
const searchedDays = 64

/** The first due instant after another. */
export function nextDueAt(timing: Timing, after: string): string {
  const afterMs = Date.parse(after)
  // A skipped time can be due on the following day.
  const from = addDays(dayInTimeZone(timing.time_zone, after), -2)
  for (let i = 0; i < searchedDays; i++) {
    const day = addDays(from, i)
    if (!isDue(timing, day)) continue
    const due_at = instantInTimeZone(timing.time_zone, day, timing.time)
    if (Date.parse(due_at) > afterMs) return due_at
  }
  throw new Error(`no due day after ${after}`)
}

export interface DueTimes {
  /** Those that were missed, oldest first: at most the newest of them. */
  missed: string[]
  /** The newest that is due. */
  due_at: string
  next_run_at: string
}

/** Runs that are due at `now`, for a schedule whose next run was at `next_run_at`, which has passed. */
export function dueTimes(timing: Timing, next_run_at: string, now: string): DueTimes {
  const due: string[] = [new Date(next_run_at).toISOString()]
  for (;;) {
    const next = nextDueAt(timing, due.at(-1)!)
    if (Date.parse(next) > Date.parse(now))
      return { missed: due.slice(0, -1).slice(-limits.report_missed_max), due_at: due.at(-1)!, next_run_at: next }
    due.push(next)
    if (due.length > limits.report_missed_max + 1) due.shift()
  }
}
