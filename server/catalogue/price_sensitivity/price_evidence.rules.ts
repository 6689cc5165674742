/** Builds the inputs of a price sensitivity from rows of sales and stock, product by product. Pure. */
import {
  type CountedWeek,
  countedWeeks,
  type Estimate,
  elasticitiesOf,
  type Exclusion,
  exclusions,
  type SellingPlace,
  type StockState,
  type InsufficientData,
  insufficientData,
  type VariantSales,
  type WeekPrice,
  weekPrices,
} from './price_sensitivity.rules.ts'
import { type ReferenceProduct, seasonOf, type WeekSale } from './season.rules.ts'
import { addDays, eachDay } from '../../calendar/days.ts'
import { type LocationLedger, type StockDays, stockDaysAmong } from './stock_days.rules.ts'

/** Sales of one variant through one channel from one location. */
export interface PlaceSales {
  sales_channel_id: string
  channel_type: string
  location_id: string
  weeks: readonly WeekSale[]
}

export interface FamilyMember {
  variant_id: string
  product_id: string
  category_id: string | null
  sku: string
  /** False for siblings, which are read to support the estimate. */
  is_requested: boolean
  /** Among all variants of the product, by id, from 1. */
  position: number
  sales: readonly PlaceSales[]
}

/** Limits on the siblings used, by count and by units sold: more would take time without narrowing the interval. */
export const siblingsMax = 40
export const siblingUnitsEnough = 20_000

/** A variant's stock, by location. */
export type LocationStock = ReadonlyMap<string, LocationLedger>

export interface PriceEvidence {
  variant: FamilyMember
  sales: VariantSales
  prices: readonly (WeekPrice | null)[]
  counted: readonly CountedWeek[]
  exclusions: readonly (Exclusion | null)[]
  stockout_days: readonly (number | null)[]
  season: Season
  sibling_variants: number
  sibling_units: number
  missing: InsufficientData | null
  estimate: Estimate | null
}

/** A product of a category, and the number of its variants that were read. */
export interface CategoryProduct extends ReferenceProduct {
  category_id: string
  variants: number
}

export interface Season {
  /** Null when the category has no seasonal curve. */
  coefficients: readonly number[] | null
  reference_variants: number
}

/** Excludes the product's own sales: its own season is estimated in the fit. */
export function seasonFor(
  product: FamilyMember,
  category: readonly CategoryProduct[],
  weeks: readonly string[],
): Season {
  const others = category.filter(
    ({ category_id, product_id }) => category_id === product.category_id && product_id !== product.product_id,
  )
  const reference_variants = others.reduce((sum, { variants }) => sum + variants, 0)
  return { coefficients: seasonOf(others, weeks), reference_variants }
}

/** The days of a week. */
type Days = readonly string[]
const daysOf = (week_start: string): Days => eachDay(week_start, addDays(week_start, 7))

/** Days without stock at any location; null when the ledger does not cover every day of the week. */
function stockoutDays(days: Days, { in_stock, tracked }: StockDays): number | null {
  return days.every((day) => tracked.has(day)) ? days.filter((day) => !in_stock.has(day)).length : null
}

/** A week with a day that ended without stock may have lost sales. */
function stockState(days: Days, { stocked_at_close, tracked }: StockDays): StockState {
  if (!days.every((day) => tracked.has(day))) return 'unknown'
  return days.every((day) => stocked_at_close.has(day)) ? 'in_stock' : 'ran_out'
}

/** A store sells its own stock; any other channel sells the stock of any location that ships for it. */
const placeOf = ({ channel_type, sales_channel_id, location_id }: PlaceSales) =>
  channel_type === 'store' ? `${sales_channel_id} ${location_id}` : sales_channel_id

function byWeek(sales: readonly PlaceSales[], weeks: readonly Days[], figure: 1 | 2): number[] {
  const sums = weeks.map(() => 0)
  for (const place of sales) for (const sale of place.weeks) sums[sale[0]]! += sale[figure]
  return sums
}

type Shippers = ReadonlyMap<string, ReadonlySet<string>>

interface StockOf {
  stock: LocationStock
  stockDaysOf: ReturnType<typeof stockDaysAmong>
}

function salesOf({ sales }: FamilyMember, shippers: Shippers, { stock, stockDaysOf }: StockOf, weeks: readonly Days[]) {
  const places = [...Map.groupBy(sales, placeOf)].map(([key, some]): SellingPlace => {
    const ledgers = [...shippers.get(key)!].flatMap((location_id) => stock.get(location_id) ?? [])
    const stockDays = stockDaysOf(ledgers)
    return { units: byWeek(some, weeks, 1), stock: weeks.map((days) => stockState(days, stockDays)) }
  })
  return { places, units: byWeek(sales, weeks, 1), net_cents: byWeek(sales, weeks, 2) }
}

const unitsOf = (counted: readonly CountedWeek[]) => counted.reduce((sum, { units }) => sum + units, 0)

const unitsSold = ({ sales }: FamilyMember) =>
  sales.reduce((sum, { weeks }) => sum + weeks.reduce((units, [, sold]) => units + sold, 0), 0)

/** A variant with its first siblings, whichever other variants were requested beside it. */
function withSiblings(variant: FamilyMember, family: readonly FamilyMember[]): FamilyMember[] {
  let unitsBefore = 0
  return family.filter((one) => {
    if (one === variant) return true
    const place = one.position > variant.position ? one.position - 1 : one.position
    const before = unitsBefore
    unitsBefore += unitsSold(one)
    return place <= siblingsMax && before < siblingUnitsEnough
  })
}

/** The evidence of each requested variant of one product, whose members are sorted by variant id. */
export function evidenceOf(
  family: readonly FamilyMember[],
  ...facts: [stock: ReadonlyMap<string, LocationStock>, season: Season, week_starts: readonly string[]]
): PriceEvidence[] {
  const requested = family.filter(({ is_requested }) => is_requested)
  const members = new Map(requested.map((variant) => [variant, withSiblings(variant, family)]))
  const ofAll = requested.filter((variant) => members.get(variant)!.length === family.length)
  const reasons = [
    ...evidenceAmong(family, ofAll, ...facts),
    ...requested
      .filter((variant) => !ofAll.includes(variant))
      .flatMap((variant) => evidenceAmong(members.get(variant)!, [variant], ...facts)),
  ]
  return reasons.toSorted((a, b) => a.variant.position - b.variant.position)
}

function evidenceAmong(
  family: readonly FamilyMember[],
  requested: readonly FamilyMember[],
  stock: ReadonlyMap<string, LocationStock>,
  season: Season,
  week_starts: readonly string[],
): PriceEvidence[] {
  if (requested.length === 0) return []
  const weeks = week_starts.map(daysOf)
  const stockDaysOf = stockDaysAmong(weeks.flat())
  const shippers = new Map(
    [
      ...Map.groupBy(
        family.flatMap(({ sales }) => sales),
        placeOf,
      ),
    ].map(([key, sales]) => [key, new Set(sales.map(({ location_id }) => location_id))]),
  )
  const stockOf = ({ variant_id }: FamilyMember): LocationStock => stock.get(variant_id) ?? new Map()
  const sold = family.map((variant) => salesOf(variant, shippers, { stock: stockOf(variant), stockDaysOf }, weeks))
  const prices = sold.map((own) =>
    weekPrices(
      own,
      sold.filter((one) => one !== own),
    ),
  )
  const counted = sold.map((one, i) => countedWeeks(one, prices[i]!))
  const used = counted.filter((some) => unitsOf(some) > 0)
  let estimateOf: ReturnType<typeof elasticitiesOf> | undefined
  return family.flatMap((variant, i) => {
    if (!requested.includes(variant)) return []
    const siblings = used.filter((some) => some !== counted[i])
    const missing = insufficientData(counted[i]!)
    if (missing === null) estimateOf ??= elasticitiesOf({ variants: used, week_starts, season: season.coefficients })
    const stockDays = stockDaysOf([...stockOf(variant).values()])
    return {
      variant,
      sales: sold[i]!,
      prices: prices[i]!,
      counted: counted[i]!,
      exclusions: exclusions(sold[i]!, prices[i]!),
      stockout_days: weeks.map((days) => stockoutDays(days, stockDays)),
      season,
      sibling_variants: siblings.length,
      sibling_units: siblings.reduce((sum, some) => sum + unitsOf(some), 0),
      missing,
      estimate: missing === null ? estimateOf!(used.indexOf(counted[i]!)) : null,
    }
  })
}
