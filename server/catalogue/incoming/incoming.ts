/** The shapes of what is on order, shared by the reads of a product, of a variant and by the drawers. */
import {
  CalendarDate,
  Flag,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { open_order_statuses, supply_classes } from '../../contract/stock.ts'

const order_types = ['purchase', 'manufacturing', 'transfer'] as const

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'The reason as a code; null when the figure is there.'))

const quantities = {
  ordered_quantity: Whole('Units ordered.'),
  confirmed_quantity: Nullable(
    Whole('Units the supplier confirmed, over the lines that were answered; null while none was.'),
  ),
  in_transit_quantity: Whole('Units shipped and not yet received.'),
  delivered_quantity: Whole('Units delivered so far.'),
  outstanding_quantity: Whole('Units ordered and not yet delivered, line by line; never negative.'),
  by_supply_class: Shape(
    {
      in_transit: Whole('Shipped and not yet received.'),
      confirmed: Whole('Confirmed by the supplier and not yet shipped.'),
      on_order: Whole('Ordered and not yet confirmed.'),
    },
    { description: 'The outstanding units by how sure they are; the three sum to outstanding_quantity.' },
  ),
}
export const Quantities = Shape(quantities)

const order = {
  id: OwnId('The order.'),
  name: Text('Its name.', { examples: ['PO-1042'] }),
  external_id: Nullable(Text('Its id in the system it came from.')),
  order_type: OpenChoice(order_types, 'What kind of order it is.'),
  status: OpenChoice(open_order_statuses, 'Where the order stands; only open orders are listed.'),
  on_hold: Flag('Whether somebody stopped the order. Held units still count as on order.'),
  hold_reason: Nullable(Text('Why it was stopped.')),
  supplier_id: Nullable(OwnId('The supplier; null on a transfer.')),
  supplier_name: Nullable(Text("The supplier's name.")),
  location_id: OwnId('Where the units will arrive.'),
  location_name: Text('The name of that location.'),
  source_location_id: Nullable(OwnId('Where a transfer draws from.')),
  source_location_name: Nullable(Text('The name of that location.')),
  order_date: Nullable(CalendarDate('When it was ordered.')),
  expected_delivery_date: Nullable(CalendarDate('When the units are expected.')),
  ...quantities,
  supply_class: OpenChoice(supply_classes, 'How sure the order is: that of its least sure outstanding unit.'),
  days_late: Nullable(Whole('Days since the expected date; 0 while it is not past.', { minimum: 0 })),
  days_late_reason_code: ReasonCode(['no_expected_date']),
  days_late_reason: Reason,
  outstanding_cost: Money("What the outstanding units cost, at the lines' unit costs."),
}
export const IncomingOrder = Shape(order)

const of_variant = {
  variant_id: OwnId('The variant.'),
  sku: Text('Its stock keeping unit.'),
  variant_title: Text('Its title.'),
}

export const IncomingProductOrder = Shape({
  ...order,
  variants: Type.Array(Shape({ ...of_variant, ...quantities }), {
    description: "The product's variants on this order, in the product's own order of variants.",
  }),
})

export const NextDelivery = Shape({
  purchase_order_id: OwnId('The order.'),
  name: Text('Its name.'),
  order_type: OpenChoice(order_types, 'What kind of order it is.'),
  location_id: OwnId('Where it will arrive.'),
  location_name: Text('The name of that location.'),
  expected_delivery_date: CalendarDate('When it is expected; a late delivery keeps its past date.'),
  days_late: Whole('Days since then; 0 while it is not past.', { minimum: 0 }),
  on_hold: Flag('Whether somebody stopped the order.'),
  outstanding_quantity: Whole('Units it will bring.'),
})

/** The next delivery with the words for there being none. */
export const next_delivery = {
  next_delivery: Nullable(NextDelivery),
  next_delivery_reason_code: ReasonCode(['nothing_on_order', 'no_expected_date']),
  next_delivery_reason: Reason,
}

export const IncomingTotals = Shape(
  {
    orders: Whole('Open orders.'),
    ...quantities,
    late_orders: Whole('Orders whose expected date is past.'),
    late_quantity: Whole('Units outstanding on them.'),
    held_orders: Whole('Orders on hold.'),
    held_quantity: Whole('Units outstanding on them.'),
    outstanding_cost: Money('What all outstanding units cost; null when the orders are in several currencies.'),
    ...next_delivery,
  },
  { description: 'Over every open order, whichever page is shown.' },
)

export const IncomingByVariant = Shape({
  ...of_variant,
  orders: Whole('Open orders that still bring this variant.'),
  next_delivery_date: Nullable(CalendarDate('The earliest expected date among them; null where none has one.')),
  ...quantities,
})

export const IncomingByMonth = Shape({
  month: Nullable(
    Text('The month of the expected date; null for orders without one.', {
      examples: ['2026-12'],
      pattern: '^\\d{4}-\\d{2}$',
      'x-rule': 'must be a month as YYYY-MM',
    }),
  ),
  orders: Whole('Orders expected in it.'),
  ...quantities,
})
