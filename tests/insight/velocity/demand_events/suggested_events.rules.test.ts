/** Days that are suggested as events. Expected figures are computed by hand. */
import { expect, test } from 'bun:test'
import { addDays } from '../../../../server/calendar/days.ts'
import {
  expectedUnits,
  hasEnough,
  type Series,
  seriesOf,
  suggest,
} from '../../../../server/insight/velocity/demand_events/suggested_events.rules.ts'

/** A Sunday. */
const first = '2026-06-07'
const series = (units: number[]): Series => ({ days: units.map((_, i) => addDays(first, i)), units })
const flat = (count: number, ...pattern: number[]) =>
  Array.from({ length: count }, (_, i) => pattern[i % pattern.length]!)
/** 63 days of 10 units, but for these days. */
const steady = (days: Record<number, number>, base = flat(63, 10)) => series(base.map((units, i) => days[i] ?? units))
const found = (of: Series, known: string[] = []) =>
  suggest(of, new Set(known)).map((one) =>
    [one.starts_on, one.ends_on, one.direction, one.units, one.expected_units].join(' '),
  )

test('a series begins with the first sale and has zeros on days without one', () => {
  const sales = [
    { day: '2026-06-07', units: 3 },
    { day: '2026-06-09', units: 4 },
  ]
  expect(seriesOf(sales, '2026-06-11')).toEqual({
    days: ['2026-06-07', '2026-06-08', '2026-06-09', '2026-06-10'],
    units: [3, 0, 4, 0],
  })
  expect(seriesOf([], '2026-06-11')).toEqual({ days: [], units: [] })
})

test('a series needs 56 days and one unit a day on average', () => {
  expect(hasEnough(series(flat(56, 1)))).toBe(true)
  expect(hasEnough(series(flat(55, 2)))).toBe(false)
  expect(hasEnough(series([0, ...flat(55, 1)]))).toBe(false)
  expect(hasEnough(series([57, ...flat(56, 0)]))).toBe(true)
})

test('a weekday sells as usual on it, also where it sells nothing', () => {
  expect(expectedUnits(series(flat(63, 20, 10, 10, 10, 10, 10, 10)))).toEqual(flat(63, 20, 10, 10, 10, 10, 10, 10))
  // A twentieth of the level at least.
  expect(expectedUnits(series(flat(63, 0, 10, 10, 10, 10, 10, 10)))).toEqual(flat(63, 0.5, 10, 10, 10, 10, 10, 10))
  expect(expectedUnits(series(flat(63, 0)))).toEqual(flat(63, 0))
})

test('the usual level is that of 21 days on each side, so it follows a step at once', () => {
  const step = [...flat(63, 10), ...flat(63, 30)]
  expect(expectedUnits(series(step))).toEqual(step)
  expect(found(series(step))).toEqual([])
})

/** 182 days of 10 units, but so many from the 70th on. */
const promoted = (days: number, units: number, from = 70) =>
  series(flat(182, 10).map((one, i) => (i >= from && i < from + days ? units : one)))
const periods = (of: Series) => found(of).map((one) => one.split(' ').slice(0, 3).join(' '))
const day = (i: number) => addDays(first, i)

test('a promotion of three weeks, and up to six, is one suggestion of all its days', () => {
  expect(found(promoted(21, 30))).toEqual([`${day(70)} ${day(90)} increase 630 210`])
  expect(periods(promoted(22, 30))).toEqual([`${day(70)} ${day(91)} increase`])
  expect(periods(promoted(45, 30, 60))).toEqual([`${day(60)} ${day(104)} increase`])
  expect(found(promoted(21, 0))).toEqual([`${day(70)} ${day(90)} decrease 0 210`])
})

test('what lasts longer is a level of its own, and so is what ends the series', () => {
  expect(periods(promoted(47, 30, 60))).not.toContain(`${day(60)} ${day(106)} increase`)
  expect(found(promoted(30, 30, 152))).toEqual([])
})

test('a steady rise is not unusual, neither within the series nor at its ends', () => {
  expect(found(series(Array.from({ length: 182 }, (_, i) => 400 + 4 * i)))).toEqual([])
})

test('the long level needs 45 days on both sides', () => {
  // 23 days of 30 units: the median of 43 days in their middle is 30, that of 91 is 10.
  const levels = (length: number, from: number) =>
    expectedUnits(series(flat(length, 10).map((one, i) => (i >= from && i < from + 23 ? 30 : one))))
  expect(levels(91, 34)[45]).toBe(10)
  expect(levels(90, 34)[45]).toBe(30)
  expect(levels(90, 33)[44]).toBe(30)
})

test('the level between two middle values is their average', () => {
  // The first day sees 22 days: eleven of 10 and eleven of 20, all of one weekday pattern of 1.
  const levels = expectedUnits(series([...flat(11, 10), ...flat(52, 20)]))
  expect(levels[0]).toBe(15)
})

test('a day that differs from its usual units is suggested, with its direction', () => {
  expect(found(steady({ 30: 40 }))).toEqual(['2026-07-07 2026-07-07 increase 40 10'])
  expect(found(steady({ 30: 0 }))).toEqual(['2026-07-07 2026-07-07 decrease 0 10'])
  expect(found(steady({}))).toEqual([])
  const [one] = suggest(steady({ 30: 40 }), new Set())
  // 2 * (sqrt(40.375) - sqrt(10.375))
  expect(one!.score).toBeCloseTo(6.26622, 4)
  expect(suggest(steady({ 30: 0 }), new Set())[0]!.score).toBeCloseTo(-5.2173, 3)
})

test('a score of 3.5 is unusual', () => {
  // 25 units score 3.629, 24 score 3.432.
  expect(found(steady({ 30: 25 }))).toHaveLength(1)
  expect(found(steady({ 30: 24 }))).toEqual([])
})

test('what is unusual is measured in the median deviation of the days', () => {
  const base = flat(63, 100, 80, 130)
  // The median deviation is 2.107, 1.4826 of which are 3.124: 240 units score 3.512, and 239 score 3.491.
  expect(found(steady({ 30: 240 }, base))).toEqual(['2026-07-07 2026-07-07 increase 240 100'])
  expect(found(steady({ 30: 239 }, base))).toEqual([])
})

test('days of known events are not suggested', () => {
  expect(found(steady({ 30: 40, 31: 40 }), ['2026-07-07'])).toEqual(['2026-07-08 2026-07-08 increase 40 10'])
})

test('consecutive days of one direction are one event, with the score of its most unusual day', () => {
  expect(found(steady({ 30: 40, 31: 90, 32: 30 }))).toEqual(['2026-07-07 2026-07-09 increase 160 30'])
  const [increase] = suggest(steady({ 30: 40, 31: 90, 32: 30 }), new Set())
  // 2 * (sqrt(90.375) - sqrt(10.375))
  expect(increase!.score).toBeCloseTo(12.5711, 4)
  const [decrease] = suggest(steady({ 30: 0, 31: 1 }), new Set())
  expect(decrease!.score).toBeCloseTo(-5.2173, 3)
})

test('days apart and other directions are events of their own, the most unusual first', () => {
  expect(found(steady({ 30: 40, 31: 0, 33: 90 }))).toEqual([
    '2026-07-10 2026-07-10 increase 90 10',
    '2026-07-07 2026-07-07 increase 40 10',
    '2026-07-08 2026-07-08 decrease 0 10',
  ])
  expect(found(steady({ 30: 30, 32: 0 }))[0]).toContain('decrease')
})
