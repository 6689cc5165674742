/** Windows, cards and charts of the sales overview, at the edges of months and of zero. */
import { expect, test } from 'bun:test'
import {
  type CardKey,
  cardKeys,
  cardsOf,
  forecastOf,
  netMoney,
  nextWeeks,
  noSums,
  type OverviewPeriod,
  type OverviewSums,
  overviewWindows,
  pointsOf,
  seriesOf,
} from '../../../server/insight/sales/sales_overview.rules.ts'

const windows = (period: OverviewPeriod, today: string, recorded_through = today) => {
  const { window, previous, last_year } = overviewWindows(period, { today, recorded_through }, 2)
  return [window, previous, last_year].map(({ start, end }) => `${start} ${end}`)
}

test('the last days are complete days up to yesterday, against as many before them and 52 weeks earlier', () => {
  const today = '2026-11-22'
  expect(windows('last_7_days', today)).toEqual([
    '2026-11-15 2026-11-21',
    '2026-11-08 2026-11-14',
    '2025-11-16 2025-11-22',
  ])
  expect(windows('last_28_days', today)[0]).toBe('2026-10-25 2026-11-21')
  expect(windows('last_90_days', today)[0]).toBe('2026-08-24 2026-11-21')
  expect(windows('last_365_days', today).slice(0, 2)).toEqual(['2025-11-22 2026-11-21', '2024-11-22 2025-11-21'])
})

test('every window ends with the last recorded day, and a month to date is that of this day', () => {
  const at = (period: OverviewPeriod, recorded_through: string) => windows(period, '2026-11-22', recorded_through)
  expect(at('last_7_days', '2026-11-21')[0]).toBe('2026-11-15 2026-11-21')
  expect(at('last_7_days', '2026-11-20')).toEqual([
    '2026-11-14 2026-11-20',
    '2026-11-07 2026-11-13',
    '2025-11-15 2025-11-21',
  ])
  expect(at('month_to_date', '2026-11-21').slice(0, 2)).toEqual(['2026-11-01 2026-11-21', '2026-10-01 2026-10-21'])
  expect(at('month_to_date', '2026-10-30').slice(0, 2)).toEqual(['2026-10-01 2026-10-30', '2026-09-01 2026-09-30'])
  expect(at('fiscal_month_to_date', '2026-10-31')[0]).toBe('2026-10-04 2026-10-31')
})

test('a month or year to date includes today, against as many days of the one before', () => {
  const today = '2026-11-22'
  expect(windows('month_to_date', today)).toEqual([
    '2026-11-01 2026-11-22',
    '2026-10-01 2026-10-22',
    '2025-11-02 2025-11-23',
  ])
  expect(windows('year_to_date', today).slice(0, 2)).toEqual(['2026-01-01 2026-11-22', '2025-01-01 2025-11-22'])
})

test('fiscal months and years are those of the 4-5-4 calendar', () => {
  const today = '2026-11-22'
  expect(windows('fiscal_month_to_date', today).slice(0, 2)).toEqual(['2026-11-01 2026-11-22', '2026-10-04 2026-10-25'])
  expect(windows('fiscal_year_to_date', today).slice(0, 2)).toEqual(['2026-02-01 2026-11-22', '2025-02-02 2025-11-23'])
})

test('a month is compared with no more days than the one before has', () => {
  const previous = (today: string) => windows('month_to_date', today)[1]
  expect(previous('2026-03-01')).toBe('2026-02-01 2026-02-01')
  expect(previous('2026-03-28')).toBe('2026-02-01 2026-02-28')
  expect(previous('2026-03-29')).toBe('2026-02-01 2026-02-28')
  expect(previous('2026-03-31')).toBe('2026-02-01 2026-02-28')
})

test('a chart has days up to 31, weeks up to 100 days, and months beyond', () => {
  const count = (end: string) => pointsOf({ start: '2026-06-01', end }).length
  // 31, 32, 100 and 101 days from a Monday.
  expect(['2026-07-01', '2026-07-02', '2026-09-08', '2026-09-09'].map(count)).toEqual([31, 5, 15, 4])
})

test('the coming weeks begin on the next Monday', () => {
  expect(nextWeeks('2026-11-22')).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'])
  expect(nextWeeks('2026-11-23')[0]).toBe('2026-11-30')
})

const sums = (values: Partial<OverviewSums> = {}): OverviewSums => ({
  units: 10,
  returned_units: 2,
  gross: 20_000,
  discounts: 1_000,
  returns: 3_000,
  net: 16_000,
  costed_units: 12,
  cost: 6_000,
  unrated: null,
  ...values,
})
const basis = {
  window: { start: '2026-11-08', end: '2026-11-14' },
  previous: { start: '2026-11-01', end: '2026-11-07' },
  currency: 'USD',
  sales_begin_on: '2026-11-01' as string | null,
}
const cards = (now: OverviewSums, before: OverviewSums = noSums) => cardsOf(cardKeys, now, before, basis)
const card = (key: CardKey, now: OverviewSums, before: OverviewSums = noSums) => cardsOf([key], now, before, basis)[0]!

test('the figures of the cards', () => {
  expect(cards(sums()).map(({ key, value, unit, higher_better }) => [key, value, unit, higher_better])).toEqual([
    ['net_sales', 160, 'USD', true],
    ['gross_sales', 200, 'USD', true],
    ['net_items_sold', 8, 'units', true],
    ['average_price', 19, 'USD', true],
    ['discount_rate', 5, 'percent', false],
    ['return_rate', 20, 'percent', false],
    ['gross_margin', 62.5, 'percent', true],
  ])
  expect(cards(sums()).map(({ info }) => info)).toEqual([
    'Gross sales minus discounts and returns, excluding taxes.',
    'Sales before discounts and returns, excluding taxes.',
    'Units sold minus units returned.',
    'Gross sales minus discounts, per unit sold.',
    'Discounts as a percentage of gross sales.',
    'Units returned per hundred units sold.',
    'Net sales minus the cost of the units sold and not returned, as a percentage of net sales.',
  ])
})

const compared = (changes: Partial<typeof basis>) =>
  cardsOf(['net_sales', 'gross_sales', 'net_items_sold', 'average_price', 'return_rate'], sums(), sums(), {
    ...basis,
    ...changes,
  }).map(({ previous_value, previous_reason, change, change_reason }) => [
    previous_value ?? previous_reason,
    change ?? change_reason,
  ])

test('sums are not compared with a period of fewer days, and rates are', () => {
  // The fifth week of a fiscal month, against a month of four.
  const shorter = {
    window: { start: '2026-11-29', end: '2026-12-31' },
    previous: { start: '2026-11-01', end: '2026-11-28' },
  }
  const reason = 'The period to compare with has 28 days, and the window has 33.'
  const [net, gross, units, price, rate] = compared(shorter)
  expect([net, gross, units]).toEqual([
    [reason, reason],
    [reason, reason],
    [reason, reason],
  ])
  expect([price, rate]).toEqual([
    [19, 0],
    [20, 0],
  ])
  const equal = { ...shorter, window: { start: '2026-11-29', end: '2026-12-26' } }
  expect(compared(equal)[0]).toEqual([160, 0])
})

test('nothing is compared with a period that begins before the first recorded sale', () => {
  const reason = 'Sales are recorded from 2026-11-02 on, and the period to compare with begins on 2026-11-01.'
  for (const one of compared({ sales_begin_on: '2026-11-02' })) expect(one).toEqual([reason, reason])
  expect(compared({ sales_begin_on: '2026-11-01' })[0]).toEqual([160, 0])
  expect(compared({ sales_begin_on: null })[0]).toEqual([160, 0])
})

test('a point that ends before the first recorded sale is unknown', () => {
  const points = [
    { start: '2026-11-02', end: '2026-11-08' },
    { start: '2026-11-09', end: '2026-11-15' },
  ]
  const values = (sales_begin_on: string) =>
    seriesOf(points, new Map(), {
      today: '2026-11-22',
      recorded_through: '2026-11-22',
      currency: 'USD',
      sales_begin_on,
    }).map(({ value }) => value.cents ?? value.reason)
  expect(values('2026-11-09')).toEqual(['Sales are recorded from 2026-11-09 on.', 0])
  expect(values('2026-11-08')).toEqual([0, 0])
})

test('rates are rounded half up to two decimals', () => {
  expect(card('average_price', sums({ units: 8, gross: 1_004, discounts: 0 })).value).toBe(1.26)
  expect(card('return_rate', sums({ units: 3, returned_units: 1 })).value).toBe(33.33)
})

test('a rate of nothing is missing, and says why', () => {
  const sold = 'Nothing was sold in the window.'
  expect(cards(noSums).map(({ value, reason }) => [value, reason])).toEqual([
    [0, null],
    [0, null],
    [0, null],
    [null, sold],
    [null, sold],
    [null, sold],
    [null, 'Net sales are not positive.'],
  ])
  expect(card('gross_margin', sums({ net: -1 })).reason).toBe('Net sales are not positive.')
})

test('a margin needs the cost of every unit sold and returned', () => {
  expect(card('gross_margin', sums({ costed_units: 11 }))).toMatchObject({
    value: null,
    reason: 'The cost of some of the units is unknown.',
  })
})

test('without an exchange rate figures of money are missing, and those of units are not', () => {
  const found = cards(sums({ unrated: 'EUR' }))
  expect(found.filter(({ value }) => value !== null).map(({ key }) => key)).toEqual(['net_items_sold', 'return_rate'])
  expect(found[0]!.reason).toBe('Some of the sales are in EUR, and no exchange rate to USD is known for their days.')
})

test('a change is in per cent of the previous value, rounded to one decimal', () => {
  const change = (now: number, before: number) => {
    const { change: value, change_reason } = card('net_sales', sums({ net: now }), sums({ net: before }))
    return value ?? change_reason
  }
  expect(change(16_000, 10_000)).toBe(60)
  expect(change(100, 300)).toBe(-66.7)
  expect(change(300, 300)).toBe(0)
  expect(change(-100, 100)).toBe(-200)
  expect(change(0, 0)).toBe(0)
  expect(change(0, 100)).toBe(-100)
  expect(change(100, 0)).toBe('The previous value is zero or negative.')
  expect(change(0, -100)).toBe('The previous value is zero or negative.')
  expect(Object.is(change(99_999, 100_000), 0)).toBe(true)
})

test('a card states the previous value, and why there is no change where one of the two is missing', () => {
  expect(card('average_price', sums(), sums({ gross: 11_000 }))).toMatchObject({
    value: 19,
    previous_value: 10,
    previous_reason: null,
    change: 90,
    change_reason: null,
  })
  expect(card('average_price', noSums, sums())).toMatchObject({
    previous_value: 19,
    change: null,
    change_reason: 'There is no current value to compare.',
  })
  expect(card('average_price', sums(), noSums)).toMatchObject({
    previous_value: null,
    previous_reason: 'Nothing was sold in the window.',
    change: null,
    change_reason: 'There is no previous value to compare with.',
  })
})

test('a point without sales is zero, and missing where it has not started', () => {
  const points = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ({ start: day, end: day }))
  const series = seriesOf(points, new Map([[0, sums()]]), {
    today: '2026-11-22',
    recorded_through: '2026-11-22',
    currency: 'USD',
    sales_begin_on: null,
  })
  expect(series.map(({ date, value }) => [date, value.cents, value.reason])).toEqual([
    ['2026-11-21', 16_000, null],
    ['2026-11-22', 0, null],
    ['2026-11-23', null, 'The period has not started.'],
  ])
  const early = seriesOf(points, new Map([[2, sums()]]), {
    today: '2026-11-22',
    recorded_through: '2026-11-22',
    currency: 'USD',
    sales_begin_on: null,
  })
  expect(early[2]!.value.cents).toBe(16_000)
})

test('net sales without an exchange rate are missing', () => {
  expect(netMoney(sums({ unrated: 'EUR' }), 'USD')).toMatchObject({
    cents: null,
    reason: 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.',
  })
})

const weeks = [
  { week_start: '2026-11-23', units: 3 },
  { week_start: '2026-11-30', units: 0.5 },
]
const forecast = (recent: OverviewSums) =>
  forecastOf(weeks, recent, 'USD').points!.map(({ date, units, value }) => [date, units, value.cents, value.reason])

test('a forecast is valued at the average net price of the units that did not come back', () => {
  expect(forecast(sums({ net: 1_000, units: 10, returned_units: 1 }))).toEqual([
    ['2026-11-23', 3, 333, null],
    ['2026-11-30', 0.5, 56, null],
  ])
  expect(forecastOf(weeks, sums(), 'USD').reason).toBeNull()
})

test('a forecast without a price has units alone, and says why', () => {
  const none = 'Nothing was sold in the last 13 weeks, so there is no price to value the forecast at.'
  expect(forecast(sums({ units: 2, returned_units: 2 }))[0]).toEqual(['2026-11-23', 3, null, none])
  expect(forecast(sums({ units: 1, returned_units: 2 }))[0]).toEqual(['2026-11-23', 3, null, none])
  expect(forecast(sums({ unrated: 'EUR' }))[0]).toEqual([
    '2026-11-23',
    3,
    null,
    'Some of the sales are in EUR, and no exchange rate to USD is known for their days.',
  ])
  expect(forecastOf([], sums(), 'USD')).toEqual({
    points: null,
    reason: 'There is no forecast of the coming weeks.',
  })
})
