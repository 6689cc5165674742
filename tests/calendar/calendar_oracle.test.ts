/** Our 4-5-4 calendar and that of an independent library, day by day over sixty years, from every first month. */
import { expect, test } from 'bun:test'
import {
  LastDayOfWeek,
  type LastMonthOfYear,
  RetailCalendarFactory,
  WeekCalculation,
  WeekGrouping,
} from 'retail-calendar'
import { addDays, eachDay } from '../../server/calendar/days.ts'
import { fiscalMonthOf, fiscalMonthsOf, fiscalWeeksOf } from '../../server/calendar/retail_calendar.ts'

/** The library's days are midnights of the local time zone. */
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A year of the library is named after its own rule, so years are matched by the day on which they begin. */
function oracleYears(startMonth: number) {
  const options = {
    weekGrouping: WeekGrouping.Group454,
    lastDayOfWeek: LastDayOfWeek.Saturday,
    lastMonthOfYear: ((startMonth + 10) % 12) as LastMonthOfYear,
    weekCalculation: WeekCalculation.LastDayNearestEOM,
    addLeapWeekToMonth: 11,
  }
  return new Map(
    Array.from({ length: 64 }, (_, i) => {
      const { months } = new RetailCalendarFactory(options, 1988 + i)
      const read = months.map((month) => ({
        start: dayOf(month.gregorianStartDate),
        end: dayOf(month.gregorianEndDate),
        weeks: month.numberOfWeeks,
      }))
      return [read[0]!.start, read] as const
    }),
  )
}

test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
  'years that begin with month %i have the months of the library over sixty years, with 53 weeks where it has them',
  (startMonth) => {
    const years = oracleYears(startMonth)
    let long = 0
    for (let year = 1990; year < 2050; year++) {
      const ours = fiscalMonthsOf(year, startMonth)
      const theirs = years.get(ours[0]!.start)
      expect([year, theirs !== undefined]).toEqual([year, true])
      expect([year, ours.map(({ start, end, weeks }) => ({ start, end, weeks }))]).toEqual([year, theirs ?? []])
      if (fiscalWeeksOf(year, startMonth) === 53) long++
    }
    // Sixty years are 21,915 days; sixty of 52 weeks are 75 days fewer, which are ten or eleven weeks.
    expect([10, 11]).toContain(long)
  },
)

test('every day of sixty years lies in the month in which the library has it', () => {
  for (const startMonth of [1, 2, 9]) {
    const months = [...oracleYears(startMonth).values()].flat()
    const byDay = new Map(
      months.flatMap((month) => eachDay(month.start, addDays(month.end, 1)).map((day) => [day, month.start] as const)),
    )
    const days = eachDay('1990-06-01', '2050-06-01')
    expect(days.filter((day) => fiscalMonthOf(day, startMonth).start !== byDay.get(day))).toEqual([])
  }
})
