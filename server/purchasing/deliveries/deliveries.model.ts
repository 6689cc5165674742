/** Schemas of recorded and corrected deliveries. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Instant, Nullable, Num, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { unitFields } from '../purchase_units/purchase_unit.model.ts'
import { PurchaseOrderDelivery, PurchaseOrderPath } from '../orders/model.ts'

export const DeliveryPath = Type.Object({
  ...PurchaseOrderPath.properties,
  delivery_id: Id('The delivery.'),
})

/** The delivery, and what this call did to it. */
export const RecordedDelivery = Shape(
  {
    ...PurchaseOrderDelivery.properties,
    already_on_file: Flag(
      'Whether a delivery with the same figures was already recorded. If true, it is returned unchanged; no stock moved and no event was sent.',
    ),
    moved_units: Whole('Units booked by this call; 0 if the delivery was already recorded.', { examples: [24] }),
  },
  { $id: 'RecordedDelivery' },
)
export type RecordedDelivery = Static<typeof RecordedDelivery>

export const received_at = Instant('When the delivery arrived; must not be in the future. Defaults to now.')
export const not_in_count = Flag(
  'Whether the units were left out of counts that were taken after they arrived, as when they stood in the receiving bay. By default a count includes whatever arrived before it, and a delivery recorded after the count is offset there. A count taken after the delivery was recorded includes its units in any case.',
  { examples: [false] },
)
export const reference = Text("Reference of the carrier's or supplier's delivery document.", {
  minLength: 1,
  maxLength: 200,
  examples: ['DN 8812'],
})

export const billed = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.purchase_order_billed_cents_max, examples: [13_000] })

const countedIn = {
  ...unitFields.purchase_unit,
  description:
    "Unit that `purchase_quantity` counts: that of the order line (default), `PK` for its inner packs, or `EA`. The line's factor applies.",
}

const SubmittedLine = Shape(
  {
    line_id: Type.Optional(Id('The order line; required if the variant is on several lines.')),
    variant_id: Type.Optional(Id('The variant; sufficient if it is on only one line.')),
    received_quantity: Type.Optional(
      Whole('Units that arrived; required unless `purchase_quantity` is sent.', {
        minimum: 1,
        maximum: limits.purchase_order_quantity_max,
        examples: [24],
      }),
    ),
    purchase_quantity: Type.Optional(unitFields.purchase_quantity),
    purchase_unit: Type.Optional(countedIn),
  },
  { $id: 'NewDeliveryLine' },
)
export type SubmittedLine = Static<typeof SubmittedLine>

export const NewDelivery = Shape(
  {
    received_at: Type.Optional(received_at),
    reference: Type.Optional(reference),
    not_in_count: Type.Optional(not_in_count),
    accept_over_receipt: Type.Optional(
      Flag(
        'Accepts more units than are outstanding and opens an exception for a person to decide; without it they are refused.',
      ),
    ),
    line_items: Type.Array(SubmittedLine, {
      minItems: 1,
      maxItems: limits.purchase_order_lines_max,
      description: 'Lines that arrived, each at most once.',
    }),
  },
  { $id: 'NewDelivery' },
)
export type NewDelivery = Static<typeof NewDelivery>

const CorrectedLine = Shape({
  ...SubmittedLine.properties,
  received_quantity: Type.Optional(
    Whole('Units that actually arrived; 0 removes the line from the delivery. As recorded by default.', {
      minimum: 0,
      maximum: limits.purchase_order_quantity_max,
      examples: [22],
    }),
  ),
  purchase_quantity: Type.Optional({ ...unitFields.purchase_quantity, minimum: 0 }),
  unit_cost: Type.Optional(
    Num(
      "What a unit actually cost, without freight and duty, in the order's currency; at most four decimals, or none if the currency has none. Only of purchase orders.",
      { minimum: 0, maximum: limits.purchase_order_unit_cost_max, examples: [31.9] },
    ),
  ),
  purchase_unit_cost: Type.Optional(unitFields.purchase_unit_cost),
})
export type CorrectedLine = Static<typeof CorrectedLine>

export const DeliveryCorrection = Shape(
  {
    received_at: Type.Optional(Instant('When the delivery actually arrived; must not be in the future.')),
    reference: Type.Optional(Nullable(reference)),
    not_in_count: Type.Optional(not_in_count),
    freight_cents: Type.Optional(
      Nullable(
        billed("Freight billed for this delivery, in hundredths of the order's currency; null removes the bill."),
      ),
    ),
    duty_cents: Type.Optional(
      Nullable(billed("Duty billed for this delivery, in hundredths of the order's currency; null removes the bill.")),
    ),
    accept_over_receipt: NewDelivery.properties.accept_over_receipt,
    line_items: Type.Optional(
      Type.Array(CorrectedLine, {
        minItems: 1,
        maxItems: limits.purchase_order_lines_max,
        description: 'Lines to correct or add, each at most once; other lines stay unchanged.',
      }),
    ),
  },
  { $id: 'DeliveryCorrection', examples: [{ reference: 'DN 8813' }] },
)
