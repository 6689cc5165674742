import { expect, test } from 'bun:test'
import {
  referenceUnitsMin,
  seasonalIndex,
  seasonAt,
  seasonOf,
  wavesOf,
  type WeekSale,
} from '../../../server/catalogue/price_sensitivity/season.rules.ts'
import { addDays } from '../../../server/calendar/days.ts'

const weekStarts = (count: number) => Array.from({ length: count }, (_, i) => addDays('2024-01-01', i * 7))
const turn = (week: number) => Math.cos((2 * Math.PI * week) / 52.1775)
const product = (units: (week: number) => number, price_cents: (week: number) => number, count = 104) => ({
  product_id: crypto.randomUUID(),
  weeks: Array.from({ length: count }, (_, week): WeekSale => [
    week,
    units(week),
    units(week) * price_cents(week),
  ]).filter(([, sold]) => sold > 0),
})

test('the curve of a category is found, and the average week of a year is 1', () => {
  const weeks = weekStarts(104)
  const season = seasonOf(
    [
      product(
        (week) => Math.round(1000 * Math.exp(0.5 * turn(week))),
        () => 5000,
      ),
    ],
    weeks,
  )!
  for (const week of [0, 13, 26, 39, 70])
    expect(seasonAt(season, weeks[week]!) - seasonAt(season, weeks[26]!)).toBeCloseTo(0.5 * (turn(week) - turn(26)), 1)
  const index = seasonalIndex(season, weeks)
  expect(index.slice(0, 52).reduce((sum, one) => sum + one, 0) / 52).toBeCloseTo(1, 9)
  expect(index[0]! / index[26]!).toBeCloseTo(Math.E, 1)
})

test('a markdown at the same time every year is no season', () => {
  const price = (week: number) => (week % 52 >= 20 && week % 52 < 30 ? 3500 : 5000)
  const marked = product((week) => Math.round(400 * (price(week) / 5000) ** -2), price)
  const steady = product(
    () => 400,
    () => 5000,
  )
  const index = seasonalIndex(seasonOf([marked, steady], weekStarts(104))!, weekStarts(52))
  for (const one of index) expect(Math.abs(one - 1)).toBeLessThan(0.02)
})

test('a category that doubles from one year to the next has no season for it', () => {
  const season = seasonOf(
    [
      product(
        (week) => (week < 52 ? 100 : 200),
        () => 5000,
      ),
    ],
    weekStarts(104),
  )!
  for (const one of seasonalIndex(season, weekStarts(52))) expect(one).toBeCloseTo(1, 6)
})

test('weeks that do not make a year, or too few units, make no curve', () => {
  const steady = (units: number, from = 0) =>
    product(
      (week) => (week < from ? 0 : units),
      () => 5000,
    )
  expect(seasonOf([], weekStarts(104))).toBeNull()
  expect(seasonOf([steady(100, 53)], weekStarts(104))).toBeNull()
  expect(seasonOf([steady(100, 52)], weekStarts(104))).not.toBeNull()
  const thin = product(
    (week) => (week < 100 ? 1 : (referenceUnitsMin - 101) / 4),
    () => 5000,
  )
  expect(seasonOf([thin], weekStarts(104))).toBeNull()
  expect(
    seasonOf(
      [
        thin,
        product(
          (week) => (week === 60 ? 1 : 0),
          () => 5000,
        ),
      ],
      weekStarts(104),
    ),
  ).not.toBeNull()
})

test('waves are those of the middle of the week: one, two and three cycles a year', () => {
  // Three and a half days after the start of 1970, and 365.2425 days in a year.
  const turn = (2 * Math.PI * 3.5) / 365.2425
  expect(wavesOf('1970-01-01')).toEqual(
    [1, 2, 3].flatMap((n) => [expect.closeTo(Math.cos(n * turn), 12), expect.closeTo(Math.sin(n * turn), 12)]),
  )
  expect(wavesOf('1970-01-08')[0]).toBeCloseTo(Math.cos(3 * turn), 12)
})

/** The index of each week of a year is 1. */
const isFlat = (products: ReturnType<typeof product>[], count = 104) => {
  const season = seasonOf(products, weekStarts(count))!
  return seasonalIndex(season, weekStarts(52)).every((one) => Math.abs(one - 1) < 0.01)
}
const fixed = () => 5000

test('years are counted back from the latest week, so that growth between them is no season', () => {
  const grown = (from: number) => product((week) => (week < from ? 100 : 200), fixed, 110)
  expect(isFlat([grown(58)], 110)).toBe(true)
  expect(isFlat([grown(52)], 110)).toBe(false)
})

test('each product and year has a level of its own', () => {
  const first = product((week) => (week < 52 ? 100 : 400), fixed)
  const steady = product(() => 100, fixed)
  const half = product((week) => (week < 26 ? 5_000 : 0), fixed)
  expect(isFlat([first, steady, half])).toBe(true)
})

test('a week without sales has the price before it, and counts; weeks given away before any price do not', () => {
  const halves = product((week) => (week % 52 < 26 ? 100 : week % 2 === 0 ? 100 : 0), fixed)
  const index = seasonalIndex(seasonOf([halves], weekStarts(104))!, weekStarts(52))
  expect(index[13]!).toBeGreaterThan(index[39]! * 1.5)
  const gifts = product(
    () => 100,
    (week) => (week < 10 ? 0 : 5000),
  )
  expect(isFlat([gifts])).toBe(true)
})
