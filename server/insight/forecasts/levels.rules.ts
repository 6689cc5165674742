/**
 * Levels of one variant in one channel: the units a week it would sell in a week of factor 1 with stock on every day. A level
 * times the factor of a coming week is its forecast. Sums up to each week are kept, so that the levels at every rolling
 * origin cost no more than one pass. Pure.
 */

export interface ItemWeeks {
  /** Units by week; the last week is the origin. */
  units: Float64Array
  /** Share of the days of each week on which the variant was in stock or sold; 1 where stock is unknown. */
  exposure: Float64Array
}

export interface Item extends ItemWeeks {
  /** Sums of units, and of factor times exposure, before each week. */
  sold: Float64Array
  weight: Float64Array
}

/** Weeks of a moving average; the longest follows the product's recent sales. */
const windows = [8, 26] as const
const longWindow = 52
const recentWeeks = 8
/** Expected units at which the product's own recent sales count half. */
const recentUnits = 8
const smoothing = [
  { alpha: 0.08, beta: 0, damping: 0 },
  { alpha: 0.25, beta: 0, damping: 0 },
  { alpha: 0.15, beta: 0.1, damping: 0.85 },
] as const
const intermittence = { chance: 0.06, size: 0.1 } as const

export function itemOf(weeks: ItemWeeks, factors: ArrayLike<number>): Item {
  const count = weeks.units.length
  const item = { ...weeks, sold: new Float64Array(count + 1), weight: new Float64Array(count + 1) }
  for (let week = 0; week < count; week++) {
    item.sold[week + 1] = item.sold[week]! + weeks.units[week]!
    item.weight[week + 1] = item.weight[week]! + factors[week]! * weeks.exposure[week]!
  }
  return item
}

/** Units over weight of the weeks from one up to another, exclusive; 0 without a day in stock, or a week. */
export function rateOf({ sold, weight }: Item, from: number, to: number): number {
  const weighed = weight[to]! - weight[from]!
  return weighed > 1e-9 ? (sold[to]! - sold[from]!) / weighed : 0
}

/** Whether an item sells rarely and in bulk, as wholesale does; such weeks say little about its product. */
function isLumpy({ units, sold }: Item): boolean {
  const selling = units.reduce((count, one) => count + (one > 0 ? 1 : 0), 0)
  return selling < units.length * 0.3 && sold.at(-1)! >= 4 * selling
}

/**
 * How the product sold in the weeks before each week, relative to the long-run rates of its items. One item has too few
 * units to show soon that a price change or the end of its life has changed demand; all items of the product show it.
 */
export function productRatios(items: readonly Item[], first: number, weeks: number): Float64Array {
  const ratios = new Float64Array(weeks).fill(1)
  const steady = items.filter((item) => !isLumpy(item))
  for (let week = first; week < weeks; week++) {
    let [sold, expected] = [0, 0]
    const from = Math.max(first, week + 1 - recentWeeks)
    for (const item of steady) {
      const rate = rateOf(item, Math.max(first, week + 1 - longWindow), week + 1)
      sold += item.sold[week + 1]! - item.sold[from]!
      expected += rate * (item.weight[week + 1]! - item.weight[from]!)
    }
    ratios[week] = (sold + recentUnits) / (expected + recentUnits)
  }
  return ratios
}

/** Levels of the item after each week by damped exponential smoothing; weeks without stock leave them unchanged. */
function smoothed(item: Item, factors: ArrayLike<number>, first: number, one: (typeof smoothing)[number]) {
  const { units, exposure } = item
  const levels = new Float64Array(units.length)
  const start = Math.min(units.length, first + recentWeeks)
  let level = rateOf(item, first, start)
  let trend = 0
  for (let week = first; week < units.length; week++) {
    const share = exposure[week]!
    if (share > 0 && week >= start) {
      const alpha = one.alpha * Math.min(1, factors[week]! * share)
      const next =
        level + one.damping * trend + alpha * (units[week]! / (factors[week]! * share) - level - one.damping * trend)
      trend = one.damping * trend + one.beta * alpha * (next - level - one.damping * trend)
      level = Math.max(0, next)
    }
    levels[week] = Math.max(0, level + trend * 2)
  }
  return levels
}

/** Levels by the method of Teunter, Syntetos and Babai: the chance of a selling week times its units. */
function intermittent(item: Item, factors: ArrayLike<number>, first: number) {
  const { units, exposure } = item
  const levels = new Float64Array(units.length)
  const start = Math.min(units.length, first + 2 * recentWeeks)
  let [selling, sold] = [0, 0]
  for (let week = first; week < start; week++)
    if (units[week]! > 0) {
      selling++
      sold += units[week]! / factors[week]!
    }
  let chance = selling / (start - first)
  let size = selling > 0 ? sold / selling : 0
  for (let week = first; week < units.length; week++) {
    if (week >= start) {
      const isSelling = units[week]! > 0
      chance += intermittence.chance * exposure[week]! * ((isSelling ? 1 : 0) - chance)
      if (isSelling)
        size += (size === 0 ? 1 : intermittence.size) * (units[week]! / (factors[week]! * exposure[week]!) - size)
    }
    levels[week] = chance * size
  }
  return levels
}

/** Levels after each week by a moving average over a window. */
const averaged = (item: Item, first: number, window: number) =>
  Float64Array.from(item.units, (_, week) => rateOf(item, Math.max(first, week + 1 - window), week + 1))

export type LevelMethod = 'moving_average' | 'exponential_smoothing' | 'intermittent'

export interface Candidate {
  method: LevelMethod
  levels: Float64Array
}

/** The candidates of an item, the preferred one first: a tie is decided for it. */
export function candidatesOf(
  item: Item,
  factors: ArrayLike<number>,
  { first, ratios, methods }: { first: number; ratios: Float64Array; methods: readonly string[] },
): Candidate[] {
  const all: Candidate[] = []
  if (methods.includes('moving_average')) {
    const long = averaged(item, first, longWindow)
    all.push({ method: 'moving_average', levels: long.map((level, week) => level * ratios[week]!) })
    for (const window of windows) all.push({ method: 'moving_average', levels: averaged(item, first, window) })
  }
  if (methods.includes('exponential_smoothing'))
    for (const one of smoothing)
      all.push({ method: 'exponential_smoothing', levels: smoothed(item, factors, first, one) })
  if (methods.includes('intermittent')) all.push({ method: 'intermittent', levels: intermittent(item, factors, first) })
  return all
}
