/** The simulated period: 104 whole weeks from a Monday, and the elapsed days of the current week. */
const dayMs = 86_400_000
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export interface Calendar {
  /** Midnight of the first Monday. */
  since_ms: number
  /** Weeks with elapsed days; the last may be partial. */
  week_count: number
  /** Elapsed days of the last week, 1 to 7. */
  last_week_days: number
  /** The days from the first Monday, future weeks included. */
  days: readonly string[]
  /** The calendar week of the year (1 to 53) in which each week begins. */
  weeks_of_year: readonly number[]
  /** Future weeks that forecasts and orders cover. */
  weeks_ahead: number
  today: string
}

export const weeksWhole = 104
const weeks_ahead = 24

export function calendarOf(today: string): Calendar {
  const yesterdayMs = Date.parse(today) - dayMs
  const weekday = (new Date(yesterdayMs).getUTCDay() + 6) % 7
  const since_ms = yesterdayMs - weekday * dayMs - weeksWhole * 7 * dayMs
  const weeks = weeksWhole + 1 + weeks_ahead
  const weekOfYear = (ms: number) => 1 + Math.floor((ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / (7 * dayMs))
  return {
    since_ms,
    week_count: weeksWhole + 1,
    last_week_days: weekday + 1,
    days: Array.from({ length: weeks * 7 }, (_, i) => dayText(since_ms + i * dayMs)),
    weeks_of_year: Array.from({ length: weeks }, (_, i) => weekOfYear(since_ms + i * 7 * dayMs)),
    weeks_ahead,
    today,
  }
}

export const mondayOf = (calendar: Calendar, week: number): string => calendar.days[week * 7]!
/** The last elapsed day of a week: its Sunday, or yesterday. */
export const endOf = (calendar: Calendar, week: number): string =>
  calendar.days[week * 7 + (week === calendar.week_count - 1 ? calendar.last_week_days - 1 : 6)]!
/** 2026-W14, by the week's Monday. */
export const weekName = (calendar: Calendar, week: number): string =>
  `${mondayOf(calendar, week).slice(0, 4)}-W${String(calendar.weeks_of_year[week]).padStart(2, '0')}`
