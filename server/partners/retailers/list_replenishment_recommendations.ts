import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Nullable, Num, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { figuresWords, PartnerPath, readAccountFacts, reasonOf, SalesWindow } from './model.ts'
import { recommend } from './replenishment.rules.ts'
import { windowUntil } from './sales_figures.rules.ts'
import { readArrivals, readVariantFacts } from './variant_facts.store.ts'

const units = (description: string, example: number) => Whole(description, { examples: [example] })

const Recommendation = Shape(
  {
    variant_id: OwnId('The variant.'),
    sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
    product_id: OwnId('Product of the variant.'),
    product_title: Text('Title of the product.', { examples: ['Merino crew jumper'] }),
    variant_title: Text('Title of the variant.', { examples: ['M, Navy'] }),
    quantity: units('Recommended units: `needed_units`, but at most `available_units`.', 5),
    needed_units: units('Units that raise stock and incoming units to `target_units`, rounded up.', 5),
    ship_by: CalendarDate(
      'Day by which the units should ship: when stock and incoming units fall to `reorder_point`, today if they already have.',
    ),
    arrive_by: CalendarDate('`ship_by` plus the transit time.'),
    why: Text('Why the units are recommended, as a sentence.', {
      examples: ['The stock and what is on its way fall to the reorder point on the ship-by day.'],
    }),
    sales_velocity_per_week: Num('Units sold per week, rounded to two decimals.', { examples: [6.5] }),
    estimated_on_hand: units('Estimated units on hand at the account today.', 21),
    incoming: units(
      `Units in transit and on open orders that arrive within the transit time plus ${limits.retailer_cover_weeks} weeks.`,
      18,
    ),
    weeks_of_cover: Num('Estimated units on hand divided by the velocity, rounded to one decimal.', {
      examples: [3.2],
    }),
    safety_units: Nullable(
      Num('Safety stock for the fill rate target, rounded to one decimal; null if it cannot be computed.', {
        examples: [14.2],
      }),
    ),
    safety_reason: reasonOf('safety_units'),
    reorder_point: Num('Units sold during the transit time plus safety stock, rounded to one decimal.', {
      examples: [17.9],
    }),
    target_units: Num(
      `Units sold during the transit time plus ${limits.retailer_cover_weeks} weeks, plus safety stock, rounded to one decimal.`,
      { examples: [43.9] },
    ),
    available_units: units(
      'Units at your own active locations that are not committed to orders; of a bundle that is assembled when sold, as many as its components there suffice for.',
      34,
    ),
  },
  { $id: 'ReplenishmentRecommendation' },
)

export const listReplenishmentRecommendations = operation({
  id: 'accounts.list_replenishment_recommendations',
  route: 'GET /api/v1/wholesale/retailers/{partner_id}/replenishment-recommendations',
  summary: 'List replenishment recommendations',
  description: `Returns what an account should be sent next, the most urgent first. Each variant that the account carries is replenished to the units it sells during the transit time plus ${limits.retailer_cover_weeks} weeks, plus safety stock. Safety stock is the standard deviation of weekly sales (of an account that reports by day, those of whole weeks), times the normal quantile of the account's fill rate target, times the square root of those weeks; without a target it is left out, with a reason. Variants whose velocity, stock or transit time is unknown, and those that do not sell, are listed under \`excluded\` with the reason. Available units are not divided among accounts: each recommendation assumes that all of them are free.\n\n${figuresWords}`,
  params: PartnerPath,
  answer: Shape({
    trading_partner_id: OwnId('The account.'),
    name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
    as_of: CalendarDate("Current day in the organisation's time zone."),
    window: SalesWindow,
    transit_time_days: Nullable(Whole('Transit time in days; null if unknown.', { examples: [4] })),
    fill_rate_target_pct: Nullable(Num('Agreed fill rate in per cent; null if none is agreed.', { examples: [95] })),
    cover_weeks: Whole('Weeks that a shipment covers after it arrives.', { examples: [limits.retailer_cover_weeks] }),
    recommendations: Type.Array(Recommendation, { description: 'By `ship_by`, then weeks of cover, then SKU.' }),
    variants_with_enough: units('Number of variants that need no units now.', 12),
    excluded: Type.Array(
      Shape({
        variant_id: OwnId('The variant.'),
        sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
        reason: Text('Why nothing can be recommended, as a sentence.', {
          examples: ['The account has not reported the variant.'],
        }),
      }),
      { description: 'Variants without a recommendation because a figure is missing, by SKU.' },
    ),
  }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params: { partner_id }, now }) {
    const today = dayInTimeZone(time_zone, now)
    const account = await readAccountFacts(sql, organization_id, partner_id, today)
    const scope = { organization_id, partner_id, today, variant_ids: null }
    const [facts, arrivals] = await Promise.all([readVariantFacts(sql, scope), readArrivals(sql, scope)])
    const { transit_time_days, fill_rate_target_pct } = account
    return {
      trading_partner_id: account.trading_partner_id,
      name: account.name,
      as_of: today,
      window: windowUntil(account.last_report),
      transit_time_days,
      fill_rate_target_pct,
      cover_weeks: limits.retailer_cover_weeks,
      ...recommend(facts, arrivals, { today, transit_time_days, fill_rate_target_pct }),
    }
  },
})
