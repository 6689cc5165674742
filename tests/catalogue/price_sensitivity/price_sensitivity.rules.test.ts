import { expect, test } from 'bun:test'
import {
  type CountedWeek,
  countedWeeks,
  elasticitiesOf,
  labelOf,
  exclusions,
  type SellingPlace,
  type StockState,
  studentQuantile,
  insufficientData,
  type VariantSales,
  weekPrices,
} from '../../../server/catalogue/price_sensitivity/price_sensitivity.rules.ts'
import { randomOf } from '../../../db/demo/random.ts'
import { addDays } from '../../../server/calendar/days.ts'

const weekStarts = (count: number) => Array.from({ length: count }, (_, i) => addDays('2024-01-01', i * 7))

test("Student's t agrees with its table", () => {
  for (const [degrees, quantile] of [
    [6, 2.4469],
    [8, 2.306],
    [10, 2.2281],
    [30, 2.0423],
    [102, 1.9835],
  ] as const)
    expect(Math.abs(studentQuantile(degrees) - quantile)).toBeLessThan(0.0005)
})

test("Student's t with few degrees of freedom has every term of its expansion", () => {
  // Abramowitz and Stegun 26.7.5, each term at z = 1.959964.
  const terms = [1.959964, 2.3722712, 2.8224986, 2.5558497, 1.5895341]
  for (const degrees of [1, 2, 3]) {
    const sum = terms.reduce((total, term, i) => total + term / degrees ** i, 0)
    expect(studentQuantile(degrees)).toBeCloseTo(sum, 5)
  }
})

test('the whole interval supports the label', () => {
  const label = (low: number, high: number) => labelOf({ low, high })
  expect(label(-3, -1.01)).toBe('elastic')
  expect(label(-3, -1)).toBe('inconclusive')
  expect(label(-2, -0.1)).toBe('inconclusive')
  expect(label(-0.99, -0.3)).toBe('inelastic')
  expect(label(-0.5, 0.3)).toBe('inelastic')
  expect(label(-0.5, 1)).toBe('inconclusive')
  expect(label(-1, 0.3)).toBe('inconclusive')
  expect(label(-2, 0.4)).toBe('inconclusive')
  expect(label(0.1, 1.7)).toBe('positive')
  expect(label(0, 1.7)).toBe('inconclusive')
})

const sales = (units: number[], price_cents: (number | null)[], places: SellingPlace[] = []): VariantSales => ({
  places,
  units,
  net_cents: units.map((one, i) => one * (price_cents[i] ?? 0)),
})

test('an empty week has the price of the siblings, at the usual distance, or the price around it', () => {
  const own = sales([2, 0, 1, 0, 0, 4, 0], [1000, null, 1000, null, null, 800, null])
  // Ten per cent dearer than the sibling in the two weeks in which both sold.
  const sibling = sales([1, 3, 0, 0, 0, 2, 0], [900, 450, null, null, null, 900, null])
  const found = weekPrices(own, [sibling])
  const distance = (2 * 1000 + 4 * 800) / (2 * 900 + 4 * 900)
  expect(found.map((one) => one?.basis ?? null)).toEqual([
    'own_sales',
    'sibling_sales',
    'own_sales',
    null,
    null,
    'own_sales',
    null,
  ])
  expect(found[1]!.cents).toBeCloseTo(450 * distance, 9)
  // Alone, the second week lies between two weeks of one price; the fourth and fifth lie between two prices.
  expect(weekPrices(own, []).map((one) => one?.cents ?? null)).toEqual([1000, 1000, 1000, null, null, 800, null])
  expect(weekPrices(own, [])[1]!.basis).toBe('unchanged')
  // Given away: no price, and none is made up for it.
  expect(weekPrices(sales([1, 2, 1], [1000, 0, 1000]), [])[1]).toBeNull()
})

test('a price is carried over an empty week only between two of one price, and is never made up for a gift', () => {
  const bases = (own: VariantSales, ...siblings: VariantSales[]) =>
    weekPrices(own, siblings).map((one) => one?.basis ?? null)
  // The empty week before the first sale is not between two.
  expect(bases(sales([0, 1, 0, 1, 0], [null, 1000, null, 1000, null]))).toEqual([
    null,
    'own_sales',
    'unchanged',
    'own_sales',
    null,
  ])
  // A sibling's price stays one even where it is the price of the weeks around.
  const sibling = sales([1, 1, 1], [500, 500, 500])
  expect(bases(sales([1, 0, 1], [1000, null, 1000]), sibling)).toEqual(['own_sales', 'sibling_sales', 'own_sales'])
  expect(bases(sales([1, 2, 1], [1000, 0, 1000]), sibling)).toEqual(['own_sales', null, 'own_sales'])
})

const place = (units: number[], stock: string): SellingPlace => ({
  units,
  stock: [...stock].map((one): StockState => (one === 'h' ? 'in_stock' : one === 'o' ? 'ran_out' : 'unknown')),
})

test('a week counts where stock lasted; of unknown stock it counts where it sold briskly', () => {
  const shop = place([5, 0, 3, 4, 0, 0], 'hho??h')
  const web = place([1, 0, 0, 0, 1, 0], 'ooo??h')
  const own = sales([6, 0, 3, 4, 1, 0], [100, 100, 100, 100, 100, null], [shop, web])
  const prices = weekPrices(own, [sales([0, 1, 0, 0, 0, 0], [0, 100])])
  // The sibling never sold in the same week, so its price is at no known distance; the weeks around show one price.
  expect(prices.map((one) => one?.basis ?? null)).toEqual([
    'own_sales',
    'unchanged',
    'own_sales',
    'own_sales',
    'own_sales',
    null,
  ])
  expect(exclusions(own, prices)).toEqual([null, null, 'out_of_stock', null, 'stock_unknown', 'no_price'])
  expect(countedWeeks(own, prices).map((one) => [one.place, one.week, one.units])).toEqual([
    [0, 0, 5],
    [0, 1, 0],
    [0, 3, 4],
  ])
  expect(exclusions(sales([0], [null]), [null])).toEqual(['no_sales'])
})

test('three units a week of unknown stock are brisk; weeks of known stock and empty ones say nothing of it', () => {
  const weeks = (units: number[], stock: string) =>
    countedWeeks(
      sales(
        units,
        units.map(() => 100),
        [place(units, stock)],
      ),
      units.map(() => ({ cents: 100, basis: 'own_sales' as const })),
    ).map(({ week }) => week)
  expect(weeks([3, 3], '??')).toEqual([0, 1])
  expect(weeks([3, 2], '??')).toEqual([])
  expect(weeks([6, 0], '??')).toEqual([0])
  expect(weeks([9, 2], 'h?')).toEqual([0])
  expect(weeks([0, 9, 3], 'oo?')).toEqual([2])
})

const random = randomOf(20_261_122)

interface World {
  elasticity: number
  spread: number
  units_per_week: number
  /** Weekly units are multiplied by chance of this size, which all variants share. */
  shock: number
}

/** A product of four variants over two years: a markdown, two promotions a year, a season, and Poisson counts. */
function simulate({ elasticity, spread, units_per_week, shock }: World) {
  const weeks = weekStarts(104)
  const markdownWeek = random.whole(30, 80)
  const price = weeks.map((_, week) => {
    const promotion = [10, 11, 36, 37].includes(week % 52) ? 0.8 : 1
    return 5000 * (week < markdownWeek ? 1 : 0.8) * promotion
  })
  const demand = weeks.map((_, week) => Math.exp(0.5 * Math.cos((2 * Math.PI * week) / 52) + shock * random.normal()))
  const variants = Array.from({ length: 4 }, () => elasticity + spread * random.normal())
  const counted = variants.map((own) =>
    weeks.map((_, week): CountedWeek => {
      const mean = units_per_week * demand[week]! * (price[week]! / 5000) ** own
      return { week, place: 0, units: random.poisson(mean), cents: price[week]! }
    }),
  )
  const found = elasticitiesOf({ variants: counted, week_starts: weeks, season: null })(0)!
  return { ...found, is_covered: found.low <= variants[0]! && variants[0]! <= found.high }
}

test('the interval covers a known elasticity, with chance alone, with shared shocks, and where siblings differ', () => {
  for (const world of [
    { elasticity: -1.5, spread: 0, units_per_week: 2, shock: 0 },
    { elasticity: -2.5, spread: 0.25, units_per_week: 8, shock: 0 },
    { elasticity: -0.8, spread: 0.25, units_per_week: 1, shock: 0.3 },
  ]) {
    const runs = Array.from({ length: 60 }, () => simulate(world))
    const covered = runs.filter(({ is_covered }) => is_covered).length
    const bias = runs.reduce((sum, one) => sum + one.elasticity, 0) / runs.length - world.elasticity
    expect([world, covered >= 54]).toEqual([world, true])
    expect(Math.abs(bias)).toBeLessThan(0.15)
  }
})

test('units at a constant price times a power of it give that power, and nothing is left to explain', () => {
  const cents = [4000, 2000, 1000, 500, 500, 1000, 2000, 4000]
  const own = cents.map((one, week) => ({ week, place: 0, units: (4000 / one) ** 2 * 25, cents: one }))
  const estimate = (counted: CountedWeek[]) =>
    elasticitiesOf({ variants: [counted], week_starts: weekStarts(8), season: null })(0)!
  const found = estimate(own)
  expect(found.elasticity).toBeCloseTo(-2, 3)
  expect(found.r_squared).toBe(1)
  const still = own.map((one) => ({ ...one, units: 5 }))
  expect(estimate(still).elasticity).toBe(0)
  expect(estimate(still).r_squared).toBeNull()
})

test('two variants with few uneven sales at two places keep the estimates that coverage was measured with', () => {
  const prices = [1000, 1200, 900, 1100, 1300]
  const variant = (shift: number, power: number) =>
    Array.from({ length: 60 }, (_, i): CountedWeek => {
      const [week, place] = [Math.floor(i / 2), i % 2]
      const cents = prices[(week * 3 + shift) % 5]!
      const scale = (place === 0 ? 12 : 5) * (1 + 0.3 * Math.sin(week)) * (1 + week / 60)
      return { week, place, units: Math.round(scale * (1000 / cents) ** power), cents }
    })
  const estimates = (season: readonly number[] | null) => {
    const of = elasticitiesOf({ variants: [variant(0, 2), variant(2, 1)], week_starts: weekStarts(30), season })
    return [of(0), of(1)].map((one) => Object.values(one!))
  }
  // Elasticity, its standard error, both ends, and the share explained; then with the season of a category.
  expect(estimates(null)).toEqual([
    [-1.5088, 0.3695, -2.2658, -0.7519, 0.4349],
    [-1.3323, 0.3685, -2.0871, -0.5774, 0.4349],
  ])
  expect(estimates([0.3, -0.2, 0.1, 0, 0.05, 0])).toEqual([
    [-1.4955, 0.3663, -2.2459, -0.7452, 0.431],
    [-1.3149, 0.3643, -2.0612, -0.5687, 0.431],
  ])
})

test('too little evidence is refused for its first reason, at the very bounds', () => {
  const at = (cents: number[], units = 10) => cents.map((one, week) => ({ week, place: 0, units, cents: one }))
  const seven = [900, 1000, 1100, 900, 1000, 1100, 900]
  expect(insufficientData(at(seven))).toEqual({
    code: 'too_few_weeks',
    sentence: 'Only 7 weeks can be used (in stock all week, with a known price); at least 8 are required.',
  })
  // Two places in one week are one week.
  expect(insufficientData([...at(seven), { week: 6, place: 1, units: 1, cents: 900 }])?.code).toBe('too_few_weeks')
  expect(insufficientData(at([...seven, 1000]))).toBeNull()
  const few = at([...seven, 1000], 2)
  expect(insufficientData(few)).toEqual({
    code: 'too_few_units',
    sentence: 'Only 16 units were sold in the weeks used; at least 20 are required.',
  })
  expect(insufficientData(few.with(0, { ...few[0]!, units: 6 }))).toBeNull()
  expect(insufficientData(at(Array(8).fill(1000)))?.code).toBe('no_price_variation')
  expect(insufficientData(at([...Array(7).fill(1000), 2000]))?.code).toBe('too_few_prices')
  expect(insufficientData(at([...Array(6).fill(1000), 1010, 1019]))).toEqual({
    code: 'price_range_too_narrow',
    sentence: 'The highest price is less than 2% above the lowest price.',
  })
  expect(insufficientData(at([...Array(6).fill(1000), 1010, 1020]))).toBeNull()
})
