/** Schema of a change to an order. */
import { limits } from '../../contract/limits.ts'
import { Choice, sampleId, Id, Nullable, Shape, type Static, Type, Whole } from '../../contract/schema.ts'
import { guard } from '../../records/unchanged.ts'
import { billed } from '../deliveries/deliveries.model.ts'
import { lineFields, orderFields } from '../order_creation/draft.ts'

const ChangedLine = Shape(
  {
    line_id: Type.Optional(Id('The line to change; omit it to add a line.')),
    variant_id: Type.Optional(Id('The variant of a line to add; cannot be changed on an existing line.')),
    quantity: Type.Optional(lineFields.quantity),
    confirmed_quantity: Type.Optional(
      Nullable(
        Whole('Units confirmed by the supplier; only on existing lines. null clears the confirmation.', {
          minimum: 0,
          maximum: limits.purchase_order_quantity_max,
        }),
      ),
    ),
    purchase_quantity: Type.Optional(lineFields.purchase_quantity),
    purchase_unit: Type.Optional(lineFields.purchase_unit),
    purchase_unit_factor: Type.Optional(lineFields.purchase_unit_factor),
    unit_cost: Type.Optional(Nullable(lineFields.unit_cost)),
    purchase_unit_cost: Type.Optional(Nullable(lineFields.purchase_unit_cost)),
    duty_bp: Type.Optional(Nullable(lineFields.duty_bp)),
    expected_delivery_date: Type.Optional(Nullable(lineFields.expected_delivery_date)),
  },
  { $id: 'PurchaseOrderLineChange' },
)
export type ChangedLine = Static<typeof ChangedLine>

export const OrderChange = Shape(
  {
    status: Type.Optional(
      Choice(
        ['draft', 'closed', 'cancelled'],
        'New status: `cancelled` cancels the order, `closed` ends it without the units that have not arrived, `draft` revokes its approval. Cannot be combined with other changes; the current status is no change.',
      ),
    ),
    ...guard('order'),
    external_id: Type.Optional(Nullable(orderFields.external_id)),
    supplier_id: Type.Optional(
      Nullable(Id("The supplier; lines without a `unit_cost` in this request take the new supplier's cost.")),
    ),
    location_id: Type.Optional(Id('The destination.')),
    source_location_id: Type.Optional(
      Nullable(Id('The source location of a transfer, or of the components of a manufacturing order.')),
    ),
    order_date: Type.Optional(orderFields.order_date),
    expected_delivery_date: Type.Optional(Nullable(orderFields.expected_delivery_date)),
    cancel_date: Type.Optional(Nullable(orderFields.cancel_date)),
    ship_window_start: Type.Optional(Nullable(orderFields.ship_window_start)),
    commitment_id: Type.Optional(Nullable(Id('The commitment whose budgets the order draws from.'))),
    notes: Type.Optional(Nullable(orderFields.notes)),
    container_type_id: Type.Optional(Nullable(orderFields.container_type_id)),
    freight_per_container_cents: Type.Optional(Nullable(orderFields.freight_per_container_cents)),
    billed_freight_cents: Type.Optional(
      Nullable(
        billed(
          'Freight billed for the whole order, in hundredths of its currency; shared among the deliveries without their own freight bill. Accepted even after the order is delivered or closed. null removes the bill.',
        ),
      ),
    ),
    billed_duty_cents: Type.Optional(
      Nullable(
        billed(
          'Duty billed for the whole order, in hundredths of its currency; shared among the deliveries without their own duty bill. null removes the bill.',
        ),
      ),
    ),
    line_items: Type.Optional(
      Type.Array(ChangedLine, {
        maxItems: limits.purchase_order_lines_max,
        description: 'Lines to change, by `line_id`, and lines to add; other lines stay unchanged.',
      }),
    ),
    removed_line_ids: Type.Optional(
      Type.Array(Id('A line.'), {
        maxItems: limits.purchase_order_lines_max,
        uniqueItems: true,
        description: 'Lines to remove.',
      }),
    ),
  },
  {
    $id: 'PurchaseOrderChange',
    examples: [{ expected_delivery_date: '2027-01-15', line_items: [{ line_id: sampleId, quantity: 36 }] }],
  },
)
export type OrderChange = Static<typeof OrderChange>
