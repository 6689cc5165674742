/** The variant overview: the same figures in total and for each location. */
import {
  CalendarDate,
  Count,
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { cover } from '../../contract/stock.ts'
import { availableWords, coverFields } from '../../ledger/cover.model.ts'
import { ByDemand } from '../../ledger/rates/demand.model.ts'
import { next_delivery } from '../incoming/incoming.ts'

/** The periods over which sales are summed, in weeks. */
export const salesPeriodsWeeks = [4, 13, 52] as const

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'Reason code; null when the figure is present.'))

const rateCodes = [
  'nothing_sold',
  'sold_without_stock',
  'out_of_stock',
  'single_wholesale_shipment',
  'not_measured',
] as const

const Velocity = Shape(
  {
    units_per_day: Nullable(
      Num(
        'Units sold per day: consumers by in-stock days, and wholesale by all days if it shipped on two or more. Of a location as last measured; of the total as in the velocity table, the sum over the locations.',
        { examples: [2.5] },
      ),
    ),
    basis: OpenChoice(
      ['in_stock_days', 'as_sold'],
      'Days counted in the velocity. in_stock_days: days with stock on hand or sales. as_sold: every day, because the ledger does not cover the window.',
    ),
    reason_code: ReasonCode(rateCodes),
    reason: Reason,
    by_demand: ByDemand,
    in_stock_days: Nullable(
      Whole(
        'Days of the window with units on hand at any time. In the total, or with sales, at the locations at which consumers buy, weighted by the rate of each. Null when the ledger does not cover the window.',
        { minimum: 0 },
      ),
    ),
    stockout_days: Nullable(
      Whole(
        'Days of the window without units on hand; they do not lower the velocity. Null when the ledger does not cover the window.',
        { minimum: 0 },
      ),
    ),
    untracked_days: Whole('Days of the window before the ledger starts, counted neither as in stock nor as stockout.', {
      minimum: 0,
    }),
    stock_days_reason_code: ReasonCode(['not_in_the_ledger']),
    stock_days_reason: Reason,
  },
  { $id: 'VariantVelocity', description: 'Sales velocity and in-stock days.' },
)

const SalesPeriod = Shape(
  {
    weeks: Whole('Length of the period in weeks.', { examples: [13] }),
    start: CalendarDate('First day of the period.'),
    end: CalendarDate('Last day of the period: yesterday.'),
    units_sold: Whole('Units sold.'),
    units_returned: Whole('Units returned.'),
    net_sales: Money('Gross sales minus discounts and returns, before taxes.'),
  },
  { $id: 'SalesPeriod' },
)

export const place = {
  on_hand_qty: Whole('Units on hand.'),
  committed_qty: Whole('Units committed to orders.'),
  available_qty: Whole(availableWords),
  incoming_qty: Whole('Units on order.'),
  days_of_cover: coverFields.days_of_cover,
  weeks_of_cover: Nullable(Num('Weeks of cover: days of cover divided by 7; null when days of cover is null.')),
  cover_reason_code: ReasonCode([...rateCodes, 'sold_before_the_ledger', 'assembled_when_sold']),
  cover_reason: coverFields.cover_reason,
  health: coverFields.health,
  lead_time_days: Whole("Lead time of the primary supplier, in days; the service's default when none is set."),
  review_period_days: Whole("Review period: days between reorder decisions; the service's default when none is set."),
  velocity: Velocity,
  ...next_delivery,
  last_sold_on: Nullable(CalendarDate('Last day with a sale, today included; null when nothing was ever sold.')),
  last_sold_reason_code: ReasonCode(['never_sold']),
  last_sold_reason: Reason,
  sales: Type.Array(SalesPeriod, { description: `Sales of the last ${salesPeriodsWeeks.join(', ')} weeks.` }),
}

export const VariantOverview = Shape(
  {
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.'),
    variant_title: Text('Title of the variant.'),
    product_id: OwnId('Id of the product.'),
    product_title: Text('Title of the product.'),
    as_of: Instant('Time of the figures.'),
    window: Shape(
      {
        start: CalendarDate('First day of the window.'),
        end: CalendarDate('Last day of the window.'),
        days: Count('Number of days.'),
      },
      {
        description: `The last ${cover.window_days} complete days, over which velocity and stockout days are measured.`,
      },
    ),
    total: Shape(place, { description: 'Figures over all locations.' }),
    locations: Type.Array(
      Shape({ location_id: OwnId('Id of the location.'), location_name: Text('Name of the location.'), ...place }),
      {
        description: 'Figures for every location that stocks, expects or sold the variant, sorted by location name.',
      },
    ),
  },
  { $id: 'VariantOverview' },
)
