/** Due times over changes of the clocks, compared with an enumeration of every quarter of an hour. */
import { expect, test } from 'bun:test'
import { dueTimes, nextDueAt, type Timing } from '../../../server/planning/report_schedules/due_times.rules.ts'
import { weekdays } from '../../../server/planning/known_values.ts'

const quarterMs = 900_000
const [from, until] = ['2025-11-20T00:00:00.000Z', '2027-11-20T00:00:00.000Z'] as const

interface Clocks {
  /** What clocks show at every quarter of an hour, as `YYYY-MM-DD HH:MM`, in order. */
  shown: { at: string; shown: string }[]
  /** The first instant at which they show it. */
  first: Map<string, string>
  days: string[]
}

function shownClocks(time_zone: string): Clocks {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' })
  const clocks = []
  for (let ms = Date.parse(from) - 2 * 86_400_000; ms < Date.parse(until) + 2 * 86_400_000; ms += quarterMs)
    clocks.push({ at: new Date(ms).toISOString(), shown: format.format(ms) })
  const first = new Map(clocks.toReversed().map(({ at, shown }) => [shown, at]))
  return { shown: clocks, first, days: [...new Set(clocks.map(({ shown }) => shown.slice(0, 10)))] }
}

/** The first instant at which clocks show the day and time; where they never do, the first at which they show a later one. */
function enumerated({ shown, first, days }: Clocks, isDay: (day: string) => boolean, time: string) {
  return days
    .filter(isDay)
    .map((day) => first.get(`${day} ${time}`) ?? shown.find((one) => one.shown > `${day} ${time}`)?.at)
    .filter((at): at is string => at !== undefined && at > from && at <= until)
}

function chained(timing: Timing): string[] {
  const found: string[] = []
  for (let at = nextDueAt(timing, from); at <= until; at = nextDueAt(timing, at)) found.push(at)
  return found
}

const weekdayOf = (day: string) => weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]!
const lastOf = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

test.each(['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata'])(
  'in %s a report is due once on each of its days over two years, whatever the clocks do',
  (time_zone) => {
    const clocks = shownClocks(time_zone)
    for (const time of ['00:00', '00:30', '01:30', '02:15', '02:30', '07:00', '23:45']) {
      const timing = { time, time_zone }
      expect([time, chained({ ...timing, weekdays: [...weekdays], days_of_month: null })]).toEqual([
        time,
        enumerated(clocks, () => true, time),
      ])
      expect([time, chained({ ...timing, weekdays: ['sunday', 'monday'], days_of_month: null })]).toEqual([
        time,
        enumerated(clocks, (day) => ['sunday', 'monday'].includes(weekdayOf(day)), time),
      ])
      const isMonthDay = (day: string) =>
        [1, 30, 31].some((date) => Math.min(date, lastOf(day)) === Number(day.slice(8)))
      expect([time, chained({ ...timing, weekdays: null, days_of_month: [1, 30, 31] })]).toEqual([
        time,
        enumerated(clocks, isMonthDay, time),
      ])
    }
  },
  120_000,
)

test('a time that clocks skip is due when they jump, and one that occurs twice is due the first time', () => {
  const daily = (time: string): Timing => ({
    weekdays: [...weekdays],
    days_of_month: null,
    time,
    time_zone: 'America/New_York',
  })
  // On 8 March 2026 clocks jump from 02:00 to 03:00, which is 07:00 UTC; on 1 November 01:30 occurs at 05:30 and 06:30 UTC.
  expect(nextDueAt(daily('02:30'), '2026-03-08T00:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
  expect(nextDueAt(daily('02:30'), '2026-03-08T07:00:00Z')).toBe('2026-03-09T06:30:00.000Z')
  expect(nextDueAt(daily('01:30'), '2026-11-01T00:00:00Z')).toBe('2026-11-01T05:30:00.000Z')
  expect(nextDueAt(daily('01:30'), '2026-11-01T05:30:00Z')).toBe('2026-11-02T06:30:00.000Z')
})

test('of what was missed only the newest is due, and the others are known up to a limit', () => {
  const timing = { weekdays: [...weekdays], days_of_month: null, time: '07:00', time_zone: 'UTC' }
  expect(dueTimes(timing, '2026-11-20T07:00:00Z', '2026-11-22T08:00:00Z')).toEqual({
    missed: ['2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    due_at: '2026-11-22T07:00:00.000Z',
    next_run_at: '2026-11-23T07:00:00.000Z',
  })
  const long = dueTimes(timing, '2025-11-20T07:00:00Z', '2026-11-22T08:00:00Z')
  expect([long.missed.length, long.missed.at(-1), long.due_at]).toEqual([
    31,
    '2026-11-21T07:00:00.000Z',
    '2026-11-22T07:00:00.000Z',
  ])
})
