/** What a caller may change on an order. */
import { limits } from '../../contract/limits.ts'
import { Choice, example_id, Id, Instant, Nullable, Shape, type Static, Type, Whole } from '../../contract/schema.ts'
import { billed } from '../deliveries/deliveries.model.ts'
import { line_fields, order_fields } from '../order_creation/draft.ts'

const ChangedLine = Shape({
  line_id: Type.Optional(Id('The line to change; left out, a line is added.')),
  variant_id: Type.Optional(Id('The variant of a line to add; a line keeps its own.')),
  quantity: Type.Optional(line_fields.quantity),
  confirmed_quantity: Type.Optional(
    Nullable(
      Whole('Units that the supplier confirmed, of a line that is there; null takes the answer back.', {
        minimum: 0,
        maximum: limits.purchase_order_quantity_max,
      }),
    ),
  ),
  unit_cost: Type.Optional(Nullable(line_fields.unit_cost)),
  duty_bp: Type.Optional(Nullable(line_fields.duty_bp)),
  expected_delivery_date: Type.Optional(Nullable(line_fields.expected_delivery_date)),
})
export type ChangedLine = Static<typeof ChangedLine>

export const OrderChange = Shape(
  {
    status: Type.Optional(
      Choice(
        ['draft', 'closed', 'cancelled'],
        '`cancelled` calls the order off, `closed` ends it short of what has not arrived, `draft` takes an approval back. Stands beside no other change; the status that the order has is none.',
      ),
    ),
    updated_at: Type.Optional(
      Instant('`updated_at` as you read it: an order that changed since is refused, so that no change is lost.'),
    ),
    external_id: Type.Optional(Nullable(order_fields.external_id)),
    supplier_id: Type.Optional(Nullable(Id('The supplier; lines that this request does not cost are costed anew.'))),
    location_id: Type.Optional(Id('The destination.')),
    source_location_id: Type.Optional(Nullable(Id('The source of a transfer or of components.'))),
    order_date: Type.Optional(order_fields.order_date),
    expected_delivery_date: Type.Optional(Nullable(order_fields.expected_delivery_date)),
    cancel_date: Type.Optional(Nullable(order_fields.cancel_date)),
    ship_window_start: Type.Optional(Nullable(order_fields.ship_window_start)),
    commitment_id: Type.Optional(Nullable(Id('The commitment that the order draws from.'))),
    notes: Type.Optional(Nullable(order_fields.notes)),
    container_type_id: Type.Optional(Nullable(order_fields.container_type_id)),
    freight_per_container_cents: Type.Optional(Nullable(order_fields.freight_per_container_cents)),
    billed_freight_cents: Type.Optional(
      Nullable(
        billed(
          'Freight billed for the order as a whole, in hundredths of its currency: shared among its deliveries without a freight bill of their own. Also taken after everything arrived, or the order was closed. null takes it back.',
        ),
      ),
    ),
    billed_duty_cents: Type.Optional(
      Nullable(billed('Duty billed for the order as a whole, likewise; null takes it back.')),
    ),
    line_items: Type.Optional(
      Type.Array(ChangedLine, {
        maxItems: limits.purchase_order_lines_max,
        description: 'Lines to change, by `line_id`, and lines to add; those not named stay as they are.',
      }),
    ),
    removed_line_ids: Type.Optional(
      Type.Array(Id('A line.'), {
        maxItems: limits.purchase_order_lines_max,
        uniqueItems: true,
        description: 'Lines to take off.',
      }),
    ),
  },
  { examples: [{ expected_delivery_date: '2027-01-15', line_items: [{ line_id: example_id, quantity: 36 }] }] },
)
export type OrderChange = Static<typeof OrderChange>
