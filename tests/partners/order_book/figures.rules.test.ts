/** Figures of the order book: values in US dollars, curves, baselines of doors and grades of styles. */
import { describe, expect, test } from 'bun:test'
import Big from 'big.js'
import { type OrderedStyle, baselineOf, soldByDoor } from '../../../server/partners/order_book/anchor/anchor.rules.ts'
import { gradesOf } from '../../../server/partners/order_book/anchor/grades.rules.ts'
import { curveOf, type DayChange } from '../../../server/partners/order_book/curve.rules.ts'
import { dollarValue } from '../../../server/partners/order_book/value.rules.ts'

const rates = new Map([
  ['USD', Big(1)],
  ['EUR', Big('1.1')],
  ['JPY', null],
])
const day = '2026-11-20'

describe('a value in US dollars', () => {
  const part = (currency: string, value_cents: number, unpriced_lines = 0) => ({
    currency,
    value_cents,
    unpriced_lines,
  })
  const missing = (currency: string) => ({
    usd: null,
    reason: `No exchange rate from ${currency} to US dollars is in force on ${day}.`,
  })

  test('is the sum of the currencies, each rounded to the cent', () => {
    expect(dollarValue([part('USD', 100), part('EUR', 105)], rates, day)).toEqual({ usd: 2.16, reason: null })
    expect(dollarValue([part('EUR', 5), part('EUR', 5)], rates, day).usd).toBe(0.12)
    expect(dollarValue([part('EUR', 4)], rates, day).usd).toBe(0.04)
    expect(dollarValue([], rates, day)).toEqual({ usd: 0, reason: null })
    expect(dollarValue([part('EUR', -200)], rates, day).usd).toBe(-2.2)
  })

  test('is that of the lines with a price, and says how many have none; it is not known where no line has one', () => {
    const value = (cents: number, ...lines: number[]) =>
      dollarValue(
        lines.map((of) => part('USD', cents, of)),
        rates,
        day,
      )
    const others = 'the value is that of the lines with a price.'
    expect(value(100, 1, 0)).toEqual({ usd: 2, reason: `The price of 1 line is open; ${others}` })
    expect(value(100, 1, 2)).toEqual({ usd: 2, reason: `The price of 3 lines is open; ${others}` })
    expect(value(0, 1)).toEqual({ usd: null, reason: 'The price of 1 line is open, so the value is not known.' })
    expect(value(0, 0)).toEqual({ usd: 0, reason: null })
  })

  test('is not known without the rate of a currency that has a value', () => {
    expect(dollarValue([part('USD', 100), part('JPY', 1)], rates, day)).toEqual(missing('JPY'))
    expect(dollarValue([part('CHF', -1)], rates, day)).toEqual(missing('CHF'))
    expect(dollarValue([part('USD', 100), part('JPY', 0)], rates, day)).toEqual({ usd: 1, reason: null })
  })
})

describe('a curve of bookings', () => {
  const change = (on: string, units: number, values: Partial<DayChange> = {}): DayChange => ({
    day: on,
    units,
    currency: 'USD',
    value_cents: units * 100,
    unpriced_lines: 0,
    ...values,
  })
  const facts = {
    as_of: day,
    season_start: '2026-12-20',
    prior_start: '2025-12-20',
    changes: [change('2026-11-03', 5), change('2026-11-20', 7), change('2026-11-20', 1, { currency: 'EUR' })],
    before: [change('2025-11-03', 2), change('2025-12-25', 4)],
    rates,
    step_days: 7,
  }
  const curve = (values: Partial<typeof facts> | { season_start: null } | { prior_start: null } = {}) =>
    curveOf({ ...facts, ...values })
  const points = (values: Parameters<typeof curve>[0] = {}) =>
    curve(values).points.map((one) => [one.days_before_start, one.booked_qty, one.prior_booked_qty])

  test('has a point at each multiple of the step, and at the day of the read', () => {
    expect(points()).toEqual([
      [49, 0, 0],
      [42, 5, 2],
      [35, 5, 2],
      [30, 13, 2],
      [28, null, 2],
      [21, null, 2],
      [14, null, 2],
      [7, null, 2],
      [0, null, 2],
    ])
    expect(points({ as_of: '2026-11-22', before: [] }).map(([at]) => at)).toEqual([49, 42, 35, 28])
  })

  test('ends with the last change of the season before, where that is after its start', () => {
    const before = [...facts.before, change('2025-12-27', 1)]
    expect(points({ before }).slice(-2)).toEqual([
      [0, null, 2],
      [-7, null, 7],
    ])
  })

  test('begins with the first change of either season', () => {
    expect(points({ before: [change('2025-10-01', 1)] })[0]).toEqual([84, 0, 0])
    expect(points({ changes: [], before: [] })).toEqual([
      [35, 0, 0],
      [30, 0, 0],
    ])
  })

  test('states days and values, those of the season before null after the day of the read', () => {
    const [point] = curve().points.filter((one) => one.days_before_start === 30)
    expect(point).toEqual({
      days_before_start: 30,
      date: '2026-11-20',
      booked_qty: 13,
      booked_value_usd: 13.1,
      prior_date: '2025-11-20',
      prior_booked_qty: 2,
      prior_booked_value_usd: 2,
    })
    const before = [change('2026-11-13', 2), change('2026-12-14', 4)]
    const late = curve({ prior_start: '2026-12-18', before }).points
    expect(late.slice(-4, -2).map((one) => [one.prior_date, one.prior_booked_qty])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-27', null],
    ])
  })

  test('adds up the parts of a currency, with their open prices', () => {
    const open = [change('2026-11-03', 5, { unpriced_lines: 2 }), change('2026-11-04', 1, { unpriced_lines: -1 })]
    const { booked_qty, value_reason, points: all } = curve({ changes: open, before: [] })
    const reason = 'The price of 1 line is open; the value is that of the lines with a price.'
    expect([booked_qty, value_reason]).toEqual([6, reason])
    expect(all.at(-1)).toMatchObject({ days_before_start: 30, booked_qty: 6, booked_value_usd: 6 })
    const settled = curve({ changes: [...open, change('2026-11-05', 1, { unpriced_lines: -1, value_cents: 50 })] })
    expect(settled.points.find((one) => one.days_before_start === 30)!.booked_value_usd).toBe(6.5)
  })

  test('counts no change after the day of the read', () => {
    expect(curve({ changes: [...facts.changes, change('2026-11-21', 9)] }).booked_qty).toBe(13)
  })

  test('has no season before without its start', () => {
    expect(curve({ prior_start: null }).points.map((one) => [one.prior_date, one.prior_booked_qty])).toEqual(
      curve({ prior_start: null }).points.map(() => [null, null]),
    )
    expect(points({ prior_start: null }).map(([at]) => at)).toEqual([49, 42, 35, 30])
  })

  test('has no points without the start of the season, and says why', () => {
    expect(curve({ season_start: null })).toEqual({
      booked_qty: 13,
      points: [],
      points_reason: 'The start of the season is not known, since no line has a ship window. Send season_start.',
      value_reason: null,
    })
    expect(curve().points_reason).toBeNull()
  })

  test('reaches three years from the start, and to the day of the read where that is further', () => {
    const ancient = [change('2020-01-01', 1)]
    expect(points({ before: ancient, step_days: 28 })[0]![0]).toBe(1_120)
    expect(points({ changes: ancient, before: [], as_of: '2020-02-01', step_days: 28 })[0]![0]).toBe(2_520)
    const far = [change('2025-11-03', 2), change('2035-01-01', 1)]
    expect(points({ before: far, step_days: 28 }).at(-1)![0]).toBe(-1_092)
    expect(points({ before: [], as_of: '2036-01-01', step_days: 28 }).at(-1)![0]).toBe(-3_299)
  })
})

describe('what a door can be expected to sell', () => {
  const doors = ['north', 'south', 'new'].map((door_id) => ({ door_id, name: door_id, door_reference: door_id }))
  const style = (product_id: string, category_id: string | null = 'knit'): OrderedStyle => ({
    product_id,
    title: product_id,
    category_id,
    category: 'Knitwear',
    ordered_qty: 1,
  })
  const row = (product_id: string, category_id: string | null, door_id: string, units: number) => ({
    product_id,
    category_id,
    door_id,
    units,
  })
  const sold = soldByDoor([
    row('jumper', 'knit', 'north', 30),
    row('cardigan', 'knit', 'north', 11),
    row('cardigan', 'knit', 'south', 10),
    row('jeans', null, 'north', 4),
    row('socks', 'hosiery', 'south', 5),
  ])
  const units = (of: OrderedStyle, among = doors) =>
    baselineOf(of, among, sold).by_door.map((one) => [one.units, one.rung, one.share])

  test('is what it sold of the style', () => {
    const { basis, by_door } = baselineOf(style('cardigan'), doors.slice(0, 2), sold)
    expect(basis).toBe('measured')
    expect(by_door).toEqual([
      {
        ...doors[0]!,
        units: 11,
        share: 0.5238,
        rung: 'measured',
        rung_label: 'Units of the style that the door sold.',
        source: 'sell_out',
      },
      {
        ...doors[1]!,
        units: 10,
        share: 0.4762,
        rung: 'measured',
        rung_label: 'Units of the style that the door sold.',
        source: 'sell_out',
      },
    ])
  })

  test('is else its average of the category, else of all styles, else nothing', () => {
    expect(units(style('vest'))).toEqual([
      [20.5, 'category_average', 0.6721],
      [10, 'category_average', 0.3279],
      [null, 'not_measured', null],
    ])
    expect(units(style('shirt', 'shirts'))).toEqual([
      [15, 'account_average', 0.6667],
      [7.5, 'account_average', 0.3333],
      [null, 'not_measured', null],
    ])
    expect(units(style('hat', null))[0]).toEqual([15, 'account_average', 0.6667])
    expect(units(style('jeans', null))[0]![1]).toBe('measured')
  })

  test('says how it was found, and mixes where doors differ', () => {
    const labels = (of: OrderedStyle) => baselineOf(of, doors, sold).by_door.map((one) => one.rung_label)
    expect(labels(style('vest'))[0]).toBe('Average of 2 styles of the category Knitwear that the door sold.')
    expect(labels(style('vest'))[2]).toBe('The door reported no sales in the window.')
    expect(labels(style('hat', null))[0]).toBe('Average of all 3 styles of the account that the door sold.')
    const basis = (of: OrderedStyle, among = doors) => baselineOf(of, among, sold).basis
    expect(basis(style('jumper'))).toBe('mixed')
    expect(basis(style('vest'), doors.slice(0, 2))).toBe('category_average')
    expect(basis(style('vest'), doors.slice(2))).toBe('not_measured')
    expect(basis(style('vest'), [])).toBe('not_measured')
  })

  test('counts as none where more came back than sold', () => {
    const returned = soldByDoor([row('jumper', 'knit', 'north', -3), row('jumper', 'knit', 'south', 2)])
    expect(
      baselineOf(style('jumper'), doors.slice(0, 2), returned).by_door.map((one) => [one.units, one.share]),
    ).toEqual([
      [-3, 0],
      [2, 1],
    ])
  })

  test('is rounded to hundredths', () => {
    const thirds = soldByDoor(['a', 'b', 'c'].map((id, i) => row(id, 'knit', 'north', i === 0 ? 2 : 1)))
    expect(baselineOf(style('vest'), doors.slice(0, 1), thirds).by_door[0]!.units).toBe(1.33)
    expect(thirds.totals).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
        ['c', 1],
      ]),
    )
    expect(sold.totals.get('cardigan')).toBe(21)
  })
})

describe('the grade of a category', () => {
  const cell = (category_id: string | null, planned_sales_cents: number, currency = 'USD') => ({
    category_id,
    currency,
    planned_sales_cents,
  })
  const grades = (...cells: ReturnType<typeof cell>[]) => Object.fromEntries(gradesOf(cells, rates, day).grades)

  test('is A within the first 80 per cent of planned sales, B up to 95 and C above', () => {
    expect(grades(cell('a', 79), cell('b', 16), cell('c', 5))).toEqual({ a: 'A', b: 'A', c: 'C' })
    expect(grades(cell('a', 80), cell('b', 15), cell('c', 5))).toEqual({ a: 'A', b: 'B', c: 'C' })
    expect(grades(cell('a', 80), cell('b', 14), cell('c', 6))).toEqual({ a: 'A', b: 'B', c: 'B' })
    expect(grades(cell('c', 5), cell('b', 15), cell('a', 80))).toEqual({ a: 'A', b: 'B', c: 'C' })
  })

  test('is the same for equal sales, and C without any', () => {
    expect(grades(cell('a', 50), cell('b', 50), cell('c', 0))).toEqual({ a: 'A', b: 'A', c: 'C' })
  })

  test('adds up the cells of a category; no category is one, too', () => {
    expect(grades(cell('a', 10), cell(null, 60), cell('b', 30), cell('a', 60))).toEqual({ a: 'A', '': 'A', b: 'B' })
  })

  test('converts several currencies, and one not at all', () => {
    expect(gradesOf([cell('a', 1, 'JPY')], rates, day)).toEqual({
      grades_state: 'served',
      grades_reason: null,
      grades: new Map([['a', 'A']]),
    })
    expect(grades(cell('a', 75, 'EUR'), cell('b', 20))).toEqual({ a: 'A', b: 'B' })
    expect(grades(cell('a', 75), cell('b', 20))).toEqual({ a: 'A', b: 'A' })
    expect(gradesOf([cell('a', 1), cell('b', 1, 'JPY')], rates, day)).toEqual({
      grades_state: 'unreadable',
      grades_reason: `No exchange rate from JPY to US dollars is in force on ${day}.`,
      grades: new Map(),
    })
  })

  test('needs a plan that plans sales', () => {
    expect(gradesOf([], rates, day)).toMatchObject({ grades_state: 'not_on_plan', grades: new Map() })
    expect(gradesOf([cell('a', 0)], rates, day)).toEqual({
      grades_state: 'unreadable',
      grades_reason: 'The plans of the season plan no sales.',
      grades: new Map(),
    })
  })
})
