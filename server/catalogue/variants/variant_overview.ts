/** The shape of a variant's stock and cover: the same figures in total and for each location. */
import {
  CalendarDate,
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
import { cover_fields } from '../../ledger/cover.model.ts'
import { next_delivery } from '../incoming/incoming.ts'

/** The periods over which sales are summed, in weeks. */
export const sales_periods_weeks = [4, 13, 52] as const

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'The reason as a code; null when the figure is there.'))

const Velocity = Shape(
  {
    units_per_day: Nullable(
      Num('Units sold a day, as last measured; in total, the sum over locations.', { examples: [2.5] }),
    ),
    basis: OpenChoice(['in_stock_days'], 'Which days the pace counts: those on which there was something to sell.'),
    reason_code: ReasonCode(['nothing_sold']),
    reason: Reason,
    in_stock_days: Nullable(
      Whole('Days of the window with units on hand at some time; in total, at any location.', { minimum: 0 }),
    ),
    stockout_days: Nullable(Whole('Days of the window without; they do not slow the pace.', { minimum: 0 })),
    untracked_days: Whole('Days of the window before the ledger began; they count as neither.', { minimum: 0 }),
    stock_days_reason_code: ReasonCode(['not_in_the_ledger']),
    stock_days_reason: Reason,
  },
  { description: 'How fast it sells, and on how many days it could.' },
)

const SalesPeriod = Shape({
  weeks: Whole('How many weeks of seven days.', { examples: [13] }),
  start: CalendarDate('The first day.'),
  end: CalendarDate('The last day: the one before today, in UTC.'),
  units_sold: Whole('Units sold.'),
  units_returned: Whole('Units that came back.'),
  net_sales: Money('Gross sales less discounts and returns, before taxes.'),
})

export const place = {
  on_hand_qty: Whole('Units on hand.'),
  committed_qty: Whole('Units promised to orders.'),
  available_qty: Whole('Units on hand less those committed.'),
  incoming_qty: Whole('Units on order.'),
  days_of_cover: cover_fields.days_of_cover,
  weeks_of_cover: Nullable(Num('Days of cover as weeks.')),
  cover_reason_code: ReasonCode(['nothing_sold']),
  cover_reason: cover_fields.cover_reason,
  health: cover_fields.health,
  lead_time_days: Whole("Days the primary supplier takes; the service's default where none is set."),
  review_period_days: Whole("Days between two looks at reordering; the service's default where none is set."),
  velocity: Velocity,
  ...next_delivery,
  last_sold_on: Nullable(CalendarDate('The last day on which a unit sold, today included.')),
  last_sold_reason_code: ReasonCode(['never_sold']),
  last_sold_reason: Reason,
  sales: Type.Array(SalesPeriod, { description: `The trailing ${sales_periods_weeks.join(', ')} weeks.` }),
}

export const VariantOverview = Shape({
  variant_id: OwnId('The variant.'),
  sku: Text('Its stock keeping unit.'),
  variant_title: Text('Its title.'),
  product_id: OwnId('The product it belongs to.'),
  product_title: Text('Title of the product.'),
  as_of: Instant('When the figures were read.'),
  window: Shape(
    { start: CalendarDate('The first day.'), end: CalendarDate('The last day.'), days: Whole('How many days.') },
    { description: `The ${cover.window_days} complete days, in UTC, that the pace and the stockout days count.` },
  ),
  total: Shape(place, { description: 'Over all locations.' }),
  locations: Type.Array(Shape({ location_id: OwnId('The location.'), location_name: Text('Its name.'), ...place }), {
    description: 'Every location that holds, expects or sold the variant, by name.',
  }),
})
