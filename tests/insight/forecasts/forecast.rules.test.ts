/** Which method forecasts an item, what it forecasts, and how sure it is. */
import { expect, test } from 'bun:test'
import {
  type ForecastConfig,
  forecastProduct,
  type ItemForecast,
  type ProductItem,
} from '../../../server/insight/forecasts/forecast.rules.ts'

const times = (count: number, value: number) => Array.from({ length: count }, () => value)
const all: ForecastConfig = {
  horizon_weeks: 2,
  methods: ['moving_average', 'exponential_smoothing', 'intermittent', 'seasonal_naive', 'category_share'],
}
const item = (
  units: number[],
  changes: { factors?: number[]; exposure?: number[]; category_level?: number | null } = {},
): ProductItem => ({
  units: Float64Array.from(units),
  exposure: Float64Array.from(changes.exposure ?? times(units.length, 1)),
  factors: Float64Array.from(changes.factors ?? times(units.length + 60, 1)),
  category_level: changes.category_level ?? null,
})
const forecast = (one: ProductItem, config: Partial<ForecastConfig> = {}) =>
  forecastProduct([one], { ...all, ...config })[0]!
const unitsOf = ({ weeks }: ItemForecast) => weeks.map(({ units }) => units)

test('steady sales go on as they are, with the interval of a gamma distribution', () => {
  const { method, reason, level, history_weeks, weeks } = forecast(item(times(40, 10)), { methods: ['moving_average'] })
  expect({ method, reason, level, history_weeks }).toEqual({
    method: 'moving_average',
    reason: 'only_method',
    level: 10,
    history_weeks: 39,
  })
  // Variance 10 + (0.065 · 10)², shape 9.5946: 10 · (1 − 0.01158 ± 0.13792)³; a week later it is wider.
  expect(weeks).toEqual([
    { units: 10, lower: 6.15, upper: 14.29 },
    { units: 10, lower: 6.14, upper: 14.3 },
  ])
})

test('a forecast follows the factors of the coming weeks', () => {
  const factors = [...times(40, 1), 2, 0]
  const found = forecast(item(times(40, 10), { factors }), { methods: ['moving_average'] })
  expect(unitsOf(found)).toEqual([20, 0])
  expect(found.weeks[1]).toEqual({ units: 0, lower: 0, upper: 0 })
  const doubled = forecast(item(times(40, 10), { factors: [...times(40, 1), 2, 2] }), { methods: ['moving_average'] })
  expect([doubled.level, ...unitsOf(doubled)]).toEqual([10, 20, 20])
  // Sales of ten in weeks of factor 2 are a level of five.
  const strong = forecast(item(times(40, 10), { factors: [...times(40, 2), 1, 1] }), { methods: ['moving_average'] })
  expect([strong.level, ...unitsOf(strong)]).toEqual([5, 5, 5])
})

test('uneven sales widen the interval; a single outlier counts only so far', () => {
  const wave = Array.from({ length: 60 }, (_, week) => (week % 2 === 0 ? 2 : 18))
  const width = (units: number[]) => {
    const [first] = forecast(item(units), { methods: ['moving_average'] }).weeks
    return first!.upper - first!.lower
  }
  const [even, uneven] = [width(times(60, 10)), width(wave)]
  expect(even).toBeCloseTo(8.14, 2)
  // Squared residuals of 64 over 10 for 40 weeks, and six of 1.3: a dispersion of about 5.7.
  expect(uneven / even).toBeGreaterThan(2)
  expect(uneven / even).toBeLessThan(2.4)
  const outlier = (size: number) => width([...times(30, 10), size, ...times(29, 10)])
  expect(outlier(1_000) / outlier(500)).toBeLessThan(1.5)
})

test('the lower end is never below zero nor above the forecast, the upper never below it', () => {
  for (const units of [0.02, 0.3, 1, 500]) {
    const found = forecast(item(times(40, units)), { methods: ['moving_average'] })
    for (const week of found.weeks) {
      expect(week.lower).toBeGreaterThanOrEqual(0)
      expect(week.lower).toBeLessThanOrEqual(week.units)
      expect(week.upper).toBeGreaterThanOrEqual(week.units)
    }
  }
})

test('a method is chosen once it could be tried four times, and only if it is clearly better', () => {
  // Origins every second week from the eighth on, each with four weeks after it.
  const of = (weeks: number) => forecast(item(times(weeks, 10)))
  expect(of(19)).toMatchObject({ method: 'moving_average', reason: 'too_few_weeks', origins: 0, errors: {} })
  expect(of(20)).toMatchObject({ reason: 'smallest_error', origins: 4 })
  expect(of(40)).toMatchObject({ method: 'moving_average', reason: 'smallest_error' })
  // From week 30 on, sales are ten times as high: fast smoothing follows sooner than the average of a year.
  const grown = forecast(item([...times(60, 4), ...times(30, 40)]))
  expect(grown.method).not.toBe('seasonal_naive')
  expect(grown.weeks[0]!.units).toBeGreaterThan(30)
})

test('errors are relative to those of the year before, and the smallest of each method counts', () => {
  const units = Array.from({ length: 110 }, (_, week) => (week < 52 ? 5 : 10))
  const found = forecast(item(units))
  // The same weeks of the year before are five a week short from the first origin on until they are ten as well.
  expect(found.errors.moving_average!).toBeLessThan(1)
  expect(Object.keys(found.errors).toSorted()).toEqual([
    'exponential_smoothing',
    'intermittent',
    'moving_average',
    'seasonal_naive',
  ])
  // Without a year before there is nothing to be relative to.
  expect(forecast(item(times(40, 10))).errors).toEqual({})
  expect(forecast(item(times(110, 10))).errors).toEqual({})
})

/** A history of ten a week, but for one of them. */
const tensBut = (weeks: number, at: number, units: number) => times(weeks, 10).with(at, units)

test('the candidate with the smallest error over the four weeks after each origin forecasts', () => {
  // Week 100 is in the weeks after two of the 18 origins: each misses it by 40, as the year before does. After it, the average
  // of 26 weeks is 11.54 for three origins and misses them by 6.15 each; those of 8 and of 52 weeks miss them by more.
  const { method, reason, origins, errors, level } = forecast(item(tensBut(110, 100, 50)), {
    methods: ['moving_average', 'seasonal_naive'],
  })
  expect({ method, reason, origins, errors, level }).toEqual({
    method: 'moving_average',
    reason: 'smallest_error',
    origins: 18,
    errors: { moving_average: 1.2308, seasonal_naive: 1 },
    level: 11.5385,
  })
  // Slow smoothing misses them by less than the average of a year, and by more than that of 26 weeks.
  const smoothed = forecast(item(tensBut(110, 100, 50)), { methods: ['moving_average', 'exponential_smoothing'] })
  expect([smoothed.method, smoothed.level]).toEqual(['moving_average', 11.5385])
  // The averages of 8 and of 26 weeks both miss nothing until the last week: the first of them forecasts.
  const tied = forecast(item([...times(30, 2), ...times(79, 10), 20]), { methods: ['moving_average'] })
  expect(tied.level).toBe(11.25)
  // From the 52nd week on there is a year before, and the 53rd to the 56th are compared with it.
  expect(forecast(item(tensBut(92, 54, 30))).errors.seasonal_naive).toBe(1)
  expect(forecast(item(tensBut(91, 52, 30))).errors).toEqual({})
})

test('weeks without stock on some days are expected to sell as much less', () => {
  const exposure = times(110, 1).with(100, 0.5)
  const found = forecast(item(tensBut(110, 100, 5), { exposure }), { methods: ['moving_average', 'seasonal_naive'] })
  expect(found.errors).toEqual({ moving_average: 0, seasonal_naive: 0 })
  expect(found.weeks[0]).toEqual({ units: 10, lower: 6.15, upper: 14.29 })
  // Every fourth week, half of it without stock.
  const isHalf = (week: number) => week % 4 === 0
  const halves = forecast(
    item(
      Array.from({ length: 110 }, (_, week) => (isHalf(week) ? 5 : 10)),
      { exposure: Array.from({ length: 110 }, (_, week) => (isHalf(week) ? 0.5 : 1)) },
    ),
    { methods: ['moving_average'] },
  )
  expect(halves.weeks[0]).toEqual({ units: 10, lower: 6.15, upper: 14.29 })
})

test('how sure a forecast is depends on the residuals of the last forty weeks, each counted up to a hundred', () => {
  const week = (units: number[], methods: ForecastConfig['methods'] = ['seasonal_naive']) =>
    forecast(item(units), { methods }).weeks[0]
  // (7.8 + 100) over 6 + 39 weeks.
  expect(week(tensBut(110, 100, 110))).toEqual({ units: 10, lower: 4.42, upper: 16.59 })
  expect(week(tensBut(110, 100, 500))).toEqual({ units: 10, lower: 4.42, upper: 16.59 })
  // Over 6 + 9: the first week with a year before is the 52nd.
  expect(week(tensBut(61, 52, 110))).toEqual({ units: 10, lower: 1.72, upper: 21.11 })
  // Over 6 + 35: nine weeks go before the first residual.
  expect(week(tensBut(45, 44, 110), ['moving_average'])).toEqual({ units: 21.81, lower: 12.71, upper: 32.06 })
})

const seasonal = (week: number): number => (week % 52 < 26 ? 2 : 40)
const twoYears = Array.from({ length: 130 }, (_, week) => seasonal(week))

test('a season that repeats to the week is taken from the year before', () => {
  const found = forecast(item(twoYears), { horizon_weeks: 30 })
  expect(found.method).toBe('seasonal_naive')
  expect(unitsOf(found)).toEqual(Array.from({ length: 30 }, (_, i) => seasonal(130 + i)))
  expect(found.level).toBeCloseTo(unitsOf(found).reduce((sum, one) => sum + one, 0) / 30, 4)
  // Without a difference to the year before, errors are relative to nothing; with one, they are exactly as large.
  expect(found.errors).toEqual({})
  expect(forecast(item(twoYears.with(110, 39))).errors.seasonal_naive).toBe(1)
  // Beyond a year it is the same week again.
  expect(unitsOf(forecast(item(twoYears), { horizon_weeks: 60 })).slice(52)).toEqual(
    Array.from({ length: 8 }, (_, i) => seasonal(130 + i)),
  )
  // The last week of the history is that of a year ahead; the one after it has the first of its last year again.
  const last = forecast(item(twoYears.with(129, 39).with(78, 41)), { horizon_weeks: 53, methods: ['seasonal_naive'] })
  expect([unitsOf(last)[0], unitsOf(last)[51], unitsOf(last)[52]]).toEqual([41, 39, 41])
  expect(last.level).toBeCloseTo(unitsOf(last).reduce((sum, one) => sum + one, 0) / 53, 4)
  // It needs a year and eight weeks after the week of the first sale.
  const short = (weeks: number) =>
    forecast(item(Array.from({ length: weeks }, () => 3)), { methods: ['seasonal_naive'] }) as ItemForecast | null
  expect(short(60)).toBeNull()
  const [week] = short(61)!.weeks
  expect(short(61)).toMatchObject({ method: 'seasonal_naive', reason: 'only_method', history_weeks: 60 })
  // Of the origins before the end of its first year it knows nothing, so they say nothing of how sure it is.
  expect(week).toEqual({ units: 3, lower: 1.09, upper: 5.32 })
})

test('a week of the year before without stock counts as it would have sold, at most twice over', () => {
  const exposure = times(70, 1)
  ;[exposure[18], exposure[19]] = [0.5, 0.1]
  const found = forecast(item(times(70, 10), { exposure }), { methods: ['seasonal_naive'] })
  expect(unitsOf(found)).toEqual([20, 20])
})

test('a new product begins with the average of its category, and weeks of its own', () => {
  // Sold from week 36 on: the units after the week of the first sale over all four weeks, and six weeks of the average.
  const units = [...times(36, 0), 9, 12, 12, 12]
  const found = forecast(item(units, { category_level: 3 }))
  expect(found).toMatchObject({
    method: 'category_share',
    reason: 'too_few_weeks',
    errors: {},
    origins: 0,
    history_weeks: 4,
  })
  expect(found.level).toBeCloseTo((36 + 6 * 3) / (4 + 6), 4)
  expect(unitsOf(found)).toEqual([found.level, found.level])
  const strong = { category_level: 3, factors: [...times(40, 1), 2, 0.5] }
  expect(unitsOf(forecast(item(units, strong)))).toEqual([10.8, 2.7])
  expect(forecast(item(units))).toMatchObject({ method: 'moving_average', history_weeks: 4 })
  expect(forecast(item(units, { category_level: 3 }), { methods: ['moving_average'] }).method).toBe('moving_average')
  // With more than eight weeks a product is not new.
  const of = (weeks: number) => forecast(item([...times(40, 0), ...times(weeks, 5)], { category_level: 3 })).method
  expect([of(8), of(9)]).toEqual(['category_share', 'moving_average'])
})

test('an item that never sold has no forecast, nor one without a method', () => {
  expect(forecastProduct([item(times(40, 0))], all)).toEqual([null])
  expect(forecastProduct([item(times(40, 5))], { ...all, methods: ['category_share'] })).toEqual([null])
  expect(forecastProduct([], all)).toEqual([])
  // It can still be expected to sell as its category does.
  expect(forecastProduct([item(times(40, 0), { category_level: 2 })], all)[0]).toMatchObject({
    method: 'category_share',
    level: 2,
    history_weeks: 0,
  })
})

test('an item counts from the week after its first sale, or from the first of its product where it sold late', () => {
  const historyOf = (...items: ProductItem[]) => forecastProduct(items, all).map((one) => one?.history_weeks)
  const from = (week: number, weeks = 40) => item(Array.from({ length: weeks }, (_, i) => (i < week ? 0 : 6)))
  expect(historyOf(from(0), from(20))).toEqual([39, 19])
  // Fewer than nine weeks: the weeks without a sale count as well.
  expect(historyOf(from(0), from(31))).toEqual([39, 8])
  expect(historyOf(from(0), from(32))).toEqual([39, 39])
  expect(historyOf(from(32))).toEqual([8])
})
