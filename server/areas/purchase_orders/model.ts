/** A purchase order as its events carry it, and a delivery against one. */
import {
  CalendarDate,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const purchase_order_statuses = [
  'draft',
  'approved',
  'issued',
  'partially_delivered',
  'delivered',
  'closed',
  'cancelled',
] as const
export const order_types = ['purchase', 'manufacturing', 'transfer'] as const

export const PurchaseOrderRecord = Shape(
  {
    id: OwnId('The order.'),
    external_id: Nullable(Text('Its id in the other system.')),
    name: Text('What people call the order.', { examples: ['PO-1042'] }),
    order_type: OpenChoice(order_types, 'What kind of order it is.'),
    status: OpenChoice(purchase_order_statuses, 'How far it has come.'),
    supplier_id: Nullable(OwnId('The supplier.')),
    supplier_name: Nullable(Text('Name of the supplier.', { examples: ['Harbour Knitwear'] })),
    location_id: OwnId('The destination.'),
    currency: Text('ISO 4217 code of its costs.', { examples: ['USD'] }),
    order_date: Nullable(CalendarDate('When it was ordered.')),
    expected_delivery_date: Nullable(CalendarDate('When it should arrive.')),
    total_cost: Num('What its lines cost.', { examples: [756] }),
    line_items: Type.Array(
      Shape({
        variant_id: OwnId('The variant.'),
        sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
        quantity: Whole('Units ordered.', { examples: [24] }),
        delivered_quantity: Whole('Units that arrived.', { examples: [0] }),
        unit_cost: Nullable(Num('What a unit costs.', { examples: [31.5] })),
        total_cost: Nullable(Num('What the line costs.', { examples: [756] })),
      }),
      { description: 'Its lines.' },
    ),
  },
  { $id: 'PurchaseOrderRecord', description: 'A purchase order.' },
)

export const PurchaseOrderDelivery = Shape(
  {
    delivery_id: OwnId('The delivery.'),
    purchase_order_id: OwnId('The order it belongs to.'),
    purchase_order_name: Text('Name of the order.', { examples: ['PO-1042'] }),
    location_id: OwnId('Where it arrived.'),
    received_at: Instant('When it arrived.'),
    recorded_at: Instant('When it was written down.'),
    reference: Nullable(Text("The carrier's or supplier's paper.", { examples: ['DN 8812'] })),
    units: Whole('Units that arrived.', { examples: [24] }),
    line_items: Type.Array(
      Shape({
        variant_id: OwnId('The variant.'),
        sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
        received_quantity: Whole('Units that arrived.', { examples: [24] }),
        movement_id: Whole('The row in the ledger.', { examples: [10482] }),
      }),
      { description: 'Its lines.' },
    ),
  },
  { $id: 'PurchaseOrderDelivery', description: 'A delivery against a purchase order.' },
)
