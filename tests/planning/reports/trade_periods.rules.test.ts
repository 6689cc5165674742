/** The periods of a trade comparison: week, prior week, season and year to date, beside 52 weeks earlier. */
import { expect, test } from 'bun:test'
import { addDays, daysBetween } from '../../../server/calendar/days.ts'
import { fiscalYearStart } from '../../../server/calendar/retail_calendar.ts'
import {
  periodsOf,
  tradePeriods,
  weekAsked,
  weekOfDay,
} from '../../../server/planning/reports/trade_comparison/trade_periods.rules.ts'

/** What was refused. */
function refusedField(act: () => unknown) {
  try {
    act()
  } catch (error) {
    return (error as { data?: object }).data
  }
  throw new Error('not refused')
}

const week = (text: string) => weekAsked({ week: text }, '2030-01-01', 2)
const windows = (text: string, today = '2030-01-01', recorded_through = today) =>
  Object.fromEntries(
    periodsOf(week(text), { today, recorded_through }, 2).map(({ period, window: { start, end } }) => [
      period,
      [start, end],
    ]),
  )

test('each day belongs to the fiscal week that has it, in years of 52 and 53 weeks', () => {
  for (const year of [2022, 2023, 2024])
    for (let day = fiscalYearStart(year); day < fiscalYearStart(year + 1); day = addDays(day, 1)) {
      const { fiscal_year, week: number, days } = weekOfDay(day, 2)
      const since = daysBetween(fiscalYearStart(year), day)
      expect([day, fiscal_year, number]).toEqual([day, year, Math.floor(since / 7) + 1])
      expect(days.start <= day && day <= days.end).toBe(true)
    }
  expect([weekOfDay('2024-02-03', 2), weekOfDay('2024-02-04', 2)]).toMatchObject([
    { fiscal_year: 2023, week: 53, days: { start: '2024-01-28', end: '2024-02-03' } },
    { fiscal_year: 2024, week: 1, days: { start: '2024-02-04' } },
  ])
  expect(weekOfDay('2024-02-10', 2).week).toBe(1)
})

test('the first season has six months, the second the rest', () => {
  expect(windows('2024-W26').season_to_date).toEqual(['2024-02-04', '2024-08-03'])
  expect(windows('2024-W27').season_to_date).toEqual(['2024-08-04', '2024-08-10'])
  expect(windows('2024-W27').year_to_date).toEqual(['2024-02-04', '2024-08-10'])
  expect(windows('2024-W01')).toEqual({
    week: ['2024-02-04', '2024-02-10'],
    prior_week: ['2024-01-28', '2024-02-03'],
    season_to_date: ['2024-02-04', '2024-02-10'],
    year_to_date: ['2024-02-04', '2024-02-10'],
  })
})

test('each period is compared with the same weekdays 52 weeks earlier', () => {
  const periods = periodsOf(week('2023-W53'), { today: '2030-01-01', recorded_through: '2030-01-01' }, 2)
  expect(periods.map(({ period }) => period)).toEqual([...tradePeriods])
  for (const { window, last_year } of periods)
    expect(last_year).toEqual({ start: addDays(window.start, -364), end: addDays(window.end, -364) })
})

test('a running week has its days until today, or until what is recorded, and the week before as many', () => {
  expect(windows('2024-W10', '2024-04-09')).toEqual({
    week: ['2024-04-07', '2024-04-09'],
    prior_week: ['2024-03-31', '2024-04-02'],
    season_to_date: ['2024-02-04', '2024-04-09'],
    year_to_date: ['2024-02-04', '2024-04-09'],
  })
  expect(windows('2024-W10', '2024-04-09', '2024-04-08').prior_week).toEqual(['2024-03-31', '2024-04-01'])
  expect(windows('2024-W10', '2024-04-09', '2024-04-08').year_to_date!.at(-1)).toBe('2024-04-08')
})

test('where nothing of the week is recorded, season and year end with the records, and not before they begin', () => {
  expect(windows('2024-W10', '2024-05-01', '2024-04-05')).toEqual({
    week: ['2024-04-07', '2024-04-13'],
    prior_week: ['2024-03-31', '2024-04-06'],
    season_to_date: ['2024-02-04', '2024-04-05'],
    year_to_date: ['2024-02-04', '2024-04-05'],
  })
  expect(windows('2024-W30', '2024-12-01', '2024-07-01').season_to_date).toEqual(['2024-08-04', '2024-08-04'])
})

test('a day is asked for in place of a week, today by default; neither may lie ahead', () => {
  expect(weekAsked({}, '2024-02-04', 2)).toMatchObject({ fiscal_year: 2024, week: 1 })
  expect(weekAsked({ date: '2024-02-03' }, '2024-02-04', 2)).toMatchObject({ fiscal_year: 2023, week: 53 })
  expect(weekAsked({ date: '2024-02-04' }, '2024-02-04', 2).week).toBe(1)
  expect(weekAsked({ week: '2024-W01' }, '2024-02-04', 2).week).toBe(1)
  const refused = (query: { week?: string; date?: string }) => refusedField(() => weekAsked(query, '2024-02-04', 2))
  expect(refused({ date: '2024-02-05' })).toMatchObject({
    field: 'date',
    rule: 'must not be after today',
    allowed: ['at most 2024-02-04'],
  })
  expect(refused({ week: '2024-W02' })).toMatchObject({
    field: 'week',
    rule: 'must have begun, and 2024-W02 starts on 2024-02-11',
    allowed: ['at most 2024-02-04'],
  })
  expect(refused({ week: '2024-W01', date: '2024-02-04' })).toMatchObject({
    field: 'date',
    rule: 'must not be sent with week',
  })
})
