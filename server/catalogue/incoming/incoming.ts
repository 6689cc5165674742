/** Schemas of incoming stock, shared by the product, variant and drawer reads. */
import { named } from '../../contract/openapi/named.ts'
import {
  CalendarDate,
  Count,
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
import { openOrderStatuses, supplyClasses } from '../../contract/stock.ts'

const orderTypes = named('PurchaseOrderType', ['purchase', 'manufacturing', 'transfer'])

const ReasonCode = (codes: readonly string[]) =>
  Nullable(OpenChoice(codes, 'Reason code; null when the figure is present.'))

const quantities = {
  ordered_quantity: Whole('Units ordered.'),
  confirmed_quantity: Nullable(
    Whole('Units confirmed by the supplier, over the lines it has answered; null when it has answered none.'),
  ),
  in_transit_quantity: Whole('Units shipped and not yet received.'),
  delivered_quantity: Whole('Units delivered so far.'),
  outstanding_quantity: Whole('Units ordered and not yet delivered, summed line by line; never negative.'),
  by_supply_class: Shape(
    {
      in_transit: Whole('Units shipped and not yet received.'),
      confirmed: Whole('Units confirmed by the supplier and not yet shipped.'),
      on_order: Whole('Units ordered and not yet confirmed.'),
    },
    {
      $id: 'IncomingBySupplyClass',
      description: 'Outstanding units by supply class. The three sum to `outstanding_quantity`.',
    },
  ),
}
export const Quantities = Shape(quantities)

const order = {
  id: OwnId('Id of the order.'),
  name: Text('Display name of the order.', { examples: ['PO-1042'] }),
  external_id: Nullable(Text('Id of the order in the system it was imported from.')),
  order_type: OpenChoice(orderTypes, 'Type of the order.'),
  status: OpenChoice(openOrderStatuses, 'Status of the order. Only open orders are listed.'),
  on_hold: Flag('Whether the order is on hold. Units of an order on hold still count as on order.'),
  hold_reason: Nullable(Text('Reason for the hold.')),
  supplier_id: Nullable(OwnId('Id of the supplier; null on a transfer.')),
  supplier_name: Nullable(Text('Name of the supplier.')),
  location_id: OwnId('Id of the destination location.'),
  location_name: Text('Name of the destination location.'),
  source_location_id: Nullable(OwnId('Id of the location a transfer ships from; null on other orders.')),
  source_location_name: Nullable(Text('Name of the location a transfer ships from; null on other orders.')),
  order_date: Nullable(CalendarDate('Date of the order.')),
  expected_delivery_date: Nullable(CalendarDate('Expected delivery date.')),
  ...quantities,
  supply_class: OpenChoice(supplyClasses, 'Supply class of the order: that of its least certain outstanding unit.'),
  days_late: Nullable(Whole('Days since the expected delivery date; 0 until it has passed.', { minimum: 0 })),
  days_late_reason_code: ReasonCode(['no_expected_date']),
  days_late_reason: Reason,
  outstanding_cost: Money('Cost of the outstanding units, at the unit cost of each line.'),
}
export const IncomingOrder = Shape(order, { $id: 'IncomingOrder' })

const variantFields = {
  variant_id: OwnId('Id of the variant.'),
  sku: Text('SKU of the variant.'),
  variant_title: Text('Title of the variant.'),
}

export const IncomingProductOrder = Shape(
  {
    ...order,
    variants: Type.Array(Shape({ ...variantFields, ...quantities }, { $id: 'IncomingVariant' }), {
      description: "Variants of the product on this order, in the product's variant order.",
    }),
  },
  { $id: 'IncomingProductOrder' },
)

export const NextDelivery = Shape(
  {
    purchase_order_id: OwnId('Id of the order.'),
    name: Text('Display name of the order.'),
    order_type: OpenChoice(orderTypes, 'Type of the order.'),
    location_id: OwnId('Id of the destination location.'),
    location_name: Text('Name of the destination location.'),
    expected_delivery_date: CalendarDate('Expected delivery date; a late delivery keeps its past date.'),
    days_late: Whole('Days since the expected delivery date; 0 until it has passed.', { minimum: 0 }),
    on_hold: Flag('Whether the order is on hold.'),
    outstanding_quantity: Whole('Outstanding units on the order.'),
  },
  { $id: 'NextDelivery' },
)

/** The next delivery, and the reason when there is none. */
export const next_delivery = {
  next_delivery: Nullable(NextDelivery),
  next_delivery_reason_code: ReasonCode(['nothing_on_order', 'no_expected_date']),
  next_delivery_reason: Reason,
}

export const IncomingTotals = Shape(
  {
    orders: Count('Number of open orders.'),
    ...quantities,
    late_orders: Count('Number of orders whose expected delivery date has passed.'),
    late_quantity: Whole('Outstanding units on late orders.'),
    held_orders: Count('Number of orders on hold.'),
    held_quantity: Whole('Outstanding units on orders on hold.'),
    outstanding_cost: Money('Cost of all outstanding units; null when the orders are in several currencies.'),
    ...next_delivery,
  },
  { $id: 'IncomingTotals', description: 'Totals over every open order, not only this page.' },
)

export const IncomingByVariant = Shape(
  {
    ...variantFields,
    orders: Count('Number of open orders with outstanding units of this variant.'),
    next_delivery_date: Nullable(
      CalendarDate('Earliest expected delivery date of those orders; null when none has a date.'),
    ),
    ...quantities,
  },
  { $id: 'IncomingByVariant' },
)

export const IncomingByMonth = Shape(
  {
    month: Nullable(
      Text('Month of the expected delivery date; null for orders without a date.', {
        examples: ['2026-12'],
        pattern: '^\\d{4}-\\d{2}$',
        'x-rule': 'must be a month as YYYY-MM',
      }),
    ),
    orders: Count('Number of orders expected in the month.'),
    ...quantities,
  },
  { $id: 'IncomingByMonth' },
)
