import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, daysBetween, weekdayOf } from '../../server/calendar/days.ts'
import { fiscalWeeksOf } from '../../server/calendar/retail_calendar.ts'
import { lastYearOf, planMonths } from '../../server/planning/buy_plans/plan_calendar.rules.ts'
import type { Cell } from '../../server/planning/buy_plans/cells/cells.store.ts'
import { divide, spread, spreadBases } from '../../server/planning/buy_plans/cells/spread.rules.ts'
import { planFigures } from '../../server/planning/known_values.ts'
import { shareOfMonth } from '../../server/planning/reports/weekly_trade/trade_week.rules.ts'
import { sumOf } from '../../server/planning/buy_plans/cells/sums.rules.ts'

const cents = fc.integer({ min: -500_000_000_000, max: 500_000_000_000 })
const weights = fc.array(fc.oneof(cents, fc.constant(0)), { minLength: 1, maxLength: 60 })
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

test('the parts of a total add up to it to the cent, whatever the weights', () => {
  fc.assert(fc.property(cents, weights, (total, of) => sum(divide(total, of)) === total))
})

test('no part differs from its exact share by a cent or more', () => {
  fc.assert(
    fc.property(cents, weights, (total, of) => {
      const positive = of.map((weight) => Math.max(weight, 0))
      const known = sum(positive) === 0 ? of.map(() => 1) : positive
      const whole = BigInt(sum(known))
      return divide(total, of).every((part, i) => {
        const off = BigInt(part) * whole - BigInt(total) * BigInt(known[i]!)
        return off > -whole && off < whole
      })
    }),
  )
})

test('a larger weight never gets a smaller part, and a weight of zero gets nothing beside others', () => {
  fc.assert(
    fc.property(fc.nat(500_000_000_000), weights, (total, of) => {
      const parts = divide(total, of)
      const hasWeight = of.some((weight) => weight > 0)
      return of.every((weight, i) =>
        hasWeight && weight > 0
          ? of.every((other, k) => other >= weight || parts[k]! <= parts[i]!)
          : !hasWeight || parts[i] === 0,
      )
    }),
  )
})

test('spreading what cells roll up to changes none of them', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 60 }), (of) => {
      fc.pre(sum(of) > 0)
      expect(divide(sum(of), of)).toEqual(of)
    }),
  )
})

test('the largest remainder gets the cent, and ties go to the first', () => {
  expect(divide(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(divide(10, [6, 3, 1])).toEqual([6, 3, 1])
  expect(divide(11, [6, 3, 2])).toEqual([6, 3, 2])
  expect(divide(7, [5, 3, 2])).toEqual([4, 2, 1])
  expect(divide(-7, [5, 3, 2])).toEqual([-4, -2, -1])
  expect(divide(3, [0, 0])).toEqual([2, 1])
})

test('rolled-up months, categories and channels agree with the year', () => {
  const cell = fc.record({ month: fc.integer({ min: 1, max: 12 }), category: fc.nat(3), sales: fc.nat(1_000_000_000) })
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 80 }), (cells) => {
      const by = (keyOf: (of: (typeof cells)[number]) => number) =>
        sum(
          [...new Set(cells.map(keyOf))].map((key) =>
            sumOf(
              cells.filter((one) => keyOf(one) === key),
              'sales',
            )!,
          ),
        )
      const year = sumOf(cells, 'sales')
      return by(({ month }) => month) === year && by(({ category }) => category) === year
    }),
  )
  expect(
    sumOf(
      [
        { month: 1, closing_stock_cost: 5 },
        { month: 12, closing_stock_cost: 7 },
      ],
      'closing_stock_cost',
    ),
  ).toBe(7)
  expect(
    sumOf(
      [
        { month: 1, margin: null },
        { month: 2, margin: 7 },
      ],
      'margin',
    ),
  ).toBeNull()
})

const year = fc.record({
  fiscal_year: fc.integer({ min: 2000, max: 2100 }),
  fiscal_year_start_month: fc.integer({ min: 1, max: 12 }),
  calendar: fc.constantFrom('retail_4_5_4' as const, 'gregorian' as const),
})

test('the months of a year follow each other, and the next year follows the last month', () => {
  fc.assert(
    fc.property(year, (plan) => {
      const months = planMonths(plan)
      const next = planMonths({ ...plan, fiscal_year: plan.fiscal_year + 1 })
      expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      for (const [i, { end }] of months.entries()) expect(addDays(end, 1)).toBe((months[i + 1] ?? next[0]!).start)
      if (plan.calendar === 'gregorian') {
        const first = `${plan.fiscal_year}-${String(plan.fiscal_year_start_month).padStart(2, '0')}-01`
        expect(months[0]!.start).toBe(first)
      } else {
        expect(months.every(({ start, end }) => weekdayOf(start) === 0 && weekdayOf(end) === 6)).toBe(true)
        const weeks = months.map((one) => one.weeks)
        expect([52, 53]).toContain(sum(weeks as number[]))
        expect(daysBetween(months[0]!.start, next[0]!.start)).toBe(sum(weeks as number[]) * 7)
      }
    }),
  )
})

/** 28 January 2018 to 3 February 2018 is week 53 of fiscal 2017, the published one. */
test('after a year with 53 weeks, last year aligns by date; a 53rd week has no equal', () => {
  const after = lastYearOf({ fiscal_year: 2018, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
  expect([after[0]!.start, after[11]!.end]).toEqual(['2017-02-05', '2018-02-03'])
  const long = lastYearOf({ fiscal_year: 2017, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
  expect([long[0]!.start, long[11]!.start, long[11]!.end]).toEqual(['2016-01-31', '2017-01-01', '2017-01-28'])
  expect(planMonths({ fiscal_year: 2017, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })[11]).toEqual({
    month: 12,
    weeks: 5,
    start: '2017-12-31',
    end: '2018-02-03',
  })
  const months = lastYearOf({ fiscal_year: 2025, fiscal_year_start_month: 4, calendar: 'gregorian' })
  expect([months[0]!.start, months[10]!.end, months[11]!.end]).toEqual(['2024-04-01', '2025-02-28', '2025-03-31'])
})

/** A year of the 4-5-4 calendar, half of them with 53 weeks. */
const retailYear = fc
  .record({
    fiscal_year: fc.integer({ min: 1990, max: 2090 }),
    fiscal_year_start_month: fc.integer({ min: 1, max: 12 }),
    isLong: fc.boolean(),
  })
  .map(({ fiscal_year, fiscal_year_start_month, isLong }) => {
    const years = Array.from({ length: 8 }, (_, i) => fiscal_year + i)
    const long = years.find((one) => fiscalWeeksOf(one, fiscal_year_start_month) === 53)!
    const plan = { fiscal_year: isLong ? long : fiscal_year, fiscal_year_start_month }
    return { ...plan, calendar: 'retail_4_5_4' as const }
  })

test('a year spread over cells by any figure, and months over weeks and days, sum to the cent, also in 53 weeks', () => {
  const figure = fc.constantFrom(...planFigures)
  const basis = fc.constantFrom(...spreadBases)
  const values = fc.array(fc.option(cents), { minLength: 36, maxLength: 36 })
  fc.assert(
    fc.property(retailYear, cents, figure, basis, values, (plan, total_cents, of, by, known) => {
      const months = planMonths(plan)
      const cells = months.flatMap(({ month }, i) =>
        [0, 1, 2].map((k) => ({ month, [of]: known[i * 3 + k]!, sales: known[i * 3 + k]! }) as unknown as Cell),
      )
      const parts = spread(cells, { figure: of, total_cents, by })
      expect(sum(parts)).toBe(total_cents)
      const byMonth = months.map(({ month }) => sum(parts.filter((_, at) => cells[at]!.month === month)))
      expect(sum(byMonth)).toBe(total_cents)
      for (const [i, month] of months.entries()) {
        const weeks = Array.from({ length: month.weeks! }, (_, week) => addDays(month.start, week * 7))
        const planned = weeks.map((start) => shareOfMonth(byMonth[i]!, month, { start, end: addDays(start, 6) }))
        expect(sum(planned)).toBe(byMonth[i]!)
      }
    }),
  )
})
