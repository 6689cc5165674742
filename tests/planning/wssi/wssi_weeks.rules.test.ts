/** The weeks of a plan, those that are shown, and the forecast of some days. */
import { expect, test } from 'bun:test'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import {
  checkOrder,
  forecastOfDays,
  weeksOf,
  weeksShown,
} from '../../../server/planning/buy_plans/wssi/wssi_weeks.rules.ts'

const monthsOf = (fiscal_year: number, calendar: 'retail_4_5_4' | 'gregorian' = 'retail_4_5_4') =>
  planMonths({ fiscal_year, fiscal_year_start_month: 2, calendar })
const weeks = (fiscal_year: number, today = '2030-01-01', recorded_through = today) =>
  weeksOf(monthsOf(fiscal_year), { today, recorded_through })

test('a year has 52 or 53 weeks, and a plan on calendar months cuts the first and the last', () => {
  expect([weeks(2022).length, weeks(2023).length]).toEqual([52, 53])
  expect(weeks(2023).at(-1)).toEqual({
    number: 53,
    start: '2024-01-28',
    end: '2024-02-03',
    phase: 'past',
    actual_through: '2024-02-03',
  })
  const cut = weeksOf(monthsOf(2023, 'gregorian'), { today: '2030-01-01', recorded_through: '2030-01-01' })
  expect([cut[0], cut.at(-1)]).toMatchObject([
    { number: 1, start: '2023-02-01', end: '2023-02-04' },
    { start: '2024-01-28', end: '2024-01-31' },
  ])
})

test('a week is known until today, or until what is recorded; one that is not recorded at all has no day', () => {
  const of = (today: string, recorded_through?: string) =>
    weeks(2024, today, recorded_through)
      .slice(0, 3)
      .map(({ phase, actual_through }) => [phase, actual_through])
  expect(of('2024-02-11')).toEqual([
    ['past', '2024-02-10'],
    ['current', '2024-02-11'],
    ['future', null],
  ])
  expect(of('2024-02-12', '2024-02-10')).toEqual([
    ['past', '2024-02-10'],
    ['current', null],
    ['future', null],
  ])
  expect(of('2024-02-12', '2024-02-04')[0]).toEqual(['past', '2024-02-04'])
})

const shown = (query: { start_date?: string; end_date?: string }, today = '2024-02-04') => {
  const found = weeksShown(weeks(2024), monthsOf(2024), query, today)
  return [found[0]?.start, found.at(-1)?.end]
}

test('by default the half of the year that contains today is shown, or the nearest one; a day selects its whole week', () => {
  expect(shown({})).toEqual(['2024-02-04', '2024-08-03'])
  expect(shown({}, '2024-08-03')).toEqual(['2024-02-04', '2024-08-03'])
  expect(shown({}, '2024-08-04')).toEqual(['2024-08-04', '2025-02-01'])
  expect(shown({}, '2029-01-01')).toEqual(['2024-08-04', '2025-02-01'])
  expect(shown({}, '2020-01-01')).toEqual(['2024-02-04', '2024-08-03'])
  expect(shown({ start_date: '2024-03-09' })).toEqual(['2024-03-03', '2025-02-01'])
  expect(shown({ end_date: '2024-03-10' })).toEqual(['2024-02-04', '2024-03-16'])
  expect(shown({ start_date: '2024-03-09', end_date: '2024-03-09' })).toEqual(['2024-03-03', '2024-03-09'])
  expect(shown({ start_date: '2024-02-04', end_date: '2025-02-01' })).toEqual(['2024-02-04', '2025-02-01'])
})

/** What was refused. */
function refusedField(act: () => unknown) {
  try {
    act()
  } catch (error) {
    return (error as { data?: object }).data
  }
  throw new Error('not refused')
}

test('a day outside the plan is refused, and an end before the start', () => {
  const allowed = ['from 2024-02-04 to 2025-02-01']
  const rule = 'must be a day of the plan'
  expect(refusedField(() => shown({ start_date: '2024-02-03' }))).toEqual({ field: 'start_date', rule, allowed })
  expect(refusedField(() => shown({ end_date: '2025-02-02' }))).toEqual({ field: 'end_date', rule, allowed })
  expect(refusedField(() => checkOrder({ start_date: '2024-03-02', end_date: '2024-03-01' }))).toEqual({
    field: 'end_date',
    rule: 'must not be before start_date',
  })
  expect(checkOrder({ start_date: '2024-03-01', end_date: '2024-03-01' })).toBeUndefined()
})

test('days take their share of the weekly forecasts in which they lie; without one of them there is no forecast', () => {
  const byMonday = new Map([
    ['2024-02-05', 70],
    ['2024-02-12', 7],
  ])
  const of = (start: string, end: string) => forecastOfDays({ start, end }, byMonday)
  expect(of('2024-02-05', '2024-02-11')).toBe(70)
  expect(of('2024-02-11', '2024-02-17')).toBe(10 + 6)
  expect(of('2024-02-06', '2024-02-06')).toBe(10)
  expect(of('2024-02-04', '2024-02-10')).toBeNull()
  expect(of('2024-02-18', '2024-02-19')).toBeNull()
  expect(of('2024-02-12', '2024-02-18')).toBe(7)
})
