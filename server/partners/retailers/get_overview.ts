import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Id, Nullable, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { figuresWords, PartnerPath, readAccountFacts, reasonOf, SalesWindow } from './model.ts'
import { currentStockOf, forecastOf, nextDeliveryOf, replenishmentOf } from './overview.rules.ts'
import { readAskedVariants, readLastDelivery, readTimeline } from './overview.store.ts'
import { windowUntil } from './sales_figures.rules.ts'
import { readArrivals, readVariantFacts } from './variant_facts.store.ts'

const units = (description: string, example: number) => Whole(description, { examples: [example] })

const delivery = (description: string) =>
  Nullable(
    Shape(
      {
        order_id: OwnId('Order of the units.'),
        order_name: Text('Name of the order.', { examples: ['SO-2041'] }),
        fulfilment_id: Nullable(OwnId('The shipment; null where the units have not shipped.')),
        shipped_on: Nullable(CalendarDate('Day on which the units shipped; null where they have not.')),
        arrives_on: CalendarDate(
          'Day on which the units arrived or are expected: for a shipment, the day it shipped plus the transit time.',
        ),
        units: units('Units of the selected variants.', 18),
      },
      { $id: 'AccountDelivery', about: 'Units that arrived at an account or are to arrive.', description },
    ),
  )

const CurrentStock = Shape(
  {
    start_date: Nullable(
      CalendarDate('Day of the oldest shelf count that the estimate begins with; null without one.'),
    ),
    end_date: Nullable(CalendarDate("Day of the estimate: today in the organisation's time zone; null without one.")),
    estimated_stock_on_hand: Nullable(
      units(
        'Estimated units on hand at the account: last shelf counts, plus shipments that arrived since, less units sent back, less units sold since (the velocity on days not reported yet); null if no count is known.',
        21,
      ),
    ),
    variants_estimated: units('Number of variants in the estimate.', 1),
    variants_without_estimate: units('Number of variants that the account carries and that lack an estimate.', 0),
    reason: reasonOf('estimated_stock_on_hand'),
  },
  { $id: 'AccountStock', description: 'Stock at the account today.' },
)

const Reported = Shape({
  start_date: CalendarDate('First day of the reported period.'),
  end_date: CalendarDate('Last day of the reported period.'),
  units_sold: Nullable(units('Units sold less units returned; null if the period has no sales figure.', 7)),
  stock_on_hand: Nullable(units('Units on hand at the end of the period; null if none was reported.', 21)),
})

const Forecast = Shape(
  {
    start_date: CalendarDate('First day of the week.'),
    end_date: CalendarDate('Last day of the week.'),
    expected_sales: units('Units expected to sell: the velocity, at most what is there.', 6),
    expected_arrivals: units('Units expected to arrive.', 0),
    estimated_stock_on_hand: units('Estimated units on hand at the end of the week.', 15),
  },
  { $id: 'AccountStockForecast' },
)

export const getRetailerOverview = operation({
  id: 'accounts.get_overview',
  route: 'GET /api/v1/wholesale/retailers/{partner_id}/overview',
  summary: 'Get the stock overview of an account',
  description: `Returns the stock of an account as reported in the last ${limits.retailer_timeline_weeks} weeks, as estimated today and as expected in the next ${limits.retailer_forecast_weeks} weeks, with the last and the next delivery and the next replenishment. Figures are sums over the variants that the account carries, or over those that the query selects. A shipment arrives its transit time after the day it ships, and on that day if the account has no transit time; units of an open order ship on their requested ship date, or at the start of the ship window, and not before today. In the expected stock, no variant falls below zero.\n\n${figuresWords}`,
  params: PartnerPath,
  query: Type.Object(
    {
      variant_id: Type.Optional(Id('Only this variant.')),
      product_id: Type.Optional(Id('Only the variants of this product.')),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      window: SalesWindow,
      current_stock: CurrentStock,
      stock_timeline: Type.Array(Reported, {
        description:
          'Reported periods, oldest first; others are unknown. Where the account omits rows without sales, a selected variant sold 0 in a reported period without a row of it, from its first report on.',
      }),
      forecasted_stock_timeline: Type.Array(Forecast, {
        description: 'The weeks from tomorrow on; empty without a variant whose stock and velocity are known.',
      }),
      last_delivery: delivery('The shipment that arrived last; null if none did.'),
      next_delivery: delivery(
        'The next shipment in transit, or the units of the open order that can arrive next; null if there is none.',
      ),
      replenishment_date: Nullable(
        CalendarDate('Earliest `ship_by` of the variants, as in the replenishment recommendations; null if unknown.'),
      ),
      replenishment_qty: Nullable(
        units(
          'Sum of `needed_units` of the replenishment recommendations; 0 if the stock suffices, null if unknown.',
          5,
        ),
      ),
      replenishment_reason: reasonOf('replenishment_date'),
    },
    { $id: 'AccountOverview' },
  ),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id, time_zone }, params: { partner_id }, query, now }) {
    const today = dayInTimeZone(time_zone, now)
    const account = await readAccountFacts(sql, organization_id, partner_id, today)
    const variant_ids = await readAskedVariants(sql, organization_id, query)
    const scope = { organization_id, partner_id, today, variant_ids }
    const [facts, arrivals, timeline, last_delivery] = await Promise.all([
      readVariantFacts(sql, scope),
      readArrivals(sql, scope),
      readTimeline(sql, scope),
      readLastDelivery(sql, scope),
    ])
    return {
      window: windowUntil(account.last_report),
      current_stock: currentStockOf(facts, today),
      stock_timeline: [...timeline],
      forecasted_stock_timeline: forecastOf(facts, arrivals, today),
      last_delivery,
      next_delivery: nextDeliveryOf(arrivals),
      ...replenishmentOf(facts, arrivals, { ...account, today }),
    }
  },
})
