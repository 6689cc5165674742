/** The assortment: each product, its prices and demand by week, and its variants. */
import { type Calendar, weeksWhole } from './calendar.ts'
import { hashOf, type MakeId, type Random, randomOf } from './random.ts'
import { adjectives, categories, type CategoryProfile, colours, tags, vendors } from './vocabulary.ts'

export interface Variant {
  /** Index among all variants. */
  index: number
  variant_id: string
  sku: string
  barcode: string | null
  title: string
  size: string
  colour: string
  position: number
  /** Weight of the variant in its product's rate of sale. */
  appeal: number
}

export interface Product {
  index: number
  product_id: string
  category: number
  profile: CategoryProfile
  subcategory: number
  title: string
  material: string
  vendor: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  is_seasonal: boolean
  tags: string[]
  supplier: number
  second_supplier: number | null
  /** Weeks in which it sells: first_week inclusive, last_week exclusive. */
  first_week: number
  last_week: number
  /** Whether it is listed, by index in the channels of master_data.ts. */
  listed: readonly boolean[]
  /** Units a week over all variants and channels, at full price in an average week. */
  rate_of_sale: number
  full_price_cents: number
  /** Prices by week, future weeks included. */
  price_cents: Int32Array
  /** Promotional discount as a share of the price, by week. */
  discount: Float64Array
  /** Demand factor of season, price and promotion, by week; 1 is an average week at full price. */
  effect: Float64Array
  /** Sums of `effect` before each week. */
  effect_before: Float64Array
  /** Unit cost in ten-thousandths of a dollar, before cost_week and from it on. */
  cost: readonly [number, number]
  cost_week: number
  missing: { hs_code: boolean; country: boolean; cost: boolean; image: boolean; carton: boolean }
  weight_g: number
  variants: Variant[]
}

const promotions: readonly (readonly [first_week: number, last_week: number, discount: number])[] = [
  [47, 48, 0.25],
  [26, 27, 0.2],
  [2, 3, 0.3],
]

function pickCategory(random: Random): number {
  let rest = random.next()
  for (const [i, { weight }] of categories.entries()) if ((rest -= weight) < 0) return i
  return categories.length - 1
}

export const priceAt = (full_price_cents: number, factor: number): number =>
  Math.max(500, Math.round((full_price_cents * factor) / 100) * 100 - 5)

/** Prices change on Mondays: markdowns, restored prices and increases. Most products change at least once. */
function planPrices(product: Product, random: Random, weeks: number): void {
  const changes = new Map<number, number>()
  const count = random.pick([0, 1, 2, 2, 3, 4])
  for (let i = 0; i < count; i++) changes.set(random.whole(8, weeksWhole - 4), random.pick([0.7, 0.8, 0.85, 1, 1, 1.1]))
  if (product.status === 'ARCHIVED') changes.set(Math.max(product.last_week - 8, product.first_week + 1), 0.6)
  let factor = 1
  for (let week = 0; week < weeks; week++) {
    factor = changes.get(week) ?? factor
    product.price_cents[week] = priceAt(product.full_price_cents, factor)
  }
}

function planEffect(product: Product, calendar: Calendar): void {
  const { profile, price_cents, discount, effect, effect_before } = product
  const [strength, peak] = profile.season
  const promoted = product.index % 3 !== 0
  for (let week = 0; week < effect.length; week++) {
    const ofYear = calendar.weeks_of_year[week]!
    const offer = promotions.find(([first, last]) => ofYear >= first && ofYear <= last)
    discount[week] = promoted && offer ? offer[2] : 0
    const season = 1 + strength * Math.cos((2 * Math.PI * (ofYear - peak)) / 52)
    const paid = (price_cents[week]! / product.full_price_cents) * (1 - discount[week]!)
    const sells = week >= product.first_week && week < product.last_week
    effect[week] = sells ? season * paid ** -profile.elasticity : 0
    effect_before[week + 1] = effect_before[week]! + effect[week]!
  }
}

const sizeShare = (sizes: readonly string[], i: number) =>
  Math.exp(-(((i - (sizes.length - 1) / 2) / (sizes.length / 3)) ** 2))

function makeVariants(product: Product, random: Random, makeId: MakeId, firstIndex: number, most: number): Variant[] {
  const { profile } = product
  const firstColour = random.whole(0, colours.length - 1)
  const colourCount = random.pick([1, 2, 2, 3, 3, 4])
  const variants: Variant[] = []
  for (let i = 0; i < colourCount; i++) {
    const colour = colours[(firstColour + i * 3) % colours.length]!
    for (const [j, size] of profile.sizes.entries()) {
      if (variants.length === most) return variants
      const index = firstIndex + variants.length
      const code = product.index.toString(36).toUpperCase().padStart(4, '0')
      variants.push({
        index,
        variant_id: makeId('variant', index),
        sku: `${profile.code}${code}-${colour.slice(0, 3).toUpperCase()}-${size.replace('One size', 'OS')}`,
        barcode: random.chance(0.05) ? null : ean13(index),
        title: profile.sizes.length === 1 ? colour : `${colour} / ${size}`,
        size,
        colour,
        position: variants.length + 1,
        appeal: sizeShare(profile.sizes, j) * (1 / (i + 1)) * Math.exp(0.3 * random.normal()),
      })
    }
  }
  return variants
}

/** EAN-13 codes that begin with 29 are reserved for internal use. */
function ean13(index: number): string {
  const digits = `29${String(index).padStart(10, '0')}`
  const sum = Array.from(digits).reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

export interface RangeOptions {
  seed: number
  calendar: Calendar
  makeId: MakeId
  supplier_count: number
}

/** The product at an index of the assortment, with at most `most` variants. */
export function makeProduct(index: number, firstIndex: number, most: number, options: RangeOptions): Product {
  const { seed, calendar, makeId, supplier_count } = options
  const random = randomOf(seed, 1, index)
  const weeks = calendar.week_count + calendar.weeks_ahead
  const category = pickCategory(random)
  const profile = categories[category]!
  const subcategory = random.whole(0, profile.subcategories.length - 1)
  const material = random.pick(profile.materials)
  const rank = random.next()
  const status = rank < 0.86 ? 'ACTIVE' : rank < 0.93 ? 'ARCHIVED' : rank < 0.97 ? 'DRAFT' : 'UNLISTED'
  const first_week = random.chance(0.25) ? random.whole(8, weeksWhole - 10) : 0
  const full_price_cents = 100 * random.whole(profile.price[0], profile.price[1])
  const cost = Math.round(full_price_cents * 100 * (0.3 + 0.15 * random.next()))
  const supplier = hashOf(index, category) % supplier_count
  const product: Product = {
    index,
    product_id: makeId('product', index),
    category,
    profile,
    subcategory,
    title: `${random.pick(adjectives)} ${material.toLowerCase()} ${profile.subcategories[subcategory]!.toLowerCase()}`,
    material,
    vendor: random.pick(vendors),
    status,
    is_seasonal: profile.season[0] >= 0.6,
    tags: tags.filter(() => random.chance(0.2)),
    supplier,
    second_supplier: random.chance(0.2) ? (supplier + 1) % supplier_count : null,
    first_week,
    last_week: status === 'ARCHIVED' ? random.whole(first_week + 6, weeksWhole - 2) : weeks,
    listed: [true, random.chance(0.7), random.chance(0.85), random.chance(0.45)],
    rate_of_sale: Math.min(150, Math.exp(0.75 + 1.25 * random.normal())),
    full_price_cents,
    price_cents: new Int32Array(weeks),
    discount: new Float64Array(weeks),
    effect: new Float64Array(weeks),
    effect_before: new Float64Array(weeks + 1),
    cost: [cost, Math.round(cost * random.pick([1, 1.04, 1.08, 0.97]))],
    cost_week: random.whole(20, weeksWhole - 10),
    missing: {
      hs_code: random.chance(0.06),
      country: random.chance(0.05),
      cost: random.chance(0.01),
      image: random.chance(0.04),
      carton: random.chance(0.08),
    },
    weight_g: random.whole(120, 1_400),
    variants: [],
  }
  product.variants = makeVariants(product, random, makeId, firstIndex, most)
  planPrices(product, random, weeks)
  planEffect(product, calendar)
  return product
}
