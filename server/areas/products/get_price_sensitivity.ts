import type { ReadCall } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type, Whole } from '../../contract/schema.ts'
import { todayOf } from './pages.ts'
import { priceSensitivity, PriceSensitivity } from './price_sensitivity.ts'
import type { SalesWeek } from './price_sensitivity.rules.ts'
import { readCategoryWeeks, readPricedVariant, readWeeklySales } from './price_sensitivity.store.ts'
import { type ReferenceWeek, seasonalIndex } from './season.rules.ts'
import { addDays, anywhere, daysBetween, stockDaysOf, type StockDays } from './stock_days.rules.ts'
import { readLedgerDays } from './stock_days.store.ts'

/** The Monday on or before a day. */
const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

const weekStarts = (first_day: string, weeks: number) =>
  Array.from({ length: weeks }, (_, i) => addDays(first_day, i * 7))

/** Days without stock anywhere; null when the ledger does not speak of every day of the week. */
function stockoutDays(week_start: string, { in_stock, tracked }: StockDays): number | null {
  const days = daysBetween(week_start, addDays(week_start, 7))
  return days.every((day) => tracked.has(day)) ? days.filter((day) => !in_stock.has(day)).length : null
}

async function readSeason(sql: ReadCall['sql'], organization_id: string, variant_id: string, end_day: string) {
  const first_day = addDays(end_day, -limits.price_weeks_max * 7)
  const read = await readCategoryWeeks(sql, organization_id, variant_id, { first_day, end_day })
  const units = new Map(read.weeks.map((week) => [week.week_start, week.units]))
  const weeks = weekStarts(first_day, limits.price_weeks_max).map((week_start): ReferenceWeek => ({
    week_start,
    units: units.get(week_start) ?? 0,
  }))
  return { reference_variants: read.variants, index: seasonalIndex(weeks) }
}

const seasonReason = (category_id: string | null) =>
  category_id === null
    ? { reason_code: 'no_category', reason: 'The product has no category to measure a season on.' }
    : {
        reason_code: 'category_sells_too_little',
        reason: 'The other products of the category sold too little, or for too short, to measure a season on.',
      }

export const getPriceSensitivity = operation({
  id: 'products.get_price_sensitivity',
  route: 'GET /api/v1/variants/{variant_id}/price-sensitivity',
  summary: 'Get how sales moved with price',
  description:
    "An estimate of the variant's price elasticity: ordinary least squares of the logarithm of weekly units on the logarithm of the weekly realised price (gross sales less discounts, for each unit).\n\nWeeks run from Monday to Sunday. A week counts when it sold at a price and was in stock every day; wholesale is left out, since its prices are agreed. Units are first divided by the seasonal index of the week, measured on other products of the category; sales that the whole category takes part in every year count as season.\n\nWhere there are fewer than 8 weeks or 3 prices, or the prices differ by less than 2%, the figures are null with the reason. It shows what moved together, not what caused what.",
  params: Type.Object({ variant_id: Id('The variant.') }),
  query: Type.Object(
    {
      weeks: Type.Optional(
        Whole('How many complete weeks to look at, the latest last.', {
          minimum: limits.price_weeks_min,
          maximum: limits.price_weeks_max,
          default: limits.price_weeks_max,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: PriceSensitivity,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params, query, now }) {
    const { organization_id } = caller
    const { variant_id } = params
    const { weeks = limits.price_weeks_max } = query
    const end_day = mondayOf(todayOf(now))
    const first_day = addDays(end_day, -weeks * 7)
    const [variant, sales, ledger, season] = await Promise.all([
      readPricedVariant(sql, organization_id, variant_id),
      readWeeklySales(sql, organization_id, variant_id, { first_day, end_day }),
      readLedgerDays(sql, organization_id, variant_id, first_day),
      readSeason(sql, organization_id, variant_id, end_day),
    ])
    if (variant === undefined) return refuse('variant_not_on_file')
    const days = daysBetween(first_day, end_day)
    const stock = anywhere(ledger.map((one) => stockDaysOf(one, days)))
    const sold = new Map(sales.map((week) => [week.week_start, week]))
    return priceSensitivity({
      variant_id,
      sku: variant.sku,
      currency: caller.currency,
      window: { start: first_day, end: addDays(end_day, -1), weeks },
      index: season.index,
      seasonality: {
        method: season.index === null ? 'none' : 'category_index',
        reference_variants: season.reference_variants,
        ...(season.index === null ? seasonReason(variant.category_id) : { reason_code: null, reason: null }),
      },
      weeks: weekStarts(first_day, weeks).map((week_start): SalesWeek => ({
        week_start,
        units: sold.get(week_start)?.units ?? 0,
        net_cents: sold.get(week_start)?.net_cents ?? 0,
        stockout_days: stockoutDays(week_start, stock),
      })),
    })
  },
})
