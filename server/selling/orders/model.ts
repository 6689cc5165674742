/** The sales order and exception resources, shared by reads and events. */
import { orderLifecycles } from '../known_values.ts'
import {
  CalendarDate,
  Flag,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

const named = (what: string, key: string) =>
  Nullable(
    Shape(
      { name: Text(`Name of the ${what}.`), [key]: OwnId(`Id of the ${what}.`) },
      { description: `The ${what}; null when there is none.` },
    ),
  )

const OrderLine = Shape({
  line_item_id: OwnId('Id of the line.'),
  variant_id: OwnId('Id of the variant.'),
  sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
  quantity: Whole('Units ordered.', { examples: [24] }),
  allocated_quantity: Whole('Units allocated to the line.', { examples: [24] }),
  fulfilled_quantity: Whole('Units shipped.', { examples: [0] }),
  unit_price: Money('Agreed unit price.'),
})

export const Order = Shape(
  {
    order_id: OwnId('Id of the order.'),
    name: Text('Display name of the order.', { examples: ['SO-2041'] }),
    reference: Nullable(Text("The customer's reference.", { examples: ['PO 77120'] })),
    lifecycle: OpenChoice(orderLifecycles, 'Lifecycle state of the order.'),
    lifecycle_updated_at: Instant('Time the lifecycle state last changed.'),
    is_wholesale: Flag('Whether a trading account placed the order.'),
    account: named('account', 'trading_partner_id'),
    channel: named('channel', 'sales_channel_id'),
    customer: Nullable(
      Shape(
        {
          customer_id: OwnId('Id of the customer.'),
          display_name: Text('Display name of the customer.', { examples: ['J. D.'] }),
        },
        { description: 'The customer; null when there is none.' },
      ),
    ),
    location: named('location', 'location_id'),
    commitment_id: Nullable(OwnId('Id of the commitment the order draws on; null when there is none.')),
    requested_ship_date: Nullable(CalendarDate('Requested ship date.')),
    cancel_date: Nullable(CalendarDate('Date after which the customer no longer accepts the order.')),
    units: Whole('Units ordered.', { examples: [24] }),
    fulfilled_units: Whole('Units shipped.', { examples: [0] }),
    exceptions_open: Whole('Number of open exceptions on the order.', { examples: [0] }),
    total: Money('Total of the lines.'),
    created_at: Instant('Time the order was created.'),
    line_items: Type.Array(OrderLine, { description: 'Lines of the order.' }),
  },
  { $id: 'Order', description: 'A sales order.' },
)
