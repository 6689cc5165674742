/**
 * Forecasts of the items of one product. For each item every method is tried at the rolling origins of the last weeks: it
 * forecasts the four weeks after an origin from what was known then. The method with the smallest WMASE is chosen; another
 * one than the preferred has to be clearly better, since errors of rare sales are mostly chance. Pure.
 */
import type { forecastMethods, forecastReasons } from '../known_values.ts'
import { type Candidate, candidatesOf, type Item, itemOf, type ItemWeeks, productRatios } from './levels.rules.ts'
import { yearWeeks } from './season.rules.ts'

export type ForecastMethod = (typeof forecastMethods)[number]
export type ForecastReason = (typeof forecastReasons)[number]

/** Weeks that an item must have sold for before a method is chosen by its errors. */
export const weeksMin = 8
const originsMin = 4
const originWeeks = 40
const originStep = 2
const coveredWeeks = 4
/** A method must have an error this much smaller than the preferred one's to be chosen; more where one week is all it knows. */
const clearlyBetter = 0.95
const seasonalNaiveBetter = 0.5
/** Weeks of the category's average that a new item's own weeks are added to. */
const categoryWeeks = 6
/** The normal deviate of an 80% interval. */
const deviate = 1.2816
/** Uncertainty of a level as a share of it, at once and for each week of lag. */
const levelDeviation = 0.06
const lagDeviation = 0.005
/** Residuals that the usual dispersion counts for, and that dispersion. */
const dispersionWeight = 6
const usualDispersion = 1.3

export interface ProductItem extends ItemWeeks {
  /** Factors by week of the history and the horizon: season and demand events. */
  factors: Float64Array
  /** Level of an average item of the category in the channel; null if nothing sold there. */
  category_level: number | null
}

export interface WeekForecast {
  units: number
  lower: number
  upper: number
}

export interface ItemForecast {
  method: ForecastMethod
  reason: ForecastReason
  errors: Partial<Record<ForecastMethod, number>>
  origins: number
  history_weeks: number
  level: number
  weeks: WeekForecast[]
}

export interface ForecastConfig {
  horizon_weeks: number
  methods: readonly ForecastMethod[]
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Units of a candidate in a week, as known at an origin. */
interface Tried {
  method: ForecastMethod
  /** Null for a method that takes each week from another one. */
  level: ((origin: number) => number) | null
  unitsAt: (origin: number, week: number) => number
}

/**
 * The same week of the year before; where the variant was out of stock then, what it sold on the days in stock. Nothing where
 * the history begins later, as at the first origins of an item with less than two years.
 */
const yearBefore = ({ units, exposure }: ItemWeeks, week: number) => {
  const before = week - yearWeeks
  return before < 0 ? 0 : units[before]! / Math.max(exposure[before]!, 0.5)
}

function triedOf(item: Item, factors: Float64Array, first: number, ratios: Float64Array, { methods }: ForecastConfig) {
  const byLevel = ({ method, levels }: Candidate): Tried => ({
    method,
    level: (origin) => levels[origin]!,
    unitsAt: (origin, week) => levels[origin]! * factors[week]!,
  })
  const tried = candidatesOf(item, factors, { first, ratios, methods }).map(byLevel)
  const hasYear = item.units.length - first >= yearWeeks + weeksMin
  if (methods.includes('seasonal_naive') && hasYear)
    tried.push({
      method: 'seasonal_naive',
      level: null,
      unitsAt: (origin, week) => yearBefore(item, week > origin + yearWeeks ? week - yearWeeks : week),
    })
  return tried
}

interface Trial {
  errors: number[]
  naive: number
  origins: number
}

/** Errors of the units of the weeks after each origin together; weeks without stock are expected to sell nothing. */
function tryAll(item: Item, tried: readonly Tried[], first: number): Trial {
  const { units, exposure } = item
  const trial: Trial = { errors: tried.map(() => 0), naive: 0, origins: 0 }
  const weeks = units.length
  for (
    let origin = Math.max(first + weeksMin, weeks - originWeeks);
    origin + coveredWeeks < weeks;
    origin += originStep
  ) {
    let [actual, before] = [0, 0]
    const expected = tried.map(() => 0)
    for (let week = origin + 1; week <= origin + coveredWeeks; week++) {
      actual += units[week]!
      before += units[week - yearWeeks] ?? 0
      for (let i = 0; i < tried.length; i++) expected[i]! += tried[i]!.unitsAt(origin, week) * exposure[week]!
    }
    for (let i = 0; i < tried.length; i++) trial.errors[i]! += Math.abs(actual - expected[i]!)
    if (origin >= yearWeeks) trial.naive += Math.abs(actual - before)
    trial.origins++
  }
  return trial
}

function choose(tried: readonly Tried[], { errors }: Trial): number {
  let best = 0
  for (let i = 1; i < tried.length; i++) {
    const margin = tried[i]!.method === 'seasonal_naive' ? seasonalNaiveBetter : clearlyBetter
    if (errors[i]! < errors[best]! && errors[i]! < errors[0]! * margin) best = i
  }
  return best
}

/** Mean squared Pearson residual of one week ahead, drawn towards the usual one. */
function dispersionOf({ units, exposure }: Item, { unitsAt }: Tried, first: number): number {
  let [sum, count] = [dispersionWeight * usualDispersion, dispersionWeight]
  for (let origin = Math.max(first + weeksMin, units.length - originWeeks); origin + 1 < units.length; origin++) {
    const expected = unitsAt(origin, origin + 1) * exposure[origin + 1]!
    if (expected <= 0) continue
    sum += Math.min((units[origin + 1]! - expected) ** 2 / expected, 100)
    count++
  }
  return Math.max(1, sum / count)
}

/** The quantile of a gamma distribution after Wilson and Hilferty. */
function quantile(mean: number, variance: number, deviates: number): number {
  const shape = mean ** 2 / variance
  return mean * Math.max(0, 1 - 1 / (9 * shape) + deviates / (3 * Math.sqrt(shape))) ** 3
}

function weekForecast(expected: number, dispersion: number, lag: number): WeekForecast {
  const units = round(Math.max(0, expected), 2)
  if (units === 0) return { units, lower: 0, upper: 0 }
  const variance = dispersion * units + ((levelDeviation + lagDeviation * lag) * units) ** 2
  const lower = round(quantile(units, variance, -deviate), 2)
  return { units, lower: Math.min(units, lower), upper: Math.max(units, round(quantile(units, variance, deviate), 2)) }
}

const forecastWeeks = (weeks: number, horizon: number, dispersion: number, unitsAt: (week: number) => number) =>
  Array.from({ length: horizon }, (_, i) => weekForecast(unitsAt(weeks + i), dispersion, i + 1))

/** A new item: its weeks after its first sale, and some weeks of the average item of its category in the channel. */
function forecastNew(
  item: Item,
  factors: Float64Array,
  first: number,
  { category_level, horizon_weeks }: { category_level: number; horizon_weeks: number },
): ItemForecast {
  const weeks = item.units.length
  const from = Math.min(first, weeks)
  const firstSold = firstSale(item)
  const sold = item.sold[weeks]! - (item.units[firstSold] ?? 0)
  const weight = item.weight[weeks]! - item.weight[from]!
  const level = (sold + categoryWeeks * category_level) / (weight + categoryWeeks)
  return {
    method: 'category_share',
    reason: 'too_few_weeks',
    errors: {},
    origins: 0,
    history_weeks: weeks - from,
    level: round(level, 4),
    weeks: forecastWeeks(weeks, horizon_weeks, usualDispersion, (week) => level * factors[week]!),
  }
}

function forecastKnown(
  item: Item,
  factors: Float64Array,
  first: number,
  ratios: Float64Array,
  config: ForecastConfig,
): ItemForecast | null {
  const tried = triedOf(item, factors, first, ratios, config)
  if (tried.length === 0) return null
  const trial = tryAll(item, tried, first)
  const isChosen = trial.origins >= originsMin
  const chosen = tried[isChosen ? choose(tried, trial) : 0]!
  const errors: ItemForecast['errors'] = {}
  if (isChosen && trial.naive > 0)
    for (const [i, { method }] of tried.entries()) {
      const error = round(trial.errors[i]! / trial.naive, 4)
      errors[method] = Math.min(error, errors[method] ?? error)
    }
  const weeks = item.units.length
  const isOnly = new Set(tried.map(({ method }) => method)).size === 1
  return {
    method: chosen.method,
    reason: !isChosen ? 'too_few_weeks' : isOnly ? 'only_method' : 'smallest_error',
    errors,
    origins: isChosen ? trial.origins : 0,
    history_weeks: weeks - first,
    level: round(chosen.level === null ? averageAhead(chosen, weeks, config) : chosen.level(weeks - 1), 4),
    weeks: forecastWeeks(weeks, config.horizon_weeks, dispersionOf(item, chosen, first), (week) =>
      chosen.unitsAt(weeks - 1, week),
    ),
  }
}

const averageAhead = ({ unitsAt }: Tried, weeks: number, { horizon_weeks }: ForecastConfig) =>
  Array.from({ length: horizon_weeks }, (_, i) => unitsAt(weeks - 1, weeks + i)).reduce((sum, one) => sum + one, 0) /
  horizon_weeks

const firstSale = ({ units }: ItemWeeks) => {
  const week = units.findIndex((one) => one > 0)
  return week < 0 ? units.length : week
}

/**
 * The first week that a level counts. An item's level leaves out the week of its first sale: items that have not sold yet are
 * not here, so that week would overstate the rate of rare sales. One that sold late counts from its product's first week.
 */
const firstCounted = (sold: number, ofProduct: number, weeks: number) =>
  weeks - sold > weeksMin ? sold + 1 : weeks - ofProduct > weeksMin ? ofProduct + 1 : ofProduct

/** Forecasts of the items of a product, in their order; null where nothing can be said. */
export function forecastProduct(items: readonly ProductItem[], config: ForecastConfig): (ItemForecast | null)[] {
  const prepared = items.map((one) => itemOf(one, one.factors))
  const firsts = items.map(firstSale)
  const weeks = prepared[0]?.units.length ?? 0
  const ofProduct = Math.min(weeks, ...firsts)
  const ratios = productRatios(prepared, ofProduct, weeks)
  return prepared.map((item, i) => {
    const { category_level, factors } = items[i]!
    const isNew = weeks - ofProduct <= weeksMin
    if (isNew && category_level !== null && config.methods.includes('category_share'))
      return forecastNew(item, factors, ofProduct, { category_level, horizon_weeks: config.horizon_weeks })
    if (firsts[i] === weeks) return null
    return forecastKnown(item, factors, firstCounted(firsts[i]!, ofProduct, weeks), ratios, config)
  })
}
