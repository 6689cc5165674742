/** Schemas of an order to create, and the draft made from it. */
import { orderTypes, type OrderType } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Choice, Flag, Id, Num, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import type { Packing } from '../../contract/units_of_measure.ts'
import { unitFields } from '../purchase_units/purchase_unit.model.ts'
import type { StatedCost, StatedPacking, StatedQuantity } from '../purchase_units/purchase_unit.rules.ts'
import { containerTypes } from '../landed_costs/container_plan.rules.ts'

export const lineFields = {
  quantity: Whole('Units to order.', { minimum: 1, maximum: limits.purchase_order_quantity_max, examples: [24] }),
  unit_cost: Num("Cost of one unit in the order's currency, with at most four decimals, or none if it has none.", {
    minimum: 0,
    maximum: limits.purchase_order_unit_cost_max,
    examples: [31.5],
  }),
  purchase_unit: unitFields.purchase_unit,
  purchase_unit_factor: unitFields.purchase_unit_factor,
  purchase_quantity: unitFields.purchase_quantity,
  purchase_unit_cost: unitFields.purchase_unit_cost,
  duty_bp: Whole(
    "Duty in basis points (hundredths of a percent) of the goods' cost, e.g. 1200 for 12 %; omit if none is due.",
    {
      minimum: 0,
      maximum: 100_000,
      examples: [1200],
    },
  ),
  expected_delivery_date: CalendarDate("Expected arrival date of the line, if it differs from the order's."),
}

export const NewLine = Shape(
  {
    variant_id: Id('The variant.'),
    quantity: Type.Optional(lineFields.quantity),
    purchase_quantity: Type.Optional(lineFields.purchase_quantity),
    purchase_unit: Type.Optional(lineFields.purchase_unit),
    purchase_unit_factor: Type.Optional(lineFields.purchase_unit_factor),
    unit_cost: Type.Optional(lineFields.unit_cost),
    purchase_unit_cost: Type.Optional(lineFields.purchase_unit_cost),
    duty_bp: Type.Optional(lineFields.duty_bp),
    expected_delivery_date: Type.Optional(lineFields.expected_delivery_date),
  },
  { $id: 'NewPurchaseOrderLine' },
)

export const containerTypeIds = containerTypes.map(({ id }) => id)

export const orderFields = {
  external_id: Text('ID of the order in your system.', { minLength: 1, maxLength: 200, examples: ['ERP-88120'] }),
  order_date: CalendarDate(
    `Date of the order, at most ${limits.order_date_days_ahead_max} days ahead. Its goods cannot move before it.`,
  ),
  expected_delivery_date: CalendarDate('Expected arrival date; must not be before the order date.'),
  cancel_date: CalendarDate('Last day on which the supplier may ship.'),
  ship_window_start: CalendarDate('First day on which the supplier may ship; must not be after `cancel_date`.'),
  notes: Text('Notes on the order.', { maxLength: limits.purchase_order_notes_length_max }),
  container_type_id: Whole(
    `Container type of the container plan: ${containerTypes.map(({ id, name }) => `${id} for ${name}`).join(', ')}. If omitted, the plan uses the type that needs the fewest containers.`,
    { minimum: containerTypeIds[0]!, maximum: containerTypeIds.at(-1)!, examples: [1] },
  ),
  freight_per_container_cents: Whole("Freight for one container, in hundredths of the order's currency.", {
    minimum: 0,
    maximum: limits.purchase_order_freight_cents_max,
    examples: [240_000],
  }),
}

export const NewOrder = Shape(
  {
    location_id: Id('The destination.'),
    order_type: Type.Optional(Choice(orderTypes, 'Type of the order; defaults to `purchase`.')),
    supplier_id: Type.Optional(Id('The supplier of a purchase order; a transfer has none.')),
    source_location_id: Type.Optional(
      Id(
        'The source location: required for a transfer; for a manufacturing order, the location of its components, which defaults to the destination. A purchase order has none.',
      ),
    ),
    recommended_quantity: Type.Optional(
      Flag(
        "true fills a purchase order with the quantities that the supplier's variants need at the destination, beyond available stock, incoming stock and drafts. Replaces `line_items`. If nothing is needed, the order is created without lines.",
      ),
    ),
    line_items: Type.Optional(
      Type.Array(NewLine, {
        maxItems: limits.purchase_order_lines_max,
        description: 'Lines of the order; a variant may be on several.',
      }),
    ),
    external_id: Type.Optional(orderFields.external_id),
    order_date: Type.Optional(orderFields.order_date),
    expected_delivery_date: Type.Optional(orderFields.expected_delivery_date),
    cancel_date: Type.Optional(orderFields.cancel_date),
    ship_window_start: Type.Optional(orderFields.ship_window_start),
    commitment_id: Type.Optional(Id('The commitment whose budgets the order draws from.')),
    notes: Type.Optional(orderFields.notes),
    container_type_id: Type.Optional(orderFields.container_type_id),
    freight_per_container_cents: Type.Optional(orderFields.freight_per_container_cents),
  },
  { $id: 'NewPurchaseOrder', description: 'An order to create.' },
)
export type NewOrder = Static<typeof NewOrder>

export interface DraftLine extends StatedPacking, Partial<StatedQuantity>, StatedCost {
  variant_id: string
  /** The packing itself, where another record has it; otherwise that of the supplier's terms, unless it is stated. */
  packing?: Packing
  /** Decimal text of a cost taken over from another order, with as many decimals as it has there. */
  copied_cost?: string | null
  duty_bp?: number | null
  expected_delivery_date?: string | null
}

/** An order to be written. `at` prefixes its field names in refusals, e.g. `purchase_orders[2].`. */
export interface OrderDraft {
  at: string
  order_type: OrderType
  /** The name that the order already has elsewhere; the next one of the organisation if omitted. */
  name?: string
  location_id: string
  supplier_id?: string | null
  source_location_id?: string | null
  external_id?: string | null
  order_date?: string | null
  expected_delivery_date?: string | null
  cancel_date?: string | null
  ship_window_start?: string | null
  commitment_id?: string | null
  notes?: string | null
  container_type_id?: number | null
  freight_per_container_cents?: number | null
  line_items: readonly DraftLine[]
}
