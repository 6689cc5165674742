/** A sales order and a row of the exception queue, as reads and events carry them. */
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

export const order_lifecycles = [
  'draft',
  'open',
  'partially_allocated',
  'allocated',
  'partially_fulfilled',
  'fulfilled',
  'cancelled',
] as const

const named = (what: string, key: string) =>
  Nullable(
    Shape(
      { name: Text(`Name of the ${what}.`), [key]: OwnId(`The ${what}.`) },
      { description: `The ${what}, if any.` },
    ),
  )

const OrderLine = Shape({
  line_item_id: OwnId('The line.'),
  variant_id: OwnId('The variant.'),
  sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
  quantity: Whole('Units ordered.', { examples: [24] }),
  allocated_quantity: Whole('Units held for the line.', { examples: [24] }),
  fulfilled_quantity: Whole('Units shipped.', { examples: [0] }),
  unit_price: Money('Agreed price of a unit.'),
})

export const Order = Shape(
  {
    order_id: OwnId('The order.'),
    name: Text('What people call the order.', { examples: ['SO-2041'] }),
    reference: Nullable(Text("The customer's own reference.", { examples: ['PO 77120'] })),
    lifecycle: OpenChoice(order_lifecycles, 'How far the order has come.'),
    lifecycle_updated_at: Instant('Since when.'),
    is_wholesale: Flag('Whether a trading account ordered it.'),
    account: named('account', 'trading_partner_id'),
    channel: named('channel', 'sales_channel_id'),
    customer: Nullable(
      Shape(
        {
          customer_id: OwnId('The customer.'),
          display_name: Text('How the customer is shown.', { examples: ['J. D.'] }),
        },
        { description: 'The customer, if any.' },
      ),
    ),
    location: named('location', 'location_id'),
    commitment_id: Nullable(OwnId('The commitment it draws on.')),
    requested_ship_date: Nullable(CalendarDate('When it should leave.')),
    cancel_date: Nullable(CalendarDate('After which it is not taken any more.')),
    units: Whole('Units ordered.', { examples: [24] }),
    fulfilled_units: Whole('Units shipped.', { examples: [0] }),
    exceptions_open: Whole('Queue rows that a person must decide.', { examples: [0] }),
    total: Money('What the lines come to.'),
    created_at: Instant('When it was created.'),
    line_items: Type.Array(OrderLine, { description: 'Its lines.' }),
  },
  { $id: 'Order', description: 'A sales order.' },
)

export const exception_kinds = [
  'unknown_sku',
  'price_mismatch',
  'quantity_short',
  'over_receipt',
  'duplicate_order',
  'date_slip',
  'allocation_short',
  'document_unreadable',
  'edi_rejected',
  'mail_undelivered',
  'inbound_undelivered',
  'ledger_post_failed',
  'stock_negative',
  'return_unmatched',
] as const

export const exception_severities = ['info', 'warning', 'blocking'] as const

export const ExceptionRow = Shape(
  {
    id: OwnId('The row.'),
    kind: OpenChoice(exception_kinds, 'What must be decided.'),
    severity: OpenChoice(exception_severities, 'How much it holds up.'),
    subject: Shape(
      { type: Text('What kind of thing it is about.', { examples: ['purchase_order'] }), id: Text('Its id.') },
      { description: 'What it is about.' },
    ),
    sentence: Text('What happened, for a person.', { examples: ['12 units more than ordered arrived.'] }),
    opened_at: Instant('When it was opened.'),
    resolved_at: Nullable(Instant('When somebody resolved it.')),
    resolution: Nullable(Text('What was decided.', { examples: ['accepted'] })),
    resolved_by: Nullable(Text('Who decided.')),
  },
  { $id: 'ExceptionRow', description: 'A row of the queue of things a person must decide.' },
)
