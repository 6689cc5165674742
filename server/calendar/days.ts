/** Arithmetic of UTC calendar days, written YYYY-MM-DD. Pure. */

const dayMs = 86_400_000

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** The UTC day of a moment in milliseconds since 1970. */
export const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number) => dayAt(at(day) + days * dayMs)
export const daysBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / dayMs)
/** The days from `first_day` to `end_day`, exclusive. */
export const eachDay = (first_day: string, end_day: string): string[] =>
  Array.from({ length: Math.max(daysBetween(first_day, end_day), 0) }, (_, i) => addDays(first_day, i))
/** The UTC day of an instant. */
export const earlier = (one: string, other: string) => (one < other ? one : other)
export const later = (one: string, other: string) => (one > other ? one : other)

export const dayOf = (instant: string) => dayAt(Date.parse(instant))
/** Sunday is 0. */
export const weekdayOf = (day: string) => new Date(at(day)).getUTCDay()
/** The Monday of the day's week. */
export const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7))
