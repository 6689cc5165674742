/** How much of a month of last year is known. */
import { expect, test } from 'bun:test'
import {
  type Baseline,
  baselineMonths,
  stateOf,
  unrecordedMonths,
  whyNotWhole,
} from '../../../server/planning/buy_plans/baseline_months.rules.ts'

const june = { start: '2026-06-01', end: '2026-06-30' }
const state = (from: string | null, through: string) => stateOf(june, { from, through })

test('a month is whole from its first to its last day, partial with some of them, and none without', () => {
  expect(state('2026-06-01', '2026-06-30')).toBe('whole')
  expect(state('2026-06-02', '2026-06-30')).toBe('partial')
  expect(state('2026-06-01', '2026-06-29')).toBe('partial')
  expect(state('2026-06-30', '2026-07-30')).toBe('partial')
  expect(state('2026-01-01', '2026-06-01')).toBe('partial')
  expect(state('2026-07-01', '2026-07-30')).toBe('none')
  expect(state('2026-01-01', '2026-05-31')).toBe('none')
  expect(state(null, '2026-06-30')).toBe('none')
})

test('the reason names the days that are recorded, and where they end', () => {
  const why = (from: string | null, through: string) => whyNotWhole(june, { from, through })
  expect(why('2026-01-01', '2026-06-30')).toBeNull()
  expect(why('2026-01-01', '2026-06-12')).toBe(
    'Of the days 2026-06-01 to 2026-06-30 of last year, 2026-06-01 to 2026-06-12 are recorded.',
  )
  expect(why('2026-06-12', '2026-07-30')).toBe(
    'Of the days 2026-06-01 to 2026-06-30 of last year, 2026-06-12 to 2026-06-30 are recorded.',
  )
  expect(why('2026-01-01', '2026-05-31')).toBe(
    'The days 2026-06-01 to 2026-06-30 of last year are not recorded: sales are recorded until 2026-05-31.',
  )
  for (const from of ['2026-07-01', null])
    expect(why(from, '2026-07-30')).toBe('The days 2026-06-01 to 2026-06-30 of last year are not recorded.')
})

const plan = (fields: Partial<Baseline> = {}): Baseline => ({
  fiscal_year: 2027,
  fiscal_year_start_month: 1,
  calendar: 'gregorian',
  baseline_source: 'last_year_actuals',
  baseline_fill: 'none',
  baseline_from: '2026-02-01',
  baseline_through: '2026-03-15',
  ...fields,
})
const shown = (fields: Partial<Baseline>) =>
  baselineMonths(plan(fields))
    .slice(0, 4)
    .map(({ actuals, filled_from }) => [actuals, filled_from])

test('each month of a plan says what is known of it, and what filled it', () => {
  expect(shown({})).toEqual([
    ['none', null],
    ['whole', null],
    ['partial', null],
    ['none', null],
  ])
  expect(shown({ baseline_fill: 'year_before' })).toEqual([
    ['none', 'year_before'],
    ['whole', null],
    ['partial', 'year_before'],
    ['none', 'year_before'],
  ])
  expect(shown({ baseline_fill: 'zero' })).toEqual([
    ['none', 'zero'],
    ['whole', null],
    ['partial', null],
    ['none', 'zero'],
  ])
  expect(shown({ baseline_from: null })[0]).toEqual(['whole', null])
  expect(shown({ baseline_from: null, baseline_through: null }).every(([actuals]) => actuals === 'none')).toBe(true)
  expect(baselineMonths(plan({ baseline_source: 'empty' }))).toEqual([])
})

test('months of which no day is known are those whose cells lack a value', () => {
  const months = unrecordedMonths(plan())
  expect([...months.keys()]).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(months.get(4)).toBe(
    'The days 2026-04-01 to 2026-04-30 of last year are not recorded: sales are recorded until 2026-03-15. No value has been entered.',
  )
  expect(unrecordedMonths(plan({ baseline_source: 'empty' })).size).toBe(0)
})
