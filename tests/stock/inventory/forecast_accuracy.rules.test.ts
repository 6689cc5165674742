/** Forecast errors of weeks without a forecast, without sales and without a year before; and the weeks of a window. */
import { expect, test } from 'bun:test'
import {
  measure,
  measureWeek,
  trailingOf,
  type WeekSums,
  weeksOf,
} from '../../../server/stock/inventory/forecast_accuracy.rules.ts'

const week = (fields: Partial<WeekSums> = {}): WeekSums => ({
  week_start: '2026-11-16',
  variants: 3,
  forecast_units: 90,
  actual_units: 120,
  absolute_error: 40,
  naive_error: 50,
  units_year_before: 100,
  sold_without_forecast: 5,
  ...fields,
})

test('WMAPE is the error over the units sold, WMASE the error over that of the naive forecast', () => {
  expect(measure([week()])).toEqual({ wmape: 0.3333, wmape_reason: null, wmase: 0.8, wmase_reason: null })
})

test('errors of several weeks are summed before they are divided', () => {
  const two = [week(), week({ actual_units: 30, absolute_error: 35, naive_error: 25 })]
  expect(measure(two)).toMatchObject({ wmape: 0.5, wmase: 1 })
})

test('without a forecast there is no measure', () => {
  const reason = 'There is no forecast for this week.'
  const none = { wmape: null, wmape_reason: reason, wmase: null, wmase_reason: reason }
  expect(measure([])).toEqual(none)
  expect(measure([week({ variants: 0 })])).toEqual(none)
})

test('weeks without a forecast do not count beside others', () => {
  expect(measure([week({ variants: 1 }), week({ variants: 0, absolute_error: 999 })])).toMatchObject({
    wmape: 0.3333,
    wmase: 0.8,
  })
})

test('without sales there is no WMAPE; one unit is enough', () => {
  expect(measure([week({ actual_units: 0 })])).toMatchObject({
    wmape: null,
    wmape_reason: 'No variant with a forecast was sold.',
    wmase: 0.8,
  })
  expect(measure([week({ actual_units: 1 })])).toMatchObject({ wmape: 40, wmape_reason: null })
})

test('weeks without sales a year earlier are left out of WMASE, on both sides of the division', () => {
  const without = week({ units_year_before: 0, absolute_error: 60, naive_error: 120 })
  expect(measure([without])).toMatchObject({
    wmape: 0.5,
    wmase: null,
    wmase_reason: 'Nothing was sold in the same week a year earlier, so there is no naive forecast to compare with.',
  })
  expect(measure([week({ units_year_before: 1 }), without])).toMatchObject({ wmase: 0.8, wmase_reason: null })
})

test('a naive forecast without error gives nothing to compare with', () => {
  expect(measure([week({ naive_error: 0 })])).toMatchObject({
    wmase: null,
    wmase_reason: 'Sales equal those of a year earlier exactly, so there is no naive error to compare with.',
  })
  expect(measure([week({ naive_error: 1 })])).toMatchObject({ wmase: 40, wmase_reason: null })
})

test('a week ends on its seventh day, and shows no naive error without sales a year earlier', () => {
  const { units_year_before: _, ...shown } = week()
  expect(measureWeek(week())).toEqual({
    ...shown,
    week_end: '2026-11-22',
    wmape: 0.3333,
    wmape_reason: null,
    wmase: 0.8,
    wmase_reason: null,
  })
  expect(measureWeek(week({ units_year_before: 1 })).naive_error).toBe(50)
  expect(measureWeek(week({ units_year_before: 0 })).naive_error).toBeNull()
})

test('the trailing weeks are those with a forecast, and their sums have four decimals', () => {
  const trailing = trailingOf([
    week({ variants: 1, forecast_units: 0.1 }),
    week({ variants: 2, forecast_units: 0.2 }),
    week({ variants: 0, forecast_units: 0.3 }),
  ])
  expect(trailing).toEqual({
    weeks: 2,
    forecast_units: 0.6,
    actual_units: 360,
    absolute_error: 120,
    wmape: 0.3333,
    wmape_reason: null,
    wmase: 0.8,
    wmase_reason: null,
  })
})

const window = (first_week: string, last_week: string, weeks: number) => ({ first_week, last_week, weeks })

test.each([
  ['on a Sunday, whose week has not ended', '2026-11-22', window('2026-11-02', '2026-11-09', 2)],
  ['on a Monday, after the week has ended', '2026-11-23', window('2026-11-09', '2026-11-16', 2)],
])('the last week is the last complete one: %s', (_, today, expected) => {
  expect(weeksOf(today, { weeks: 2 })).toEqual(expected)
})

test.each([
  ['ends with its week on a Sunday', { end_date: '2026-11-15' }, window('2026-11-09', '2026-11-09', 1)],
  ['leaves out the week that it ends within', { end_date: '2026-11-14' }, window('2026-11-02', '2026-11-02', 1)],
  ['ends with the past, whatever its last day', { end_date: '2027-01-01' }, window('2026-11-16', '2026-11-16', 1)],
  ['begins with its week on a Monday', { start_date: '2026-11-09' }, window('2026-11-09', '2026-11-16', 2)],
  ['leaves out the week that it begins within', { start_date: '2026-11-10' }, window('2026-11-16', '2026-11-16', 1)],
])('a window %s', (_, selection, expected) => {
  expect(weeksOf('2026-11-23', { weeks: 1, ...selection })).toEqual(expected)
})

test('a window without a complete week has none', () => {
  expect(weeksOf('2026-11-23', { weeks: 1, start_date: '2026-11-17' })).toBeNull()
})
