/** The simulated period: 104 whole weeks from a Monday, and the elapsed days of the current week. */
const day_ms = 86_400_000
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

export const weeks_whole = 104
const weeks_ahead = 24

export function calendarOf(today: string): Calendar {
  const yesterday_ms = Date.parse(today) - day_ms
  const weekday = (new Date(yesterday_ms).getUTCDay() + 6) % 7
  const since_ms = yesterday_ms - weekday * day_ms - weeks_whole * 7 * day_ms
  const weeks = weeks_whole + 1 + weeks_ahead
  const weekOfYear = (ms: number) => 1 + Math.floor((ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / (7 * day_ms))
  return {
    since_ms,
    week_count: weeks_whole + 1,
    last_week_days: weekday + 1,
    days: Array.from({ length: weeks * 7 }, (_, i) => dayText(since_ms + i * day_ms)),
    weeks_of_year: Array.from({ length: weeks }, (_, i) => weekOfYear(since_ms + i * 7 * day_ms)),
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
